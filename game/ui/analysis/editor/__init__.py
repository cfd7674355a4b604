"""The position editor: place and remove stones, check the position against the ruleset, then explore it or play on."""
