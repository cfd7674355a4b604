"""The game Connect6: two stones a turn, six in a row to win."""

from .rules import RULESET

__all__ = ["RULESET"]
