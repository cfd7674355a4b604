from __future__ import annotations

import pygame

from game.ui.effects.motion.tween import Tweens
from game.ui.widgets.buttons import Button, Controls, nearest_towards


def grid_of_buttons(pressed: list[str]) -> list[Button]:
    def press(name: str):
        return lambda: pressed.append(name)

    places = {"left": (0, 0), "right": (200, 0), "below": (0, 100)}
    return [Button(pygame.Rect(x, y, 100, 50), name, press(name)) for name, (x, y) in places.items()]


def pointer(kind: int, at: tuple[int, int]) -> pygame.event.Event:
    return pygame.event.Event(kind, pos=at, button=1)


def key(code: int, mod: int = 0) -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYDOWN, key=code, mod=mod, unicode="")


def controls_with(pressed: list[str]) -> Controls:
    controls = Controls(Tweens())
    controls.set(grid_of_buttons(pressed))
    return controls


def test_a_press_counts_only_when_the_pointer_is_released_on_the_same_button() -> None:
    pressed: list[str] = []
    controls = controls_with(pressed)
    controls.handle(pointer(pygame.MOUSEBUTTONDOWN, (10, 10)))
    controls.handle(pointer(pygame.MOUSEBUTTONUP, (500, 500)))
    assert pressed == []
    controls.handle(pointer(pygame.MOUSEBUTTONDOWN, (10, 10)))
    controls.handle(pointer(pygame.MOUSEBUTTONUP, (20, 20)))
    assert pressed == ["left"]


def test_a_button_that_is_off_swallows_the_click_without_acting() -> None:
    pressed: list[str] = []
    controls = controls_with(pressed)
    controls.buttons[0].enabled = False
    assert controls.handle(pointer(pygame.MOUSEBUTTONDOWN, (10, 10)))
    controls.handle(pointer(pygame.MOUSEBUTTONUP, (10, 10)))
    assert pressed == []


def test_tab_walks_round_and_enter_presses_the_focused_button() -> None:
    pressed: list[str] = []
    controls = controls_with(pressed)
    for _ in range(4):
        controls.handle(key(pygame.K_TAB))
    controls.handle(key(pygame.K_RETURN))
    assert pressed == ["left"]


def test_arrow_keys_lead_to_the_nearest_button_in_their_direction() -> None:
    left, right, below = grid_of_buttons([])
    assert nearest_towards(left, [left, right, below], (1, 0)) is right
    assert nearest_towards(left, [left, right, below], (0, 1)) is below
    assert nearest_towards(left, [left, right, below], (-1, 0)) is left


def test_the_focus_shows_only_after_a_key_and_hides_after_a_click() -> None:
    controls = controls_with([])
    controls.focus(controls.buttons[1])
    assert controls.focused is None
    controls.handle(key(pygame.K_TAB))
    assert controls.focused is controls.buttons[1]
    controls.handle(pointer(pygame.MOUSEBUTTONDOWN, (500, 500)))
    assert controls.focused is None


def test_the_focus_stays_at_its_place_when_the_buttons_are_made_anew() -> None:
    controls = controls_with([])
    controls.handle(key(pygame.K_TAB))
    controls.handle(key(pygame.K_TAB))
    controls.set(grid_of_buttons([]))
    assert controls.focused is controls.buttons[1]
