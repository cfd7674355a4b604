"""What the scenes work with besides the window: rulesets, opponents, saves and records."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from game import registry
from game.engine.client import OpponentProcess
from game.store import folders
from game.store.autosave import Autosave
from game.store.database import Database
from game.store.saves import SaveFolder
from game.ui.preferences import Preferences


@dataclass(slots=True)
class Services:
    """Opened once at the start, closed once at the end."""

    catalogue: registry.Catalogue
    database: Database
    saves: SaveFolder
    autosave: Autosave
    opponent: OpponentProcess
    plugins: Path | None = None
    """The folder of drop-in rulesets."""

    @property
    def preferences(self) -> Preferences:
        """What the player prefers."""
        return Preferences(self.database)

    def player_name(self) -> str:
        """The name of the current player."""
        player = self.database.current_player()
        return player.name if player else "Player"

    def close(self) -> None:
        """Writes what waits to be written, then ends the opponent's process."""
        self.autosave.close()
        self.opponent.close()
        self.database.close()


def open_services(plugins: Path | None) -> Services:
    """Finds the rulesets and opens saves and records in their usual folders."""
    catalogue = registry.discover(plugins)
    saves = SaveFolder(folders.saves_folder(), catalogue.rulesets)
    return Services(
        catalogue=catalogue,
        database=Database(folders.database_file()),
        saves=saves,
        autosave=Autosave(saves),
        opponent=OpponentProcess(plugins=plugins),
        plugins=plugins,
    )
