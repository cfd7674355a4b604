"""The scene with a board for placing stones, and its pointer and keyboard handling.

Tab moves through everything that can have the focus: the kinds of stone in hand, the buttons, then the board again. The
arrows and Escape lead from a button straight back to the board.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

import pygame

from game.core.match import Match
from game.core.model import EMPTY, Place, Reason
from game.session.pending_turn import GhostHand, PendingTurn
from game.session.playable_game import MovesPlayed
from game.ui.board.board_view import BOARD_PLACE, BoardView
from game.ui.shell.scene import Scene
from game.ui.widgets import keys
from game.ui.widgets.buttons import ARROWS, Button, tab_step
from game.ui.widgets.tooltip import PointerShape

Result = TypeVar("Result")


class Picker(Protocol):
    """A row of stones or tools to place on the board, which Tab walks through."""

    @property
    def visible(self) -> bool:
        """True if there is a choice."""

    @property
    def letter(self) -> str:
        """The kind of the next stone; "" for none."""

    def next(self, step: int) -> str:
        """Return the choice after (1) or before (-1) the selected one; "" past the end of the row."""

    def end(self, step: int) -> str:
        """Return the first choice (1) or the last (-1)."""


class BoardScene(Scene[Result]):
    """A scene of buttons and a board, controlled by pointer, arrows, Enter, and Tab for the kind of stone.

    A press of the mouse button acts at once or, if the player prefers it, on release on the same cell.
    """

    board: BoardView
    pending: PendingTurn
    _hand: GhostHand
    _seen: tuple[Match, int] | None = None
    """The match that was shown last, and its revision."""

    @property
    def match(self) -> Match:
        """The match on the board."""
        raise NotImplementedError

    def arrange(self) -> None:
        """Lay the board out for the stage and the player's preferences."""
        geometry, preferences = self.match.state.geometry, self.app.preferences
        rect = self.stage.rect(*BOARD_PLACE)
        self.board.arrange(self.app.paintbox, geometry, rect, coordinates=preferences.coordinates)
        self.pending.confirm_stones(preferences.confirm_placement)
        super().arrange()

    def refresh(self) -> None:
        """Update board, buttons and picture for the match and the unfinished turn."""
        seen = (self.match, self.match.revision)
        if seen != self._seen:
            self._seen = seen
            self.follow()
        self._show_game()
        self.controls.set(self.buttons())
        super().refresh()

    def follow(self) -> None:
        """Reset everything that belongs to the previous position; called when the match has changed."""
        self.pending.follow()

    def _show_game(self) -> None:
        """Pass the current position to the board view."""
        raise NotImplementedError

    def buttons(self) -> list[Button]:
        """Return all controls for the current match, in the order of Tab."""
        raise NotImplementedError

    def suspend(self) -> None:
        """Pause the scene, and stop dragging a preview stone."""
        super().suspend()
        self._hand.let_go()
        self.board.pressed = None

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle an event; return True if it was used."""
        if event.type == pygame.MOUSEMOTION:
            return self._hover(event.pos)
        if event.type == pygame.KEYDOWN and (self._focus_key(event) or self._board_key(event)):
            self.dirty = True
            return True
        if self.controls.handle(event, arrows=self.controls.focused is not None):
            self.dirty = True
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            return self._press(event.pos)
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            return self._release(event.pos)
        return False

    def shape_at(self, point: tuple[int, int]) -> PointerShape:
        """Return a cross over a cell where a stone can be placed, else the usual shape."""
        cell = self.board.cell_at(point)
        is_free = cell is not None and self.match.state.board[cell] == EMPTY
        return "cross" if is_free and self.board.stone else super().shape_at(point)

    def show_focus(self) -> None:
        """Show no focus ring: the board has the focus, and its cursor appears as soon as it moves."""

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
        """Move the cursor by a cell; a hidden cursor appears in the middle."""
        self._point_at(lambda: self.board.move_cursor(way))

    def _point_at(self, point: Callable[[], bool]) -> bool:
        """Move the board's cursor; repaint if the reason for a forbidden cell appears or disappears."""
        before = self.board.why
        changed = point()
        self.dirty |= changed
        if self.board.why is not before:
            self.repaint()
        return changed

    def _pick(self, letter: str) -> None:
        """Select the kind of the next stones."""
        raise NotImplementedError

    @property
    def _stones(self) -> Picker:
        """The picker of the next stone's kind."""
        raise NotImplementedError

    def _hover(self, point: tuple[int, int]) -> bool:
        raise NotImplementedError

    def _click(self, point: tuple[int, int]) -> bool:
        raise NotImplementedError

    def _board_key(self, event: pygame.event.Event) -> bool:
        raise NotImplementedError

    def _take(self, result: MovesPlayed | Reason | None) -> None:
        """Show the result of a move; None means that only preview stones changed."""
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
