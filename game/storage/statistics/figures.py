"""Facts of finished games, and figures derived from their engine reviews, stored as text in the database."""

from __future__ import annotations

from dataclasses import dataclass

from game.storage.finished_games import FINISHED_GAME, FinishedGame, GameKey, finished_game
from game.storage.players import Player
from game.storage.sqlite.sql_file import SqlFile

#: A player's games in one ruleset, against the computer and against people, from the player's view.
_OWN = f"""
WITH own AS (
    SELECT {FINISHED_GAME}
    FROM results WHERE player = :player AND ruleset = :ruleset
    UNION ALL
    SELECT ruleset, tournament, seed, game, termination, moves, played, other.name, '',
        CASE WHEN winner IS NULL THEN 'drawn' WHEN winner = :player THEN 'won' ELSE 'lost' END,
        CASE first WHEN :player THEN first_score ELSE second_score END,
        CASE first WHEN :player THEN second_score ELSE first_score END, practice
    FROM meetings JOIN players other ON other.id = CASE first WHEN :player THEN second ELSE first END
    WHERE :player IN (first, second) AND ruleset = :ruleset
)
"""
_STAMP = "reviews.looked_at || ' ' || length(reviews.text)"
_WITH_TEXT = "own JOIN games kept USING (ruleset, tournament, seed, game)"


@dataclass(frozen=True, slots=True)
class FigureRecord:
    """A finished game with its stored statistics."""

    game: FinishedGame
    facts: str
    """The facts of the game as text, "" if they are not known yet."""
    figures: str
    """The figures from its review as text, "" if it was not reviewed."""


@dataclass(frozen=True, slots=True)
class ReviewRecord:
    """An engine's review of a recorded game."""

    key: GameKey
    mark: str
    reader: str
    text: str
    stamp: str
    """A text that changes with the review."""


class FigureTable:
    """The database table of statistical figures derived from engine reviews of games."""

    def __init__(self, file: SqlFile) -> None:
        self._file = file

    def games_without_facts(self, player: Player, ruleset_id: str, version: int) -> list[GameKey]:
        """Return the player's games whose stored facts are missing or outdated, newest first.

        Facts are outdated if they were stored with another ``version``.
        """
        values = {"player": player.id, "ruleset": ruleset_id, "version": version}
        query = f"{_OWN} SELECT own.* FROM {_WITH_TEXT} WHERE kept.facts_version <> :version ORDER BY played DESC"
        return [finished_game(row).key for row in self._file.rows(query, values)]

    def save_facts(self, key: GameKey, mark: str, version: int, text: str) -> None:
        """Store the facts of a finished game as text, with the mark that identifies its review.

        ``mark`` is "" if the game cannot be reviewed. ``version`` is that of the form of the facts.
        """
        self._file.write(
            "UPDATE games SET moves_mark = ?, facts_version = ?, facts = ?"
            " WHERE ruleset = ? AND tournament = ? AND seed = ? AND game = ?",
            (mark, version, text, key.ruleset_id, key.tournament, str(key.seed), key.number),
        )

    def reviews_without_figures(self, player: Player, ruleset_id: str, reader: str, version: int) -> list[GameKey]:
        """Return a player's games with a review by an engine but missing or outdated statistics, newest first.

        ``reader`` identifies the engine, and statistics are outdated if they were stored with another ``version``.
        """
        values = {"player": player.id, "ruleset": ruleset_id, "reader": reader, "version": version}
        query = (
            f"{_OWN} SELECT own.* FROM {_WITH_TEXT} JOIN reviews ON reviews.mark = kept.moves_mark"
            " LEFT JOIN figures ON figures.mark = kept.moves_mark WHERE reader = :reader"
            f" AND (figures.mark IS NULL OR figures.version <> :version OR figures.stamp <> {_STAMP})"
            " ORDER BY played DESC"
        )
        return [finished_game(row).key for row in self._file.rows(query, values)]

    def review_of_game(self, key: GameKey, reader: str) -> ReviewRecord | None:
        """Return the review of a recorded game by the engine ``reader``; None if there is none."""
        rows = self._file.rows(
            f"SELECT reviews.mark, reviews.text, {_STAMP} FROM games JOIN reviews ON reviews.mark = games.moves_mark"
            " WHERE ruleset = ? AND tournament = ? AND seed = ? AND game = ? AND reader = ?",
            (key.ruleset_id, key.tournament, str(key.seed), key.number, reader),
        )
        return next((ReviewRecord(key, mark, reader, text, stamp) for mark, text, stamp in rows), None)

    def save(self, review: ReviewRecord, version: int, text: str) -> None:
        """Store the statistical figures derived from an engine's review, as text.

        ``version`` is that of the form of the figures.
        """
        self._file.write(
            "INSERT OR REPLACE INTO figures (mark, stamp, version, text) VALUES (?, ?, ?, ?)",
            (review.mark, review.stamp, version, text),
        )

    def of_games(self, player: Player, ruleset_id: str) -> list[FigureRecord]:
        """Return the player's games in a ruleset with their stored statistics, oldest first."""
        query = (
            f"{_OWN} SELECT own.*, COALESCE(kept.facts, ''), COALESCE(figures.text, '')"
            " FROM own LEFT JOIN games kept USING (ruleset, tournament, seed, game)"
            " LEFT JOIN figures ON figures.mark = kept.moves_mark ORDER BY played, tournament, game"
        )
        rows = self._file.rows(query, {"player": player.id, "ruleset": ruleset_id})
        return [FigureRecord(finished_game(game), facts, figures) for *game, facts, figures in rows]

    def games_without_figures(self, player: Player, ruleset_id: str) -> list[GameKey]:
        """Return the player's games that can be reviewed but have no complete review yet, newest first."""
        values = {"player": player.id, "ruleset": ruleset_id}
        query = (
            f"{_OWN} SELECT own.* FROM {_WITH_TEXT} LEFT JOIN figures ON figures.mark = kept.moves_mark"
            " WHERE kept.moves_mark <> '' AND COALESCE(figures.text, '') = '' ORDER BY played DESC"
        )
        return [finished_game(row).key for row in self._file.rows(query, values)]
