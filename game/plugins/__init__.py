"""Plug-ins that add rulesets: their discovery, validation, error handling and tests."""
