"""The sounds of the game on screen: for moves, refused moves, and once for the end of the game."""

from __future__ import annotations

from collections.abc import Iterable

from game.core.model import Event
from game.session.shown_game import GameOnScreen
from game.ui.effects.sound.cues import Occasion, end_of_game
from game.ui.effects.sound.mixer import Mixer


class TableSounds:
    """Plays the sounds of the game on screen; a game that was already over when it was opened has no end sound."""

    def __init__(self, desk: Mixer, table: GameOnScreen) -> None:
        self._worker, self._table = desk, table
        self._end_played_at = None if table.match.outcome is None else table.match.revision

    def moved(self, events: Iterable[Event]) -> None:
        """Play the sounds for the events of a move."""
        self._worker.play_events(events, self._table.tournament.ruleset.info)

    def refused(self) -> None:
        """Play the sound for a move that was refused."""
        self._worker.play_occasion(Occasion.REFUSED)

    def laid(self) -> None:
        """Play the sound for a preview stone that was placed or removed."""
        self._worker.play_occasion(Occasion.LAID)

    def ended(self) -> None:
        """Play the sound for the end of the game, once; repeat it only if the game was continued in between."""
        match = self._table.match
        if match.outcome is not None and self._end_played_at != match.revision:
            self._end_played_at = match.revision
            self._worker.play_occasion(end_of_game(match.outcome, self._table.only_person))
