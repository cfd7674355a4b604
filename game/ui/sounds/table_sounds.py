"""What is heard at a table: moves, refusals, and how the game ended, once."""

from __future__ import annotations

from collections.abc import Iterable

from game.core.model import Event
from game.session.table import Table
from game.ui.sounds.cues import Occasion, end_of_game
from game.ui.sounds.desk import SoundDesk


class TableSounds:
    """Tells the desk what happens in the latest game of a table; an end that it finds there was heard before."""

    def __init__(self, desk: SoundDesk, table: Table) -> None:
        self._desk, self._table = desk, table
        self._end_heard_at = None if table.match.outcome is None else table.match.revision

    def moved(self, events: Iterable[Event]) -> None:
        """Moves became true."""
        self._desk.hear_events(events, self._table.tournament.ruleset.info)

    def refused(self) -> None:
        """A move was refused."""
        self._desk.hear(Occasion.REFUSED)

    def laid(self) -> None:
        """A ghost was laid down or taken off."""
        self._desk.hear(Occasion.LAID)

    def ended(self) -> None:
        """The game is over; that is heard once, and again only after the game has gone on in between."""
        match = self._table.match
        if match.outcome is not None and self._end_heard_at != match.revision:
            self._end_heard_at = match.revision
            self._desk.hear(end_of_game(match.outcome, self._table.only_person))
