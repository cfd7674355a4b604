"""Openings of three stones that a search evaluated as even, stored for each set of rules.

A line of the file consists of the name of the rules, the stones as steps from the centre of the board (the first
colour's, the second's, the first's), and the score for the second colour, which is to move.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from game.core.geometry import Position

_FILE = Path(__file__).with_suffix(".txt")

#: Steps from the centre of the board to the stones, in the order of placement.
OpeningPoints = tuple[Position, ...]


@cache
def even_openings(rules_name: str) -> tuple[OpeningPoints, ...]:
    """Return the stored openings that leave a game with these rules even."""
    lines = (line.split() for line in _FILE.read_text(encoding="utf-8").splitlines())
    return tuple(tuple(map(_point, words[1:-1])) for words in lines if words and words[0] == rules_name)


def keep(rules_name: str, judged: dict[OpeningPoints, int]) -> None:
    """Replace the even openings of these rules in the file. Their scores are in points."""
    others = [line for line in _FILE.read_text(encoding="utf-8").splitlines() if line.split()[:1] != [rules_name]]
    ours = [f"{rules_name} {' '.join(f'{x},{y}' for x, y in opening)} {score}" for opening, score in judged.items()]
    _FILE.write_text("".join(f"{line}\n" for line in sorted([*others, *ours])), encoding="utf-8")


def turn(opening: OpeningPoints, way: int) -> OpeningPoints:
    """Return an opening rotated or reflected by one of the eight symmetries of the board, numbered 0 to 7."""
    turned = opening
    for _ in range(way % 4):
        turned = tuple((-y, x) for x, y in turned)
    return tuple((-x, y) for x, y in turned) if way >= 4 else turned


def _point(text: str) -> Position:
    x, y = text.split(",")
    return int(x), int(y)
