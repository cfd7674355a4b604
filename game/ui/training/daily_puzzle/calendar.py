"""The calendar of daily puzzles: a lantern for each day of a month, as bright as the day's results."""

from __future__ import annotations

from calendar import Calendar
from collections.abc import Sequence
from datetime import date

from game.core.language import _, gettext_noop
from game.session.dates import month_text
from game.training.daily_puzzle.puzzle_calendar import PuzzleCalendar
from game.ui.painting.canvas import Canvas

#: Short names of the days of the week, Monday first.
_WEEK = (
    # Translators: days of the week over a calendar, two letters each, from Monday to Sunday.
    gettext_noop("Mo"),
    gettext_noop("Tu"),
    gettext_noop("We"),
    gettext_noop("Th"),
    gettext_noop("Fr"),
    gettext_noop("Sa"),
    gettext_noop("Su"),
)
_LANTERN = 30.0


def draw_calendar(
    canvas: Canvas,
    place: tuple[float, float, float, float],
    lanterns: PuzzleCalendar,
    games: Sequence[str],
    today: date,
) -> None:
    """Draw a calendar of daily puzzle results for the month of ``today``.

    ``place`` is left, top, width and height.
    """
    left, top, width, height = place
    canvas.title(month_text(today), left, top, size=22, width=width)
    weeks = Calendar().monthdatescalendar(today.year, today.month)
    column, row = width / 7, (height - 66) / len(weeks)
    for number, name in enumerate(_WEEK):
        x = left + (number + 0.5) * column
        canvas.text(_(name), x, top + 46, size=14, colour="mist", anchor="center", width=column - 4, height=22)
    for line, week in enumerate(weeks):
        for number, day in enumerate(week):
            if day.month == today.month:
                middle = left + (number + 0.5) * column, top + 62 + (line + 0.5) * row
                _draw_day(canvas, middle, day, today, lanterns.share(day, games))


def _draw_day(canvas: Canvas, middle: tuple[float, float], day: date, today: date, share: float) -> None:
    x, y = middle
    if share:
        canvas.lights.glow(x, y - 4, 64, "amber", 0.35 * share)
    if day <= today:
        canvas.lights.lantern(x, y - 6, _LANTERN, share)
    else:
        canvas.lights.bulb(x, y - 4, 6, "mist", lit=False)
    colour = "amber" if day == today else "soft" if day < today else "mist"
    canvas.text(str(day.day), x, y + 19, family="bold", size=13, colour=colour, anchor="center", width=40, height=20)
