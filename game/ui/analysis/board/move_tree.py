"""The list of moves on the analysis board: turns in two columns with marks and chances, variations in place."""

from __future__ import annotations

from collections.abc import Iterator

from game.analysis.board.board_analysis import BoardAnalysis
from game.analysis.board.move_rows import CommentRow, MoreRow, MoveListRow, MoveRows, TurnCell, TurnRow, VariationRow
from game.analysis.board.study_table import StudyTable
from game.core.language import _, plural
from game.core.model import Place
from game.session.texts import screen_move
from game.ui.analysis.board.move_marks import draw_class
from game.ui.painting.canvas import Canvas
from game.ui.painting.stage import Stage

#: Place of the card: x, y and width; its height depends on the scene.
_X, _Y, _WIDTH = 800.0, 290.0, 456.0
#: The usual height of the card.
HEIGHT = 196.0
_EDGE, _TURN, _LINE = 8.0, 30.0, 25.0
#: Columns: the right edge of the row's number, the left edge of the first turn, and the width of a turn.
_NUMBER, _FIRST, _CELL = 34.0, 42.0, 203.0
_MARK, _PERCENT = 118.0, 10.0
#: Left edge of a variation's moves, the indentation of each level, and the width of a move.
_INDENT, _STEP, _MOVE = 50.0, 16.0, 58.0
_SHARE = 54.0


