"""The list of rule sheets from which the player chooses games for the menu, and the player's own sheets."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol, TypeVar

from game.core.language import _
from game.core.model import ParseError
from game.plugins.registry import Catalogue
from game.plugins.sheet_files import SHIPPED, SUFFIX, SheetFolders, keep_sheets, shipped_paths
from game.sheets.draft import SheetDraft
from game.sheets.draft_store import from_setting, to_setting
from game.sheets.game import SheetGame
from game.sheets.reading import MOST_TITLE
from game.sheets.sample_game import sample_moves
from game.sheets.sheet import DRAFT_KEY, Sheet
from game.sheets.writing import write_sheet
from game.storage import folders, names
from game.storage.files import StoreError, cause, write_file

#: The setting with the ids of the program's sheets that are on the menu.
_SHOWN = "menu.sheets"
#: The setting with the unsaved changes of the workshop.
_DRAFT = "workshop"
#: The key of a sheet whose title has no Latin letters, and the most letters of a key before its number.
_USUAL_KEY, _MOST_LETTERS = "game", 36
_Setting = TypeVar("_Setting")


class SettingStore(Protocol):
    """The player's settings, such as those in the database."""

    def get(self, key: str, default: _Setting) -> _Setting:
        """Return the setting with this key, or the default."""

    def set(self, key: str, value: object) -> object:
        """Store a setting."""


@dataclass(frozen=True, slots=True)
class KnownSheet:
    """A sheet in the list: one of the program, or one of the player's own, with its file."""

    path: Path
    sheet: Sheet
    is_own: bool


