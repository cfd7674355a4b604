"""The list of saved games, driven by keys and clicks; what counts is what the folder holds afterwards."""

from __future__ import annotations

import gc
import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game.core.record.header import Header
from game.core.record.journal import journal_start
from game.core.record.writer import write_tournament
from game.core.ruleset import complete_options
from game.core.tournament import Participant, Tournament
from game.storage import background, saves
from game.storage.background import BackgroundTask, Cancelled, OnStep
from game.storage.saves import SaveEntry, SaveFolder
from game.ui.menu.navigation import MenuNavigation
from game.ui.menu.save_card import Inspection, progress, score_line, when
from game.ui.menu.saves import SavesScene
from game.ui.play.play_scene import PlayScene
from game.ui.shell.dialogs import NameScene, QuestionScene
from game.ui.shell.scene import Scene
from game.ui.shell.work_scene import WorkScene
from tools.pilot.pilot import Pilot
from tools.pilot.tournaments import play

LONG = "Wolfeschlegelsteinhausenbergerdorff the Younger, of Hamburg"


@pytest.fixture
def pilot() -> Iterator[Pilot]:
    flying = Pilot()
    yield flying
    flying.app.close()


def saves_of(pilot: Pilot) -> SaveFolder:
    return pilot.app.services.saves


def names(pilot: Pilot) -> set[str]:
    return {entry.name for entry in saves_of(pilot).entries()}


def tournament(pilot: Pilot, moves: str, people: tuple[str, str] = ("Anna", "Ben")) -> Tournament:
    ruleset = pilot.app.services.catalogue.rulesets["gomoku"]
    one, two = people
    made = Tournament(ruleset, complete_options(ruleset.info, {}), (Participant(one), Participant(two)), seed=3)
    play(made.start_game().match, moves)
    return made


def keep(pilot: Pilot, name: str, age: float, moves: str = "h8 j8 h9", text: str | None = None) -> Path:
    """Puts a save into the folder that is so many seconds old."""
    folder = saves_of(pilot).path
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.txt"
    path.write_text(write_tournament(tournament(pilot, moves)) if text is None else text, encoding="utf-8")
    os.utime(path, (time.time() - age, time.time() - age))
    return path


def open_list(pilot: Pilot) -> list[str | None]:
    """Opens the scene; what it finishes with comes into the list."""
    results: list[str | None] = []
    pilot.open(Scene(pilot.app))
    pilot.app.push(SavesScene(pilot.app), results.append)
    pilot.frames(15)
    return results


def test_the_card_shows_the_faces_that_its_players_have_chosen(pilot: Pilot) -> None:
    keep(pilot, "Evening", age=10)
    database = pilot.app.services.database
    anna = database.players.create("Anna")
    open_list(pilot)
    before = pilot.app.window.screen.copy()
    database.players.set_face(anna.id, "owl")
    pilot.scene.repaint()
    pilot.frames(2)
    assert pygame.image.tobytes(before, "RGB") != pygame.image.tobytes(pilot.app.window.screen, "RGB")


def damaged(pilot: Pilot, moves: str = "h8 j8 h9 h10") -> str:
    return write_tournament(tournament(pilot, moves)).replace("h10", "zz9")


def test_the_newest_save_is_selected_and_enter_restores_it(pilot: Pilot) -> None:
    keep(pilot, "Old", 500)
    keep(pilot, "New", 5)
    results = open_list(pilot)
    pilot.key(pygame.K_RETURN)
    assert results == ["New"]


def test_arrow_keys_select_and_stay_at_the_ends(pilot: Pilot) -> None:
    for number in range(12):
        keep(pilot, f"Save {number:02}", number * 100)
    results = open_list(pilot)
    pilot.key(pygame.K_END)
    pilot.key(pygame.K_DOWN)
    assert pilot.scene.selected.name == "Save 11"
    pilot.key(pygame.K_UP)
    pilot.key(pygame.K_RETURN)
    assert results == ["Save 10"]


