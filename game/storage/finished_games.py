"""The database tables of finished games and their reviews, and the counts of wins, draws and losses."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from msgspec import Struct, field

from game.core.levels.blended import opponent_id
from game.core.tournament import Participant
from game.storage.players import Player, PlayerTable
from game.storage.sqlite.sql_file import SqlFile, now
from game.storage.sqlite.write_queue import Write

_OF_GAME = "ruleset = ? AND tournament = ? AND seed = ? AND game = ?"
_GAME = f"SELECT text_id FROM games WHERE {_OF_GAME}"
#: The ids among which the one of a text is drawn.
_MOST_TEXT_IDS = 2**63
#: SQL condition for rated games: ``practice``, the reason why a game is unrated, is empty.
_COUNTED = "practice = ''"
_TOTALS = "ruleset, COUNT(*), SUM(outcome = 'won'), SUM(outcome = 'drawn'), SUM(outcome = 'lost')"
#: The columns of ``results`` for ``finished_game``.
FINISHED_GAME = (
    "ruleset, tournament, seed, game, termination, moves, played, opponent, level, outcome, own_score, other_score,"
    " practice"
)
#: The maximum number of stored reviews. The ones used longest ago are deleted.
MOST_REVIEWS = 2_000


@dataclass(frozen=True, slots=True)
class Totals:
    """A player's numbers of wins, draws and losses against the computer in one ruleset."""

    ruleset_id: str
    played: int
    won: int
    drawn: int
    lost: int

    def plus(self, other: Totals) -> Totals:
        """Return the sum of these and other counts of wins, draws and losses in the same ruleset."""
        drawn, lost = self.drawn + other.drawn, self.lost + other.lost
        return Totals(self.ruleset_id, self.played + other.played, self.won + other.won, drawn, lost)


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """The numbers of wins, draws and losses between two people, who may play on two machines."""

    player: Player
    other: Player
    wins: int
    draws: int
    losses: int


@dataclass(frozen=True, slots=True)
class GameKey:
    """The key that identifies a finished game in the database, independent of its players."""

    ruleset_id: str
    tournament: str
    seed: int
    number: int


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A finished game in the database, from one player's view. ``played`` is a date and time in ISO 8601, UTC."""

    key: GameKey
    termination: str
    moves: int
    played: str
    opponent: str
    level: str
    """The opponent's level, "" for a person."""
    outcome: str
    """``won``, ``drawn`` or ``lost``."""
    own_score: int | None
    other_score: int | None
    practice: str = ""
    """The reason why the game is unrated, "" for a rated game."""


class PlayedGame(Struct, frozen=True, forbid_unknown_fields=True):
    """The facts of a finished game, independent of its players.

    ``tournament``, ``seed`` and ``number`` identify the game. ``mark`` identifies it under any title. Either prevents
    the game from being recorded twice. The names of the fields in the file of waiting results never change.
    """

    ruleset_id: str = field(name="ruleset_id")
    termination: str = field(name="termination")
    scores: tuple[int | None, int | None] = field(name="scores")
    moves: int = field(name="moves")
    tournament: str = field(name="tournament")
    seed: int = field(name="seed")
    number: int = field(name="number")
    mark: str = field(name="mark", default="")
    practice: str = field(name="practice", default="")
    """The reason why the game is unrated, "" for a rated game."""
    played: str = field(name="played", default="")
    """The time when the game ended, in ISO 8601, UTC; "" for now."""


