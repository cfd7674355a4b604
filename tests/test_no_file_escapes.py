"""The checks and lists that are made of folders reach every file, however deep it lies."""

from __future__ import annotations

import ast
import tomllib
from fnmatch import fnmatch
from pathlib import Path

import pytest

from assets.make import messages
from assets.make.catalogues import entries, template
from game.storage import compiled_code

ROOT = Path(__file__).parents[1]
PACKAGES = ("game", "rulesets", "assets")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
PYTHON = sorted(file for package in PACKAGES for file in (ROOT / package).rglob("*.py"))
DATA = sorted(
    file
    for package in PACKAGES
    for file in (ROOT / package).rglob("*")
    if file.is_file() and file.suffix not in (".py", ".pyc", ".po", ".pot")
)


def imports(file: Path) -> set[str]:
    """The modules that a file imports by their whole name."""
    nodes = list(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))
    plain = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    return plain | {node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module}


def test_every_file_with_compiled_code_is_part_of_the_hash_that_names_its_cache() -> None:
    hashed = set(compiled_code.sources())
    compiled = [
        file for file in PYTHON if any(name.startswith(("numba", "game.engine.search")) for name in imports(file))
    ]
    assert compiled
    assert {*compiled} <= hashed


@pytest.mark.parametrize(
    "file",
    [
        "game/engine/search/new.py",
        "game/engine/search/deep/er/new.py",
        "rulesets/any/ai.py",
        "rulesets/any/ai/deep/new.py",
    ],
)
def test_a_new_file_of_compiled_code_in_any_folder_is_hashed(tmp_path: Path, file: str) -> None:
    (tmp_path / file).parent.mkdir(parents=True)
    (tmp_path / file).touch()
    assert compiled_code.sources(tmp_path) == [tmp_path / file]


def test_what_an_engines_folder_imports_from_beside_it_is_hashed(tmp_path: Path) -> None:
    (tmp_path / "rulesets/any/ai").mkdir(parents=True)
    (tmp_path / "rulesets/any/ai/search.py").write_text("from ..numbers import POINT\n", encoding="utf-8")
    (tmp_path / "rulesets/any/numbers.py").touch()
    (tmp_path / "rulesets/any/words.py").touch()
    assert tmp_path / "rulesets/any/numbers.py" in compiled_code.sources(tmp_path)
    assert tmp_path / "rulesets/any/words.py" not in compiled_code.sources(tmp_path)
    assert ROOT / "rulesets/threestones/promises.py" in compiled_code.sources()


@pytest.mark.parametrize("file", ["game/new.py", "game/deep/er/new.py", "rulesets/any/deep/new.py"])
def test_a_text_in_any_folder_is_found_for_translation(tmp_path: Path, file: str) -> None:
    (tmp_path / file).parent.mkdir(parents=True)
    (tmp_path / file).write_text('_("Hello.")', encoding="utf-8")
    assert [entry.id for entry in entries(template(messages.sources(tmp_path)))] == ["Hello."]


@pytest.mark.parametrize("folder", ["game/ui", "game/ui/deep/er", "game/session"])
def test_a_bare_word_in_any_folder_that_players_see_is_told(folder: str) -> None:
    assert messages.read_source('label("Two words")', f"{folder}/new.py").complaints


@pytest.mark.parametrize(
    "folder", ["game/core/deep", "game/plugins", "game/session", "game/engine/client", "rulesets/any"]
)
def test_a_complaint_without_translation_in_any_folder_is_told(folder: str) -> None:
    assert messages.read_source('raise ParseError("Two words")', f"{folder}/new.py").complaints


def test_what_stands_in_a_list_of_folders_and_files_of_the_translation_is_there() -> None:
    named = (*messages._SPOKEN, *messages._COMMANDS, *messages._ALL_WORDS, *messages._ALL_COMPLAINTS)
    assert [name for name in (*named, *messages._TOLD_TO_PROGRAMS) if not (ROOT / name).exists()] == []


def test_every_folder_with_code_is_a_package_so_that_an_installation_has_it() -> None:
    assert [str(file) for file in PYTHON if not (file.parent / "__init__.py").is_file()] == []


def test_every_file_of_data_is_installed() -> None:
    patterns: dict[str, list[str]] = PROJECT["setuptools"]["package-data"]
    of_assets = tuple(pattern.removeprefix("**/*") for pattern in patterns["stone_fair.assets"])
    beside_code = {
        file
        for file in DATA
        if (file.parent / "__init__.py").is_file() and any(fnmatch(file.name, pattern) for pattern in patterns["*"])
    }
    under_assets = {file for file in DATA if file.is_relative_to(ROOT / "assets") and file.name.endswith(of_assets)}
    sheets = {file for pattern in patterns["stone_fair.rulesets"] for file in (ROOT / "rulesets").glob(pattern)}
    assert {*DATA} - beside_code - under_assets - sheets == set()


def test_every_path_that_ruff_excuses_from_a_rule_is_there() -> None:
    excused = PROJECT["ruff"]["lint"]["per-file-ignores"]
    files = {pattern: [*ROOT.glob(pattern), *ROOT.glob(pattern + "/*")] for pattern in excused}
    assert [pattern for pattern, found in files.items() if not any(file.suffix == ".py" for file in found)] == []
