"""Variations, comments and marks on the analysis board: added, changed, deleted, undone, and saved at once."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.core.model import Place
from game.library.formats.reading import open_file
from game.library.study.tree import Sign
from game.storage import folders
from game.ui.analysis.board.analysis_scene import AnalysisScene
from game.ui.shell.dialogs import NameScene, QuestionScene
from tools.pilot.hand import at, click
from tools.pilot.pilot import Peer, Pilot


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


def names(scene: AnalysisScene, node: int) -> list[str]:
    """The names of the cells of the moves that lead to a node."""
    tree, cells = scene.table.study.tree, scene.match.state.geometry.names
    return [cells[move.cell] for move in tree.moves_to(node) if isinstance(move, Place)]


# Variations


def test_a_click_adds_a_variation_and_a_key_leads_back_to_the_game(pilot: Pilot) -> None:
    scene = board_of(pilot)
    for _ in range(4):
        pilot.key(pygame.K_LEFT)
    click(pilot, "c3")
    assert scene.table.step == 6
    assert not scene.table.is_home
    assert len(scene.table.study.tree) == 10
    pilot.key(pygame.K_BACKSPACE)
    assert (scene.table.step, scene.table.is_home) == (5, True)


def test_a_click_on_the_games_next_move_is_a_step(pilot: Pilot) -> None:
    scene = board_of(pilot)
    pilot.key(pygame.K_HOME)
    click(pilot, "h8")
    assert scene.table.step == 1
    assert scene.table.is_home
    assert len(scene.table.study.tree) == 9


def test_up_and_down_change_the_variation(pilot: Pilot) -> None:
    scene = board_of(pilot)
    pilot.key(pygame.K_LEFT)
    click(pilot, "c3")
    variation = scene.table.node
    pilot.key(pygame.K_DOWN)
    assert scene.table.is_home
    pilot.key(pygame.K_UP)
    assert scene.table.node == variation
    pilot.key(pygame.K_UP)
    assert names(scene, scene.table.node)[-1] == "h12"


def test_a_step_back_and_forward_stays_in_the_variation(pilot: Pilot) -> None:
    scene = board_of(pilot)
    pilot.key(pygame.K_LEFT)
    click(pilot, "c3")
    variation = scene.table.node
    for key in (pygame.K_LEFT, pygame.K_LEFT, pygame.K_END):
        pilot.key(key)
    assert scene.table.node == variation


def test_an_illegal_move_is_refused_in_a_sentence_and_adds_nothing(pilot: Pilot) -> None:
    scene = board_of(pilot)
    pilot.key(pygame.K_LEFT)
    click(pilot, "h8")
    assert scene._message
    assert len(scene.table.study.tree) == 9


def test_the_last_move_is_deleted_at_once_and_several_after_a_question(pilot: Pilot) -> None:
    scene = board_of(pilot)
    pilot.key(pygame.K_LEFT)
    click(pilot, "c3")
    pilot.key(pygame.K_DELETE)
    assert (scene.table.step, len(scene.table.study.tree)) == (8, 9)
    pilot.key(pygame.K_HOME)
    pilot.key(pygame.K_RIGHT)
    pilot.key(pygame.K_DELETE)
    assert isinstance(pilot.scene, QuestionScene)
    assert "9 moves" in pilot.scene._text
    pilot.press("Cancel")
    assert len(scene.table.study.tree) == 9
    pilot.key(pygame.K_DELETE)
    pilot.press("Delete")
    assert (scene.table.step, len(scene.table.study.tree)) == (0, 0)


@pytest.mark.parametrize(("key", "mod"), [(pygame.K_u, 0), (pygame.K_z, pygame.KMOD_CTRL)])
def test_what_was_deleted_comes_back_and_edits_are_undone_one_by_one(pilot: Pilot, key: int, mod: int) -> None:
    scene = board_of(pilot)
    tree = scene.table.study.tree
    pilot.key(pygame.K_LEFT)
    before = scene.table.node
    click(pilot, "c3")
    scene._study.mark(5)
    pilot.key(pygame.K_DELETE)
    assert len(tree) == 9
    pilot.key(key, mod)
    restored = tree.children(before)[-1]
    assert names(scene, restored)[-1] == "c3"
    assert [mark.cell for mark in tree.marks[restored]] == [5]
    assert scene.table.node in (before, restored), "the board shows where the edit was"
    pilot.key(key, mod)
    assert not tree.marks
    pilot.key(key, mod)
    assert (scene.table.node, len(tree)) == (before, 9)
    assert not scene.table.editor.can_undo
    pilot.key(key, mod)
    assert len(tree) == 9


def test_a_comment_and_a_mark_belong_to_the_position(pilot: Pilot) -> None:
    scene = board_of(pilot)
    pilot.key(pygame.K_c)
    assert isinstance(pilot.scene, NameScene)
    pilot.frames(3)
    pilot.type("Quiet")
    pilot.key(pygame.K_RETURN)
    scene.board.hover(scene.match.state.geometry.cell("c3"))
    pilot.key(pygame.K_k)
    tree = scene.table.study.tree
    assert tree.comments[scene.table.node] == "Quiet"
    assert [mark.sign for mark in tree.marks[scene.table.node]] == [Sign.CROSS]
    assert scene.board.cell_marks
    pilot.key(pygame.K_LEFT)
    assert not scene.board.cell_marks


def test_a_right_click_changes_the_mark_on_a_cell(pilot: Pilot) -> None:
    scene = board_of(pilot)
    signs = []
    for _ in range(5):
        spot = tuple(round(value) for value in at(pilot, "c3"))
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=spot, button=3, touch=False))
        pilot.frames(2)
        signs.append([mark.sign for mark in scene.table.study.tree.marks.get(scene.table.node, ())])
    assert signs == [[Sign.CROSS], [Sign.CIRCLE], [Sign.SQUARE], [Sign.TRIANGLE], []]


def test_a_mark_needs_a_cell_under_the_pointer(pilot: Pilot) -> None:
    scene = board_of(pilot)
    scene.board.hover(None)
    pilot.key(pygame.K_k)
    assert scene._message == "Point at a cell first."


# Saved at once


def saved_study(pilot: Pilot) -> Path:
    """The only file of a study; every edit is in it."""
    pilot.app.services.autosave.wait()
    (path,) = folders.studies_folder().iterdir()
    return path


def test_variations_are_saved_at_once_and_are_there_when_the_game_is_opened_again(pilot: Pilot) -> None:
    scene = board_of(pilot)
    pilot.key(pygame.K_LEFT)
    click(pilot, "c3")
    scene.table.editor.comment(scene.table.node, "Better?")
    study = open_file(saved_study(pilot), pilot.app.services.catalogue.rulesets).studies[0]
    assert len(study.tree) == 10
    pilot.key(pygame.K_ESCAPE)
    pilot.key(pygame.K_a)
    pilot.frames(3)
    again = board_of(pilot)
    assert again is not scene
    tree = again.table.study.tree
    assert len(tree) == 10
    assert list(tree.comments.values()) == ["Better?"]
    assert names(again, again.table.node)[-1] == "h12", "it opens at the end of the game"


def test_a_game_that_is_only_looked_at_leaves_no_file(pilot: Pilot) -> None:
    for key in (pygame.K_LEFT, pygame.K_HOME, pygame.K_ESCAPE):
        pilot.key(key)
    pilot.app.services.autosave.wait()
    folder = folders.studies_folder()
    assert not folder.exists() or not list(folder.iterdir())


def test_a_name_makes_a_study_of_a_game_without_other_edits(pilot: Pilot) -> None:
    pilot.key(pygame.K_s)
    assert isinstance(pilot.scene, NameScene)
    pilot.frames(2)
    pilot.key(pygame.K_RETURN)
    assert "Saved as" in board_of(pilot)._message
    study = open_file(saved_study(pilot), pilot.app.services.catalogue.rulesets).studies[0]
    assert len(study.tree) == 9


def test_a_damaged_file_of_variations_stays_as_it_is_and_new_ones_go_to_another(pilot: Pilot) -> None:
    pilot.key(pygame.K_LEFT)
    click(pilot, "c3")
    path = saved_study(pilot)
    path.write_bytes(b"milk\n" + path.read_bytes()[5:])
    damaged = path.read_bytes()
    pilot.key(pygame.K_ESCAPE)
    pilot.key(pygame.K_a)
    pilot.frames(3)
    scene = board_of(pilot)
    assert len(scene.table.study.tree) == 9
    pilot.key(pygame.K_HOME)
    click(pilot, "d4")
    pilot.app.services.autosave.wait()
    assert path.read_bytes() == damaged
    (other,) = (each for each in folders.studies_folder().iterdir() if each != path)
    assert len(open_file(other, pilot.app.services.catalogue.rulesets).studies[0].tree) == 10
