"""The players of the documents: what their texts promise, and that they only ever make legal moves."""

from __future__ import annotations

import random
from dataclasses import replace
from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.geometry import DIRECTIONS
from game.core.line_game import AskChoice, LineRule
from game.core.lines.reasons import purpose
from game.core.lines.shapes import shape
from game.core.model import Place
from game.core.ruleset import Info, Limits
from game.plugins.registry import resolve_thinker
from rulesets.connect6 import RULESET as CONNECT6
from rulesets.gomoku import RULESET as GOMOKU
from rulesets.gomoku import table_2017 as table
from rulesets.gomoku.patterns_2018 import (
    DEAD_FOUR,
    FIVE,
    FOUR,
    JUMP_FOUR,
    THREE,
    PatternBoard,
    find_pattern,
    line_value,
)
from rulesets.six_in_a_row import RULESET as SIX
from rulesets.six_tuples import cell_scores, six_tuples
from tools.engine.line_positions import drawn, options_of, random_game, start

#: The compiled engine's levels are tested in tests/engine/search.
GOMOKU_LEVELS = [level.id for level in GOMOKU.info.levels if level.source]
FIVE_WINS = LineRule(length=5)


def think(game, level_id, state, seed=0, seconds=5.0):
    """The move of a level, and what it said last."""
    level = game.info.level(level_id)
    thinker = resolve_thinker(f"rulesets.{game.info.id}", level.thinker)
    thinking = thinker(state, Limits(seconds=seconds, seed=seed), **level.settings)
    said = Info()
    while True:
        try:
            said = next(thinking)
        except StopIteration as end:
            return end.value, said


def chosen(game, level_id, state, **limits):
    """The name of the cell that a level takes."""
    move, _ = think(game, level_id, state, **limits)
    assert game.check(state, move) is None
    return state.geometry.names[move.cell]


@pytest.mark.parametrize("level", GOMOKU_LEVELS)
@pytest.mark.parametrize("variant", ["freestyle", "standard", "freestyle_caro", "caro", "renju"])
def test_every_gomoku_player_makes_five_rather_than_block_four(level, variant):
    state = drawn(GOMOKU, "- - --bb-bb - -wwww - - ---ww", "b", variant=variant)
    assert chosen(GOMOKU, level, state) == "e13"


@pytest.mark.parametrize("level", GOMOKU_LEVELS)
def test_every_gomoku_player_blocks_a_four_that_has_one_end(level):
    state = drawn(GOMOKU, "- - - bwwww - ---b -----b --------bb", "b")
    assert chosen(GOMOKU, level, state) == "f12"


@pytest.mark.parametrize("level", GOMOKU_LEVELS)
def test_every_gomoku_player_fills_the_gap_of_a_four(level):
    state = drawn(GOMOKU, "- - - -wwww".replace("wwww", "ww-ww") + " - ---b -----b --------bb", "b")
    assert chosen(GOMOKU, level, state) == "d12"


@pytest.mark.parametrize("level", ["algorithm", "advanced", "single_point", "alpha_beta"])
def test_all_but_the_basic_player_stop_an_open_three(level):
    state = drawn(GOMOKU, "- - - - -----www - - -----------b --------b", "b")
    assert chosen(GOMOKU, level, state) in {"e11", "i11"}


@pytest.mark.parametrize(("level", "cells"), [("basic", {"f8", "f11"}), ("algorithm", {"f8"})])
def test_the_basic_player_alone_takes_a_cell_that_is_nearly_the_best(level, cells):
    state = drawn(GOMOKU, "- - - - - -----b -----bw ----w - ------b", "b")
    assert {chosen(GOMOKU, level, state, seed=seed) for seed in range(8)} == cells


@pytest.mark.parametrize("level", GOMOKU_LEVELS)
def test_the_first_stone_stands_in_the_middle(level):
    assert chosen(GOMOKU, level, start(GOMOKU)) == "h8"


def test_the_table_is_worked_out_from_b_equal_to_one():
    assert (table.B, table.A, table.D, table.C, table.F, table.E) == (1, 5, 21, 85, 341, 1365)
    assert table.LIVE[4] == (table.MAX, 0)
    assert table.DEAD[4] == (table.MAX, table.MAX - 1)


@pytest.mark.parametrize(
    ("segment", "weight"),
    [
        ("......bb...", table.LIVE[2]),
        ("....w.bb...", table.DEAD[2]),
        ("...bb.b....", table.LIVE[3]),
        ("......bbbb.", table.LIVE[4]),
        ("......bbbbw", table.DEAD[4]),
        ("...bb.bb...", table.DEAD[4]),
        ("...w..bbw..", (0, 0)),
        ("##...b.w###", (0, 0)),
        ("...........", (0, 0)),
        (".......bb..", (0, 0)),
    ],
    ids=[
        "live two",
        "dead two",
        "three around the cell",
        "live four: lost",
        "dead four",
        "a gap can be filled",
        "no room for five",
        "no room at the edge",
        "nothing there",
        "does not touch the cell",
    ],
)
def test_a_line_has_the_weight_of_its_row_in_the_table(segment, weight):
    assert table.line_weight(tuple(segment), "b", FIVE_WINS) == weight


