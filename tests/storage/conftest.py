"""A folder of saves with the tiny ruleset, a tournament to keep there, and a database."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from game.core.tournament import Tournament
from game.storage.database import Database
from game.storage.saves import SaveFolder
from tools.pilot.tiny_ruleset import TinyRuleset
from tools.pilot.tournaments import new_tournament, play

TINY = TinyRuleset()


@pytest.fixture
def folder(tmp_path: Path) -> SaveFolder:
    """Does not exist yet."""
    return SaveFolder(tmp_path / "saves", {"tiny": TINY})


@pytest.fixture
def tournament() -> Tournament:
    """Anna against Ben, two stones on the board."""
    tournament = new_tournament(TINY, size=8)
    play(tournament.start_game().match, "a1 a8")
    return tournament


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    database = Database(tmp_path / "data" / "stone-fair.sqlite3")
    yield database
    database.file.close()
