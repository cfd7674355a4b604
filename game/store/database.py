"""The database: players, their results and the settings, in one SQLite file."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, TypeVar

from game.core.language import _
from game.core.model import Reason
from game.core.plain_text import one_line
from game.core.tournament import Participant
from game.store.dated_copies import keep_copy
from game.store.faces import usual_face
from game.store.files import NotNowError, StoreError
from game.store.names import folded
from game.store.open_database import open_database

T = TypeVar("T")

#: The most letters of a player's name.
LONGEST_NAME = 40
_PLAYER = "id, name, created, face"
_PRESENT = "gone = ''"
_OF_GAME = "ruleset = ? AND tournament = ? AND seed = ? AND game = ?"
#: What stands before the number of a player who left in place of a name; no name that can be typed begins with it.
_GONE = "\x00"
_GUEST_FACE = "cygnet"
_FACTS = "ruleset, tournament, seed, game, termination, moves, played"
#: Games that are no practice.
_COUNTED = "practice = ''"
_COUNTS = "COUNT(*), SUM(outcome = 'won'), SUM(outcome = 'drawn'), SUM(outcome = 'lost')"


@dataclass(frozen=True, slots=True)
class Player:
    """A player at this machine; ``created`` is a date and time in ISO 8601, UTC."""

    id: int
    name: str
    created: str
    face: str = ""
    """The portrait that the player chose, "" while none is."""

    @property
    def shown_face(self) -> str:
        """The portrait under which the player is shown everywhere."""
        return self.face or usual_face(self.name)


@dataclass(frozen=True, slots=True)
class Totals:
    """The counts of a player's games against the computer in one ruleset."""

    ruleset_id: str
    played: int
    won: int
    drawn: int
    lost: int


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """The counts of the games between two people at this machine."""

    player: Player
    other: Player
    wins: int
    draws: int
    losses: int


