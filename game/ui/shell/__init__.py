"""The shell of the window: its main loop and its scenes, forms, dialogs, gamepads and short messages."""
