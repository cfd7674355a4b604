"""The place of the window: its size and corner, kept, and restored as far as the current desktop allows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.store.database import Database
from game.ui.painting.stage import DESIGN_HEIGHT, DESIGN_WIDTH, SMALLEST
from game.ui.painting.surfaces import Size

Corner = tuple[int, int]

_KEY = "window.place"
#: Seconds after the last move of the window before its place is kept; dragging reports many places.
_PAUSE = 1.0


@dataclass(frozen=True, slots=True)
class WindowPlace:
    """A window's size in pixels, and its top left corner; None lets the system choose it."""

    size: Size = (DESIGN_WIDTH, DESIGN_HEIGHT)
    corner: Corner | None = None


def kept_place(database: Database, desktops: Sequence[Size]) -> WindowPlace:
    """The kept place as far as it fits on these desktops, else the default.

    The corner is used only while the desktops have the same sizes as then, as their arrangement is not known.
    """
    nothing: dict[str, object] = {}
    kept = database.setting(_KEY, nothing)
    size, corner, before = _pair(kept.get("size")), _pair(kept.get("corner")), kept.get("desktops")
    if size is None or not desktops:
        return WindowPlace()
    width, height = (max(sides) for sides in zip(*desktops, strict=True))
    size = (max(SMALLEST[0], min(size[0], width)), max(SMALLEST[1], min(size[1], height)))
    if corner is None or not isinstance(before, list) or [_pair(desktop) for desktop in before] != list(desktops):
        return WindowPlace(size)
    if len(desktops) == 1:
        corner = (max(0, min(corner[0], width - size[0])), max(0, min(corner[1], height - size[1])))
    return WindowPlace(size, corner)


def _pair(value: object) -> tuple[int, int] | None:
    """Two whole numbers from JSON, None for anything else."""
    if not isinstance(value, list | tuple) or len(value) != 2 or not all(type(number) is int for number in value):
        return None
    return (value[0], value[1])


class PlaceKeeper:
    """The keeper of the window's place, which writes it a moment after the window was moved or resized."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._latest: dict[str, object] = {}
        self._wait: float | None = None

    def follow(self, size: Size, corner: Corner, desktops: Sequence[Size]) -> None:
        """Take the window's size and corner on these desktops; it must not be in full screen."""
        latest: dict[str, object] = {"size": size, "corner": corner, "desktops": list(desktops)}
        if latest != self._latest:
            self._latest, self._wait = latest, _PAUSE

    def pass_time(self, seconds: float) -> None:
        """Let time pass."""
        if self._wait is not None:
            self._wait -= seconds
            if self._wait <= 0:
                self.keep()

    def keep(self) -> None:
        """Write a place that was not written yet."""
        if self._wait is not None:
            self._wait = None
            self._database.set_setting(_KEY, self._latest)
