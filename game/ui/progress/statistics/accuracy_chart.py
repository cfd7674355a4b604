"""The chart of a player's accuracy: a dot and a bar of mistakes for each game, and a curve of averages."""

from __future__ import annotations

from game.core.language import _, plural
from game.progress.statistics.overview import Overview
from game.progress.statistics.player_games import PlayerGame
from game.progress.statistics.texts import mistakes_text, percent_text
from game.session.dates import moment_in, whole_date
from game.ui.painting.canvas import Canvas
from game.ui.painting.curves import CurvePicture
from game.ui.painting.stage import Stage
from game.ui.painting.surfaces import Point

#: Places as left, top, width and height: the card, the well in it, the curve, and the bars.
CARD = (392.0, 80.0, 864.0, 308.0)
_WELL = (416.0, 136.0, 816.0, 232.0)
_PLOT = (472.0, 150.0, 736.0, 148.0)
_BARS = (472.0, 306.0, 736.0, 30.0)
#: Possible steps of the scale in percent; the smallest one that needs few enough lines is used.
_STEPS, _MOST_LINES = (5, 10, 20, 25), 5
#: Largest number of games drawn with dots and bars; beyond it, only the curve is drawn.
_MOST_DOTS = 160
#: Smallest number of mistakes for a bar of full height.
_MANY = 4


class AccuracyChart:
    """The chart of the accuracy of a player's analysed games, oldest first.

    It also finds the game under the pointer.
    """

    def __init__(self, overview: Overview) -> None:
        self._overview = overview
        self._low = _lowest([game.accuracy or 0.0 for game in overview.judged])

    def at(self, stage: Stage, point: tuple[int, int]) -> int | None:
        """Return the index of the analysed game nearest to a point of the chart, or None outside the chart."""
        games = len(self._overview.judged)
        if not games or not stage.rect(*_WELL).collidepoint(point):
            return None
        plot = stage.rect(*_PLOT)
        return max(0, min(games - 1, round((point[0] - plot.x) / max(1, plot.width) * (games - 1))))

    # Static picture

    def draw(self, canvas: Canvas, why_empty: str) -> None:
        """Draw the accuracy chart; if there is no analysed game, draw ``why_empty`` instead."""
        canvas.panels.card(*CARD)
        canvas.title(_("Accuracy"), _WELL[0], 92, width=200)
        canvas.panels.well(*_WELL)
        if not self._overview.judged:
            middle = _WELL[0] + _WELL[2] / 2
            canvas.lights.lantern(middle, _WELL[1] + 70, 76, 0.0)
            canvas.paragraph(why_empty, middle, _WELL[1] + 128, 640, 3, size=16, anchor="midtop", height=84)
            return
        right, words = _WELL[0] + _WELL[2], percent_text(self._overview.accuracy)
        canvas.text(words, right, 108, family="display", size=26, colour="amber", anchor="midright", width=100)
        self._draw_scale(canvas)
        self._draw_bars(canvas)
        self._draw_curve(canvas)
        self._draw_ends(canvas)

    def _draw_scale(self, canvas: Canvas) -> None:
        x, _y, width, _height = _PLOT
        step = next((step for step in _STEPS if (100 - self._low) / step <= _MOST_LINES - 1), _STEPS[-1])
        for percent in range(100, self._low - 1, -step):
            at = self._height_of(percent)
            canvas.panels.level_line(x, at, width, "panel_bottom")
            canvas.text(str(percent), x - 12, at, size=14, colour="mist", anchor="midright", width=36, height=22)

    def _draw_curve(self, canvas: Canvas) -> None:
        x, y, width, height = _PLOT
        picture = CurvePicture(canvas, (x - 12, y - 12, width + 24, height + 24))
        means = self._overview.running_accuracy
        self._draw_dots(picture)
        picture.line([self._point(number, mean) for number, mean in enumerate(means)], "amber")
        picture.lay()

    def _draw_dots(self, picture: CurvePicture) -> None:
        judged = self._overview.judged
        if len(judged) > _MOST_DOTS:
            return
        diameter = 7 if len(judged) > _MOST_DOTS / 2 else 9
        for hollow in (False, True):
            points = [
                self._point(number, game.accuracy or 0.0)
                for number, game in enumerate(judged)
                if bool(game.game.practice) is hollow
            ]
            picture.dots(points, "teal", diameter, hollow=hollow)

    def _draw_bars(self, canvas: Canvas) -> None:
        sides = self._overview.sides
        _x, y, width, height = _BARS
        if len(sides) <= _MOST_DOTS:
            most, thick = max(_MANY, *(side.mistakes for side in sides)), max(2.0, min(10.0, 0.5 * width / len(sides)))
            for number, side in enumerate(sides):
                tall = height * side.mistakes / most
                if tall:
                    x = self._point(number, 0.0)[0] - thick / 2
                    canvas.panels.plate(x, y + height - tall, thick, tall, colour="coral", radius=2)

    def _draw_ends(self, canvas: Canvas) -> None:
        """Draw the dates of the first and the last game, and the average number of mistakes."""
        judged, at = self._overview.judged, _WELL[1] + _WELL[3] - 16
        left, right = _WELL[0] + 18, _WELL[0] + _WELL[2] - 18
        canvas.text(_day(judged[0]), left, at, size=14, colour="mist", anchor="midleft", width=210, height=22)
        if len(judged) > 1:
            canvas.text(_day(judged[-1]), right, at, size=14, colour="mist", anchor="midright", width=210, height=22)
        text = _("Mistakes per game: {number}", number=mistakes_text(self._overview.mistakes))
        canvas.text(text, (left + right) / 2, at, size=14, colour="coral", anchor="center", width=330, height=22)

    # Selected game

    def draw_chosen(self, canvas: Canvas, number: int, opponent: str) -> None:
        """Highlight the analysed game with the index ``number`` in the chart, and draw its details."""
        game = self._overview.judged[number]
        x, y = self._point(number, game.accuracy or 0.0)
        top, bottom = _PLOT[1] - 8, _BARS[1] + _BARS[3]
        line = canvas.transform.rect(x, top, 1, bottom - top)
        line.width = canvas.px(1.5)
        canvas.target.fill(canvas.theme.words("cream"), line)
        picture = CurvePicture(canvas, (x - 10, y - 10, 20, 20))
        picture.dots([(x, y)], "cream", 14)
        picture.dots([(x, y)], "amber", 8)
        picture.lay()
        canvas.text(
            _details(game, opponent), _WELL[0] + _WELL[2] - 112, 110, size=15, anchor="midright", width=500, height=34
        )

    # Coordinates

    def _point(self, number: int, accuracy: float) -> Point:
        last = len(self._overview.judged) - 1
        return _PLOT[0] + _PLOT[2] * (number / last if last else 0.5), self._height_of(accuracy)

    def _height_of(self, accuracy: float) -> float:
        _x, y, _width, height = _PLOT
        return y + height * (100 - accuracy) / (100 - self._low)


def _lowest(values: list[float]) -> int:
    """Return the percentage at the bottom of the chart: a multiple of ten below all values, at most 80."""
    return min(80, max(0, int(min(values, default=50.0) - 4) // 10 * 10))


def _day(game: PlayerGame) -> str:
    played = moment_in(game.game.played)
    return whole_date(played) if played else "–"


def _details(game: PlayerGame, opponent: str) -> str:
    count = game.side.mistakes if game.side is not None else 0
    mistakes = plural("{count} mistake", "{count} mistakes", count)
    return "  ·  ".join((_day(game), opponent, percent_text(game.accuracy), mistakes))
