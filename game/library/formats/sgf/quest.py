"""Openings in SGF files of Gomoku Quest, which puts their stones into properties of its own.

``QPR`` has the three stones that one player offered, with commas between them, and ``QSLW`` White's fourth stone. The
moves after them are usual ones. The properties were derived from the files and from a program that reads them.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle

from game.core.language import plural
from game.library.formats.sgf.tree import COLOURS, SgfNode
from game.library.formats.texts import ImportWarnings

#: The properties with the stones of an opening.
OPENING = ("QPR", "QSLW")
#: Maximum number of bytes read of such a property, and of points.
_LONGEST, _MOST_POINTS = 100, 12


def place_openings(nodes: Sequence[SgfNode], warnings: ImportWarnings) -> None:
    """Turn the stones of an opening into the first moves of an SGF game.

    If the game plays on one of their points again, the others are set up instead, so that all its moves stay possible.
    """
    written = [(node, name) for node in nodes for name in OPENING if name in node.properties]
    if not written:
        return
    colours = cycle(COLOURS)
    stones = [(node, next(colours), point) for node, name in written for point in _points(node, name)]
    played = {value.strip().lower() for node in nodes for _colour, value in node.stones}
    repeated = [point for _node, _colour, point in stones if point in played]
    for node, colour, point in stones:
        if not repeated:
            node.stones.append((colour, point))
            node.properties.setdefault(colour, []).append(point)
        elif point not in repeated:
            node.properties.setdefault(f"A{colour}", []).append(point)
    for node, name in written:
        del node.properties[name]
    if repeated:
        warnings.add_sentence(
            plural(
                "Left out: {count} stone of the opening, because the game plays on the same point later.",
                "Left out: {count} stones of the opening, because the game plays on the same points later.",
                len(repeated),
            )
        )


def _points(node: SgfNode, name: str) -> list[bytes]:
    values = b",".join(value[:_LONGEST] for value in node.properties[name]).lower()
    return [point.strip() for point in values.split(b",") if point.strip()][:_MOST_POINTS]
