"""What tests of several areas need: a folder with a drop-in, and engines to talk to."""

import gc
import os
import shutil
import signal
import sqlite3
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from game.core.own_program import own_command
from game.plugins import registry
from game.storage import background
from game.storage import compiled_code as code
from game.storage.sqlite import open_database
from tests.night import is_for_night

ROOT = Path(__file__).parents[1]
TOY = Path(__file__).parent / "data" / "toy_ruleset.py"


# How fast a machine draws its cases says nothing about the code, and on a busy one the first case takes a second.
settings.register_profile("any_machine", suppress_health_check=[HealthCheck.too_slow], deadline=None)
settings.load_profile("any_machine")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """A process more than there are cores: while a test waits for a window or an engine, another one works."""
    return 1 + (os.cpu_count() or 1)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The slow tests first: the processes that share the tests would else end with one of them alone at work."""
    for item in items:
        if is_for_night(item.nodeid):
            item.add_marker(pytest.mark.night)
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


@pytest.fixture(scope="session", autouse=True)
def compiled_code() -> Path:
    """Where compiled code is kept: with whoever runs the tests, also while a test has a home of its own."""
    return code.folder()


@pytest.fixture(scope="session")
def engines_compiled(compiled_code: Path) -> None:
    """The engines of our games, ready to answer within the time of a question."""
    modules = [f"rulesets.{path.parent.name}.{path.stem}" for path in (ROOT / "rulesets").glob("*/ai*")]
    if not all(code.is_ready(module) for module in modules):
        subprocess.run(own_command("prepare"), stdout=subprocess.DEVNULL, check=True)


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """The window waits for files that other threads read and write: how fast they are says nothing about the rest."""
    monkeypatch.setattr(background, "PATIENCE", 30.0)


@pytest.fixture(scope="session", autouse=True)
def _no_wait_for_the_disk() -> Iterator[None]:
    """A database of a test need not outlast a power failure: each window that opens would wait for the disk."""
    prepare = open_database._prepare

    def prepare_quickly(connection: sqlite3.Connection) -> None:
        connection.execute("PRAGMA synchronous = OFF")
        prepare(connection)
        connection.execute("PRAGMA synchronous = OFF")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(open_database, "_prepare", prepare_quickly)
        yield


@pytest.fixture(scope="session", autouse=True)
def _installed_plugins_looked_up_once() -> Iterator[None]:
    """Each window that opens would read the description of every installed package."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "entry_points", cache(registry.entry_points))
        yield


@pytest.fixture(scope="session", autouse=True)
def _no_system_keyring() -> Iterator[None]:
    """No test reads or writes the keyring of the user who runs it, or makes the system ask for its password."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.null.Keyring")
        yield


@pytest.fixture(scope="session", autouse=True)
def _little_to_search() -> None:
    """What the tests have loaded by now stays: a window that clears away what a scene left searches the rest only."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def own_home(tmp_path: Path, compiled_code: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A temporary folder for saves and records, in which the engines count as compiled.

    It shares the compiled code there is, so that no opponent compiles for the while of a test.
    """
    home = tmp_path / "home"
    (home / "cache" / "compiled").mkdir(parents=True)
    compiled_code.mkdir(parents=True, exist_ok=True)
    (home / "cache" / "compiled" / compiled_code.name).symlink_to(compiled_code, target_is_directory=True)
    monkeypatch.setattr(code, "is_ready", lambda module: True)
    monkeypatch.setenv("STONE_FAIR_HOME", str(home))
    return home


@pytest.fixture
def plugin_folder(tmp_path: Path) -> Path:
    """A user's folder of drop-ins that holds the toy ruleset ``four_in_a_row``."""
    folder = tmp_path / "drop-ins"
    folder.mkdir()
    shutil.copy(TOY, folder / "four_in_a_row.py")
    return folder


@pytest.fixture
def _ctrl_c_interrupts() -> Iterator[None]:
    """Ctrl-C is heard, also where the tests run in the background of a shell, which keeps it from them."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
