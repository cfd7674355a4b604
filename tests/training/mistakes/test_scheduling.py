"""When mistakes come back: the better one was remembered the later, by days, and always on the same ones."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from game.storage.learning.mistakes import Mistake
from game.training.mistakes import scheduling
from game.training.mistakes.scheduling import Recall, after, day_of, is_due

NEW = Mistake("m", 3, "g", {}, "", (), "", 0.2, "middle", "Tilda")


class Calendar:
    """A clock that the test turns."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 21, 19, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def calendar(monkeypatch):
    clock = Calendar()
    monkeypatch.setattr(scheduling, "moment", clock)
    return clock


def days(recall, mistake=NEW):
    card, due = after(mistake, recall)
    return day_of(replace(mistake, card=card, due=due))


def test_what_was_found_alone_comes_back_later_than_what_needed_a_hint_or_was_shown(calendar):
    found = [days(recall) for recall in (Recall.SHOWN, Recall.HINTED, Recall.ALONE)]
    assert found == sorted(found)
    assert found[0] >= 1
    assert found[2] > found[0]


def test_the_same_answers_lead_to_the_same_day(calendar):
    assert len({after(NEW, Recall.ALONE) for _try in range(5)}) == 1


def test_each_time_it_is_remembered_it_stays_away_longer(calendar):
    mistake, waits = NEW, []
    for _round in range(4):
        card, due = after(mistake, Recall.ALONE)
        mistake = replace(mistake, card=card, due=due)
        waits.append(day_of(mistake))
        calendar.now += timedelta(days=waits[-1])
        assert is_due(mistake)
    assert waits == sorted(set(waits))


def test_it_is_due_on_its_day_whatever_the_hour(calendar):
    card, due = after(NEW, Recall.SHOWN)
    mistake = replace(NEW, card=card, due=due)
    assert not is_due(mistake)
    calendar.now = datetime.fromisoformat(due) - timedelta(hours=5)
    assert is_due(mistake)


@pytest.mark.parametrize("text", ["", "what", "{}", "[1]", '{"card_id": "x"}'])
def test_a_new_one_and_a_damaged_one_begin_at_once(calendar, text):
    mistake = replace(NEW, card=text, due=text)
    assert is_due(mistake)
    assert after(mistake, Recall.ALONE) == after(NEW, Recall.ALONE)
