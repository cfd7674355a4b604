"""The ribbons of the fair: each is earned by what the records say, and by nothing less."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from game.core.levels.mirrored import mirror_id
from game.core.rating import Rating
from game.core.tournament import Participant
from game.decathlon.week import events_of, week_of
from game.plugins.registry import discover
from game.ribbons.deeds import deeds_of
from game.ribbons.fair_ribbons import FAIR_RIBBONS
from game.store.database import Database
from game.store.finished_games import PlayedGame
from game.store.riddles.tries import LitDay, RiddleTry

RULESETS = discover().rulesets
DAY = date(2026, 11, 24)


class Fair:
    """A database with Ann, who does things."""

    def __init__(self, path):
        self.database = Database(path)
        self.ann = self.database.create_player("Ann")
        self.number = 0

    def plays(self, ruleset_id="gomoku", outcome="won", level="engine_light", *, seed=None, practice="", played=""):
        self.number += 1
        seed = self.number if seed is None else seed
        game = PlayedGame(ruleset_id, "line", (None, None), 20, f"t{self.number}", seed, 1, "", practice, played)
        assert self.database.record_game(self.ann, Participant("Tilda", level), outcome, game)

    def solves(self, score=1.0, theme="vct", rating=1_200.0, ruleset_id="gomoku"):
        self.number += 1
        ratings = Rating(1_000.0, 100.0), Rating(rating, 100.0)
        self.database.keep_try(self.ann, RiddleTry(ruleset_id, f"r{self.number}", theme, score, 0, 9.0, *ratings))

    def lights(self, *days, ruleset_id="gomoku", late=0):
        for day in days:
            lit = (day + timedelta(days=late)).isoformat()
            self.database.keep_day(self.ann, LitDay(ruleset_id, day.isoformat(), 1.0, lit))

    def earned(self):
        deeds = deeds_of(self.database, self.ann, RULESETS, list(RULESETS))
        return {ribbon.id for ribbon in FAIR_RIBBONS if ribbon.is_earned(deeds)}


@pytest.fixture
def fair(tmp_path):
    found = Fair(tmp_path / "fair.sqlite3")
    yield found
    found.database.close()


def repeat(times, act, **how):
    for _number in range(times):
        act(**how)


def finished_evening(fair, outcome, day=DAY):
    for event in events_of(week_of(day), RULESETS, []):
        ended = f"{day.isoformat()}T20:00:00+00:00"
        fair.plays(event.ruleset.info.id, outcome, event.level.id, seed=event.seed, played=ended)


#: Ribbon: what is not enough for it, and what is.
CASES = {
    "first_win": (lambda fair: fair.plays(practice="hint"), lambda fair: fair.plays()),
    "all_games": (
        lambda fair: [fair.plays(name) for name in list(RULESETS)[:3]],
        lambda fair: [fair.plays(name) for name in RULESETS],
    ),
    "hundred": (lambda fair: repeat(99, fair.plays, outcome="lost"), lambda fair: repeat(100, fair.plays)),
    "mirror": (
        lambda fair: fair.plays(level=mirror_id(900), outcome="drawn"),
        lambda fair: fair.plays(level=mirror_id(900)),
    ),
    "full": (lambda fair: fair.plays(level="engine_champion"), lambda fair: fair.plays(level="engine_full")),
    "ten_alone": (
        lambda fair: [fair.solves(0.5 if number == 5 else 1.0) for number in range(11)],
        lambda fair: repeat(10, fair.solves),
    ),
    "hundred_riddles": (lambda fair: repeat(99, fair.solves), lambda fair: repeat(100, fair.solves, score=0.5)),
    "long_fours": (
        lambda fair: fair.solves(theme="vcf", rating=1_499.0),
        lambda fair: fair.solves(theme="vcf", rating=1_500.0),
    ),
    "caught": (
        lambda fair: repeat(2, fair.solves, theme="forbidden point"),
        lambda fair: repeat(3, fair.solves, theme="forbidden point"),
    ),
    "defender": (
        lambda fair: repeat(12, fair.solves, theme="defend", score=0.5),
        lambda fair: repeat(10, fair.solves, theme="defend"),
    ),
    "counter": (
        lambda fair: repeat(9, fair.solves, theme="most points"),
        lambda fair: repeat(10, fair.solves, theme="most points"),
    ),
    "quick": (
        lambda fair: fair.database.keep_run(fair.ann, "gomoku", 9),
        lambda fair: fair.database.keep_run(fair.ann, "gomoku", 10),
    ),
    "week": (
        lambda fair: fair.lights(*(DAY + timedelta(days=number) for number in (0, 1, 2, 4, 5, 6, 7))),
        lambda fair: fair.lights(*(DAY + timedelta(days=number) for number in range(7))),
    ),
    "month": (
        lambda fair: fair.lights(*(DAY + timedelta(days=number) for number in range(29))),
        lambda fair: fair.lights(*(DAY + timedelta(days=number) for number in range(30))),
    ),
    "every_lantern": (
        lambda fair: [fair.lights(DAY, ruleset_id=name) for name in list(RULESETS)[:3]],
        lambda fair: [fair.lights(DAY, ruleset_id=name) for name in RULESETS],
    ),
    "mended": (lambda fair: fair.lights(DAY), lambda fair: fair.lights(DAY + timedelta(days=1), late=2)),
    "evening": (
        lambda fair: fair.plays(seed=events_of(week_of(DAY), RULESETS, [])[0].seed),
        lambda fair: finished_evening(fair, "lost"),
    ),
    "golden": (
        lambda fair: finished_evening(fair, "drawn", DAY - timedelta(days=7)),
        lambda fair: finished_evening(fair, "won"),
    ),
}


@pytest.mark.parametrize("ribbon", CASES)
def test_a_ribbon_is_earned_by_its_deed_and_by_nothing_less(fair, ribbon):
    less, enough = CASES[ribbon]
    assert fair.earned() == set()
    less(fair)
    assert ribbon not in fair.earned()
    enough(fair)
    assert ribbon in fair.earned()


def test_there_are_no_more_ribbons_than_one_remembers_and_each_is_told_apart():
    assert len(FAIR_RIBBONS) <= 30
    assert len({ribbon.id for ribbon in FAIR_RIBBONS}) == len({ribbon.title for ribbon in FAIR_RIBBONS})
    assert len({ribbon.about for ribbon in FAIR_RIBBONS}) == len(FAIR_RIBBONS)
