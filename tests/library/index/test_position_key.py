"""The keys of positions: equal for turned and mirrored boards, and for nothing else."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.geometry import Geometry, octagon, square
from game.core.model import EMPTY, Choose, Place
from game.core.ruleset import complete_options
from game.library.index.position_key import PositionKeys, canonical, key_of, position_keys, turnings
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


@given(positions(), st.integers(0, 7))
@settings(deadline=None)
def test_a_position_that_is_turned_or_mirrored_has_the_same_key(position, way):
    geometry, board, colour = position
    keys = position_keys("a game", geometry)
    assert keys.key(turned(board, turnings(geometry)[way]), colour) == keys.key(board, colour)


@given(positions(), positions())
@settings(deadline=None)
def test_positions_that_are_not_the_same_in_any_turning_have_different_keys(one, other):
    (geometry, board, colour), (others, other_board, other_colour) = one, other
    same = geometry is others and colour == other_colour
    same = same and any(turned(board, turning) == other_board for turning in turnings(geometry))
    keys, other_keys = position_keys("a game", geometry), position_keys("a game", others)
    assert (keys.key(board, colour) == other_keys.key(other_board, other_colour)) == same


@given(positions())
@settings(deadline=None)
def test_colours_that_change_places_the_other_side_on_turn_and_another_game_give_another_key(position):
    geometry, board, colour = position
    keys = position_keys("a game", geometry)
    assert keys.key(board, colour) != keys.key(board, "w" if colour == "b" else "b")
    assert keys.key(board, colour) != position_keys("another game", geometry).key(board, colour)
    swapped = tuple({"b": "w", "w": "b"}.get(letter, letter) for letter in board)
    if all(turned(board, turning) != swapped for turning in turnings(geometry)):
        assert keys.key(board, colour) != keys.key(swapped, colour)


@pytest.mark.parametrize("geometry", BOARDS)
def test_a_square_and_an_octagon_can_be_laid_on_themselves_in_eight_ways(geometry):
    assert len(turnings(geometry)) == 8
    assert turnings(geometry)[0] == tuple(range(len(geometry)))


def test_a_board_that_is_longer_than_wide_keeps_the_ways_that_fit():
    cells = tuple((x, y) for y in range(3) for x in range(5))
    oblong = Geometry(5, 3, cells, (), ((0, 0), (4, 0), (4, 2), (0, 2)), square(5).surface)
    assert len(turnings(oblong)) == 4


def test_an_opening_is_written_the_same_in_every_turning():
    board = square(15)
    cells = tuple(board.cell(name) for name in ("h8", "i9", "j7"))
    forms = {canonical(board, tuple(turning[cell] for cell in cells)) for turning in turnings(board)}
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
    found = list(PositionKeys(ruleset.info.id, first.geometry).along(first, steps))
    assert found == [key_of(ruleset.info.id, each) for _move, each in steps]
    assert all(one != then for one, then in pairwise(found))


def test_a_key_stays_the_same_from_one_run_to_the_next():
    """The index is kept in a file."""
    board = square(15)
    stones = ["."] * len(board)
    stones[board.cell("h8")] = "b"
    assert position_keys("gomoku", board).key(stones, "w") == 3428729578919
