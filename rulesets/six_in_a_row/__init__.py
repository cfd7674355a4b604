"""Six in a row: the game of a paper of 2021."""

from .rules import RULESET

__all__ = ["RULESET"]
