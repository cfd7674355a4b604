"""Puzzles of all rulesets, read from the sets that come with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from game.core.language import _
from game.core.model import ParseError
from game.training.puzzles.index import PuzzleEntry, entries_of
from game.training.puzzles.reader import HEAD, ruleset_of
from game.training.puzzles.shipped import shipped_sets

#: The largest set of puzzles that is read, in bytes.
MOST_BYTES = 4_000_000


class PuzzleCollection:
    """The puzzles of each ruleset, read on first access."""

    def __init__(self, folders: Mapping[str, Path]) -> None:
        """Create the collection; ``folders`` maps ruleset ids to the folders of their files."""
        self._folders = folders
        self._known: dict[str, tuple[PuzzleEntry, ...]] = {}

    def of(self, ruleset_id: str) -> Sequence[PuzzleEntry]:
        """Return the puzzles of a ruleset, empty if it has none."""
        if ruleset_id not in self._known:
            folder = self._folders.get(ruleset_id)
            paths = () if folder is None else shipped_sets(ruleset_id, folder)
            found = {entry.mark: entry for path in paths for entry in _readable(path)}
            self._known[ruleset_id] = tuple(found.values())
        return self._known[ruleset_id]

    def games(self) -> list[str]:
        """Return the ids of the rulesets with puzzles, in their order."""
        return [ruleset_id for ruleset_id in self._folders if self.of(ruleset_id)]


def riddles_of(path: Path) -> tuple[PuzzleEntry, ...] | None:
    """Return the puzzles of a file opened by the player, or None if the file is not a puzzle set.

    Raises ParseError, with the file name, if it is an unreadable puzzle set.
    """
    try:
        return _entries(path)
    except (OSError, UnicodeDecodeError):
        return None
    except ParseError as error:
        raise error.located(file=path.name) from error


def _entries(path: Path) -> tuple[PuzzleEntry, ...] | None:
    """Return the puzzles of a file, or None if it is not a puzzle set.

    Raises OSError, UnicodeDecodeError and ParseError.
    """
    with path.open("rb") as stream:
        content = stream.read(HEAD)
        if ruleset_of(content.decode("utf-8", "ignore")) is None:
            return None
        content += stream.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise ParseError(_("the file is larger than the limit of {most} MB", most=MOST_BYTES // 10**6))
    return entries_of(content.decode("utf-8").replace("\r\n", "\n").replace("\r", "\n"))


def _readable(path: Path) -> Sequence[PuzzleEntry]:
    try:
        return _entries(path) or ()
    except (OSError, UnicodeDecodeError, ParseError):
        return ()
