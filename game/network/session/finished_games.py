"""Saving of finished remote games, so that replay, review and library find them.

Only finished games are saved there, in a series that counts as ended. A running game is in its session file alone, so
that nobody restores it as a local game by mistake and plays on without the other side.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from game.core.model import ParseError
from game.core.tournament import Tournament
from game.session.match_plan import usual_name
from game.session.series_record import SeriesRecord
from game.session.services import Services
from game.storage.autosave import AutosavedTournament
from game.storage.files import StoreError

_SETTING = "apart.saved."


class FinishedGames(SeriesRecord):
    """The saved copy of one remote game, with the name of its file in the settings. A running game is not in it.

    The setting is found by the game's room name.
    """

    def __init__(self, services: Services, room: str, far: int, tournament: Tournament) -> None:
        """Look up the saved copy of a remote game.

        ``far`` is the participant on the other machine.
        """
        self._services, self._key, self._far = services, _SETTING + room, far
        self._tournament = tournament
        remembered: object = services.database.settings.get(self._key, None)
        found = remembered if isinstance(remembered, Mapping) else {}
        self._name, self._stored = str(found.get("name", "")), found.get("games", 0)
        self._autosaved: AutosavedTournament | None = None

    @property
    def name(self) -> str:
        """The name of the saved copy; "" before the first game has ended."""
        return self._name

    def save_result(self) -> Sequence[str]:
        """Save the series and record its results if another game has ended. Return texts for the player."""
        tournament = self._tournament
        games = [game for game in tournament.games if game.match.outcome is not None]
        if len(games) == self._stored:
            return ()
        self._stored = len(games)
        copy = finished(tournament)
        copy.title = self._name = self._name_for(tournament)
        self._autosaved = self._services.autosave.track(copy, self._name)
        self._remember()
        return tuple(self._save_result(copy))

    def _save_result(self, copy: Tournament) -> Iterator[str]:
        result_store = self._services.result_store
        for index in range(len(copy.games)):
            if result_store.is_on_record(copy, index):
                continue
            try:
                yield from result_store.save_result(copy, index, self._far).messages
            except StoreError as error:
                yield str(error)

    def _name_for(self, tournament: Tournament) -> str:
        saves = self._services.saves
        if self._autosaved is not None:
            return self._autosaved.name
        if self._name:
            # Never overwrite a file that this program cannot read.
            with contextlib.suppress(ParseError):
                saves.look_at(self._name)
                return self._name
        return saves.free_name(usual_name(tournament.ruleset, tournament.participants))

    def _remember(self) -> None:
        self._services.database.settings.set(self._key, {"name": self._name, "games": self._stored})

    def leave(self) -> str:
        """Wait until the saved games are on disk. Return an error message if that failed, else ""."""
        if self._autosaved is None:
            return ""
        self._services.autosave.release()
        self._name, self._autosaved = self._autosaved.name, None
        self._remember()
        return self._services.autosave.problem()


def finished(tournament: Tournament) -> Tournament:
    """Return a copy of a series that contains only the series' finished games and is marked as ended."""
    games = [game for game in tournament.games if game.match.outcome is not None]
    copy = replace(tournament, games=games, ended=True)
    return copy if copy.is_over else replace(copy, best_of=0)
