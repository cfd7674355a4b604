"""Remote games for the window: setup, joining, playing, saved games and club tournaments.

It imports no pygame.
"""
