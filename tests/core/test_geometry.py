"""Boards: hexagons, joined edges and boards as text, with their lines and symmetries."""

from __future__ import annotations

import pytest

from game.core.errors import ParseError
from game.core.geometry import (
    DIRECTIONS,
    HEXAGON_DIRECTIONS,
    Geometry,
    Wrap,
    from_rows,
    hexagon,
    octagon,
    rectangle,
    square,
    with_directions,
)
from game.core.line_game import LineRule
from game.core.lines.line_state import lines_on, lines_through
from game.core.lines.shapes import padded, shapes
from game.core.lines.threats import threats_by

FIVE = LineRule(length=5)


def stones(geometry: Geometry, cells: str, letter: str = "b") -> list[str]:
    found = {geometry.cell(name) for name in cells.split()}
    return [letter if cell in found else "." for cell in range(len(geometry))]


def test_a_hexagon_has_its_cells_and_three_directions():
    board = hexagon(5)
    assert (len(board), board.columns, board.rows, board.directions) == (61, 9, 9, HEXAGON_DIRECTIONS)
    assert len(set(board.names)) == 61
    assert board is hexagon(5)
    middle = board.cell("e5")
    beside = {board.ray(middle, (dx * way, dy * way))[0] for dx, dy in HEXAGON_DIRECTIONS for way in (1, -1)}
    x, y = board.project(board.cells[middle])
    distances = [abs(complex(*board.project(board.cells[cell])) - complex(x, y)) for cell in beside]
    assert len(beside) == 6
    assert distances == pytest.approx([1] * 6)


def test_a_row_wins_in_each_direction_of_a_hexagon_and_in_no_other():
    board, rule = hexagon(3), LineRule(length=3)
    in_rows = [window for window in board.windows(3) if lines_on(board, row_of(board, window), rule)]
    assert len(in_rows) == len(board.windows(3)) == 3 * (1 + 2 + 3 + 2 + 1)
    steep = [board.at(1, 1), board.at(2, 2), board.at(3, 3)]
    assert lines_on(board, ["b" if cell in steep else "." for cell in range(len(board))], rule) == ()


def row_of(board: Geometry, window: tuple[int, ...]) -> list[str]:
    return ["b" if cell in window else "." for cell in range(len(board))]


@pytest.mark.parametrize(
    ("board", "number"),
    [
        (square(15), 8),
        (rectangle(15, 20), 4),
        (square(7, Wrap.TORUS), 8),
        (square(7, Wrap.COLUMNS), 4),
        (octagon(10, 3), 8),
        (hexagon(5), 12),
        (from_rows(["...", "..", "."]), 2),
        (from_rows(["...", ".."]), 1),
        (with_directions(square(7), ((1, 0),)), 4),
    ],
)
def test_a_board_has_the_symmetries_of_its_cells_and_lines(board, number):
    assert len(board.symmetries) == number
    assert board.symmetries[0] == tuple(range(len(board)))
    rows = {frozenset(window) for window in board.windows(2)}
    for symmetry in board.symmetries:
        assert {frozenset(symmetry[cell] for cell in row) for row in rows} == rows


def test_only_left_and_right_change_places_in_the_symmetries_of_rows():
    for board in (rectangle(7, 6), hexagon(4)):
        assert len(board.row_symmetries) == 2
    assert rectangle(7, 6).row_symmetries[1][:7] == (6, 5, 4, 3, 2, 1, 0)


def test_a_line_goes_on_at_the_other_side_of_a_torus_and_ends_before_its_own_cell():
    board = square(5, Wrap.TORUS)
    assert board.ray(board.cell("d3"), (1, 0)) == tuple(map(board.cell, ("e3", "a3", "b3", "c3")))
    assert board.ray(board.cell("e1"), (1, 1)) == tuple(map(board.cell, ("a5", "b4", "c3", "d2")))
    cylinder = rectangle(5, 6, Wrap.COLUMNS)
    assert cylinder.ray(cylinder.cell("a1"), (0, 1)) == ()
    assert len(cylinder.ray(cylinder.cell("a6"), (1, 1))) == 5


