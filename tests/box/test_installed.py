"""An installed copy lives in one package, beside which other programs can be installed and removed."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from collections.abc import Mapping
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

import pytest
from packaging.version import Version

from game.core.own_program import own_version
from tests.conftest import ROOT, TOY

#: The first setuptools that builds the program.
BUILDS = Version("77.0.3")
#: Importing it would replace modules of the standard library.
BUILDER = Version(metadata.version("setuptools")) if find_spec("setuptools") else Version("0")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(find_spec("pip") is None or BUILDER < BUILDS, reason="needs pip, and setuptools of the extra"),
]
VERSION = f"Stone Fair {own_version()}\n"
#: What a checkout gathers and no commit holds.
GATHERED = shutil.ignore_patterns(".git", ".venv", "__pycache__", ".*_cache", "*.egg-info", "build", "dist")
TYPES = """
def length(rule: LineRule) -> str:
    return rule.length
"""
#: Runs the program in this process, then prints its modules that were loaded twice.
TWICE = """
import sys
from collections import Counter
from stone_fair.__main__ import main
sys.argv[1:] = ["referee"]
main()
files = Counter(file for file in (getattr(module, "__file__", None) for module in list(sys.modules.values())) if file)
print([file for file, count in files.items() if count > 1 and "stone_fair" in file])
"""
#: Asks a process of a pool, which begins without the modules of this one.
POOL = """
import stone_fair
stone_fair.put_on_path()
from game.core.own_program import own_version
from game.session.matches.executors import open_executor
with open_executor(2, None, in_processes=True) as pool:
    print("Stone Fair", pool.submit(own_version).result())
"""


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources, in which a build can leave what it likes."""
    folder = tmp_path_factory.mktemp("sources") / "stone-fair"
    shutil.copytree(ROOT, folder, ignore=GATHERED)
    return folder


@pytest.fixture(scope="module")
def wheel(sources: Path) -> Path:
    made = sources.with_name("wheels")
    build = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-index", "--no-build-isolation"]
    subprocess.run([*build, "-w", made, sources], check=True)
    (wheel,) = made.iterdir()
    return wheel


class Environment:
    """A virtual environment that finds what the program needs among the packages of this one."""

    def __init__(self, folder: Path) -> None:
        venv.create(folder, symlinks=sys.platform != "win32")
        (self.packages,) = (*folder.glob("lib/*/site-packages"), *folder.glob("Lib/site-packages"))
        needed = [path for path in sys.path if path.endswith(("site-packages", "dist-packages"))]
        (self.packages / "needed.pth").write_text("\n".join(needed), encoding="utf-8")
        self.scripts = folder / ("Scripts" if sys.platform == "win32" else "bin")
        self.home = folder / "home"

    def pip(self, *words: str | Path) -> None:
        pip = [sys.executable, "-m", "pip", "--python", self.scripts / "python", "-q"]
        subprocess.run([*pip, *words], check=True)

    def install(self, wheel: Path) -> None:
        self.pip("install", "--no-deps", "--no-index", "--no-compile", wheel)

    def run(self, program: str, *words: str | Path, told: str = "") -> str:
        """Run a program of the environment in an empty folder, and return its output."""
        self.home.mkdir(exist_ok=True)
        done = subprocess.run(
            [self.scripts / program, *words],
            input=told,
            capture_output=True,
            text=True,
            check=False,
            cwd=self.home,
            env={"STONE_FAIR_HOME": str(self.home), "PYTHONDONTWRITEBYTECODE": "1", "PATH": ""},
        )
        return done.stdout or done.stderr


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    environment = Environment(tmp_path_factory.mktemp("environment"))
    environment.install(wheel)
    return environment


def another_wheel(folder: Path, name: str, files: Mapping[str, str], entry_points: str = "") -> Path:
    """Write a wheel of another program."""
    folder.mkdir(exist_ok=True)
    about = f"{name}-1.dist-info"
    facts = {
        f"{about}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n",
        f"{about}/WHEEL": "Wheel-Version: 1.0\nGenerator: us\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{about}/entry_points.txt": entry_points,
    }
    record = "".join(f"{file},,\n" for file in (*files, *facts, f"{about}/RECORD"))
    path = folder / f"{name}-1-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as wheel:
        for file, text in {**files, **facts, f"{about}/RECORD": record}.items():
            wheel.writestr(file, text)
    return path


