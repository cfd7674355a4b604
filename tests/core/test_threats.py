"""Threats: the lines that one turn could complete, and how many stones stop them, against a slow definition."""

from __future__ import annotations

from itertools import combinations

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from game.core.geometry import square
from game.core.lines.line_state import LineRule, lines_on
from game.core.lines.threats import threats_by
from game.core.model import EMPTY
from game.core.ruleset import threats_of
from rulesets.connect6 import RULESET as CONNECT6
from rulesets.gomoku import RULESET as GOMOKU
from rulesets.threestones import RULESET as THREESTONES
from tools.engine.line_positions import after, drawn, names, start

SIDE = 4
RULES = st.builds(
    LineRule,
    length=st.integers(2, 4),
    overline_wins=st.sampled_from(("bw", "", "w")),
    needs_open_end=st.booleans(),
    stones_a_turn=st.integers(1, 2),
)
#: Boards on which little is empty, so that everything can be tried.
BOARDS = st.lists(st.sampled_from((EMPTY, "b", "w")), min_size=SIDE * SIDE, max_size=SIDE * SIDE)


def put(board, cells, letter):
    return [letter if cell in cells else stone for cell, stone in enumerate(board)]


def empties(board):
    return [cell for cell, stone in enumerate(board) if stone == EMPTY]


def has_won(board, colour, rule):
    return any(board[line[0]] == colour for line in lines_on(square(SIDE), board, rule))


def can_win(board, colour, rule):
    """Whether some stones of one turn make a winning line."""
    turns = (set(cells) for size in range(1, rule.stones_a_turn + 1) for cells in combinations(empties(board), size))
    return any(has_won(put(board, cells, colour), colour, rule) for cells in turns)


def slow_answers(board, colour, other, rule, forbidden):
    """The smallest sets of cells that leave nothing to win by one turn; no set when a turn's stones are too few."""
    allowed = [cell for cell in empties(board) if cell not in forbidden]
    for size in range(rule.stones_a_turn + 1):
        sets = [cells for cells in combinations(allowed, size) if not can_win(put(board, cells, other), colour, rule)]
        if sets:
            return size, sets
    return rule.stones_a_turn + 1, []


@settings(max_examples=150, deadline=None)
@given(board=BOARDS, rule=RULES, forbidden=st.sets(st.integers(0, SIDE * SIDE - 1), max_size=4))
def test_the_number_of_stones_and_their_cells_are_those_of_trying_everything(board, rule, forbidden):
    assume(len(empties(board)) <= 9)
    assume(not has_won(board, "b", rule))
    found = threats_by(square(SIDE), board, "b", rule, lambda cell: cell not in forbidden)
    needed, answers = slow_answers(board, "b", "w", rule, forbidden)
    assert found.needed == needed
    assert set(found.cells) == {cell for cells in answers for cell in cells}
    assert bool(found.lines) == can_win(board, "b", rule)
    assert found.is_unstoppable == (needed > rule.stones_a_turn)


@settings(max_examples=150, deadline=None)
@given(board=BOARDS, rule=RULES)
def test_every_line_that_is_named_wins_when_it_is_filled(board, rule):
    assume(not has_won(board, "b", rule))
    for line in threats_by(square(SIDE), board, "b", rule, lambda _: True).lines:
        gaps = {cell for cell in line if board[cell] == EMPTY}
        assert 0 < len(gaps) <= rule.stones_a_turn
        assert has_won(put(board, gaps, "b"), "b", rule)


def needed_against_black(game, rows, **options):
    """Stones that White needs, and where the smallest answers lie."""
    state = drawn(game, rows, "w", **options)
    black = game.threats(state)[0]
    return black.needed, names(state, black.cells)


def test_four_in_a_row_of_connect6_needs_two_stones_in_the_open_and_one_at_the_edge():
    assert needed_against_black(CONNECT6, "- ---bbbb")[0] == 2
    assert needed_against_black(CONNECT6, "- bbbb") == (1, {"e18", "f18"})
    assert needed_against_black(CONNECT6, "- -wbbbbw") == (0, set())


def test_more_than_two_stones_are_needed_against_three_separate_threats_and_no_cell_is_named():
    rows = "bbbb - bbbb - bbbb"
    assert needed_against_black(CONNECT6, rows) == (3, set())


def test_six_or_more_win_so_a_line_that_would_be_longer_is_a_threat_too():
    assert needed_against_black(CONNECT6, "- wbbb--bbb") == (1, {"e18", "f18"})


def test_an_open_four_of_gomoku_cannot_be_stopped_and_one_that_would_be_too_long_is_none_in_standard():
    assert needed_against_black(GOMOKU, "- --bbbb")[0] == 2
    rows = "- wb-bbbb"
    assert needed_against_black(GOMOKU, rows)[0] == 2
    assert needed_against_black(GOMOKU, rows, variant="standard") == (1, {"h14"})


def test_a_stone_at_the_open_end_stops_a_line_of_caro_as_well_as_one_in_its_gap():
    for variant in ("caro", "freestyle_caro"):
        assert needed_against_black(GOMOKU, "- --wbb-bb", variant=variant) == (1, {"f14", "i14"})


def test_only_the_gap_stops_a_line_that_would_be_six_in_freestyle_caro():
    assert needed_against_black(GOMOKU, "- --wbb-bbb", variant="freestyle_caro") == (1, {"f14"})
    assert needed_against_black(GOMOKU, "- --wbb-bbb", variant="caro")[0] == 0


def test_a_stone_that_the_rules_forbid_stops_nothing():
    rows = "- - bwwww --..-bb --..-b-b"
    free, renju = (drawn(GOMOKU, rows, "b", variant=variant) for variant in ("freestyle", "renju"))
    assert names(free, GOMOKU.threats(free)[1].cells) == {"f13"}
    assert GOMOKU.threats(renju)[1].is_unstoppable, "Black would make a double three on f13"


def test_nothing_is_told_in_an_opening_or_after_the_end_or_by_a_game_without_threats():
    assert GOMOKU.threats(start(GOMOKU, opening="swap2")) == ()
    assert CONNECT6.threats(after(CONNECT6, drawn(CONNECT6, "- bbbb", "b"), "e18 f18")) == ()
    assert [threats.needed for threats in CONNECT6.threats(start(CONNECT6))] == [0, 0]
    assert threats_of(THREESTONES, THREESTONES.setup({"first": "duck", "picker": "toss"}, 0).state) is None
