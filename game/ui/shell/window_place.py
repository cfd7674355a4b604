"""Where the window stood and how large it was: kept, and found again on the desktop that there is now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.store.database import Database
from game.ui.painting.stage import DESIGN_HEIGHT, DESIGN_WIDTH, SMALLEST

Size = tuple[int, int]
Corner = tuple[int, int]

_KEY = "window.place"
#: A window that is dragged tells its place many times; it is kept once that has paused so many seconds.
_PAUSE = 1.0


@dataclass(frozen=True, slots=True)
class WindowPlace:
    """A window's size in pixels, and its top left corner; None leaves that to the system."""

    size: Size = (DESIGN_WIDTH, DESIGN_HEIGHT)
    corner: Corner | None = None


def kept_place(database: Database, desktops: Sequence[Size]) -> WindowPlace:
    """The place that was kept, as far as it fits on these desktops; the usual one where there is none.

    The corner counts only while the desktops have the sizes that they had: how several lie beside each other is not
    known.
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
    """Two whole numbers as JSON gives them back, None for anything else."""
    if not isinstance(value, list | tuple) or len(value) != 2 or not all(type(number) is int for number in value):
        return None
    return (value[0], value[1])


class PlaceKeeper:
    """Keeps where the window is, a moment after it has moved or changed its size."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._latest: dict[str, object] = {}
        self._wait: float | None = None

    def follow(self, size: Size, corner: Corner, desktops: Sequence[Size]) -> None:
        """The window, which does not fill the screen, has this size and corner now, on these desktops."""
        latest: dict[str, object] = {"size": size, "corner": corner, "desktops": list(desktops)}
        if latest != self._latest:
            self._latest, self._wait = latest, _PAUSE

    def pass_time(self, seconds: float) -> None:
        """Lets time pass."""
        if self._wait is not None:
            self._wait -= seconds
            if self._wait <= 0:
                self.keep()

    def keep(self) -> None:
        """Writes what was not written yet."""
        if self._wait is not None:
            self._wait = None
            self._database.set_setting(_KEY, self._latest)
