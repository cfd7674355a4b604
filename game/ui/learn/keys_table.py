"""The table of keys and gamepad buttons at the end of every rules card."""

from __future__ import annotations

from game.core.language import _, marked
from game.ui.painting.canvas import Canvas

_HEADING, _ROW = 36.0, 34.0
#: The column edges, as shares of the width.
_EDGES = (0.0, 0.35, 0.65, 1.0)

#: The actions with their keys and gamepad buttons, as game/ui/shell/gamepad.py defines them.
_ROWS = (
    (marked("Move, choose"), marked("Arrows"), marked("D-pad, left stick")),
    (marked("Place, press"), marked("Enter"), "A"),
    (marked("Back, menu of the table"), marked("Esc"), marked("B, Start")),
    (marked("Next stone or button"), marked("Tab"), marked("Right shoulder")),
    (marked("The one before"), marked("Shift and Tab"), marked("Left shoulder")),
    (marked("Hint"), "H", "X"),
    (marked("Take back"), "U", "Y"),
    (marked("Page"), marked("Page Up, Page Down"), marked("Triggers")),
    (marked("First, last"), marked("Home, End"), marked("Sticks pressed")),
    (marked("Rules"), "F1", marked("Back, View")),
)


def paint_keys(canvas: Canvas, top: float, width: float) -> float:
    """Draw the table below ``top``, from the left edge over that width; returns its lower end, in design pixels."""
    canvas.text(_("Keys and gamepad"), 0, top, family="display", size=22, colour="amber", width=width)
    y = top + _HEADING
    for number, row in enumerate(_ROWS):
        if number % 2 == 0:
            canvas.row_plate(0, y, width, _ROW - 4)
        middle = y + (_ROW - 4) / 2
        for column, words in enumerate(row):
            left, right = width * _EDGES[column], width * _EDGES[column + 1]
            colour = "cream" if column else "soft"
            canvas.text(
                _(words), left + 14, middle, family="bold" if column else "text", size=15, colour=colour,
                anchor="midleft", width=right - left - 20,
            )  # fmt: skip
        y += _ROW
    return y
