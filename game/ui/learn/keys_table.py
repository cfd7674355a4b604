"""The table of keys and gamepad buttons at the end of every rules card."""

from __future__ import annotations

from game.core.language import _, gettext_noop
from game.ui.painting.canvas import Canvas

_HEADING, _ROW = 36.0, 34.0
#: The column edges, as shares of the width.
_EDGES = (0.0, 0.35, 0.65, 1.0)

#: The actions with their keys and gamepad buttons, as game/ui/shell/gamepad.py defines them.
_ROWS = (
    (gettext_noop("Move, choose"), gettext_noop("Arrows"), gettext_noop("D-pad, left stick")),
    (gettext_noop("Place, press"), gettext_noop("Enter"), "A"),
    (gettext_noop("Back, menu of the table"), gettext_noop("Esc"), gettext_noop("B, Start")),
    (gettext_noop("Next stone or button"), gettext_noop("Tab"), gettext_noop("Right shoulder")),
    (gettext_noop("The one before"), gettext_noop("Shift and Tab"), gettext_noop("Left shoulder")),
    (gettext_noop("Hint"), "H", "X"),
    (gettext_noop("Take back"), "U", "Y"),
    (gettext_noop("Page"), gettext_noop("Page Up, Page Down"), gettext_noop("Triggers")),
    (gettext_noop("First, last"), gettext_noop("Home, End"), gettext_noop("Sticks pressed")),
    (gettext_noop("Rules"), "F1", gettext_noop("Back, View")),
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
