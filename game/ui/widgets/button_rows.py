"""Rows of buttons with labels of different lengths in one letter size."""

from __future__ import annotations

from collections.abc import Sequence

from game.ui.painting.typesetter import Typesetter

#: The room of a button beside its words, and of its icon with the gap, as multiples of the letter size.
_EDGES, _ICON = 1.0, 1.6
_LETTERS = 20.0


def row_widths(typesetter: Typesetter, faces: Sequence[tuple[str, str, float]]) -> list[float]:
    """The widths in design pixels of buttons with these labels, icons and usual widths.

    With larger letters the row's width is divided by the needs of its buttons.
    """
    usual = [width for _label, _icon, width in faces]
    if typesetter.letters == 1:
        return usual
    needed = [
        typesetter.measure(label, "display", _LETTERS)[0] / typesetter.scale
        + _LETTERS * (_EDGES + (_ICON if icon else 0))
        for label, icon, _width in faces
    ]
    return [sum(usual) * width / sum(needed) for width in needed]
