"""Stored attempts at puzzles, with ratings of players and puzzles, daily puzzles and timed runs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from game.core.rating import Rating
from game.storage.players import Player
from game.storage.sqlite.sql_file import SqlFile, now
from game.storage.sqlite.write_queue import Write


@dataclass(frozen=True, slots=True)
class PuzzleTry:
    """A player's first attempt at a puzzle."""

    ruleset_id: str
    puzzle: str
    """The puzzle's mark."""
    theme: str
    score: float
    """1 if it was solved without help, 0.5 with a hint, 0 if it was not solved."""
    hints: int
    seconds: float
    player: Rating
    """The player's rating after the try."""
    rating: Rating
    """The puzzle's rating after the try."""


@dataclass(frozen=True, slots=True)
class DailyPuzzleResult:
    """A player's result in a daily puzzle."""

    ruleset_id: str
    day: str
    """The day of the puzzle, in ISO 8601."""
    score: float
    solved_on: str
    """The day on which it was solved, in ISO 8601; "" if it was not."""


class PuzzleTable:
    """The database tables of puzzle attempts, daily puzzles and runs against the clock."""

    def __init__(self, file: SqlFile) -> None:
        self._file = file

    def player_rating(self, player: Player, ruleset_id: str) -> Rating | None:
        """Return the player's puzzle rating in a ruleset; None before the first puzzle."""
        rows = self._file.rows(
            "SELECT elo, deviation FROM riddle_tries WHERE player = ? AND ruleset = ? ORDER BY id DESC LIMIT 1",
            (player.id, ruleset_id),
        )
        return next(_ratings(rows), None)

    def rating(self, ruleset_id: str, puzzle: str) -> Rating | None:
        """Return a puzzle's rating after the attempts of all local players; None if there were none."""
        rows = self._file.rows(
            "SELECT riddle_elo, riddle_deviation FROM riddle_tries WHERE ruleset = ? AND riddle = ?"
            " ORDER BY id DESC LIMIT 1",
            (ruleset_id, puzzle),
        )
        return next(_ratings(rows), None)

    def save_try(self, player: Player, made: PuzzleTry) -> Write:
        """Store a player's first attempt at a puzzle. Later attempts have no effect."""
        return self._file.write(
            "INSERT INTO riddle_tries (player, ruleset, riddle, theme, score, hints, seconds, tried, elo, deviation,"
            " riddle_elo, riddle_deviation) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
            " ON CONFLICT (player, ruleset, riddle) DO NOTHING",
            (
                *(player.id, made.ruleset_id, made.puzzle, made.theme, made.score, made.hints, made.seconds, now()),
                *(made.player.elo, made.player.deviation, made.rating.elo, made.rating.deviation),
            ),
        )

    def tries(self, player: Player, ruleset_id: str) -> list[PuzzleTry]:
        """Return the player's first attempts at a ruleset's puzzles, oldest first, skipping damaged rows."""
        rows = self._file.rows(
            "SELECT riddle, theme, score, hints, seconds, elo, deviation, riddle_elo, riddle_deviation"
            " FROM riddle_tries WHERE player = ? AND ruleset = ? ORDER BY id",
            (player.id, ruleset_id),
        )
        return list(_tries(ruleset_id, rows))

    def scores(self, player: Player, ruleset_id: str) -> dict[str, float]:
        """Return the player's score in the first attempt at each puzzle of a ruleset, by puzzle id."""
        return {each.puzzle: each.score for each in self.tries(player, ruleset_id)}

    def save_day(self, player: Player, day: DailyPuzzleResult) -> Write:
        """Store a player's result in a daily puzzle. A puzzle that was solved once stays solved."""
        return self._file.write(
            "INSERT INTO riddle_days VALUES (?, ?, ?, ?, ?) ON CONFLICT (player, ruleset, day) DO UPDATE"
            " SET lit = excluded.lit WHERE riddle_days.lit = ''",
            (player.id, day.ruleset_id, day.day, day.score, day.solved_on),
        )

    def daily_results(self, player: Player) -> list[DailyPuzzleResult]:
        """Return the results of all daily puzzles that the player tried, sorted by day."""
        rows = self._file.rows(
            "SELECT ruleset, day, score, lit FROM riddle_days WHERE player = ? ORDER BY day, ruleset", (player.id,)
        )
        return [
            DailyPuzzleResult(ruleset_id=str(ruleset), day=str(day), score=float(score), solved_on=str(solved_on))
            for ruleset, day, score, solved_on in rows
        ]

    def save_run(self, player: Player, ruleset_id: str, solved: int) -> Write:
        """Store the number of puzzles that a player solved in a run against the clock."""
        return self._file.write(
            "INSERT INTO riddle_runs (player, ruleset, solved, ended) VALUES (?, ?, ?, ?)",
            (player.id, ruleset_id, solved, now()),
        )

    def note_run_puzzle(self, player: Player, ruleset_id: str, puzzle: str) -> None:
        """Record that a puzzle was shown in a player's run against the clock.

        ``puzzle`` is the identifying mark of the puzzle.
        """
        self._file.write(
            "INSERT INTO run_puzzles VALUES (?, ?, ?, ?)"
            " ON CONFLICT (player, ruleset, puzzle) DO UPDATE SET shown = excluded.shown",
            (player.id, ruleset_id, puzzle, now()),
        )

    def recent_run_puzzles(self, player: Player, ruleset_id: str, since: datetime) -> set[str]:
        """Return the ids of the puzzles shown in a player's runs against the clock since the given time."""
        rows = self._file.rows(
            "SELECT puzzle FROM run_puzzles WHERE player = ? AND ruleset = ? AND shown >= ?",
            (player.id, ruleset_id, since.astimezone(UTC).isoformat(timespec="seconds")),
        )
        return {str(puzzle) for (puzzle,) in rows}

    def best_run(self, player: Player, ruleset_id: str) -> int:
        """Return the most puzzles that the player has solved in one run against the clock, 0 if none."""
        rows = self._file.rows(
            "SELECT max(solved) FROM riddle_runs WHERE player = ? AND ruleset = ?", (player.id, ruleset_id)
        )
        return int(rows[0][0] or 0) if rows else 0


def _ratings(rows: list[tuple[object, ...]]) -> Iterator[Rating]:
    """Yield the puzzle ratings stored in database rows, skipping damaged ones."""
    for elo, deviation in rows:
        if isinstance(elo, float) and isinstance(deviation, float) and deviation > 0:
            yield Rating(elo=elo, deviation=deviation)


def _tries(ruleset_id: str, rows: list[tuple[Any, ...]]) -> Iterator[PuzzleTry]:
    for puzzle, theme, score, hints, seconds, elo, deviation, puzzle_elo, puzzle_deviation in rows:
        numbers = (score, seconds, elo, deviation, puzzle_elo, puzzle_deviation)
        if all(isinstance(number, float) for number in numbers) and isinstance(hints, int):
            yield PuzzleTry(
                ruleset_id=ruleset_id,
                puzzle=str(puzzle),
                theme=str(theme),
                score=score,
                hints=hints,
                seconds=seconds,
                player=Rating(elo=elo, deviation=deviation),
                rating=Rating(elo=puzzle_elo, deviation=puzzle_deviation),
            )
