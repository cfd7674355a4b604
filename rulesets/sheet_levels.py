"""The opponents of all rule sheets: the levels, each with its character.

They have no Elo ratings, because each sheet is another game.
"""

from game.core.levels.ladder import played_by
from game.sheets import levels
from rulesets import fairfolk

_CAST = {
    "sheet_newcomer": fairfolk.PIP,
    "sheet_regular": fairfolk.BRUNO,
    "sheet_light": fairfolk.BISCUIT,
    "sheet_solid": fairfolk.MAGNUS,
    "sheet_strong": fairfolk.PRESTO,
    "sheet_full": fairfolk.COBALT,
}

LEVELS = tuple(played_by(levels.LEVELS, _CAST))
