"""Levels (computer opponents described by data), and the adaptive opponent, whose strength follows the player's."""