def test_a_selected_row_far_down_is_scrolled_into_sight(pilot: Pilot) -> None:
    for number in range(30):
        keep(pilot, f"Save {number:02}", number * 100)
    open_list(pilot)
    drawn: list[int] = []
    draw_row = pilot.scene.form.main._draw_row
    pilot.scene.form.main._draw_row = lambda canvas, row, top: (drawn.append(row), draw_row(canvas, row, top))
    pilot.key(pygame.K_END)
    pilot.frames(3)
    assert 29 in drawn
    assert 0 not in drawn[-5:]


def test_a_click_selects_and_a_double_click_restores(pilot: Pilot) -> None:
    keep(pilot, "One", 5)
    keep(pilot, "Two", 500)
    results = open_list(pilot)
    second_row = pilot.app.stage.point(300, 96 + 64 + 32)
    pilot.click(second_row)
    pilot.frames(3)
    assert pilot.scene.selected.name == "Two"
    pilot.frames(60)
    pilot.click(second_row)
    pilot.frames(3)
    assert results == []
    pilot.click(second_row)
    pilot.frames(3)
    assert results == ["Two"]


def test_a_click_below_the_rows_does_nothing(pilot: Pilot) -> None:
    keep(pilot, "One", 5)
    results = open_list(pilot)
    pilot.click(pilot.app.stage.point(300, 500))
    pilot.frames(3)
    assert results == []


def test_escape_goes_back_without_a_name(pilot: Pilot) -> None:
    keep(pilot, "One", 5)
    results = open_list(pilot)
    pilot.key(pygame.K_ESCAPE)
    assert results == [None]


def test_the_keyboard_alone_reaches_every_button(pilot: Pilot) -> None:
    keep(pilot, "One", 5)
    open_list(pilot)
    reached = set()
    for _ in range(6):
        pilot.key(pygame.K_TAB)
        reached.add(pilot.scene.controls.focused)
    assert reached == set(pilot.scene.controls.buttons)


def test_rename_gives_the_file_its_new_name_and_keeps_it_selected(pilot: Pilot) -> None:
    keep(pilot, "One", 5)
    keep(pilot, "Two", 500)
    open_list(pilot)
    pilot.key(pygame.K_DOWN)
    pilot.key(pygame.K_F2)
    pilot.type(LONG)
    pilot.key(pygame.K_RETURN)
    assert names(pilot) == {"One", LONG}
    assert pilot.scene.selected.name == LONG


def test_rename_refuses_a_name_that_is_taken_with_a_sentence(pilot: Pilot) -> None:
    keep(pilot, "One", 5)
    keep(pilot, "Two", 500)
    open_list(pilot)
    pilot.press("Rename")
    pilot.type("two")
    pilot.key(pygame.K_RETURN)
    assert isinstance(pilot.scene, NameScene)
    assert "taken" in pilot.scene._refusal
    assert names(pilot) == {"One", "Two"}


def test_rename_can_change_upper_and_lower_case_alone(pilot: Pilot) -> None:
    keep(pilot, "friday", 5)
    open_list(pilot)
    pilot.press("Rename")
    pilot.type("Friday")
    pilot.key(pygame.K_RETURN)
    assert names(pilot) == {"Friday"}


def test_delete_asks_first_and_escape_keeps_the_file(pilot: Pilot) -> None:
    keep(pilot, "One", 5)
    open_list(pilot)
    pilot.key(pygame.K_DELETE)
    assert isinstance(pilot.scene, QuestionScene)
    pilot.key(pygame.K_ESCAPE)
    assert names(pilot) == {"One"}


def test_delete_removes_the_file_and_selects_its_neighbour(pilot: Pilot) -> None:
    for number, name in enumerate(("One", "Two", "Three")):
        keep(pilot, name, number * 100)
    open_list(pilot)
    pilot.key(pygame.K_DOWN)
    pilot.press("Delete")
    pilot.press("Delete")
    assert names(pilot) == {"One", "Three"}
    assert pilot.scene.selected.name == "Three"


def test_a_tournament_played_last_is_not_written_again_after_it_was_deleted(pilot: Pilot) -> None:
    autosave = pilot.app.services.autosave
    autosave.track(tournament(pilot, "h8"), "Just played")
    open_list(pilot)
    pilot.press("Delete")
    pilot.press("Delete")
    autosave.flush()
    assert names(pilot) == set()


