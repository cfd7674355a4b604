"""Studies: trees of variations with comments and marks, of any ruleset, and the file that keeps one. No pygame."""
