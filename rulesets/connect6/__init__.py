"""Connect6: two stones a turn, six to win."""

from .rules import RULESET

__all__ = ["RULESET"]
