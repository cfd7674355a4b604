"""Controls: buttons, forms, fields and rows of settings; nothing else in the window imports pygame_gui."""
