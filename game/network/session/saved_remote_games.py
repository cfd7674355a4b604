"""Saved remote games on this machine, with ruleset, opponent and date."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from game.core.model import Reason
from game.core.ruleset import Ruleset
from game.network.session_file import SessionHeader, read_session_file, session_files
from game.network.sides import Side
from game.network.sync.entries import SharedLine, TableSet
from game.network.sync.replayed_state import ReplayedState
from game.network.sync.terms import TableTerms

#: The maximum number of games that are listed, the most recent ones.
_MOST = 40


@dataclass(frozen=True, slots=True)
class SavedRemoteGame:
    """A saved remote game that can be resumed."""

    path: Path
    head: SessionHeader
    peer_name: str
    """The name of the other side; "" while nobody has joined."""
    terms: TableTerms | None
    lines: tuple[SharedLine, ...]
    """Lines of its journal."""
    modified: float
    """Time of the last change in seconds since the epoch."""

    @property
    def ruleset_id(self) -> str:
        """Id of the saved game's ruleset; "" while it is unknown."""
        return self.terms.ruleset if self.terms is not None else ""


def stored_tables(folder: Path) -> list[SavedRemoteGame]:
    """Return the saved remote games of a folder, newest first."""
    return list(_from_the_newest(folder))


def _from_the_newest(folder: Path) -> Iterator[SavedRemoteGame]:
    """Yield the saved remote games of a folder, newest first; read each file only when needed."""
    stamps: dict[Path, float] = {}
    for path in session_files(folder):
        with contextlib.suppress(OSError):
            stamps[path] = path.stat().st_mtime
    newest = sorted(stamps, key=lambda path: -stamps[path])[:_MOST]
    found = (_looked_into(path, stamps[path]) for path in newest)
    return (table for table in found if table is not None)


def resumable_tables(rulesets: Mapping[str, Ruleset], folder: Path) -> list[SavedRemoteGame]:
    """Return the saved remote games whose series is not over, newest first. This may take long."""
    return [table for table in _from_the_newest(folder) if _can_resume(table, rulesets)]


def _can_resume(table: SavedRemoteGame, rulesets: Mapping[str, Ruleset]) -> bool:
    """Return True if both sides had joined the saved remote game and its series can continue."""
    replayed = ReplayedState(rulesets)
    is_whole = all(not isinstance(replayed.apply(line.entry), Reason) for line in table.lines)
    return is_whole and replayed.tournament is not None and not replayed.tournament.is_over


def _looked_into(path: Path, modified: float) -> SavedRemoteGame | None:
    opened = read_session_file(path)
    if isinstance(opened, Reason):
        return None
    first = opened.kept.lines[0].entry if opened.kept.lines else None
    if not isinstance(first, TableSet):
        return SavedRemoteGame(path, opened.head, "", opened.kept.terms, (), modified)
    far = first.guest if opened.head.side is Side.HOST else first.host
    return SavedRemoteGame(path, opened.head, far, first.terms, tuple(opened.kept.lines), modified)
