"""Plug-ins with rulesets: how they are found, validated, guarded and tested."""
