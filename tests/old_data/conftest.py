"""The old folder opened as the program opens its own."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from game.core.language import ENGLISH
from game.plugins.registry import Catalogue
from game.session.services import Services, open_services
from game.storage import folders
from tests.old_data.contents import DATA


@pytest.fixture
def home(own_home: Path) -> Path:
    """A copy of the folder of Anna's machine."""
    shutil.copytree(DATA / "home", own_home, dirs_exist_ok=True)
    return own_home


@pytest.fixture
def opened(home: Path) -> Iterator[Callable[[], Services]]:
    """Opens the folder as the program does, and once more after the services were closed."""
    found: list[Services] = []

    def open_again() -> Services:
        close()
        found.append(open_services(folders.plugin_folder()))
        # The thread that erases old passwords holds the database for a moment; results would wait for it.
        assert found[-1].old_passwords.wait(30.0)
        return found[-1]

    def close() -> None:
        if found:
            found.pop().close()

    yield open_again
    close()
    # The folder's language is Finnish.
    Catalogue().set_language(ENGLISH)


@pytest.fixture
def services(opened: Callable[[], Services]) -> Services:
    return opened()
