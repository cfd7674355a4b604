"""The rules card of a game as data: a few short sections, with little boards where a picture says it better."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from game.core.geometry import Geometry
from game.core.model import EMPTY, Mark, MarkKind, OptionValue


@dataclass(frozen=True, slots=True)
class Diagram:
    """A position to look at, on the board of the default options with these changes."""

    stones: Mapping[str, str]
    """For each letter of a stone the names of its cells, with spaces between them."""
    marks: tuple[tuple[MarkKind, str], ...] = ()
    """The kinds of marks, and the names of their cells."""
    caption: str = ""
    options: Mapping[str, OptionValue] = field(default_factory=dict)

    def board(self, geometry: Geometry) -> tuple[str, ...]:
        """The stones by cell; raises ParseError for an unknown cell name."""
        board = [EMPTY] * len(geometry)
        for letter, names in self.stones.items():
            for name in names.split():
                board[geometry.cell(name)] = letter
        return tuple(board)

    def marks_on(self, geometry: Geometry) -> tuple[Mark, ...]:
        """The marks by cell, each with the colour of its first stone; raises ParseError for an unknown cell name."""
        board = self.board(geometry)
        cells = [(kind, tuple(geometry.cell(name) for name in names.split())) for kind, names in self.marks]
        return tuple(Mark(kind, line, board[line[0]] if board[line[0]] != EMPTY else "") for kind, line in cells)


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with a few sentences and perhaps a picture."""

    title: str
    words: str
    diagram: Diagram | None = None
