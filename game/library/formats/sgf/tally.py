"""Counts of what the reader of SGF files leaves out of a game, and the sentences about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from game.core.language import _, plural
from game.library.formats.texts import ImportWarnings

#: The most moves that are quoted, and the most characters of each.
_MOST_QUOTED, _LONGEST = 3, 20


@dataclass(slots=True)
class SgfTally:
    """Counts of the nodes and marks that were left out of an SGF game, by reason."""

    passes: int = 0
    deep: int = 0
    set_up: int = 0
    marks: int = 0
    points: int = 0
    misread: list[str] = field(default_factory=list)
    """The moves that are no points on the board, as they are written."""

    def add_to(self, warnings: ImportWarnings) -> None:
        """Add warnings about everything in the SGF game that was left out."""
        if self.passes:
            warnings.add_sentence(
                plural(
                    "Left out: {count} pass and the moves after it.",
                    "Left out: {count} passes and the moves after them.",
                    self.passes,
                )
            )
        if self.points:
            warnings.add_sentence(
                plural(
                    "Left out: {count} point of the first position that is not on the board.",
                    "Left out: {count} points of the first position that are not on the board.",
                    self.points,
                )
            )
        if self.set_up:
            warnings.add_sentence(
                plural(
                    "Left out: stones set up in the middle of a game ({count} time).",
                    "Left out: stones set up in the middle of a game ({count} times).",
                    self.set_up,
                )
            )
        if self.deep:
            warnings.add_sentence(_("Left out: moves played after the board was full."))
        if self.misread:
            warnings.add_sentence(
                plural(
                    "Left out: {count} move that is not possible on this board ({words}), and the moves after it.",
                    "Left out: {count} moves that are not possible on this board ({words}), and the moves after them.",
                    len(self.misread),
                    words=_quoted(self.misread),
                )
            )
        if self.marks:
            warnings.add_sentence(
                plural(
                    "Left out: {count} mark outside the board.",
                    "Left out: {count} marks outside the board.",
                    self.marks,
                )
            )


def _quoted(written: Sequence[str]) -> str:
    """Return the first of some moves, as they are written."""
    words = ", ".join(f"“{word[:_LONGEST]}”" for word in written[:_MOST_QUOTED])
    return words + (", …" if len(written) > _MOST_QUOTED else "")
