"""The curve of winning chances under the analysis board's list of moves, with a scale and a mark for each mistake."""

from __future__ import annotations

import pygame

from game.analysis.board.board_analysis import BoardAnalysis
from game.analysis.board.study_table import StudyTable
from game.analysis.review.judgement import MISTAKES
from game.core.language import _
from game.session.texts import colour_name, screen_move
from game.ui.analysis.board.move_marks import draw_class
from game.ui.painting.canvas import Canvas
from game.ui.painting.curves import CurvePicture
from game.ui.painting.stage import Stage

#: Place of the card, and of the curve in it: x, y, width and height.
PLACE = (800.0, 606.0, 456.0, 110.0)
_CURVE = (842.0, 614.0, 400.0, 76.0)
_INSIDE = 4.0


class ChanceCurve:
    """The curve of the first colour's winning chance along the line on the board."""

    def __init__(self, table: StudyTable, analysis: BoardAnalysis) -> None:
        self._table, self._analysis = table, analysis
        self.pointed: int | None = None
        """The step under the pointer, whose value is shown; None if there is none."""

    def step_at(self, stage: Stage, point: tuple[int, int]) -> int | None:
        """Return the number of the position whose winning chance is at a point of the screen; None off the curve."""
        place, steps = stage.rect(*_CURVE), len(self._table.line)
        if steps < 1 or not place.inflate(stage.px(12), stage.px(8)).collidepoint(point):
            return None
        return max(0, min(steps, round((point[0] - place.x) / place.width * steps)))

    def point_at(self, step: int | None) -> bool:
        """Show the winning chance at position number ``step``, or none for None; return True if the picture changes."""
        before, self.pointed = self.pointed, step
        return before != step

    def draw(self, canvas: Canvas) -> None:
        canvas.panels.card(*PLACE)
        x, y, width, height = _CURVE
        canvas.panels.well(*_CURVE, radius=8)
        for percent in (100, 50, 0):
            at = self._point(0, percent / 100)[1]
            canvas.text(str(percent), x - 8, at, size=11, colour="mist", anchor="midright", width=28)
        canvas.panels.level_line(x + 4, y + height / 2, width - 8, "panel_line")
        canvas.text(
            self._about(), x, y + height + 11, size=11, colour="mist", anchor="midleft", width=width, smallest=9
        )
        chances = self._analysis.chances
        known = [(step, chance) for step, chance in enumerate(chances) if chance is not None]
        picture = CurvePicture(canvas, _CURVE)
        points = [self._point(step, chance) for step, chance in known]
        if len(points) > 1:
            picture.band(points, [(at, y + height) for at, _level in points], "amber", 60)
        picture.line(points, "amber", 2)
        picture.lay()
        self._draw_marks(canvas, dict(known))
        self._draw_step(canvas)
        canvas.text(self._side(), x + 8, y + 12, size=11, colour="mist", anchor="midleft", width=90)
        if self.pointed is not None:
            self._draw_value(canvas, self.pointed, dict(known).get(self.pointed))

    def _about(self) -> str:
        """Return the sentence that says whose winning chance all percentages on the board are."""
        return _("All percentages show the winning chance of {side}.", side=self._side() or _("the side that began"))

    def _side(self) -> str:
        """Return the name of the colour that the ruleset names first."""
        info = self._table.study.ruleset.info
        return colour_name(info, info.colours[0])

    def _point(self, step: int, chance: float) -> tuple[float, float]:
        x, y, width, height = _CURVE
        steps = max(1, len(self._table.line))
        return x + width * step / steps, y + _INSIDE + (height - 2 * _INSIDE) * (1 - chance)

    def _draw_marks(self, canvas: Canvas, known: dict[int, float]) -> None:
        for step, node in enumerate(self._table.line, start=1):
            judged = self._analysis.judged(node)
            if judged is not None and judged.kind in MISTAKES and step in known:
                draw_class(canvas, judged.kind, *self._point(step, known[step]), 12, hollow=self._analysis.is_reviewing)

    def _draw_step(self, canvas: Canvas) -> None:
        at, top = canvas.transform.point(self._point(self._table.step, 0.5)[0], _CURVE[1] + 2)
        bottom = canvas.transform.point(0, _CURVE[1] + _CURVE[3] - 2)[1]
        pygame.draw.line(canvas.target, canvas.theme.words("cream"), (at, top), (at, bottom), max(1, canvas.px(1.5)))

    def _draw_value(self, canvas: Canvas, step: int, chance: float | None) -> None:
        """Draw the move and the winning chance of position number ``step`` in a small plate above the curve."""
        x, y, width, _height = _CURVE
        words = _("{percent} %", percent=round(100 * chance)) if chance is not None else "–"
        if step:
            node = self._table.line[step - 1]
            move = screen_move(self._table, self._table.study.tree.move(node))
            words = f"{step}  {move}  {words}"
        at = min(max(self._point(step, 0.5)[0], x + 56), x + width - 56)
        canvas.panels.plate(at - 54, y + 4, 108, 22, colour="amber_top", bottom="amber", radius=9)
        canvas.text(
            words, at, y + 15, family="bold", size=12, colour="amber_text", anchor="center", width=102, smallest=8
        )
