"""The game Six in a row, which a paper of 2021 describes."""

from .rules import RULESET

__all__ = ["RULESET"]
