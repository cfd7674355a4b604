"""Spaced repetition: when a mistake comes back, by how well it was remembered. Days only, as nobody waits ten minutes.

The scheduler is FSRS, of the package ``fsrs``.
"""

from __future__ import annotations

import math
from datetime import UTC, datetime, timedelta
from enum import Enum
from functools import cache

from fsrs import Card, Rating, Scheduler

from game.storage.learning.mistakes import Mistake


class Recall(Enum):
    """How a question was answered."""

    ALONE = "alone"
    HINTED = "hinted"
    SHOWN = "shown"
    """The solution was shown."""


_RATINGS = {Recall.ALONE: Rating.Good, Recall.HINTED: Rating.Hard, Recall.SHOWN: Rating.Again}


def moment() -> datetime:
    """The date and time, UTC."""
    return datetime.now(UTC)


@cache
def _scheduler() -> Scheduler:
    # Without dice the same answers lead to the same days.
    return Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)


def after(mistake: Mistake, recall: Recall) -> tuple[str, str]:
    """The card of a mistake that was practised now, as text, and when it comes back, ISO 8601, UTC."""
    now = moment()
    card, _log = _scheduler().review_card(_card(mistake.card, now), _RATINGS[recall], now)
    return card.to_json(), card.due.isoformat(timespec="seconds")


def _card(text: str, now: datetime) -> Card:
    """The card of a text; a new one where the text is none."""
    try:
        card = Card.from_json(text)
    except (ValueError, KeyError, TypeError):
        return Card(card_id=0, due=now)
    is_known = _is_measured(card.stability) and _is_measured(card.difficulty) and isinstance(card.last_review, datetime)
    return card if is_known else Card(card_id=0, due=now)


def _is_measured(value: object) -> bool:
    return isinstance(value, float) and 0 < value < math.inf


def end_of_today() -> str:
    """The moment up to which what is due today is due, ISO 8601, UTC: midnight of this place."""
    today = moment().astimezone().replace(hour=0, minute=0, second=0, microsecond=0)
    return (today + timedelta(days=1)).astimezone(UTC).isoformat(timespec="seconds")


def day_of(mistake: Mistake) -> int:
    """In how many days from today a mistake comes back, by the calendar of this place; 0 or less when it is due."""
    try:
        due = datetime.fromisoformat(mistake.due)
    except ValueError:
        return 0
    if due.tzinfo is None:
        return 0
    return (due.astimezone().date() - moment().astimezone().date()).days


def is_due(mistake: Mistake) -> bool:
    """Whether a mistake is to be practised today."""
    return day_of(mistake) <= 0
