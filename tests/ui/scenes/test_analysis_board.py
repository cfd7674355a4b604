"""The analysis board by keys, clicks and the wheel: steps, the cursor mode, and play from any position."""

from __future__ import annotations

import random
from pathlib import Path

import pygame
import pytest

from game.core.model import Event, Move, Place, State
from game.core.ruleset import complete_options
from game.core.tournament import Participant, Tournament
from game.library.study.tree import ROOT
from game.session.play_on import TakeOver
from game.ui.analysis.board.analysis_picture import BOARD_PLACE
from game.ui.analysis.board.analysis_scene import AnalysisScene
from game.ui.library.library_scene import LibraryScene
from game.ui.menu.saves import SavesScene
from game.ui.play.play_scene import PlayScene
from game.ui.play.results import ResultsScene
from game.ui.shell.dialogs import QuestionScene
from game.ui.widgets import keys
from tools.pilot.analysis import analyse
from tools.pilot.hand import click
from tools.pilot.pilot import Peer, Pilot

RULESETS = ("gomoku", "connect6", "threestones", "six_in_a_row")
#: A point on the list of moves, in design pixels.
LIST = (1000.0, 400.0)


@pytest.fixture
def pilot(seat: Peer) -> Pilot:
    """A row of five won by Ann, on the analysis board at its end."""
    flying = seat("h8 a1 h9 a2 h10 a3 h11 a4 h12", "gomoku")
    flying.press("Results")
    flying.key(pygame.K_a)
    flying.frames(3)
    return flying


def board_of(pilot: Pilot) -> AnalysisScene:
    scene = pilot.scene
    assert isinstance(scene, AnalysisScene)
    return scene


def random_game(pilot: Pilot, ruleset_id: str, plies: int = 12) -> Tournament:
    ruleset = pilot.app.services.catalogue.rulesets[ruleset_id]
    people = (Participant("Ann"), Participant("Ben"))
    tournament = Tournament(ruleset, complete_options(ruleset.info, {}), people, seed=3, title="A game")
    match, dice = tournament.start_game().match, random.Random(5)
    for _ in range(plies):
        move = dice.choice(list(ruleset.legal_moves(match.state)))
        assert isinstance(match.play(move), tuple)
    match.resign(match.state.seat)
    return tournament


def names(scene: AnalysisScene, node: int) -> list[str]:
    """The names of the cells of the moves that lead to a node."""
    tree, cells = scene.table.study.tree, scene.match.state.geometry.names
    return [cells[move.cell] for move in tree.moves_to(node) if isinstance(move, Place)]


def point_at(pilot: Pilot, place: tuple[float, float]) -> None:
    """Move the pointer to a point of the screen and leave it there."""
    spot = (round(place[0]), round(place[1]))
    pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=spot, rel=(0, 0), buttons=(0, 0, 0), touch=False))
    pilot.frames(2)


def turn_wheel(pilot: Pilot, rows: int) -> None:
    pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, y=rows, x=0, flipped=False))
    pilot.frames(2)


# Steps


@pytest.mark.parametrize("name", RULESETS)
def test_every_step_shows_the_position_that_the_ruleset_gives(seat: Peer, name: str) -> None:
    pilot = seat("", "gomoku")
    tournament = random_game(pilot, name)
    ruleset, match = tournament.ruleset, tournament.games[0].match
    scene = analyse(pilot, tournament)
    pilot.key(pygame.K_HOME)
    state: State = ruleset.setup(match.options, match.seed).state
    moves: list[Move | None] = [None, *match.moves]
    for move in moves:
        if move is not None:
            state = ruleset.apply(state, move).state
            pilot.key(pygame.K_RIGHT)
        assert ruleset.dump(scene.board._state) == ruleset.dump(state)
    for _ in match.moves:
        pilot.key(pygame.K_LEFT)
    assert scene.table.step == 0
    assert scene.match.outcome is None


def test_a_game_opens_at_its_end_and_the_keys_stay_within_it(pilot: Pilot) -> None:
    scene = board_of(pilot)
    assert scene.table.step == 9
    for key, step in ((pygame.K_RIGHT, 9), (pygame.K_HOME, 0), (pygame.K_LEFT, 0), (pygame.K_END, 9)):
        pilot.key(key)
        assert scene.table.step == step


def test_the_buttons_of_the_navigation_do_what_the_keys_do(pilot: Pilot) -> None:
    scene = board_of(pilot)
    for icon, step in (("to_start", 0), ("step_on", 1), ("to_end", 9), ("step_back", 8)):
        pilot.click(next(button for button in scene.controls.buttons if button.icon == icon).rect.center)
        assert scene.table.step == step