def test_a_stone_that_would_make_too_long_a_line_is_worth_nothing_in_standard():
    rule = replace(FIVE_WINS, overline_wins="")
    assert table.line_weight(tuple("..bbb.bb..."), "b", rule) == (0, 0)


def test_a_four_that_standard_lets_win_at_one_end_only_is_not_lost():
    state = drawn(GOMOKU, "- - - --wwww-w - - - ---b -----b --b ------b", "b", variant="standard")
    assert chosen(GOMOKU, "algorithm", state) == "b12"


def test_the_algorithm_gives_up_a_live_four_as_its_table_says():
    state = drawn(GOMOKU, "- - - --wwww - - - ---bbb", "b")
    assert chosen(GOMOKU, "algorithm", state) == "g8"


def test_the_advanced_player_makes_a_four_and_a_three_that_the_algorithm_overlooks():
    state = drawn(GOMOKU, "- - - - ---wbbb - -------b -------b - - - - wbbb -----b", "b")
    assert chosen(GOMOKU, "algorithm", state) == "e3"
    assert chosen(GOMOKU, "advanced", state) == "h11"
    assert think(GOMOKU, "advanced", state)[1].note == "Makes a four and an open three."


@pytest.mark.parametrize("level", GOMOKU_LEVELS)
def test_a_remembered_game_of_gomoku_does_not_repeat(level):
    assert len({opening_of(level, seed) for seed in range(8)}) > 4


@pytest.mark.parametrize("level", GOMOKU_LEVELS)
def test_the_same_seed_gives_the_same_game(level):
    assert opening_of(level, 3) == opening_of(level, 3)


@pytest.mark.parametrize("level", GOMOKU_LEVELS)
def test_the_stones_put_down_for_swap2_differ_from_game_to_game(level):
    assert len({opening_of(level, seed, plies=3, opening="swap2") for seed in range(8)}) > 2


def opening_of(level, seed, plies=6, **options):
    """The first cells of a game of a level against itself."""
    state = start(GOMOKU, **options)
    moves = []
    for number in range(plies):
        moves.append(think(GOMOKU, level, state, seed=1000 * seed + number)[0].cell)
        state = GOMOKU.apply(state, Place(moves[-1], state.colour)).state
    return tuple(moves)


@pytest.mark.parametrize("level", ["algorithm", "single_point"])
def test_the_dice_choose_among_cells_of_the_highest_value_only(level):
    state = drawn(GOMOKU, "- - - - - - - -------b -------w", "b")
    said = {think(GOMOKU, level, state, seed=seed) for seed in range(20)}
    assert len({move for move, _ in said}) > 1
    assert len({info.score for _, info in said}) == 1


@pytest.mark.parametrize(
    ("line", "at", "score"),
    [
        (".bbb.", 2, THREE),
        (".bbbb.", 1, FOUR),
        ("wbbbb.", 1, DEAD_FOUR),
        ("bbbbb", 0, FIVE),
        (".b.bbb.", 1, JUMP_FOUR),
        ("wb.bbbb.", 3, FOUR),
        (".b.bbbbw", 3, DEAD_FOUR),
        ("wbbbbw", 3, 0),
        (".bbbbb.bw", 2, FIVE),
    ],
)
def test_a_pattern_scores_by_its_stones_its_gap_and_its_blocked_ends(line, at, score):
    assert find_pattern(tuple(line), at).score("b", FIVE_WINS) == score


def test_a_pattern_jumps_one_gap_only():
    assert find_pattern(tuple(".b.b.b."), 3).before_gap + find_pattern(tuple(".b.b.b."), 3).after_gap == 2


def worth(state, colour):
    """Return the value for a colour of the patterns on all lines of a position."""
    geometry, board = state.geometry, state.board
    lines = [
        tuple(board[at] for at in (cell, *geometry.ray(cell, (dx, dy))))
        for dx, dy in DIRECTIONS
        for cell in range(len(geometry))
        if not geometry.ray(cell, (-dx, -dy))
    ]
    return sum(line_value(line, colour, state.rule) for line in lines)


@pytest.mark.parametrize("name", ["f11", "e9"])
def test_a_stone_is_worth_to_alpha_beta_what_the_reply_that_costs_most_leaves(name):
    state = drawn(GOMOKU, "- - - ----bb ----w-w -----w", "b")
    cell = state.geometry.cell(name)
    after = GOMOKU.apply(state, Place(cell, "b")).state
    near = PatternBoard(after).has_neighbour
    replies = [move for move in GOMOKU.legal_moves(after) if near(move.cell)]
    left = min(worth(GOMOKU.apply(after, reply).state, "b") for reply in replies)
    assert PatternBoard(state).value_after(cell, alpha=-inf) == left


def test_alpha_beta_plays_its_best_move_so_far_when_time_is_up():
    state = drawn(GOMOKU, "- - -bwwww- - ---b -----b", "b")
    assert chosen(GOMOKU, "alpha_beta", state, seconds=0.0) == "g13"


