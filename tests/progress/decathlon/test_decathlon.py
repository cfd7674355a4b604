"""The decathlon: drawn by the week, opponents who suit the player, and points out of the records."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from game.plugins.registry import discover
from game.progress.decathlon.scoring import Rosette, card_of, cards
from game.progress.decathlon.week import events_of, week_of
from game.storage.database import Database
from game.storage.finished_games import FinishedGame, GameKey
from game.storage.players import Player

RULESETS = discover().rulesets
DAY = date(2026, 11, 24)
WEEK = week_of(DAY)


def keys(events):
    return [event.key for event in events]


def finished(ruleset_id, seed, outcome="won", *, level="", played=None, number=1, practice=""):
    moment = played or datetime.now(UTC).isoformat()
    key = GameKey(ruleset_id, "t", seed, number)
    return FinishedGame(key, "line", 20, moment, "Tilda", level, outcome, None, None, practice)


def results(events, *outcomes):
    return [finished(event.ruleset.info.id, event.seed, each) for event, each in zip(events, outcomes, strict=False)]


def test_a_week_begins_on_monday_and_has_a_name_without_a_language():
    assert WEEK.name == "2026-W48"
    assert WEEK.begins == date(2026, 11, 23)
    assert WEEK.last_day == date(2026, 11, 29)
    assert week_of(date(2027, 1, 1)).name == "2026-W53"


def test_every_stall_has_an_event_and_everybody_the_same_seeds():
    events = events_of(WEEK, RULESETS, [])
    assert {event.ruleset.info.id for event in events} == set(RULESETS)
    strong = [finished("gomoku", 5, level="engine_light", played="2026-01-01T20:00:00+00:00") for _number in range(30)]
    others = events_of(WEEK, RULESETS, strong)
    assert [(event.seed, event.is_first) for event in events] == [(event.seed, event.is_first) for event in others]


def test_another_week_draws_anew():
    weeks = [week_of(DAY + timedelta(weeks=number)) for number in range(20)]
    drawn = [[(event.ruleset.info.id, event.level.id, event.is_first) for event in events_of(week, RULESETS, [])]
             for week in weeks]  # fmt: skip
    assert len({str(each) for each in drawn}) > 15


def test_the_opponent_is_near_the_rating_at_the_beginning_of_the_week_and_stays():
    def met(games):
        return next(event.level for event in events_of(WEEK, RULESETS, games) if event.ruleset.info.id == "gomoku")

    won = [finished("gomoku", number, level="engine_light", played="2026-11-20T20:00:00+00:00") for number in range(30)]
    assert met(won).elo > met([]).elo
    assert met([replace(game, played="2026-11-24T20:00:00+00:00") for game in won]) == met([])


def test_a_game_without_measured_levels_takes_part_and_one_without_levels_does_not():
    class Unmeasured:
        def __init__(self, levels):
            info = RULESETS["connect6"].info
            self.info = replace(info, id="own", levels=levels)

    levels = tuple(replace(level, elo=None) for level in RULESETS["connect6"].info.levels)
    assert "own" in {event.ruleset.info.id for event in events_of(WEEK, {"own": Unmeasured(levels)}, [])}
    assert events_of(WEEK, {"own": Unmeasured(())}, []) == []


def test_points_are_those_of_the_first_finished_game_that_counts():
    player, events = Player(1, "Ann", ""), events_of(WEEK, RULESETS, [])
    one = events[0]
    name = one.ruleset.info.id
    assert card_of(player, keys(events), []).points == 0
    assert card_of(player, keys(events), results(events, "won", "drawn", "lost")).points == 4
    again = [finished(name, one.seed, "lost"), finished(name, one.seed, "won")]
    assert card_of(player, keys(events), again).points == 0
    helped = [finished(name, one.seed, "won", practice="hint"), finished(name, one.seed, "drawn")]
    assert card_of(player, keys(events), helped).points == 1
    assert card_of(player, keys(events), [finished(name, one.seed, number=2)]).points == 0
    assert card_of(player, keys(events), [finished("gomoku" if name != "gomoku" else "connect6", one.seed)]).points == 0


@pytest.mark.parametrize(
    ("outcomes", "rosette"),
    [
        (("won", "won", "won", "lost"), Rosette.GOLD),
        (("won", "won", "drawn", "lost"), Rosette.SILVER),
        (("won", "drawn", "lost", "lost"), Rosette.BRONZE),
        (("lost", "lost", "lost", "lost"), None),
        (("won", "won", "won"), None),
    ],
)
def test_a_rosette_is_for_a_whole_evening(outcomes, rosette):
    events = events_of(WEEK, RULESETS, [])
    assert card_of(Player(1, "Ann", ""), keys(events), results(events, *outcomes)).rosette is rosette


def test_the_table_has_who_played_the_best_one_first(tmp_path, monkeypatch):
    database = Database(tmp_path / "fair.sqlite3")
    ann, ben, _pia = (database.players.create(name) for name in ("Ann", "Ben", "Pia"))
    events = events_of(WEEK, RULESETS, [])
    games = {ann.id: results(events, "lost"), ben.id: results(events, "won", "drawn")}
    monkeypatch.setattr(database.games, "against_computer", lambda player: games.get(player.id, []))
    assert [(card.player.name, card.points) for card in cards(database, WEEK, RULESETS)] == [("Ben", 4), ("Ann", 0)]
    database.file.close()
