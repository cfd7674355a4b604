"""The kinds of stones of a rule sheet in the plainest form: who may place them, and whose they are."""

from collections.abc import Mapping, Sequence
from typing import Any

from tests.sheets.slow_board import Cell

SIDES = ("first", "second")
USUAL_STONES: list[dict[str, Any]] = [
    {"letter": "b", "name": "Black", "side": "first"},
    {"letter": "w", "name": "White", "side": "second"},
]


class SlowStones:
    """The kinds of a sheet by their letters. A side is 0, which a sheet calls first, or 1."""

    def __init__(self, entries: Sequence[Mapping[str, Any]]):
        """Read the tables ``[[stones]]`` of a sheet."""
        self.kinds = {entry["letter"]: entry for entry in entries}
        self.plain = [letter for letter in self.kinds if not self.is_wild(letter)]

    def placed_by(self, side: int) -> list[str]:
        """Return the kinds that a side may place: its own, and shared ones."""
        own = (SIDES[side], "both")
        return [letter for letter, kind in self.kinds.items() if kind.get("side", "first") in own or kind.get("shared")]

    def hand(self, letter: str) -> int:
        """Return how many stones of a kind each side has that places it; 0 for no limit."""
        return int(self.kinds[letter].get("hand", 0))

    def is_wild(self, letter: str) -> bool:
        """Return True if stones of a kind count as every kind."""
        return bool(self.kinds[letter].get("wild", False))

    def owner(self, letter: str) -> int | None:
        """Return the side of a kind, None for a wild one of both."""
        side = self.kinds[letter].get("side", "first")
        return SIDES.index(side) if side in SIDES else None

    def fitting(self, stones: Mapping[Cell, str], letter: str) -> set[Cell]:
        """Return the cells whose stones can be in a line of a kind."""
        return {cell for cell, other in stones.items() if other == letter or self.is_wild(other)}
