"""Buttons, and the set of all buttons of a scene with its pointer, focus and key handling."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial

import pygame

from game.core.language import _
from game.ui.effects.motion import timings
from game.ui.effects.motion.tween import Motion, Tween, Tweens
from game.ui.painting.canvas import Canvas
from game.ui.painting.panels import Panels
from game.ui.painting.typesetter import Typesetter
from game.ui.widgets import keys
from game.ui.widgets.commands import SceneCommand, command
from game.ui.widgets.keys import KeyUse

ARROWS = {
    keys.LEFT: (-1, 0),
    keys.RIGHT: (1, 0),
    keys.UP: (0, -1),
    keys.DOWN: (0, 1),
}
#: The paging keys, and the number of rows that they move towards older entries.
PAGES = {keys.PAGE_UP: 3, keys.PAGE_DOWN: -3}
PRESS_KEYS = keys.PRESS.keys
#: The padding of a label in a button, and the space of its icon with the gap, as multiples of the letter size.
_EDGES, _ICON = 1.0, 1.6
_LETTERS = 20.0


@dataclass(frozen=True, slots=True)
class ScaledLabel:
    """The common letter size of a group of buttons in design pixels, and whether their icons are drawn."""

    size: float
    icons: bool


@dataclass(slots=True, eq=False)
class Button:
    """A button. It is pressed with the pointer, with its own key, or with Enter or Space when focused."""

    rect: pygame.Rect
    label: str
    press: Callable[[], None]
    kind: str = "ghost"
    icon: str = ""
    size: float = 20
    keys: tuple[int, ...] = ()
    enabled: bool = True
    chosen: bool = False
    """True if the button is drawn in amber, as the selected one of several."""
    by_keys: bool = True
    """True if the Tab and arrow keys can give the button the focus."""
    paint: Callable[[Canvas, Button, bool], None] | None = None
    """Draws the button with a custom look, on a canvas in pixels; the last argument is True if it has the focus."""
    tip: str = ""
    """The name of the button in its tooltip, for a button without a label or with a short one."""
    why: str = ""
    """The reason why the button is disabled."""
    lights: bool = True
    """True if the button is lightened while the pointer is over it."""
    use: KeyUse | None = None
    """The entry of the button's command in the table of keyboard shortcuts."""
    command: SceneCommand | None = None
    """The command that the button runs; by default one of its own."""
    pressed: float = field(default=0.0)

    def __post_init__(self) -> None:
        """Make the button's own command, unless it was given one."""
        if self.use is not None:
            self.keys = self.use.keys
        if self.command is None:
            self.command = command(self.use, self.press)

    def draw(self, canvas: Canvas, focused: bool, words: ScaledLabel | None = None, *, hovered: bool = False) -> None:
        """Draw the button in its current state on a canvas in pixels.

        ``words`` is the common label size of its group.
        """
        hovered = hovered and self.enabled and self.lights
        if self.paint is not None:
            self.paint(canvas, self, focused)
            if hovered:
                canvas.panels.light_up(*self.rect)
            return
        kind = "primary" if self.chosen else self.kind
        canvas.panels.button(
            *self.rect,
            label=self.label,
            kind=kind,
            size=self.size,
            icon=self.icon if words is None or words.icons or not self.label else "",
            pressed=self.pressed,
            focused=focused,
            enabled=self.enabled,
            hovered=hovered,
            grown=0.0 if words is None else words.size,
        )

    def press_of_key(self, event: pygame.event.Event) -> Callable[[], None] | None:
        """Return the function to call for a pressed key; None for another button's key or if the button is disabled."""
        if not self.enabled:
            return None
        if self.command is None or self.command.use is None:
            return self.press if event.key in self.keys else None
        index = self.command.key_index(event)
        return None if index is None else partial(self.command.run, index)


class ChoiceButton(Button):
    """A button that selects something, such as a row, an answer, a page or a value.

    Unlike other buttons it makes no ``SceneCommand``, so it needs no key of its own.
    """

    __slots__ = ()

    def __post_init__(self) -> None:
        """Do not make a command for the button, as the base class does."""


def command_button(
    each: SceneCommand,
    rect: pygame.Rect,
    label: str = "",
    *,
    icon: str = "",
    kind: str = "ghost",
    size: float = 20,
    tip: str = "",
) -> Button:
    """Return a button that runs a command, with its keys and the reason why it is impossible now.

    Without a label and a tip, the tooltip describes the command as the table of keyboard shortcuts does.
    """
    why, use = each.why_not(), each.use
    made = Button(rect, label, lambda: each.run(-1), kind, icon, size, use=use, command=each)
    made.enabled, made.why, made.chosen = not why, why, each.is_on()
    made.tip = tip or (_(use.words) if use is not None and not label else "")
    return made