def test_it_plays_a_move_a_second_until_the_end(pilot: Pilot) -> None:
    scene = board_of(pilot)
    pilot.key(pygame.K_r)
    assert (scene.table.step, scene._commands[keys.RUN].is_on()) == (0, True)
    pilot.frames(3, 1.01)
    assert scene.table.step == 3
    pilot.key(pygame.K_r)
    pilot.frames(3, 1.01)
    assert (scene.table.step, scene._commands[keys.RUN].is_on()) == (3, False)
    pilot.key(pygame.K_r)
    pilot.frames(8, 1.01)
    assert (scene.table.step, scene._commands[keys.RUN].is_on()) == (9, False)


def test_a_click_in_the_list_and_on_the_curve_jumps(pilot: Pilot) -> None:
    scene = board_of(pilot)
    pilot.key(pygame.K_HOME)
    # The second row of the list, on the right.
    pilot.click(scene.stage.point(1100, 290 + 8 + 30 + 15))
    assert scene.table.step == 4
    pilot.click(scene.stage.point(842 + 400, 650))
    assert scene.table.step == 9
    pilot.click(scene.stage.point(842, 650))
    assert scene.table.step == 0


def test_the_wheel_steps_over_the_board_and_scrolls_over_the_list(pilot: Pilot) -> None:
    scene = board_of(pilot)
    x, y, width, height = BOARD_PLACE
    point_at(pilot, scene.stage.point(x + width / 2, y + height / 2))
    turn_wheel(pilot, 2)
    assert scene.table.step == 7
    turn_wheel(pilot, -1)
    assert scene.table.step == 8
    for number in range(30):
        scene.table.editor.comment(scene.table.line[number % 9], f"Words {number}")
    scene.refresh()
    point_at(pilot, scene.stage.point(*LIST))
    assert scene.picture.moves._top == 0
    turn_wheel(pilot, -1)
    assert scene.picture.moves._top == 1
    assert scene.table.step == 8


def test_only_the_step_to_the_end_shows_the_outcome(pilot: Pilot) -> None:
    scene = board_of(pilot)
    assert scene.match.outcome is not None
    pilot.key(pygame.K_LEFT)
    assert scene.match.outcome is None


def test_escape_leads_back_to_the_results(pilot: Pilot) -> None:
    pilot.key(pygame.K_ESCAPE)
    assert isinstance(pilot.scene, ResultsScene)


def test_the_events_of_a_step_are_those_of_its_move(pilot: Pilot) -> None:
    scene = board_of(pilot)
    pilot.key(pygame.K_HOME)
    events: tuple[Event, ...] = scene.table.events
    pilot.key(pygame.K_RIGHT)
    assert events != scene.table.events


def test_a_saved_tournament_is_looked_through_game_by_game(pilot: Pilot) -> None:
    pilot.key(pygame.K_ESCAPE)
    pilot.press("Next game")
    click(pilot, "c3")
    pilot.app.push(SavesScene(pilot.app))
    pilot.frames(20)
    pilot.key(pygame.K_w)
    scene = board_of(pilot)
    assert (scene.subject_of_board.index, len(scene.table.line)) == (1, 1)
    pilot.key(pygame.K_PAGEUP)
    assert (scene.subject_of_board.index, len(scene.table.line)) == (0, 9)
    pilot.key(pygame.K_PAGEUP)
    assert (scene.subject_of_board.index, len(scene.table.line)) == (1, 1), "the last game comes before the first"
    pilot.key(pygame.K_PAGEDOWN)
    assert scene.subject_of_board.index == 0


# Playing on


def test_a_game_is_taken_over_from_the_middle_and_the_old_one_stays(pilot: Pilot) -> None:
    scene = board_of(pilot)
    for _ in range(3):
        pilot.key(pygame.K_LEFT)
    pilot.key(pygame.K_p)
    pilot.press("Two people at this computer")
    assert isinstance(pilot.scene, PlayScene)
    table = pilot.scene.table
    assert len(table.match.plies) == 6
    assert table.match.state == scene.match.state
    click(pilot, "b7")
    assert len(table.match.plies) == 7
    saves = pilot.app.services.saves
    pilot.app.services.autosave.flush()
    assert table.name != "test"
    assert len(saves.load("test").games[0].match.plies) == 9
    assert len(saves.load(table.name).games[0].match.plies) == 7


def test_taking_over_against_an_opponent_lets_it_move(pilot: Pilot) -> None:
    pilot.key(pygame.K_LEFT)
    pilot.key(pygame.K_p)
    against = next(b.label for b in pilot.scene.controls.buttons if b.label.startswith("White, against"))
    pilot.press(against)
    assert pilot.scene.table.opponent_to_move
    assert pilot.scene.table.only_person == 1


