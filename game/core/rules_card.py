"""The rules of a game as data for the rules card: a few short sections, some with a small board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from game.core.geometry import Geometry
from game.core.model import EMPTY, Mark, MarkKind, OptionValue


@dataclass(frozen=True, slots=True)
class Diagram:
    """A small picture of a board on the rules card: stones, marks and a caption.

    The board is that of the default options, changed by ``options``.

        Diagram({"b": "f8 g8 h8 i8 j8", "w": "f9 g9"}, marks=((MarkKind.LINE, "f8 g8 h8 i8 j8"),))
    """

    stones: Mapping[str, str]
    """The letter of each kind of stone and the names of its cells, separated by spaces."""
    marks: tuple[tuple[MarkKind, str], ...] = ()
    """Pairs of a kind of mark and the names of its cells, separated by spaces."""
    caption: str = ""
    options: Mapping[str, OptionValue] = field(default_factory=dict)

    def board(self, geometry: Geometry) -> tuple[str, ...]:
        """Return the board of the diagram: the letter of the stone on each cell, or EMPTY.

        Raises ParseError for an unknown cell name.
        """
        board = [EMPTY] * len(geometry)
        for letter, names in self.stones.items():
            for name in names.split():
                board[geometry.cell(name)] = letter
        return tuple(board)

    def marks_on(self, geometry: Geometry) -> tuple[Mark, ...]:
        """Return the marks of the diagram, each with the colour of the stone on its first cell.

        Raises ParseError for an unknown cell name.
        """
        board = self.board(geometry)
        cells = [(kind, tuple(geometry.cell(name) for name in names.split())) for kind, names in self.marks]
        return tuple(Mark(kind, line, board[line[0]] if board[line[0]] != EMPTY else "") for kind, line in cells)


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the rules card: a heading, a few sentences, and optionally a picture."""

    title: str
    words: str
    diagram: Diagram | None = None
