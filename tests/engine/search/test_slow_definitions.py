"""The kit against slow definitions, in few cases; ``python -m tools.engine.search`` looks at many."""

import pytest

from game.engine.search.lines import position as board
from game.engine.search.lines.tables import FIRST_COUNTED, CellClass, build
from game.engine.search.lines.vcf import list_defences
from tools.engine.search.boards import RULES
from tools.engine.search.checks import (
    CORNER,
    CROWDED,
    KIT_RULES,
    check_counts,
    check_fours,
    check_lines,
    check_threes,
    check_trace,
    differences,
    position_of,
)
from tools.engine.search.slow_game import SlowGame

GAMES = [(variant, *game) for game in ((5, CORNER, 3), (7, CROWDED, 2)) for variant in RULES]


@pytest.mark.parametrize("variant", KIT_RULES)
def test_the_class_of_a_line_is_what_stones_put_down_one_by_one_make_of_it(variant):
    report = check_lines(variant, 4_000)
    assert report.seen["lines"] == 8_000
    assert report.defects == []


@pytest.mark.parametrize("variant", KIT_RULES)
@pytest.mark.parametrize("size", [5, 9, 22])
def test_stones_that_come_and_go_leave_the_record_of_a_fresh_board(variant, size):
    assert check_trace(variant, size, moves=4_000, pause=200).defects == []


def test_a_trace_would_be_told():
    game, tables = SlowGame("renju", 9), build(RULES["renju"])[0]
    one, other = (position_of(game, list("b".ljust(81, ".")), tables) for _ in range(2))
    assert differences(one, other) == []
    other[0]["near"][20] += 1
    other[0]["counts_before"][1] += 1
    other[0]["counts_before"][2] += 1
    assert differences(one, other) == ["near", "counts_before"]


@pytest.mark.parametrize(("variant", "size", "stones", "depth"), GAMES)
def test_there_are_as_many_games_as_the_rules_have(variant, size, stones, depth):
    report = check_counts(variant, size, stones, depth)
    assert report.seen["games"] > 100
    assert report.defects == []


@pytest.mark.parametrize("variant", KIT_RULES)
def test_a_win_by_fours_is_told_when_there_is_one_and_only_then(variant):
    report = check_fours(variant, 7, 24)
    assert 0 < report.seen["wins"] < report.seen["positions"]
    assert report.defects == []


@pytest.mark.parametrize("variant", KIT_RULES)
def test_a_search_for_fours_that_runs_out_of_nodes_claims_no_win_that_is_none(variant):
    assert check_fours(variant, 7, 16, seed=2, budget=3).defects == []


@pytest.mark.parametrize("variant", KIT_RULES)
def test_a_claimed_win_by_threes_wins_against_every_answer(variant):
    report = check_threes(variant, 9, 4)
    assert report.seen["wins by threes"] >= 4
    assert report.defects == []


@pytest.mark.parametrize("variant", ["caro", "freestyle_caro"])
def test_in_caro_a_three_is_stopped_from_beyond_the_ends_of_its_row(variant):
    game, tables = SlowGame(variant, 9), build(RULES[variant])[0]
    row = "...w.ww.."
    position = position_of(game, list(f"{'.' * 27}{row}{'.' * 45}"), tables)[0]
    beyond = board.cell_at(1, 3)
    assert beyond in position["listed"][: list_defences(position, tables, 0, 0)]
    board.place(position, tables, beyond, 0)
    assert not int(position["counts"][1]) >> 8 * (CellClass.OPEN_FOUR - FIRST_COUNTED) & 255
