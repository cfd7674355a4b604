"""Rows of buttons with labels of different lengths in one letter size."""

from __future__ import annotations

from collections.abc import Sequence

from game.ui.painting.typesetter import Typesetter

#: The padding of a label in a button, and the space of its icon with the gap, as multiples of the letter size.
_EDGES, _ICON = 1.0, 1.6
_LETTERS = 20.0


def row_widths(typesetter: Typesetter, faces: Sequence[tuple[str, str, float]]) -> list[float]:
    """Return the widths in design pixels of adjacent buttons, given as (label, icon, usual width).

    For enlarged text the total width is distributed according to the lengths of the labels.
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
