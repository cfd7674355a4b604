"""What a scene or a size of the window leaves behind is gone as soon as nothing moves."""

from __future__ import annotations

import gc
import weakref

from game.ui.menu.menu_scene import MenuScene
from game.ui.people.players import PlayersScene
from game.ui.settings.settings_scene import SettingsScene
from tests.ui.pilot import Pilot


def test_a_scene_that_was_left_is_gone_when_the_window_rests() -> None:
    pilot = Pilot()
    pilot.app.services.database.create_player("Ann")
    pilot.open(MenuScene(pilot.app))
    gc.disable()
    try:
        seen = []
        for kind in (PlayersScene, SettingsScene):
            pilot.app.push(kind(pilot.app))
            pilot.frames(5, 0.5)
            seen.append(weakref.ref(pilot.scene))
            pilot.app.pop(pilot.scene, None)
            pilot.frames(5, 0.5)
        assert [scene() for scene in seen] == [None, None]
    finally:
        gc.enable()
    pilot.app.close()


def test_the_fonts_of_a_size_are_gone_with_it() -> None:
    pilot = Pilot()
    pilot.app.services.database.create_player("Ann")
    pilot.open(MenuScene(pilot.app))
    pilot.frames(5, 0.5)
    pilot.app.set_window_size((1920, 1080))
    pilot.frames(5, 0.5)
    large = set(pilot.app.theme._fonts)
    pilot.app.set_window_size((960, 600))
    pilot.frames(5, 0.5)
    assert large - set(pilot.app.theme._fonts)
    pilot.app.close()
