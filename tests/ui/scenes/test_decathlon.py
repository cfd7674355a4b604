"""The decathlon by posted events: an event is played to its end, gone on with, and counted."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pygame
import pytest

from game.ui.library.collection_scene import CollectionScene
from game.ui.menu.menu_scene import MenuScene
from game.ui.play.play_scene import PlayScene
from game.ui.progress.decathlon.decathlon_scene import DecathlonScene
from tools.pilot.decathlon_hand import leave_results, leave_table, let_opponent_move, resign
from tools.pilot.pilot import Pilot
from tools.pilot.scripted_opponent import ScriptedOpponent


@pytest.fixture
def pilot(home: Path) -> Pilot:
    """Ann in the lantern room."""
    flying = Pilot()
    flying.app.services.database.players.create("Ann")
    flying.app.services.opponent = ScriptedOpponent()
    flying.open(MenuScene(flying.app))
    flying.app.push(CollectionScene(flying.app))
    flying.frames(5)
    yield flying
    flying.app.close()


def enter(pilot: Pilot) -> DecathlonScene:
    room = pilot.scene
    next(entry for entry in room._entries if entry.title == "The decathlon").open()
    pilot.frames(5)
    return pilot.scene


def test_an_event_that_was_left_in_the_middle_goes_on_at_the_same_stone(pilot: Pilot) -> None:
    scene = enter(pilot)
    scene.list.key = next(event.seed for event in scene.list.items if event.ruleset.info.id == "gomoku")
    scene.arrange()
    pilot.press("Play")
    pilot.frames(5)
    table = pilot.scene.table
    if table.opponent_to_move:
        table.services.opponent.answer("h8")
        pilot.frames(40)
    stone = next(iter(table.match.ruleset.legal_moves(table.match.state)))
    pilot.click(pilot.scene.board.layout.centre(stone.cell))
    pilot.frames(40)
    board, name = table.match.state.board, table.name
    assert board[stone.cell] != "."
    leave_table(pilot)
    assert pilot.scene is scene
    pilot.press("Continue")
    pilot.frames(5)
    assert isinstance(pilot.scene, PlayScene)
    assert pilot.scene.table.name == name
    assert pilot.scene.table.match.state.board == board


def test_a_game_that_ended_is_counted_and_cannot_be_played_again(pilot: Pilot) -> None:
    scene = enter(pilot)
    pilot.key(pygame.K_RETURN)
    pilot.frames(5)
    event = scene.selected
    assert pilot.scene.table.match.seed == event.seed
    let_opponent_move(pilot)
    resign(pilot)
    pilot.press("Results")
    leave_results(pilot)
    assert pilot.scene is scene
    assert scene.card.played == 1
    assert scene.card.points == 0
    scene.list.key = event.seed
    scene.arrange()
    play = next(button for button in scene.controls.buttons if button.label == "Play")
    assert not play.enabled
    assert [card.player.name for card in scene.cards] == ["Ann"]


def test_the_week_is_that_of_the_day(pilot: Pilot) -> None:
    player = pilot.app.services.database.players.current()
    scene = DecathlonScene(pilot.app, player, lambda _table: None, date(2026, 11, 29))
    assert scene.week.name == "2026-W48"


def test_an_event_cannot_be_started_over_as_a_match_that_would_not_count(pilot: Pilot) -> None:
    enter(pilot)
    pilot.press("Play")
    pilot.frames(5)
    pilot.key(pygame.K_ESCAPE)
    pilot.frames(5)
    button = next(button for button in pilot.scene.controls.buttons if button.label == "Start the match over")
    assert not button.enabled
    assert pilot.scene._answers[2].barred == "Each event of the decathlon can be played once."
