"""The parts of a portable copy: folders with the player's files, and the database.

Left out is what would give away secrets (accounts at brokers, online games in progress with their keys), what runs as
code (added games in Python), what belongs to one computer (backups, crash reports, engines) and what can be made again
(caches, indexes, compiled code).
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from game.core.language import _, plural, plural_noop
from game.storage import folders
from game.storage.files import TEMPORARY
from game.storage.save_files import JOURNAL, PREVIOUS, SUFFIX

#: The names in a copy of the file about it, which comes first, and of the database.
MANIFEST, RECORDS = "stone-fair-games.json", "records/stone-fair.sqlite3"
#: The ending of the name of a copy.
COPY_SUFFIX = ".zip"
#: The format of portable copies, and its version; another version is refused.
FORMAT, VERSION = "stone fair games", 1
#: The most files of a copy; the most bytes of one of them, of the database, and of all together.
MOST_FILES, LARGEST, LARGEST_RECORDS, MOST_BYTES = 50_000, 100_000_000, 1_000_000_000, 2_000_000_000
#: Bytes that are packed or unpacked between two checks whether the player has cancelled.
PIECE = 1 << 20
#: The endings of the files of a saved tournament, in the order in which they are read: the journal first, since one
#: that is older than its file is known as such by the version before.
SAVE_ENDINGS = (JOURNAL, "", PREVIOUS)
#: The names of any file, of a rule sheet, and of the mark of an unrated game.
_ANY, _SHEET, _MARKER = re.compile(".+"), re.compile(r"\A[a-z][a-z0-9_]*\.toml"), re.compile("[0-9a-f]{32}")


@dataclass(frozen=True, slots=True)
class PlayerPart:
    """A folder of the player's files, with the same name in a copy."""

    name: str
    folder: Path
    words: tuple[str, str] | None
    """The texts for one file and for several; None if they mean nothing to the player."""
    names: re.Pattern[str] = _ANY
    """The names of the files."""
    is_saves: bool = False
    """True for saved tournaments, which have their journal and their version before next to them."""
    joint: str = " "
    """The characters between a name that is taken and the number that is added to it."""

    def has(self, name: str) -> bool:
        """Return True if a file with this name, for a save that of its main file, belongs to this part."""
        is_hidden = name.startswith(".") or name.endswith(TEMPORARY)
        is_base = not self.is_saves or name.endswith(SUFFIX)
        return is_base and not is_hidden and self.names.fullmatch(name) is not None

    def base_of(self, name: str) -> tuple[str, str]:
        """Return the name of the main file to which a file belongs, and the ending of a file next to it, or ""."""
        beside = (ending for ending in (JOURNAL, PREVIOUS) if self.is_saves and name.endswith(SUFFIX + ending))
        ending = next(beside, "")
        return name.removesuffix(ending), ending


def player_parts(plugins: Path) -> tuple[PlayerPart, ...]:
    """Return the folders with the player's files; ``plugins`` is the folder of added games."""
    return (
        PlayerPart(
            "saves", folders.saves_folder(), plural_noop("{count} saved game", "{count} saved games"), is_saves=True
        ),
        PlayerPart("studies", folders.studies_folder(), plural_noop("{count} study", "{count} studies")),
        PlayerPart("library", folders.library_folder(), plural_noop("{count} library file", "{count} library files")),
        PlayerPart("rulesets", plugins, plural_noop("{count} rule sheet", "{count} rule sheets"), _SHEET, joint="_"),
        PlayerPart("sheets", folders.sheets_folder(), None, _SHEET, joint="_"),
        PlayerPart("exports", folders.exports_folder(), plural_noop("{count} exported file", "{count} exported files")),
        PlayerPart("pictures", folders.pictures_folder(), plural_noop("{count} picture", "{count} pictures")),
        PlayerPart("unrated", folders.unrated_folder(), None, _MARKER),
    )


def counts_text(counts: Mapping[PlayerPart, int]) -> str:
    """Return the numbers of files as text, such as ``12 saved games, 3 studies``."""
    texts = [plural(*part.words, count) for part, count in counts.items() if count and part.words]
    return ", ".join(texts) or _("no games")


def begins_as_copy(path: Path) -> bool:
    """Return True if a file begins as a portable copy does, False also if it cannot be read.

    One that was packed again by another program may begin otherwise, and is an archive of games like any other.
    """
    with contextlib.suppress(OSError), path.open("rb") as file:
        # The name of a file in a ZIP archive comes 30 bytes after the beginning of its entry.
        start = file.read(30 + len(MANIFEST))
        return start.startswith(b"PK\x03\x04") and start[30:] == MANIFEST.encode()
    return False