@pytest.mark.parametrize("game", [SIX, CONNECT6])
def test_six_tuples_opens_at_5_5_from_the_top_left(game):
    state = start(game)
    move, _ = think(game, "six_tuples", state)
    assert state.geometry.cells[move.cell] == (5, 5)


def test_every_tuple_of_six_is_scored_the_skipped_ones_too():
    board = start(SIX).geometry
    assert len(board.windows(6)) == 924
    assert set(cell_scores(start(SIX), "w")) == {7 * len(through) for through in board.windows_through(6)}


@pytest.mark.parametrize("game", [SIX, CONNECT6])
@pytest.mark.parametrize(("colour", "why"), [("b", "own"), ("w", "opponent's")])
def test_six_tuples_sees_five_where_the_published_loops_never_look(game, colour, why):
    state = drawn(game, "- " * 13 + "b -b --- ---b ----b -----b", colour)
    assert chosen(game, "six_tuples", state) == "c4"


def test_own_four_outranks_blocking_a_four():
    state = drawn(SIX, "- - - --bbbb - - - - - - - --wwww", "b")
    assert chosen(SIX, "six_tuples", state) in {"b16", "g16"}


@pytest.mark.parametrize("ruleset", ["six_in_a_row", "connect6"])
def test_six_tuples_goes_by_the_name_of_each_ruleset_that_it_plays(ruleset):
    assert resolve_thinker("", f"rulesets.{ruleset}.opponents.six_tuples") is six_tuples


def test_two_calls_of_six_tuples_finish_a_four_in_connect6():
    state = drawn(CONNECT6, "- - - --wwww - - - - - - - -bbbb", "w")
    for _ in range(2):
        move, _ = think(CONNECT6, "six_tuples", state)
        state = CONNECT6.apply(state, move).state
    outcome = CONNECT6.outcome(state)
    assert outcome is not None
    assert outcome.winner == 1


@pytest.mark.parametrize(
    ("rows", "name", "note"),
    [
        ("- -bb-bb", "d14", "Makes five in a row."),
        ("- -ww-ww", "d14", "Stops five in a row."),
        ("- --bbb", "f14", "Makes an open four."),
        ("- --www", "f14", "Blocks an open three."),
        ("- wbbb", "e14", "Makes a four."),
        ("- bwww", "e14", "Blocks a three."),
        ("- ---b-b", "e14", "Makes an open three."),
        ("- - - ---bb - --b --b", "c12", "Makes a double three."),
        ("- ---b-b ----w ----w ----w ----b", "e14", "Makes an open three. Blocks a three."),
        ("-", "h8", ""),
    ],
)
def test_a_hint_says_what_the_stone_is_good_for(rows, name, note):
    state = drawn(GOMOKU, rows, "b")
    assert purpose(state, state.geometry.cell(name), "w") == note


def test_the_terms_of_a_hint_follow_the_length_of_the_line():
    state = drawn(SIX, "- --bbbb", "b")
    assert purpose(state, state.geometry.cell("g18"), "w") == "Makes an open five."


def test_a_three_beside_a_four_in_one_line_is_no_three():
    made = shape(tuple("..b.bb....."), "b", FIVE_WINS)
    assert made.fours == 0 or not made.three_points


SETTINGS = st.fixed_dictionaries(
    {
        "size": st.sampled_from([5, 9, 15]),
        "variant": st.sampled_from(["freestyle", "standard", "freestyle_caro", "caro", "renju"]),
        "opening": st.sampled_from(["free", "swap2"]),
        "ban_33": st.booleans(),
        "ban_44": st.booleans(),
    }
).filter(lambda given: GOMOKU.check_options(options_of(GOMOKU, **given)) is None)


def some_positions(game, options, seed):
    """A few positions of a random game in which a stone is to be placed."""
    states = [
        state
        for state in random_game(game, options, seed)
        if game.outcome(state) is None and not isinstance(state.phase, AskChoice)
    ]
    return random.Random(seed).sample(states, min(3, len(states)))


@settings(max_examples=30, deadline=None)
@given(given_options=SETTINGS, level=st.sampled_from(GOMOKU_LEVELS), seed=st.integers(0, 10**6))
def test_no_gomoku_player_makes_an_illegal_move_in_any_variant(given_options, level, seed):
    for state in some_positions(GOMOKU, options_of(GOMOKU, **given_options), seed):
        move, _ = think(GOMOKU, level, state, seed=seed)
        assert isinstance(move, Place)
        assert GOMOKU.check(state, move) is None


@settings(max_examples=6, deadline=None)
@given(game=st.sampled_from([SIX, CONNECT6]), level=st.sampled_from(["casual", "six_tuples"]), seed=st.integers(0, 99))
def test_no_six_tuple_player_makes_an_illegal_move(game, level, seed):
    for state in some_positions(game, {}, seed):
        move, _ = think(game, level, state, seed=seed)
        assert game.check(state, move) is None