def test_each_row_of_different_cells_is_one_window_of_a_torus():
    board = square(5, Wrap.TORUS)
    assert len(board.windows(4)) == 4 * 25
    assert len(board.windows(5)) == len(set(map(frozenset, board.windows(5)))) == 4 * 5
    assert board.windows(6) == ()


@pytest.mark.parametrize(("overline_wins", "size", "wins"), [("bw", 5, 1), ("", 5, 1), ("bw", 6, 1), ("", 6, 0)])
def test_a_full_ring_is_one_row_from_each_of_its_cells(overline_wins, size, wins):
    board, rule = square(size, Wrap.TORUS), LineRule(length=5, overline_wins=overline_wins, needs_open_end=True)
    row = board.row_cells[1]
    filled = ["b" if cell in row else "." for cell in range(len(board))]
    assert lines_on(board, filled, rule) == (row,) * wins
    assert {lines_through(board, filled, cell, rule) for cell in row} == {(row,) * wins}


def test_a_row_over_the_edge_of_a_torus_wins_once_and_its_ends_are_known():
    board = square(9, Wrap.TORUS)
    row = stones(board, "h4 i4 a4 b4 c4")
    assert lines_on(board, row, FIVE) == (tuple(map(board.cell, ("h4", "i4", "a4", "b4", "c4"))),)
    four = stones(board, "i4 a4 b4 c4")
    threats = threats_by(board, four, "b", FIVE, lambda cell: True)
    assert len(threats.lines) == 2
    assert threats.is_unstoppable
    blocked = [*four]
    blocked[board.cell("h4")] = blocked[board.cell("e4")] = "w"
    caro = LineRule(length=5, needs_open_end=True)
    assert threats_by(board, blocked, "b", caro, lambda cell: True).lines == ()


@pytest.mark.parametrize("size", [4, 5, 6, 7, 8])
@pytest.mark.parametrize("overline_wins", ["bw", ""])
def test_a_stone_on_a_short_ring_makes_a_win_exactly_if_the_board_then_has_a_row(size, overline_wins):
    board, rule = rectangle(size, 3, Wrap.COLUMNS), LineRule(length=5, overline_wins=overline_wins)
    for number in range(2**size):
        row = ["b" if number >> place & 1 else "." for place in range(size)]
        filled = [*row, *["."] * 2 * size]
        if lines_on(board, filled, rule):
            continue
        for cell in (place for place in range(size) if row[place] == "."):
            after = [*filled]
            after[cell] = "b"
            made = shapes(board, padded(filled), cell, "b", rule)[0]
            assert made.wins == bool(lines_on(board, after, rule)), (number, cell)
            winning = lines_on(board, after, rule)
            if not winning and not made.too_long:
                gaps = [gap for gap in range(size) if after[gap] == "." and wins_with(board, after, gap, cell, rule)]
                assert made.fours == (1 if made.open_four else len(gaps)), (number, cell)


def wins_with(board: Geometry, stones_here: list[str], gap: int, cell: int, rule: LineRule) -> bool:
    after = [*stones_here]
    after[gap] = "b"
    return any(cell in line for line in lines_through(board, after, gap, rule))


def test_a_long_diagonal_of_a_torus_does_not_fill_the_memory():
    board = rectangle(26, 99, Wrap.TORUS)
    assert len(board.ray(0, (1, 1))) == 26 * 99 - 1
    assert len(board.windows(5)) == 4 * 26 * 99


def test_a_board_is_drawn_as_text():
    board = from_rows(["..#", "...", " . "])
    assert board.names == ("a3", "b3", "a2", "b2", "c2", "b1")
    assert (board.holes, board.directions) == (((2, 0),), DIRECTIONS)
    assert board is from_rows(["..#", "...", " ."])


@pytest.mark.parametrize(
    ("rows", "wrap", "message"),
    [
        (["...", ".o."], Wrap.NONE, "row 2 of the board has 'o'"),
        (["." * 27] * 3, Wrap.NONE, "a board has 2 to 26 columns"),
        (["..", ".."], Wrap.TORUS, "3 or more columns"),
    ],
)
def test_a_board_that_cannot_be_says_what_is_wrong(rows, wrap, message):
    with pytest.raises(ParseError, match=message):
        from_rows(rows, wrap)
