"""The ways onto the analysis board from puzzles and mistakes, and back to where the player came from."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from functools import partial
from pathlib import Path

import pygame
import pytest

from game.core.model import Place
from game.library.study.tree import ROOT
from game.ui.analysis.board.analysis_scene import AnalysisScene
from game.ui.analysis.mistakes.mistakes_scene import MistakesScene
from game.ui.analysis.mistakes.practice_scene import PracticeScene
from game.ui.menu.menu_scene import MenuScene
from game.ui.play.play_scene import PlayScene, play_on
from game.ui.training.daily_puzzle.daily_puzzle_scene import DailyPuzzleScene
from game.ui.training.daily_puzzle.puzzle_scene import PuzzleScene
from tests.ui.scenes.test_analysis_engine import read_all
from tools.pilot.hand import click
from tools.pilot.pilot import Peer, Pilot
from tools.pilot.puzzle_hand import solve

TODAY = date(2026, 11, 24)


@pytest.fixture
def booth(home: Path) -> Iterator[Pilot]:
    """The puzzle of the day of Gomoku, opened by Ann."""
    flying = Pilot()
    player = flying.app.services.database.players.create("Ann")
    flying.open(MenuScene(flying.app))
    flying.app.push(DailyPuzzleScene(flying.app, player, TODAY), partial(play_on, flying.app))
    flying.frames(30)
    flying.key(pygame.K_RETURN)
    flying.frames(30)
    assert isinstance(flying.scene, PuzzleScene)
    yield flying
    flying.app.close()


@pytest.fixture
def lost(seat: Peer) -> Pilot:
    """A game that Ben has lost to Ann by his third stone; Ben is at the machine, and has reviewed it."""
    flying = seat("h8 a1 h9 a2 h10 a3 h11 a4 h12", "gomoku")
    database = flying.app.services.database
    database.players.switch(database.players.find("Ben").id)
    flying.press("Results")
    flying.key(pygame.K_a)
    read_all(flying)
    return flying


def board_of(pilot: Pilot) -> AnalysisScene:
    pilot.until(lambda: isinstance(pilot.scene, AnalysisScene), "the analysis board")
    pilot.frames(2)
    scene = pilot.scene
    assert isinstance(scene, AnalysisScene)
    return scene


def labels(pilot: Pilot) -> list[str]:
    return [button.label for button in pilot.scene.controls.buttons]


def first_moves(scene: AnalysisScene) -> list[str]:
    """The cells of the variations that begin at the first position."""
    tree, names = scene.table.study.tree, scene.match.state.geometry.names
    moves = map(tree.move, tree.children(ROOT))
    return [names[move.cell] for move in moves if isinstance(move, Place)]


# Puzzles


def test_a_solved_puzzle_is_explored_with_its_solution_and_back_leads_to_it(booth: Pilot) -> None:
    solve(booth)
    puzzle = booth.scene
    booth.press("Explore")
    board = board_of(booth)
    assert board.match.state == puzzle.exercise.puzzle.state
    tree = board.table.study.tree
    assert tree.moves_to(tree.continuation(ROOT)[-1]) == puzzle.exercise.puzzle.solutions[0]
    assert len(tree.children(ROOT)) == len({line[0] for line in puzzle.exercise.puzzle.solutions})
    booth.key(pygame.K_ESCAPE)
    assert booth.scene is puzzle
    booth.press("Next")
    assert booth.scene._title == "Daily puzzle solved"


def test_a_puzzle_is_explored_by_keys_once_its_solution_was_shown(booth: Pilot) -> None:
    assert "Explore" not in labels(booth)
    booth.key(pygame.K_a)
    assert isinstance(booth.scene, PuzzleScene)
    booth.press("Show me")
    booth.key(pygame.K_a)
    assert board_of(booth)


def test_what_was_tried_in_a_puzzle_is_there_again(booth: Pilot) -> None:
    booth.press("Show me")
    for count in (0, 1):
        booth.press("Explore")
        board = board_of(booth)
        moves = board.table.study.tree.children(ROOT)
        free = next(cell for cell, letter in enumerate(board.match.state.board) if letter == ".")
        known = [board.table.study.tree.move(node) for node in moves]
        assert (Place(free, board.match.state.colour) in known) is bool(count)
        click(booth, board.match.state.geometry.names[free])
        booth.key(pygame.K_ESCAPE)


def test_a_game_that_begins_with_an_explored_puzzle_leads_out_of_the_puzzles(booth: Pilot) -> None:
    booth.press("Show me")
    booth.press("Explore")
    board_of(booth)
    booth.key(pygame.K_p)
    booth.press("Two people at this computer")
    assert isinstance(booth.scene, PlayScene)
    assert not any(isinstance(scene, PuzzleScene) for scene, _done in booth.app.scenes.entries)


def test_there_is_no_exploring_while_the_clock_of_a_run_ticks(booth: Pilot) -> None:
    booth.key(pygame.K_ESCAPE)
    booth.key(pygame.K_t)
    booth.frames(30)
    solve(booth)
    assert "Explore" not in labels(booth)


# Mistakes


def test_practise_puts_the_mistakes_of_the_game_into_my_mistakes_and_asks_them(lost: Pilot) -> None:
    database = lost.app.services.database
    lost.press("Practise")
    assert isinstance(lost.scene, PracticeScene)
    assert [mistake.played for mistake in database.mistakes.all(database.players.current())] == [("a3",)]


def test_an_answered_mistake_is_explored_with_the_better_move_and_the_one_of_the_game(lost: Pilot) -> None:
    lost.press("Practise")
    practice = lost.scene
    assert "Explore" not in labels(lost)
    lost.press("Show me")
    lost.press("Explore")
    board = board_of(lost)
    assert board.match.state.board == practice.exercise.match.first_state.board
    assert first_moves(board) == ["h12", "a3"]
    assert list(board.table.study.tree.comments.values()) == ["This move was played in the game."]
    lost.key(pygame.K_ESCAPE)
    assert lost.scene is practice


def test_a_mistake_is_explored_from_the_list_by_keys(lost: Pilot) -> None:
    lost.press("Practise")
    for _ in range(2):
        lost.key(pygame.K_ESCAPE)
    lost.app.push(MistakesScene(lost.app, lost.app.services.database.players.current()))
    lost.frames(3)
    lost.key(pygame.K_a)
    assert first_moves(board_of(lost)) == ["h12", "a3"]
    lost.key(pygame.K_ESCAPE)
    assert isinstance(lost.scene, MistakesScene)