def test_an_installation_puts_one_name_beside_other_packages(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.partition("/")[0] for name in names} == {"stone_fair", f"stone_fair-{own_version()}.dist-info"}
    inside = {name.removeprefix("stone_fair/") for name in names}
    assert {"main.py", "game/py.typed", "rulesets/sheets/connect_15_5_2_1.toml", "assets/program_icon.svg"} <= inside
    assert not [name for name in inside if name.startswith(("tools/pilot", "tools/tours", "assets/make"))]


@pytest.mark.parametrize("words", [("stone-fair",), ("python", "-m", "stone_fair")])
def test_an_installed_program_starts_by_its_command_and_by_its_name(installed: Environment, words) -> None:
    assert installed.run(*words, "--version") == VERSION


def test_processes_that_an_installed_program_starts_find_it(installed: Environment) -> None:
    words = ("--ruleset", "gomoku", "--option", "size=7", "--seconds", "0.05", "--games", "2", "--json")
    result = json.loads(installed.run("stone-fair", "arena", "basic", "single_point", *words))
    assert result["games"] == 2
    assert installed.run("python", "-c", POOL) == VERSION


def test_an_installed_program_loads_no_module_twice(installed: Environment) -> None:
    assert installed.run("python", "-c", TWICE) == "[]\n"
    assert "import game, not stone_fair.game" in installed.run("python", "-c", "import stone_fair.game.core.model")


def test_another_program_with_the_same_names_can_come_and_go(wheel: Path, tmp_path: Path) -> None:
    files = dict.fromkeys(("main.py", "game/__init__.py", "tools/__init__.py"), "raise SystemExit('another program')")
    another = another_wheel(tmp_path / "wheels", "another", files)
    environment = Environment(tmp_path / "environment")
    environment.install(another)
    environment.install(wheel)
    assert environment.run("stone-fair", "--version") == VERSION
    environment.pip("uninstall", "-y", "another")
    assert environment.run("stone-fair", "--version") == VERSION
    environment.install(another)
    assert environment.run("stone-fair", "--version") == VERSION
    environment.pip("uninstall", "-y", "stone-fair")
    assert not (environment.packages / "stone_fair").exists()
    assert all((environment.packages / file).is_file() for file in files)


def test_an_installed_plug_in_is_found_by_its_entry_point(wheel: Path, tmp_path: Path) -> None:
    entry = "[stone_fair.rulesets]\nfour = four_in_a_row\n"
    plug_in = another_wheel(tmp_path / "wheels", "four", {"four_in_a_row.py": TOY.read_text(encoding="utf-8")}, entry)
    environment = Environment(tmp_path / "environment")
    environment.install(wheel)
    environment.install(plug_in)
    request = json.dumps({"ruleset": "four_in_a_row", "moves": ["d4", "c4"]})
    assert json.loads(environment.run("stone-fair", "referee", told=f"{request}\n"))["ok"] is True


def test_the_types_of_a_plug_in_are_checked_against_an_installed_copy(installed: Environment, tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    wrong = tmp_path / "my_game.py"
    wrong.write_text(TOY.read_text(encoding="utf-8") + TYPES, encoding="utf-8")
    faults = [line for line in installed.run("stone-fair", "check", wrong).splitlines() if "mypy" in line]
    assert len(faults) == 1
    assert 'Incompatible return value type (got "int", expected "str")' in faults[0]


@pytest.mark.night
@pytest.mark.skipif(shutil.which("git") is None or not (ROOT / ".git").exists(), reason="needs a checkout")
def test_the_source_distribution_has_every_file_of_the_checkout(sources: Path, tmp_path: Path) -> None:
    build = f"from setuptools import build_meta; build_meta.build_sdist({str(tmp_path)!r})"
    subprocess.run([sys.executable, "-c", build], cwd=sources, stdout=subprocess.DEVNULL, check=True)
    (made,) = tmp_path.iterdir()
    with tarfile.open(made) as archive:
        packed = {name.partition("/")[2] for name in archive.getnames()}
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert {name for name in listed.split("\0") if name and (ROOT / name).is_file()} - packed == set()
