"""Groups of saved games: in progress, finished, and abandoned early or long ago. No pygame here."""

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
    """A group of saves, in the order of the list."""

    UNDER_WAY = 0
    FINISHED = 1
    LEFT = 2

    @property
    def title(self) -> str:
        """The heading of the group."""
        return _TITLES[self]


_TITLES = {
    SaveGroup.UNDER_WAY: gettext_noop("In progress"),
    SaveGroup.FINISHED: gettext_noop("Finished"),
    SaveGroup.LEFT: gettext_noop("Abandoned"),
}


def group_of(entry: SaveEntry, now: float) -> SaveGroup:
    """Return the group of a save at ``now``, in seconds since the epoch.

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
    """Return the saves sorted by group; within a group they keep the given order."""
    return sorted(entries, key=lambda entry: group_of(entry, now))
