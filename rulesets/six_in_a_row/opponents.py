"""The opponent of a document: the score table player of Zhang (2021)."""

from rulesets.six_tuples import six_tuples

__all__ = ["six_tuples"]
