"""The database table of players: people who play on this machine, and the opponents they met online."""

from __future__ import annotations

import secrets
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from game.core.language import _, join_sentences
from game.core.model import Reason
from game.core.plain_text import one_line
from game.storage.files import StoreError
from game.storage.names import folded
from game.storage.sqlite.sql_file import SqlFile, now

#: Names of portraits that no opponent uses. They include no mascots, which belong to sides in a game.
USUAL_FACES = ("panda", "koala", "sheep", "deer", "hamster", "goat")
#: The maximum number of characters in a player's name.
LONGEST_NAME = 40
_PLAYER = "id, name, created, face, elsewhere"
_PRESENT = "gone = '' AND NOT elsewhere"
#: Prefix of the number that replaces the name of a player who left; no name that can be typed begins with it.
_GONE = "\x00"
#: Prefix of the names of people on other machines, so that they may share a name with a player here.
_ELSEWHERE = "\x01"
_GUEST_FACE = "cygnet"
_SET_FACE = "UPDATE players SET face = ? WHERE id = ?"
#: Ids of players whose row waits in the write queue: the range of the random increment, and the highest id to which it
#: is added.
_FREE_IDS, _HIGHEST_ID = 2**30, 2**62


def usual_face(name: str) -> str:
    """Return the default portrait for a person of this name who has not chosen one."""
    return USUAL_FACES[zlib.crc32(folded(name).encode()) % len(USUAL_FACES)]


@dataclass(frozen=True, slots=True)
class Player:
    """A player in the database. ``created`` is a date and time in ISO 8601, UTC."""

    id: int
    name: str
    created: str
    face: str = ""
    """The portrait that the player chose, "" for none."""
    is_remote: bool = False
    """True for a person on another machine, met online, who never plays on this one."""

    @property
    def shown_face(self) -> str:
        """The portrait shown for the player, which is the chosen one or the default for the name."""
        return self.face or usual_face(self.name)


