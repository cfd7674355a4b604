"""Services with a player, for the tests of records."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from game.plugins import registry
from game.session.services import Services
from game.storage.autosave import Autosave
from game.storage.database import Database
from game.storage.saves import SaveFolder
from tools.pilot.scripted_opponent import ScriptedOpponent


@pytest.fixture
def services(home: Path) -> Iterator[Services]:
    catalogue = registry.discover()
    saves = SaveFolder(home / "saves", catalogue.rulesets)
    opened = Services(catalogue, Database(home / "records.sqlite3"), saves, Autosave(saves), ScriptedOpponent())
    opened.database.players.create("Ann")
    yield opened
    opened.close()
