"""Calendar of the daily puzzles: which ones the player has solved, and with which score."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

from game.storage.database import Database
from game.storage.puzzles.tries import DailyPuzzleResult
from game.training.puzzles.puzzle_file import shipped_sets

#: Number of days during which a missed daily puzzle can still be solved.
MENDABLE = 7


@dataclass(frozen=True, slots=True)
class PuzzleCalendar:
    """Scores of the daily puzzles that a player has solved, by day and ruleset."""

    days: Mapping[date, Mapping[str, float]]

    def share(self, day: date, games: Sequence[str]) -> float:
        """Return the fraction (0 to 1) of the given rulesets whose daily puzzle for a day was solved."""
        lit = self.days.get(day, {})
        return sum(game in lit for game in games) / len(games) if games else 0.0

    def is_solved(self, day: date, game: str) -> bool:
        """Return True if the player has solved a ruleset's daily puzzle for the given day."""
        return game in self.days.get(day, {})

    def score(self, day: date, game: str) -> float | None:
        """Return the player's score for a daily puzzle, or None if the puzzle was not solved."""
        return self.days.get(day, {}).get(game)

    def missed(self, today: date, game: str) -> date | None:
        """Return the latest past day whose daily puzzle is unsolved and can still be solved, or None."""
        days = (today - timedelta(days=number) for number in range(1, MENDABLE + 1))
        return next((day for day in days if not self.is_solved(day, game)), None)


def calendar_of(lit: Iterable[DailyPuzzleResult]) -> PuzzleCalendar:
    """Return the calendar of the stored daily puzzle results; results with an invalid date are left out."""
    days: dict[date, dict[str, float]] = {}
    for each in lit:
        try:
            day = date.fromisoformat(each.day)
        except ValueError:
            continue
        if each.solved_on:
            days.setdefault(day, {})[each.ruleset_id] = each.score
    return PuzzleCalendar(days)


def solved_share_today(database: Database, folders: Mapping[str, Path], today: date) -> float:
    """Return the fraction (0 to 1) of rulesets for which the current player has solved today's puzzle.

    ``folders`` maps ruleset ids to the folders of their files; games without puzzles do not count.
    """
    player = database.players.current()
    games = [ruleset_id for ruleset_id, folder in folders.items() if shipped_sets(ruleset_id, folder)]
    return calendar_of(database.puzzles.daily_results(player)).share(today, games) if player is not None else 0.0
