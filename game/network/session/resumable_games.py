"""What the player goes on with: the newest of the saved games and the tables elsewhere. No pygame here."""

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


def seats_folder() -> Path:
    """The folder of the seats at far tables."""
    return folders.data_folder() / "tables"


class ResumableGames:
    """Games that the current player can continue, read on a thread of their own."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._found: RefreshedValue[_Found] = RefreshedValue(self._read, _Found())

    def look(self) -> SaveEntry | SavedRemoteGame | None:
        """The player's newest save or far table that can be played on, None where there is none.

        Where reading takes longer than a moment it is the one known before; ``poll`` says when to look again.
        """
        services, found = self._services, self._found.look()
        save = next((entry for entry in found.saves if entry.can_go_on and services.is_own(entry)), None)
        after = save.modified if save is not None else 0.0
        newer = (table for table in found.tables if table.modified > after)
        return next((table for table in newer if services.is_own_name(table.head.name)), save)

    def poll(self) -> bool:
        """Whether more is known now than ``look`` said."""
        return self._found.poll()

    def _read(self) -> _Found:
        """Read both folders, once all is written there."""
        services = self._services
        services.autosave.wait()
        saves = services.saves.entries()
        if not any(seats_folder().glob("*")):
            return _Found(saves)
        # The code of far tables is read where somebody sat at one: nobody else waits for it before the first picture.
        from game.network.session.saved_remote_games import tables_to_go_on  # noqa: PLC0415

        return _Found(saves, tables_to_go_on(services.catalogue.rulesets, seats_folder()))


@dataclass(frozen=True, slots=True)
class _Found:
    """The saves and the far tables that are kept, each the newest first."""

    saves: Sequence[SaveEntry] = ()
    tables: Sequence[SavedRemoteGame] = ()
