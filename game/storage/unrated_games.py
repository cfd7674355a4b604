"""Marker files for unfinished games that have become unrated.

Each is an empty file, visible to every window of the program. The marker is on the disk before any analysis of the game
is shown. Neither a crash nor a second window with the same save can therefore make the game rated again.
"""

from __future__ import annotations

import contextlib
from hashlib import blake2b
from pathlib import Path

from game.core.language import _
from game.core.tournament import Tournament
from game.storage.files import StoreError, cause, sync_folder, write_new


class UnratedGames:
    """Marker files of unrated games in one folder, which is created with the first marker."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def has(self, tournament: Tournament) -> bool:
        """Return True if the latest game of a series, or another copy of the game, is marked as unrated."""
        return self._path(tournament).exists()

    def add(self, tournament: Tournament) -> None:
        """Mark the latest game of a series as unrated and wait until that is on the disk. Raises StoreError."""
        path = self._path(tournament)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with contextlib.suppress(FileExistsError):
                write_new(path, b"", private=True)
            sync_folder(path.parent)
        except OSError as error:
            raise StoreError(
                _(
                    "You cannot do that now, because the game could not be marked as unrated: {cause}.",
                    cause=cause(error),
                )
            ) from error

    def remove(self, tournament: Tournament) -> None:
        """Remove the unrated marker of a recorded game. A marker that cannot be removed is harmless."""
        with contextlib.suppress(OSError):
            self._path(tournament).unlink(missing_ok=True)

    def _path(self, tournament: Tournament) -> Path:
        """Return the path of the unrated marker of a series' latest game.

        The name includes the seed, which all copies of a game share, and the participants, because in the decathlon
        games of other players have the same seed.
        """
        game = tournament.current
        assert game is not None, "a game is marked once it has begun"
        texts = (tournament.ruleset.info.id, str(game.match.seed), *(each.name for each in tournament.participants))
        return self._folder / blake2b("\n".join(texts).encode(), digest_size=16).hexdigest()
