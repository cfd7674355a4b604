"""The commands of every scene: no key does two things, and each command has a key or a reason to have none.

A command is what a plain button does, or what ``Scene.commands`` returns; a ``ChoiceButton`` is a row, an answer or a
value. Keys of the whole program, such as F1, belong to the window.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import chain
from typing import Any

import pygame
import pytest

from game.ui.shell.dialogs import NameScene
from game.ui.shell.form import FormScene
from game.ui.shell.list_scene import ListScene
from game.ui.shell.scene import Scene
from game.ui.widgets import keys
from game.ui.widgets.buttons import Button, ChoiceButton
from game.ui.widgets.commands import SceneCommand, command
from tests.ui.test_focus import more_scenes
from tools.pilot.pilot import Pilot
from tools.tours.scene_tour import tour

#: The entries of the table of keys whose keys the window handles in every scene.
_OF_THE_WINDOW = (keys.RULES, keys.FULL_SCREEN, keys.PICTURE, keys.FIND, keys.SET_UP)
#: Where Tab leads to a button without a key of its own, and why that is enough.
_STEPS = "the arrow, Home, End and digit keys do the same; the tooltip names them"
_MENU = "the arrow keys lead to every button of the menu"
_RARE = "rarely used, and the letters are taken or typed"
_LESSON = "Enter at the board goes on; Back and Skip leave the order of the steps"
_SOLUTION = "gives the solution or the exercise up, which a wrong key should not do"
_WITHOUT_KEY: dict[str, tuple[str, frozenset[str]]] = {
    "AnalysisScene": (
        _STEPS,
        frozenset(
            {"Home: go to the first move", "End: go to the last move", "←: go one move back", "→: go one move forward"}
            | {"1 to 5: number of best moves shown"}
        ),
    ),
    "PlayScene": (
        "Enter at the board plays the stones; the menu has the settings; the others are rarely there",
        frozenset({"Play stones", "Settings", "No", "Play Brock while waiting"}),
    ),
    "ResultsScene": (_RARE, frozenset({"Rematch", "End the series"})),
    "MenuScene": (_MENU, frozenset({"Ann", "Continue", "Learn", "Quit", "Saved games", "Settings"})),
    "LessonScene": (_LESSON, frozenset({"Back", "Choose", "Skip"})),
    "PracticeScene": (_SOLUTION, frozenset({"Remove mistake", "Show me", "Skip"})),
    "PuzzleScene": (_SOLUTION, frozenset({"Show me", "Skip"})),
    "ClubLobbyScene": (
        _RARE,
        frozenset({"End tournament", "Enter a result", "Invitation", "Join", "Next round", "Watch"}),
    ),
    "ClubTournamentsScene": (_RARE, frozenset({"Create", "Join with a code"})),
    "TablesScene": (_RARE, frozenset({"Club tournament", "Create a game", "Join with a code"})),
    "EnginesScene": (_RARE, frozenset({"Add an engine", "Choose…", "Console", "Remove", "Test"})),
    "ExportScene": (_RARE, frozenset({"Save as…"})),
    "FileScene": (_RARE, frozenset({"Saved games"})),
    "FriendScene": (_RARE, frozenset({"New player"})),
    "LadderScene": (_RARE, frozenset({"Ribbon: Caro crown"})),
    "MatchSetupScene": (_RARE, frozenset({"Ladder"})),
    "OpeningTrainingScene": (_RARE, frozenset({"Choose a side"})),
    "ReportScene": (_RARE, frozenset({"Open the folder"})),
    "SettingsScene": (_RARE, frozenset({"Your own engines"})),
    "MoreGamesScene": (_RARE, frozenset({"Make a game in the workshop", "Open in the workshop"})),
    "WorkshopScene": (_RARE, frozenset({"More…"})),
    "GameReportScene": (
        _RARE,
        frozenset(
            {"Add a pie rule", "Begin with swap2", "Light engine", "Solid engine", "Take the change back"}
            | {"Two stones a turn, one at first"}
        ),
    ),
    "StatisticsScene": (_RARE, frozenset({"Analyse all my games", "Show me"})),
    "LibraryScene": (_RARE, frozenset({"Duplicate", "Stop"})),
}


def name_of(button: Button) -> str:
    return button.tip or button.label


def usable(scene: Scene[Any]) -> list[Button]:
    return [button for button in scene.controls.buttons if button.enabled]


def commands_of(scene: Scene[Any]) -> list[SceneCommand]:
    """Those of the list and those of the buttons; a button of a command in the list shares it."""
    of_buttons = [button.command for button in usable(scene) if button.command is not None]
    return list({id(each): each for each in (*scene.commands(), *of_buttons)}.values())


def keys_with_two_meanings(scene: Scene[Any]) -> list[str]:
    """A key of two commands, of a command and a choice, of the window, or of a letter while a text is typed."""
    meanings: dict[tuple[int, bool], list[str]] = defaultdict(list)
    for each in commands_of(scene):
        if each.use is not None and each.use not in _OF_THE_WINDOW:
            for key in each.use.keys:
                meanings[key, False].append(each.use.words)
            for key in each.use.with_ctrl:
                meanings[key, True].append(each.use.words)
    for button in usable(scene):
        if button.command is None or button.command.use is None:
            for key in button.keys:
                meanings[key, False].append(name_of(button))
    for use in _OF_THE_WINDOW:
        meanings[use.key, False].append(use.words)
    if isinstance(scene, FormScene) and any(field.is_typed_in for field in scene.form.fields):
        for key, has_ctrl in list(meanings):
            if not has_ctrl and 32 <= key < 127:
                meanings[key, False].append("typing")
    return [
        f"{'Ctrl and ' if has_ctrl else ''}{pygame.key.name(key)}: {', '.join(sorted(found))}"
        for (key, has_ctrl), found in meanings.items()
        if len(found) > 1
    ]


def has_enter(scene: Scene[Any], button: Button) -> bool:
    """Whether Enter presses the button: it has the focus, or it is the main one of a list or of a line of text."""
    is_main = isinstance(scene, ListScene) and button is scene.controls.buttons[-1]
    return button is scene.controls.current or is_main or (isinstance(scene, NameScene) and button.label == "OK")


def without_key(scene: Scene[Any]) -> list[str]:
    """The commands that only Tab leads to."""
    return [
        name_of(button)
        for button in usable(scene)
        if button.command is not None and button.command.use is None and not has_enter(scene, button)
    ]


def without_command(scene: Scene[Any]) -> list[str]:
    """The buttons with a key that are neither made from a command nor a choice."""
    return [
        name_of(button)
        for button in usable(scene)
        if not isinstance(button, ChoiceButton) and button.keys and (button.command is None or button.use is None)
    ]


@pytest.fixture
def pilot() -> Iterator[Pilot]:
    flying = Pilot()
    yield flying
    flying.app.close()


@pytest.mark.slow
def test_in_every_scene_a_key_does_one_thing_and_a_command_has_a_key_or_a_reason_to_have_none(pilot: Pilot) -> None:
    clashes, bare, loose = set[str](), set[tuple[str, str]](), set[str]()
    for _stop in chain(tour(pilot), more_scenes(pilot)):
        scene = pilot.scene
        name = type(scene).__name__
        clashes |= {f"{name}, {each}" for each in keys_with_two_meanings(scene)}
        loose |= {f"{name}, {each}" for each in without_command(scene)}
        bare |= {(name, each) for each in without_key(scene)}
    assert (clashes, loose) == (set(), set())
    assert {each for each in bare if each[1] not in _WITHOUT_KEY.get(each[0], ("", frozenset()))[1]} == set()


class _Made(Scene[None]):
    """A made-up scene with buttons and commands as a test gives them."""

    def __init__(self, pilot: Pilot, *buttons: Button, more: tuple[SceneCommand, ...] = ()) -> None:
        super().__init__(pilot.app)
        self.controls.set(buttons)
        self._more = more

    def commands(self) -> list[SceneCommand]:
        return [*super().commands(), *self._more]


def made(label: str, **more: Any) -> Button:
    return Button(pygame.Rect(0, 0, 10, 10), label, lambda: None, **more)


def test_a_key_of_two_commands_is_found(pilot: Pilot) -> None:
    two = _Made(pilot, made("Delete", use=keys.DELETE), more=(command(keys.CUT, lambda: None),))
    assert keys_with_two_meanings(two) == ["delete: Delete, Delete from this move on"]
    of_window = _Made(pilot, made("Rules", keys=(keys.RULES.key,)))
    assert keys_with_two_meanings(of_window) == ["f1: Rules, Rules and keys"]
    assert keys_with_two_meanings(_Made(pilot, made("Copy", use=keys.COPY), made("Comment", use=keys.COMMENT))) == []


def test_a_command_without_a_key_and_a_button_without_a_command_are_found(pilot: Pilot) -> None:
    choice = ChoiceButton(pygame.Rect(0, 0, 10, 10), "Fox", lambda: None)
    scene = _Made(pilot, made("Delete", use=keys.DELETE), made("Skip"), made("Hint", keys=(keys.HINT.key,)), choice)
    assert without_key(scene) == ["Skip", "Hint"]
    assert without_command(scene) == ["Hint"]
