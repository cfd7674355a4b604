"""Pads that come and go, made up by SDL; ``test_gamepad`` runs this in a program of its own."""

from __future__ import annotations

import pytest

from game.ui.menu.match_setup import MatchSetupScene
from game.ui.menu.menu_scene import MenuScene
from tests.ui.shell.virtual_pad import CONTROLLER, PLAIN, VirtualPad
from tools.pilot.pilot import Pilot


@pytest.mark.parametrize("kind", [CONTROLLER, PLAIN])
def test_a_pad_that_comes_while_the_program_runs_plays_and_one_that_goes_is_still(kind: int) -> None:
    pilot = Pilot()
    pilot.app.services.database.players.create("Ann")
    pilot.open(MenuScene(pilot.app))
    menu = pilot.scene
    pad = VirtualPad(kind)
    pilot.frames(2)
    pad.axis(0, 1.0)
    pilot.frames(2)
    assert menu.subject is list(pilot.app.services.catalogue.rulesets.values())[1], "one stall further, once"
    pad.pull_out()
    pilot.frames(200)
    assert menu.subject is list(pilot.app.services.catalogue.rulesets.values())[1]
    pad = VirtualPad(kind)
    pilot.frames(2)
    pad.button(0, down=True)
    pilot.frames(2)
    assert isinstance(pilot.scene, MatchSetupScene)
    pilot.close()
