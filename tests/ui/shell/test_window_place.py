"""The window comes back where it was and as large as it was, on whatever desktop there is now."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game.store.database import Database
from game.ui import window
from game.ui.shell.scene import Scene
from game.ui.shell.window_place import WindowPlace, kept_place
from tests.ui.pilot import Pilot

DESKTOP = [(1920, 1080)]


@pytest.fixture
def pilot() -> Iterator[Pilot]:
    flying = Pilot()
    flying.open(Scene(flying.app))
    yield flying
    flying.app.close()


@pytest.fixture
def desktop(monkeypatch: pytest.MonkeyPatch) -> None:
    """A large screen, which the dummy display does not have."""
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: DESKTOP)


def kept(pilot: Pilot, desktops: list[tuple[int, int]]) -> WindowPlace:
    """As another start of the program would find it on these desktops."""
    return kept_place(Database(pilot.app.services.database.path), desktops)


def put(pilot: Pilot, size: tuple[int, int], corner: tuple[int, int]) -> None:
    """Like a person who drags the window and its edge."""
    pygame.display.set_mode(size, pygame.RESIZABLE)
    pygame.event.post(pygame.event.Event(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1]))
    pilot.frames(30)
    pygame.display.set_window_position(corner)
    pygame.event.post(pygame.event.Event(pygame.WINDOWMOVED, x=corner[0], y=corner[1], window=None))
    pilot.frames(90)


@pytest.mark.usefixtures("desktop")
def test_size_and_place_are_kept_a_moment_after_they_changed(pilot: Pilot) -> None:
    assert kept(pilot, DESKTOP) == WindowPlace((1280, 800), None)
    put(pilot, (1100, 720), (300, 200))
    assert kept(pilot, DESKTOP) == WindowPlace((1100, 720), (300, 200))


@pytest.mark.usefixtures("desktop")
def test_the_next_start_opens_the_window_there(pilot: Pilot) -> None:
    put(pilot, (1100, 720), (300, 200))
    pilot.app.close()
    app = window.open_app(None)
    assert app.screen.get_size() == (1100, 720)
    assert pygame.display.get_window_position() == (300, 200)
    app.close()


@pytest.mark.usefixtures("desktop")
def test_what_was_moved_just_before_the_end_is_kept_too_and_full_screen_is_not(pilot: Pilot) -> None:
    put(pilot, (1100, 720), (300, 200))
    pilot.key(pygame.K_F11)
    assert pilot.app.full_screen
    pygame.event.post(pygame.event.Event(pygame.WINDOWMOVED, x=0, y=0, window=None))
    pilot.frames(90)
    assert kept(pilot, DESKTOP) == WindowPlace((1100, 720), (300, 200))


@pytest.mark.parametrize(
    ("desktops", "expected"),
    [
        ([(1920, 1080)], WindowPlace((1600, 900), (320, 180))),
        ([(1366, 768)], WindowPlace((1366, 768), None)),
        ([(800, 480)], WindowPlace((960, 600), None)),
        ([(1920, 1080), (1920, 1080)], WindowPlace((1600, 900), None)),
        ([], WindowPlace()),
    ],
)
def test_a_place_is_fitted_to_the_desktops_that_there_are_now(
    tmp_path: Path, desktops: list[tuple[int, int]], expected: WindowPlace
) -> None:
    database = Database(tmp_path / "kept.sqlite3")
    database.set_setting("window.place", {"size": [1600, 900], "corner": [900, 700], "desktops": [[1920, 1080]]})
    assert kept_place(database, desktops) == expected


@pytest.mark.parametrize(
    "stored",
    ["here", 7, [1, 2], {"size": "large"}, {"size": [1280]}, {"size": [True, None]}, {"corner": [1, 2]}, {"size": {}}],
)
def test_a_stored_place_that_makes_no_sense_is_the_usual_one(tmp_path: Path, stored: object) -> None:
    database = Database(tmp_path / "kept.sqlite3")
    database.set_setting("window.place", stored)
    assert kept_place(database, DESKTOP) == WindowPlace()
