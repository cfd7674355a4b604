"""Positions that are set up by hand: stones put and taken, judged by the ruleset, and made into studies."""
