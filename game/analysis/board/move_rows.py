"""The rows of the list of moves on the analysis board: turns of the game in pairs, variations and comments in place.

The rows are data; the window draws them. Imports no pygame.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby, islice

from game.analysis.board.study_table import StudyTable
from game.core.model import Choose
from game.library.study.study import TurnOrder
from game.library.study.tree import ROOT

#: Number of moves in a row of a variation.
MOVES_IN_A_ROW = 6
#: Maximum number of variations listed after one position, besides the one that is on the board.
_MOST_VARIATIONS = 8
#: Number of levels by which the row of a variation in a variation is indented, at most.
DEEPEST = 4


@dataclass(frozen=True, slots=True)
class TurnCell:
    """A turn of one side in the main line: usually one move, or several if the game places several stones a turn."""

    nodes: tuple[int, ...]
    colour: str
    """The letter of the side that moves; "" if it is not known yet."""


@dataclass(frozen=True, slots=True)
class TurnRow:
    """A row with the turns of both sides, in the order in which they were played."""

    number: int
    """The number of the row, from 1."""
    cells: tuple[TurnCell, ...]


@dataclass(frozen=True, slots=True)
class VariationRow:
    """A row with moves of a variation."""

    nodes: tuple[int, ...]
    depth: int
    """1 for an alternative to a move of the main line, 2 for an alternative in a variation, and so on."""
    is_first: bool
    """True if the variation begins in this row."""
    has_more: bool
    """True if the variation has moves after those of the row that are not listed."""


@dataclass(frozen=True, slots=True)
class CommentRow:
    """A row with the comment on a position."""

    node: int
    depth: int


@dataclass(frozen=True, slots=True)
class MoreRow:
    """A row that says how many further variations are not listed."""

    count: int
    depth: int


MoveListRow = TurnRow | VariationRow | CommentRow | MoreRow


class MoveRows:
    """Lists the rows for a study; the result is cached until the study or the variation on the board changes."""

    def __init__(self, table: StudyTable) -> None:
        self._table = table
        self._key: tuple[int, frozenset[int]] | None = None
        self._rows: list[MoveListRow] = []

    def rows(self) -> list[MoveListRow]:
        """Return the rows from the first move on."""
        tree, main = self._table.study.tree, set(self._table.main_line)
        aside = frozenset(node for node in tree.path(self._table.node) if node not in main)
        key = (self._table.editor.count, aside)
        if key != self._key:
            self._key, self._open = key, aside
            self._rows = list(self._all_rows())
        return self._rows

    def row_of(self, node: int) -> int | None:
        """Return the index of the row that shows a node, or None if no row does."""
        return next((number for number, row in enumerate(self.rows()) if node in _nodes_of(row)), None)

    def _all_rows(self) -> Iterator[MoveListRow]:
        yield from self._comment(ROOT, 0)
        # The alternatives to the first move stand below it, like all others.
        cells = self._cells(self._main())
        for number, start in enumerate(range(0, len(cells), 2), start=1):
            pair = tuple(cells[start : start + 2])
            yield TurnRow(number, pair)
            for node in (node for cell in pair for node in cell.nodes):
                yield from self._comment(node, 0)
                yield from self._alternatives(node, 1)

    def _main(self) -> list[int]:
        """Return the main line: that of the game, then the first alternatives after its end."""
        tree, line = self._table.study.tree, self._table.main_line
        return [*line, *tree.continuation(line[-1] if line else ROOT)]

    def _cells(self, nodes: list[int]) -> list[TurnCell]:
        tree, order = self._table.study.tree, TurnOrder(self._table.study)
        sides = []
        for depth, node in enumerate(nodes):
            parent = tree.parent(node)
            assert parent is not None
            is_choice = isinstance(tree.move(node), Choose)
            sides.append((node, "" if is_choice else order.colour(parent, depth), is_choice))
        cells = list[TurnCell]()
        for (colour, is_choice), group in groupby(sides, key=lambda side: side[1:]):
            turn = tuple(node for node, _colour, _choice in group)
            # A side that places more than two stones in a row is laying out an opening, stone by stone.
            several = [turn] if len(turn) <= 2 and not is_choice else [(node,) for node in turn]
            cells += [TurnCell(part, colour) for part in several]
        return cells

    def _comment(self, node: int, depth: int) -> Iterator[MoveListRow]:
        if node in self._table.study.tree.comments:
            yield CommentRow(node, depth)

    def _alternatives(self, node: int, depth: int) -> Iterator[MoveListRow]:
        """Yield the rows of the alternatives to a node's move, the one on the board with all its moves."""
        tree = self._table.study.tree
        parent = tree.parent(node)
        others = [child for child in tree.children(parent) if child != node] if parent is not None else []
        listed = [*others[:_MOST_VARIATIONS], *(other for other in others[_MOST_VARIATIONS:] if other in self._open)]
        for other in listed:
            yield from self._variation(other, min(depth, DEEPEST))
        if len(others) > len(listed):
            yield MoreRow(len(others) - len(listed), min(depth, DEEPEST))

    def _variation(self, first: int, depth: int) -> Iterator[MoveListRow]:
        tree = self._table.study.tree
        if first not in self._open:
            nodes = (first, *islice(tree.follow(first), MOVES_IN_A_ROW))
            yield VariationRow(nodes[:MOVES_IN_A_ROW], depth, is_first=True, has_more=len(nodes) > MOVES_IN_A_ROW)
            yield from self._comment(first, depth)
            return
        line = self._line_on_board(first)
        start = 0
        while start < len(line):
            # A row ends early where something stands between the moves.
            end = start + 1
            while end < len(line) and end - start < MOVES_IN_A_ROW and not self._is_break(line[end - 1], start, end):
                end += 1
            yield VariationRow(tuple(line[start:end]), depth, is_first=start == 0, has_more=False)
            yield from self._comment(line[end - 1], depth)
            if end > 1:
                yield from self._alternatives(line[end - 1], depth + 1)
            start = end

    def _line_on_board(self, first: int) -> list[int]:
        """Return a variation from its first node through the position on the board to its end."""
        tree = self._table.study.tree
        path = tree.path(self._table.node)
        line = path[path.index(first) :]
        return [*line, *tree.continuation(line[-1])]

    def _is_break(self, node: int, start: int, end: int) -> bool:
        """Return True if a new row must begin after a node of a variation, as a comment or alternatives come after it.

        ``start`` and ``end`` are the indices in the variation at which the current row begins and ends.
        """
        tree = self._table.study.tree
        parent = tree.parent(node)
        has_others = (start > 0 or end - 1 > start) and parent is not None and len(tree.children(parent)) > 1
        return node in tree.comments or has_others


def _nodes_of(row: MoveListRow) -> tuple[int, ...]:
    match row:
        case TurnRow(_number, cells):
            return tuple(node for cell in cells for node in cell.nodes)
        case VariationRow(nodes):
            return nodes
        case _:
            return ()
