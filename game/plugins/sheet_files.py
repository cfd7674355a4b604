"""The files of rule sheets: those that come with the program, those in the plug-in folder, and those of played games.

A sheet in the plug-in folder is on the menu. A copy of every sheet that was ever on the menu, or came with a game from
elsewhere, is kept in a folder of its own under the id of its game. So games of an edited or deleted sheet can still be
opened.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from game.core.language import _
from game.core.model import ParseError
from game.sheets.reading import read_sheet
from game.sheets.sheet import Sheet
from game.sheets.toml_table import MOST_CHARACTERS
from game.sheets.writing import write_sheet
from game.storage import folders
from game.storage.files import cause, write_file

SUFFIX = ".toml"
#: The folders of the sheets that come with the program: games of their own, and games to which a sheet can be "like".
SHIPPED = Path(__file__).resolve().parents[2] / "rulesets" / "sheets"
_BASES = SHIPPED / "base"
_ID = re.compile("[a-z][a-z0-9_]*")


@dataclass(frozen=True, slots=True)
class SheetFile:
    """A file with a rule sheet."""

    path: Path
    sheet: Sheet


class SheetFolders:
    """The rule sheets of the program and of a plug-in folder, by key; a sheet of the plug-in folder comes first."""

    def __init__(self, plugin_folder: Path | None) -> None:
        """Remember where to look; nothing is read yet."""
        self._folders = [folder for folder in (plugin_folder, SHIPPED, _BASES) if folder is not None]
        self._open: list[Path] = []

    def find(self, key: str) -> Sheet | None:
        """Return the sheet with this key, or None. Raises ParseError for a sheet that cannot be read."""
        # The sheets that are being read now are passed over: a sheet with the key of a shipped one may be like it.
        paths = (folder / f"{key}{SUFFIX}" for folder in self._folders)
        path = next((path for path in paths if path not in self._open and path.is_file()), None)
        return self.read(path).sheet if path is not None else None

    def read(self, path: Path, key: str = "") -> SheetFile:
        """Return the sheet in a file, by default under the key that is its name. Raises ParseError with the name."""
        self._open.append(path)
        try:
            return SheetFile(path, read_sheet(_text_of(path), key or path.name.removesuffix(SUFFIX), self.find))
        except ParseError as error:
            raise error.located(file=path.name) from error
        finally:
            self._open.remove(path)


def _text_of(path: Path) -> str:
    try:
        with path.open("rb") as file:
            # One byte more than a sheet may have, so that reading refuses it.
            return file.read(4 * MOST_CHARACTERS + 1).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ParseError(_("the file is not text in UTF-8")) from None
    except OSError as error:
        raise ParseError(_("the file cannot be read: {cause}", cause=cause(error))) from error


def shipped_paths() -> list[Path]:
    """Return the files of the games that come with the program, in the order of their names."""
    return sorted(SHIPPED.glob(f"*{SUFFIX}"))


def kept_sheets() -> Iterator[Sheet]:
    """Yield the sheets of games that were played before. A file that is not as it was written is passed over."""
    for path in sorted(folders.sheets_folder().glob(f"*{SUFFIX}")):
        sheet = kept_sheet(path.name.removesuffix(SUFFIX))
        if sheet is not None:
            yield sheet


def kept_sheet(ruleset_id: str) -> Sheet | None:
    """Return the sheet of a game that was played before, by the id of its game; None if there is no good file."""
    if _ID.fullmatch(ruleset_id) is None:
        return None
    key, _line, _hash = ruleset_id.rpartition("_")
    with contextlib.suppress(ParseError):
        sheet = read_sheet(_text_of(folders.sheets_folder() / f"{ruleset_id}{SUFFIX}"), key, lambda _key: None)
        if sheet.id == ruleset_id:
            return sheet
    return None


def keep_sheets(sheets: Sequence[Sheet], kept: Mapping[str, object]) -> None:
    """Keep copies of sheets for games that will be opened later; ``kept`` are the ids that have one already.

    A failed write is no error: the saves of the games carry the sheet, too.
    """
    for sheet in sheets:
        if sheet.id not in kept:
            with contextlib.suppress(OSError):
                write_file(folders.sheets_folder() / f"{sheet.id}{SUFFIX}", write_sheet(sheet).encode())
