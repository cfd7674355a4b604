"""Marks of games in progress that have become unrated: an empty file each, which every window of the program sees.

The mark is on the disk before anything about the game is shown, so that neither a crash nor a second window with the
same save makes the game rated again.
"""

from __future__ import annotations

import contextlib
from hashlib import blake2b
from pathlib import Path

from game.core.language import _
from game.core.tournament import Tournament
from game.storage.files import StoreError, cause, sync_folder, write_new


class UnratedGames:
    """The marks in a folder, which need not exist before the first one."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def has(self, tournament: Tournament) -> bool:
        """Whether the latest game of a series, or another copy of it, is marked."""
        return self._path(tournament).exists()

    def add(self, tournament: Tournament) -> None:
        """Mark the latest game of a series, and wait until the disk has the mark; raises StoreError."""
        path = self._path(tournament)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with contextlib.suppress(FileExistsError):
                write_new(path, b"", private=True)
            sync_folder(path.parent)
        except OSError as error:
            raise StoreError(
                _("This is not possible now, as the game cannot be marked as unrated: {cause}.", cause=cause(error))
            ) from error

    def remove(self, tournament: Tournament) -> None:
        """Remove the mark of a game that is on record; one that cannot be removed does no harm."""
        with contextlib.suppress(OSError):
            self._path(tournament).unlink(missing_ok=True)

    def _path(self, tournament: Tournament) -> Path:
        """The file for a game: all copies of it have its seed, and in the decathlon other players have it, too."""
        game = tournament.current
        assert game is not None, "a game is marked once it has begun"
        words = (tournament.ruleset.info.id, str(game.match.seed), *(each.name for each in tournament.participants))
        return self._folder / blake2b("\n".join(words).encode(), digest_size=16).hexdigest()
