"""The players at this machine, and whom they met elsewhere, as the database keeps them."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from game.core.language import _, join_sentences
from game.core.model import Reason
from game.core.plain_text import one_line
from game.storage.faces import usual_face
from game.storage.files import StoreError
from game.storage.names import folded
from game.storage.sqlite.sql_file import SqlFile, now

#: The most letters of a player's name.
LONGEST_NAME = 40
_PLAYER = "id, name, created, face, elsewhere"
_PRESENT = "gone = '' AND NOT elsewhere"
#: What stands before the number of a player who left in place of a name; no name that can be typed begins with it.
_GONE = "\x00"
#: What stands before the name of somebody at another machine, who may be called as a player here is.
_ELSEWHERE = "\x01"
_GUEST_FACE = "cygnet"
_SET_FACE = "UPDATE players SET face = ? WHERE id = ?"
#: The ids among which one is drawn for a player who cannot be written down at once, and the highest one before them.
_FREE_IDS, _HIGHEST_ID = 2**30, 2**62


@dataclass(frozen=True, slots=True)
class Player:
    """A player; ``created`` is a date and time in ISO 8601, UTC."""

    id: int
    name: str
    created: str
    face: str = ""
    """The portrait that the player chose, "" while none is."""
    is_elsewhere: bool = False
    """Whether it is somebody at another machine, whom a player here has met and who is never the one playing here."""

    @property
    def shown_face(self) -> str:
        """The portrait under which the player is shown everywhere."""
        return self.face or usual_face(self.name)


class PlayerTable(SqlFile):
    """Who plays at this machine, under which name, and who is playing now."""

    def players(self) -> list[Player]:
        """All players but those who left, oldest first; empty at the first start of the program."""
        return self._players_where(_PRESENT)

    def create_player(self, name: str) -> Player | Reason:
        """Create a player of this name; the first one becomes the current player."""
        name = one_line(name)
        refusal = self.refused_name(name)
        if refusal is not None:
            return refusal
        is_first = not self.players()
        try:
            with self.together():
                self._write(
                    "INSERT INTO players (id, name, folded, created, current) VALUES (?, ?, ?, ?, ?)",
                    (self._new_id(), name, folded(name), now(), int(is_first)),
                )
        except StoreError as error:
            return Reason("disk", str(error))
        return self._player_named(name) or Reason("disk", join_sentences(self.failures()))

    def _new_id(self) -> int | None:
        """The id of the next player; None for the one that the database gives.

        A player who waits in the queue of writes gets one that no other window gives meanwhile: writes that wait behind
        it belong to this player, and would otherwise go to somebody else.
        """
        if self._queue.is_direct:
            return None
        highest = sum(number for (number,) in self._rows("SELECT coalesce(max(id), 0) FROM players"))
        return None if highest > _HIGHEST_ID else int(highest) + 1 + secrets.randbelow(_FREE_IDS)

    def person_elsewhere(self, name: str) -> Player | None:
        """Who is called so at other machines, met now or before; None where the name is refused or cannot be kept."""
        name = one_line(name)
        if _unfit_name(name) is not None:
            return None
        with self.together():
            self._write(
                "INSERT INTO players (id, name, folded, created, elsewhere) VALUES (?, ?, ?, ?, 1)"
                " ON CONFLICT (folded) DO NOTHING",
                (self._new_id(), name, _ELSEWHERE + folded(name), now()),
            )
        return self._one_player(f"SELECT {_PLAYER} FROM players WHERE folded = ?", (_ELSEWHERE + folded(name),))

    def rename_player(self, player_id: int, name: str) -> Player | Reason:
        """Rename a player; tournaments saved under the old name still count for the player."""
        name = one_line(name)
        refusal = self.refused_name(name, player_id)
        if refusal is not None:
            return refusal
        player = self._one_player(f"SELECT {_PLAYER} FROM players WHERE id = ?", (player_id,))
        # The face that comes from the name becomes the player's own before the name changes.
        face = player.shown_face if player is not None else ""
        self._write_all(
            ("INSERT OR REPLACE INTO former_names SELECT folded, id FROM players WHERE id = ?", (player_id,)),
            (_SET_FACE, (face, player_id)),
            ("UPDATE players SET name = ?, folded = ? WHERE id = ?", (name, folded(name), player_id)),
        )
        return self._player_named(name) or Reason("disk", join_sentences(self.failures()))

    def remove_player(self, player_id: int) -> Reason | None:
        """Let a player leave; the games stay in the records of those who played against the player, a former guest.

        The name is free afterwards. Returns why the player has to stay, as ``why_stays``.
        """
        refusal = self.why_stays(player_id)
        if refusal is not None:
            return refusal
        leave = "UPDATE players SET name = '', folded = ?, face = ?, gone = ? WHERE id = ?"
        self._write_all(
            ("DELETE FROM former_names WHERE player = ?", (player_id,)),
            (leave, (f"{_GONE}{player_id}", _GUEST_FACE, now(), player_id)),
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
        self._write(_SET_FACE, (face, player_id))

    def find_player(self, name: str) -> Player | None:
        """The player of this name, in upper or lower case, or the one who had it before being renamed."""
        former = (
            "SELECT p.id, p.name, p.created, p.face, p.elsewhere FROM players p JOIN former_names f ON f.player = p.id"
            " WHERE f.folded = ?"
        )
        rows = self._rows(former, (folded(one_line(name)),))
        return self._player_named(one_line(name)) or (_player(rows[0]) if rows else None)

    def names_of(self, player_id: int) -> frozenset[str]:
        """The names under which games of a player are kept, present and former, folded for comparing."""
        names = "SELECT folded FROM players WHERE id = ? UNION SELECT folded FROM former_names WHERE player = ?"
        return frozenset(str(name) for (name,) in self._rows(names, (player_id, player_id)))

    def _player_named(self, name: str) -> Player | None:
        return self._one_player(f"SELECT {_PLAYER} FROM players WHERE folded = ?", (folded(name),))

    def _players_where(self, condition: str, values: Sequence[object] = ()) -> list[Player]:
        """The players for whom a condition in SQL holds, also those who left, oldest first."""
        return [
            _player(row) for row in self._rows(f"SELECT {_PLAYER} FROM players WHERE {condition} ORDER BY id", values)
        ]

    def _one_player(self, query: str, values: Sequence[object] = ()) -> Player | None:
        rows = self._rows(query, values)
        return _player(rows[0]) if rows else None


def _player(row: Sequence[Any]) -> Player:
    """A player from the database; whoever left has no name there."""
    number, name, created, face, elsewhere = row
    player = Player(number, name, created, face, bool(elsewhere))
    return player if player.name else replace(player, name=_("A former guest"))


def _unfit_name(name: str) -> Reason | None:
    if not name:
        return Reason("empty", _("A player needs a name."))
    if len(name) > LONGEST_NAME:
        return Reason(
            "too long",
            _("The name has {letters} letters; {most} are the most.", letters=len(name), most=LONGEST_NAME),
        )
    return None