class Controls:
    """The buttons of a scene. One of them can have the focus, which becomes visible when a key is used."""

    def __init__(self, tweens: Tweens, on_press: Callable[[], None] = lambda: None) -> None:
        """Create a set without buttons. ``tweens`` animates the buttons and nothing else.

        ``on_press`` is called before a button acts.
        """
        self.tweens = tweens
        self._on_press = on_press
        self.buttons: list[Button] = []
        self._focus: Button | None = None
        self._shows_focus = False
        self._held: Button | None = None
        self.pointer: tuple[int, int] | None = None
        """The position of the mouse pointer; None while it is outside the window."""

    @property
    def hovered(self) -> Button | None:
        """The button under the mouse pointer, or None."""
        return None if self.pointer is None else self.under(self.pointer)

    def set(self, buttons: Iterable[Button]) -> None:
        """Replace all buttons of the scene.

        The focus stays at the same place in the order, and a button that is held down stays pressed.
        """
        order = self.buttons.index(self._focus) if self._focus in self.buttons and self._focus is not None else -1
        pressed = {tuple(button.rect): button.pressed for button in self.buttons if button.pressed}
        self.buttons = list(buttons)
        for button in self.buttons:
            button.pressed = pressed.get(tuple(button.rect), 0.0)
        held = self._held
        self._held = next((button for button in self.buttons if held is not None and _is_same(button, held)), None)
        self._focus = self.buttons[order] if 0 <= order < len(self.buttons) else None

    def focus(self, button: Button, *, show: bool = False) -> None:
        """Give a button the keyboard focus. Without ``show``, the focus is invisible until a key is used."""
        self._focus = button
        self._shows_focus = self._shows_focus or show

    def blur(self) -> None:
        """Make the keyboard focus invisible."""
        self._shows_focus = False

    def let_go(self) -> None:
        """Cancel the press of the button on which the mouse button is held down."""
        held, self._held = self._held, None
        if held is not None:
            self._release(held)

    def leave(self) -> None:
        """Remove the keyboard focus. The next Tab or arrow key starts at the first or last button."""
        self._focus, self._shows_focus = None, False

    @property
    def focused(self) -> Button | None:
        """The button that Enter would press; None while the keyboard focus is invisible."""
        return self._focus if self._shows_focus else None

    @property
    def current(self) -> Button | None:
        """The button with the keyboard focus, visible or not; None if no button has it."""
        return self._focus

    def draw(self, canvas: Canvas) -> None:
        """Draw all buttons of the scene.

        Buttons with the same height and letter size share one label size.
        """
        canvas = canvas.in_pixels
        words = _scaled_labels(self.buttons, canvas.paintbox.panels)
        hovered = self.hovered
        for button in self.buttons:
            button.draw(canvas, button is self.focused, words.get(_kind_of(button)), hovered=button is hovered)

    def handle(self, event: pygame.event.Event, *, arrows: bool = True) -> bool:
        """Handle a pointer or key event for the buttons; return True if it was used.

        With ``arrows`` the arrow keys move the focus.
        """
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            return self._pointer_down(event.pos)
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            return self._pointer_up(event.pos)
        if event.type == pygame.KEYDOWN:
            return self._key(event, arrows)
        return False

    def under(self, point: tuple[int, int]) -> Button | None:
        """Return the button at a point of the screen, or None."""
        return next((b for b in reversed(self.buttons) if b.rect.collidepoint(point)), None)

    def _pointer_down(self, point: tuple[int, int]) -> bool:
        button = self.under(point)
        self._shows_focus = False
        if button is None or not button.enabled:
            return button is not None
        self._held = button
        self._move(button, timings.PRESS, 0.0, 1.0)
        return True

    def _pointer_up(self, point: tuple[int, int]) -> bool:
        button, self._held = self._held, None
        if button is None:
            return False
        self._release(button)
        if button is self.under(point):
            self._on_press()
            button.press()
        return True

    def _release(self, button: Button) -> None:
        """Animate a pressed button back up, after it has been pushed down completely."""
        down = (1 - button.pressed) * timings.PRESS.seconds
        self._move(button, timings.RELEASE, 1.0, 0.0, delay=down)

    def _move(self, button: Button, motion: Motion, start: float, end: float, *, delay: float = 0.0) -> None:
        """Animate how far a button is pushed down, even if the button object is replaced meanwhile.

        With reduced motion it moves at once.
        """
        place = tuple(button.rect)

        def move(progress: float) -> None:
            for current in self.buttons:
                if tuple(current.rect) == place:
                    current.pressed = start + (end - start) * progress

        if self.tweens.reduced:
            move(1.0)
        else:
            self.tweens.start(Tween(motion.seconds, move, motion.ease, delay))

    def _key(self, event: pygame.event.Event, arrows: bool) -> bool:
        if arrows and event.key in PRESS_KEYS and self.focused is not None and self.focused.enabled:
            self._activate(self.focused, self.focused.press)
            return True
        for button in self.buttons:
            press = button.press_of_key(event)
            if press is not None:
                self._activate(button, press)
                return True
        if event.key in keys.NEXT.keys:
            return self._move_in_order(tab_step(event))
        if arrows and event.key in ARROWS:
            return self._move_towards(ARROWS[event.key])
        if arrows and event.key in PRESS_KEYS and self._focus is not None and self._focus.enabled:
            self._activate(self._focus, self._focus.press)
            return True
        return False

    def _activate(self, button: Button, press: Callable[[], None]) -> None:
        self._release(button)
        self._on_press()
        press()

    def _usable(self) -> list[Button]:
        return [button for button in self.buttons if button.enabled and button.by_keys]

    def _move_in_order(self, step: int) -> bool:
        return self.move_on(step) or self.move_to_end(step)

    def move_on(self, step: int) -> bool:
        """Move the focus to the next (1) or previous (-1) enabled button.

        A hidden focus is only made visible. Return False at the end of the row. A button that was disabled while it had
        the focus keeps its place in the row.
        """
        if self._focus is None or self._focus not in self.buttons:
            return False
        if self._shows_focus or self._focus not in self._usable():
            place = self.buttons.index(self._focus)
            ahead = self.buttons[place + 1 :] if step > 0 else self.buttons[:place][::-1]
            found = next((button for button in ahead if button.enabled and button.by_keys), None)
            if found is None:
                return False
            self._focus = found
        self._shows_focus = True
        return True

    def move_to_end(self, step: int) -> bool:
        """Give the focus to the first (1) or last (-1) enabled button; return False if there is none."""
        usable = self._usable()
        if not usable:
            return False
        self.focus(usable[0 if step > 0 else -1], show=True)
        return True

    def _move_towards(self, way: tuple[int, int]) -> bool:
        usable = self._usable()
        if self._focus not in usable or self._focus is None:
            return self._move_in_order(1)
        self._shows_focus = True
        self._focus = nearest_towards(self._focus, usable, way)
        return True


