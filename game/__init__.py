"""The Stone Fair app, a desktop arcade of stones-in-a-row games, without the rules of its games."""
