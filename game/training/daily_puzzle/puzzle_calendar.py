"""The lanterns of the days: which riddles of the day were solved, and how, as the calendar shows them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

from game.storage.database import Database
from game.storage.puzzles.tries import DailyPuzzleResult
from game.training.puzzles.shipped import shipped_sets

#: The days for which a riddle that was missed can still be solved.
MENDABLE = 7


@dataclass(frozen=True, slots=True)
class PuzzleCalendar:
    """What a player lit: for each day the games whose riddle was solved, with what it was worth."""

    days: Mapping[date, Mapping[str, float]]

    def share(self, day: date, games: Sequence[str]) -> float:
        """How much of a day's lantern is lit, 0 to 1: the share of these games."""
        lit = self.days.get(day, {})
        return sum(game in lit for game in games) / len(games) if games else 0.0

    def is_lit(self, day: date, game: str) -> bool:
        """Whether the riddle of a day was solved in a game."""
        return game in self.days.get(day, {})

    def score(self, day: date, game: str) -> float | None:
        """What a day's riddle was worth in a game; None where it was not solved."""
        return self.days.get(day, {}).get(game)

    def missed(self, today: date, game: str) -> date | None:
        """The latest of the last days before today whose riddle was not solved; None where there is none."""
        days = (today - timedelta(days=number) for number in range(1, MENDABLE + 1))
        return next((day for day in days if not self.is_lit(day, game)), None)


def lanterns_of(lit: Iterable[DailyPuzzleResult]) -> PuzzleCalendar:
    """The lanterns of what the database keeps; a day that is no date is left out."""
    days: dict[date, dict[str, float]] = {}
    for each in lit:
        try:
            day = date.fromisoformat(each.day)
        except ValueError:
            continue
        if each.lit:
            days.setdefault(day, {})[each.ruleset_id] = each.score
    return PuzzleCalendar(days)


def lit_today(database: Database, folders: Mapping[str, Path], today: date) -> float:
    """The share of the games with riddles whose riddle of today the current player has solved, 0 to 1.

    ``folders`` are those of the rulesets' files, by their ids.
    """
    player = database.current_player()
    games = [ruleset_id for ruleset_id, folder in folders.items() if shipped_sets(ruleset_id, folder)]
    return lanterns_of(database.lit_days(player)).share(today, games) if player is not None else 0.0
