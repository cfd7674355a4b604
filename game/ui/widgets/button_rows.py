"""Rows of buttons whose words are of one size however long they are."""

from __future__ import annotations

from collections.abc import Sequence

from game.ui.painting.painter import Painter

#: What a button has beside its words, and its icon with the gap, in parts of the letters' size.
_EDGES, _ICON = 1.0, 1.6
_LETTERS = 20.0


def row_widths(painter: Painter, faces: Sequence[tuple[str, str, float]]) -> list[float]:
    """The widths of buttons with these words, icons and usual widths, in design pixels.

    Where larger words are wished, the row's width is shared out by how much each button needs.
    """
    usual = [width for _label, _icon, width in faces]
    if painter.letters == 1:
        return usual
    needed = [
        painter.measure(label, "display", _LETTERS)[0] / painter.scale + _LETTERS * (_EDGES + (_ICON if icon else 0))
        for label, icon, _width in faces
    ]
    return [sum(usual) * width / sum(needed) for width in needed]
