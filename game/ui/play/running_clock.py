"""The clock of a rated game, which runs on and stays visible while other scenes cover the game.

Menus, settings and rules do not pause the game. Only the toss and opening decisions do, since they are part of it.
"""

from __future__ import annotations

from collections.abc import Callable

from game.core.language import _
from game.session.game_session import GameSession
from game.session.playable_game import MovesPlayed, SessionEvent
from game.ui.board.game_clock import GameClock, clock_text
from game.ui.board.opening_dialog import ChoiceScene
from game.ui.board.toss import TossScene
from game.ui.painting.canvas import Canvas
from game.ui.shell.scene import Scene

#: Middle and top of the time above other scenes.
_MIDDLE, _TOP = 880.0, 18.0
#: Milliseconds below which the time is drawn in coral.
_LAST = 10_000


class RunningClock:
    """Helper that advances a game session and its clock while another scene covers the game."""

    def __init__(self, scene: Scene[None], on_move: Callable[[], None]) -> None:
        """Create the clock; ``on_move`` is called when the opponent has moved in the covered game."""
        self._scene, self._app, self._on_move = scene, scene.app, on_move
        self._table: GameSession | None = None
        self._clock: GameClock | None = None
        self._updates: list[SessionEvent] = []
        self.has_moved = False
        """True if moves were played or the time ran out since the last ``take_updates``."""

    def sit_at(self, table: GameSession, clock: GameClock) -> None:
        """Switch to another game session."""
        self._table, self._clock = table, clock
        self.take_updates()

    def begin(self) -> None:
        """Start to advance the covered game once a frame."""
        self._app.add_tick_callback(self._tick)
        self._app.over = self._draw_over

    def end(self) -> None:
        """Stop advancing the covered game."""
        self._app.dismiss(self._tick)
        self._app.over = lambda canvas: None

    @property
    def _runs(self) -> bool:
        """True if the game continues although another scene covers it."""
        top = self._app.scene
        is_covered = top is not self._scene and not isinstance(top, ChoiceScene | TossScene)
        return is_covered and self._table is not None and self._table.stakes.runs_on

    def _tick(self) -> None:
        if self._table is not None and self._clock is not None and self._runs:
            self._pass_time(self._table, self._clock, self._app.turn_seconds)

    def _pass_time(self, table: GameSession, clock: GameClock, seconds: float) -> None:
        """Advance the clock of the covered game, and process the opponent's moves."""
        table.pace.pass_time(seconds)
        news = table.poll()
        self._updates += [each for each in news if not isinstance(each, MovesPlayed)]
        self.has_moved |= clock.pass_time(seconds)
        if any(isinstance(each, MovesPlayed) for each in news):
            self.has_moved = True
            self._on_move()
        if clock.turned():
            self._app.scene.dirty = True

    def take_updates(self) -> list[SessionEvent]:
        """Return the events that happened while the game was covered, and clear them."""
        news, self._updates, self.has_moved = self._updates, [], False
        return news

    def _draw_over(self, canvas: Canvas) -> None:
        """Draw the player's remaining time on top of all scenes."""
        table = self._table
        if table is None or table.only_person is None or not self._runs:
            return
        left = table.match.clock.left[table.only_person]
        text = _("Your clock: {time}", time=clock_text(left))
        colour = "coral" if left < _LAST else "amber"
        canvas.chip(text, _MIDDLE, _TOP, colour=colour, anchor="center", size=15, height=30, width=260)
