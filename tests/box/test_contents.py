"""The box holds what the program needs and nothing that only its makers need; its packages say what they are."""

from __future__ import annotations

import configparser
import os
import site
import subprocess
import sys
import tomllib
from importlib.machinery import PathFinder
from pathlib import Path
from xml.etree import ElementTree

import pytest

import main
from box import contents, freedesktop, licences
from game.core.language import set_language
from game.core.record.reader import is_ours
from game.library.study.study_file import is_study
from tools.imports import imports_of_ours

ROOT = Path(__file__).parents[2]
#: Imported by modules that are no C.
_SEEN_BY_PYINSTALLER = ("ifaddr",)


def _with_packages() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join(site.getsitepackages())}


def test_what_goes_in_needs_nothing_that_stays_out() -> None:
    """Only the command line names it, and only where a command asks for it."""
    needed = {
        (module, name)
        for module, names in imports_of_ours().items()
        if not contents.is_left_out(module) and module.split(".")[0] in (*contents.PACKAGES, "main")
        for name in names
        if contents.is_left_out(name)
    }
    assert {module for module, _name in needed} <= {"main"}


def test_every_list_of_what_stays_out_names_something() -> None:
    missing = [name for name in contents.LEFT_OUT if not list(ROOT.glob(f"{name.replace('.', '/')}*"))]
    assert missing == []


def test_a_box_has_no_commands_that_it_has_no_code_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
) -> None:
    with pytest.raises(SystemExit):
        main.main(["--help"])
    told = capsys.readouterr().out
    assert [name for name in main._MAKERS_COMMANDS if f"\n    {name} " not in told] == []
    monkeypatch.setattr("sys.frozen", True, raising=False)
    with pytest.raises(SystemExit):
        main.main(["--help"])
    told = capsys.readouterr().out
    assert "referee" in told
    assert not [name for name in main._MAKERS_COMMANDS if f"\n    {name} " in told]
    assert [main.main([name, "--help"]) for name in main._MAKERS_COMMANDS] == [2] * len(main._MAKERS_COMMANDS)


def test_whatever_far_tables_load_goes_in() -> None:
    """PyInstaller does not see what a library loads from C: without ``_cffi_backend`` no invitation was ever made."""
    loads = "nacl.bindings, nacl.public, nacl.pwhash, paho.mqtt.client, websockets.sync.server, zeroconf.asyncio"
    asked = (
        f"import sys, {loads}; print(*{{name.split('.')[0] for name in sys.modules}} - set(sys.stdlib_module_names))"
    )
    told = subprocess.run([sys.executable, "-S", "-c", asked], env=_with_packages(), capture_output=True, check=True)
    seen = {*contents.WHOLE, *(name.split(".")[0] for name in contents.FOREIGN_UNSEEN), *_SEEN_BY_PYINSTALLER}
    # What a library in C makes up by itself has no file.
    loaded = {name for name in told.stdout.decode().split() if PathFinder.find_spec(name) is not None}
    assert "_cffi_backend" in loaded
    assert loaded - seen == set()


def test_all_data_of_ours_goes_in_but_for_what_makers_read() -> None:
    inside = {Path(source).relative_to(ROOT).as_posix() for source, _folder in contents.our_data()}
    assert "assets/program_icon.svg" in inside
    assert "game/engine/search/lines/order_points.npz" in inside
    assert any(name.endswith(".mo") for name in inside)
    assert not [name for name in inside if name.endswith((".py", ".pyc", ".po")) or name.startswith("assets/make/")]


def test_every_package_that_the_program_needs_may_go_in() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    needed = {name.split(">")[0].split("=")[0].replace("-", "_") for name in project["dependencies"]}
    assert not needed & set(contents.FOREIGN_LEFT_OUT)


def test_whatever_goes_in_brings_its_licence(tmp_path: Path) -> None:
    """A wheel may call a distribution by a name of its own, and zeroconf's licence is told in a file named COPYING."""
    import numpy  # noqa: PLC0415
    import pygame  # noqa: PLC0415
    import zeroconf  # noqa: PLC0415

    files = [Path(package.__file__) for package in (numpy, pygame, zeroconf)]
    texts = licences.licence_files(files, tmp_path)
    assert {f"licences/{name}" for name in ("stone-fair", "python", "numpy", "pygame-ce", "zeroconf")} <= {
        folder for _text, folder in texts
    }
    assert all(Path(text).is_file() for text, _folder in texts)
    assert "LGPL" in (tmp_path / "README.txt").read_text()
    stranger = tmp_path / "libstranger.so.1"
    stranger.touch()
    with pytest.raises(LookupError, match="libstranger"):
        licences.licence_files([stranger], tmp_path)


def test_what_is_under_the_gpl_stays_out() -> None:
    assert {"readline", "_gdbm", "dbm.gnu"} <= set(contents.STANDARD_LEFT_OUT)


def test_a_plug_in_finds_the_standard_library() -> None:
    library = set(contents.standard_library())
    assert {"statistics", "random", "csv", "sqlite3", "xml"} <= library
    assert "tkinter" not in library


def test_the_kinds_of_files_are_told_by_how_our_files_begin() -> None:
    space = {"m": "http://www.freedesktop.org/standards/shared-mime-info"}
    kinds = ElementTree.fromstring(freedesktop.mime_info()).findall("m:mime-type", space)
    magic = {kind.get("type"): kind.find("m:magic/m:match", space) for kind in kinds}
    beginnings = {kind: match.get("value") for kind, match in magic.items() if match is not None}
    endings = {glob.get("pattern") for kind in kinds for glob in kind.findall("m:glob", space)}
    assert {"*.psq", "*.lib", "*.pos"} <= endings
    assert "*.sgf" not in endings
    assert is_ours(f"{beginnings['application/x-stone-fair-tournament']} 1\n")
    assert is_study(f"{beginnings['application/x-stone-fair-study']} 1\n")


def test_the_desktop_entry_opens_files_of_these_kinds() -> None:
    entry = configparser.ConfigParser(interpolation=None)
    entry.optionxform = str
    entry.read_string(freedesktop.desktop_entry())
    told = entry["Desktop Entry"]
    kinds = {each.get("type") for each in ElementTree.fromstring(freedesktop.mime_info())}
    assert kinds == set(told["MimeType"].split(";")) - {""}
    assert told["Exec"].split() == ["stone-fair", "%f"]


@pytest.mark.parametrize("code", ["fi", "zh_CN"])
def test_the_desktop_entry_says_the_same_as_the_menu(code: str) -> None:
    from game.core.language import _  # noqa: PLC0415

    set_language(code, [ROOT / "assets" / "locale"])
    try:
        assert f"Comment[{code}]={_('Little board games under the lanterns')}" in freedesktop.desktop_entry()
    finally:
        set_language("en")
