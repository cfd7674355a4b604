"""Controls: buttons, forms, fields and rows of settings. No other package of the window imports pygame_gui."""
