"""Games that go on while other scenes cover them, with the player's clock shown on top of those scenes.

Menus, settings and rules do not pause a rated game. Only the toss and opening decisions do, since they are part of it.
Nothing pauses a remote game, whose other side would wait.
"""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.core.language import _
from game.session.game_session import GameSession
from game.session.playable_game import GameChanged, MovesPlayed, SessionEvent
from game.ui.board.game_clock import ClockDigits, clock_text
from game.ui.board.opening_dialog import ChoiceScene
from game.ui.board.toss import TossScene
from game.ui.painting.canvas import Canvas
from game.ui.shell.scene import Scene

#: Middle and top of the time above other scenes.
_MIDDLE, _TOP = 880.0, 18.0
#: Milliseconds below which the time is drawn in coral.
_LAST = 10_000


class RunningClock:
    """The time of a session, which passes while its scene is on top and, in some games, while other scenes cover it."""

    def __init__(self, scene: Scene[None], on_move: Callable[[], None]) -> None:
        """Create the clock; ``on_move`` is called when the opponent has moved in the covered game."""
        self._scene, self._app, self._on_move = scene, scene.app, on_move
        self._table: GameSession | None = None
        self._digits: ClockDigits | None = None
        self._updates: list[SessionEvent] = []
        self.has_moved = False
        """True if moves were played or the time ran out since the last ``take_updates``."""

    def switch_to(self, table: GameSession) -> None:
        """Switch to another game session."""
        self._table, self._digits = table, ClockDigits(table)
        self.take_updates()

    def begin(self) -> None:
        """Start to advance the covered game once a frame."""
        self._app.add_tick_callback(self._tick_covered)
        self._app.over = self._draw_over

    def end(self) -> None:
        """Stop advancing the covered game."""
        self._app.dismiss(self._tick_covered)
        self._app.over = lambda canvas: None

    @property
    def _runs(self) -> bool:
        """True if the game continues although another scene covers it."""
        top = self._app.scene
        if top is self._scene or self._table is None:
            return False
        is_part = isinstance(top, ChoiceScene | TossScene)
        return self._table.opponent.is_remote or (self._table.stakes.runs_on and not is_part)

    def _tick_covered(self, seconds: float) -> None:
        if self._table is None or not self._runs:
            return
        for event in self.tick(seconds):
            if not isinstance(event, MovesPlayed | GameChanged):
                self._updates.append(event)
                continue
            self.has_moved = True
            self._on_move()
        if self._digits is not None and self._digits.turned():
            self._app.scene.dirty = True

    def tick(self, seconds: float, *, is_falling: bool = False) -> list[SessionEvent]:
        """Advance the session, and return its events. While a stone is falling, no thinking time is counted."""
        table = self._table
        if table is None:
            return []
        is_seen = pygame.display.get_active() or table.stakes.runs_on
        return table.tick(seconds, is_clock_stopped=is_falling or not is_seen)

    def take_updates(self) -> list[SessionEvent]:
        """Return the events that happened while the game was covered, and clear them."""
        news, self._updates, self.has_moved = self._updates, [], False
        return news

    def _draw_over(self, canvas: Canvas) -> None:
        """Draw the player's remaining time on top of all scenes, if the game has a clock."""
        table = self._table
        if table is None or table.only_person is None or not self._runs or not table.match.time_control.is_timed:
            return
        left = table.match.clock.left[table.only_person]
        text = _("Your clock: {time}", time=clock_text(left))
        colour = "coral" if left < _LAST else "amber"
        canvas.chip(text, _MIDDLE, _TOP, colour=colour, anchor="center", size=15, height=30, width=260)
