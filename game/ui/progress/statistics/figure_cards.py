"""The cards below the accuracy chart: accuracy by phase, thinking times, and threats missed most often."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from game.analysis.review.phases import GamePhase, phase_title, phase_turns
from game.core.language import _, plural
from game.progress.statistics.overview import MissedThreatGroup, Overview
from game.progress.statistics.texts import (
    missed_threat_sentence,
    missed_threat_title,
    mistakes_text,
    percent_text,
    seconds_text,
)
from game.ui.painting.canvas import Canvas
from game.ui.widgets.form import Box

_TOP, _WIDTH, _HEIGHT = 404.0, 272.0, 284.0
#: Left edges of the three cards.
_PHASES, _THINKING, _OVERLOOKED = 392.0, 688.0, 984.0
_EDGE = 22.0
_INNER = _WIDTH - 2 * _EDGE
#: Distance between rows of rarer missed threats, with letters of normal size and larger ones.
_COUNT, _LARGE_COUNT = 24.0, 26.0
#: Place of the button that opens a game with the most frequent missed threat.
DOOR: Box = (_OVERLOOKED + _EDGE, _TOP + _HEIGHT - 62, _INNER, 44)


def draw_cards(canvas: Canvas, overview: Overview) -> None:
    canvas.share_sizes(partial(_draw_titled, overview=overview))
    for draw in (_draw_phases, _draw_thinking, _draw_overlooked):
        canvas.share_sizes(partial(draw, overview=overview))


def _draw_titled(canvas: Canvas, overview: Overview) -> None:
    """Draw the three cards below the accuracy chart with their titles.

    With enlarged text, the mean thinking time is drawn beside its title.
    """
    for left, title in (
        (_PHASES, _("Phases of the game")),
        (_THINKING, _("Thinking time")),
        (_OVERLOOKED, _("What you missed")),
    ):
        canvas.panels.card(left, _TOP, _WIDTH, _HEIGHT)
        room, mean = _INNER, overview.thinking.mean
        if left == _THINKING and mean is not None and canvas.letters > 1:
            value = canvas.text(
                seconds_text(mean), left + _EDGE + _INNER, _TOP + 28, family="display", size=20, colour="cream",
                anchor="midright", width=_INNER / 2, height=36,
            )  # fmt: skip
            room -= value.width + 12
        canvas.title(title, left + _EDGE, _TOP + 12, size=22, width=room)


def _draw_phases(canvas: Canvas, overview: Overview) -> None:
    left, games = _PHASES + _EDGE, max(1, len(overview.judged))
    for number, phase in enumerate(GamePhase):
        top, figures = _TOP + 56 + number * 75, overview.phases.get(phase)
        accuracy = figures.mean_accuracy if figures is not None else None
        value = canvas.text(
            percent_text(accuracy), left + _INNER, top + 12, family="display", size=18,
            colour="mist" if accuracy is None else "amber", anchor="midright", width=70, height=26,
        )  # fmt: skip
        room = _INNER - value.width - 10
        canvas.text(
            phase_title(phase), left, top + 12, family="bold", size=16, colour="cream", anchor="midleft",
            width=_INNER - value.width - 10, height=26,
        )  # fmt: skip
        canvas.panels.plate(left, top + 28, _INNER, 12, colour="well", radius=6)
        if accuracy is not None:
            canvas.panels.plate(left, top + 28, max(12.0, _INNER * accuracy / 100), 12, colour="amber", radius=6)
        turns = canvas.text(
            phase_turns(phase), left + _INNER, top + 54, size=14, colour="mist", anchor="midright", width=122, height=24
        )
        if figures is not None:
            text = _("Mistakes: {number}", number=mistakes_text(figures.mistakes / games))
            room = _INNER - turns.width - 8
            canvas.text(text, left, top + 54, size=14, colour="soft", anchor="midleft", width=room, height=24)


def _draw_thinking(canvas: Canvas, overview: Overview) -> None:
    left, thinking = _THINKING + _EDGE, overview.thinking
    if thinking.mean is None:
        text = _("No data: thinking time is measured only in games with a clock.")
        canvas.paragraph(text, left, _TOP + 58, _INNER, 4, size=16, height=110)
        return
    games = plural(
        "per turn, in {count} game with a clock",
        "per turn, in {count} games with a clock",
        thinking.games,
    )
    _draw_mean(canvas, left, seconds_text(thinking.mean), games)
    for number, (caption, seconds) in enumerate(_times(overview)):
        top = _TOP + 106 + number * 33
        canvas.panels.row_plate(left, top, _INNER, 29, radius=8)
        value = canvas.text(
            seconds_text(seconds), left + _INNER - 12, top + 15, family="bold", size=15, colour="cream",
            anchor="midright", width=70, height=26,
        )  # fmt: skip
        canvas.text(
            caption, left + 12, top + 15, size=15, colour="mist", anchor="midleft", width=_INNER - value.width - 34,
            height=26,
        )  # fmt: skip


def _draw_mean(canvas: Canvas, left: float, mean: str, games: str) -> None:
    """Draw the mean thinking time and the number of games. With enlarged text, draw only the latter."""
    if canvas.letters > 1:
        canvas.paragraph(games, left, _TOP + 50, _INNER, 2, size=14, colour="mist", height=54)
        return
    big = canvas.text(mean, left, _TOP + 74, family="display", size=32, colour="cream", anchor="midleft")
    x = left + big.width + 12
    canvas.paragraph(games, x, _TOP + 54, left + _INNER - x, 2, size=14, colour="mist", height=44)


def _times(overview: Overview) -> Iterator[tuple[str, float | None]]:
    thinking = overview.thinking
    for phase in GamePhase:
        yield phase_title(phase), thinking.by_phase.get(phase)
    yield _("Turns with a mistake"), thinking.before_mistakes
    yield _("Flawless turns"), thinking.before_others


def _draw_overlooked(canvas: Canvas, overview: Overview) -> None:
    left = _OVERLOOKED + _EDGE
    if not overview.oversights:
        text = (
            _("Analyse your games to see what you missed.")
            if not overview.judged
            else _("You have missed nothing so far. Well played!")
        )
        canvas.paragraph(text, left, _TOP + 58, _INNER, 4, size=16, height=110)
        return
    first, *others = overview.oversights
    _draw_count(canvas, first, _TOP + 66, 29, size=18, colour="amber")
    text = missed_threat_sentence(first.kind)
    canvas.paragraph(text, left, _TOP + 86, _INNER, 4, size=15, height=82)
    step = _COUNT if canvas.letters == 1 else _LARGE_COUNT
    for number, other in enumerate(others[:2]):
        _draw_count(canvas, other, _TOP + 206 - (1 - number) * step, step, size=14, colour="mist")


def _draw_count(
    canvas: Canvas, missed_threat: MissedThreatGroup, y: float, height: float, *, size: float, colour: str
) -> None:
    """Draw a kind of missed threat and the number of mistakes that missed it."""
    left = _OVERLOOKED + _EDGE
    count = canvas.text(
        f"× {len(missed_threat.counted_mistakes)}", left + _INNER, y, family="bold", size=size, colour="cream",
        anchor="midright", width=64, height=height,
    )  # fmt: skip
    room = _INNER - count.width - 10
    words = missed_threat_title(missed_threat.kind)
    canvas.text(words, left, y, family="bold", size=size, colour=colour, anchor="midleft", width=room, height=height,
                smallest=12)  # fmt: skip
