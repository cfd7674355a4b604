"""Plug-ins: finding, validating, guarding and testing of rulesets."""