def test_an_empty_folder_says_so_and_offers_only_the_way_back(pilot: Pilot) -> None:
    results = open_list(pilot)
    assert [button.label for button in pilot.scene.controls.buttons] == ["Back"]
    pilot.key(pygame.K_DOWN)
    pilot.key(pygame.K_RETURN)
    assert results == [None]


def test_a_file_that_is_no_tournament_cannot_be_restored_but_deleted(pilot: Pilot) -> None:
    path = keep(pilot, "Shopping list", 5, text="milk\nbread\n")
    results = open_list(pilot)
    pilot.key(pygame.K_RETURN)
    assert results == []
    assert path.read_text() == "milk\nbread\n"
    pilot.key(pygame.K_DELETE)
    pilot.key(pygame.K_RETURN)
    assert names(pilot) == {"Shopping list"}, "Enter alone keeps it"
    pilot.key(pygame.K_DELETE)
    pilot.key(pygame.K_DOWN)
    pilot.key(pygame.K_RETURN)
    assert names(pilot) == set()


@pytest.mark.parametrize("name", ["An\0na", "\u200b", "\u202aAnna", "x" * 9_000])
def test_any_name_in_a_file_is_shown(pilot: Pilot, name: str) -> None:
    written = write_tournament(tournament(pilot, "h8 j8"))
    keep(pilot, "Friday", 5, text=written.replace("Anna", name).replace("Ben", f"{name}'s friend"))
    results = open_list(pilot)
    assert pilot.scene.list.items[0].problem == ""
    pilot.key(pygame.K_RETURN)
    assert results == ["Friday"]


def test_a_save_whose_plug_in_is_missing_says_what_it_needs_and_can_be_renamed(pilot: Pilot) -> None:
    text = write_tournament(tournament(pilot, "h8")).replace("gomoku (Gomoku)", "pente (Pente)")
    keep(pilot, "One", 5, text=text)
    results = open_list(pilot)
    assert "needs Pente" in pilot.scene._inspection().problem
    pilot.key(pygame.K_RETURN)
    assert results == []
    pilot.key(pygame.K_F2)
    pilot.type("Kept")
    pilot.key(pygame.K_RETURN)
    assert (saves_of(pilot).path / "Kept.txt").read_text() == text


def test_what_can_be_read_of_a_damaged_save_is_restored_under_a_new_name(pilot: Pilot) -> None:
    path = keep(pilot, "Hurt", 5, text=damaged(pilot))
    before = path.read_bytes()
    results = open_list(pilot)
    pilot.press("Recover games")
    assert "3" in pilot.scene._text
    assert "zz9" in pilot.scene._text
    pilot.press("Recover games")
    assert results == ["Hurt (restored)"]
    assert path.read_bytes() == before
    restored = saves_of(pilot).load("Hurt (restored)")
    assert len(restored.games[0].match.plies) == 3


def test_damage_found_only_by_replaying_the_moves_keeps_a_save_from_being_restored(pilot: Pilot) -> None:
    keep(pilot, "Hurt", 5, text=damaged(pilot))
    results = open_list(pilot)
    pilot.key(pygame.K_RETURN)
    pilot.key(pygame.K_ESCAPE)
    assert results == []
    assert names(pilot) == {"Hurt"}


def test_enter_at_once_looks_into_the_file_before_it_restores(pilot: Pilot) -> None:
    keep(pilot, "Fine", 500)
    keep(pilot, "Hurt", 5, text=damaged(pilot))
    results: list[str | None] = []
    pilot.app.push(Scene(pilot.app))
    pilot.app.push(SavesScene(pilot.app), results.append)
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode=""))
    pilot.frames(1)
    assert results == []
    assert isinstance(pilot.scene, QuestionScene)


