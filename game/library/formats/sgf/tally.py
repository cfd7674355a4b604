"""Counts of what the reader of SGF files leaves out of a game, and the sentences about it."""

from __future__ import annotations

from dataclasses import dataclass

from game.core.language import _, plural
from game.library.formats.texts import ImportWarnings


@dataclass(slots=True)
class SgfTally:
    """Counts of the nodes and marks that were left out of an SGF game, by reason."""

    passes: int = 0
    deep: int = 0
    misread: int = 0
    set_up: int = 0
    marks: int = 0
    points: int = 0

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
                    "Left out: {count} move that is not possible on this board, and the moves after it.",
                    "Left out: {count} moves that are not possible on this board, and the moves after them.",
                    self.misread,
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