def test_a_won_position_cannot_be_played_on(pilot: Pilot) -> None:
    scene = board_of(pilot)
    button = next(button for button in scene.controls.buttons if button.icon == "play")
    assert (button.enabled, button.why) == (False, "The game is over at this point.")
    pilot.key(pygame.K_p)
    assert pilot.scene is scene


def test_a_resigned_game_goes_on_from_its_last_position(seat: Peer) -> None:
    pilot = seat("", "gomoku")
    seen: list[TakeOver | None] = []
    analyse(pilot, random_game(pilot, "gomoku"), seen.append)
    pilot.key(pygame.K_p)
    pilot.press("Two people at this computer")
    assert seen[0] is not None
    table = seen[0].start_session(pilot.app.services)
    assert table.match.outcome is None
    assert len(table.match.plies) == 12


# The cursor mode


def test_the_arrows_place_stones_in_the_cursor_mode_and_step_outside_it(pilot: Pilot) -> None:
    scene = board_of(pilot)
    for _ in range(4):
        pilot.key(pygame.K_LEFT)
    pilot.key(pygame.K_RETURN)
    assert scene.entry.is_cursor_mode
    assert "Esc" in scene._message
    assert scene.board.cursor is not None
    pilot.key(pygame.K_RIGHT)
    pilot.key(pygame.K_UP)
    assert scene.table.step == 5, "the arrows move the cursor"
    pilot.key(pygame.K_RETURN)
    assert scene.table.step == 6
    assert names(scene, scene.table.node)[-1] == "i9"
    pilot.key(pygame.K_ESCAPE)
    assert (scene.entry.is_cursor_mode, pilot.scene) == (False, scene)
    pilot.key(pygame.K_LEFT)
    assert scene.table.step == 5
    pilot.key(pygame.K_ESCAPE)
    assert isinstance(pilot.scene, ResultsScene)


def test_a_turn_of_two_stones_is_laid_out_with_the_cursor_and_played_by_enter(seat: Peer) -> None:
    pilot = seat("", "connect6")
    scene = analyse(pilot, random_game(pilot, "connect6", 5))
    for key in (pygame.K_RETURN, pygame.K_RETURN, pygame.K_UP, pygame.K_RETURN):
        pilot.key(key)
    if scene.pending.moves:
        assert len(scene.pending.moves) == 2
        pilot.key(pygame.K_RETURN)
    assert scene.table.step == 7
    assert scene.entry.is_cursor_mode


def test_escape_puts_a_laid_out_stone_away_first(seat: Peer) -> None:
    pilot = seat("", "connect6")
    scene = analyse(pilot, random_game(pilot, "connect6", 5))
    click(pilot, "a1")
    assert len(scene.pending.moves) == 1
    pilot.key(pygame.K_ESCAPE)
    assert pilot.scene is scene
    assert scene.pending.moves == ()
    pilot.key(pygame.K_ESCAPE)
    assert pilot.scene is not scene


# Passing it on


def test_a_picture_is_saved_and_the_player_learns_where(pilot: Pilot, home: Path) -> None:
    scene = board_of(pilot)
    for expected in ("move 9.png", "move 9 2.png"):
        pilot.key(pygame.K_i)
        (path,) = (home / "pictures").glob(f"*{expected}")
        assert path.name in scene._message
        assert pygame.image.load(path).get_size() == (1080, 1080)


def test_a_folder_that_cannot_be_written_gets_a_sentence(pilot: Pilot, home: Path) -> None:
    (home / "pictures").write_text("a file", encoding="utf-8")
    pilot.key(pygame.K_i)
    assert "could not be saved" in board_of(pilot)._message


def test_the_games_with_the_position_are_found(pilot: Pilot) -> None:
    scene = board_of(pilot)
    pilot.key(pygame.K_LEFT)
    pilot.key(pygame.K_F3)
    assert isinstance(pilot.scene, LibraryScene)
    assert pilot.scene._filters._at_position
    pilot.key(pygame.K_ESCAPE)
    assert pilot.scene is scene


def test_a_file_that_is_dropped_on_the_board_is_opened(pilot: Pilot, tmp_path: Path) -> None:
    path = tmp_path / "found.sgf"
    path.write_text("(;FF[4]GM[4]SZ[15];B[hh];W[ih])", encoding="utf-8")
    before = board_of(pilot)
    pilot.drop(path)
    pilot.until(lambda: isinstance(pilot.scene, QuestionScene), "the question")
    pilot.press("Open")
    assert board_of(pilot) is not before
    assert len(pilot.scene.table.line) == 2
    assert pilot.scene.table.study.tree.children(ROOT)
