"""The decathlon: a weekly set of one game in each ruleset. Imports no pygame."""
