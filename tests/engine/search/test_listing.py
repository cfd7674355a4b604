"""Lists of cells and the choice of the next move, which look at many cells at once, agree with loops over each cell."""

import random

import numpy as np
import pytest

from game.engine.search.lines import position as board
from game.engine.search.lines.listing import first_cell, list_cells, list_near_cells
from game.engine.search.lines.tables import CELLS, ROW, CellClass, build
from game.engine.search.searching import place_of_largest
from tools.engine.search.boards import RULES, random_stones

#: Steps from a stone along lines to the cells near it.
NEAR_STEPS = [step * far for step in (1, ROW, ROW + 1, ROW - 1) for far in range(-board.NEAR, board.NEAR + 1)]


@pytest.fixture(params=[5, 15, 22])
def position(request):
    tables = build(RULES["renju"])[0]
    made = board.new_position(request.param, tables)[0]
    stones = random_stones(request.param, request.param**2 // 3, seed=request.param)
    for cell, colour in stones:
        board.place(made, tables, cell, colour)
    board.take_back(made, tables)
    return made


def empty_cells(position):
    cells = position["cells"][: position["cell_count"]].tolist()
    return [cell for cell in cells if position["stones"][cell] == 0]


def centre(position):
    middle = int(position["size"]) // 2
    return board.cell_at(middle, middle)


def test_the_cells_near_a_stone_are_listed_row_by_row(position):
    stones = {int(cell) for cell in position["moves"][: position["placed"]]}
    near = {stone + step for stone in stones for step in NEAR_STEPS} | {centre(position)}
    count = list_near_cells(position, 2)
    listed = position["listed"][2 * board.LISTED :][:count].tolist()
    assert listed == [cell for cell in empty_cells(position) if cell in near]


@pytest.mark.parametrize("least", [CellClass.NOTHING, CellClass.SOME, CellClass.THREE, CellClass.FIVE])
@pytest.mark.parametrize("side", [0, 1])
def test_the_cells_from_a_class_on_are_listed_row_by_row(position, side, least):
    classes = position["classes"][side * CELLS :]
    expected = [cell for cell in empty_cells(position) if classes[cell] >= least]
    count = list_cells(position, side, 0, int(least))
    assert position["listed"][:count].tolist() == expected
    assert first_cell(position, side, int(least)) == next(iter(expected), -1)


def test_the_first_of_the_largest_numbers_is_found():
    dice = random.Random(1)
    for _ in range(500):
        numbers = np.array([dice.randrange(-9, 9) for _ in range(dice.randrange(1, 100))], np.int32)
        first = dice.randrange(len(numbers))
        assert place_of_largest(numbers, first, len(numbers)) == first + int(np.argmax(numbers[first:]))