@dataclass(frozen=True, slots=True)
class GameKey:
    """The key of a game in the records, unique to the game whoever played it."""

    ruleset_id: str
    tournament: str
    seed: int
    number: int


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A game in the records, from the view of one of its players; ``played`` is a date and time in ISO 8601, UTC."""

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
    """Why it is practice, "" for a game that counts."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """The facts of a finished game that the records keep, whoever played it.

    ``tournament``, ``seed`` and ``number`` identify it, and so does ``mark`` under any title, so that it goes into the
    records once.
    """

    ruleset_id: str
    termination: str
    scores: tuple[int | None, int | None]
    moves: int
    tournament: str
    seed: int
    number: int
    mark: str = ""
    practice: str = ""
    """Why it is practice, "" for a game that counts."""
    played: str = ""
    """When it ended, a date and time in ISO 8601, UTC; "" for now."""


class Database:
    """The database connection, opened once; all calls must come from one thread."""

    def __init__(self, path: Path) -> None:
        """Open or create the file; on failure the program goes on without it, and ``notice`` says why."""
        self.path = path
        self._problem = ""
        self._writes_together = False
        self._connection, self.notice = open_database(path)

    def close(self) -> None:
        """Keep today's copy, and close the file."""
        keep_copy(self._connection, self.path, date.today())
        self._connection.close()

    def problem(self) -> str:
        """Why a write has failed since the last call, in a sentence; "" when none has."""
        problem, self._problem = self._problem, ""
        return problem

    @property
    def is_kept(self) -> bool:
        """Whether what is written outlasts the program; it does not where the file could not be opened."""
        return not self.notice or bool(self._connection.execute("PRAGMA database_list").fetchone()[2])

    @contextmanager
    def together(self) -> Iterator[None]:
        """Make the writes in this block all or not at all.

        Raises StoreError when they cannot be made, NotNowError when no others could be made either.
        """
        self._writes_together = True
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            with self._connection:
                yield
        except sqlite3.DatabaseError as error:
            kind = NotNowError if isinstance(error, sqlite3.OperationalError) else StoreError
            raise kind(_("{file} could not be written: {error}.", file=self.path.name, error=error)) from error
        finally:
            self._writes_together = False

    # Players

    def players(self) -> list[Player]:
        """All players but those who left, oldest first; empty at the first start of the program."""
        return [_player(row) for row in self._rows(f"SELECT {_PLAYER} FROM players WHERE {_PRESENT} ORDER BY id")]

    def create_player(self, name: str) -> Player | Reason:
        """Create a player of this name; the first one becomes the current player."""
        name = one_line(name)
        refusal = self.refused_name(name)
        if refusal is not None:
            return refusal
        is_first = not self.players()
        self._write(
            "INSERT INTO players (name, folded, created, current) VALUES (?, ?, ?, ?)",
            (name, folded(name), now(), int(is_first)),
        )
        return self._player_named(name) or Reason("disk", self._problem)

    def rename_player(self, player_id: int, name: str) -> Player | Reason:
        """Rename a player; tournaments saved under the old name still count for the player."""
        name = one_line(name)
        refusal = self.refused_name(name, player_id)
        if refusal is not None:
            return refusal
        self._write("INSERT OR REPLACE INTO former_names SELECT folded, id FROM players WHERE id = ?", (player_id,))
        self._keep_face(player_id)
        self._write("UPDATE players SET name = ?, folded = ? WHERE id = ?", (name, folded(name), player_id))
        return self._player_named(name) or Reason("disk", self._problem)

    def _keep_face(self, player_id: int) -> None:
        """Make the face that comes from the name the player's own, before the name changes."""
        player = self._one_player(f"SELECT {_PLAYER} FROM players WHERE id = ?", (player_id,))
        if player is not None and not player.face:
            self.set_face(player_id, player.shown_face)

    def remove_player(self, player_id: int) -> Reason | None:
        """Let a player leave; the games stay in the records of those who played against the player, a former guest.

        The name is free afterwards. Returns why the player has to stay, as ``why_stays``.
        """
        refusal = self.why_stays(player_id)
        if refusal is not None:
            return refusal
        self._write("DELETE FROM former_names WHERE player = ?", (player_id,))
        self._write(
            "UPDATE players SET name = '', folded = ?, face = ?, gone = ? WHERE id = ?",
            (f"{_GONE}{player_id}", _GUEST_FACE, now(), player_id),
        )
        return None

    def why_stays(self, player_id: int) -> Reason | None:
        """Why a player cannot be removed, None for one who can: somebody has to be at the machine."""
        current = self.current_player()
        if current is None or current.id != player_id:
            return None
        return Reason("current", _("{name} is playing now. Switch to somebody else first.", name=current.name))

    @staticmethod
    def name_refusal(name: str) -> str | None:
        """Why this name is refused, in a sentence; None for one that a player has or may have."""
        refusal = _unfit_name(one_line(name))
        return None if refusal is None else refusal.message

    def refused_name(self, name: str, player_id: int = 0) -> Reason | None:
        """Why nobody, or not the player of that number, may take this name; None for a free one."""
        name = one_line(name)
        refusal = _unfit_name(name)
        if refusal is not None:
            return refusal
        other = self._player_named(name)
        if other is not None and other.id != player_id:
            return Reason("taken", _("There is a player named {name} already.", name=other.name))
        return None

    def current_player(self) -> Player | None:
        """The player at the machine; None before the first is created."""
        return self._one_player(f"SELECT {_PLAYER} FROM players WHERE current = 1")

    def switch_player(self, player_id: int) -> None:
        """Make this the current player."""
        known = f"EXISTS (SELECT 1 FROM players WHERE id = ? AND {_PRESENT})"
        self._write(f"UPDATE players SET current = (id = ?) WHERE {known}", (player_id, player_id))

    def set_face(self, player_id: int, face: str) -> None:
        """Set the portrait of a player."""
        self._write("UPDATE players SET face = ? WHERE id = ?", (face, player_id))

    def find_player(self, name: str) -> Player | None:
        """The player of this name, in upper or lower case, or the one who had it before being renamed."""
        former = (
            "SELECT p.id, p.name, p.created, p.face FROM players p JOIN former_names f ON f.player = p.id"
            " WHERE f.folded = ?"
        )
        rows = self._rows(former, (folded(one_line(name)),))
        return self._player_named(one_line(name)) or (_player(rows[0]) if rows else None)

    def _player_named(self, name: str) -> Player | None:
        return self._one_player(f"SELECT {_PLAYER} FROM players WHERE folded = ?", (folded(name),))

    def _one_player(self, query: str, values: Sequence[object] = ()) -> Player | None:
        rows = self._rows(query, values)
        return _player(rows[0]) if rows else None

    # Results

    def record_game(self, player: Player, opponent: Participant, outcome: str, game: PlayedGame) -> bool:
        """Enter a game against the computer, once; returns whether it is new.

        ``outcome`` is ``won``, ``drawn`` or ``lost``; the game's scores are the player's, then the opponent's.
        """
        own, other = game.scores
        row = {"player": player.id, "opponent": opponent.name, "level": opponent.level, "outcome": outcome}
        return self._enter("results", {**row, "own_score": own, "other_score": other}, game)

    def record_meeting(self, players: tuple[Player, Player], winner: Player | None, game: PlayedGame) -> bool:
        """Enter a game between two people, once, the winner None for a draw; returns whether it is new.

        The game's scores are in the order of the players.
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
        return self._write(statement, tuple(values.values()))

    def is_on_record(self, key: GameKey, mark: str) -> bool:
        """Whether this game is in the records, whoever played it; one with a mark is known by that."""
        known = f"(mark = ? AND mark <> '') OR (mark = '' AND {_OF_GAME})"
        return any(
            self._rows(f"SELECT 1 FROM {table} WHERE {known}", (mark, *_values(key)))
            for table in ("results", "meetings")
        )

    def retitle(self, key: GameKey, tournament: str) -> None:
        """Change the tournament title under which this game's records are found."""
        values = (tournament, *_values(key))
        for table in ("results", "meetings", "games"):
            self._write(f"UPDATE OR IGNORE {table} SET tournament = ? WHERE {_OF_GAME}", values)

    # Whole games, as text

    def keep_game(self, key: GameKey, text: str) -> None:
        """Keep a whole game, as text; the first text of a game stays."""
        self._write("INSERT INTO games VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING", (*_values(key), text))

    def kept_game(self, key: GameKey) -> str | None:
        """The text of a game; None for one that was recorded before texts were kept."""
        rows = self._rows(f"SELECT text FROM games WHERE {_OF_GAME}", _values(key))
        return str(rows[0][0]) if rows else None

    def games(self, player: Player) -> list[FinishedGame]:
        """The player's games against the computer, oldest first."""
        rows = self._rows(
            f"SELECT {_FACTS}, opponent, level, outcome, own_score, other_score, practice FROM results WHERE player = ?"
            " ORDER BY id",
            (player.id,),
        )
        return [_finished(row) for row in rows]

    def meetings(self, player: Player, other: Player) -> list[FinishedGame]:
        """The games between two people from the view of the first, oldest first."""
        first, second = sorted((player.id, other.id))
        own, its = ("first_score", "second_score") if player.id == first else ("second_score", "first_score")
        rows = self._rows(
            f"SELECT {_FACTS}, ?, '', CASE winner WHEN ? THEN 'won' WHEN ? THEN 'lost' ELSE 'drawn' END, {own}, {its},"
            " practice FROM meetings WHERE first = ? AND second = ? ORDER BY id",
            (other.name, player.id, other.id, first, second),
        )
        return [_finished(row) for row in rows]

    # Counts

    def record(self, player: Player) -> list[Totals]:
        """The counts of a player's games against the computer by ruleset, the most played first."""
        rows = self._rows(
            f"SELECT ruleset, {_COUNTS} FROM results WHERE player = ? AND {_COUNTED}"
            " GROUP BY ruleset ORDER BY COUNT(*) DESC, ruleset",
            (player.id,),
        )
        return [Totals(*row) for row in rows]

    def record_against(self, player: Player, ruleset_id: str) -> dict[str, Totals]:
        """The counts of a player's games in one ruleset by the opponent's level."""
        rows = self._rows(
            f"SELECT level, ruleset, {_COUNTS} FROM results WHERE player = ? AND ruleset = ? AND {_COUNTED}"
            " GROUP BY level",
            (player.id, ruleset_id),
        )
        return {level: Totals(*row) for level, *row in rows}

    def met_levels(self, ruleset_id: str) -> dict[str, Totals]:
        """The counts of all games against each level of a ruleset, from the level's view."""
        rows = self._rows(
            f"SELECT level, ruleset, {_COUNTS} FROM results WHERE ruleset = ? AND {_COUNTED} GROUP BY level",
            (ruleset_id,),
        )
        return {level: Totals(ruleset, played, lost, drawn, won) for level, ruleset, played, won, drawn, lost in rows}

    def set_beaten(self, player: Player, ruleset_id: str, level: str) -> bool:
        """Record that the player has beaten this level in a match; returns whether that is new."""
        values = (player.id, ruleset_id, level, now())
        return self._write("INSERT INTO ladder VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING", values)

    def beaten(self, player: Player, ruleset_id: str) -> frozenset[str]:
        """The levels of a ruleset that the player has beaten in a match."""
        rows = self._rows("SELECT level FROM ladder WHERE player = ? AND ruleset = ?", (player.id, ruleset_id))
        return frozenset(level for (level,) in rows)

    def earn_ribbon(self, player: Player, ruleset_id: str, ribbon: str) -> bool:
        """Record that the player has earned this ribbon of a ladder; returns whether that is new."""
        values = (player.id, ruleset_id, ribbon, now())
        return self._write("INSERT INTO ribbons VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING", values)

    def ribbons(self, player: Player, ruleset_id: str) -> frozenset[str]:
        """The ribbons of a ruleset's ladder that the player has earned."""
        rows = self._rows("SELECT ribbon FROM ribbons WHERE player = ? AND ruleset = ?", (player.id, ruleset_id))
        return frozenset(ribbon for (ribbon,) in rows)

    def head_to_head(self, player: Player, other: Player) -> HeadToHead:
        """The counts of the games between two people, from the view of the first."""
        pair = tuple(sorted((player.id, other.id)))
        rows = self._rows(
            f"SELECT winner, COUNT(*) FROM meetings WHERE first = ? AND second = ? AND {_COUNTED} GROUP BY winner", pair
        )
        won: dict[int | None, int] = dict(rows)
        return HeadToHead(player, other, won.get(player.id, 0), won.get(None, 0), won.get(other.id, 0))

    def head_to_heads(self, player: Player) -> list[HeadToHead]:
        """The counts of the player's games with every other player met, in the order of the players."""
        rows = self._rows(
            f"SELECT {_PLAYER} FROM players WHERE id IN (SELECT second FROM meetings WHERE first = ?"
            " UNION SELECT first FROM meetings WHERE second = ?) ORDER BY id",
            (player.id, player.id),
        )
        return [self.head_to_head(player, _player(row)) for row in rows]

    # Settings

    def setting(self, key: str, default: T) -> T:
        """The value kept under this key; the default when there is none, or one of another type."""
        rows = self._rows("SELECT value FROM settings WHERE key = ?", (key,))
        if not rows:
            return default
        try:
            value = json.loads(rows[0][0])
            if isinstance(default, float) and type(value) is int:
                value = float(value)
        except (ValueError, OverflowError, RecursionError):
            return default
        return value if default is None or type(value) is type(default) else default

    def set_setting(self, key: str, value: object) -> None:
        """Keep a value that JSON can express."""
        text = json.dumps(value, ensure_ascii=False)
        self._write(
            "INSERT INTO settings VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value", (key, text)
        )

    # SQL

    def _rows(self, query: str, values: Sequence[object] = ()) -> list[Any]:
        try:
            return self._connection.execute(query, values).fetchall()
        except sqlite3.DatabaseError as error:
            self._problem = _("{file} could not be read: {error}.", file=self.path.name, error=error)
            return []

    def _write(self, statement: str, values: Sequence[object]) -> bool:
        """Run a statement; returns whether it changed a row. A failure is kept for ``problem``."""
        try:
            return self._connection.execute(statement, values).rowcount > 0
        except sqlite3.DatabaseError as error:
            if self._writes_together:
                raise
            self._problem = _("{file} could not be written: {error}.", file=self.path.name, error=error)
            return False


def _player(row: Sequence[Any]) -> Player:
    """A player from the database; whoever left has no name there."""
    player = Player(*row)
    return player if player.name else replace(player, name=_("A former guest"))


def _values(key: GameKey) -> tuple[str, str, str, int]:
    return (key.ruleset_id, key.tournament, str(key.seed), key.number)


def _finished(row: Sequence[Any]) -> FinishedGame:
    ruleset_id, tournament, seed, number, *rest = row
    # A seed that is no number was written by somebody else: such a game can be counted, and not be found again.
    known = int(seed) if re.fullmatch(r"-?[0-9]{1,40}", str(seed)) else 0
    return FinishedGame(GameKey(ruleset_id, tournament, known, number), *rest)


def _unfit_name(name: str) -> Reason | None:
    if not name:
        return Reason("empty", _("A player needs a name."))
    if len(name) > LONGEST_NAME:
        return Reason(
            "too long",
            _("The name has {letters} letters; {most} are the most.", letters=len(name), most=LONGEST_NAME),
        )
    return None


def now() -> str:
    """The date and time in ISO 8601, UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")
