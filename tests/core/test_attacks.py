"""Attacks: what a side has or could make that wins unless it is stopped, and every cell that stops it."""

from __future__ import annotations

import random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from game.core.geometry import square
from game.core.lines.attacks import attack_by
from game.core.lines.line_state import LineRule, LineState, lines_on
from game.core.model import EMPTY, Attack, AttackKind
from game.core.ruleset import attacks_of
from rulesets.connect6 import RULESET as CONNECT6
from rulesets.gomoku import RULESET as GOMOKU
from rulesets.gomoku.rules import VARIANTS
from rulesets.six_in_a_row import RULESET as SIX
from rulesets.threestones import RULESET as THREESTONES
from tools.engine.line_positions import after, drawn, names, random_game, start

SIDE = 5
RULES = st.builds(
    LineRule,
    length=st.integers(3, 4),
    overline_wins=st.sampled_from(("bw", "", "w")),
    needs_open_end=st.booleans(),
)
BOARDS = st.lists(st.sampled_from((EMPTY, EMPTY, "b", "w")), min_size=SIDE * SIDE, max_size=SIDE * SIDE)


def put(board, cell, letter):
    return [*board[:cell], letter, *board[cell + 1 :]]


def empties(board):
    return [cell for cell, stone in enumerate(board) if stone == EMPTY]


def wins_somewhere(board, rule):
    """Whether Black completes a line with one stone."""
    more = (put(board, cell, "b") for cell in empties(board))
    return any(board[line[0]] == "b" for board in more for line in lines_on(square(SIDE), board, rule))


def slow_stops(board, forbidden, rule, still):
    """White's stones after which Black cannot do it any more."""
    return {cell for cell in empties(board) if cell not in forbidden and not still(put(board, cell, "w"), rule)}


def slow_makers(board, forbidden, rule):
    """Black's stones after which no stone of White keeps Black from a line."""
    return {
        cell
        for cell in empties(board)
        if wins_somewhere(put(board, cell, "b"), rule)
        and not slow_stops(put(board, cell, "b"), forbidden, rule, wins_somewhere)
    }


@settings(max_examples=25, deadline=None)
@given(board=BOARDS, rule=RULES, forbidden=st.sets(st.integers(0, SIDE * SIDE - 1), max_size=3))
def test_what_wins_next_and_the_turn_after_is_found_with_all_that_stops_it_as_by_trying_everything(
    board, rule, forbidden
):
    assume(len(empties(board)) <= 14)
    assume(not lines_on(square(SIDE), board, rule))
    found = attack_by(
        square(SIDE), board, ("b", "w"), rule, lambda _, colour, cell: colour == "b" or cell not in forbidden
    )
    if wins_somewhere(board, rule):
        assert found is not None
        assert not found.is_coming
        assert set(found.stops) == slow_stops(board, forbidden, rule, wins_somewhere)
        return
    makers = slow_makers(board, forbidden, rule)
    is_made = found is not None and (not found.is_coming or found.kind is AttackKind.DOUBLE_FOUR)
    assert is_made == bool(makers)
    if is_made:
        assert set(found.goes_on) <= makers
        assert found.goes_on
        assert set(found.goes_on) == makers or not found.is_coming
        assert set(found.stops) == slow_stops(
            board, forbidden, rule, lambda board, rule: slow_makers(board, forbidden, rule)
        )


def attack(game, rows, colour="b", on_turn="w", **options) -> tuple[LineState, Attack | None]:
    state = drawn(game, rows, on_turn, **options)
    return state, next((each for each in game.attacks(state) if each.colour == colour), None)


def told(game, rows, colour="b", **options):
    """The attack's kind, where it goes on, and what stops it."""
    state, found = attack(game, rows, colour, **options)
    if found is None:
        return None
    kind = f"coming {found.kind.value}" if found.is_coming else found.kind.value
    return kind, " ".join(sorted(names(state, found.goes_on))), " ".join(sorted(names(state, found.stops)))


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ("- - ---bbb", ("open three", "c13 g13", "c13 g13")),
        ("- --bb-b", ("open three", "e14", "b14 e14 g14")),
        ("- w-bbb--w", ("open three", "f14", "b14 f14 g14")),
        ("- bbbb", ("four", "e14", "e14")),
        ("- --bbbb", ("open four", "b14 g14", "")),
        ("- bbb-bbb -", ("four", "d14", "d14")),
        ("- - bbbb - -b - -b - -", ("four", "e13", "e13")),
        ("- - --bb- -----b -----b", ("coming double three", "f13", "b13 e13 f10 f13 f14 g13")),
        ("- - wbbb-- -----b -----b", ("coming four and open three", "f13", "e13 f10 f13 f14")),
        ("- - wbbb-- -----b -----b -----b -----w", ("coming double four", "f13", "e13 f13 f14")),
        ("- wbbb-w", None),
        ("- w-bbb-w", None),
        ("- ---bb", None),
    ],
)
def test_rows_are_told_by_what_they_become(rows, expected):
    assert told(GOMOKU, rows) == expected


def test_a_four_beside_an_open_three_is_told_as_both():
    state, found = attack(GOMOKU, "- bbbb - - - ------b ------b ------b")
    assert found.kind is AttackKind.FOUR_AND_THREE
    assert names(state, found.stops) == {"e14"}


