"""A package of a box lies where a system looks for it, and takes nothing of a player's along."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from box import app_dir, deb, folder
from game.core.own_program import own_version


@pytest.fixture
def box(tmp_path: Path) -> Path:
    """A box of one program that tells its words."""
    made = tmp_path / "made" / "stone-fair"
    (made / "_internal" / "game").mkdir(parents=True)
    program = made / "stone-fair"
    program.write_text('#!/bin/sh\necho "fair: $@"\n')
    program.chmod(0o755)
    (made / "_internal" / "game" / "rules.py").write_text("x = 1\n" * 1_000)
    (made / "_internal" / "libsomething.so").write_bytes(bytes(5_000))
    return made


def test_the_parts_of_a_box_are_weighed(box: Path) -> None:
    weights = folder.sizes(box)
    assert weights["our program"] == 6_000
    assert weights["Python and its library"] > 5_000
    assert list(weights.values()) == sorted(weights.values(), reverse=True)


def test_a_library_of_two_wheels_is_kept_once(box: Path) -> None:
    inside = box / "_internal"
    for wheel, name in (("b.libs", "liba-01234567.so.1"), ("a.libs", "liba-89abcdef.so.1"), ("a.libs", "liba.so.1")):
        (inside / wheel).mkdir(exist_ok=True)
        (inside / wheel / name).write_text(wheel)
    folder._keep_once(inside)
    assert (inside / "a.libs" / "liba-89abcdef.so.1").readlink() == Path("../b.libs/liba-01234567.so.1")
    assert (inside / "a.libs" / "liba.so.1").read_text() == "a.libs"


@pytest.mark.skipif(sys.platform != "linux", reason="changes libraries of Linux")
def test_a_box_names_no_folder_of_the_machine_that_made_it(
    box: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("python3.11/lib-dynload/_json.so", "numpy/core.so", "numpy.libs/libblas-01234567.so.1"):
        (box / "_internal" / name).parent.mkdir(parents=True)
        (box / "_internal" / name).write_bytes(b"")
    told = tmp_path / "told"
    for tool in ("strip", "patchelf"):
        (tmp_path / tool).write_text(f'#!/bin/sh\necho {tool} "$@" >> {told}\n')
        (tmp_path / tool).chmod(0o755)
    monkeypatch.setattr("sysconfig.get_path", lambda _name: str(tmp_path))
    folder._leave_out(box)
    stripped, patched = told.read_text().splitlines()
    inside = box / "_internal"
    module = inside / "python3.11/lib-dynload/_json.so"
    # A wheel's modules find its libraries by such a folder, relative to their own; and strip damages those libraries.
    assert stripped.split()[2:] == [str(inside / "libsomething.so"), str(inside / "numpy/core.so"), str(module)]
    assert patched.split() == ["patchelf", "--remove-rpath", str(module)]


def test_what_the_checker_of_packages_reports_is_known_with_a_reason() -> None:
    lines = deb._KNOWN.read_text("utf-8").splitlines()
    assert lines[0].startswith("# ")
    assert [line for line in lines if not re.fullmatch(r"# .+\.|stone-fair: [a-z-]+ .+", line)] == []


@pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="needs dpkg-deb")
def test_a_debian_package_has_command_entry_icon_and_kinds_of_files(box: Path, tmp_path: Path) -> None:
    package = deb.make_package(box, tmp_path, is_quick=True)
    assert package.name.startswith(f"stone-fair_{own_version()}-1_")
    root = tmp_path / "system"
    subprocess.run(["dpkg-deb", "-x", str(package), str(root)], check=True)
    for place in (
        "share/applications/stone-fair.desktop",
        "share/metainfo/local.stone_fair.stone_fair.metainfo.xml",
        "share/man/man6/stone-fair.6.gz",
        "share/icons/hicolor/48x48/apps/stone-fair.png",
        "share/mime/packages/stone-fair.xml",
        "share/icons/hicolor/scalable/apps/stone-fair.svg",
        "share/doc/stone-fair/copyright",
        "share/lintian/overrides/stone-fair",
    ):
        assert (root / "usr" / place).is_file()
    told = subprocess.run([root / "usr/games/stone-fair", "--version"], capture_output=True, text=True, check=True)
    assert told.stdout == "fair: --version\n"
    sums = subprocess.run(["dpkg-deb", "-I", str(package), "md5sums"], capture_output=True, text=True, check=True)
    subprocess.run(["md5sum", "--check", "--quiet"], input=sums.stdout, text=True, cwd=root, check=True)
    control = subprocess.run(["dpkg-deb", "-f", str(package)], capture_output=True, text=True, check=True).stdout
    assert f"Version: {own_version()}" in control
    listed = subprocess.run(["dpkg-deb", "-c", str(package)], capture_output=True, text=True, check=True).stdout
    assert all("root/root" in line for line in listed.splitlines())
    # No script of ours runs at an installation or a removal: nothing of a player's can be touched.
    scripts = subprocess.run(["dpkg-deb", "-I", str(package)], capture_output=True, text=True, check=True).stdout
    assert not any(name in scripts for name in ("postinst", "prerm", "postrm", "preinst"))


def test_the_folder_for_an_app_image_starts_the_program_from_anywhere(box: Path, tmp_path: Path) -> None:
    app = app_dir.make_app_dir(box, tmp_path)
    link = tmp_path / "elsewhere" / "fair"
    link.parent.mkdir()
    link.symlink_to(app / "AppRun")
    told = subprocess.run([link, "a file"], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert told.stdout == "fair: a file\n"
    assert (app / "stone-fair.desktop").is_file()
