"""The computer players of Connect6 that need no compiled code.

They are the score table player of Zhang (2021) and the row weigher. Each is asked for every stone of a turn.
"""

from rulesets.row_weigher import RowWeigher
from rulesets.six_tuples import six_tuples

from .rules import RULESET

__all__ = ["row_weigher", "six_tuples"]

row_weigher = RowWeigher(RULESET).think
