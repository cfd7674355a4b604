"""The files of rule sheets: those that come with the program, those in the plug-in folder, and those of played games.

A sheet in the plug-in folder is on the menu. A copy of every sheet that was ever on the menu, or came with a game from
elsewhere, is kept in a folder of its own under the id of its game. So games of an edited or deleted sheet can still be
opened.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from game.core.language import _
from game.core.model import ParseError
from game.core.plain_text import one_line
from game.core.ruleset import Ruleset
from game.sheets.game import SheetGame
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
#: The id of a game by a rule sheet: the key of the sheet, and the digits of the hash of its rules.
_KEY = re.compile("[a-z][a-z0-9_]{0,39}")
_ID = re.compile(f"({_KEY.pattern})_[0-9a-f]{{8}}")


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
        if _KEY.fullmatch(key) is None:
            return None  # such as a path that leads out of the folders
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
            contents = file.read(4 * MOST_CHARACTERS + 1)
    except OSError as error:
        raise ParseError(_("the file cannot be read: {cause}", cause=cause(error))) from error
    try:
        text = contents.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = contents.count(b"\n", 0, error.start) + 1
        raise ParseError(_("the file is not text in UTF-8"), line=line) from None
    if "\0" in text:
        # Text in UTF-16 without a mark at its beginning can be decoded, but has a zero after each letter.
        raise ParseError(_("the file is not text in UTF-8"))
    return text


def shipped_paths() -> list[Path]:
    """Return the files of the games that come with the program, in the order of their names."""
    return sorted(SHIPPED.glob(f"*{SUFFIX}"))


def find_sheet(ruleset_id: str) -> Sheet | None:
    """Return the sheet of the game with this id: a kept copy, or one that comes with the program. None if unknown.

    A file whose rules are not those of the id is passed over.
    """
    parts = _ID.fullmatch(ruleset_id)
    if parts is None:
        return None
    for path in (_kept_path(ruleset_id), SHIPPED / f"{parts[1]}{SUFFIX}"):
        if path.is_file():
            with contextlib.suppress(ParseError):
                sheet = read_sheet(_text_of(path), parts[1], SheetFolders(None).find)
                if sheet.id == ruleset_id:
                    return sheet
    return None


def carried_sheet(ruleset_id: str, text: str) -> Sheet:
    """Return the sheet that came with a game from elsewhere, such as in a save or from the other player.

    Nothing of it is used yet. Raises ParseError if its rules are not those of the game with this id.
    """
    parts = _ID.fullmatch(ruleset_id)
    if parts is None:
        raise ParseError(_("{name!r} is not the name of a game by a rule sheet", name=one_line(ruleset_id, 60)))
    sheet = read_sheet(text, parts[1], lambda _key: None)
    if sheet.id != ruleset_id:
        raise ParseError(
            _(
                "the rule sheet that comes with the game was changed: its rules are those of {found}, not of {wanted}",
                found=sheet.id,
                wanted=ruleset_id,
            )
        )
    return sheet


def ruleset_named(rulesets: Mapping[str, Ruleset], name: str) -> Ruleset | None:
    """Return the ruleset with this id, or the game of the rule sheet with this key; None if there is none or several.

    A sheet on the menu comes before one of the program.
    """
    if name in rulesets:
        return rulesets[name]
    listed = [game for game in rulesets.values() if isinstance(game, SheetGame) and game.sheet.key == name]
    if listed or _KEY.fullmatch(name) is None:
        return listed[0] if len(listed) == 1 else None
    path = SHIPPED / f"{name}{SUFFIX}"
    return rulesets.get(SheetFolders(None).read(path).sheet.id) if path.is_file() else None


def keep_sheets(sheets: Iterable[Sheet], kept: Collection[str] = ()) -> None:
    """Keep copies of sheets for games that will be opened later; ``kept`` are the ids that have one already.

    A failed write is no error: the saves of the games carry the sheet, too.
    """
    for sheet in sheets:
        if sheet.id not in kept:
            with contextlib.suppress(OSError):
                write_file(_kept_path(sheet.id), write_sheet(sheet).encode())


def kept_ids() -> frozenset[str]:
    """Return the ids of the games whose sheets are kept."""
    return frozenset(path.name.removesuffix(SUFFIX) for path in folders.sheets_folder().glob(f"*{SUFFIX}"))


def _kept_path(ruleset_id: str) -> Path:
    return folders.sheets_folder() / f"{ruleset_id}{SUFFIX}"
