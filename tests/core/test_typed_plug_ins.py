"""A plug-in is type-checked against an installed copy of the program."""

import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

import game

PLUG_IN = """
from collections.abc import Generator

from game.conformance import check_ruleset
from game.core.line_game import LineGame
from game.core.model import Move, State
from game.core.ruleset import Info, Limits


def first(state: State, limits: Limits) -> Generator[Info, None, Move]:
    yield Info(note="The first.")
    return next(LineGame().legal_moves(state))


def test() -> None:
    check_ruleset(LineGame(), games=GAMES)
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment in which the packages that plug-ins import are installed."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, symlinks=sys.platform != "win32")
    (packages,) = (*folder.glob("lib/*/site-packages"), *folder.glob("Lib/site-packages"))
    ours = Path(game.__file__).parent
    for part in ("core", "plugins", "storage"):
        shutil.copytree(ours / part, packages / "game" / part, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("__init__.py", "conformance.py", "py.typed"):
        shutil.copy(ours / name, packages / "game" / name)
    return next(iter((*folder.glob("bin/python"), *folder.glob("Scripts/python.exe"))))


@pytest.mark.slow
@pytest.mark.parametrize(("games", "errors"), [("4", 0), ("'four'", 1)])
def test_mypy_knows_the_types_of_the_contract(installed: Path, tmp_path: Path, games: str, errors: int) -> None:
    pytest.importorskip("mypy")
    (tmp_path / "my_game.py").write_text(PLUG_IN.replace("GAMES", games), encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", f"--python-executable={installed}", "my_game.py"]
    found = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert found.returncode == errors, found.stdout
    assert ("incompatible type" in found.stdout) is bool(errors)
