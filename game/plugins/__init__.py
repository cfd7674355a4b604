"""Plug-ins: how rulesets are found, validated, guarded against and held to the contract."""
