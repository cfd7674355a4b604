"""The table of keys and gamepad buttons at the end of every rules card."""

from __future__ import annotations

from itertools import groupby

from game.core.language import _
from game.ui.painting.canvas import Canvas
from game.ui.widgets.keys import KEYS

_HEADING, _GROUP, _ROW = 36.0, 30.0, 34.0
_GAP = 10.0
#: Edges of the columns as shares of the width: action, keys, gamepad.
_EDGES = (0.0, 0.4, 0.7, 1.0)


def paint_keys(canvas: Canvas, top: float, width: float) -> float:
    """Draw the table below ``top``, ``width`` wide from x = 0; return its bottom edge in design pixels."""
    canvas.text(_("Keys and gamepad"), 0, top, family="display", size=22, colour="amber", width=width)
    y = top + _HEADING
    for place, uses in groupby(KEYS, key=lambda use: use.place):
        canvas.text(_(place), 0, y, family="bold", size=15, colour="mist", width=width, height=canvas.tall(_GROUP))
        y += canvas.tall(_GROUP)
        for number, use in enumerate(uses):
            row = _(use.words), use.names(), _(use.pad) if use.pad else ""
            _paint_row(canvas, row, y, width, is_lit=number % 2 == 0)
            y += canvas.tall(_ROW)
        y += _GAP
    return y


def _paint_row(canvas: Canvas, row: tuple[str, str, str], y: float, width: float, *, is_lit: bool) -> None:
    height = canvas.tall(_ROW) - 4
    if is_lit:
        canvas.row_plate(0, y, width, height)
    for column, words in enumerate(row):
        left, right = width * _EDGES[column], width * _EDGES[column + 1]
        colour = "cream" if column else "soft"
        canvas.text(
            words, left + 14, y + height / 2, family="bold" if column else "text", size=15, colour=colour,
            anchor="midleft", width=right - left - 20, height=height,
        )  # fmt: skip