class GameTables:
    """The database tables of finished games: results, the text of each game, and ladder progress."""

    def __init__(self, file: SqlFile, players: PlayerTable) -> None:
        self._file, self._players = file, players

    def add(self, player: Player, opponent: Participant, outcome: str, game: PlayedGame) -> bool:
        """Record the result of a game against the computer. Return True if it was not recorded before.

        ``outcome`` is ``won``, ``drawn`` or ``lost``. The scores of the game are the player's, then the opponent's.
        """
        own, other = game.scores
        row = {"player": player.id, "opponent": opponent.name, "level": opponent.level, "outcome": outcome}
        return self._enter("results", {**row, "own_score": own, "other_score": other}, game)

    def add_meeting(self, players: tuple[Player, Player], winner: Player | None, game: PlayedGame) -> bool:
        """Record the result of a game between two people. Return True if it was not recorded before.

        ``winner`` is None for a draw. The scores of the game are in the order of the players.
        """
        scores = dict(zip((player.id for player in players), game.scores, strict=True))
        first, second = sorted(scores)
        row = {"first": first, "second": second, "winner": winner.id if winner else None}
        return self._enter("meetings", {**row, "first_score": scores[first], "second_score": scores[second]}, game)

    def _enter(self, table: str, row: Mapping[str, object], game: PlayedGame) -> bool:
        values = {
            **row,
            "ruleset": game.ruleset_id,
            "termination": game.termination,
            "moves": game.moves,
            "played": game.played or now(),
            "tournament": game.tournament,
            "seed": str(game.seed),
            "game": game.number,
            "practice": game.practice,
            "mark": game.mark,
        }
        columns, marks = ", ".join(values), ", ".join("?" * len(values))
        statement = f"INSERT INTO {table} ({columns}) VALUES ({marks}) ON CONFLICT DO NOTHING"
        return self._file.write(statement, tuple(values.values())).changed

    def is_on_record(self, key: GameKey, mark: str) -> bool:
        """Return True if a finished game is in the database.

        A game with an identifying mark is found by ``mark`` alone, any other game by ``key``.
        """
        known = f"(mark = ? AND mark <> '') OR (mark = '' AND {_OF_GAME})"
        return any(
            self._file.rows(f"SELECT 1 FROM {table} WHERE {known}", (mark, *_values(key)))
            for table in ("results", "meetings")
        )

    def retitle(self, key: GameKey, tournament: str) -> None:
        """Change the tournament title of this finished game in the database."""
        values = (tournament, *_values(key))
        rename = "UPDATE OR IGNORE {table} SET tournament = ? WHERE " + _OF_GAME
        self._file.write_all(*((rename.format(table=table), values) for table in ("results", "meetings", "games")))

    # Whole games as text

    def save_text(self, key: GameKey, text: str) -> None:
        """Store the text of a finished game, unless a text of this game is stored already."""
        # The id is drawn, so that a text that waits in the queue of writes has it already.
        text_id, values = secrets.randbelow(_MOST_TEXT_IDS), _values(key)
        self._file.write_all(
            (f"INSERT INTO game_texts SELECT ?, ? WHERE NOT EXISTS ({_GAME})", (text_id, text, *values)),
            (
                "INSERT INTO games (ruleset, tournament, seed, game, text_id) VALUES (?, ?, ?, ?, ?)"
                " ON CONFLICT DO NOTHING",
                (*values, text_id),
            ),
        )

    def text(self, key: GameKey) -> str | None:
        """Return the text of a finished game; None if it was recorded before texts were stored."""
        text = f"SELECT text FROM {{table}} WHERE id = ({_GAME})"
        either = f"{text.format(table='game_texts')} UNION ALL {text.format(table='main.game_texts')} LIMIT 1"
        rows = self._file.rows(either, 2 * _values(key))
        return str(rows[0][0]) if rows else None

    def against_computer(self, player: Player) -> list[FinishedGame]:
        """Return the player's finished games against the computer, oldest first."""
        rows = self._file.rows(
            f"SELECT {FINISHED_GAME} FROM results WHERE player = ? ORDER BY id",
            (player.id,),
        )
        return [finished_game(row) for row in rows]

    def meetings(self, player: Player, other: Player) -> list[FinishedGame]:
        """Return the finished games between two people, from the first one's view, oldest first."""
        first, second = sorted((player.id, other.id))
        own, its = ("first_score", "second_score") if player.id == first else ("second_score", "first_score")
        rows = self._file.rows(
            "SELECT ruleset, tournament, seed, game, termination, moves, played, ?, '',"
            f" CASE winner WHEN ? THEN 'won' WHEN ? THEN 'lost' ELSE 'drawn' END, {own}, {its}, practice"
            " FROM meetings WHERE first = ? AND second = ? ORDER BY id",
            (other.name, player.id, other.id, first, second),
        )
        return [finished_game(row) for row in rows]

    def has_played(self, player: Player, ruleset_id: str, seed: int, moves: int) -> bool:
        """Return True if the player has finished a game of this ruleset with this seed and number of moves."""
        game = (ruleset_id, str(seed), moves)
        known = self._file.rows(
            "SELECT 1 FROM results WHERE player = ? AND ruleset = ? AND seed = ? AND moves = ?"
            " UNION SELECT 1 FROM meetings WHERE ? IN (first, second) AND ruleset = ? AND seed = ? AND moves = ?",
            (player.id, *game, player.id, *game),
        )
        return bool(known)

    def rulesets_beginning_with(self, prefix: str) -> frozenset[str]:
        """Return the ids that begin with a prefix, of the rulesets of all finished games and of mistakes in them."""
        parts = " UNION ".join(
            f"SELECT ruleset FROM {table} WHERE substr(ruleset, 1, :length) = :prefix"
            for table in ("results", "meetings", "games", "mistakes")
        )
        return frozenset(str(name) for (name,) in self._file.rows(parts, {"length": len(prefix), "prefix": prefix}))

    # Wins, draws and losses

    def totals(self, player: Player) -> list[Totals]:
        """Return a player's wins, draws and losses against the computer by ruleset, the most played one first."""
        rows = self._file.rows(
            f"SELECT {_TOTALS} FROM results WHERE player = ? AND {_COUNTED}"
            " GROUP BY ruleset ORDER BY COUNT(*) DESC, ruleset",
            (player.id,),
        )
        return [_totals(row) for row in rows]

    def totals_by_level(self, player: Player, ruleset_id: str) -> dict[str, Totals]:
        """Return a player's wins, draws and losses in one ruleset by the opponent's level.

        The adaptive opponent counts as one level at all its strengths.
        """
        rows = self._file.rows(
            f"SELECT level, {_TOTALS} FROM results WHERE player = ? AND ruleset = ? AND {_COUNTED} GROUP BY level",
            (player.id, ruleset_id),
        )
        found: dict[str, Totals] = {}
        for level, *row in rows:
            opponent, totals = opponent_id(level), _totals(row)
            found[opponent] = found[opponent].plus(totals) if opponent in found else totals
        return found

    def level_totals(self, ruleset_id: str) -> dict[str, Totals]:
        """Return the results of each level (computer opponent) of a ruleset, seen from the level's side."""
        rows = self._file.rows(
            f"SELECT level, {_TOTALS} FROM results WHERE ruleset = ? AND {_COUNTED} GROUP BY level", (ruleset_id,)
        )
        met = {str(level): _totals(row) for level, *row in rows}
        return {level: replace(totals, won=totals.lost, lost=totals.won) for level, totals in met.items()}

    def set_beaten(self, player: Player, ruleset_id: str, level: str) -> bool:
        """Record that the player has beaten a computer opponent in a match. Return True if that is new."""
        values = (player.id, ruleset_id, level, now())
        return self._file.write("INSERT INTO ladder VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING", values).changed

    def beaten(self, player: Player, ruleset_id: str) -> frozenset[str]:
        """Return the levels (computer opponents) of a ruleset that the player has beaten in a match."""
        rows = self._file.rows("SELECT level FROM ladder WHERE player = ? AND ruleset = ?", (player.id, ruleset_id))
        return frozenset(level for (level,) in rows)

    def earn_ribbon(self, player: Player, ruleset_id: str, ribbon: str) -> bool:
        """Record that the player has earned a ribbon (award). Return True if that is new."""
        values = (player.id, ruleset_id, ribbon, now())
        return self._file.write("INSERT INTO ribbons VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING", values).changed

    def ribbons(self, player: Player, ruleset_id: str) -> frozenset[str]:
        """Return the ribbons (awards) that the player has earned with a ruleset."""
        rows = self._file.rows("SELECT ribbon FROM ribbons WHERE player = ? AND ruleset = ?", (player.id, ruleset_id))
        return frozenset(ribbon for (ribbon,) in rows)

    def head_to_head(self, player: Player, other: Player) -> HeadToHead:
        """Return the numbers of wins, draws and losses between two people, from the first one's view."""
        pair = tuple(sorted((player.id, other.id)))
        rows = self._file.rows(
            f"SELECT winner, COUNT(*) FROM meetings WHERE first = ? AND second = ? AND {_COUNTED} GROUP BY winner", pair
        )
        won: dict[int | None, int] = dict(rows)
        return HeadToHead(player, other, won.get(player.id, 0), won.get(None, 0), won.get(other.id, 0))

    def head_to_heads(self, player: Player) -> list[HeadToHead]:
        """Return the player's results against each other person met, in the order of the player list."""
        return [self.head_to_head(player, other) for other in self._players.met_by(player)]


