"""The instant players: that of a document, the score table player of Zhang (2021), and ours; asked for each stone."""

from rulesets.row_weigher import RowWeigher
from rulesets.six_tuples import six_tuples

from .rules import RULESET

__all__ = ["row_weigher", "six_tuples"]

row_weigher = RowWeigher(RULESET).think
