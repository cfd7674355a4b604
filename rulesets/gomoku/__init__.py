"""Gomoku: five in a row with its variants, forbidden moves and opening rules."""

from .rules import RULESET

__all__ = ["RULESET"]
