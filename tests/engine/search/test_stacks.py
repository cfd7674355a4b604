"""Falling stones in the search of rule sheets: the cells that decide such a game, and who has to give them up."""

import random

import numpy as np
import pytest

from game.engine.search.sheets import position as board
from game.engine.search.sheets.engine import SheetEngine
from game.engine.search.sheets.evaluation import filled_up
from game.engine.search.sheets.making import make
from game.engine.search.sheets.position import MOVE_KINDS
from game.engine.search.sheets.search import list_all
from game.engine.search.sheets.stack_tables import FIRST_WORTH, STACK_WORTH, has_stacks
from game.engine.search.sheets.stacks import keep_safe
from game.engine.search.sheets.tables import CELLS, RUNNING, build
from game.sheets.boards import geometry_of
from game.sheets.sheet import BoardSection, CaptureSection, LineSection, PlaceSection, SheetRules, TurnSection, Where

_DROP = PlaceSection(Where.DROP)


def _rules(columns=7, rows=6):
    return SheetRules(board=BoardSection(columns=columns, rows=rows), line=LineSection(4), place=_DROP)


def _engine(rules):
    return SheetEngine(rules, geometry_of(rules), memory_bits=10)


def _set_up(rules, columns):
    """Return the engine of a board with these columns, each a text of stones from below, as if Black began."""
    engine, geometry = _engine(rules), geometry_of(rules)
    for x, stones in enumerate(columns):
        for height, stone in enumerate(stones):
            cell = geometry.at(x, geometry.rows - 1 - height)
            board.put(engine.position, engine._tables[0], cell, "bw".index(stone))
    engine.position["turn_side"] = sum(map(len, columns)) % 2
    return engine


@pytest.mark.parametrize(("columns", "rows", "first_row_is_black"), [(7, 6, True), (7, 5, True), (6, 7, False)])
def test_rows_belong_to_the_side_that_gets_their_cells_at_the_end(columns, rows, first_row_is_black):
    rules = _rules(columns, rows)
    geometry, tables = geometry_of(rules), build(rules, geometry_of(rules))[0]
    for number in range(int(tables["windows"])):
        cells = tables["window_cells"][4 * number : 4 * number + 4].tolist()
        xs, ys = zip(*(geometry.cells[cell] for cell in cells), strict=True)
        if len(set(xs)) == 1:
            assert tables["worth"][number] == STACK_WORTH
        elif len(set(ys)) == 1:
            is_black = ((geometry.rows - 1 - ys[0]) % 2 == 0) == first_row_is_black
            assert tables["worth"][number] == FIRST_WORTH + 8 * is_black


@pytest.mark.parametrize(
    "rules",
    [
        SheetRules(line=LineSection(4)),
        SheetRules(line=LineSection(4), place=_DROP, turn=TurnSection(1, 2)),
        SheetRules(line=LineSection(4), place=_DROP, turn=TurnSection(passes=True)),
        SheetRules(line=LineSection(4), place=_DROP, capture=CaptureSection((2,), 10)),
    ],
)
def test_a_game_without_forced_filling_has_no_stacks(rules):
    assert not has_stacks(rules)
    assert build(rules, geometry_of(rules))[0]["stacks"] == 0


def test_cells_that_complete_a_window_are_known_in_every_position():
    rules, dice = _rules(), random.Random(4)
    engine = _engine(rules)
    position, tables = engine.position, engine._tables[0]
    windows = tables["window_cells"][: 4 * int(tables["windows"])].reshape(-1, 4)
    while position["result"] == RUNNING:
        make(position, tables, int(dice.choice(position["listed"][: list_all(position, tables)])))
        stones = position["stones"][windows]
        for stone in (1, 2):
            expected = np.zeros(CELLS, int)
            for cells, own in zip(windows, stones == stone, strict=True):
                if own.sum() == 3 and position["stones"][cells[~own][0]] == 0:
                    expected[cells[~own][0]] += 1
            known = position["lone"][stone * CELLS : (stone + 1) * CELLS]
            assert (known[position["stones"][:CELLS] == 0] == expected[position["stones"][:CELLS] == 0]).all()


@pytest.mark.parametrize(
    ("columns", "winner"),
    [
        # Black needs e3, and White has to place the stone on e2 in the end.
        (["wbw", "bwb", "bwb", "wbb", "w"], 1),
        # Black needs e4, but has to place the stone on e3 itself, and White stops it.
        (["bwbw", "wwwb", "bbwb", "wwbb", "bw"], 0),
        # The same for White, who gets the cells of even rows.
        (["wwwb", "bbbw", "bwbw", "bbww", "wb"], -1),
        (["bwb", "bbw", "wbw", "bww", "b"], 0),
    ],
)
def test_a_side_wins_if_the_other_must_place_the_stone_below_its_cell(columns, winner):
    engine = _set_up(_rules(), columns)
    value = filled_up(engine.position, engine._tables[0])
    assert np.sign(value) == (winner if engine.position["turn_side"] == 0 else -winner)


def test_moves_below_a_cell_that_wins_for_the_opponent_are_not_searched():
    engine = _set_up(_rules(), ["wwwb", "bbbw", "bwbw", "bbww", "wb"])
    position, tables = engine.position, engine._tables[0]
    count = list_all(position, tables)
    listed = set(position["listed"][:count].tolist())
    safe = set(position["listed"][: keep_safe(position, tables, count)].tolist())
    assert {geometry_of(_rules()).names[move // MOVE_KINDS] for move in listed - safe} == {"e3"}
