"""Groups in the list of saved games: in progress, finished, and abandoned. Does not import pygame."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum

from game.core.language import gettext_noop
from game.storage.saves import SaveEntry

#: Minimum number of moves of a first game that counts as begun, and days without a change after which a save counts as
#: abandoned.
FEWEST_MOVES = 6
DAYS = 30
_DAY = 86_400


class SaveGroup(IntEnum):
    """A group in the list of saved games, such as the finished games."""

    UNDER_WAY = 0
    FINISHED = 1
    LEFT = 2

    @property
    def title(self) -> str:
        """Heading of the group in the list of saved games."""
        return _TITLES[self]


_TITLES = {
    SaveGroup.UNDER_WAY: gettext_noop("In progress"),
    SaveGroup.FINISHED: gettext_noop("Finished"),
    SaveGroup.LEFT: gettext_noop("Abandoned"),
}


def group_of(entry: SaveEntry, now: float) -> SaveGroup:
    """Return the group of a saved game at the time ``now``, in seconds since the epoch.

    An open series counts as finished after its last game until the next one begins. An unreadable save counts as in
    progress.
    """
    header = entry.header
    if header is None:
        return SaveGroup.UNDER_WAY
    if header.is_over or (not header.best_of and header.games and not header.running):
        return SaveGroup.FINISHED
    hardly_begun = header.games <= 1 and not any(header.wins) and header.running and header.plies < FEWEST_MOVES
    is_old = now - entry.modified > DAYS * _DAY
    return SaveGroup.LEFT if hardly_begun or is_old else SaveGroup.UNDER_WAY


def in_groups(entries: Iterable[SaveEntry], now: float) -> list[SaveEntry]:
    """Return the saved games sorted by group, in the given order within each group."""
    return sorted(entries, key=lambda entry: group_of(entry, now))
