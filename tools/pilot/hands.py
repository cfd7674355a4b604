"""Hands that never touch the mouse, on the keyboard and on a gamepad: each posts the events of its device alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import pygame

from tools.pilot.pilot import Pilot


class Hand(Protocol):
    """Presses and lets go what does something: left, right, up, down, act, back, on, hint, undo, rules."""

    def press(self, what: str, times: int = 1) -> None: ...


class KeyboardHand:
    """Presses keys."""

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
    """Presses the buttons of a pad with a known layout."""

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
    """Walks on until the button of that label visibly has the focus."""
    labels = [button.label for button in pilot.scene.controls.buttons]
    for _ in range(len(labels) + 4):
        focused = pilot.scene.controls.focused
        if focused is not None and focused.label == label:
            return
        hand.press("on")
    raise AssertionError(f"{label!r} is never reached in {type(pilot.scene).__name__}: {labels}")


def press_button(pilot: Pilot, hand: Hand, label: str) -> None:
    """Walks to the button of that label and presses it."""
    go_to(pilot, hand, label)
    hand.press("act")


def move_cursor(pilot: Pilot, hand: Hand, cell: int) -> None:
    """Moves the board's cursor to a cell; the first arrow brings it out."""
    board, cells = pilot.scene.board, pilot.scene.table.match.state.geometry.cells
    if board.cursor is None:
        hand.press("up")
    # A pocket that is no cell is jumped over, so one axis after the other may have to be tried again.
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
