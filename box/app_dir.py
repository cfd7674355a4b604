"""``python -m box.app_dir [FOLDER] --of BOX``: lays a box out as the folder that appimagetool makes an AppImage of."""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from box import contents
from box.freedesktop import APP_ID, NAME, desktop_entry, metainfo

_RUN = f"""\
#!/bin/sh
exec "$(dirname "$(readlink -f "$0")")/usr/lib/{NAME}/{NAME}" "$@"
"""


def make_app_dir(box: Path, out: Path) -> Path:
    """Lay the box out below ``out``; returns the folder."""
    app = out / "StoneFair.AppDir"
    shutil.copytree(box, app / "usr" / "lib" / NAME, symlinks=True)
    (app / f"{NAME}.desktop").write_text(desktop_entry(), "utf-8")
    about = app / "usr" / "share" / "metainfo" / f"{APP_ID}.appdata.xml"
    about.parent.mkdir(parents=True)
    about.write_text(metainfo(), "utf-8")
    shutil.copy(contents.ROOT / "assets" / "program_icon.svg", app / f"{NAME}.svg")
    run = app / "AppRun"
    run.write_text(_RUN, "utf-8")
    run.chmod(0o755)
    return app


def main(arguments: Sequence[str] | None = None) -> int:
    """Lays it out; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m box.app_dir", description="Lays a box out for appimagetool.")
    usual = Path("dist")
    parser.add_argument("out", nargs="?", type=Path, default=usual, metavar="FOLDER", help="where it goes (dist)")
    parser.add_argument("--of", type=Path, required=True, metavar="BOX", help="the box")
    given = parser.parse_args(arguments)
    sys.stdout.write(f"{make_app_dir(given.of, given.out.resolve())}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