class MoveTree:
    """The card with the study's moves; it scrolls, and each move can be clicked."""

    def __init__(self, table: StudyTable, analysis: BoardAnalysis, height: float = HEIGHT) -> None:
        self._table, self._analysis, self.height = table, analysis, height
        self._rows = MoveRows(table)
        self._top = 0
        """Index of the first visible row."""

    # Scrolling

    def scroll(self, rows: int) -> None:
        """Scroll by a number of rows; positive scrolls up."""
        self._top = max(0, min(self._last_top, self._top - rows))

    def reset_for_position(self) -> None:
        """Scroll as little as needed to show the current move with a row before and after it."""
        place = self._rows.row_of(self._table.node) or 0
        self._top = min(self._top, max(0, place - 1), self._last_top)
        while self._top < place and not self._shows(place + 1) and self._top < self._last_top:
            self._top += 1

    def _shows(self, place: int) -> bool:
        rows = self._rows.rows()
        return sum(_height(row) for row in rows[self._top : place + 1]) <= self.height - 2 * _EDGE

    @property
    def _last_top(self) -> int:
        """The index of the first visible row when the list is scrolled to its end."""
        rows, room = self._rows.rows(), self.height - 2 * _EDGE
        top = len(rows)
        while top > 0 and room >= _height(rows[top - 1]):
            top -= 1
            room -= _height(rows[top])
        return top

    def _seen(self) -> Iterator[tuple[MoveListRow, float]]:
        """Yield the visible rows with their top in design pixels."""
        y, bottom = _Y + _EDGE, _Y + self.height - _EDGE
        for row in self._rows.rows()[self._top :]:
            if y + _height(row) > bottom + 1:
                return
            yield row, y
            y += _height(row)

    def holds(self, stage: Stage, point: tuple[int, int]) -> bool:
        """Return True if a point on the screen is on the card."""
        return stage.rect(_X, _Y, _WIDTH, self.height).collidepoint(point)

    def node_at(self, stage: Stage, point: tuple[int, int]) -> int | None:
        """Return the node whose move is at a point on the screen, or None."""
        for row, y in self._seen():
            for node, (x, width) in _places(row):
                if stage.rect(x, y, width, _height(row)).collidepoint(point):
                    return node
        return None

    # Drawing

    def draw(self, canvas: Canvas) -> None:
        canvas.panels.card(_X, _Y, _WIDTH, self.height)
        if not self._rows.rows():
            words = _("Play moves on the board: they are listed here.")
            block = canvas.block(words, _WIDTH - 40, 3, self.height - 40, size=15)
            canvas.draw_block(block, _X + 20, _Y + 20, "mist")
            return
        for row, y in self._seen():
            match row:
                case TurnRow():
                    self._draw_turns(canvas, row, y)
                case VariationRow():
                    self._draw_variation(canvas, row, y)
                case CommentRow(node, depth):
                    self._draw_texts(canvas, self._table.study.tree.comments[node], depth, y, "soft")
                case MoreRow(count, depth):
                    words = plural("{count} more variation", "{count} more variations", count)
                    self._draw_texts(canvas, words, depth, y, "mist")

    def _draw_turns(self, canvas: Canvas, row: TurnRow, y: float) -> None:
        middle = y + _TURN / 2
        if row.number % 2:
            canvas.panels.row_plate(_X + _EDGE, y, _WIDTH - 2 * _EDGE, _TURN)
        canvas.text(str(row.number), _X + _NUMBER, middle, size=13, colour="mist", anchor="midright", width=24)
        for column, cell in enumerate(row.cells):
            self._draw_turn(canvas, cell, _X + _FIRST + column * _CELL, middle)

    def _draw_turn(self, canvas: Canvas, cell: TurnCell, x: float, middle: float) -> None:
        table, node = self._table, cell.nodes[-1]
        is_shown = table.node in cell.nodes
        if is_shown:
            canvas.panels.chosen_plate(x - 4, middle - 13, _CELL - 4, 26, radius=9)
        colour = "amber_text" if is_shown else "cream"
        move = table.study.tree.move(node)
        stone = table.study.ruleset.info.stone(move.stone) if isinstance(move, Place) else None
        left, end = x + 2, x + _CELL - 12
        if stone is not None:
            canvas.stone(stone.art, x + 9, middle, 18)
            left = x + 24
        chance = self._analysis.chance(node)
        if chance is not None:
            canvas.text(_("{percent} %", percent=round(100 * chance)), end, middle, size=13,
                        colour="amber_text" if is_shown else "mist", anchor="midright", width=_SHARE)  # fmt: skip
            end -= _SHARE
        judged = self._analysis.judged(node)
        if judged is not None:
            draw_class(canvas, judged.kind, x + _MARK, middle, 15, is_chosen=is_shown,
                       hollow=self._analysis.is_reviewing)  # fmt: skip
            end = x + _MARK - _PERCENT
        words = " ".join(screen_move(table, table.study.tree.move(each)) for each in cell.nodes)
        canvas.text(words, left, middle, family="bold", size=15, colour=colour, anchor="midleft", width=end - left,
                    smallest=9)  # fmt: skip

    def _draw_variation(self, canvas: Canvas, row: VariationRow, y: float) -> None:
        table, middle = self._table, y + _LINE / 2
        left = _indent(row.depth)
        canvas.panels.plate(left - 8, y, _X + _WIDTH - _EDGE - left + 8, _LINE, colour="chip", radius=0)
        canvas.panels.plate(left - 6, y + 3, 3, _LINE - 6, colour="teal", radius=1)
        for node, (x, width) in _places(row):
            is_shown, move = node == table.node, table.study.tree.move(node)
            if is_shown:
                canvas.panels.chosen_plate(x - 3, middle - 11, width - 2, 22, radius=7)
            colour = "amber_text" if is_shown else "teal" if row.is_first and node == row.nodes[0] else "soft"
            words = screen_move(table, move)
            if not isinstance(move, Place) or not table.study.ruleset.info.names_stone:
                canvas.text(words, x + 2, middle, family="bold", size=13, colour=colour, anchor="midleft",
                            width=width - 6, smallest=8)  # fmt: skip
                continue
            stone = table.study.ruleset.info.stone(move.stone)
            if stone is not None:
                canvas.stone(stone.art, x + 8, middle, 14)
            canvas.text(words, x + 17, middle, family="bold", size=13, colour=colour, anchor="midleft",
                        width=width - 20, smallest=8)  # fmt: skip
        self._draw_end(canvas, row, middle)

    def _draw_end(self, canvas: Canvas, row: VariationRow, middle: float) -> None:
        """Draw the chance after a variation's first move at the right end of its row, or dots if it goes on."""
        chance = self._analysis.chance(row.nodes[0]) if row.is_first else None
        words = "…" if row.has_more else ""
        if chance is not None:
            words = _("{percent} %", percent=round(100 * chance))
        canvas.text(words, _X + _WIDTH - 16, middle, family="bold", size=12, colour="teal", anchor="midright", width=44)

    def _draw_texts(self, canvas: Canvas, words: str, depth: int, y: float, colour: str) -> None:
        left = _indent(depth)
        canvas.text(" ".join(words.split()), left, y + _LINE / 2, size=13, colour=colour, anchor="midleft",
                    width=_X + _WIDTH - 18 - left)  # fmt: skip


def _height(row: MoveListRow) -> float:
    return _TURN if isinstance(row, TurnRow) else _LINE


def _indent(depth: int) -> float:
    return _X + _INDENT + _STEP * max(0, depth - 1)


def _places(row: MoveListRow) -> Iterator[tuple[int, tuple[float, float]]]:
    """Yield the nodes of a row, each with the left edge and the width of its place in design pixels."""
    match row:
        case TurnRow(_number, cells):
            for column, cell in enumerate(cells):
                yield cell.nodes[-1], (_X + _FIRST + column * _CELL - 4, _CELL - 4)
        case VariationRow(nodes, depth):
            left = _indent(depth)
            room = (_X + _WIDTH - 60 - left) / max(1, len(nodes))
            for number, node in enumerate(nodes):
                width = min(_MOVE, room)
                yield node, (left + number * width, width)
