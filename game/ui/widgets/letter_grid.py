"""An on-screen keyboard: letters on buttons, for typing names with a gamepad."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from game.core.language import _
from game.ui.painting.canvas import Canvas
from game.ui.painting.stage import Stage
from game.ui.widgets.buttons import Button

_ROWS = ("abcdefghijklm", "nopqrstuvwxyz", "åäö0123456789")
_STEP, _SIDE, _EDGE = 48.0, 40.0, 22.0
WIDTH = len(_ROWS[0]) * _STEP - (_STEP - _SIDE) + 2 * _EDGE
HEIGHT = (len(_ROWS) + 1) * _STEP - (_STEP - _SIDE) + 2 * _EDGE


def with_letter(words: str, letter: str) -> str:
    """Return the text with one more letter, capitalised at the start of a word."""
    return words + (letter.upper() if not words or words.endswith(" ") else letter)


def letter_buttons(stage: Stage, top: float, words: str, write: Callable[[str], None]) -> list[Button]:
    """Return the buttons of the on-screen keyboard: letters, space and backspace.

    ``write`` receives the new text.
    """
    left = 640 - WIDTH / 2 + _EDGE
    buttons = []
    for row, letters in enumerate(_ROWS):
        for column, letter in enumerate(letters):
            longer = with_letter(words, letter)
            place = stage.rect(left + column * _STEP, top + _EDGE + row * _STEP, _SIDE, _SIDE)
            buttons.append(Button(place, longer[-1], partial(write, longer), size=17))
    middle, y = 640 - 4, top + _EDGE + len(_ROWS) * _STEP
    space = Button(stage.rect(left, y, middle - left, _SIDE), _("Space"), partial(write, f"{words} "), size=17)
    space.enabled = bool(words) and not words.endswith(" ")
    erase = Button(stage.rect(middle + 8, y, middle - left, _SIDE), _("Erase"), partial(write, words[:-1]), size=17)
    erase.enabled = bool(words)
    return [*buttons, space, erase]


def draw_grid_card(canvas: Canvas, top: float) -> None:
    """Draw the card behind the buttons of the on-screen keyboard."""
    canvas.card(640 - WIDTH / 2, top, WIDTH, HEIGHT)
