"""The engine card of the analysis board: what each engine does, and its best moves with their winning chances."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.analysis.board.analyst import Analyst, AnalystMove
from game.analysis.board.board_analysis import BoardAnalysis
from game.analysis.board.study_table import StudyTable
from game.core.language import _, plural
from game.core.model import Place
from game.session.texts import colour_name, screen_move
from game.ui.board.thinking_card import short_number
from game.ui.painting.canvas import Canvas
from game.ui.painting.stage import Stage

#: Place of the card: x, y, width and height.
PLACE = (800.0, 142.0, 456.0, 140.0)
#: Places of the buttons in the card: the switch of the engine, the number of lines and the choice of the engine.
SWITCH, COUNT, CHOICE = (812.0, 149.0, 44.0, 32.0), (1156.0, 149.0, 42.0, 32.0), (1202.0, 149.0, 42.0, 32.0)
_EDGE, _CHIP, _STONE = 14.0, 58.0, 22.0
#: The middle of the line with the engine's name, and of the line below it with what the engine is doing.
_NAME, _STATUS = 16.0, 35.0
#: Top and bottom of the lines of a single engine.
_TOP, _BOTTOM = 45.0, 137.5
#: Bottom of the lines of the first of two engines, and the top of the second one's name and lines.
_MIDDLE, _SECOND, _SECOND_LINES = 101.0, 102.0, 118.5
#: The largest height of a row, and the height from which on the letters are larger.
_ROW, _LARGE = 28.0, 22.0
#: The usual and the smallest letters of what an engine is doing.
_SMALL, _SMALLEST = 13.0, 9.0
#: Maximum number of lines of the first of two engines.
_MOST_OF_FIRST = 3
#: Maximum number of moves shown of a line.
_LONGEST_LINE = 9


@dataclass(frozen=True, slots=True)
class _Block:
    """The part of the card that shows one engine."""

    analyst: Analyst
    is_first: bool
    top: float
    """Top of the engine's lines in the card."""
    bottom: float
    rows: int
    """Number of lines for which there is room."""

    @property
    def row(self) -> float:
        """The height of a line of text in this part of the card, in design pixels."""
        return min(_ROW, (self.bottom - self.top) / self.rows)


