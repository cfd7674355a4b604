"""The saved games in groups: what is under way, what is finished, and what was left early or long ago. No pygame."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum

from game.core.language import gettext_noop
from game.storage.saves import SaveEntry

#: A first game with fewer moves was hardly begun, and one that nobody touched for so many days is left alone.
FEWEST_MOVES = 6
DAYS = 30
_DAY = 86_400


class SaveGroup(IntEnum):
    """A group in the order of the list."""

    UNDER_WAY = 0
    FINISHED = 1
    LEFT = 2

    @property
    def title(self) -> str:
        """The heading of the group."""
        return _TITLES[self]


_TITLES = {
    SaveGroup.UNDER_WAY: gettext_noop("Under way"),
    SaveGroup.FINISHED: gettext_noop("Finished"),
    SaveGroup.LEFT: gettext_noop("Left early or long ago"),
}


def group_of(entry: SaveEntry, now: float) -> SaveGroup:
    """The group of a save at a time in seconds since the epoch.

    An open series rests with its last game, and counts as finished until the next one is begun. What cannot be read is
    among those under way.
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
    """The saves group by group, each in the given order."""
    return sorted(entries, key=lambda entry: group_of(entry, now))