class SheetList:
    """The rule sheets of the program and of the player. The player's own are always on the menu."""

    def __init__(self, catalogue: Catalogue, folder: Path, settings: SettingStore) -> None:
        """Use the sheets in ``folder``, which may be missing, as the player's own ones."""
        self._catalogue, self._folder, self._settings = catalogue, folder, settings
        self._folders = SheetFolders(folder)

    # The menu

    def all(self) -> list[KnownSheet]:
        """Return all sheets that can be read, the player's own first."""
        own = sorted(self._folder.glob(f"*{SUFFIX}")) if self._folder.is_dir() else []
        paths = [path for path in own if not path.name.startswith((".", "_"))]
        found = []
        for path in (*paths, *shipped_paths()):
            try:
                found.append(KnownSheet(path, self._folders.read(path).sheet, path.parent != SHIPPED))
            except ParseError:
                continue  # the page of plug-ins in the settings says what is wrong with the file
        own_keys = {known.sheet.key for known in found if known.is_own}
        return [known for known in found if known.is_own or known.sheet.key not in own_keys]

    def apply_choice(self) -> None:
        """Put those of the program's sheets on the menu that the player has chosen, and take the others off."""
        shown = self._chosen()
        for known in self.all():
            if not known.is_own:
                self._list(known.sheet, is_listed=known.sheet.id in shown)

    def is_shown(self, sheet: Sheet) -> bool:
        """Return True if the game of a sheet is on the menu."""
        return sheet.id in list(self._catalogue.rulesets)

    def show(self, sheet: Sheet, *, is_shown: bool) -> None:
        """Put one of the program's sheets on the menu or take it off, now and at the next start."""
        chosen = [each for each in self._chosen() if each != sheet.id]
        self._settings.set(_SHOWN, [*chosen, sheet.id] if is_shown else chosen)
        self._list(sheet, is_listed=is_shown)

    def _chosen(self) -> list[str]:
        stored: list[object] = self._settings.get(_SHOWN, [])
        return [each for each in stored if isinstance(each, str)]

    def _list(self, sheet: Sheet, *, is_listed: bool) -> None:
        if is_listed:
            keep_sheets([sheet], {})
            if not self.is_shown(sheet):
                self._catalogue.add_sheet(sheet, is_listed=True)
        elif self.is_shown(sheet):
            self._catalogue.remove_sheet(sheet.id)

    def game(self, sheet: Sheet) -> SheetGame:
        """Return the game of a sheet, which need not be on the menu, for a game that starts now.

        A copy of the sheet is kept, so that the opponents' processes and later starts of the program know the game.
        """
        keep_sheets([sheet], {})
        return self._catalogue.add_sheet(sheet, is_listed=False)

    # The draft of the workshop

    def keep_draft(self, draft: SheetDraft) -> None:
        """Store the changes of a draft that are not in its file, for ``kept_draft`` of this start or a later one.

        A draft without such changes takes the place of an earlier one, too, and none is stored.
        """
        self._settings.set(_DRAFT, to_setting(draft) if draft.has_changes else {})

    def kept_draft(self) -> SheetDraft | None:
        """Return the draft with unsaved changes that was stored last, or None."""
        own = {known.sheet.key: known.sheet for known in self.all() if known.is_own}
        return from_setting(self._settings.get(_DRAFT, {}), own.get)

    def forget_draft(self) -> None:
        """Forget the stored changes."""
        self._settings.set(_DRAFT, {})

    # Files

    def save(self, sheet: Sheet) -> Sheet:
        """Save a sheet as one of the player's own and put it on the menu. Return it under the key of its file.

        A sheet with the key of a draft gets a free key from its title. A sheet with another key replaces the file with
        this key. A sheet without sample moves gets some. Raises StoreError.
        """
        if sheet.is_draft:
            sheet = replace(sheet, key=self._free_key(sheet.title))
        if not sheet.sample:
            sheet = replace(sheet, sample=sample_moves(sheet.rules))
        path = self._folder / f"{sheet.key}{SUFFIX}"
        before = next((known for known in self.all() if known.path == path), None)
        try:
            write_file(path, write_sheet(sheet).encode())
        except OSError as error:
            raise StoreError(_("The game could not be saved: {cause}.", cause=cause(error))) from error
        keep_sheets([sheet], {})
        if before is not None and before.sheet.id != sheet.id:
            self._list(before.sheet, is_listed=False)
        self._catalogue.add_sheet(sheet, self._folder, is_listed=True)
        return sheet

    def install(self, sheet: Sheet) -> None:
        """Put a sheet from elsewhere on the menu, as one of the player's own if it is new. Raises StoreError."""
        if any(not known.is_own and known.sheet.id == sheet.id for known in self.all()):
            self.show(sheet, is_shown=True)
        else:
            self.save(sheet)

    def delete(self, known: KnownSheet) -> None:
        """Delete the file of one of the player's own sheets, and take it off the menu. Raises StoreError."""
        try:
            known.path.unlink(missing_ok=True)
        except OSError as error:
            raise StoreError(_("The game could not be deleted: {cause}.", cause=cause(error))) from error
        self._list(known.sheet, is_listed=False)

    def export(self, sheet: Sheet) -> Path:
        """Save a sheet as a file for others in the folder of exports, and return its path. Raises StoreError."""
        key = self._free_key(sheet.title, ()) if sheet.is_draft else sheet.key
        return folders.keep_file(folders.exports_folder(), key, SUFFIX, write_sheet(sheet).encode())

    def read(self, path: Path) -> Sheet:
        """Return the sheet in a file from elsewhere, with a key that no other sheet has. Raises ParseError.

        A sheet that is known already, with the same rules, keeps its key.
        """
        sheet = self._folders.read(path, key_from(path.name.removesuffix(SUFFIX))).sheet
        known = {each.sheet.key: each.sheet.id for each in self.all()}
        if known.get(sheet.key, sheet.id) == sheet.id:
            return sheet
        return replace(sheet, key=self._free_key(sheet.key))

    # Names

    def free_title(self, title: str) -> str:
        """Return a title that no other sheet has: this one, or one with a number."""
        taken = self._taken_titles()
        number, found = 1, title
        while names.folded(found) in taken:
            number += 1
            found = f"{title[: MOST_TITLE - 4]} {number}"
        return found

    def title_problem(self, title: str, key: str = "") -> str | None:
        """Return the reason why a game cannot have this title, or None. The sheet with this key may have it already."""
        if not title:
            return _("The name is empty.")
        if names.folded(title) in self._taken_titles(key):
            return _("The name {name!r} is taken.", name=title)
        return None

    def _taken_titles(self, key: str = "") -> set[str]:
        """Return the titles of all games but the sheet with this key, in English and as they are shown."""
        sheets = [known.sheet.title for known in self.all() if known.sheet.key != key]
        others = [game.info.title for game in self._catalogue.rulesets.values() if not isinstance(game, SheetGame)]
        return {names.folded(each) for title in (*sheets, *others) for each in (title, str(_(title)))}

    def _free_key(self, title: str, taken: Collection[str] | None = None) -> str:
        keys = {known.sheet.key for known in self.all()} | {DRAFT_KEY} if taken is None else {*taken}
        stem = key_from(title)
        number, key = 1, stem
        while key in keys:
            number += 1
            key = f"{stem}_{number}"
        return key


def key_from(title: str) -> str:
    """Return the key of a sheet made from a title or a file name: lower-case letters, digits and underscores."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    key = re.sub("[^a-z0-9]+", "_", plain).strip("_")[:_MOST_LETTERS].strip("_")
    is_usable = key[:1].isalpha() and not names.is_reserved(key)
    return key if is_usable else f"{_USUAL_KEY}_{key}".strip("_")
