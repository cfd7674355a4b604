"""Whether a game can be won is known from its rules alone."""

import pytest

from game.plugins.sheet_files import SheetFolders, shipped_paths
from game.sheets.sheet import (
    BoardSection,
    BoardShape,
    CaptureSection,
    EndSection,
    Full,
    LineSection,
    SheetRules,
    StoneKind,
    StoneSide,
)
from game.sheets.winnable import why_never_won

NOBODY = "So nobody can ever win this game."
TINY = BoardSection(columns=3, rows=3)


def stones(hand: int, wild: int = 0) -> tuple[StoneKind, ...]:
    kinds = (StoneKind("b", "", "", StoneSide.FIRST, hand=hand), StoneKind("w", "", "", StoneSide.SECOND, hand=hand))
    return (*kinds, StoneKind("m", "", "", StoneSide.BOTH, wild=True, hand=wild)) if wild else kinds


@pytest.mark.parametrize("path", shipped_paths(), ids=lambda path: path.stem)
def test_every_game_of_the_program_can_be_won(path):
    assert why_never_won(SheetFolders(None).read(path).sheet.rules) == ""


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        (SheetRules(board=TINY, line=LineSection(length=4)), f"No row of 4 cells fits on the board. {NOBODY}"),
        (
            SheetRules(board=TINY, line=LineSection(length=4), end=EndSection(full=Full.SECOND)),
            "No row of 4 cells fits on the board. So the second player always wins this game.",
        ),
        (SheetRules(stones=stones(4)), f"There are too few stones for a row of 5. {NOBODY}"),
        (SheetRules(end=EndSection(turns=4)), f"There are too few stones for a row of 5. {NOBODY}"),
        # One of these wins after all: by captures, by a line that loses, and by wild stones.
        (SheetRules(board=TINY, line=LineSection(length=4), capture=CaptureSection(runs=(1,), wins=2)), ""),
        (SheetRules(board=TINY, line=LineSection(length=4, loses=3)), ""),
        (SheetRules(stones=stones(4, wild=1)), ""),
        (SheetRules(board=BoardSection(shape=BoardShape.HEXAGON, side=3)), ""),
    ],
)
def test_a_game_that_cannot_be_won_is_told(rules, told):
    assert why_never_won(rules) == told
