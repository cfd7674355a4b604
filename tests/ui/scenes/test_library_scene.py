"""The lantern room, the library, and files that are opened or dropped: by events, as a player does it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest

from game.core.record.writer import write_tournament
from game.library.formats.reading import open_file
from game.library.index import index_writing as writing
from game.library.index.index_file import open_index
from game.library.index.indexed_game import OpeningNames, indexed
from game.library.index.search import PAGE
from game.library.study.study import study_of_game
from game.library.study.tree import ROOT
from game.ui.analysis.board.analysis_scene import AnalysisScene
from game.ui.analysis.editor.editor_scene import EditorScene
from game.ui.analysis.mistakes.mistakes_scene import MistakesScene
from game.ui.library.collection_scene import CollectionScene
from game.ui.library.file_scene import FileScene
from game.ui.library.library_scene import LibraryScene
from game.ui.library.open_study import show_study
from game.ui.menu.menu_scene import MenuScene
from game.ui.play.play_scene import PlayScene
from game.ui.progress.statistics.statistics_scene import StatisticsScene
from game.ui.shell.dialogs import DialogAnswer, NameScene, QuestionScene, ask
from game.ui.shell.work_scene import WorkScene
from game.ui.training.openings.opening_training_scene import OpeningTrainingScene
from tools.pilot.analysis import analyse
from tools.pilot.hand import click
from tools.pilot.libraries import SHORT, save, tournament
from tools.pilot.pilot import Pilot

SGF = "(;FF[4]GM[4]SZ[15]PB[Mira]PW[Vale]DT[2004-03-09]RE[B+1];B[hh];W[ih];B[jh];W[aa];B[hi];W[ab];B[hj])"


@pytest.fixture
def pilot(home: Path) -> Iterator[Pilot]:
    flying = Pilot()
    flying.app.services.database.players.create("Ann")
    flying.open(MenuScene(flying.app))
    flying.frames(30)
    yield flying
    flying.app.close()


def settle(pilot: Pilot) -> LibraryScene:
    pilot.until(lambda: isinstance(pilot.scene, LibraryScene) and pilot.scene.is_settled, "the library")
    pilot.frames(2)
    return pilot.scene


def in_library(pilot: Pilot, home: Path, *names: str) -> LibraryScene:
    for name in names:
        save(home, name, tournament(SHORT, names=("Anna", name)))
    pilot.app.push(LibraryScene(pilot.app))
    return settle(pilot)


def dropped(pilot: Pilot, path: Path, text: str = SGF) -> None:
    path.write_text(text, encoding="utf-8")
    pilot.drop(path)
    pilot.until(lambda: not isinstance(pilot.scene, WorkScene), "the file")


def test_up_and_enter_lead_from_the_stalls_to_the_lantern_room_and_escape_back(pilot: Pilot) -> None:
    pilot.key(pygame.K_UP)
    pilot.key(pygame.K_RETURN)
    assert isinstance(pilot.scene, CollectionScene)
    pilot.key(pygame.K_ESCAPE)
    assert isinstance(pilot.scene, MenuScene)
    pilot.click(pilot.scene._lanterns[-1].rect.center)
    assert isinstance(pilot.scene, CollectionScene)


def test_the_doors_of_the_lantern_room_open_by_keys_and_by_the_pointer(pilot: Pilot) -> None:
    pilot.app.push(CollectionScene(pilot.app))
    room = pilot.scene
    kinds = (
        LibraryScene,
        LibraryScene,
        FileScene,
        MistakesScene,
        EditorScene,
        OpeningTrainingScene,
        StatisticsScene,
    )
    for number, kind in enumerate(kinds):
        room.controls.focus(room.controls.buttons[number], show=True)
        pilot.key(pygame.K_RETURN)
        assert isinstance(pilot.scene, kind)
        pilot.key(pygame.K_ESCAPE)
        assert pilot.scene is room
        assert room.controls.focused is room.controls.buttons[number]
        pilot.click(room.controls.buttons[number].rect.center)
        assert isinstance(pilot.scene, kind)
        pilot.key(pygame.K_ESCAPE)


def test_what_is_typed_finds_games_and_enter_opens_the_one_that_is_selected(pilot: Pilot, home: Path) -> None:
    scene = in_library(pilot, home, "Ben", "Otto", "Vale")
    assert scene.count == 3
    pilot.type("anna ot")
    settle(pilot)
    assert [game.players[1] for game in scene.list.items] == ["Otto"]
    assert scene._entry.words == "anna ot", "no letter is lost while the list changes"
    pilot.key(pygame.K_RETURN)
    assert isinstance(pilot.scene, AnalysisScene)
    assert len(pilot.scene.table.line) == 11
    pilot.key(pygame.K_ESCAPE)
    assert settle(pilot)._entry.words == "anna ot"


def test_a_letter_of_the_frame_in_which_the_list_is_made_anew_is_not_lost(
    pilot: Pilot, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = in_library(pilot, home, "Ben", "Otto", "Vale")
    answer, held = scene._library.desk.answer, []

    def hold_back() -> None:
        found = answer()
        if found is not None:
            held.append(found)

    monkeypatch.setattr(scene._library.desk, "answer", hold_back)
    pilot.type("anna o")
    pilot.until(lambda: bool(held) and held[-1].asked == scene.asked, "the answer that is held back")
    monkeypatch.setattr(scene._library.desk, "answer", lambda: held.pop() if held else answer())
    pilot.type("t")
    settle(pilot)
    assert scene._entry.words == "anna ot"


def test_up_and_down_choose_in_the_list_while_words_are_typed(pilot: Pilot, home: Path) -> None:
    scene = in_library(pilot, home, "Ben", "Otto", "Vale")
    first = scene.selected
    pilot.key(pygame.K_DOWN)
    assert scene.selected not in (first, None)
    pilot.type("b")
    assert settle(pilot).selected.players[1] == "Ben"


def test_filters_go_on_from_value_to_value_and_together(pilot: Pilot, home: Path, said: Callable[[], str]) -> None:
    scene = in_library(pilot, home, "Ben")
    save(home, "Open", tournament("h8 h9"))
    pilot.app.services.library.update()
    pilot.until(lambda: scene.is_settled and scene.count == 2, "the second game")
    pilot.press("All results")
    assert settle(pilot).count == 1
    pilot.press("1 – 0")
    assert settle(pilot).count == 0
    pilot.press("½ – ½")
    pilot.press("0 – 1")
    pilot.press("All games")
    assert settle(pilot).count == 2
    pilot.press("Gomoku")
    assert settle(pilot).count == 0
    assert "No matches" in said()


def test_the_games_with_the_position_of_a_replay_are_found_and_open_where_it_stands(pilot: Pilot, home: Path) -> None:
    save(home, "Turned", tournament("h8 h7 h6 a1 b2 c3"))
    save(home, "Other", tournament("h8 i9 j10"))
    made = tournament(SHORT)
    analyse(pilot, made, index=0, step=3)
    pilot.key(pygame.K_F3)
    scene = settle(pilot)
    assert [game.source for game in scene.list.items] == ["Turned.txt"]
    pilot.key(pygame.K_RETURN)
    assert isinstance(pilot.scene, AnalysisScene)
    assert (pilot.scene.table.step, len(pilot.scene.table.line)) == (3, 6)
    pilot.key(pygame.K_ESCAPE)
    pilot.press("This position")
    assert settle(pilot).count == 2


def test_f3_does_nothing_where_no_position_is_shown(pilot: Pilot) -> None:
    pilot.key(pygame.K_F3)
    assert isinstance(pilot.scene, MenuScene)


def test_a_long_list_comes_page_by_page_by_keys_and_by_buttons(pilot: Pilot, home: Path) -> None:
    places = pilot.app.services.library.places
    game = indexed(study_of_game(tournament(SHORT), 0), OpeningNames())
    connection = open_index(places.index)
    with writing.together(connection):
        number, _next = writing.begin_source(connection, "file", "many.sgf", "")
        writing.add_games(connection, number, dict.fromkeys(range(2 * PAGE + 10), game))
        writing.finish_source(connection, number, "")
    connection.close()
    places.files.mkdir(parents=True)
    stamped = places.files / "many.sgf"
    stamped.write_text("x", encoding="utf-8")
    stat = stamped.stat()
    connection = open_index(places.index)
    connection.execute("UPDATE sources SET stamp = ?", (f"{stat.st_mtime_ns} {stat.st_size}",))
    connection.close()
    pilot.app.push(LibraryScene(pilot.app))
    scene = settle(pilot)
    assert (scene.count, len(scene.list.items)) == (2 * PAGE + 10, PAGE)
    for _page in range(PAGE):
        pilot.key(pygame.K_PAGEDOWN)
        if scene.list.row == PAGE - 1:
            break
    pilot.key(pygame.K_DOWN)
    settle(pilot)
    assert (scene.asked.offset, scene.list.row) == (PAGE, 0)
    arrows = [button for button in scene.controls.buttons if button.icon == "arrow_right"]
    pilot.click(arrows[0].rect.center)
    settle(pilot)
    assert len(scene.list.items) == 10
    assert not next(button for button in scene.controls.buttons if button.icon == "arrow_right").enabled


def test_a_dropped_game_of_another_program_is_shown_and_can_go_into_the_library(pilot: Pilot, tmp_path: Path) -> None:
    path = tmp_path / "found.sgf"
    dropped(pilot, path)
    assert isinstance(pilot.scene, QuestionScene)
    pilot.press("Open")
    assert isinstance(pilot.scene, AnalysisScene)
    assert len(pilot.scene.table.line) == 7
    pilot.key(pygame.K_ESCAPE)
    dropped(pilot, path)
    pilot.press("Add to the library")
    pilot.app.push(LibraryScene(pilot.app))
    pilot.until(lambda: pilot.scene.is_settled and pilot.scene.count == 1, "the game")
    pilot.type("mira 2004")
    assert settle(pilot).selected.players == ("Mira", "Vale")
    assert path.read_text(encoding="utf-8") == SGF


def test_a_file_of_many_games_is_asked_about_and_they_go_into_the_library_and_out_of_it(
    pilot: Pilot, tmp_path: Path, said: Callable[[], str]
) -> None:
    dropped(pilot, tmp_path / "many.sgf", SGF * 12)
    assert "The file contains 12 games. Add them to the library?" in said()
    pilot.press("Add to the library")
    pilot.app.push(LibraryScene(pilot.app))
    pilot.until(lambda: pilot.scene.is_settled and pilot.scene.count == 12, "the games")
    pilot.press("Remove")
    pilot.press("Remove")
    pilot.until(lambda: pilot.scene.count == 0, "the games are gone")
    assert (tmp_path / "many.sgf").exists()


def test_a_dropped_tournament_can_be_watched_or_played_on_as_a_save_of_its_own(pilot: Pilot, tmp_path: Path) -> None:
    made = tournament("h8 h9")
    path = tmp_path / "Sent by a friend.txt"
    dropped(pilot, path, write_tournament(made))
    pilot.press("Open")
    assert isinstance(pilot.scene, AnalysisScene)
    pilot.key(pygame.K_ESCAPE)
    kept = path.read_bytes()
    pilot.drop(path)
    pilot.until(lambda: isinstance(pilot.scene, QuestionScene), "the question")
    pilot.press("Play on")
    pilot.until(lambda: isinstance(pilot.scene, PlayScene), "the table")
    assert len(pilot.scene.match.plies) == 2
    assert path.read_bytes() == kept
    assert list(pilot.app.services.saves.path.glob("*.txt"))


@pytest.mark.parametrize("text", ["milk and bread", "", "(;GM[4]SZ[15];B[hh"])
def test_a_dropped_file_that_is_none_ends_in_one_sentence(pilot: Pilot, tmp_path: Path, text: str) -> None:
    dropped(pilot, tmp_path / "shopping.sgf", text)
    assert isinstance(pilot.scene, QuestionScene)
    pilot.key(pygame.K_ESCAPE)
    assert isinstance(pilot.scene, MenuScene)


def test_a_file_that_is_dropped_on_a_table_is_not_opened_and_it_is_said_where_to(
    pilot: Pilot, tmp_path: Path, home: Path
) -> None:
    save(home, "Running", tournament("h8"))
    ask(pilot.app, "Sure?", "", DialogAnswer("Yes"))
    question = pilot.scene
    (tmp_path / "found.sgf").write_text(SGF, encoding="utf-8")
    pilot.drop(tmp_path / "found.sgf")
    assert pilot.scene is question
    assert "Files can be dropped on the menu" in pilot.app._toast.words


def test_a_file_is_opened_by_keys_from_folder_to_folder_and_stands_among_those_opened_lately(
    pilot: Pilot, tmp_path: Path
) -> None:
    inner = tmp_path / "games" / "old"
    inner.mkdir(parents=True)
    (inner / "found.sgf").write_text(SGF, encoding="utf-8")
    pilot.app.services.database.settings.set("library folder", str(tmp_path / "games"))
    pilot.app.push(FileScene(pilot.app))
    scene = pilot.scene
    pilot.frames(2)
    pilot.key(pygame.K_DOWN)
    assert scene.selected.path == inner
    pilot.key(pygame.K_RETURN)
    assert scene.folder == inner
    pilot.key(pygame.K_DOWN)
    pilot.key(pygame.K_RETURN)
    pilot.until(lambda: isinstance(pilot.scene, QuestionScene), "the question")
    pilot.key(pygame.K_ESCAPE)
    assert pilot.scene is scene
    pilot.key(pygame.K_ESCAPE)
    pilot.app.push(FileScene(pilot.app))
    assert pilot.scene.list.items[0].is_recent
    assert pilot.scene.list.items[0].path == inner / "found.sgf"
    pilot.key(pygame.K_BACKSPACE)
    assert pilot.scene.folder == tmp_path / "games"


def test_a_path_can_be_typed_and_one_that_is_not_there_is_told(
    pilot: Pilot, tmp_path: Path, said: Callable[[], str]
) -> None:
    (tmp_path / "found.sgf").write_text(SGF, encoding="utf-8")
    pilot.app.push(FileScene(pilot.app))
    scene = pilot.scene
    pilot.frames(2)
    for words in (str(tmp_path / "gone.sgf"), f'"{tmp_path / "found.sgf"}"'):
        scene._entry.show("")
        scene.controls.focus(scene._entry.stop, show=True)
        pilot.frames(2)
        pilot.type(words)
        pilot.key(pygame.K_RETURN)
        if "gone" in words:
            assert "does not exist" in said()
    pilot.until(lambda: isinstance(pilot.scene, QuestionScene), "the question")


def test_with_a_gamepad_the_line_of_search_gets_letters(pilot: Pilot, home: Path) -> None:
    pilot.app.gamepads.in_use = True
    scene = in_library(pilot, home, "Ben", "Otto")
    scene.controls.focus(scene._entry.stop, show=True)
    pilot.frames(2)
    pilot.scene.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode=""))
    assert isinstance(pilot.scene, NameScene)
    pilot.frames(2)
    pilot.type("otto")
    pilot.scene._accept()
    assert settle(pilot).count == 1


def test_an_empty_library_says_how_games_come_into_it(pilot: Pilot, said: Callable[[], str]) -> None:
    pilot.app.push(LibraryScene(pilot.app))
    settle(pilot)
    assert "No games yet" in said()


MORE = SGF[:-1].replace(";B[jh]", "(;B[jh]C[Well played.]") + ")(;B[aa]))"


def test_a_game_with_variations_is_explored_at_the_position_that_was_looked_for(pilot: Pilot, tmp_path: Path) -> None:
    path = tmp_path / "more.sgf"
    path.write_text(MORE, encoding="utf-8")
    pilot.app.services.library.add(path)
    study = open_file(path, pilot.app.services.catalogue.rulesets).studies[0]
    pilot.app.push(LibraryScene(pilot.app, (study.ruleset, study.state(study.tree.continuation(ROOT)[1]))))
    pilot.until(lambda: pilot.scene.is_settled and pilot.scene.count == 1, "the game")
    pilot.key(pygame.K_RETURN)
    pilot.until(lambda: not isinstance(pilot.scene, WorkScene), "the file")
    assert isinstance(pilot.scene, AnalysisScene)
    assert pilot.scene.table.step == 2
    assert len(pilot.scene.table.study.tree.children(pilot.scene.table.node)) == 2


def test_a_file_with_variations_opens_again_as_it_was_left(pilot: Pilot, tmp_path: Path) -> None:
    path = tmp_path / "more.sgf"
    path.write_text(MORE, encoding="utf-8")
    for added in range(2):
        study = open_file(path, pilot.app.services.catalogue.rulesets).studies[0]
        show_study(pilot.app, study, path)
        pilot.until(lambda: isinstance(pilot.scene, AnalysisScene), "the study")
        pilot.frames(2)
        assert len(pilot.scene.table.study.tree) == len(study.tree) + added
        click(pilot, "c3")
        pilot.key(pygame.K_ESCAPE)
    assert len(list(pilot.app.services.library.places.studies.iterdir())) == 1


def test_a_game_with_variations_whose_file_is_gone_is_shown_as_far_as_the_index_knows_it(
    pilot: Pilot, tmp_path: Path
) -> None:
    path = tmp_path / "more.sgf"
    path.write_text(MORE, encoding="utf-8")
    pilot.app.services.library.add(path)
    pilot.app.push(LibraryScene(pilot.app))
    pilot.until(lambda: pilot.scene.is_settled and pilot.scene.count == 1, "the game")
    (pilot.app.services.library.places.files / pilot.scene.selected.source).write_text("milk", encoding="utf-8")
    pilot.key(pygame.K_RETURN)
    pilot.until(lambda: not isinstance(pilot.scene, WorkScene), "the file")
    assert isinstance(pilot.scene, AnalysisScene)
    assert len(pilot.scene.table.line) == 7
    assert pilot.app._toast.words


def test_a_file_that_could_not_be_read_is_told_in_the_library_and_tried_again(
    pilot: Pilot, home: Path, said: Callable[[], str]
) -> None:
    save(home, "Bad", tournament(SHORT)).write_text("Stone Fair tournament, version 99\n")
    scene = in_library(pilot, home, "Good")
    assert scene.count == 1
    pilot.press("1 unreadable file")
    assert "version 99" in said()
    save(home, "Bad", tournament(SHORT))
    pilot.press("Try again now")
    pilot.until(lambda: settle(pilot).count == 2, "the file that was mended")
    assert not any("unread" in button.label for button in pilot.scene.controls.buttons)