def test_two_open_threes_at_once_are_a_double_three():
    state, found = attack(GOMOKU, "- - ---bbb - - - - ---bbb")
    assert (found.kind, found.is_coming, found.stops) == (AttackKind.DOUBLE_THREE, False, ())
    assert {len(line) for line in found.lines} == {3}
    assert names(state, found.goes_on) == {"c13", "g13", "c8", "g8"}


def test_a_three_that_may_not_become_a_four_legally_is_none():
    # Black's four at either end of the row would be a second one, which renju forbids.
    fours = "- - -w--bbb--w ---b---b ---b---b ---b---b ---w---w"
    assert told(GOMOKU, fours)[1] == "d13 h13"
    assert told(GOMOKU, fours, variant="renju") is None


def test_a_double_three_is_a_threat_of_black_only_where_it_is_allowed():
    rows = "- - --bb- -----b -----b"
    assert told(GOMOKU, rows, variant="renju") is None
    assert told(GOMOKU, rows, ban_33=True) is None
    assert told(GOMOKU, rows.replace("b", "w"), "w", variant="renju")[0] == "coming double three"


def test_an_overline_makes_no_four_where_it_does_not_win():
    rows = "- b--bbb--b"
    assert told(GOMOKU, rows)[0] == "open three"
    assert told(GOMOKU, rows, variant="standard") is None
    assert told(GOMOKU, "- b---bbb---b", variant="standard") == ("open three", "d14 h14", "d14 h14")


def test_a_row_between_two_stones_wins_nothing_in_caro():
    assert told(GOMOKU, "- w--bbb--w")[0] == "open three"
    assert told(GOMOKU, "- w-bbb--w", variant="caro") is None
    assert told(GOMOKU, "- w--bbb--w", variant="caro") is None
    assert told(GOMOKU, "- ---bbb---", variant="caro")[0] == "open three"


def test_a_row_between_two_stones_that_can_grow_to_six_wins_in_freestyle_caro():
    assert told(GOMOKU, "- wbbb-bbw", variant="caro") is None
    assert told(GOMOKU, "- wbbb-bbw", variant="freestyle_caro") == ("four", "e14", "e14")
    assert told(GOMOKU, "- w--bbb--w", variant="freestyle_caro") is None


def test_six_in_a_row_tells_the_same_of_rows_that_are_longer_by_one():
    assert told(SIX, "- - ---bbbb") == ("open three", "c17 h17", "c17 h17")
    assert told(SIX, "- - ---bbbbb")[0] == "open four"
    assert told(SIX, "- - ---bbb") is None


@pytest.mark.parametrize("variant", ["freestyle", "standard", "freestyle_caro", "caro", "renju"])
def test_every_cell_that_is_named_stops_an_attack_and_no_other_cell_does(variant):
    """On positions of real games, with every cell of the board tried."""
    rng, seen = random.Random(5), set()
    for seed in range(7):
        for state in list(random_game(GOMOKU, {**GOMOKU_OPTIONS, "variant": variant}, seed))[30:90:9]:
            for found in GOMOKU.attacks(state):
                seen.add(found.kind)
                cells = rng.sample(range(len(state.board)), 40) + list(found.stops)
                for cell in cells:
                    if state.board[cell] == EMPTY:
                        assert stops(state, found, cell) == (cell in found.stops), state.geometry.names[cell]
    assert len(seen) > 2


VARIANT_OF = VARIANTS
GOMOKU_OPTIONS = {
    "size": 9,
    "opening": "free",
    "ban_33": False,
    "ban_44": False,
}


def stops(state: LineState, found: Attack, cell: int) -> bool:
    """Whether a stone of the other colour on a cell takes an attack away, or all that is as strong."""
    other = next(colour for colour in "bw" if colour != found.colour)
    stones = {at: stone for at, stone in enumerate(state.board) if stone != EMPTY}
    options = {**GOMOKU_OPTIONS, "variant": next(key for key in VARIANT_OF if VARIANT_OF[key] == state.rule)}
    before = GOMOKU.arrange(options, stones, other)
    if GOMOKU.forbids(before, cell) is not None:
        return False
    after_it = GOMOKU.arrange(options, {**stones, cell: other}, found.colour)
    if after_it.lines:
        return cell in found.stops
    left = next((each for each in GOMOKU.attacks(after_it) if each.colour == found.colour), None)
    return left is None or rank(left) > rank(found)


def rank(found: Attack) -> int:
    """0 for what wins next, 1 for what cannot be stopped then, and so on."""
    if found.is_coming:
        coming = (AttackKind.DOUBLE_FOUR, AttackKind.FOUR_AND_THREE, AttackKind.DOUBLE_THREE)
        return 1 + coming.index(found.kind)
    return 1 if found.kind in (AttackKind.OPEN_THREE, AttackKind.DOUBLE_THREE) else 0


def test_nothing_is_told_in_an_opening_or_after_the_end_or_where_a_turn_brings_two_stones():
    assert GOMOKU.attacks(start(GOMOKU, opening="swap2")) == ()
    assert GOMOKU.attacks(start(GOMOKU)) == ()
    assert GOMOKU.attacks(after(GOMOKU, drawn(GOMOKU, "- bbbb", "b"), "e14")) == ()
    assert CONNECT6.attacks(start(CONNECT6)) is None
    assert attacks_of(THREESTONES, THREESTONES.setup({"first": "duck", "picker": "toss"}, 0).state) is None
