"""Gomoku: five in a row with its variants, bans and the Swap2 opening."""

from .rules import RULESET

__all__ = ["RULESET"]
