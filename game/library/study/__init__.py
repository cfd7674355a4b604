"""Studies (trees of variations with comments and marks), and their file format.

They exist for any ruleset. Imports no pygame.
"""