@pytest.mark.parametrize("size", [(960, 600), (1280, 800), (1920, 1080)])
def test_it_draws_every_kind_of_save_at_every_size_and_then_rests(size: tuple[int, int]) -> None:
    pilot = Pilot(size)
    keep(pilot, LONG, 5)
    keep(pilot, "Hurt", 100, text=damaged(pilot))
    keep(pilot, "Shopping list", 200, text="milk")
    keep(pilot, "Needs", 300, text=write_tournament(tournament(pilot, "h8")).replace("gomoku (Gomoku)", "x (X)"))
    open_list(pilot)
    for _ in range(4):
        pilot.key(pygame.K_DOWN)
        pilot.frames(15)
    assert not any(pilot.app.step(1 / 60) for _ in range(10))
    pilot.app.close()


def header(wins: tuple[float, float], *, running: bool = False, is_over: bool = False) -> Header:
    people = (Participant("Anna"), Participant("Ben"))
    return Header("T", "gomoku", "Gomoku", people, wins, 3, 2, running, 7, is_over)


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (header((1, 0), running=True), "Game 2, 7 moves"),
        (header((1, 0)), "2 games played"),
        (header((2, 0), is_over=True), "Finished: Anna won"),
        (header((1.5, 1.5), is_over=True), "Finished: a tie"),
    ],
)
def test_progress_says_how_far_a_tournament_is(found: Header, words: str) -> None:
    assert progress(found) == words


def test_standing_names_both_sides_with_their_wins() -> None:
    assert score_line(header((1.5, 0.5))) == "Anna 1½ – ½ Ben"


@pytest.mark.parametrize(
    ("moment", "words"),
    [
        ((2026, 3, 31, 9, 5), "today, 9:05"),
        ((2026, 3, 30, 23, 59), "yesterday, 23:59"),
        ((2026, 3, 29, 0, 1), "29 March, 0:01"),
        ((2025, 12, 31, 12, 0), "31 December 2025"),
    ],
)
def test_when_tells_days_by_the_calendar(moment: tuple[int, ...], words: str) -> None:
    def seconds(*parts: int) -> float:
        return time.mktime((*parts, 0, 0, 0, -1))

    assert when(seconds(*moment), seconds(2026, 3, 31, 14, 0)) == words


LONGER = "h8 j8 h9 j9 h10 j10"


def test_games_left_early_stand_under_a_heading_that_cannot_be_chosen(pilot: Pilot) -> None:
    keep(pilot, "Left", 5)
    keep(pilot, "Going on", 500, LONGER)
    results = open_list(pilot)
    field = pilot.scene.form.main
    assert list(field._headings.values()) == ["In progress", "Abandoned"]
    assert pilot.scene.selected.name == "Going on"
    pilot.click(field._list.item_list[2]["button_element"].rect.center)
    pilot.frames(3)
    assert pilot.scene.selected.name == "Going on"
    for key, name in ((pygame.K_DOWN, "Left"), (pygame.K_UP, "Going on"), (pygame.K_END, "Left")):
        pilot.key(key)
        assert pilot.scene.selected.name == name
    pilot.key(pygame.K_HOME)
    pilot.key(pygame.K_RETURN)
    assert results == ["Going on"]


def test_a_double_click_restores_from_a_row_and_not_from_a_heading(pilot: Pilot) -> None:
    keep(pilot, "Left", 5)
    keep(pilot, "Going on", 500, LONGER)
    results = open_list(pilot)
    rows = [item["button_element"].rect.center for item in pilot.scene.form.main._list.item_list]
    for _ in range(2):
        pilot.click(rows[2])
    pilot.frames(3)
    assert results == []
    pilot.frames(60)
    for _ in range(2):
        pilot.click(rows[1])
    pilot.frames(3)
    assert results == ["Going on"]


def test_only_the_save_that_was_looked_into_last_is_kept_in_full(pilot: Pilot) -> None:
    for number in range(4):
        keep(pilot, f"Save {number}", number, LONGER)
    keep(pilot, "Torn", 50, text=damaged(pilot))
    open_list(pilot)
    for _ in range(5):
        pilot.frames(15)
        pilot.key(pygame.K_DOWN)
    gc.collect()
    # Not isinstance: among all objects are references to some that are gone.
    kept = [each for each in gc.get_objects() if type(each) is Inspection]
    assert len(kept) == 1
    pilot.key(pygame.K_UP)
    pilot.frames(1)
    torn = next(save for save in pilot.scene.list.items if save.name == "Torn")
    assert pilot.scene._card(torn).inspection.problem, "that one is damaged is still told in its row"


