"""Gamepads as keys: what each part of a pad presses, what repeats, and what comes and goes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pygame
import pytest

from game.ui.shell.gamepad import PRESSED_FROM, REPEAT_AFTER, REPEAT_EVERY, Gamepads

FULL = 32767


def event(kind: int, pad: int = 0, **values: object) -> pygame.event.Event:
    return pygame.event.Event(kind, instance_id=pad, **values)


def button(number: int, *, down: bool = True, pad: int = 0) -> pygame.event.Event:
    return event(pygame.CONTROLLERBUTTONDOWN if down else pygame.CONTROLLERBUTTONUP, pad, button=number)


def stick(x: float | None = None, y: float | None = None, pad: int = 0) -> pygame.event.Event:
    axis, share = (0, x) if x is not None else (1, y)
    assert share is not None
    return event(pygame.CONTROLLERAXISMOTION, pad, axis=axis, value=round(share * FULL))


def told(pads: Gamepads, *events: pygame.event.Event) -> list[tuple[str, str]]:
    """What the events came to: the names of keys, and whether they went down or up."""
    keys = [key for each in events for key in pads.translate(each)]
    return [("down" if key.type == pygame.KEYDOWN else "up", pygame.key.name(key.key)) for key in keys]


def repeated(pads: Gamepads, seconds: float) -> list[str]:
    return [pygame.key.name(key.key) for key in pads.tick(seconds)]


@pytest.fixture(autouse=True)
def names() -> None:
    """The names of keys are known to an open display only."""
    pygame.display.init()


@pytest.mark.parametrize(
    ("number", "key"),
    [
        (pygame.CONTROLLER_BUTTON_A, "return"),
        (pygame.CONTROLLER_BUTTON_B, "escape"),
        (pygame.CONTROLLER_BUTTON_START, "escape"),
        (pygame.CONTROLLER_BUTTON_X, "h"),
        (pygame.CONTROLLER_BUTTON_Y, "u"),
        (pygame.CONTROLLER_BUTTON_BACK, "f1"),
        (pygame.CONTROLLER_BUTTON_RIGHTSHOULDER, "tab"),
        (pygame.CONTROLLER_BUTTON_DPAD_UP, "up"),
    ],
)
def test_a_button_is_the_key_that_does_the_same(number: int, key: str) -> None:
    pads = Gamepads()
    assert told(pads, button(number), button(number, down=False)) == [("down", key), ("up", key)]


def test_the_left_shoulder_walks_backwards() -> None:
    pads = Gamepads()
    (key,) = pads.translate(button(pygame.CONTROLLER_BUTTON_LEFTSHOULDER))
    assert key.key == pygame.K_TAB
    assert key.mod & pygame.KMOD_SHIFT


def test_a_stick_in_its_dead_zone_does_nothing_and_a_trembling_one_presses_once() -> None:
    pads = Gamepads()
    assert told(pads, stick(x=0.3), stick(x=PRESSED_FROM - 0.05), stick(y=-0.5)) == []
    assert told(pads, stick(y=0.0), stick(x=0.7), stick(x=0.55), stick(x=0.65), stick(x=0.5)) == [("down", "right")]
    assert told(pads, stick(x=0.2)) == [("up", "right")]


def test_a_stick_held_between_two_ways_keeps_to_the_first() -> None:
    pads = Gamepads()
    assert told(pads, stick(x=0.8), stick(y=0.85), stick(y=0.75)) == [("down", "right")]
    assert told(pads, stick(x=0.5)) == [("up", "right"), ("down", "down")]


def test_a_held_way_repeats_on_the_apps_time_and_stops_when_it_is_let_go() -> None:
    pads = Gamepads()
    told(pads, stick(y=-1.0))
    assert repeated(pads, REPEAT_AFTER - 0.01) == []
    assert repeated(pads, 0.02) == ["up"]
    assert repeated(pads, REPEAT_EVERY / 2) == []
    assert repeated(pads, REPEAT_EVERY / 2 + 0.01) == ["up"]
    assert repeated(pads, 5.0) == ["up"], "a frame that took long brings no burst"
    told(pads, stick(y=0.0))
    assert repeated(pads, 5.0) == []


def test_the_button_that_acts_does_not_repeat() -> None:
    pads = Gamepads()
    told(pads, button(pygame.CONTROLLER_BUTTON_A))
    assert repeated(pads, 5.0) == []


def test_a_pad_that_is_pulled_out_while_held_does_not_keep_on_moving() -> None:
    pads = Gamepads()
    told(pads, stick(x=1.0), button(pygame.CONTROLLER_BUTTON_DPAD_UP, pad=1))
    assert told(pads, event(pygame.JOYDEVICEREMOVED)) == [("up", "right")]
    assert repeated(pads, 5.0) == ["up"], "the other pad is still held"


def test_a_trigger_pages_like_a_button() -> None:
    pads = Gamepads()
    axis = pygame.CONTROLLER_AXIS_TRIGGERRIGHT
    moves = [event(pygame.CONTROLLERAXISMOTION, axis=axis, value=value) for value in (9000, 26000, 32767, 0)]
    assert told(pads, *moves) == [("down", "page down"), ("up", "page down")]


def test_a_pad_without_a_known_layout_moves_and_presses() -> None:
    pads = Gamepads()
    hat = [event(pygame.JOYHATMOTION, hat=0, value=value) for value in ((-1, 0), (0, 1), (0, 0))]
    assert told(pads, *hat) == [("down", "left"), ("up", "left"), ("down", "up"), ("up", "up")]
    rest, out = (event(pygame.JOYAXISMOTION, axis=0, value=value) for value in (0.0, 1.0))
    assert told(pads, rest, out, rest) == [("down", "right"), ("up", "right")]
    press = [event(kind, button=0) for kind in (pygame.JOYBUTTONDOWN, pygame.JOYBUTTONUP)]
    assert told(pads, *press) == [("down", "return"), ("up", "return")]


def test_an_axis_that_never_rests_is_no_stick() -> None:
    pads = Gamepads()
    assert told(pads, event(pygame.JOYAXISMOTION, axis=1, value=-1.0)) == []
    assert repeated(pads, 5.0) == []


def test_other_events_pass_and_tell_that_no_pad_is_used() -> None:
    pads = Gamepads()
    told(pads, button(pygame.CONTROLLER_BUTTON_A))
    assert pads.in_use
    key = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_a, mod=0, unicode="a")
    assert list(pads.translate(key)) == [key]
    assert not pads.in_use


def test_a_pad_that_comes_while_the_program_runs_plays_and_one_that_goes_is_still() -> None:
    """In a program of its own: once SDL was ended and begun anew, as by other tests, it tells of no controllers."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/ui/shell/plugged_pad.py"]
    child = subprocess.run(command, cwd=Path(__file__).parents[3], capture_output=True, text=True, check=False)
    assert child.returncode == 0, child.stdout
