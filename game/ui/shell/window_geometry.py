"""The size and position of the window. They are saved, and restored as far as the current screens allow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from game.storage.database import Database
from game.ui.painting.stage import DESIGN_HEIGHT, DESIGN_WIDTH, SMALLEST
from game.ui.painting.surfaces import Size

Corner = tuple[int, int]

_KEY = "window.place"
#: Seconds after the last move of the window before its geometry is saved; dragging reports many positions.
_PAUSE = 1.0
#: SDL's video drivers without a visible window.
UNSEEN = ("dummy", "offscreen")
#: The width and height, in pixels, that a new window leaves free for bars, docks and its own frame.
_BARS = (80, 96)
#: The height of a title bar in pixels, which is above the corner that SDL reports.
_TITLE_BAR = 40


@dataclass(frozen=True, slots=True)
class WindowGeometry:
    """The size of the window in pixels, and its top left corner.

    If the corner is None, the system chooses it.
    """

    size: Size = (DESIGN_WIDTH, DESIGN_HEIGHT)
    corner: Corner | None = None


def desktops() -> list[Size]:
    """Return the sizes of the screens in pixels, or an empty list if SDL's video driver shows nothing."""
    return [] if pygame.display.get_driver() in UNSEEN else pygame.display.get_desktop_sizes()


def stored_place(database: Database, desktops: Sequence[Size]) -> WindowGeometry:
    """Return the saved size and position of the window, fitted to the screens, or else the default size.

    The saved corner is used only if the desktops have the same sizes as before, because their arrangement is unknown.
    Without a corner the system opens the window on the first desktop.
    """
    nothing: dict[str, object] = {}
    kept = database.settings.get(_KEY, nothing)
    size, corner, before = _pair(kept.get("size")), _pair(kept.get("corner")), kept.get("desktops")
    if not desktops:
        return WindowGeometry()
    if size is None:
        return WindowGeometry(_usual_size(desktops[0]))
    if corner is None or not isinstance(before, list) or [_pair(desktop) for desktop in before] != list(desktops):
        return WindowGeometry(_fitted(size, _room(desktops[0])))
    if len(desktops) > 1 or pygame.Rect((0, 0), desktops[0]).contains(pygame.Rect(corner, size)):
        return WindowGeometry(_fitted_somewhere(size, desktops), corner)
    size = _fitted(size, _room(desktops[0]))
    x, y = (max(0, min(at, whole - side)) for at, side, whole in zip(corner, size, desktops[0], strict=True))
    return WindowGeometry(size, (x, max(min(_TITLE_BAR, desktops[0][1] - size[1]), y)))


def _usual_size(desktop: Size) -> Size:
    """Return the default size of the window, scaled down to fit on the screen."""
    width, height = _room(desktop)
    scale = min(1.0, width / DESIGN_WIDTH, height / DESIGN_HEIGHT)
    size = round(DESIGN_WIDTH * scale), round(DESIGN_HEIGHT * scale)
    return _fitted(size, size)


def _fitted(size: Size, room: Size) -> Size:
    """Return a window size limited to the available space ``room``, but at least the minimum size."""
    return max(SMALLEST[0], min(size[0], room[0])), max(SMALLEST[1], min(size[1], room[1]))


def _fitted_somewhere(size: Size, desktops: Sequence[Size]) -> Size:
    """Return a window size limited to the screen on which the window fits best."""
    return max((_fitted(size, desktop) for desktop in desktops), key=lambda fitted: fitted[0] * fitted[1])


def _room(desktop: Size) -> Size:
    """Return the size of a screen without the system's bars and docks."""
    return desktop[0] - _BARS[0], desktop[1] - _BARS[1]


def _pair(value: object) -> tuple[int, int] | None:
    """Return a pair of integers read from JSON; None if the value is anything else."""
    if not isinstance(value, list | tuple) or len(value) != 2 or not all(type(number) is int for number in value):
        return None
    return (value[0], value[1])


class WindowGeometryStore:
    """Store that saves the window's size and position a second after they last changed."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._latest: dict[str, object] = {}
        self._wait: float | None = None

    def record(self, size: Size, corner: Corner, desktops: Sequence[Size]) -> None:
        """Record the window's current size and position. Must not be called in full screen."""
        latest: dict[str, object] = {"size": size, "corner": corner, "desktops": list(desktops)}
        if latest != self._latest:
            self._latest, self._wait = latest, _PAUSE

    def tick(self, seconds: float) -> None:
        """Advance by some seconds. Save the window's size and position a second after their last change."""
        if self._wait is not None:
            self._wait -= seconds
            if self._wait <= 0:
                self.keep()

    def keep(self) -> None:
        """Save the window's size and position if they have changed."""
        if self._wait is not None:
            self._wait = None
            self._database.settings.set(_KEY, self._latest)
