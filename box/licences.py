"""The licences of what is inside the box: the texts, in a folder for each component, and a table of them."""

from __future__ import annotations

import re
import subprocess
import sysconfig
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution, distributions
from pathlib import Path

from box import contents

#: The folder inside the box.
FOLDER = "licences"
_TEXT = re.compile(r"licen[cs]e|copying|notice|authors|copyright|ofl|^l?gpl", re.IGNORECASE)
#: What a package calls the address of its source.
_SOURCES = ("source", "source code", "repository", "github", "code")
_NO_TEXT = (".py", ".pyc", ".pyi", ".so")
#: What PyInstaller puts in by itself: the program that starts Python.
_ALWAYS = ("pyinstaller",)
_HEAD = """\
Stone Fair is under the MIT licence. The box also has the components below; the folder of each has its licence.

Libraries under the LGPL (pygame-ce, zeroconf, and libraries of sound within pygame-ce) are files of their own in this
box. You may replace them by versions that you changed; the source of each version is where the table says.

"""


def licence_files(collected: Iterable[Path], made: Path) -> list[tuple[str, str]]:
    """Return the texts for the files in a box, each with its folder in there. Writes what is new below ``made``.

    Raises LookupError for a file that belongs to no known package.
    """
    owners = {file: found for found in distributions() for file in _files(found)}
    files = {file.resolve() for file in collected}
    used = {found.name: found for file in files if (found := owners.get(file)) is not None}
    used |= {found.name: found for found in distributions() if found.name.lower() in _ALWAYS}
    python, ours = Path(sysconfig.get_path("stdlib")), contents.ROOT
    others = {file for file in files if file not in owners and ".so" in file.name and not file.is_relative_to(ours)}
    packages = sorted({_debian_package(file) for file in others if not _is_pythons(file, python)})
    texts = [(str(ours / "LICENSE"), f"{FOLDER}/stone-fair"), (str(python / "LICENSE.txt"), f"{FOLDER}/python")]
    rows = [f"{'Python':24} {sysconfig.get_python_version():10} PSF-2.0; https://www.python.org"]
    for name in sorted(used, key=str.lower):
        found = used[name]
        rows.append(f"{name:24} {found.version:10} {_terms(found)}")
        own = [(str(file), f"{FOLDER}/{name}") for file in _files(found) if _is_text(file)]
        texts += own
        rows[-1] += "" if own else "; its package has no text of it"
    for package in packages:
        rows.append(f"{package:24} {'':10} of Debian; {FOLDER}/{package}/copyright")
        texts.append((f"/usr/share/doc/{package}/copyright", f"{FOLDER}/{package}"))
    table = made / "README.txt"
    table.write_text(_HEAD + "\n".join(rows) + "\n", "utf-8")
    return [*texts, (str(table), FOLDER)]


def _files(found: Distribution) -> Iterator[Path]:
    for file in found.files or ():
        yield Path(str(found.locate_file(file))).resolve()


def _is_pythons(file: Path, library: Path) -> bool:
    return file.is_relative_to(library) or file.name.startswith("libpython")


def _is_text(file: Path) -> bool:
    return _TEXT.search(file.name) is not None and file.suffix not in _NO_TEXT and file.is_file()


def _terms(found: Distribution) -> str:
    """Return the licence of a package in its own words, and where its source is."""
    facts = found.metadata
    kinds = [each.rpartition("::")[2].strip() for each in facts.get_all("Classifier", []) if each.startswith("License")]
    terms = [*facts.get_all("License-Expression", []), *facts.get_all("License", []), ""]
    declared = terms[0].strip().split("\n")[0]
    links = [each.lower().partition(", ")[::2] for each in facts.get_all("Project-URL", [])]
    sources = [link for name, link in links if name in _SOURCES] + [link for _name, link in links]
    home = next(iter([*sources, *facts.get_all("Home-page", [])]), "")
    words = declared if 0 < len(declared) <= 60 and not declared.startswith("Copyright") else "; ".join(kinds)
    return f"{words or 'see its text'}; {home or '(no address)'}"


def _debian_package(file: Path) -> str:
    """Return the package of Debian that a library of this system belongs to. Raises LookupError."""
    for path in (file, Path(str(file).removeprefix("/usr"))):
        done = subprocess.run(["dpkg", "-S", str(path)], capture_output=True, text=True, check=False)
        if done.returncode == 0:
            return done.stdout.partition(":")[0]
    raise LookupError(f"no package contains {file}, so its licence is unknown")
