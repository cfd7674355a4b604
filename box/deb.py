"""``python -m box.deb [FOLDER]``: makes a Debian package of the box, for machines such as the one it runs on.

It puts the box below ``/usr/lib``, a command into ``/usr/bin``, and tells the desktop of the program, its icon and its
kinds of files. What a player keeps lies in the player's own folders, which no package touches.
"""

from __future__ import annotations

import argparse
import gzip
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from box import contents
from box.folder import NAME, BoxError, make_folder
from box.freedesktop import DESKTOP, MIME
from game.core.own_program import own_version

_CONTROL = """\
Package: {name}
Version: {version}
Section: games
Priority: optional
Architecture: {architecture}
Installed-Size: {kilobytes}
Maintainer: the Stone Fair authors <stone-fair@localhost>
Depends: libc6 (>= {libc}), libx11-6, libxext6
Recommends: shared-mime-info, desktop-file-utils, hicolor-icon-theme, libxcursor1, libxi6, libxrandr2, libxkbcommon0
Suggests: libwayland-client0, libpulse0
Description: stones-in-a-row games under the lanterns
 Gomoku, Renju, Six-in-a-row, Connect6 and Threestones, against people,
 against opponents of every strength, and as riddles.
 .
 Python and all that it needs are part of the package.
"""


def make_package(box: Path, out: Path, *, is_quick: bool = False) -> Path:
    """Make the package of a box under ``out``; returns its file. Raises BoxError where dpkg-deb fails.

    ``is_quick``: it is packed in a moment, and is larger.
    """
    with tempfile.TemporaryDirectory() as work:
        root = Path(work) / "root"
        _lay_out(box, root)
        control = root / "DEBIAN" / "control"
        control.parent.mkdir()
        control.write_text(_control(root), "utf-8")
        package = out / f"{NAME}_{own_version()}_{_architecture()}.deb"
        # Modes as they are, owned by nobody in particular: all files belong to the system once they are installed.
        packing = ["-Zgzip", "-z1"] if is_quick else ["-Zxz"]
        command = ["dpkg-deb", "--root-owner-group", *packing, "--build", str(root), str(package)]
        if subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode:
            raise BoxError("dpkg-deb failed")
    return package


def _lay_out(box: Path, root: Path) -> None:
    """Put everything where it belongs below the root of a system."""
    root.mkdir(mode=0o755)
    place = root / "usr" / "lib" / NAME
    shutil.copytree(box, place, symlinks=True)
    command = root / "usr" / "bin" / NAME
    command.parent.mkdir(parents=True)
    command.symlink_to(f"../lib/{NAME}/{NAME}")
    share = root / "usr" / "share"
    _write(share / "applications" / f"{NAME}.desktop", DESKTOP.encode())
    _write(share / "mime" / "packages" / f"{NAME}.xml", MIME.encode())
    icon = (contents.ROOT / "assets" / "program_icon.svg").read_bytes()
    _write(share / "icons" / "hicolor" / "scalable" / "apps" / f"{NAME}.svg", icon)
    _write(share / "doc" / NAME / "copyright", (contents.ROOT / "LICENSE").read_bytes())
    changes = gzip.compress((contents.ROOT / "CHANGELOG.md").read_bytes(), mtime=0)
    _write(share / "doc" / NAME / "changelog.gz", changes)
    for path in root.rglob("*"):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path.stat().st_mode & 0o100 else 0o644)


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def _control(root: Path) -> str:
    kilobytes = sum(file.lstat().st_size for file in root.rglob("*") if file.is_file()) // 1024
    libc = platform.libc_ver()[1] or "2.28"
    return _CONTROL.format(
        name=NAME, version=own_version(), architecture=_architecture(), kilobytes=kilobytes, libc=libc
    )


def _architecture() -> str:
    done = subprocess.run(["dpkg", "--print-architecture"], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def main(arguments: Sequence[str] | None = None) -> int:
    """Makes the package, and the box first unless one is named; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m box.deb", description="Makes a Debian package of the box.")
    usual = Path("dist")
    parser.add_argument("out", nargs="?", type=Path, default=usual, metavar="FOLDER", help="where it goes (dist)")
    parser.add_argument("--of", type=Path, metavar="BOX", help="a box that was made before")
    parser.add_argument("--quick", action="store_true", help="pack it in a moment, to try it: it is larger")
    given = parser.parse_args(arguments)
    out = given.out.resolve()
    try:
        package = make_package(given.of or make_folder(out), out, is_quick=given.quick)
    except BoxError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stdout.write(f"{package.stat().st_size / 1_000_000:.1f} MB  {package}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
