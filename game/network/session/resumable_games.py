"""The game that the player can continue: the newest of the saved local and remote games.

Imports no pygame.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from game.session.services import Services
from game.storage import folders
from game.storage.background import RefreshedValue
from game.storage.saves import SaveEntry

if TYPE_CHECKING:
    from game.network.session.saved_remote_games import SavedRemoteGame


def sessions_folder() -> Path:
    """Return the folder of the session files of remote games."""
    return folders.data_folder() / "tables"


class ResumableGames:
    """The current player's unfinished games, local and remote, which a separate thread looks up."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._found: RefreshedValue[_Found] = RefreshedValue(self._read, _Found())

    def look(self) -> SaveEntry | SavedRemoteGame | None:
        """Return the player's newest unfinished game, local or remote; None if there is none.

        While reading takes longer than a moment, this is the previous result; ``poll`` reports a new one.
        """
        services, found = self._services, self._found.look()
        save = next((entry for entry in found.saves if entry.can_resume and services.is_own(entry)), None)
        after = save.modified if save is not None else 0.0
        newer = (table for table in found.tables if table.modified > after)
        return next((table for table in newer if services.is_own_name(table.head.name)), save)

    def poll(self) -> bool:
        """Return True if ``look`` has a newer result than at its last call."""
        return self._found.poll()

    def _read(self) -> _Found:
        """Read the folders of saved games and session files, once pending writes have finished."""
        services = self._services
        services.autosave.wait()
        saves = services.saves.entries()
        if not any(sessions_folder().glob("*")):
            return _Found(saves)
        # The network code is imported only if there are saved remote games, as it would delay the first frame.
        from game.network.session.saved_remote_games import resumable_tables  # noqa: PLC0415

        return _Found(saves, resumable_tables(services.catalogue.rulesets, sessions_folder()))


@dataclass(frozen=True, slots=True)
class _Found:
    """The saved local games and saved remote games, newest first."""

    saves: Sequence[SaveEntry] = ()
    tables: Sequence[SavedRemoteGame] = ()
