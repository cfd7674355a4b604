"""Remote games between two windows: messages, encryption, and synchronised game journals.

It imports no pygame.
"""
