"""Spaced repetition of mistakes: the grade of each exercise decides when the mistake is repeated.

The scheduler is FSRS, from the package ``fsrs``. Its shorter steps of minutes are not used.
"""

from __future__ import annotations

import math
from datetime import UTC, datetime, timedelta
from enum import Enum
from functools import cache

from fsrs import Card, Rating, Scheduler

from game.storage.learning.mistakes import Mistake


class Recall(Enum):
    """Grade of an exercise with a mistake: solved alone, solved with a hint, or solution shown."""

    ALONE = "alone"
    HINTED = "hinted"
    SHOWN = "shown"
    """The solution was shown."""


_RATINGS = {Recall.ALONE: Rating.Good, Recall.HINTED: Rating.Hard, Recall.SHOWN: Rating.Again}


def moment() -> datetime:
    """Return the current time in UTC."""
    return datetime.now(UTC)


@cache
def _scheduler() -> Scheduler:
    # No random variation: the same answers lead to the same days.
    return Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)


def after(mistake: Mistake, recall: Recall) -> tuple[str, str]:
    """Return the new repetition state of a practised mistake, as text, and the time when it is due again.

    The time is in ISO 8601 (UTC).
    """
    now = moment()
    card, _log = _scheduler().review_card(_card(mistake.card, now), _RATINGS[recall], now)
    return card.to_json(), card.due.isoformat(timespec="seconds")


def _card(text: str, now: datetime) -> Card:
    """Return the repetition state stored in a text, or a new one if the text is invalid."""
    try:
        card = Card.from_json(text)
    except (ValueError, KeyError, TypeError):
        return Card(card_id=0, due=now)
    is_known = _is_measured(card.stability) and _is_measured(card.difficulty) and isinstance(card.last_review, datetime)
    return card if is_known else Card(card_id=0, due=now)


def _is_measured(value: object) -> bool:
    return isinstance(value, float) and 0 < value < math.inf


def end_of_today() -> str:
    """Return the end of today in local time, as text in ISO 8601 (UTC).

    Mistakes due before it are due today.
    """
    today = moment().astimezone().replace(hour=0, minute=0, second=0, microsecond=0)
    return (today + timedelta(days=1)).astimezone(UTC).isoformat(timespec="seconds")


def day_of(mistake: Mistake) -> int:
    """Return the number of days until a mistake is repeated, by the local calendar; 0 or less if it is due."""
    try:
        due = datetime.fromisoformat(mistake.due)
    except ValueError:
        return 0
    if due.tzinfo is None:
        return 0
    return (due.astimezone().date() - moment().astimezone().date()).days


def is_due(mistake: Mistake) -> bool:
    """Return True if a mistake is due for repetition today."""
    return day_of(mistake) <= 0
