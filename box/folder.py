"""``python -m box.folder [FOLDER]``: makes the box, a folder that runs without Python, for the system it runs on.

PyInstaller collects Python, the packages and our files. Then the program in the box compiles its engines itself, for
the processors that nearly everybody has, so that nobody waits for that after the installation.
"""

from __future__ import annotations

import argparse
import compileall
import os
import py_compile
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from box import contents
from box.freedesktop import NAME
from game.core.own_program import COMMIT_FILE, own_commit
from game.storage import compiled_code, processor
from game.storage.folders import HOME_VARIABLE

#: Where PyInstaller puts what belongs to a program.
INSIDE = "_internal"
_SPEC = Path(__file__).with_name("stone-fair.spec")
_MEGABYTE = 1_000_000
_PYTHON = "Python and its library"
#: A library in a wheel: its name, a mark of its contents, and its version.
_IN_WHEEL = re.compile(r"(.+)-[0-9a-f]{8}(\.so.*)")


class BoxError(Exception):
    """The box could not be made; the message says at which step."""


def make_folder(out: Path) -> Path:
    """Make the box under ``out``; returns its folder. Raises BoxError."""
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as work:
        words = ["-m", "PyInstaller", "--noconfirm", "--distpath", str(out), "--workpath", work, str(_SPEC)]
        _run([sys.executable, *words], dict(os.environ))
    box = out / NAME
    (box / INSIDE / COMMIT_FILE).write_text(f"{own_commit()}\n", "ascii")
    _leave_out(box)
    _compile_sources(box / INSIDE)
    _compile_engines(box)
    return box


def program(box: Path) -> Path:
    """The program of a box."""
    return box / (f"{NAME}.exe" if sys.platform == "win32" else NAME)


def _run(command: Sequence[str], environment: dict[str, str]) -> None:
    done = subprocess.run(command, cwd=contents.ROOT, env=environment, check=False)
    if done.returncode:
        raise BoxError(f"{' '.join(command[:4])} … ended with {done.returncode}")


def _leave_out(box: Path) -> None:
    """Remove files that the program never uses; on Linux also debugging symbols, and the place of this Python."""
    for pattern in contents.FILES_LEFT_OUT:
        for found in sorted((box / INSIDE).glob(pattern)):
            shutil.rmtree(found) if found.is_dir() else found.unlink()
    if sys.platform != "linux":
        return
    inside = box / INSIDE
    libraries = [file for file in sorted(inside.rglob("*.so*")) if not (file.is_symlink() or file.match("*.libs/*"))]
    _change(libraries, "strip", "--strip-unneeded")
    # A library that names a folder of this machine would load, on a player's, what somebody put there.
    of_python = [file for file in libraries if file.match("lib-dynload/*") or file.match("libpython*")]
    _change(of_python, "patchelf", "--remove-rpath")
    _keep_once(inside)


def _change(libraries: Sequence[Path], program: str, option: str) -> None:
    """Change libraries with a program, if this machine has it."""
    places = [sysconfig.get_path("scripts"), *os.get_exec_path()]
    if libraries and (found := shutil.which(program, path=os.pathsep.join(places))):
        _run([found, option, *map(str, libraries)], dict(os.environ))


def _keep_once(inside: Path) -> None:
    """Replace a library that two wheels bring in the same version by a link to the other's."""
    first: dict[str, Path] = {}
    for file in sorted(inside.glob("*.libs/*.so*"), reverse=True):
        named = _IN_WHEEL.fullmatch(file.name)
        kept = first.setdefault("".join(named.groups()), file) if named else file
        if kept != file:
            file.unlink()
            file.symlink_to(Path("..") / kept.parent.name / kept.name)


def _compile_sources(inside: Path) -> None:
    """Give our plain files the byte code that Python could not write there later."""
    for package in (*contents.PACKAGES, "main.py"):
        path, mode = inside / package, py_compile.PycInvalidationMode.UNCHECKED_HASH
        if path.is_dir():
            compileall.compile_dir(path, quiet=1, invalidation_mode=mode, stripdir=str(inside))
        else:
            compileall.compile_file(path, quiet=1, invalidation_mode=mode, stripdir=str(inside))


def _compile_engines(box: Path) -> None:
    """Let the program fill its cache of compiled code, where machines such as this one have a baseline."""
    baseline, shipped = processor.baseline(), box / INSIDE / "compiled"
    if not processor.runs(baseline):
        return
    shipped.mkdir()
    (shipped / compiled_code.BASELINE_FILE).write_text(baseline + "\n", "ascii")
    with tempfile.TemporaryDirectory() as home:
        _run([str(program(box)), "prepare"], {**os.environ, HOME_VARIABLE: home})
    (shipped / "lock").unlink(missing_ok=True)
    missing = [module for module in contents.engines() if not (shipped / f"ready-{module}").is_file()]
    if missing or not any(shipped.rglob("*.nbc")):
        raise BoxError(f"the program in the box did not compile {', '.join(missing) or 'its engines into the box'}")


def sizes(box: Path) -> dict[str, int]:
    """What each part of the box weighs, in bytes, the heaviest first."""
    found: dict[str, int] = {}
    for file in _files(box):
        parts = file.relative_to(box).parts
        part = _part(parts[1]) if parts[0] == INSIDE and len(parts) > 2 else _PYTHON
        found[part] = found.get(part, 0) + file.stat().st_size
    return dict(sorted(found.items(), key=lambda each: -each[1]))


def _part(folder: str) -> str:
    """What a folder inside a box is for."""
    if folder.startswith(("python", "__")) or folder.endswith(".dist-info"):
        return _PYTHON
    return contents.PARTS.get(folder.removesuffix(".libs"), folder)


def _files(folder: Path) -> Iterator[Path]:
    return (file for file in sorted(folder.rglob("*")) if file.is_file() and not file.is_symlink())


def main(arguments: Sequence[str] | None = None) -> int:
    """Makes the box and says what its parts weigh; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m box.folder", description="Makes a folder that needs no Python.")
    usual = Path("dist")
    parser.add_argument("out", nargs="?", type=Path, default=usual, metavar="FOLDER", help="where it goes (dist)")
    out = parser.parse_args(arguments).out
    try:
        box = make_folder(out.resolve())
    except BoxError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    weights = sizes(box)
    for part, weight in weights.items():
        sys.stdout.write(f"{weight / _MEGABYTE:8.1f} MB  {part}\n")
    sys.stdout.write(f"{sum(weights.values()) / _MEGABYTE:8.1f} MB  in all: {box}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
