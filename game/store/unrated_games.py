"""Marks of games in progress that have become unrated: an empty file each, which every window of the program sees.

The mark is on the disk before anything about the game is shown, so that neither a crash nor a second window with the
same save makes the game rated again.
"""

from __future__ import annotations

import contextlib
from hashlib import blake2b
from pathlib import Path

from game.core.language import _
from game.core.match import Match
from game.store.files import StoreError, cause, sync_folder, write_new


class UnratedGames:
    """The marks in a folder, which need not exist before the first one."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def has(self, match: Match) -> bool:
        """Whether this game, or another copy of it, is marked."""
        return self._path(match).exists()

    def add(self, match: Match) -> None:
        """Mark a game, and wait until the disk has the mark; raises StoreError."""
        path = self._path(match)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with contextlib.suppress(FileExistsError):
                write_new(path, b"", private=True)
            sync_folder(path.parent)
        except OSError as error:
            raise StoreError(
                _("This is not possible now, as the game cannot be marked as unrated: {cause}.", cause=cause(error))
            ) from error

    def remove(self, match: Match) -> None:
        """Remove the mark of a game that is on record; one that cannot be removed does no harm."""
        with contextlib.suppress(OSError):
            self._path(match).unlink(missing_ok=True)

    def _path(self, match: Match) -> Path:
        """The file for a game: its seed was drawn for it, and all copies of the game have the same."""
        info = match.ruleset.info
        name = blake2b(f"{info.id} {match.seed}".encode(), digest_size=16).hexdigest()
        return self._folder / name
