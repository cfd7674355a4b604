"""The computer players of Connect6 that need no compiled code.

One scores runs of six cells as a paper does (``rulesets/six_tuples.py``), the other weighs rows
(``rulesets/row_weigher.py``). Each of them is asked for one stone after the other.
"""

from rulesets.row_weigher import RowWeigher
from rulesets.six_tuples import six_tuples

from .rules import RULESET

__all__ = ["row_weigher", "six_tuples"]

row_weigher = RowWeigher(RULESET).think
