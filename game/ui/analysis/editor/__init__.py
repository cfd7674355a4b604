"""The set-up mode of the analysis board: place and remove stones, and check the position against the ruleset."""
