"""The replay, driven by keys and clicks: every step shows the ruleset's position, and play goes on from any of them."""

from __future__ import annotations

import random
from pathlib import Path

import pygame
import pytest

from game.core.model import Event, Move, State
from game.core.ruleset import complete_options
from game.core.tournament import Participant, Tournament
from game.session.play_on import TakeOver
from game.ui.analysis.review import replay_scene as replay_module
from game.ui.analysis.review.replay_scene import ReplayScene
from game.ui.menu.saves import SavesScene
from game.ui.play.play_scene import PlayScene
from game.ui.play.results import ResultsScene
from game.ui.shell.dialogs import QuestionScene
from tools.pilot.hand import click
from tools.pilot.pilot import Peer, Pilot

RULESETS = ("gomoku", "connect6", "threestones", "six_in_a_row")


@pytest.fixture
def pilot(seat: Peer) -> Pilot:
    """A row of five won by Ann, seen on the results page."""
    flying = seat("h8 a1 h9 a2 h10 a3 h11 a4 h12", "gomoku")
    flying.press("Results")
    return flying


def review(pilot: Pilot) -> ReplayScene:
    pilot.press("Review game")
    assert isinstance(pilot.scene, ReplayScene)
    return pilot.scene


def random_game(pilot: Pilot, ruleset_id: str, plies: int = 12) -> Tournament:
    ruleset = pilot.app.services.catalogue.rulesets[ruleset_id]
    people = (Participant("Ann"), Participant("Ben"))
    tournament = Tournament(ruleset, complete_options(ruleset.info, {}), people, seed=3, title="A game")
    match, rng = tournament.start_game().match, random.Random(5)
    for _ in range(plies):
        move = rng.choice(list(ruleset.legal_moves(match.state)))
        assert isinstance(match.play(move), tuple)
    match.resign(match.state.seat)
    return tournament


@pytest.mark.parametrize("name", RULESETS)
def test_every_step_shows_the_position_that_the_ruleset_gives(seat: Peer, name: str) -> None:
    pilot = seat("", "gomoku")
    tournament = random_game(pilot, name)
    ruleset, match = tournament.ruleset, tournament.games[0].match
    pilot.app.push(ReplayScene(pilot.app, tournament))
    pilot.key(pygame.K_HOME)
    state: State = ruleset.setup(match.options, match.seed).state
    moves: list[Move | None] = [None, *match.moves]
    for move in moves:
        if move is not None:
            state = ruleset.apply(state, move).state
            pilot.key(pygame.K_RIGHT)
        assert ruleset.dump(pilot.scene.board._state) == ruleset.dump(state)
    assert pilot.scene.replay.match.outcome == match.outcome
    for _ in match.moves:
        pilot.key(pygame.K_LEFT)
    assert pilot.scene.replay.step == 0
    assert pilot.scene.replay.match.outcome is None


def test_home_end_and_the_arrows_stay_within_the_game(pilot: Pilot) -> None:
    scene = review(pilot)
    assert scene.replay.step == 9
    for key, step in (
        (pygame.K_RIGHT, 9),
        (pygame.K_UP, 0),
        (pygame.K_LEFT, 0),
        (pygame.K_DOWN, 9),
        (pygame.K_HOME, 0),
    ):
        pilot.key(key)
        assert scene.replay.step == step


def test_it_plays_a_move_a_second_until_the_end(pilot: Pilot) -> None:
    scene = review(pilot)
    pilot.key(pygame.K_SPACE)
    assert (scene.replay.step, scene.playing) == (0, True)
    pilot.frames(3, 1.01)
    assert scene.replay.step == 3
    pilot.key(pygame.K_SPACE)
    pilot.frames(3, 1.01)
    assert (scene.replay.step, scene.playing) == (3, False)
    pilot.key(pygame.K_SPACE)
    pilot.frames(8, 1.01)
    assert (scene.replay.step, scene.playing) == (9, False)


def test_a_click_in_the_list_and_on_the_slider_jumps(pilot: Pilot) -> None:
    scene = review(pilot)
    pilot.key(pygame.K_HOME)
    pilot.click(scene.stage.rect(1066 + 88, 80 + 56 + 37, 60, 30).center)
    assert scene.replay.step == 4
    slider = scene.stage.rect(1016, 412, 240, 44)
    pilot.click((slider.right - 2, slider.centery))
    assert scene.replay.step == 9


