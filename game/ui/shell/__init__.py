"""The window: app loop, scenes, forms, dialogs, gamepads and short messages."""
