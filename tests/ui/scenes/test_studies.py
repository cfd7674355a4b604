"""The list of studies by posted events: what it lists, and renaming, duplicating and exporting a study."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game.core.model import Place
from game.core.ruleset import complete_options
from game.library.formats.reading import open_file
from game.library.index.sources import SourceKind
from game.library.study.study import Study
from game.library.study.tree import ROOT
from game.ui.analysis.board.analysis_scene import AnalysisScene
from game.ui.analysis.board.opening import analyse_study
from game.ui.analysis.export.export_scene import ExportScene
from game.ui.library.library_scene import LibraryScene
from game.ui.library.open_study import analyse_found
from game.ui.menu.menu_scene import MenuScene
from game.ui.shell.dialogs import NameScene
from tests.ui.words_seen import draw_anew, heard
from tools.pilot.analysis import nothing
from tools.pilot.hand import click
from tools.pilot.pilot import Pilot


@pytest.fixture
def pilot(home: Path) -> Iterator[Pilot]:
    """Ann at the menu."""
    flying = Pilot()
    flying.app.services.database.players.create("Ann")
    flying.open(MenuScene(flying.app))
    yield flying
    flying.app.close()


def make_study(pilot: Pilot, *cells: str) -> None:
    """Play moves on the analysis board, which saves them as a study, and leave it."""
    ruleset = pilot.app.services.catalogue.rulesets["gomoku"]
    analyse_study(pilot.app, Study(ruleset, complete_options(ruleset.info, {}), "Openings"), nothing)
    pilot.until(lambda: isinstance(pilot.scene, AnalysisScene), "the board")
    pilot.frames(3)
    for cell in cells:
        click(pilot, cell)
    pilot.key(pygame.K_ESCAPE)


def list_studies(pilot: Pilot, count: int) -> LibraryScene:
    pilot.app.services.autosave.flush()
    scene = LibraryScene(pilot.app, kind=SourceKind.STUDY)
    pilot.app.push(scene)
    settle(pilot, count)
    return scene


def settle(pilot: Pilot, count: int) -> None:
    def is_there() -> bool:
        scene = pilot.scene
        return isinstance(scene, LibraryScene) and scene.is_settled and scene.count == count

    pilot.until(is_there, f"{count} studies")
    pilot.frames(2)


def titles(pilot: Pilot) -> list[str]:
    scene = pilot.scene
    assert isinstance(scene, LibraryScene)
    return sorted(found.event for found in scene.list.items)


def test_an_empty_list_says_how_a_study_is_made(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = list_studies(pilot, 0)
    with heard(monkeypatch, pilot.app.stage.size) as found:
        draw_anew(pilot, found)
        words = " ".join(found.asked)
    assert "No studies yet" in words
    assert "listed here" in words
    assert scene.count == 0


def test_a_study_is_renamed(pilot: Pilot) -> None:
    make_study(pilot, "h8", "i9")
    list_studies(pilot, 1)
    pilot.key(pygame.K_F2)
    assert isinstance(pilot.scene, NameScene)
    pilot.frames(2)
    pilot.key(pygame.K_END)
    pilot.type(" of mine")
    pilot.key(pygame.K_RETURN)
    pilot.until(lambda: isinstance(pilot.scene, LibraryScene) and titles(pilot) == ["Openings of mine"], "the name")


def test_a_study_is_duplicated_and_the_copy_is_a_study_of_its_own(pilot: Pilot) -> None:
    make_study(pilot, "h8", "i9")
    list_studies(pilot, 1)
    pilot.press("Duplicate")
    settle(pilot, 2)
    assert titles(pilot) == ["Openings", "Openings (copy)"]
    services = pilot.app.services
    files = sorted(services.library.places.studies.iterdir())
    trees = [open_file(file, services.catalogue.rulesets).studies[0].tree for file in files]
    assert [len(tree) for tree in trees] == [2, 2]


def test_a_study_is_exported(pilot: Pilot) -> None:
    make_study(pilot, "h8", "i9")
    list_studies(pilot, 1)
    pilot.press("Export")
    pilot.until(lambda: isinstance(pilot.scene, ExportScene), "the export")
    pilot.frames(2)
    pilot.key(pygame.K_ESCAPE)
    assert isinstance(pilot.scene, LibraryScene)


def test_a_letter_that_is_typed_in_the_search_does_nothing_to_the_study(pilot: Pilot) -> None:
    make_study(pilot, "h8")
    scene = list_studies(pilot, 1)
    for letter in "abcdefghijklmnopqrstuvwxyz":
        pilot.key(pygame.key.key_code(letter))
        assert pilot.scene is scene, letter


def test_a_study_whose_moves_were_all_taken_back_is_not_listed(pilot: Pilot) -> None:
    ruleset = pilot.app.services.catalogue.rulesets["gomoku"]
    analyse_study(pilot.app, Study(ruleset, complete_options(ruleset.info, {})), nothing)
    pilot.until(lambda: isinstance(pilot.scene, AnalysisScene), "the board")
    pilot.frames(3)
    click(pilot, "h8")
    pilot.key(pygame.K_z, pygame.KMOD_CTRL)
    pilot.key(pygame.K_ESCAPE)
    pilot.app.services.autosave.flush()
    assert len(list(pilot.app.services.library.places.studies.iterdir())) == 1
    list_studies(pilot, 0)


def test_without_a_study_the_buttons_say_why_they_do_nothing(pilot: Pilot) -> None:
    scene = list_studies(pilot, 0)
    buttons = [button for button in scene.controls.buttons if button.label in ("Rename", "Duplicate", "Export")]
    assert [(button.enabled, button.why) for button in buttons] == [(False, "No game is selected.")] * 3


def test_a_study_of_a_finished_game_is_analysed_as_the_game_when_it_is_opened_again(pilot: Pilot) -> None:
    ruleset = pilot.app.services.catalogue.rulesets["gomoku"]
    study = Study(ruleset, complete_options(ruleset.info, {}), "Lost game", ("Ann", "Ben"))
    geometry, node = study.first_state.geometry, ROOT
    for number, name in enumerate(["h8", "a1", "h9", "a2", "h10", "a3", "h11", "a4", "h12"]):
        node = study.tree.append(node, Place(geometry.cell(name), "bw"[number % 2]))
    study.tree.append(ROOT, Place(geometry.cell("c3"), "b"))
    analyse_found(pilot.app, study)
    pilot.until(lambda: isinstance(pilot.scene, AnalysisScene), "the board")
    pilot.frames(3)
    assert pilot.scene.table.step == 9
    assert pilot.scene.analysis.is_reviewing
