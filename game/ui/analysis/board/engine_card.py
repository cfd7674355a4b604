"""The engine card of the analysis board: what the engine does, and its best moves with their winning chances."""

from __future__ import annotations

from game.analysis.board.analyst import AnalystMove
from game.analysis.board.board_analysis import BoardAnalysis
from game.analysis.board.study_table import StudyTable
from game.core.language import _, plural
from game.core.model import Place
from game.session.texts import colour_name, screen_move
from game.ui.painting.canvas import Canvas
from game.ui.painting.stage import Stage

#: Place of the card: x, y, width and height.
PLACE = (800.0, 142.0, 456.0, 140.0)
#: Places of the buttons in the card: the switch of the engine, the number of lines and the choice of the engine.
SWITCH, COUNT, CHOICE = (812.0, 149.0, 44.0, 32.0), (1156.0, 149.0, 42.0, 32.0), (1202.0, 149.0, 42.0, 32.0)
_EDGE, _LINES, _ROW, _CHIP = 14.0, 45.0, 18.5, 58.0
#: The middle of the line with the engine's name, and of the line below it with what the engine is doing.
_NAME, _STATUS = 16.0, 35.0
#: Maximum number of moves shown of a line.
_LONGEST_LINE = 9


class EngineCard:
    """The card with the engine's results for the position on the board."""

    def __init__(self, table: StudyTable, analysis: BoardAnalysis) -> None:
        self._table, self._analysis = table, analysis

    def move_at(self, stage: Stage, point: tuple[int, int]) -> AnalystMove | None:
        """Return the recommended move whose row is at a point on the screen, or None."""
        for row, move in enumerate(self._analysis.lines):
            if stage.rect(*self._row(row)).collidepoint(point):
                return move
        return None

    def _row(self, row: int) -> tuple[float, float, float, float]:
        x, y, width, _height = PLACE
        return (x + 10, y + _LINES + row * _ROW, width - 20, _ROW - 1)

    def draw(self, canvas: Canvas) -> None:
        x, y, width, height = PLACE
        canvas.panels.card(*PLACE)
        left = SWITCH[0] + SWITCH[2] + 10
        room, status = COUNT[0] - 8 - left, self._status()
        middle = y + (_NAME if status else (_NAME + _STATUS) / 2)
        canvas.text(self._name(), left, middle, family="display", size=16, colour="cream", anchor="midleft",
                    width=room, smallest=11)  # fmt: skip
        canvas.text(status, left, y + _STATUS, size=13, colour="mist", anchor="midleft", width=room,
                    smallest=9)  # fmt: skip
        lines = self._analysis.lines
        words = "" if lines else self._placeholder()
        if words:
            block = canvas.block(words, width - 2 * _EDGE, 3, height - _LINES - 10, size=14)
            canvas.draw_block(block, x + _EDGE, y + _LINES + 4, "mist")
        for row, move in enumerate(lines):
            self._draw_move(canvas, row, move)

    def _name(self) -> str:
        engine = self._analysis.analyst.engine
        return engine.name if engine is not None else _("Engine")

    def _status(self) -> str:
        """Return what the engine is doing: analysing the game, or how deep it has searched the position."""
        analysis, worker = self._analysis, self._analysis.worker
        if worker is not None and analysis.is_reviewing and worker.unread:
            return plural("Analysing: {count} move left", "Analysing: {count} moves left", worker.unread)
        found = analysis.evaluation
        if not found.candidates or not analysis.analyst.is_on:
            return ""
        if found.verdict:
            return found.verdict
        side = colour_name(self._table.study.ruleset.info, self._table.match.state.colour)
        depth = _("depth {depth}", depth=found.depth)
        return "  ·  ".join((_("{side} to move", side=side), depth)) if side else depth

    def _placeholder(self) -> str:
        """Return the sentence that says why there are no moves, or "" if there are."""
        analyst = self._analysis.analyst
        if not analyst.is_on:
            return _("The engine is off.")
        if self._table.match.outcome is not None:
            return _("The game is over at this point.")
        if analyst.waits:
            return _("The engine is being prepared.")
        return analyst.problem or analyst.engine_remark or _("Searching…")

    def _draw_move(self, canvas: Canvas, row: int, move: AnalystMove) -> None:
        x, y, _width, height = self._row(row)
        middle, left = y + height / 2, x + 2
        chance = self._analysis.first_chance(move)
        if chance is not None:
            canvas.panels.plate(left, y + 1, _CHIP, height - 2, colour="teal" if row == 0 else "amber", radius=8)
            canvas.text(
                _("{percent} %", percent=round(100 * chance)), left + _CHIP / 2, middle, family="bold", size=13,
                colour="teal_text" if row == 0 else "amber_text", anchor="center", width=_CHIP - 8, smallest=9,
            )  # fmt: skip
            left += _CHIP + 12
        words = "  ".join(screen_move(self._table, place) for place in move.line[:_LONGEST_LINE])
        colour, family = ("cream", "bold") if row == 0 else ("soft", "text")
        left += self._draw_stone(canvas, move.place, left, middle)
        canvas.text(words, left, middle, family=family, size=14, colour=colour, anchor="midleft",  # type: ignore[arg-type]
                    width=x + self._row(row)[2] - left, smallest=10)  # fmt: skip

    def _draw_stone(self, canvas: Canvas, place: Place, left: float, middle: float) -> float:
        """Draw the kind of stone if the player chooses it; return the width that this takes."""
        info = self._table.study.ruleset.info
        stone = info.stone(place.stone) if info.names_stone else None
        if stone is None:
            return 0.0
        canvas.stone(stone.art, left + 8, middle, 16)
        return 22.0
