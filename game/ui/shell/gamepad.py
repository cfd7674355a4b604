"""Gamepad input: the translation of gamepad events to key events with the same effect.

Pads with a layout known to SDL are read as game controllers; on others the first stick, the hat and the usual order of
buttons are used.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import pygame

from game.ui.widgets import keys


@dataclass(frozen=True, slots=True)
class Stroke:
    """The key, with modifiers, that a gamepad control stands for. With ``repeats``, it repeats while held."""

    key: int
    mod: int = 0
    repeats: bool = False


_LEFT, _RIGHT = Stroke(keys.LEFT, repeats=True), Stroke(keys.RIGHT, repeats=True)
_UP, _DOWN = Stroke(keys.UP, repeats=True), Stroke(keys.DOWN, repeats=True)
_PAGE_UP, _PAGE_DOWN = Stroke(keys.PAGE_UP, repeats=True), Stroke(keys.PAGE_DOWN, repeats=True)

#: The key of each button of a pad with a known layout.
BUTTONS: Mapping[int, Stroke] = {
    pygame.CONTROLLER_BUTTON_A: Stroke(keys.PRESS.key),
    pygame.CONTROLLER_BUTTON_B: Stroke(keys.BACK.key),
    pygame.CONTROLLER_BUTTON_X: Stroke(keys.HINT.key),
    pygame.CONTROLLER_BUTTON_Y: Stroke(keys.UNDO.key),
    pygame.CONTROLLER_BUTTON_BACK: Stroke(keys.RULES.key),
    pygame.CONTROLLER_BUTTON_START: Stroke(keys.BACK.key),
    pygame.CONTROLLER_BUTTON_LEFTSTICK: Stroke(keys.FIRST),
    pygame.CONTROLLER_BUTTON_RIGHTSTICK: Stroke(keys.LAST),
    pygame.CONTROLLER_BUTTON_LEFTSHOULDER: Stroke(keys.NEXT.key, pygame.KMOD_SHIFT, repeats=True),
    pygame.CONTROLLER_BUTTON_RIGHTSHOULDER: Stroke(keys.NEXT.key, repeats=True),
    pygame.CONTROLLER_BUTTON_DPAD_LEFT: _LEFT,
    pygame.CONTROLLER_BUTTON_DPAD_RIGHT: _RIGHT,
    pygame.CONTROLLER_BUTTON_DPAD_UP: _UP,
    pygame.CONTROLLER_BUTTON_DPAD_DOWN: _DOWN,
}
TRIGGERS: Mapping[int, Stroke] = {
    pygame.CONTROLLER_AXIS_TRIGGERLEFT: _PAGE_UP,
    pygame.CONTROLLER_AXIS_TRIGGERRIGHT: _PAGE_DOWN,
}
#: The order of the buttons on most pads without a known layout.
_PLAIN_BUTTONS = (
    pygame.CONTROLLER_BUTTON_A,
    pygame.CONTROLLER_BUTTON_B,
    pygame.CONTROLLER_BUTTON_X,
    pygame.CONTROLLER_BUTTON_Y,
    pygame.CONTROLLER_BUTTON_LEFTSHOULDER,
    pygame.CONTROLLER_BUTTON_RIGHTSHOULDER,
    pygame.CONTROLLER_BUTTON_BACK,
    pygame.CONTROLLER_BUTTON_START,
)
#: The deflection of a stick or trigger, 0 to 1, from which it is pressed, and below which it is released.
PRESSED_FROM, RELEASED_BELOW = 0.6, 0.4
#: The extra deflection of the other axis that is required for a stick's direction to change.
_TURN = 0.2
#: Seconds until a held key repeats, and between repetitions.
REPEAT_AFTER, REPEAT_EVERY = 0.4, 0.11
_FARTHEST = 32768

#: A part of a pad: its kind and number.
Part = tuple[str, int]
_STICK: Part = ("stick", 0)


@dataclass(slots=True)
class _Pad:
    """The state of one gamepad: the position of its stick, and the buttons and directions that are held."""

    stick: list[float] = field(default_factory=lambda: [0.0, 0.0])
    rested: set[int] = field(default_factory=set)
    """The axes that were near their middle once, on a gamepad of unknown layout; only these can be sticks."""
    held: dict[Part, Stroke] = field(default_factory=dict)
    waits: dict[Part, float] = field(default_factory=dict)
    """Seconds until the key of each held button or direction repeats."""


class Gamepads:
    """All gamepads, whose events are translated to key events; they may be plugged in or out at any time."""

    def __init__(self) -> None:
        self.in_use = False
        """True if the last input came from a gamepad rather than from the keyboard or mouse."""
        self._is_open = False
        self._pads: dict[int, _Pad] = {}
        self._opened: dict[int, Any] = {}
        """The open gamepads; SDL reports their events only as long as references to them exist."""
        self._mapped: set[int] = set()

    def open(self) -> None:
        """Start to listen to gamepads, unless that was done before.

        SDL then reports each connected gamepad as newly plugged in.
        """
        if self._is_open:
            return
        self._is_open = True
        # The import is late, because the window can be shown without it.
        from pygame._sdl2 import controller  # noqa: PLC0415

        pygame.joystick.init()
        controller.init()

    def translate(self, event: pygame.event.Event) -> Iterator[pygame.event.Event]:
        """Yield the key events for an event of a gamepad; yield any other event unchanged."""
        kind = event.type
        if kind == pygame.JOYDEVICEADDED:
            self._connect(event.device_index)
        elif kind == pygame.JOYDEVICEREMOVED:
            yield from self._disconnect(event.instance_id)
        elif kind in _CONTROLLER_EVENTS:
            yield from self._controller(event)
        elif kind in _JOYSTICK_EVENTS:
            if event.instance_id not in self._mapped:
                yield from self._plain(event)
        else:
            if kind in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
                self.in_use = False
            yield event

    def tick(self, seconds: float) -> Iterator[pygame.event.Event]:
        """Yield repeated key events for held gamepad buttons, at most one per key at a time."""
        for pad in self._pads.values():
            for part in pad.waits:
                pad.waits[part] -= seconds
                if pad.waits[part] <= 0:
                    pad.waits[part] = REPEAT_EVERY
                    yield _key(pygame.KEYDOWN, pad.held[part])

    # Plugging and unplugging

    def _connect(self, index: int) -> None:
        from pygame._sdl2 import controller  # noqa: PLC0415

        try:
            joystick = pygame.joystick.Joystick(index)
            number = joystick.get_instance_id()
            self._opened[number] = joystick
            if controller.is_controller(index):
                self._opened[number] = controller.Controller(index)
                self._mapped.add(number)
        except pygame.error:
            return  # It was unplugged again, or is no gamepad.

    def _disconnect(self, number: int) -> Iterator[pygame.event.Event]:
        """Release all held keys of a gamepad that was unplugged."""
        self._opened.pop(number, None)
        self._mapped.discard(number)
        pad = self._pads.pop(number, _Pad())
        for stroke in pad.held.values():
            yield _key(pygame.KEYUP, stroke)

    # Actions of a pad

    def _controller(self, event: pygame.event.Event) -> Iterator[pygame.event.Event]:
        pad = self._pads.setdefault(event.instance_id, _Pad())
        if event.type != pygame.CONTROLLERAXISMOTION:
            is_down = event.type == pygame.CONTROLLERBUTTONDOWN
            yield from self._hold(pad, ("button", event.button), BUTTONS.get(event.button) if is_down else None)
        elif event.axis in TRIGGERS:
            part: Part = ("trigger", event.axis)
            share = event.value / _FARTHEST
            is_down = share >= (RELEASED_BELOW if part in pad.held else PRESSED_FROM)
            yield from self._hold(pad, part, TRIGGERS[event.axis] if is_down else None)
        elif event.axis in (pygame.CONTROLLER_AXIS_LEFTX, pygame.CONTROLLER_AXIS_LEFTY):
            yield from self._move_stick(pad, event.axis, event.value / _FARTHEST)

    def _plain(self, event: pygame.event.Event) -> Iterator[pygame.event.Event]:
        pad = self._pads.setdefault(event.instance_id, _Pad())
        if event.type == pygame.JOYAXISMOTION:
            if event.axis in (0, 1) and self._is_stick(pad, event.axis, event.value):
                yield from self._move_stick(pad, event.axis, event.value)
        elif event.type == pygame.JOYHATMOTION:
            across, up = event.value
            yield from self._hold(pad, ("hat-across", event.hat), {-1: _LEFT, 1: _RIGHT}.get(across))
            yield from self._hold(pad, ("hat-up", event.hat), {-1: _DOWN, 1: _UP}.get(up))
        elif event.button < len(_PLAIN_BUTTONS):
            stroke = BUTTONS[_PLAIN_BUTTONS[event.button]]
            is_down = event.type == pygame.JOYBUTTONDOWN
            yield from self._hold(pad, ("button", event.button), stroke if is_down else None)

    @staticmethod
    def _is_stick(pad: _Pad, axis: int, value: float) -> bool:
        """Return True if an axis of a gamepad belongs to a stick.

        Pedals, and keyboards that report as joysticks, rest at an end of their axes, so only an axis that was near its
        middle once counts.
        """
        if abs(value) < RELEASED_BELOW:
            pad.rested.add(axis)
        return axis in pad.rested

    def _move_stick(self, pad: _Pad, axis: int, value: float) -> Iterator[pygame.event.Event]:
        pad.stick[axis] = value
        yield from self._hold(pad, _STICK, _way(pad.stick[0], pad.stick[1], pad.held.get(_STICK)))

    def _hold(self, pad: _Pad, part: Part, stroke: Stroke | None) -> Iterator[pygame.event.Event]:
        """Record the key that a gamepad control holds down (None if released), and yield the key events."""
        before = pad.held.pop(part, None)
        if stroke is not None:
            self.in_use = True
            pad.held[part] = stroke
        if stroke == before:
            return
        pad.waits.pop(part, None)
        if before is not None:
            yield _key(pygame.KEYUP, before)
        if stroke is not None:
            if stroke.repeats:
                pad.waits[part] = REPEAT_AFTER
            yield _key(pygame.KEYDOWN, stroke)


_CONTROLLER_EVENTS = (pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP, pygame.CONTROLLERAXISMOTION)
_JOYSTICK_EVENTS = (pygame.JOYBUTTONDOWN, pygame.JOYBUTTONUP, pygame.JOYHATMOTION, pygame.JOYAXISMOTION)


def _way(x: float, y: float, before: Stroke | None) -> Stroke | None:
    """Return the arrow key for the direction of a gamepad's stick, or None if it is near its middle.

    The previous direction is returned until the stick clearly points in another.
    """
    bias = 0.0 if before is None else _TURN if before in (_LEFT, _RIGHT) else -_TURN
    if abs(x) + bias >= abs(y):
        value, stroke = x, _RIGHT if x > 0 else _LEFT
    else:
        value, stroke = y, _DOWN if y > 0 else _UP
    return stroke if abs(value) >= (RELEASED_BELOW if stroke == before else PRESSED_FROM) else None


def _key(kind: int, stroke: Stroke) -> pygame.event.Event:
    return pygame.event.Event(kind, key=stroke.key, mod=stroke.mod, unicode="", scancode=0)
