"""Six in a row: the game of the 2021 paper."""

from .rules import RULESET

__all__ = ["RULESET"]
