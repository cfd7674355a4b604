"""Drawing of a game's review: the curve of winning chances, and the marks of good and bad moves."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.analysis.review.judgement import GameReview, MoveClass
from game.analysis.review.review_worker import ReviewWorker
from game.core.language import _, plural
from game.core.ruleset import RulesetInfo
from game.ui.painting.canvas import Canvas
from game.ui.painting.curves import CurvePicture
from game.ui.painting.stage import Stage
from game.ui.painting.surfaces import finely_drawn, tinted

#: Place of the card; below, that of the curve in it: x, y, width and height.
PLACE = (24.0, 446.0, 240.0, 108.0)
_MARGIN = 26.0
_CURVE = (PLACE[0] + _MARGIN, 460.0, 202.0, 80.0)
#: Size of the stones at the curve's ends, which show the side that is ahead there.
_STONE = 15.0
_COLOURS = {
    MoveClass.ONLY: "amber",
    MoveClass.GOOD: "teal",
    MoveClass.INACCURACY: "amber",
    MoveClass.MISTAKE: "coral",
    MoveClass.BLUNDER: "coral",
}


def draw_class(canvas: Canvas, kind: MoveClass, x: float, y: float, size: float, *, is_chosen: bool = False) -> None:
    """Draw the mark of a move's quality, such as a blunder, centred on a point.

    The only move is a star, a good one a dot, an inaccuracy a triangle, a mistake a diamond, a blunder a cross on a
    disc. With ``is_chosen``, amber marks are drawn dark, to be visible on the amber plate.
    """
    if kind is MoveClass.UNJUDGED:
        return
    role = "amber_text" if is_chosen and _COLOURS[kind] == "amber" else _COLOURS[kind]
    colour, pixels = canvas.theme.colour(role), max(4, canvas.px(size))
    if kind is MoveClass.ONLY:
        canvas.star(x, y, size / 2, role)
        return
    mark = tinted(finely_drawn((pixels, pixels), lambda fine, times: _draw_shape(fine, kind, pixels * times)), colour)
    canvas.picture(mark, x, y, anchor="center")
    if kind is MoveClass.BLUNDER:
        canvas.text("×", x, y, family="bold", size=size * 0.9, colour="amber_text", anchor="center")


def _draw_shape(fine: pygame.Surface, kind: MoveClass, side: int) -> None:
    middle = side / 2
    if kind is MoveClass.MISTAKE:
        points = [(middle, 0), (side, middle), (middle, side), (0, middle)]
    elif kind is MoveClass.INACCURACY:
        points = [(0, side * 0.1), (side, side * 0.1), (middle, side * 0.95)]
    else:
        pygame.draw.circle(fine, "white", (middle, middle), middle if kind is MoveClass.BLUNDER else middle * 0.45)
        return
    pygame.draw.polygon(fine, "white", points)


class ReviewCard:
    """Card with the curve of the first colour's winning chance over the game, and its key moments."""

    def __init__(self, desk: ReviewWorker, info: RulesetInfo) -> None:
        self._worker = desk
        self._info = info

    def step_at(self, stage: Stage, point: tuple[int, int]) -> int | None:
        """Return the step of the game at a point of the curve of winning chances, or None outside it."""
        place, steps = stage.rect(*_CURVE), len(self._worker.review.chances) - 1
        if steps < 1 or not place.inflate(stage.px(12), stage.px(12)).collidepoint(point):
            return None
        return max(0, min(steps, round((point[0] - place.x) / place.width * steps)))

    def draw(self, canvas: Canvas, step: int) -> None:
        """Draw the curve of winning chances, with a vertical line at the current step."""
        canvas.panels.card(*PLACE)
        x, y, width, height = _CURVE
        canvas.panels.well(*_CURVE, radius=10)
        chances = self._worker.review.chances
        words = self._placeholder()
        if words:
            block = canvas.block(words, width - 16, 3, height - 12, size=14)
            canvas.draw_block(block, x + 8, y + (height - block.height) / 2, "mist")
            return
        canvas.panels.level_line(x + 4, y + height / 2, width - 8, "panel_bottom")
        for colour, at in zip(self._info.colours, (y + _STONE / 2, y + height - _STONE / 2), strict=True):
            stone = self._info.stone(colour)
            if stone is not None:
                canvas.stone(stone.art, PLACE[0] + 0.56 * _MARGIN, at, _STONE)
        self._draw_line(canvas, chances)
        self._draw_moments(canvas, self._worker.review)
        self._draw_step(canvas, step, len(chances) - 1)
        if self._worker.unread:
            canvas.chip(self._progress(), x + 4, y + height / 2, size=12, height=22, width=width - 8)

    def _placeholder(self) -> str:
        """Return the text shown in place of the curve of winning chances; "" if there is a curve."""
        if self._worker.waits:
            return _("The engine is getting ready…")
        return self._worker.problem or ("" if self._worker.readings else self._progress())

    def _progress(self) -> str:
        count = self._worker.unread
        return plural("{count} move to analyse", "{count} moves to analyse", count)

    def _point(self, step: int, chance: float, steps: int) -> tuple[float, float]:
        x, y, width, height = _CURVE
        return x + width * step / max(1, steps), y + 4 + (height - 8) * (1 - chance)

    def _draw_line(self, canvas: Canvas, chances: Sequence[float | None]) -> None:
        known = [
            self._point(step, chance, len(chances) - 1) for step, chance in enumerate(chances) if chance is not None
        ]
        picture = CurvePicture(canvas, _CURVE)
        picture.line(known, "amber", 2)
        picture.lay()

    def _draw_moments(self, canvas: Canvas, review: GameReview) -> None:
        """Draw marks on the curve at the blunders, the turning point and the last escape."""
        steps = len(review.chances) - 1
        escape = review.last_escape
        held = None if escape is None else review.chances[escape.ply - 1]
        if escape is not None and held is not None:
            middle = canvas.transform.point(*self._point(escape.ply - 1, held, steps))
            colour, width = canvas.theme.words("teal"), max(2, canvas.px(2))
            pygame.draw.circle(canvas.target, colour, middle, canvas.px(6), width)
        for judged in review.moves:
            chance = review.chances[judged.ply]
            is_turn = judged.ply == review.turning_point
            if chance is not None and (is_turn or judged.kind is MoveClass.BLUNDER):
                draw_class(canvas, judged.kind, *self._point(judged.ply, chance, steps), 15 if is_turn else 9)

    def _draw_step(self, canvas: Canvas, step: int, steps: int) -> None:
        x, y, _width, height = _CURVE
        at, top = canvas.transform.point(self._point(step, 0.5, steps)[0], y + 3)
        _same, bottom = canvas.transform.point(x, y + height - 3)
        pygame.draw.line(canvas.target, canvas.theme.words("cream"), (at, top), (at, bottom), max(1, canvas.px(1.5)))
