"""Base class of scenes with a board; it handles the pointer and the keyboard for placing stones.

Tab moves through everything that can have the focus: the kinds of stone in hand, the buttons, then the board again. The
arrows and Escape lead from a button straight back to the board.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

import pygame

from game.core.match import Match
from game.core.model import EMPTY, Place, Reason
from game.session.pending_turn import PendingTurn, PreviewController
from game.session.playable_game import MovesPlayed
from game.ui.board.board_view import BOARD_PLACE, BoardView
from game.ui.shell.scene import Scene
from game.ui.widgets import keys
from game.ui.widgets.buttons import ARROWS, Button, tab_step
from game.ui.widgets.commands import run_key
from game.ui.widgets.tooltip import PointerShape

Result = TypeVar("Result")


class Picker(Protocol):
    """Protocol of a row of stones or tools, from which the player selects one to place on the board.

    Tab moves through the row.
    """

    @property
    def visible(self) -> bool:
        """True if the row of stones or tools is on the screen because there is something to choose."""

    @property
    def letter(self) -> str:
        """The kind of stone that is placed next; "" for none."""

    def next(self, step: int) -> str:
        """Return the stone or tool after (1) or before (-1) the selected one; "" past the end of the row."""

    def end(self, step: int) -> str:
        """Return the first stone or tool of the row (1) or the last (-1)."""


class BoardScene(Scene[Result]):
    """A scene with a board and buttons, controlled by the pointer or by the keyboard.

    The keys are arrows, Enter, and Tab for the kind of stone. A press of the mouse button acts at once or, if the
    player prefers it, on release on the same cell.
    """

    board_place = BOARD_PLACE
    """The rectangle of the board in design pixels: x, y, width and height."""
    board: BoardView
    pending: PendingTurn
    _hand: PreviewController
    _seen: tuple[Match, int] | None = None
    """The match that was last shown on the board, and its revision."""

    @property
    def match(self) -> Match:
        """The match that is shown on the board."""
        raise NotImplementedError

    def arrange(self) -> None:
        """Lay the board out for the window's size and the player's preferences."""
        geometry, preferences = self.match.state.geometry, self.app.preferences
        rect = self.stage.rect(*self.board_place)
        self.board.arrange(self.app.paintbox, geometry, rect, coordinates=preferences.coordinates)
        self.pending.confirm_stones(preferences.confirm_placement)
        super().arrange()

    def refresh(self) -> None:
        """Update the board and the buttons from the match and the unfinished turn, and redraw the scene."""
        seen = (self.match, self.match.revision)
        if seen != self._seen:
            self._seen = seen
            self.reset_for_position()
        self._show_game()
        self.controls.set(self.buttons())
        super().refresh()

    def show_message(self, sentence: str) -> None:
        """Show a sentence to the player, such as why a command is impossible now. This base class shows nothing."""

    def reset_for_position(self) -> None:
        """Reset everything that depends on the previous position, because the match has changed."""
        self.pending.reset_for_position()

    def _show_game(self) -> None:
        """Pass the current position of the match to the board view."""
        raise NotImplementedError

    def buttons(self) -> list[Button]:
        """Return all controls of the scene for the current match, in Tab order."""
        raise NotImplementedError

    def suspend(self) -> None:
        """Pause the scene and stop dragging a preview stone."""
        super().suspend()
        self._hand.let_go()
        self.board.pressed = None

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle an event of the window; return True if it was used."""
        if event.type == pygame.MOUSEMOTION:
            return self._hover(event.pos)
        if event.type == pygame.KEYDOWN and (self._focus_key(event) or self._board_key(event)):
            self.dirty = True
            return True
        has_focus = self.controls.focused is not None
        if self.controls.handle(event, arrows=has_focus) or run_key(self.commands(), event, self.show_message):
            self.dirty = True
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            return self._press(event.pos)
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            return self._release(event.pos)
        return False

    def shape_at(self, point: tuple[int, int]) -> PointerShape:
        """Return the pointer's shape at a point: a cross where a stone can be placed, else an arrow."""
        cell = self.board.cell_at(point)
        is_free = cell is not None and self.match.state.board[cell] == EMPTY
        return "cross" if is_free and self.board.stone else super().shape_at(point)

    def show_focus(self) -> None:
        """Show no focus ring on the controls, because the board itself has the focus."""

    def _focus_key(self, event: pygame.event.Event) -> bool:
        """Handle the keys that move the focus between the board and the buttons; return True if the key was used."""
        if event.key in keys.NEXT.keys:
            self._walk(tab_step(event))
        elif event.key in keys.BACK.keys and self.controls.focused is not None:
            self.controls.leave()
        elif event.key in ARROWS:
            self.controls.leave()
            self._move_cursor(ARROWS[event.key])
        else:
            return False
        return True

    def _walk(self, step: int) -> None:
        if self.controls.focused is None:
            letter = self._stones.next(step) if self._stones.visible else ""
            if letter:
                self._pick(letter)
            else:
                self.controls.move_to_end(step)
        elif not self.controls.move_on(step):
            self.controls.leave()
            if self._stones.visible:
                self._pick(self._stones.end(step))

    def _move_cursor(self, way: tuple[int, int]) -> None:
        """Move the board's keyboard cursor by one cell; a hidden cursor appears in the middle of the board."""
        self._point_at(lambda: self.board.move_cursor(way))

    def _point_at(self, point: Callable[[], bool]) -> bool:
        """Move the board's cursor; redraw the scene if the reason shown for a forbidden cell changes."""
        before = self.board.why
        changed = point()
        self.dirty |= changed
        if self.board.why is not before:
            self.repaint()
        return changed

    def _pick(self, letter: str) -> None:
        """Select the kind of stone that is placed next."""
        raise NotImplementedError

    @property
    def _stones(self) -> Picker:
        """The control in which the player selects the kind of the next stone."""
        raise NotImplementedError

    def _hover(self, point: tuple[int, int]) -> bool:
        raise NotImplementedError

    def _click(self, point: tuple[int, int]) -> bool:
        raise NotImplementedError

    def _board_key(self, event: pygame.event.Event) -> bool:
        raise NotImplementedError

    def _take(self, result: MovesPlayed | Reason | None) -> None:
        """Show the result of a player's input: played moves, a refusal, or None if only preview stones changed."""
        raise NotImplementedError

    def _press(self, point: tuple[int, int]) -> bool:
        cell = self.board.cell_at(point)
        waits = self.app.preferences.place_on_release and cell is not None and not self.pending.has(cell)
        if not waits:
            return self._click(point)
        self.board.hover(cell)
        self.board.pressed = cell
        self.dirty = True
        return True

    def _release(self, point: tuple[int, int]) -> bool:
        cell, pressed = self.board.cell_at(point), self.board.pressed
        if pressed is not None:
            self.board.pressed = None
            self.dirty = True
            if cell == pressed:
                self._click(point)
        if self._hand.held is not None:
            self._take(self._hand.release(cell))
            return True
        return pressed is not None

    def _stone_for(self, cell: int) -> Place:
        return Place(cell, self._stones.letter)
