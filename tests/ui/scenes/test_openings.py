"""The openings of the federations at a table, by posted events: words, areas, fifths, the pick."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from game.core.lines.phases import OfferStones, PickStone
from game.core.ruleset import complete_options
from game.session.match_plan import MatchPlan, start_session
from game.session.texts import turn_sentence
from game.ui.board.opening_dialog import ChoiceScene
from game.ui.play.play_scene import PlayScene
from tools.pilot.pilot import Pilot


@pytest.fixture
def pilot() -> Iterator[Pilot]:
    flying = Pilot((1280, 800))
    flying.app.services.database.players.create("Ann")
    yield flying
    flying.app.close()


def sit_down(pilot: Pilot, opening: str) -> PlayScene:
    ruleset = pilot.app.services.catalogue.rulesets["gomoku"]
    options = complete_options(ruleset.info, {"variant": "renju", "opening": opening})
    pilot.open(PlayScene(pilot.app, start_session(pilot.app.services, MatchPlan(ruleset, options, ""))))
    return pilot.scene


def put(pilot: Pilot, table: PlayScene, cells: str) -> None:
    for name in cells.split():
        pilot.click(table.board.layout.centre(table.table.match.state.geometry.cell(name)))
        pilot.frames(30)


def test_an_opening_with_fifths_is_played_with_the_pointer(pilot: Pilot) -> None:
    table = sit_down(pilot, "rif")
    match = table.table.match
    put(pilot, table, "a1")
    assert not match.plies, "the first stone goes into the middle"
    put(pilot, table, "h8 h9 h10")
    assert isinstance(pilot.scene, ChoiceScene)
    pilot.press("No swap")
    put(pilot, table, "h11")
    assert isinstance(match.state.phase, OfferStones)
    put(pilot, table, "g9 i9")
    assert isinstance(match.state.phase, OfferStones), "I9 is symmetric to G9"
    put(pilot, table, "g8")
    assert isinstance(match.state.phase, PickStone)
    assert "picks one of the offered stones" in turn_sentence(table.table)
    put(pilot, table, "a1")
    assert isinstance(match.state.phase, PickStone)
    put(pilot, table, "g8")
    state = match.state
    assert state.phase is None
    assert [state.board[state.geometry.cell(name)] for name in ("g8", "g9")] == ["b", "."]


def test_a_number_of_fifths_is_chosen_with_the_keyboard(pilot: Pilot) -> None:
    table = sit_down(pilot, "yamaguchi")
    put(pilot, table, "h8 h9 i10")
    assert isinstance(pilot.scene, ChoiceScene)
    pilot.key(pygame.K_DOWN)
    pilot.key(pygame.K_RETURN)
    pilot.frames(10)
    assert table.table.match.state.phase is not None
    assert "fifths" in table.table.match.state.phase.name
