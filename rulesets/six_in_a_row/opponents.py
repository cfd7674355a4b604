"""The opponent of a document: the score table player of Zhang (2021)."""

from game.core.lines.six_tuples import six_tuples

__all__ = ["six_tuples"]
