"""The keys of positions: equal for turned and mirrored boards, and for nothing else."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.geometry import Geometry, Wrap, octagon, rectangle, square
from game.core.line_game import LineGame, LineRule
from game.core.model import EMPTY, Choose, Place
from game.core.ruleset import NamedOpening, PluginError, complete_options, symmetries_of
from game.core.symmetry import Symmetry
from game.library.index.position_key import PositionKeys, canonical, key_of, position_keys
from game.plugins.guard import guarded
from game.plugins.registry import discover
from tools.pilot.tiny_ruleset import TinyRuleset

GAMES = discover(None).rulesets
BOARDS = (square(15), square(6), octagon(10, 3), octagon(10, 2, frozenset({(4, 4), (5, 4), (4, 5), (5, 5)})))


@st.composite
def positions(draw: st.DrawFn) -> tuple[Geometry, tuple[str, ...], str]:
    """A board with stones on it, and the colour on turn."""
    geometry = draw(st.sampled_from(BOARDS))
    stones = draw(st.dictionaries(st.integers(0, len(geometry) - 1), st.sampled_from("bwm"), max_size=30))
    return geometry, tuple(stones.get(cell, EMPTY) for cell in range(len(geometry))), draw(st.sampled_from("bw"))


def turned(board: tuple[str, ...], turning: tuple[int, ...]) -> tuple[str, ...]:
    moved = dict(zip(turning, board, strict=True))
    return tuple(moved[cell] for cell in range(len(board)))


def keys_for(name: str, geometry: Geometry) -> PositionKeys:
    return PositionKeys(name, geometry, geometry.symmetries)


@given(positions(), st.integers(0, 7))
@settings(deadline=None)
def test_a_position_that_is_turned_or_mirrored_has_the_same_key(position, way):
    geometry, board, colour = position
    keys = keys_for("a game", geometry)
    assert keys.key(turned(board, geometry.symmetries[way]), colour) == keys.key(board, colour)


@given(positions(), positions())
@settings(deadline=None)
def test_positions_that_are_not_the_same_in_any_turning_have_different_keys(one, other):
    (geometry, board, colour), (others, other_board, other_colour) = one, other
    same = geometry is others and colour == other_colour
    same = same and any(turned(board, turning) == other_board for turning in geometry.symmetries)
    keys, other_keys = keys_for("a game", geometry), keys_for("a game", others)
    assert (keys.key(board, colour) == other_keys.key(other_board, other_colour)) == same


@given(positions())
@settings(deadline=None)
def test_colours_that_change_places_the_other_side_on_turn_and_another_game_give_another_key(position):
    geometry, board, colour = position
    keys = keys_for("a game", geometry)
    assert keys.key(board, colour) != keys.key(board, "w" if colour == "b" else "b")
    assert keys.key(board, colour) != keys_for("another game", geometry).key(board, colour)
    swapped = tuple({"b": "w", "w": "b"}.get(letter, letter) for letter in board)
    if all(turned(board, turning) != swapped for turning in geometry.symmetries):
        assert keys.key(board, colour) != keys.key(swapped, colour)


@pytest.mark.parametrize("geometry", BOARDS)
def test_a_square_and_an_octagon_can_be_laid_on_themselves_in_eight_ways(geometry):
    assert len(geometry.symmetries) == 8
    assert geometry.symmetries[0] == tuple(range(len(geometry)))


def test_a_board_that_is_longer_than_wide_keeps_the_ways_that_fit():
    cells = tuple((x, y) for y in range(3) for x in range(5))
    oblong = Geometry(5, 3, cells, (), ((0, 0), (4, 0), (4, 2), (0, 2)), square(5).surface)
    assert len(oblong.symmetries) == 4


def test_an_opening_is_written_the_same_in_every_turning():
    board = square(15)
    cells = tuple(board.cell(name) for name in ("h8", "i9", "j7"))
    forms = {canonical(board.symmetries, tuple(turning[cell] for cell in cells)) for turning in board.symmetries}
    assert len(forms) == 1


@pytest.mark.parametrize("ruleset", [*GAMES.values(), TinyRuleset()], ids=lambda ruleset: ruleset.info.id)
def test_the_keys_along_a_game_are_those_of_its_positions(ruleset):
    """Also where a word is said, and where a stone does more than to lie there."""
    options = complete_options(ruleset.info, {})
    first = state = ruleset.setup(options, 1).state
    steps = []
    for number in range(20):
        if ruleset.outcome(state) is not None:
            break
        moves = list(ruleset.legal_moves(state))
        move = moves[number * 7 % len(moves)]
        assert isinstance(move, Place | Choose)
        state = ruleset.apply(state, move).state
        steps.append((move, state))
    found = list(position_keys(ruleset, first.geometry).along(first, steps))
    assert found == [key_of(ruleset, each) for _move, each in steps]
    assert all(one != then for one, then in pairwise(found))


def test_a_key_stays_the_same_from_one_run_to_the_next():
    """The index is kept in a file."""
    board = square(15)
    stones = ["."] * len(board)
    stones[board.cell("h8")] = "b"
    assert position_keys(GAMES["gomoku"], board).key(stones, "w") == 3428729578919


class FallingFour(LineGame):
    """Four in a row with gravity, whose rules hold in the mirror only."""

    board = rectangle(7, 7)
    line_rule = LineRule(length=4)
    info = replace(TinyRuleset().info, id="falling_four", openings=(NamedOpening("Corner", "a1 b1 a2"),))

    def symmetries(self, geometry: Geometry) -> tuple[Symmetry, ...]:
        return geometry.row_symmetries


def test_a_game_that_names_its_symmetries_keeps_other_rotations_apart():
    ruleset = FallingFour()
    board = ruleset.board
    steps = [["a1", "b1", "a2"], ["g1", "f1", "g2"], ["a7", "a6", "b7"]]
    cells = [tuple(map(board.cell, names)) for names in steps]
    keys = position_keys(ruleset, board)
    here, mirrored, rotated = (keys.key([("b" if c in one else ".") for c in range(len(board))], "") for one in cells)
    assert here == mirrored != rotated
    assert canonical(symmetries_of(ruleset, board), cells[1]) == cells[0]
    assert canonical(symmetries_of(guarded(ruleset), board), cells[2]) == cells[2]


def test_a_plug_in_whose_symmetries_are_none_is_told_so():
    class Wrong(FallingFour):
        def symmetries(self, geometry: Geometry) -> tuple[Symmetry, ...]:
            return (geometry.row_symmetries[0], (0,) * len(geometry))

    with pytest.raises(PluginError, match="a symmetry does not map each cell to another"):
        symmetries_of(guarded(Wrong()), square(7))


@pytest.mark.parametrize("wrap", [Wrap.COLUMNS, Wrap.TORUS])
def test_the_same_stones_on_a_board_with_joined_edges_have_another_key(wrap):
    board, joined = square(9), square(9, wrap)
    stones = ["b", *["."] * 80]
    assert keys_for("a game", board).key(stones, "w") != keys_for("a game", joined).key(stones, "w")
