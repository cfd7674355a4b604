"""Controls for the window: buttons, lists, text fields, sliders and rows of settings.

No other package of the window imports pygame_gui.
"""
