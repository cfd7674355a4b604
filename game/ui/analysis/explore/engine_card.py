"""The engine card of the explorer: the side with the better chances, search depth, and best moves."""

from __future__ import annotations

from game.analysis.explore.analyst import Analyst, AnalystMove
from game.analysis.explore.study_board import StudyTable
from game.core.language import _
from game.core.model import Place
from game.session.texts import colour_name, screen_move
from game.ui.board.thinking_card import draw_balance, verdict
from game.ui.painting.canvas import Canvas
from game.ui.painting.stage import Stage

#: Place of the card: x, y, width and height.
PLACE = (24.0, 80.0, 240.0, 196.0)
_EDGE, _ROW = 18.0, 21.0
_BAR, _LINES, _END = 63.0, 86.0, 40.0
#: Largest number of moves shown of a variation.
_LONGEST_LINE = 6


class EngineCard:
    """Card of the explorer with the engine's results for the position on the board."""

    def __init__(self, table: StudyTable, analyst: Analyst) -> None:
        self._table, self._analyst = table, analyst

    def move_at(self, stage: Stage, point: tuple[int, int]) -> AnalystMove | None:
        """Return the engine's recommended move whose row is at a point on the screen, or None."""
        for row, move in enumerate(self._analyst.moves):
            if stage.rect(*self._row(row)).collidepoint(point):
                return move
        return None

    def _row(self, row: int) -> tuple[float, float, float, float]:
        x, y, width, _height = PLACE
        return (x + 10, y + _LINES + row * _ROW, width - 20, _ROW - 2)

    def draw(self, canvas: Canvas) -> None:
        x, y, width, _height = PLACE
        canvas.card(*PLACE)
        canvas.text(self._name(), x + _EDGE, y + 10, family="display", size=19, colour="cream", width=width - 2 * _EDGE)
        problem = self._placeholder()
        if problem:
            block = canvas.block(problem, width - 2 * _EDGE, 5, size=15)
            canvas.draw_block(block, x + _EDGE, y + 58, "mist")
            return
        self._draw_balance(canvas)
        for row, move in enumerate(self._analyst.moves):
            self._draw_move(canvas, row, move)

    def _name(self) -> str:
        engine = self._analyst.engine
        return engine.name if engine is not None else _("The engine")

    def _placeholder(self) -> str:
        """Return the sentence that says why the engine card is empty, or "" if there are results."""
        analyst = self._analyst
        if not analyst.is_on:
            return _("Switched off. Nothing is told here until you want it.")
        if self._table.match.outcome is not None:
            return _("The game has ended here.")
        if analyst.waits:
            return _("The engine gets ready.")
        if not analyst.reading.candidates:
            return analyst.problem or _("It looks at the position …")
        return ""

    def _draw_balance(self, canvas: Canvas) -> None:
        """Draw the text that says who is ahead, the bar of winning chances, and the search depth."""
        x, y, width, _height = PLACE
        analyst, state, info = self._analyst, self._table.match.state, self._table.study.ruleset.info
        room = width - 2 * _EDGE
        chance = analyst.chance
        if chance is None:
            text = analyst.engine_remark or _("It gives no chances.")
            canvas.text(text, x + _EDGE, y + 40, size=14, colour="mist", width=room, height=40)
            return
        if analyst.reading.verdict:
            self._draw_end(canvas, colour_name(info, state.colour), analyst.reading.verdict)
            return
        share = chance if state.colour == info.colours[0] else 1 - chance
        ahead = colour_name(info, info.colours[0 if share >= 0.5 else 1])
        told = verdict(max(share, 1 - share), ahead)
        canvas.text(told, x + _EDGE, y + 40, family="bold", size=14, colour="cream", width=room, height=22)
        draw_balance(canvas, info, (x + _EDGE, y + _BAR, room - 84, 14), share)
        canvas.text(
            self._effort(), x + width - _EDGE, y + _BAR + 7, size=13, colour="mist", anchor="midright", width=80
        )

    def _draw_end(self, canvas: Canvas, side: str, end: str) -> None:
        """Draw the proved result for the side to move, in place of the bar of winning chances."""
        x, y, width, _height = PLACE
        text = _("{move}: {purpose}", move=side, purpose=end[:1].lower() + end[1:])
        block = canvas.block(text, width - 2 * _EDGE, 2, _LINES - _END, family="bold", size=14)
        canvas.draw_block(block, x + _EDGE, y + _END, "amber")

    def _effort(self) -> str:
        return _("Depth {depth}", depth=self._analyst.reading.depth)

    def _draw_move(self, canvas: Canvas, row: int, move: AnalystMove) -> None:
        x, y, width, height = self._row(row)
        canvas.row_plate(x, y, width, height)
        left, middle = x + 8, y + height / 2
        if move.chance is not None:
            percent = _("{percent} %", percent=round(move.chance * 100))
            colour = "teal" if row == 0 else "amber"
            canvas.text(percent, left, middle, family="bold", size=14, colour=colour, anchor="midleft", width=54)
            left += 56
        room = x + width - left - 6
        canvas.text(
            self._line(canvas, move, room), left, middle, size=14, colour="cream", anchor="midleft", width=room,
            height=24,
        )  # fmt: skip

    def _line(self, canvas: Canvas, move: AnalystMove, room: float) -> str:
        """Return the first moves of a variation as text, as many as fit, but at least one."""
        sentences = [" ".join(map(self._named, move.line[:count])) for count in range(_LONGEST_LINE, 0, -1)]
        return next((words for words in sentences if canvas.fits(words, "text", 14, room)), sentences[-1])

    def _named(self, place: Place) -> str:
        return screen_move(self._table, place)