def test_the_winner_stands_in_the_card_only_at_the_end(pilot: Pilot) -> None:
    scene = review(pilot)
    assert scene.replay.tournament.wins() == (1.0, 0.0)
    pilot.key(pygame.K_LEFT)
    assert scene.replay.tournament.wins() == (0.0, 0.0)


def test_escape_leads_back_to_the_results(pilot: Pilot) -> None:
    review(pilot)
    pilot.key(pygame.K_ESCAPE)
    assert isinstance(pilot.scene, ResultsScene)


def test_a_game_is_taken_over_from_the_middle_and_the_old_one_stays(pilot: Pilot) -> None:
    scene = review(pilot)
    for _ in range(3):
        pilot.key(pygame.K_LEFT)
    pilot.key(pygame.K_RETURN)
    pilot.press("Two people at this computer")
    assert isinstance(pilot.scene, PlayScene)
    table = pilot.scene.table
    assert len(table.match.plies) == 6
    assert table.match.state == scene.replay.match.state
    click(pilot, "b7")
    assert len(table.match.plies) == 7
    saves = pilot.app.services.saves
    pilot.app.services.autosave.flush()
    assert table.name != "test"
    assert len(saves.load("test").games[0].match.plies) == 9
    assert len(saves.load(table.name).games[0].match.plies) == 7


def test_taking_over_against_an_opponent_lets_it_move(pilot: Pilot) -> None:
    review(pilot)
    pilot.key(pygame.K_LEFT)
    pilot.key(pygame.K_RETURN)
    against = next(b.label for b in pilot.scene.controls.buttons if b.label.startswith("White, against"))
    pilot.press(against)
    assert pilot.scene.table.opponent_to_move
    assert pilot.scene.table.only_person == 1


def test_a_won_position_cannot_be_played_on(pilot: Pilot) -> None:
    scene = review(pilot)
    pilot.key(pygame.K_RETURN)
    assert pilot.scene is scene
    assert "over" in scene._message


def test_a_resigned_game_goes_on_from_its_last_position(seat: Peer) -> None:
    pilot = seat("", "gomoku")
    seen: list[TakeOver | None] = []
    pilot.app.push(ReplayScene(pilot.app, random_game(pilot, "gomoku")), seen.append)
    pilot.key(pygame.K_RETURN)
    pilot.press("Two people at this computer")
    assert seen[0] is not None
    table = seen[0].start_session(pilot.app.services)
    assert table.match.outcome is None
    assert len(table.match.plies) == 12


def test_the_position_goes_to_the_clipboard_as_the_rulesets_dump(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    copied: list[str] = []
    monkeypatch.setattr(replay_module, "copy_text", lambda text: copied.append(text) is None)
    scene = review(pilot)
    pilot.key(pygame.K_LEFT)
    pilot.key(pygame.K_c)
    assert copied == [scene.subject.dump(scene.replay.match.state)]


def test_a_picture_is_saved_and_the_player_is_told_where(pilot: Pilot, home: Path) -> None:
    review(pilot)
    for expected in ("test - move 9.png", "test - move 9 2.png"):
        pilot.key(pygame.K_p)
        assert isinstance(pilot.scene, QuestionScene)
        assert expected in pilot.scene._text
        assert pygame.image.load(home / "pictures" / expected).get_size() == (1080, 1080)
        pilot.key(pygame.K_ESCAPE)


def test_a_folder_that_cannot_be_written_is_told(pilot: Pilot, home: Path) -> None:
    (home / "pictures").write_text("a file", encoding="utf-8")
    scene = review(pilot)
    pilot.key(pygame.K_p)
    assert pilot.scene is scene
    assert "could not be saved" in scene._message


def test_a_saved_tournament_is_replayed_game_by_game(pilot: Pilot) -> None:
    pilot.press("Next game")
    click(pilot, "c3")
    pilot.app.push(SavesScene(pilot.app))
    pilot.frames(20)
    pilot.key(pygame.K_w)
    scene = pilot.scene
    assert isinstance(scene, ReplayScene)
    assert (scene.replay.index, scene.replay.games, scene.replay.length) == (1, 2, 1)
    pilot.key(pygame.K_PAGEUP)
    assert (scene.replay.index, scene.replay.length) == (0, 9)


def test_events_of_a_step_are_told(pilot: Pilot) -> None:
    scene = review(pilot)
    pilot.key(pygame.K_HOME)
    events: tuple[Event, ...] = scene.replay.events
    pilot.key(pygame.K_RIGHT)
    assert events != scene.replay.events
