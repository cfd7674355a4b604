"""Wins by a four and a three are real, and every move that is left out against one loses."""

import numpy as np
import pytest

from game.engine.search.lines import position as board
from game.engine.search.lines.four_three import list_four_three_answers, winning_four_three
from game.engine.search.lines.tables import CellClass, build
from game.engine.search.lines.vcf import list_defences, may_place, win_by_fours
from game.engine.search.lines.vct import PROOF_ENTRIES
from tools.engine.search.boards import RULES, random_stones

SIZE = 11
BOARDS = 400


def number_of(position, side, cell_class):
    return board.number_of(int(position["counts"][side]), int(cell_class))


def quiet_positions(variant):
    """Yield random positions in which neither side can make a five, each with the tables of its rules."""
    tables = build(RULES[variant])[0]
    for seed in range(BOARDS):
        position = board.new_position(SIZE, tables)[0]
        for cell, colour in random_stones(SIZE, 20 + seed % 20, seed):
            board.place(position, tables, cell, colour)
        if not any(number_of(position, side, CellClass.FIVE) for side in (0, 1)):
            yield position, tables


def plies_to_win_by_fours(position, tables, side, fours=20):
    position["four_nodes"], position["four_limit"] = 0, 100_000
    return win_by_fours(position, tables, np.zeros(PROOF_ENTRIES, np.int64), side, 2, fours)


def cells_left_out(position, tables, side, listed):
    near = {int(cell) for cell in position["cells"][: position["cell_count"]] if position["stones"][cell] == 0}
    return [cell for cell in near - listed if may_place(position, tables, cell, side)]


@pytest.mark.parametrize("variant", ["freestyle", "standard", "renju", "caro"])
@pytest.mark.parametrize("side", [0, 1])
def test_a_win_by_a_four_and_a_three_takes_five_plies(variant, side):
    wins = 0
    for position, tables in quiet_positions(variant):
        if number_of(position, side, CellClass.OPEN_FOUR) or winning_four_three(position, tables, side, 1) < 0:
            continue
        wins += 1
        assert plies_to_win_by_fours(position, tables, side, fours=1) == 5
    assert wins > 5


@pytest.mark.parametrize("variant", ["freestyle", "standard", "renju"])
@pytest.mark.parametrize("side", [0, 1])
def test_every_move_left_out_against_a_four_and_a_three_loses_by_fours(variant, side):
    seen = 0
    for position, tables in quiet_positions(variant):
        other = 1 - side
        if any(number_of(position, each, CellClass.OPEN_FOUR) for each in (0, 1)):
            continue
        threat = winning_four_three(position, tables, other, 1)
        if threat < 0:
            continue
        listed = set(position["listed"][: list_four_three_answers(position, tables, side, 0, threat)].tolist())
        for cell in cells_left_out(position, tables, side, listed):
            board.place(position, tables, cell, side)
            assert plies_to_win_by_fours(position, tables, other) > 0
            board.take_back(position, tables)
            seen += 1
    assert seen > 100


@pytest.mark.parametrize("variant", ["freestyle", "standard", "renju", "caro"])
@pytest.mark.parametrize("side", [0, 1])
def test_every_move_left_out_against_an_open_four_leaves_one(variant, side):
    seen = 0
    for position, tables in quiet_positions(variant):
        other = 1 - side
        if number_of(position, other, CellClass.OPEN_FOUR) == 0 or number_of(position, side, CellClass.OPEN_FOUR):
            continue
        listed = set(position["listed"][: list_defences(position, tables, side, 0)].tolist())
        for cell in cells_left_out(position, tables, side, listed):
            board.place(position, tables, cell, side)
            assert number_of(position, side, CellClass.FIVE) == 0
            assert number_of(position, other, CellClass.OPEN_FOUR) > 0
            board.take_back(position, tables)
            seen += 1
    assert seen > 100
