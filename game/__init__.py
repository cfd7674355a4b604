"""Stone Fair: the app around its rulesets."""

#: What the window, the engine and the installed package say that they are.
VERSION = "0.1.0"
