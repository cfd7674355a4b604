"""Tours through the window for tests and pictures: each opens one scene after the other.

Also film strips of animations.
"""