class PlayerTable:
    """The database table of players with their names and portraits, and the current player."""

    def __init__(self, file: SqlFile) -> None:
        self._file = file

    def all(self) -> list[Player]:
        """Return all players on this machine who were not removed, oldest first.

        The list is empty at the first start.
        """
        return self._players_where(_PRESENT)

    def create(self, name: str) -> Player | Reason:
        """Create a player with this name. Return the player, or the reason if the name is refused.

        The new player becomes the current one if there is no other player.
        """
        name = one_line(name)
        refusal = self.refused_name(name)
        if refusal is not None:
            return refusal
        is_first = not self.all()
        try:
            with self._file.together():
                self._file.write(
                    "INSERT INTO players (id, name, folded, created, current) VALUES (?, ?, ?, ?, ?)",
                    (self._new_id(), name, folded(name), now(), int(is_first)),
                )
        except StoreError as error:
            return Reason("disk", str(error))
        return self._player_named(name) or Reason("disk", join_sentences(self._file.failures()))

    def _new_id(self) -> int | None:
        """Return the database id for a new player, or None if the database may assign it.

        A player whose row waits in the write queue gets a random id that no other window assigns in the meantime. The
        writes queued after it refer to this id and would otherwise go to another player.
        """
        if self._file.is_direct:
            return None
        highest = sum(number for (number,) in self._file.rows("SELECT coalesce(max(id), 0) FROM players"))
        return None if highest > _HIGHEST_ID else int(highest) + 1 + secrets.randbelow(_FREE_IDS)

    def remote_person(self, name: str) -> Player | None:
        """Return the database entry of an online opponent with this name, created if new.

        Return None if the name is refused or cannot be stored.
        """
        name = one_line(name)
        if _invalid_name(name) is not None:
            return None
        with self._file.together():
            self._file.write(
                "INSERT INTO players (id, name, folded, created, elsewhere) VALUES (?, ?, ?, ?, 1)"
                " ON CONFLICT (folded) DO NOTHING",
                (self._new_id(), name, _ELSEWHERE + folded(name), now()),
            )
        return self._one_player(f"SELECT {_PLAYER} FROM players WHERE folded = ?", (_ELSEWHERE + folded(name),))

    def rename(self, player_id: int, name: str) -> Player | Reason:
        """Rename a player. Tournaments saved under the old name still count for this player.

        Return the player, or the reason for a refusal.
        """
        name = one_line(name)
        refusal = self.refused_name(name, player_id)
        if refusal is not None:
            return refusal
        player = self._one_player(f"SELECT {_PLAYER} FROM players WHERE id = ?", (player_id,))
        # Store the face that was derived from the name, so that it stays the same after the change.
        face = player.shown_face if player is not None else ""
        self._file.write_all(
            ("INSERT OR REPLACE INTO former_names SELECT folded, id FROM players WHERE id = ?", (player_id,)),
            (_SET_FACE, (face, player_id)),
            ("UPDATE players SET name = ?, folded = ? WHERE id = ?", (name, folded(name), player_id)),
        )
        return self._player_named(name) or Reason("disk", join_sentences(self._file.failures()))

    def remove(self, player_id: int) -> Reason | None:
        """Remove a player and free the name. Return the reason if the player cannot be removed.

        The games remain in the records of the opponents, against "A former guest".
        """
        refusal = self.why_stays(player_id)
        if refusal is not None:
            return refusal
        leave = "UPDATE players SET name = '', folded = ?, face = ?, gone = ? WHERE id = ?"
        self._file.write_all(
            ("DELETE FROM former_names WHERE player = ?", (player_id,)),
            (leave, (f"{_GONE}{player_id}", _GUEST_FACE, now(), player_id)),
        )
        return None

    def why_stays(self, player_id: int) -> Reason | None:
        """Return the reason why a player cannot be removed, or None if removal is allowed.

        The current player cannot be removed.
        """
        current = self.current()
        if current is None or current.id != player_id:
            return None
        return Reason("current", _("{name} is the current player. Switch to another player first.", name=current.name))

    @staticmethod
    def name_refusal(name: str) -> str | None:
        """Return the reason why a player name is invalid, or None if it is valid.

        A name that a player has already is valid, too.
        """
        refusal = _invalid_name(one_line(name))
        return None if refusal is None else refusal.message

    def refused_name(self, name: str, player_id: int = 0) -> Reason | None:
        """Return the reason why a player name is invalid or taken, or None if it can be used.

        The name of the player with ``player_id`` does not count as taken.
        """
        name = one_line(name)
        refusal = _invalid_name(name)
        if refusal is not None:
            return refusal
        other = self._player_named(name)
        if other is not None and other.id != player_id:
            return Reason("taken", _("There is already a player named {name}.", name=other.name))
        return None

    def current(self) -> Player | None:
        """Return the player selected in this program; None before the first player is created."""
        return self._one_player(f"SELECT {_PLAYER} FROM players WHERE current = 1")

    def switch(self, player_id: int) -> None:
        """Make this player the current one."""
        known = f"EXISTS (SELECT 1 FROM players WHERE id = ? AND {_PRESENT})"
        self._file.write(f"UPDATE players SET current = (id = ?) WHERE {known}", (player_id, player_id))

    def set_face(self, player_id: int, face: str) -> None:
        """Set the portrait of a player."""
        self._file.write(_SET_FACE, (face, player_id))

    def find(self, name: str) -> Player | None:
        """Return the player who has or formerly had this name, ignoring case, or None."""
        former = (
            "SELECT p.id, p.name, p.created, p.face, p.elsewhere FROM players p JOIN former_names f ON f.player = p.id"
            " WHERE f.folded = ?"
        )
        rows = self._file.rows(former, (folded(one_line(name)),))
        return self._player_named(one_line(name)) or (_player(rows[0]) if rows else None)

    def names_of(self, player_id: int) -> frozenset[str]:
        """Return a player's present and former names in a normal form for comparisons."""
        names = "SELECT folded FROM players WHERE id = ? UNION SELECT folded FROM former_names WHERE player = ?"
        return frozenset(str(name) for (name,) in self._file.rows(names, (player_id, player_id)))

    def met_by(self, player: Player) -> list[Player]:
        """Return the people against whom a player has finished games, including removed ones, oldest first."""
        met = "id IN (SELECT second FROM meetings WHERE first = ? UNION SELECT first FROM meetings WHERE second = ?)"
        return self._players_where(met, (player.id, player.id))

    def _player_named(self, name: str) -> Player | None:
        return self._one_player(f"SELECT {_PLAYER} FROM players WHERE folded = ?", (folded(name),))

    def _players_where(self, condition: str, values: Sequence[object] = ()) -> list[Player]:
        """Return the players for whom an SQL condition holds, including removed ones, oldest first."""
        return [
            _player(row)
            for row in self._file.rows(f"SELECT {_PLAYER} FROM players WHERE {condition} ORDER BY id", values)
        ]

    def _one_player(self, query: str, values: Sequence[object] = ()) -> Player | None:
        rows = self._file.rows(query, values)
        return _player(rows[0]) if rows else None


def _player(row: Sequence[Any]) -> Player:
    """Return the player in a database row with the columns ``_PLAYER``. A removed player has no name there."""
    number, name, created, face, elsewhere = row
    name = name or _("A former player")
    return Player(id=number, name=name, created=created, face=face, is_remote=bool(elsewhere))


def _invalid_name(name: str) -> Reason | None:
    if not name:
        return Reason("empty", _("A player needs a name."))
    if len(name) > LONGEST_NAME:
        return Reason(
            "too long",
            _("The name has {letters} characters; the limit is {most}.", letters=len(name), most=LONGEST_NAME),
        )
    return None