def _values(key: GameKey) -> tuple[str, str, str, int]:
    return (key.ruleset_id, key.tournament, str(key.seed), key.number)


def _totals(row: Sequence[Any]) -> Totals:
    """Return the counts of results from a database row with the columns ``_TOTALS``."""
    ruleset, played, won, drawn, lost = row
    return Totals(ruleset_id=ruleset, played=played, won=won, drawn=drawn, lost=lost)


def finished_game(row: Sequence[Any]) -> FinishedGame:
    """Return the finished game from a database row with the columns ``FINISHED_GAME``."""
    ruleset, tournament, seed, number, termination, moves, played, opponent, level, outcome, own, other, practice = row
    # A seed that is not a number was written by another program: such a game counts, but cannot be found again.
    known = int(seed) if re.fullmatch(r"-?[0-9]{1,40}", str(seed)) else 0
    return FinishedGame(
        key=GameKey(ruleset_id=ruleset, tournament=tournament, seed=known, number=number),
        termination=termination,
        moves=moves,
        played=played,
        opponent=opponent,
        level=level,
        outcome=outcome,
        own_score=own,
        other_score=other,
        practice=practice,
    )


class ReviewTable:
    """The database table of engines' reviews of games."""

    def __init__(self, file: SqlFile) -> None:
        self._file = file

    def save(self, mark: str, reader: str, text: str) -> Write:
        """Store an engine's review of a game, and replace an earlier review by the same engine.

        ``mark`` identifies the game, and ``reader`` the engine.
        """
        keep = (
            "INSERT INTO reviews VALUES (?, ?, ?, ?)"
            " ON CONFLICT (mark, reader) DO UPDATE SET text = excluded.text, looked_at = excluded.looked_at"
        )
        make_room = (
            # The reviews are counted first, by the index alone: sorting them has to read past all their texts.
            "DELETE FROM reviews WHERE rowid IN (SELECT rowid FROM reviews"
            f" WHERE (SELECT COUNT(*) FROM reviews) > {MOST_REVIEWS}"
            f" ORDER BY looked_at DESC, rowid DESC LIMIT -1 OFFSET {MOST_REVIEWS})"
        )
        return self._file.write_all((keep, (mark, reader, text, now())), (make_room, ()))

    def stored(self, mark: str, reader: str) -> str:
        """Return an engine's review of a game, or "" if there is none.

        ``mark`` identifies the game, and ``reader`` the engine.
        """
        rows = self._file.rows("SELECT text FROM reviews WHERE mark = ? AND reader = ?", (mark, reader))
        text = rows[0][0] if rows else ""
        return text if isinstance(text, str) else ""
