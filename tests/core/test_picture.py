"""Boards as text."""

from __future__ import annotations

import pytest

from game.core.geometry import octagon, square
from game.core.model import ParseError
from game.core.picture import draw_board, read_board

POND = octagon(5, 2, frozenset({(2, 2)}))
BOARD = ("b", ".", "w", ".", ".", ".", ".", ".", ".", ".", ".", "c")
PICTURE = """\
x x b x x
x . w . x
. . x . .
x . . . x
x x c x x"""


def test_a_board_is_drawn_from_the_top_row_with_holes_and_cut_corners_as_x():
    assert draw_board(POND, BOARD) == PICTURE


def test_a_picture_reads_back_to_its_board():
    assert read_board(POND, PICTURE.splitlines(), "bwc") == BOARD


@pytest.mark.parametrize(
    ("picture", "line", "quoted"),
    [
        (PICTURE.replace("w", "q"), 2, "'q' is not valid at c4"),
        (PICTURE.replace("x", ".", 1), 1, "'.' is not valid at a5"),
        (PICTURE.replace(". . x", ". . ."), 3, "'.' is not valid at c3"),
        (PICTURE.replace("x . w . x", "x . w x"), 2, "'x . w x' has 4 cells"),
        (PICTURE + "\nx", 6, "6 rows"),
    ],
)
def test_a_picture_that_does_not_fit_is_refused_with_its_line_and_its_text(picture, line, quoted):
    with pytest.raises(ParseError, match=quoted.replace(".", r"\.")) as refused:
        read_board(POND, picture.splitlines(), "bwc")
    assert refused.value.line == line


def test_a_square_board_has_no_x():
    assert draw_board(square(2), ("b", ".", ".", "w")) == "b .\n. w"
