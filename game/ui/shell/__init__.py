"""The frame of the window: app loop, scenes, forms, dialogs, gamepads, short messages."""
