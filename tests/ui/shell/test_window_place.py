"""The window comes back where it was and as large as it was, on whatever desktop there is now."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game.storage.database import Database
from game.ui import window
from game.ui.shell.scene import Scene
from game.ui.shell.window_geometry import WindowGeometry, stored_place
from tools.pilot.pilot import Pilot

ROOT = Path(__file__).parents[3]
DESKTOP = [(1920, 1080)]


@pytest.fixture
def pilot() -> Iterator[Pilot]:
    flying = Pilot()
    flying.open(Scene(flying.app))
    yield flying
    flying.app.close()


@pytest.fixture
def desktop(monkeypatch: pytest.MonkeyPatch) -> None:
    """A large screen that can be seen, which the dummy display does not have."""
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "x11")
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: DESKTOP)


def kept(pilot: Pilot, desktops: list[tuple[int, int]]) -> WindowGeometry:
    """As another start of the program would find it on these desktops."""
    return stored_place(Database(pilot.app.services.database.file.path), desktops)


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
    assert kept(pilot, DESKTOP) == WindowGeometry((1280, 800), None)
    put(pilot, (1100, 720), (300, 200))
    assert kept(pilot, DESKTOP) == WindowGeometry((1100, 720), (300, 200))


@pytest.mark.usefixtures("desktop")
def test_the_next_start_opens_the_window_there(pilot: Pilot) -> None:
    put(pilot, (1100, 720), (300, 200))
    pilot.app.close()
    app = window.open_app(None)
    assert app.window.screen.get_size() == (1100, 720)
    assert pygame.display.get_window_position() == (300, 200)
    app.close()


@pytest.mark.usefixtures("desktop")
def test_what_was_moved_just_before_the_end_is_kept_too_and_full_screen_is_not(pilot: Pilot) -> None:
    put(pilot, (1100, 720), (300, 200))
    pilot.key(pygame.K_F11)
    assert pilot.app.window.full_screen
    pygame.event.post(pygame.event.Event(pygame.WINDOWMOVED, x=0, y=0, window=None))
    pilot.frames(90)
    assert kept(pilot, DESKTOP) == WindowGeometry((1100, 720), (300, 200))


@pytest.mark.parametrize(
    ("desktops", "expected"),
    [
        ([(1920, 1080)], WindowGeometry((1600, 900), (320, 180))),
        ([(1366, 768)], WindowGeometry((1286, 672), None)),
        ([(800, 480)], WindowGeometry((960, 600), None)),
        ([(1920, 1080), (1920, 1080)], WindowGeometry((1600, 900), None)),
        ([], WindowGeometry()),
    ],
)
def test_a_place_is_fitted_to_the_desktops_that_there_are_now(
    tmp_path: Path, desktops: list[tuple[int, int]], expected: WindowGeometry
) -> None:
    database = Database(tmp_path / "kept.sqlite3")
    database.settings.set("window.place", {"size": [1600, 900], "corner": [900, 700], "desktops": [[1920, 1080]]})
    assert stored_place(database, desktops) == expected


LAPTOP, SCREEN = (1366, 768), (2560, 1440)


@pytest.mark.parametrize("kept", [{}, {"size": [2400, 1300], "corner": [1400, 50], "desktops": [[1366, 768]]}])
def test_without_a_known_corner_the_window_fits_on_the_first_screen(tmp_path: Path, kept: dict[str, object]) -> None:
    database = Database(tmp_path / "kept.sqlite3")
    database.settings.set("window.place", kept)
    place = stored_place(database, [LAPTOP, SCREEN])
    assert place.corner is None
    assert pygame.Rect((0, 0), LAPTOP).contains(pygame.Rect((0, 0), whole_window(place)))


@pytest.mark.parametrize(
    ("size", "expected"), [((1000, 1800), (1000, 1800)), ((1900, 1800), (1900, 1200)), ((2000, 1100), (1920, 1100))]
)
def test_a_window_on_one_of_two_screens_is_no_larger_than_one_of_them(
    tmp_path: Path, size: tuple[int, int], expected: tuple[int, int]
) -> None:
    upright_and_wide = [(1080, 1920), (1920, 1200)]
    database = Database(tmp_path / "kept.sqlite3")
    database.settings.set("window.place", {"size": size, "corner": (0, 0), "desktops": upright_and_wide})
    assert stored_place(database, upright_and_wide) == WindowGeometry(expected, (0, 0))


def whole_window(place: WindowGeometry) -> tuple[int, int]:
    """With the title bar and edges of a usual system."""
    return place.size[0] + 16, place.size[1] + 40


@pytest.mark.parametrize("screen", [(1366, 768), (1280, 800), (1280, 720), (1024, 768), (1920, 1080), (3840, 2160)])
def test_the_first_window_fits_on_the_screen_beside_a_panel(tmp_path: Path, screen: tuple[int, int]) -> None:
    place = stored_place(Database(tmp_path / "kept.sqlite3"), [screen])
    width, height = whole_window(place)
    assert width <= screen[0]
    assert height <= screen[1] - 40
    assert place.corner is None
    assert place.size == (1280, 800) or place.size[0] * 800 == pytest.approx(place.size[1] * 1280, rel=0.01)


@pytest.mark.parametrize(
    ("size", "corner", "screen"),
    [
        ((1280, 800), (0, 37), (1366, 768)),
        ((1280, 800), (0, 37), (1280, 800)),
        ((1600, 900), (900, 700), (1920, 1080)),
        ((1280, 800), (-900, -500), (1920, 1080)),
        ((1280, 800), (5000, 3000), (1920, 1080)),
    ],
)
def test_a_window_that_was_left_off_the_screen_comes_back_with_its_title_bar(
    tmp_path: Path, size: tuple[int, int], corner: tuple[int, int], screen: tuple[int, int]
) -> None:
    database = Database(tmp_path / "kept.sqlite3")
    database.settings.set("window.place", {"size": size, "corner": corner, "desktops": [screen]})
    place = stored_place(database, [screen])
    assert place.corner is not None
    assert pygame.Rect((0, 40), (screen[0], screen[1] - 40)).contains(pygame.Rect(place.corner, place.size))


def test_a_window_that_filled_the_screen_comes_back_as_it_was(tmp_path: Path) -> None:
    database = Database(tmp_path / "kept.sqlite3")
    database.settings.set("window.place", {"size": (1920, 1016), "corner": (0, 64), "desktops": [(1920, 1080)]})
    assert stored_place(database, [(1920, 1080)]) == WindowGeometry((1920, 1016), (0, 64))


def start(**environment: str) -> subprocess.CompletedProcess[str]:
    """Starts the program, which ends by itself, with no screen but what these variables say."""
    kept = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    kept.pop("SDL_VIDEODRIVER", None)
    command = [sys.executable, "main.py"]
    return subprocess.run(
        command, cwd=ROOT, env=kept | environment, capture_output=True, text=True, check=False, timeout=60
    )


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a screen")
@pytest.mark.parametrize("environment", [{}, {"DISPLAY": ":98765"}, {"DISPLAY": ":98765", "SDL_VIDEODRIVER": "x11"}])
def test_without_a_screen_the_program_says_so_and_ends(environment: dict[str, str]) -> None:
    done = start(**environment)
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].startswith("Stone Fair found no screen to open its window on.")
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "stored",
    ["here", 7, [1, 2], {"size": "large"}, {"size": [1280]}, {"size": [True, None]}, {"corner": [1, 2]}, {"size": {}}],
)
def test_a_stored_place_that_makes_no_sense_is_the_usual_one(tmp_path: Path, stored: object) -> None:
    database = Database(tmp_path / "kept.sqlite3")
    database.settings.set("window.place", stored)
    assert stored_place(database, DESKTOP) == WindowGeometry()
