"""The sounds of a game on screen: moves, refused moves, and the end of the game, which sounds once."""

from __future__ import annotations

from collections.abc import Iterable

from game.core.model import Event
from game.session.shown_game import GameOnScreen
from game.ui.effects.sound.cues import Occasion, end_of_game
from game.ui.effects.sound.mixer import Mixer


class TableSounds:
    """Plays the sounds of the game on screen. No end sound is played for a game that was over before."""

    def __init__(self, desk: Mixer, table: GameOnScreen) -> None:
        self._desk, self._table = desk, table
        self._end_heard_at = None if table.match.outcome is None else table.match.revision

    def moved(self, events: Iterable[Event]) -> None:
        """Play the sounds of these events."""
        self._desk.hear_events(events, self._table.tournament.ruleset.info)

    def refused(self) -> None:
        """Play the sound of a refused move."""
        self._desk.hear(Occasion.REFUSED)

    def laid(self) -> None:
        """Play the sound of a preview stone that was placed or removed."""
        self._desk.hear(Occasion.LAID)

    def ended(self) -> None:
        """Play the sound of the game's end, once; play it again only if the game was continued in between."""
        match = self._table.match
        if match.outcome is not None and self._end_heard_at != match.revision:
            self._end_heard_at = match.revision
            self._desk.hear(end_of_game(match.outcome, self._table.only_person))
