"""Whatever scene is open, the player reads that something is not saved yet, and nothing there claims that it is."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pygame
import pytest

from game.storage import folders, saves
from game.ui.menu.ladder import LadderScene
from game.ui.menu.menu_scene import MenuScene
from game.ui.progress.players.players import PlayersScene
from game.ui.settings.settings_scene import SettingsScene
from game.ui.shell import saving
from game.ui.shell.saving import Saving
from game.ui.training.daily_puzzle.daily_puzzle_scene import DailyPuzzleScene
from tests.storage.test_write_queue import a_mistake
from tools.pilot.pilot import Pilot
from tools.pilot.puzzle_hand import solve
from tools.pilot.tournaments import new_tournament, play

TODAY = date(2026, 11, 24)
_NOTICE = "Not saved yet: another program is using the file. Trying again…"


@pytest.fixture
def pilot(home: object) -> Iterator[Pilot]:
    pilot = Pilot()
    pilot.app.services.database.players.create("Ann")
    pilot.open(MenuScene(pilot.app))
    yield pilot
    pilot.app.close()


@pytest.fixture
def other() -> Iterator[sqlite3.Connection]:
    """Another program that has the database open."""
    connection = sqlite3.connect(folders.database_file(), isolation_level=None, timeout=5)
    yield connection
    connection.close()


def until_saved(pilot: Pilot) -> None:
    pilot.until(lambda: not pilot.app.services.database.file.trouble, "what waits is saved")
    pilot.frames(2)


def test_a_riddle_solved_while_the_database_is_locked_counts_as_solved_when_it_is_saved(
    pilot: Pilot, other: sqlite3.Connection
) -> None:
    database = pilot.app.services.database
    player = database.players.current()
    assert player is not None
    booth = DailyPuzzleScene(pilot.app, player, TODAY)
    pilot.app.push(booth)
    pilot.frames(30)
    other.execute("BEGIN IMMEDIATE")
    pilot.key(pygame.K_RETURN)
    pilot.frames(30)
    scene = pilot.scene
    solve(pilot)
    assert scene._answer == "Right!"
    assert scene.visit_text == "Your rating is not saved yet."
    assert pilot.app._saving.words == _NOTICE
    pilot.press("Next")
    assert pilot.scene._title == "Correct, but not saved yet"
    pilot.press("All right")
    pilot.frames(30)
    assert booth.lanterns.is_solved(TODAY, "gomoku"), "it counts in this session"
    assert booth._streak_text == ""
    other.execute("ROLLBACK")
    until_saved(pilot)
    assert scene._answer == "Solved!"
    assert scene.visit_text.startswith("Your rating: ")
    assert booth._streak_text == "1 day in a row"
    assert pilot.app._toast.words == "Saved."
    assert other.execute(
        "SELECT (SELECT COUNT(*) FROM riddle_tries), (SELECT COUNT(*) FROM riddle_days)"
    ).fetchone() == (1, 1)


def test_a_run_against_the_clock_that_waits_is_told_in_the_booth(pilot: Pilot, other: sqlite3.Connection) -> None:
    player = pilot.app.services.database.players.current()
    assert player is not None
    booth = DailyPuzzleScene(pilot.app, player, TODAY)
    pilot.app.push(booth)
    other.execute("BEGIN IMMEDIATE")
    pilot.app.services.database.puzzles.save_run(player, "gomoku", 4)
    pilot.frames(30)
    assert pilot.app._saving.words == _NOTICE
    other.execute("ROLLBACK")
    until_saved(pilot)
    assert other.execute("SELECT solved FROM riddle_runs").fetchall() == [(4,)]


def test_a_stall_and_a_ribbon_that_wait_are_not_called_won_on_the_ladder(
    pilot: Pilot, other: sqlite3.Connection
) -> None:
    database, ruleset = pilot.app.services.database, pilot.app.services.catalogue.rulesets["gomoku"]
    player, first = database.players.current(), ruleset.info.levels[0]
    assert player is not None
    other.execute("BEGIN IMMEDIATE")
    with database.file.together():
        database.games.set_beaten(player, "gomoku", first.id)
        for each in ruleset.info.ribbons:
            database.games.earn_ribbon(player, "gomoku", each.id)
    ladder = LadderScene(pilot.app, ruleset)
    pilot.app.push(ladder)
    ladder.selected = 0
    assert "You have beaten this opponent." not in ladder._games_text()
    assert "You have won this ribbon." not in ladder._advice()
    other.execute("ROLLBACK")
    until_saved(pilot)
    assert "You have beaten this opponent." in ladder._games_text()
    assert ("You have won this ribbon." in ladder._advice()) == (ladder.ribbon is not None)


def test_mistakes_that_wait_are_saved_in_their_order(pilot: Pilot, other: sqlite3.Connection) -> None:
    database = pilot.app.services.database
    player, mistake = database.players.current(), a_mistake()
    assert player is not None
    other.execute("BEGIN IMMEDIATE")
    database.mistakes.save(player, mistake.mark, [mistake], {mistake.ply})
    database.mistakes.practised(player, mistake, "a card", "2026-12-01T00:00:00+00:00")
    assert database.mistakes.all(player)[0].card == "a card"
    pilot.frames(30)
    assert pilot.app._saving.words == _NOTICE
    other.execute("ROLLBACK")
    until_saved(pilot)
    assert other.execute("SELECT card FROM mistakes").fetchall() == [("a card",)]


@pytest.mark.parametrize("scene", [SettingsScene, PlayersScene, MenuScene])
def test_a_setting_that_waits_is_read_back_and_told_on_every_scene(
    pilot: Pilot, other: sqlite3.Connection, scene: type[SettingsScene | PlayersScene | MenuScene]
) -> None:
    pilot.app.push(scene(pilot.app))
    other.execute("BEGIN IMMEDIATE")
    pilot.app.preferences.reduced_motion = True
    pilot.frames(30)
    assert pilot.app.preferences.reduced_motion
    assert pilot.app._saving.words == _NOTICE
    other.execute("ROLLBACK")
    until_saved(pilot)
    assert pilot.app._saving.words == ""
    assert pilot.app.preferences.reduced_motion
    assert other.execute("SELECT COUNT(*) FROM settings WHERE key LIKE '%reduced_motion'").fetchone() == (1,)


def test_the_settings_promise_nothing_while_a_change_waits(
    pilot: Pilot, other: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[str] = []
    monkeypatch.setattr("game.ui.settings.settings_scene.draw_note", lambda _canvas, words, *_rest: shown.append(words))
    pilot.app.push(SettingsScene(pilot.app))
    other.execute("BEGIN IMMEDIATE")
    pilot.app.preferences.music = False
    pilot.frames(3)
    assert shown[-1] == ""
    other.execute("ROLLBACK")
    until_saved(pilot)
    assert shown[-1] == "Changes are saved automatically."


def test_a_lock_that_is_over_in_a_moment_shows_nothing(pilot: Pilot, other: sqlite3.Connection) -> None:
    other.execute("BEGIN IMMEDIATE")
    pilot.app.preferences.music = False
    pilot.frames(2)
    other.execute("ROLLBACK")
    time.sleep(0.06)
    pilot.frames(2)
    assert pilot.app.services.database.file.trouble == ""
    assert pilot.app._toast.words == ""


def test_a_write_that_is_refused_is_told_on_whatever_scene_is_open(pilot: Pilot) -> None:
    pilot.app.services.database.file._connection.execute(
        "CREATE TRIGGER no BEFORE INSERT ON settings BEGIN SELECT RAISE(ABORT, 'not today'); END"
    )
    pilot.app.preferences.music = False
    pilot.frames(2)
    assert "could not be written: not today" in pilot.app._toast.words


def test_nothing_is_called_saved_when_the_write_that_waited_is_refused(pilot: Pilot, other: sqlite3.Connection) -> None:
    other.execute("BEGIN IMMEDIATE")
    pilot.app.preferences.music = False
    pilot.frames(30)
    assert pilot.app._saving.words == _NOTICE
    other.execute("CREATE TRIGGER no BEFORE INSERT ON settings BEGIN SELECT RAISE(ABORT, 'not today'); END")
    other.execute("COMMIT")
    until_saved(pilot)
    assert pilot.app._toast.words.endswith("could not be written: not today.")


def test_a_failure_in_every_frame_is_told_once(pilot: Pilot) -> None:
    sentences: list[str] = []
    saving = Saving(pilot.app.services, sentences.append, pilot.app.notices)
    for _frame in range(30):
        pilot.app.services.database.file.rows("SELECT * FROM nowhere")
        saving.tick(1 / 60)
    assert len(sentences) == 1
    assert "could not be read: no such table: nowhere" in sentences[0]


def test_a_window_that_closes_asks_while_something_cannot_be_saved(
    pilot: Pilot, other: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(saving, "_LAST_PATIENCE", 0.05)
    asked: list[str] = []

    def ask(words: str) -> bool:
        asked.append(words)
        if len(asked) == 2:
            other.execute("ROLLBACK")
        return True

    other.execute("BEGIN IMMEDIATE")
    pilot.app.preferences.music = False
    Saving(pilot.app.services, pilot.app.show_message, pilot.app.notices).finish(ask)
    assert asked == ["1 change could not be saved: another program is using the file."] * 2
    assert pilot.app.services.database.file.trouble == ""


def test_a_player_who_closes_anyway_is_asked_once(
    pilot: Pilot, other: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(saving, "_LAST_PATIENCE", 0.05)
    other.execute("BEGIN IMMEDIATE")
    pilot.app.preferences.music = False
    Saving(pilot.app.services, pilot.app.show_message, pilot.app.notices).finish()
    assert "1 change could not be saved" in capsys.readouterr().err, "without a screen there is no box"
    other.execute("ROLLBACK")


def full_disk(_path: Path, _contents: bytes) -> None:
    raise OSError(28, "No space left on device")


def follow_a_game(pilot: Pilot) -> None:
    tournament = new_tournament(pilot.app.services.catalogue.rulesets["gomoku"])
    play(tournament.start_game().match, "a1")
    pilot.app.services.autosave.track(tournament, "Friday")


def test_a_window_that_closes_asks_while_a_game_cannot_be_saved(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    with monkeypatch.context() as full:
        full.setattr(saves, "write_file", full_disk)
        follow_a_game(pilot)

        def ask(words: str) -> bool:
            asked.append(words)
            if len(asked) == 2:
                full.undo()
            return True

        Saving(pilot.app.services, pilot.app.show_message, pilot.app.notices).finish(ask)
    assert asked == ["'Friday' could not be saved: the disk is full."] * 2
    assert [entry.name for entry in pilot.app.services.saves.entries()] == ["Friday"]


def test_a_game_that_cannot_be_saved_is_told_when_the_services_close(
    home: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    pilot = Pilot()
    monkeypatch.setattr(saves, "write_file", full_disk)
    follow_a_game(pilot)
    pilot.app.close()
    assert pilot.app.services.unsaved == "'Friday' could not be saved: the disk is full."
