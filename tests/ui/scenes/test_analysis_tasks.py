"""One list of tasks on the analysis board, done by the mouse alone, by keys alone and by a gamepad alone."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game.library.study.tree import ROOT
from game.ui.analysis.board.analysis_scene import AnalysisScene
from game.ui.analysis.board.move_tree import MoveTree
from game.ui.shell.command_menu import CommandMenuScene
from game.ui.widgets import keys
from game.ui.widgets.keys import KeyUse
from tools.pilot.hand import click
from tools.pilot.hands import PadHand, move_cursor
from tools.pilot.pilot import Peer, Pilot


class MouseTasks:
    """Clicks buttons, cells and moves of the list; what has no button is in the menu."""

    def __init__(self, pilot: Pilot) -> None:
        self._pilot = pilot

    def step(self, way: int) -> None:
        self._click("step_back" if way < 0 else "step_on")

    def go_to_end(self, way: int) -> None:
        self._click("to_start" if way < 0 else "to_end")

    def _click(self, icon: str) -> None:
        button = next(each for each in self._pilot.scene.controls.buttons if each.icon == icon)
        self._pilot.click(button.rect.center)
        self._pilot.frames(2)

    def place(self, name: str) -> None:
        click(self._pilot, name)

    def go_to_variation(self) -> None:
        """Clicks the move of the list that stands in place of the current one."""
        scene = self._pilot.scene
        other = next(node for node in scene.table.others() if node != scene.table.node)
        self._pilot.click(_place_in_list(scene.picture.moves, self._pilot, other))
        self._pilot.frames(2)

    def do(self, use: KeyUse) -> None:
        buttons = [each for each in self._pilot.scene.controls.buttons if each.tip.endswith(use.words)]
        if not buttons:
            self._click("menu")
            buttons = [each for each in self._pilot.scene.controls.buttons if each.label.endswith(use.words)]
        self._pilot.click(buttons[0].rect.center)
        self._pilot.frames(2)


def _place_in_list(moves: MoveTree, pilot: Pilot, node: int) -> tuple[int, int]:
    """A point of the screen on a move of the list."""
    rect = pilot.app.stage.rect(800, 290, 456, 196)
    points = ((x, y) for y in range(rect.top, rect.bottom, 4) for x in range(rect.left, rect.right, 8))
    return next(point for point in points if moves.node_at(pilot.app.stage, point) == node)


class KeyTasks:
    """Presses the keys of the table of shortcuts."""

    def __init__(self, pilot: Pilot) -> None:
        self._pilot = pilot

    def step(self, way: int) -> None:
        self._pilot.key(pygame.K_LEFT if way < 0 else pygame.K_RIGHT)

    def go_to_end(self, way: int) -> None:
        self._pilot.key(pygame.K_HOME if way < 0 else pygame.K_END)

    def place(self, name: str) -> None:
        self._pilot.key(pygame.K_RETURN)
        cell = self._pilot.scene.match.state.geometry.cell(name)
        cells, board = self._pilot.scene.match.state.geometry.cells, self._pilot.scene.board
        across, down = (cells[cell][axis] - cells[board.cursor][axis] for axis in (0, 1))
        for steps, less, more in ((across, pygame.K_LEFT, pygame.K_RIGHT), (down, pygame.K_UP, pygame.K_DOWN)):
            for _ in range(abs(steps)):
                self._pilot.key(more if steps > 0 else less)
        self._pilot.key(pygame.K_RETURN)
        self._pilot.key(pygame.K_ESCAPE)

    def go_to_variation(self) -> None:
        self._pilot.key(pygame.K_DOWN)

    def do(self, use: KeyUse) -> None:
        if use.keys:
            self._pilot.key(use.keys[0])
        else:
            self._pilot.key(use.with_ctrl[0], pygame.KMOD_CTRL)
        self._pilot.frames(2)


class PadTasks:
    """Presses the buttons of a gamepad; walks to the buttons of the window for what the pad has no button for."""

    def __init__(self, pilot: Pilot) -> None:
        self._pilot, self._pad = pilot, PadHand(pilot)

    def step(self, way: int) -> None:
        self._pad.press("left" if way < 0 else "right")

    def go_to_end(self, way: int) -> None:
        self._walk_to(lambda button: button.icon == ("to_start" if way < 0 else "to_end"))

    def place(self, name: str) -> None:
        self._pad.press("act")
        move_cursor(self._pilot, self._pad, self._pilot.scene.match.state.geometry.cell(name))
        self._pad.press("act")
        self._pad.press("back")

    def go_to_variation(self) -> None:
        self._pad.press("down")

    def do(self, use: KeyUse) -> None:
        if use.pad == "Y":
            self._pad.press("undo")
            return
        if not any(button.tip.endswith(use.words) for button in self._pilot.scene.controls.buttons):
            self._walk_to(lambda button: button.icon == "menu")
            self._walk_to(lambda button: button.label.endswith(use.words))
            return
        self._walk_to(lambda button: button.tip.endswith(use.words))

    def _walk_to(self, is_wanted: Callable[..., bool]) -> None:
        """Walks through the buttons until the wanted one has the focus, presses it, and leaves the buttons."""
        scene = self._pilot.scene
        for _ in range(len(scene.controls.buttons) + 2):
            if scene.controls.focused is not None and is_wanted(scene.controls.focused):
                self._pad.press("act")
                if (
                    self._pilot.scene is scene
                    and scene.controls.focused is not None
                    and isinstance(scene, AnalysisScene)
                ):
                    self._pad.press("back")
                return
            self._pad.press("on")
        raise AssertionError("the button is never reached")


Tasks = MouseTasks | KeyTasks | PadTasks


@pytest.fixture(params=[MouseTasks, KeyTasks, PadTasks])
def tasks(request: pytest.FixtureRequest, seat: Peer) -> Tasks:
    """A row of five that Ann won, on the analysis board at its end."""
    pilot = seat("h8 a1 h9 a2 h10 a3 h11 a4 h12", "gomoku")
    pilot.press("Results")
    pilot.key(pygame.K_a)
    pilot.frames(3)
    assert isinstance(pilot.scene, AnalysisScene)
    made: Tasks = request.param(pilot)
    return made


def board(tasks: Tasks) -> AnalysisScene:
    scene = tasks._pilot.scene
    assert isinstance(scene, AnalysisScene)
    return scene


def test_the_tasks_of_one_who_looks_for_a_better_move(tasks: Tasks) -> None:
    """Steps, tries another move, changes to it and back, deletes it, undoes that, and returns to the game."""
    scene = board(tasks)
    tasks.go_to_end(-1)
    assert scene.table.step == 0
    tasks.go_to_end(1)
    assert scene.table.step == 9
    tasks.step(-1)
    assert scene.table.step == 8
    tasks.place("c3")
    tried = scene.table.node
    assert (scene.table.step, scene.table.is_home) == (9, False)
    tasks.go_to_variation()
    assert scene.table.is_home
    tasks.go_to_variation()
    assert scene.table.node == tried
    tasks.do(keys.CUT)
    assert (scene.table.step, len(scene.table.study.tree)) == (8, 9)
    tasks.do(keys.UNDO_EDIT)
    assert len(scene.table.study.tree) == 10
    tasks.do(keys.TO_GAME)
    assert (scene.table.step, scene.table.is_home) == (8, True)


def test_the_tasks_of_one_who_asks_the_engine(tasks: Tasks) -> None:
    """Switches the engine off and on, asks for more lines, and opens the menu."""
    scene = board(tasks)
    tasks.do(keys.ENGINE)
    assert not scene.analysis.analyst.is_on
    tasks.do(keys.ENGINE)
    assert scene.analysis.analyst.is_on
    tasks.do(keys.MORE)
    assert isinstance(tasks._pilot.scene, CommandMenuScene)


def test_the_tasks_of_one_who_sets_a_position_up(tasks: Tasks) -> None:
    """Goes to the first position, and opens the set-up mode there."""
    tasks.go_to_end(-1)
    assert board(tasks).table.node == ROOT
    tasks.do(keys.SET_UP)
    assert not tasks._pilot.scene.draft.stones
