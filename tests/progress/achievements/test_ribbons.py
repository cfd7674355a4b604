"""The ribbons of the fair: each is earned by what the records say, and by nothing less."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from game.core.levels.blended import mirror_id
from game.core.model import Reason
from game.core.rating import Rating
from game.core.ruleset import complete_options, parse_move
from game.core.tournament import Participant, Tournament
from game.plugins.registry import discover
from game.progress.achievements.achievements import FAIR_ACHIEVEMENTS
from game.progress.achievements.counts import counts_of
from game.progress.decathlon.week import events_of, week_of
from game.storage.database import Database
from game.storage.finished_games import PlayedGame
from game.storage.learning.mistakes import Mistake
from game.storage.puzzles.tries import DailyPuzzleResult, PuzzleTry
from game.training.puzzles.puzzle import PuzzleTheme
from tests.progress.statistics.forced_games import won_after_a_quiet_turn, won_by_fours
from tests.progress.statistics.recorded import LOST_BY_A_MISTAKE, READINGS, gathered, reading, record, review

RULESETS = discover().rulesets
GOMOKU = RULESETS["gomoku"]
DAY = date(2026, 11, 24)
#: A game that Black wins, who began it, after White was taken by a word.
SWAPPED = "h8 a1 g8 white a2 f8 a3 e8 a4 d8"
THEMES = [theme.value for theme in PuzzleTheme]


class Fair:
    """A database with Ann, who does things."""

    def __init__(self, path):
        self.database = Database(path)
        self.ann = self.database.players.create("Ann")
        self.number = 0

    def plays(self, ruleset_id="gomoku", outcome="won", level="engine_light", *, seed=None, practice="", played=""):
        self.number += 1
        seed = self.number if seed is None else seed
        game = PlayedGame(ruleset_id, "line", (None, None), 20, f"t{self.number}", seed, 1, "", practice, played)
        assert self.database.games.add(self.ann, Participant("Tilda", level), outcome, game)

    def finishes(self, moves, readings=None, *, first=True, **options):
        """A game as it was played, against a level, whose text is kept, and its review where there are readings."""
        self.number += 1
        level = GOMOKU.info.levels[0]
        sides = Participant("Ann"), Participant(level.name, level.id)
        sides = sides if first else sides[::-1]
        made = Tournament(GOMOKU, complete_options(GOMOKU.info, options), sides, 1, title=f"t{self.number}")
        match = made.start_game().match
        for word in moves.split():
            assert not isinstance(match.play(parse_move(GOMOKU.info, match.state, word)), Reason), word
        match = record(self.database, made)
        if readings is not None:
            review(self.database, match, readings)

    def solves(self, score=1.0, theme="vct", rating=1_200.0, ruleset_id="gomoku"):
        """Ann is rated 1000 after it."""
        self.number += 1
        ratings = Rating(1_000.0, 100.0), Rating(rating, 100.0)
        self.database.puzzles.save_try(
            self.ann, PuzzleTry(ruleset_id, f"r{self.number}", theme, score, 0, 9.0, *ratings)
        )

    def remembers(self, count):
        """Ann knows so many of her mistakes well enough to be asked again in a month."""
        due = (date.today() + timedelta(days=30)).isoformat()
        for ply in range(count):
            mistake = Mistake("mark", ply, "gomoku", {}, "", ("h8",), "{}", 0.2, "opening", "Tilda", due=due)
            self.database.mistakes.save(self.ann, "mark", [mistake], [])

    def lights(self, *days, ruleset_id="gomoku", late=0):
        for day in days:
            lit = (day + timedelta(days=late)).isoformat()
            self.database.puzzles.save_day(self.ann, DailyPuzzleResult(ruleset_id, day.isoformat(), 1.0, lit))

    def earned(self):
        for ruleset in RULESETS.values():
            gathered(self.database, self.ann, ruleset)
        deeds = counts_of(self.database, self.ann, RULESETS, list(RULESETS))
        return {ribbon.id for ribbon in FAIR_ACHIEVEMENTS if ribbon.is_earned(deeds)}


@pytest.fixture
def fair(tmp_path):
    found = Fair(tmp_path / "fair.sqlite3")
    yield found
    found.database.file.close()


def repeat(times, act, **how):
    for _number in range(times):
        act(**how)


def finished_evening(fair, outcome, day=DAY, but_last=""):
    events = events_of(week_of(day), RULESETS, [])
    for event in events:
        ended = f"{day.isoformat()}T20:00:00+00:00"
        how = but_last if but_last and event is events[-1] else outcome
        fair.plays(event.ruleset.info.id, how, event.level.id, seed=event.seed, played=ended)


def escaping(second):
    """What a review knows of the game that White lost by a slip: Black's third stone, and the next best one."""
    return {**READINGS, 4: reading(("f8", 0.62), ("i8", second))}


