"""The window on the screen: its size and place, full screen, resizing by the player, and the mouse pointer."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping

import pygame

from game.storage.database import Database
from game.ui.painting.pictures import program_icon
from game.ui.painting.stage import SMALLEST, Stage
from game.ui.painting.surfaces import Size
from game.ui.shell.window_geometry import WindowGeometryStore, desktops
from game.ui.widgets.tooltip import PointerShape

#: The name of the program, the same in every language.
NAME = "Stone Fair"  # no words
_ICON_SIDE = 64
#: Seconds without a resize event after which the scenes are laid out; dragging sends many such events.
_RESIZE_PAUSE = 0.12
_WINDOW_MANAGER_PAUSE = 0.5
#: The mouse events.
POINTER_EVENTS = (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEMOTION)
_SHAPES: Mapping[PointerShape, pygame.Cursor] = {
    "arrow": pygame.Cursor(pygame.SYSTEM_CURSOR_ARROW),
    "hand": pygame.Cursor(pygame.SYSTEM_CURSOR_HAND),
    "text": pygame.Cursor(pygame.SYSTEM_CURSOR_IBEAM),
    "cross": pygame.Cursor(pygame.SYSTEM_CURSOR_CROSSHAIR),
}


class AppWindow:
    """The window of the program; it saves its size and place, and restores its size after full screen."""

    def __init__(self, size: Size, database: Database, on_resize: Callable[[], None]) -> None:
        """Open the window; ``on_resize`` is called after each later change of its size."""
        self._on_resize = on_resize
        self._windowed_size = size
        self._place = WindowGeometryStore(database)
        self._resize_wait: float | None = None
        self._wanted_size: Size | None = None
        pygame.display.set_icon(program_icon(_ICON_SIDE))
        self._open(size, full_screen=False)

    def _open(self, size: Size, *, full_screen: bool) -> None:
        flags = pygame.FULLSCREEN if full_screen else pygame.RESIZABLE
        self.screen = pygame.display.set_mode(size, flags)
        pygame.display.set_caption(NAME)
        self.stage = Stage(self.screen.get_size())

    @property
    def full_screen(self) -> bool:
        """True if the window fills the screen."""
        return bool(self.screen.get_flags() & pygame.FULLSCREEN)

    def toggle_full_screen(self) -> None:
        """Switch the window to full screen, or back to its previous size."""
        if self.full_screen:
            self.set_size(self._windowed_size)
            # Some window managers respond late and with the size of the screen, so the size is set once more.
            self._wanted_size, self._resize_wait = self._windowed_size, _WINDOW_MANAGER_PAUSE
        else:
            self._windowed_size = self.stage.size
            self._open(pygame.display.get_desktop_sizes()[0], full_screen=True)
            self._on_resize()

    def set_size(self, size: Size) -> None:
        self._open(size, full_screen=False)
        self._on_resize()

    def note_resize(self) -> None:
        """Note that the player is resizing the window; the scenes are laid out after a pause."""
        self._resize_wait = max(_RESIZE_PAUSE, self._resize_wait if self._wanted_size and self._resize_wait else 0)

    def finish_resize(self) -> None:
        """Lay out the scenes at once if the window has just been resized."""
        if self._resize_wait is not None:
            self._apply_resize()

    def _apply_resize(self) -> None:
        self._resize_wait = None
        wanted, self._wanted_size = self._wanted_size, None
        self.screen = pygame.display.get_surface() or self.screen
        width, height = self.screen.get_size()
        allowed = wanted or (max(width, SMALLEST[0]), max(height, SMALLEST[1]))
        if allowed != (width, height):
            self.set_size(allowed)
        elif self.screen.get_size() != self.stage.size:
            self.stage = Stage(self.screen.get_size())
            self._on_resize()
        self.record_geometry()

    def record_geometry(self) -> None:
        """Note the window's size and place, to be saved after a pause."""
        if not self.full_screen:
            self._place.record(self.screen.get_size(), pygame.display.get_window_position(), desktops())

    def tick(self, seconds: float) -> None:
        """Advance by some seconds: lay out the scenes after a resize, and save the size and place."""
        if self._resize_wait is not None:
            self._resize_wait -= seconds
            if self._resize_wait <= 0:
                self._apply_resize()
        self._place.tick(seconds)

    def raise_window(self) -> None:
        """Bring the window to the front, as far as the system allows it."""
        window = pygame.Window.from_display_module()
        with contextlib.suppress(pygame.error):
            window.restore()
            window.focus()

    def close(self) -> None:
        """Save the size and place if they have changed."""
        self._place.keep()


def shape_pointer(wanted: PointerShape) -> None:
    """Set the shape of the mouse pointer, even if pygame_gui has just changed it."""
    shape = _SHAPES[wanted]
    # Displays without a screen have no pointer.
    with contextlib.suppress(pygame.error):
        if pygame.mouse.get_cursor() != shape:
            pygame.mouse.set_cursor(shape)
