"""What goes into the box, and what stays out: lists for PyInstaller.

Our own code goes in as plain files, as it lies in the checkout: it finds its data beside itself, and the cache of
compiled code its sources. What players never need is not among it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("game", "rulesets", "assets", "tools")
#: Tuning, making riddles, attacks, measuring, and the making of pictures and sounds.
LEFT_OUT = (
    "assets.make", "tools.bench", "tools.bench_library", "tools.bench_positions", "tools.bench_process",
    "tools.bench_search", "tools.bench_window", "tools.engine", "tools.imports", "tools.locale_check", "tools.measure",
    "tools.mirror_trial", "tools.network", "tools.page_text", "tools.pilot", "tools.puzzles", "tools.stress",
    "tools.structure_picture", "tools.tours", "tools.tune",
)  # fmt: skip
#: Packages that ours or theirs could use, and do not in the box.
FOREIGN_LEFT_OUT = (
    "IPython", "PIL._avif", "PIL._imagingcms", "PIL._imagingft", "PIL._imagingtk", "PIL._webp", "PyInstaller",
    "_pytest", "babel", "cffi", "coverage", "dask", "distributed", "docutils", "hypothesis",
    "jax", "jinja2", "matplotlib", "mypy", "numba.cuda", "numba.pycc", "numba.tests", "numpy.f2py", "numpy.tests",
    "pandas", "pip", "pygame.docs", "pygame.examples", "pygame.tests", "pytest", "rich", "ruff", "scipy",
    "setuptools", "soundfile", "tqdm", "yaml",
)  # fmt: skip
#: Parts of the standard library that no plug-in for a window of pygame wants, and two under the GPL: readline and dbm.
STANDARD_LEFT_OUT = (
    "_curses", "_dbm", "_gdbm", "_tkinter", "antigravity", "curses", "dbm.gnu", "dbm.ndbm", "ensurepip", "idlelib",
    "lib2to3", "nis", "ossaudiodev", "readline", "spwd", "this", "tkinter", "turtle", "turtledemo", "venv",
)  # fmt: skip
#: Modules that other modules import from C, and packages that are only looked for: PyInstaller does not see either.
FOREIGN_UNSEEN = ("_cffi_backend", "numba._devicearray", "numba.mviewbuf", "font_fredoka_one", "manimgx_fonts")
#: Packages that load modules of theirs from C or by name, each of which goes in whole: what far tables need.
WHOLE = ("nacl", "paho", "websockets", "zeroconf")
#: Packages of which files are read, not only imported.
DATA_OF = ("font_fredoka_one", "manimgx_fonts", "pygame_gui")
#: Files that PyInstaller collects but the program never uses. The Chinese fonts have the letters of Japanese, too.
FILES_LEFT_OUT = (
    "pygame/pygame_icon.bmp", "pygame/pygame_icon.icns", "pygame_gui/data/*.gif", "pygame_gui/data/*Italic.ttf",
    "pygame_gui/data/NotoSansJP-*", "pygame_gui/data/NotoSansKR-Bold.ttf", "*.dist-info/RECORD",
    "python3*/lib-dynload/_test*.so", "python3*/lib-dynload/xx*.so",
)  # fmt: skip
#: Packages under the LGPL: their modules are plain files, so that anybody can replace them.
REPLACEABLE = ("pygame", "zeroconf")
#: What the folders inside a box are for.
PARTS = {
    "PIL": "pillow: writes moving pictures",
    "assets": "our pictures, sounds and words",
    "compiled": "the compiled engines",
    "game": "our program",
    "licences": "licences",
    "llvmlite": "llvmlite: LLVM, which compiles the engines",
    "manimgx_fonts": "fonts for further scripts and emoji",
    "numba": "numba",
    "numpy": "numpy",
    "pillow": "pillow: writes moving pictures",
    "pygame": "pygame-ce and SDL",
    "pygame_ce": "pygame-ce and SDL",
    "pygame_gui": "pygame_gui and its fonts, Chinese, Japanese and Korean among them",
    "rulesets": "our games",
}
#: Packages whose version is asked for.
METADATA_OF = ("stone-fair", "numba", "numpy", "pygame-ce", "pygame_gui", "pillow", "sgfmill", "platformdirs", "psutil")


def is_left_out(module: str) -> bool:
    """Whether a module of ours is not for players."""
    return any(module == name or module.startswith(f"{name}.") for name in LEFT_OUT)


def our_modules() -> list[str]:
    """Every module of ours that goes in."""
    files = [ROOT / "main.py", *(file for package in PACKAGES for file in sorted((ROOT / package).rglob("*.py")))]
    return [name for name in map(_module, files) if not is_left_out(name)]


def _module(file: Path) -> str:
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def engines() -> list[str]:
    """The modules of the compiled engines that come with the program."""
    return sorted(name for name in our_modules() if name.startswith("rulesets.") and name.split(".")[2:] == ["ai"])


def our_data() -> list[tuple[str, str]]:
    """Every other file of ours that goes in, with the folder that it goes to."""
    return [
        (str(file), str(file.relative_to(ROOT).parent))
        for package in PACKAGES
        for file in sorted((ROOT / package).rglob("*"))
        if file.is_file() and not _is_for_makers(file)
    ]


def _is_for_makers(file: Path) -> bool:
    is_code = file.suffix in (".py", ".pyc")
    return is_code or file.suffix in (".po", ".pot") or is_left_out(".".join(file.relative_to(ROOT).parent.parts))


def standard_library() -> Iterator[str]:
    """The modules of the standard library: a plug-in may use any."""
    for name in sorted(sys.stdlib_module_names):
        if not name.startswith("_") and name not in STANDARD_LEFT_OUT:
            yield name
