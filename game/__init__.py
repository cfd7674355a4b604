"""Stone Fair: the app around its rulesets."""