def one_mistake(seat):
    """What a review knows of the long attack: every turn is the best one, but for the third one of a side."""
    words = won_by_fours().split()
    number, best = 4 + seat, {at: reading((word, 0.5), ("o14", 0.49)) for at, word in enumerate(words)}
    return best | {number: reading(("o14", 0.9), (words[number], 0.5))}


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
    "long_attack": (
        lambda fair: fair.finishes(won_after_a_quiet_turn()),
        lambda fair: fair.finishes(won_by_fours()),
    ),
    "saved": (
        lambda fair: [fair.finishes(LOST_BY_A_MISTAKE, escaping(0.3)), fair.finishes("h8 a1 i8 a2 f8 a3 e8 a15 g8")],
        lambda fair: fair.finishes(LOST_BY_A_MISTAKE.replace("a15", "a14"), escaping(0.0)),
    ),
    "clean": (
        lambda fair: [fair.finishes(won_by_fours(), one_mistake(0)), fair.finishes(LOST_BY_A_MISTAKE, READINGS)],
        lambda fair: fair.finishes(won_by_fours(("e1", "e3", "e5", "e7", "e9", "n13")), one_mistake(1)),
    ),
    "opening_rule": (
        lambda fair: [fair.finishes(LOST_BY_A_MISTAKE), fair.finishes(SWAPPED, first=False, opening="swap")],
        lambda fair: fair.finishes(SWAPPED.replace("a4", "a14"), opening="swap"),
    ),
    "ten_alone": (
        lambda fair: [fair.solves(0.5 if number == 5 else 1.0) for number in range(11)],
        lambda fair: repeat(10, fair.solves),
    ),
    "hundred_riddles": (lambda fair: repeat(99, fair.solves), lambda fair: repeat(100, fair.solves, score=0.5)),
    "long_fours": (
        lambda fair: fair.solves(theme="vcf", rating=1_499.0),
        lambda fair: fair.solves(theme="vcf", rating=1_500.0),
    ),
    "tiptoe": (
        lambda fair: [fair.solves(rating=1_400.0), fair.solves(rating=1_299.0), fair.solves(0.5, rating=1_400.0)],
        lambda fair: fair.solves(rating=1_300.0),
    ),
    "themes": (
        lambda fair: [*map(fair.solves, [1.0] * 6, THEMES), fair.solves(0.5, THEMES[6])],
        lambda fair: fair.solves(1.0, THEMES[7]),
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
        lambda fair: fair.database.puzzles.save_run(fair.ann, "gomoku", 9),
        lambda fair: fair.database.puzzles.save_run(fair.ann, "gomoku", 10),
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
    "swept": (
        lambda fair: finished_evening(fair, "won", DAY - timedelta(days=7), but_last="drawn"),
        lambda fair: finished_evening(fair, "won"),
    ),
    "learned": (
        lambda fair: fair.remembers(9),
        lambda fair: fair.remembers(10),
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
    assert len(FAIR_ACHIEVEMENTS) <= 30
    assert len({ribbon.id for ribbon in FAIR_ACHIEVEMENTS}) == len({ribbon.title for ribbon in FAIR_ACHIEVEMENTS})
    assert len({ribbon.about for ribbon in FAIR_ACHIEVEMENTS}) == len(FAIR_ACHIEVEMENTS)


def test_every_ribbon_has_its_deed_here():
    assert {ribbon.id for ribbon in FAIR_ACHIEVEMENTS} == set(CASES)
