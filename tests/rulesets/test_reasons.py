"""Why a point is forbidden and what a stone is good for come with the lines that a player can look at."""

from __future__ import annotations

import pytest

from game.core.model import Choose, MarkKind, Place
from rulesets.connect6 import RULESET as CONNECT6
from rulesets.gomoku import RULESET as GOMOKU
from rulesets.six_in_a_row import RULESET as SIX
from rulesets.threestones import RULESET as PONDS
from rulesets.threestones.pond import POND
from tests.rulesets.threestones_table import arranged
from tools.engine.line_positions import drawn, start


def names(state, lines):
    return sorted(" ".join(state.geometry.names[cell] for cell in line) for line in lines)


def why(rows, name, **options):
    """The lines on the mark of a forbidden point."""
    state = drawn(GOMOKU, rows, "b", **options)
    marks = [mark for mark in GOMOKU.marks(state) if mark.kind is MarkKind.FORBIDDEN]
    found = next(mark for mark in marks if mark.cells == (state.geometry.cell(name),))
    assert GOMOKU.check(state, Place(found.cells[0], "b")) == found.why
    return names(state, found.why.lines)


@pytest.mark.parametrize(
    ("rows", "name", "lines"),
    [
        ("- - - ---bb - --b --b", "c12", ["c12 c11 c10 c9", "c12 d12 e12"]),
        ("- wbbb- ----b ----b ----b ----w", "e14", ["b14 c14 d14 e14", "e14 e13 e12 e11"]),
        ("- -b-b-b-b", "e14", ["b14 c14 d14 e14 f14 g14 h14"]),
        ("- -bbb-bb", "e14", ["b14 c14 d14 e14 f14 g14"]),
    ],
)
def test_a_forbidden_point_names_the_lines_that_make_it_so(rows, name, lines):
    assert why(rows, name, variant="renju") == lines


def good_for(game, rows, name):
    state = drawn(game, rows, "b")
    reason = game.reason(state, Place(state.geometry.cell(name), "b"))
    return reason and (reason.message, names(state, reason.lines))


@pytest.mark.parametrize(
    ("game", "rows", "name", "told"),
    [
        (GOMOKU, "- --bbb", "f14", ("Makes an open four.", ["c14 d14 e14 f14"])),
        (GOMOKU, "- --www", "f14", ("Blocks an open three.", ["c14 d14 e14 f14"])),
        (
            GOMOKU,
            "- ---b-b ----w ----w ----w ----b",
            "e14",
            ("Makes an open three. Blocks a three.", ["d14 e14 f14", "e14 e13 e12 e11"]),
        ),
        (SIX, "- --wwwww", "h18", ("Stops six in a row.", ["c18 d18 e18 f18 g18 h18"])),
        (CONNECT6, "- --www-w", "f18", ("Blocks an open four.", ["c18 d18 e18 f18 g18"])),
        (GOMOKU, "b", "h8", None),
    ],
)
def test_a_stone_names_the_lines_it_makes_and_those_it_stops(game, rows, name, told):
    assert good_for(game, rows, name) == told


def test_a_placement_on_the_pond_names_the_trios_it_makes_and_takes():
    state = arranged("b", w="c9 d9 f9 g9", b="e8 e7")
    reason = PONDS.reason(state, Place(POND.cell("e9"), "b"))
    assert names(state, reason.lines) == ["c9 d9 e9", "d9 e9 f9", "e9 e8 e7", "e9 f9 g9"]
    assert PONDS.reason(state, Choose("duck")) is None


def test_stones_of_an_opening_have_no_reason():
    state = start(GOMOKU, opening="swap2")
    assert GOMOKU.reason(state, Place(0, "b")) is None
