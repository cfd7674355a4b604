"""Studies: trees of variations with comments and marks for any ruleset, and their file format. Imports no pygame."""