class EngineCard:
    """The card with the engines' results for the position on the board."""

    def __init__(self, table: StudyTable, analysis: BoardAnalysis) -> None:
        self._table, self._analysis = table, analysis

    def _blocks(self) -> list[_Block]:
        first, *others = self._analysis.analysts
        if not others:
            return [_Block(first, True, _TOP, _BOTTOM, first.moves_wanted if first.engine is None else 1)]
        rows = min(first.moves_wanted, _MOST_OF_FIRST)
        second = _Block(others[0], False, _SECOND_LINES, _BOTTOM, 1)
        return [_Block(first, True, _TOP - 2, _MIDDLE, rows), second]

    def _lines(self, block: _Block) -> list[AnalystMove]:
        return self._analysis.lines_by(block.analyst)[: block.rows]

    def move_at(self, stage: Stage, point: tuple[int, int]) -> AnalystMove | None:
        """Return the recommended move whose row is at a point on the screen, or None."""
        for block in self._blocks():
            for row, move in enumerate(self._lines(block)):
                if stage.rect(*self._row(block, row)).collidepoint(point):
                    return move
        return None

    def _row(self, block: _Block, row: int) -> tuple[float, float, float, float]:
        x, y, width, _height = PLACE
        return (x + 10, y + block.top + row * block.row, width - 20, block.row - 1)

    def draw(self, canvas: Canvas) -> None:
        canvas.panels.card(*PLACE)
        for block in self._blocks():
            if block.is_first:
                self._draw_head(canvas, block.analyst)
            else:
                self._draw_second_head(canvas, block.analyst)
            lines = self._lines(block)
            for row, move in enumerate(lines):
                self._draw_move(canvas, block, row, move)
            if not lines:
                self._draw_placeholder(canvas, block)

    def _draw_head(self, canvas: Canvas, analyst: Analyst) -> None:
        y = PLACE[1]
        left = SWITCH[0] + SWITCH[2] + 10
        room = COUNT[0] - 8 - left
        status = _fitting(canvas, self._statuses(analyst), room)
        middle = y + (_NAME if status else (_NAME + _STATUS) / 2)
        canvas.text(_name(analyst), left, middle, family="display", size=16, colour="cream", anchor="midleft",
                    width=room, smallest=11)  # fmt: skip
        canvas.text(status, left, y + _STATUS, size=_SMALL, colour="mist", anchor="midleft", width=room,
                    smallest=_SMALLEST)  # fmt: skip

    def _draw_second_head(self, canvas: Canvas, analyst: Analyst) -> None:
        """Draw the name of the second engine, and what it is doing to the right of it."""
        x, y, width, _height = PLACE
        canvas.panels.plate(x + _EDGE, y + _SECOND - 1, width - 2 * _EDGE, 1, colour="panel_line", radius=0)
        left, middle, half = x + _EDGE, y + (_SECOND + _SECOND_LINES) / 2, width / 2 - _EDGE - 4
        canvas.text(_name(analyst), left, middle, family="display", size=14, colour="cream", anchor="midleft",
                    width=half, smallest=10)  # fmt: skip
        status = _fitting(canvas, self._statuses(analyst)[-2:], half)
        canvas.text(status, x + width - _EDGE, middle, size=12, colour="mist", anchor="midright",
                    width=half, smallest=9)  # fmt: skip

    def _draw_placeholder(self, canvas: Canvas, block: _Block) -> None:
        """Draw the reason why an engine shows no moves."""
        x, y, width, _height = PLACE
        words, room = self._placeholder(block.analyst), block.bottom - block.top
        if block.is_first:
            text = canvas.block(words, width - 2 * _EDGE, 3, room - 4, size=14)
            canvas.draw_block(text, x + _EDGE, y + block.top + 4, "mist")
        else:
            canvas.text(words, x + _EDGE, y + block.top + room / 2, size=14, colour="mist", anchor="midleft",
                        width=width - 2 * _EDGE, smallest=9)  # fmt: skip

    def _statuses(self, analyst: Analyst) -> list[str]:
        """Return texts for what an engine is doing, the longest one first.

        It is analysing the game, or has searched the position to some depth with some speed.
        """
        analysis, worker = self._analysis, self._analysis.worker
        if analyst.engine is None and worker is not None and analysis.is_reviewing and worker.unread:
            return [plural("Analysing: {count} move left", "Analysing: {count} moves left", worker.unread)]
        found = analysis.evaluation_by(analyst)
        if not found.candidates or not analyst.is_on:
            return [""]
        if found.verdict:
            return [found.verdict]
        depth = _("depth {depth}", depth=found.depth) if found.depth else ""
        # Translators: positions searched in a second.
        speed = _("{number} nodes/s", number=short_number(analyst.speed)) if analyst.speed else ""
        side = colour_name(self._table.study.ruleset.info, self._table.match.state.colour)
        parts = [part for part in (depth, speed) if part]
        return [" · ".join([_("{side} to move", side=side), *parts] if side else parts), " · ".join(parts), depth]

    def _placeholder(self, analyst: Analyst) -> str:
        if not analyst.is_on:
            return _("The engine is off.")
        if self._table.match.outcome is not None:
            return _("The game is over at this point.")
        if analyst.waits:
            return _("The engine is being prepared.")
        return analyst.problem or analyst.engine_remark or _("Searching…")

    def _draw_move(self, canvas: Canvas, block: _Block, row: int, move: AnalystMove) -> None:
        x, y, width, height = self._row(block, row)
        middle, left, size = y + height / 2, x + 2, 15 if height >= _LARGE else 14
        value = self._value(block, row, move)
        if value:
            is_best = row == 0 and block.is_first
            chip = min(height - 2, _LARGE - 2)
            canvas.panels.plate(left, middle - chip / 2, _CHIP, chip, colour="teal" if is_best else "amber", radius=8)
            canvas.text(value, left + _CHIP / 2, middle, family="bold", size=13, anchor="center", width=_CHIP - 8,
                        height=chip, colour="teal_text" if is_best else "amber_text", smallest=9)  # fmt: skip
            left += _CHIP + 12
        words = "  ".join(screen_move(self._table, place) for place in move.line[:_LONGEST_LINE])
        colour, family = ("cream", "bold") if row == 0 else ("soft", "text")
        left += self._draw_stone(canvas, move.place, left, middle)
        canvas.text(words, left, middle, family=family, size=size, colour=colour, anchor="midleft",  # type: ignore[arg-type]
                    width=x + width - left, height=height, smallest=10)  # fmt: skip

    def _value(self, block: _Block, row: int, move: AnalystMove) -> str:
        """Return the chance of the first colour after a move, or the score by an engine of the player's own; or ""."""
        chance = self._analysis.first_chance(move)
        if chance is not None:
            return _("{percent} %", percent=round(100 * chance))
        score = self._analysis.first_score(block.analyst) if row == 0 else None
        return "" if score is None else f"{score:+.4g}".replace("-", "\N{MINUS SIGN}")

    def _draw_stone(self, canvas: Canvas, place: Place, left: float, middle: float) -> float:
        """Draw the kind of stone if the player chooses it; return the width that this takes."""
        info = self._table.study.ruleset.info
        stone = info.stone(place.stone) if info.names_stone else None
        if stone is None:
            return 0.0
        canvas.stone(stone.art, left + 8, middle, 16)
        return _STONE


def _fitting(canvas: Canvas, texts: Sequence[str], width: float) -> str:
    """Return the first text that fits in a small line of this width, or the last one if none does."""
    for words in texts:
        size = canvas.size_for(words, "text", _SMALL, width, smallest=_SMALLEST)
        if canvas.typesetter.fit(words, "text", size, canvas.transform.px(width)) == words:
            return words
    return texts[-1]


def _name(analyst: Analyst) -> str:
    return analyst.engine.name if analyst.engine is not None else _("Engine")
