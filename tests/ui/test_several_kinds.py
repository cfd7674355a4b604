"""A drop-in in which both sides place either kind of stone, as many as they like, in the window."""

from __future__ import annotations

import shutil
from pathlib import Path

import pygame
import pytest

from game.ui.board import stones_left
from game.ui.menu.match_setup import MatchSetupScene
from game.ui.menu.menu_scene import MenuScene
from game.ui.training.lessons.rules_card_scene import RulesCardScene
from tools.pilot.hand import click
from tools.pilot.pilot import Pilot

GAME = Path(__file__).parents[1] / "data" / "order_and_chaos.py"


@pytest.fixture
def pilot(tmp_path: Path) -> Pilot:
    """A player in a game of Order and Chaos with a friend."""
    shutil.copy(GAME, tmp_path / GAME.name)
    pilot = Pilot(plugins=tmp_path)
    pilot.app.services.database.players.create("Ann")
    menu = MenuScene(pilot.app)
    pilot.open(menu)
    ruleset = pilot.app.services.catalogue.rulesets["order_and_chaos"]
    pilot.app.push(MatchSetupScene(pilot.app, ruleset), menu._navigation._start_session)
    pilot.choose_opponent("A friend")
    pilot.press("Start")
    pilot.press("OK")
    return pilot


def pick(pilot: Pilot, name: str) -> None:
    """Click the button of the picker whose tip is the name of a kind of stone."""
    button = next(button for button in pilot.scene.controls.buttons if button.tip == name)
    pilot.click(button.rect.center)


def test_both_sides_place_each_kind_by_the_picker_and_no_numbers_are_shown(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stones_left, "_draw_card", lambda *_, **__: pytest.fail("no stones are counted here"))
    for cell, kind in (("c3", "Black"), ("d3", "White"), ("c4", "White"), ("d4", "Black")):
        pick(pilot, kind)
        click(pilot, cell)
    played = [(pilot.scene.match.state.geometry.names[move.cell], move.stone) for move in pilot.scene.match.moves]
    assert played == [("c3", "b"), ("d3", "w"), ("c4", "w"), ("d4", "b")]


def test_f1_shows_the_keys_of_a_game_without_a_rules_card(pilot: Pilot) -> None:
    playing = pilot.scene
    pilot.key(pygame.K_F1)
    assert isinstance(pilot.scene, RulesCardScene)
    pilot.key(pygame.K_F1)
    assert pilot.scene is playing
    pilot.key(pygame.K_ESCAPE)
    pilot.press("Rules")
    assert isinstance(pilot.scene, RulesCardScene)
