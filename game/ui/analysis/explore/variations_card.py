"""The explorer's list of moves in the current variation, with the alternatives below each move."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from game.analysis.explore.study_board import StudyTable
from game.core.match import Match, Ply
from game.core.model import Choose, Move, Place
from game.session.texts import screen_move
from game.ui.board.move_list import MoveList, MoveRow, Turn
from game.ui.painting.canvas import Canvas
from game.ui.painting.stage import Stage

#: Number of moves shown of an alternative.
_PREVIEW = 3
_HEIGHT = 35.0


@dataclass(frozen=True, slots=True)
class _OtherRow(MoveRow):
    """Row of the list of moves for an alternative to a move of the current variation."""

    node: int = 0


class VariationsCard(MoveList):
    """Card with the moves of the current variation and their alternatives.

    Moves after the position on the board are paler.
    """

    def __init__(self, table: StudyTable, x: float, y: float, height: float) -> None:
        super().__init__(table, x, y, height)
        self._study_table = table
        self._line_match: Match = table.match_of_line()
        self._with_others: list[MoveRow] | None = None

    def reset_for_position(self) -> None:
        """Rebuild the list of moves in the current variation, and scroll to the move on the board."""
        self._line_match = self._study_table.match_of_line()
        self._with_others = None
        self.reveal(max(0, self._study_table.step - 1))

    @property
    def plies(self) -> list[Ply]:
        """Plies of the whole current variation, also after the position on the board."""
        return self._line_match.plies

    def _rows(self) -> list[MoveRow]:
        if self._with_others is None:
            self._with_others = self._arrange_rows(super()._rows())
        return self._with_others

    def _arrange_rows(self, rows: list[MoveRow]) -> list[MoveRow]:
        arranged: list[MoveRow] = []
        place = 0
        for row in rows:
            arranged.append(row)
            made = sum(len(turn.plies) for turn in row.turns)
            for node in self._study_table.line[place : place + made]:
                arranged += self._others(node)
            place += made
        return arranged

    def _others(self, node: int) -> list[MoveRow]:
        """Return a row of the list for each alternative to a node's move."""
        tree = self._study_table.study.tree
        parent = tree.parent(node)
        others = [] if parent is None else [other for other in tree.children(parent) if other != node]
        return [_OtherRow(0, [], other) for other in others]

    def node_at(self, stage: Stage, point: tuple[int, int]) -> int | None:
        """Return the node whose move is at a point on the screen, or None."""
        for y, row in self._seen_rows():
            if isinstance(row, _OtherRow) and stage.rect(self.x + 14, y, 212, _HEIGHT).collidepoint(point):
                return row.node
        place = self.ply_at(stage, point)
        return None if place is None else self._study_table.line[place]

    # Drawing

    def _draw_between(self, canvas: Canvas, row: MoveRow, y: float) -> None:
        """Draw the first moves of an alternative variation; a star marks the game's original line."""
        assert isinstance(row, _OtherRow)
        tree, middle = self._study_table.study.tree, y + _HEIGHT / 2
        nodes = [row.node, *islice(tree.continuation(row.node), _PREVIEW - 1)]
        move = tree.move(row.node)
        is_main = self._study_table.is_main(row.node)
        if is_main:
            canvas.star(self.x + 36, middle, 7)
        else:
            canvas.level_line(self.x + 30, middle, 12, "mist")
        left = self.x + 50
        stone = None if isinstance(move, Choose) else self.table.tournament.ruleset.info.stone(move.stone)
        if stone is not None:
            canvas.stone(stone.art, left + 8, middle, 15)
            left += 20
        text = " ".join(self._named(tree.move(node)) for node in nodes)
        width = self.x + 222 - left
        colour = "amber" if is_main else "soft"
        canvas.text(text, left, middle, size=14, colour=colour, anchor="midleft", width=width, height=34)

    def _named(self, move: Move) -> str:
        return screen_move(self.table, move)

    def _draw_mark(self, canvas: Canvas, turn: Turn, x: float, y: float) -> float:
        """Draw a pencil beside a move in the list that has a comment or marks."""
        nodes = dict(zip(map(id, self.plies), self._study_table.line, strict=False))
        tree = self._study_table.study.tree
        if any(nodes[id(ply)] in tree.comments or nodes[id(ply)] in tree.marks for ply in turn.plies):
            is_shown = any(nodes[id(ply)] == self._study_table.node for ply in turn.plies)
            canvas.icon("pencil", x + self._turn_width - 16, y + 17, "amber_text" if is_shown else "amber", 14)
        return 16.0 if isinstance(turn.plies[-1].move, Place) else 0.0
