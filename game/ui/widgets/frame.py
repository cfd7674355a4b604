"""The parts that screens have in common: a heading, cards, and a bottom bar with a back and a main button."""

from __future__ import annotations

from collections.abc import Callable

from game.core.language import _
from game.ui.painting.canvas import Canvas
from game.ui.painting.stage import Stage
from game.ui.widgets import keys
from game.ui.widgets.buttons import Button
from game.ui.widgets.form import Box
from game.ui.widgets.keys import KeyUse


def draw_frame(
    canvas: Canvas, heading: str, *cards: Box, left: float = 28, width: float = 640, smallest: float = 0
) -> None:
    """Draw the background of a scene, its heading, which begins at ``left``, and its cards."""
    canvas.backdrop(dimmed=True)
    canvas.heading(heading, left, 40, width, smallest)
    for card in cards:
        canvas.panels.card(*card)


def draw_note(canvas: Canvas, words: str, width: float, colour: str = "soft") -> None:
    """Draw a sentence on the heading's line, at its right end."""
    canvas.text(words, 1256, 40, size=17, colour=colour, anchor="midright", width=width, height=44)


def draw_keys_hint(canvas: Canvas, words: str, left: float = 208, width: float = 770, height: float = 40) -> None:
    """Draw the hint about available keys, between the buttons of the bottom bar."""
    canvas.text(words, left, 740, size=14, anchor="midleft", width=width, height=height)


def back_button(stage: Stage, leave: Callable[[], None], width: float = 160) -> Button:
    """Return the back button at the left of the bottom bar; Escape presses it, too."""
    return bar_button(stage, 24, width, _("Back"), leave, icon="arrow_left", use=keys.BACK)


def done_button(stage: Stage, leave: Callable[[], None]) -> Button:
    """Return the main button of a scene whose only action is to leave it."""
    return main_button(stage, _("Done"), leave, icon="check", use=keys.BACK)


def bar_button(
    stage: Stage, left: float, width: float, label: str, press: Callable[[], None], *, icon: str, use: KeyUse
) -> Button:
    """Return a button of the bottom bar that also has a key of its own."""
    return Button(stage.rect(left, 716, width, 48), label, press, icon=icon, use=use)


def main_button(
    stage: Stage,
    label: str,
    press: Callable[[], None],
    *,
    icon: str,
    size: float = 24,
    enabled: bool = True,
    use: KeyUse | None = None,
) -> Button:
    """Return the scene's main button, at the right of the bottom bar."""
    rect = stage.rect(996, 712, 260, 56)
    return Button(rect, label, press, kind="primary", icon=icon, size=size, enabled=enabled, use=use)
