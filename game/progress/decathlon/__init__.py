"""The decathlon: a weekly competition with one game in each ruleset. Imports no pygame."""
