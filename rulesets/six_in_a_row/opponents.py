"""The computer players of Six in a row that need no compiled code.

One scores runs of six cells as a paper does (``rulesets/six_tuples.py``), the other weighs rows
(``rulesets/row_weigher.py``).
"""

from rulesets.row_weigher import RowWeigher
from rulesets.six_tuples import six_tuples

from .rules import RULESET

__all__ = ["row_weigher", "six_tuples"]

row_weigher = RowWeigher(RULESET).think