def _is_same(button: Button, held: Button) -> bool:
    """Return True if ``button`` has replaced the pressed button ``held``, and is enabled.

    It is then in the same place, with the same label and icon.
    """
    return button.enabled and (button.rect, button.label, button.icon) == (held.rect, held.label, held.icon)


def _kind_of(button: Button) -> tuple[int, float]:
    """Return the height and the letter size of a button, by which buttons are grouped."""
    return button.rect.height, button.size


def _scaled_labels(buttons: Sequence[Button], panels: Panels) -> dict[tuple[int, float], ScaledLabel]:
    """Return the common letter size of the labels in each group of buttons."""
    faces: dict[tuple[int, float], list[tuple[tuple[int, int], str, float, str]]] = {}
    for button in buttons:
        if button.label and button.paint is None:
            face = (button.rect.size, button.label, button.size, button.icon)
            faces.setdefault(_kind_of(button), []).append(face)
    return {kind: ScaledLabel(*panels.labels_together(alike)) for kind, alike in faces.items()}


def tab_step(event: pygame.event.Event) -> int:
    """Return the direction in which a Tab key event moves the focus: 1 forwards, -1 back with Shift."""
    return -1 if event.mod & pygame.KMOD_SHIFT else 1


def nearest_towards(start: Button, buttons: Sequence[Button], way: tuple[int, int]) -> Button:
    """Return the button nearest to ``start`` in the direction of an arrow key, or ``start`` if there is none.

    Sideways distance counts double.
    """

    def cost(button: Button) -> float | None:
        dx = button.rect.centerx - start.rect.centerx
        dy = button.rect.centery - start.rect.centery
        along = dx * way[0] + dy * way[1]
        aside = abs(dx * way[1]) + abs(dy * way[0])
        return along + 2 * aside if along > 0 else None

    costs = [(c, i) for i, button in enumerate(buttons) if button is not start and (c := cost(button)) is not None]
    return buttons[min(costs)[1]] if costs else start


def row_widths(typesetter: Typesetter, faces: Sequence[tuple[str, str, float]]) -> list[float]:
    """Return the widths in design pixels of the buttons in a row.

    Each button is given as (label, icon, usual width). For enlarged text the total width is distributed according to
    the lengths of the labels.
    """
    usual = [width for _label, _icon, width in faces]
    if typesetter.letters == 1:
        return usual
    needed = [
        typesetter.measure(label, "display", _LETTERS)[0] / typesetter.scale
        + _LETTERS * (_EDGES + (_ICON if icon else 0))
        for label, icon, _width in faces
    ]
    return [sum(usual) * width / sum(needed) for width in needed]
