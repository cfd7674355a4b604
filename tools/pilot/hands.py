"""Simulated players without a mouse: one uses only the keyboard, one only a gamepad."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import pygame

from tools.pilot.pilot import Pilot


class Hand(Protocol):
    """Protocol for an input device with the actions left, right, up, down, act, back, on, hint, undo and rules.

    ``act`` activates the focused control, and ``on`` moves the focus to the next one.
    """

    def press(self, what: str, times: int = 1) -> None: ...


class KeyboardHand:
    """A simulated keyboard."""

    _KEYS: Mapping[str, int] = {
        "left": pygame.K_LEFT,
        "right": pygame.K_RIGHT,
        "up": pygame.K_UP,
        "down": pygame.K_DOWN,
        "act": pygame.K_RETURN,
        "back": pygame.K_ESCAPE,
        "on": pygame.K_TAB,
        "hint": pygame.K_h,
        "undo": pygame.K_u,
        "rules": pygame.K_F1,
    }

    def __init__(self, pilot: Pilot) -> None:
        self._pilot = pilot

    def press(self, what: str, times: int = 1) -> None:
        for _ in range(times):
            self._pilot.key(self._KEYS[what])


class PadHand:
    """A simulated gamepad whose button layout the program knows."""

    _BUTTONS: Mapping[str, int] = {
        "left": pygame.CONTROLLER_BUTTON_DPAD_LEFT,
        "right": pygame.CONTROLLER_BUTTON_DPAD_RIGHT,
        "up": pygame.CONTROLLER_BUTTON_DPAD_UP,
        "down": pygame.CONTROLLER_BUTTON_DPAD_DOWN,
        "act": pygame.CONTROLLER_BUTTON_A,
        "back": pygame.CONTROLLER_BUTTON_B,
        "on": pygame.CONTROLLER_BUTTON_RIGHTSHOULDER,
        "hint": pygame.CONTROLLER_BUTTON_X,
        "undo": pygame.CONTROLLER_BUTTON_Y,
        "rules": pygame.CONTROLLER_BUTTON_BACK,
    }

    def __init__(self, pilot: Pilot) -> None:
        self._pilot = pilot

    def press(self, what: str, times: int = 1) -> None:
        for _ in range(times):
            for kind in (pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP):
                pygame.event.post(pygame.event.Event(kind, instance_id=0, button=self._BUTTONS[what]))
            self._pilot.frames(2)


def go_to(pilot: Pilot, hand: Hand, label: str) -> None:
    """Move the focus to the button with this label. Raise AssertionError if it is not reached."""
    labels = [button.label for button in pilot.scene.controls.buttons]
    for _ in range(len(labels) + 4):
        focused = pilot.scene.controls.focused
        if focused is not None and focused.label == label:
            return
        hand.press("on")
    raise AssertionError(f"{label!r} is never reached in {type(pilot.scene).__name__}: {labels}")


def press_button(pilot: Pilot, hand: Hand, label: str) -> None:
    """Move the focus to the button with this label, and press it."""
    go_to(pilot, hand, label)
    hand.press("act")


def move_cursor(pilot: Pilot, hand: Hand, cell: int) -> None:
    """Move the board's cursor to a cell; if the cursor is hidden, the first arrow key shows it.

    Raise AssertionError if the cell is not reached.
    """
    board, cells = pilot.scene.board, pilot.scene.table.match.state.geometry.cells
    if board.cursor is None:
        hand.press("up")
    # The cursor jumps over holes in the board, so one axis after the other may have to be tried again.
    for _ in range(4):
        for axis, (less, more) in enumerate((("left", "right"), ("up", "down"))):
            steps = cells[cell][axis] - cells[board.cursor][axis]
            for _step in range(abs(steps)):
                if cells[board.cursor][axis] == cells[cell][axis]:
                    break
                hand.press(more if steps > 0 else less)
        if board.cursor == cell:
            return
    raise AssertionError(f"cell {cell} is not reached, only {board.cursor}")
