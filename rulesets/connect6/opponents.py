"""The opponent of a document: the score table player of Zhang (2021), asked once for each of the two stones."""

from rulesets.six_tuples import six_tuples

__all__ = ["six_tuples"]
