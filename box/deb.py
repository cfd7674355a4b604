"""``python -m box.deb [FOLDER]``: makes a Debian package of the box, for machines such as the one it runs on.

It puts the box below ``/usr/lib``, a command into ``/usr/games``, and tells the desktop of the program, its icons and
its kinds of files. What a player keeps lies in the player's own folders, which no package touches.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from email.utils import format_datetime
from pathlib import Path

from box import contents
from box.folder import INSIDE, BoxError, make_folder
from box.freedesktop import APP_ID, NAME, desktop_entry, made_on, metainfo, mime_info, write_icons
from box.licences import FOLDER
from game.core.own_program import own_version

#: What Debian's checker reports, with the reason that it is so.
_KNOWN = Path(__file__).with_name("lintian-overrides")
#: How often this version was packed.
_REVISION = 1
_MAINTAINER = "the Stone Fair authors <stone-fair@localhost>"
_CONTROL = """\
Package: {name}
Version: {version}
Section: games
Priority: optional
Architecture: {architecture}
Installed-Size: {kilobytes}
Maintainer: {maintainer}
Depends: libc6 (>= {libc}), libx11-6, libxext6
Recommends: shared-mime-info, desktop-file-utils, hicolor-icon-theme, libxcursor1, libxi6, libxrandr2, libxkbcommon0
Suggests: libwayland-client0, libpulse0
Description: stones-in-a-row games such as Gomoku and Connect6
 Gomoku, Renju, Six-in-a-row, Connect6 and Threestones, against people,
 against opponents of every strength, and as riddles.
 .
 Python and all that it needs are part of the package.
"""
_CHANGES = """\
{name} ({version}) unstable; urgency=medium

  * See changelog.gz for what changed in the program.

 -- {maintainer}  {date}
"""
_COPYRIGHT = """\
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Stone Fair
Comment: The licences of Python and of all libraries in this package are in
 /usr/lib/{name}/{inside}/{licences}, with a table in README.txt there.

Files: *
Copyright: 2026 The Stone Fair authors
License: Expat
{licence}
"""
_MANUAL = """\
.TH STONE-FAIR 6 "{date}" "Stone Fair {version}" "Games"
.SH NAME
stone-fair \\- stones-in-a-row games
.SH SYNOPSIS
.B stone-fair
.RI [ COMMAND ]
.RI [ OPTION ...]
.RI [ FILE ]
.SH DESCRIPTION
Opens the window, with a file of games if one is named: a tournament or study of Stone Fair, or a file of Piskvork,
RenLib or SGF. If the window is open already, it gets the file.
.PP
The other commands need no window: they play as an engine, read games back, convert files and let opponents play.
.SH OPTIONS
.TP
.B \\-\\-help
List all commands and options; after a command, those of this command.
.TP
.B \\-\\-version
Print the version.
.SH ENVIRONMENT
.TP
.B STONE_FAIR_HOME
The folder of games, records and settings, instead of those that the desktop names.
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
        (control.parent / "md5sums").write_text(_checksums(root), "utf-8")
        package = out / f"{NAME}_{_version()}_{_architecture()}.deb"
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
    command = root / "usr" / "games" / NAME
    command.parent.mkdir(parents=True)
    command.symlink_to(f"../lib/{NAME}/{NAME}")
    share = root / "usr" / "share"
    _write(share / "applications" / f"{NAME}.desktop", desktop_entry())
    _write(share / "metainfo" / f"{APP_ID}.metainfo.xml", metainfo())
    _write(share / "mime" / "packages" / f"{NAME}.xml", mime_info())
    write_icons(share / "icons" / "hicolor")
    _write(share / "lintian" / "overrides" / NAME, _KNOWN.read_text("utf-8"))
    manual = _MANUAL.format(date=f"{made_on():%F}", version=own_version())
    _write(share / "man" / "man6" / f"{NAME}.6.gz", manual)
    _write_documents(share / "doc" / NAME)
    for path in root.rglob("*"):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or _is_program(path) else 0o644)


def _is_program(file: Path) -> bool:
    """Return True for what can be run; wheels mark libraries and fonts like that, too."""
    return bool(file.stat().st_mode & 0o100) and ".so" not in file.name and file.suffix not in (".ttf", ".txt")


def _write_documents(folder: Path) -> None:
    licence = (contents.ROOT / "LICENSE").read_text("utf-8").partition("\n\n")[2].partition("\n\n")[2]
    lines = (f" {line}" if line else " ." for line in licence.strip().split("\n"))
    rights = _COPYRIGHT.format(name=NAME, inside=INSIDE, licences=FOLDER, licence="\n".join(lines))
    _write(folder / "copyright", rights)
    _write(folder / "changelog.gz", (contents.ROOT / "CHANGELOG.md").read_text("utf-8"))
    date = format_datetime(made_on())
    _write(
        folder / "changelog.Debian.gz",
        _CHANGES.format(name=NAME, version=_version(), maintainer=_MAINTAINER, date=date),
    )


def _write(path: Path, text: str) -> None:
    """Write a text, packed if the file's name says so."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(text.encode(), mtime=0) if path.suffix == ".gz" else text.encode())


def _version() -> str:
    return f"{own_version()}-{_REVISION}"


def _checksums(root: Path) -> str:
    """Return the MD5 sum of every file below the root, as dpkg compares them later."""
    files = sorted(file for file in (root / "usr").rglob("*") if file.is_file() and not file.is_symlink())
    sums = ((hashlib.md5(file.read_bytes(), usedforsecurity=False).hexdigest(), file) for file in files)
    return "".join(f"{checksum}  {file.relative_to(root)}\n" for checksum, file in sums)


def _control(root: Path) -> str:
    kilobytes = sum(file.lstat().st_size for file in root.rglob("*") if not file.is_dir()) // 1024
    libc = platform.libc_ver()[1] or "2.28"
    return _CONTROL.format(
        name=NAME,
        version=_version(),
        architecture=_architecture(),
        kilobytes=kilobytes,
        libc=libc,
        maintainer=_MAINTAINER,
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