def test_games_of_one_group_need_no_heading(pilot: Pilot) -> None:
    for number in range(3):
        keep(pilot, f"Save {number}", number, LONGER)
    open_list(pilot)
    assert pilot.scene.form.main._headings == {}
    assert pilot.scene.form.main.chosen == 0


def test_who_goes_on_with_a_backup_is_told_of_the_journal_that_is_left_out(pilot: Pilot) -> None:
    path = keep(pilot, "Friday", 5)
    start = journal_start(write_tournament(tournament(pilot, "a1 a2 a3")).encode())
    path.with_name("Friday.txt.journal").write_text(start + "game 1, ply 4: a4\n")
    MenuNavigation(pilot.app).restore("Friday")
    assert isinstance(pilot.scene, QuestionScene)
    pilot.press("All right")
    assert isinstance(pilot.scene, PlayScene)
    assert len(pilot.scene.table.match.plies) == 3


@pytest.fixture
def slow_reading(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Saves whose games can be read only once the event is set."""
    monkeypatch.setattr(background, "PATIENCE", 0.0)
    may_read, peek = threading.Event(), SaveFolder.peek

    def slowly(saves: SaveFolder, name: str, on_game: OnStep) -> Tournament:
        may_read.wait(30)
        on_game(0, 1)
        return peek(saves, name, on_game)

    monkeypatch.setattr(SaveFolder, "peek", slowly)
    yield may_read
    may_read.set()


def test_the_window_goes_on_while_a_long_save_is_read_and_restores_it_then(
    pilot: Pilot, slow_reading: threading.Event
) -> None:
    keep(pilot, "Long", 5)
    results = open_list(pilot)
    pilot.until(lambda: pilot.scene.selected is not None, "the list")
    pilot.frames(30)
    pilot.key(pygame.K_RETURN)
    assert isinstance(pilot.scene, WorkScene)
    pilot.frames(30)
    assert isinstance(pilot.scene, WorkScene)
    slow_reading.set()
    pilot.until(lambda: bool(results), "the save")
    assert results == ["Long"]


def test_a_player_who_does_not_wait_for_a_long_save_is_back_in_the_list(
    pilot: Pilot, slow_reading: threading.Event
) -> None:
    keep(pilot, "Long", 5)
    results = open_list(pilot)
    pilot.until(lambda: pilot.scene.selected is not None, "the list")
    pilot.key(pygame.K_RETURN)
    pilot.frames(30)
    task = pilot.scene.task
    pilot.key(pygame.K_ESCAPE)
    pilot.frames(30)
    assert isinstance(pilot.scene, SavesScene)
    slow_reading.set()
    with pytest.raises(Cancelled):
        task.take()
    assert results == []


def test_the_list_is_shown_once_a_slow_folder_is_read(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "PATIENCE", 0.0)
    may_read, entries = threading.Event(), SaveFolder.entries

    def slowly(saves: SaveFolder) -> list[SaveEntry]:
        may_read.wait(30)
        return entries(saves)

    monkeypatch.setattr(SaveFolder, "entries", slowly)
    keep(pilot, "One", 5)
    open_list(pilot)
    assert pilot.scene.selected is None
    may_read.set()
    pilot.until(lambda: pilot.scene.selected is not None, "the list")
    assert pilot.scene.selected.name == "One"


def test_a_save_that_is_deleted_while_it_is_written_does_not_come_back(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(background, "PATIENCE", 0.0)
    works, write_file = threading.Event(), saves.write_file

    def write(path: Path, contents: bytes) -> None:
        works.wait(30)
        write_file(path, contents)

    keep(pilot, "One", 5)
    services = pilot.app.services
    loaded = services.saves.load("One")
    loaded.games[-1].match.undo()
    monkeypatch.setattr(saves, "write_file", write)
    services.autosave.track(loaded, "One")
    services.autosave.release()
    deleted = BackgroundTask(lambda _step: services.saves.delete("One"))
    services.autosave.do(deleted)
    works.set()
    deleted.take()
    services.autosave.wait()
    assert names(pilot) == set()
