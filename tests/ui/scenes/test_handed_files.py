"""Files that were named at a start: opened by the window, at their table, and nothing is lost for them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pygame
import pytest

from game.core.record.journal import _lines as journal_lines
from game.core.record.journal import journal_start
from game.core.record.writer import write_tournament
from game.core.tournament import Tournament
from game.storage.single_instance.conversation import StartRequest
from game.ui.analysis.board.analysis_scene import AnalysisScene
from game.ui.library.finding import open_handed
from game.ui.library.handed_files import HandedFiles
from game.ui.menu.demonstration import DemonstrationScene
from game.ui.menu.menu_scene import MenuScene
from game.ui.play.play_scene import PlayScene
from game.ui.settings.settings_scene import SettingsScene
from game.ui.shell.dialogs import DialogAnswer, NameScene, QuestionScene, ask
from game.ui.shell.work_scene import WorkScene
from tools.pilot.libraries import save, tournament
from tools.pilot.pilot import Pilot
from tools.pilot.tournaments import play

SGF = "(;FF[4]GM[4]SZ[15]PB[Mira]PW[Vale];B[hh];W[ih])"


class Flight:
    """A window, and second starts that hand something to it."""

    def __init__(self, *, known: bool = True) -> None:
        self.pilot = Pilot()
        self.requests: list[StartRequest] = []
        self.forward = 0
        app = self.pilot.app
        app.window.raise_window = self._come_forward
        app.add_tick_callback(HandedFiles(app, self._asked).tick)
        if known:
            app.services.database.players.create("Ann")
        self.pilot.open(MenuScene(app))
        self.pilot.frames(30)

    def _come_forward(self) -> None:
        self.forward += 1

    def _asked(self) -> list[StartRequest]:
        asked, self.requests = self.requests, []
        return asked

    def hand(self, path: Path | None) -> None:
        self.requests.append(StartRequest(path))
        self.pilot.frames(3)
        self.read()

    def read(self) -> None:
        self.pilot.until(lambda: not isinstance(self.pilot.scene, WorkScene), "the file")
        self.pilot.frames(2)

    def sit_down(self, home: Path, name: str = "Running") -> PlayScene:
        save(home, name, tournament("h8"))
        self.pilot.scene._navigation.restore(name)
        self.pilot.frames(2)
        return self.pilot.scene


@pytest.fixture
def flight(home: Path) -> Iterator[Flight]:
    flying = Flight()
    yield flying
    flying.pilot.app.close()


def written(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def titled(title: str, moves: str) -> Tournament:
    made = tournament(moves)
    made.title = title
    return made


def test_a_tournament_opens_at_its_table_at_the_same_stone_and_its_file_stays(flight: Flight, tmp_path: Path) -> None:
    path = written(tmp_path / "Sent by a friend.txt", write_tournament(tournament("h8 h9 i8")))
    kept = path.read_bytes()
    flight.hand(path)
    assert flight.forward == 1
    assert isinstance(flight.pilot.scene, PlayScene)
    assert len(flight.pilot.scene.match.plies) == 3
    assert path.read_bytes() == kept
    assert [each.name for each in tmp_path.glob("*.txt")] == [path.name]


def test_the_plies_of_the_journal_beside_it_are_not_lost(flight: Flight, tmp_path: Path) -> None:
    """A window that was killed left them there, in a folder that was moved since."""
    made = tournament("h8")
    path = written(tmp_path / "Moved.txt", write_tournament(made))
    play(made.current.match, "h9 i8")
    journal = path.with_name("Moved.txt.journal")
    journal.write_text(journal_start(path.read_bytes()) + "".join(journal_lines(1, made.current.match, 1)))
    flight.hand(path)
    assert len(flight.pilot.scene.match.plies) == 3
    assert journal.exists()


def test_a_save_is_opened_itself_and_gets_no_copy(flight: Flight, home: Path) -> None:
    save(home, "Friday", tournament("h8 h9"))
    flight.hand(home / "saves" / "Friday.txt")
    assert isinstance(flight.pilot.scene, PlayScene)
    assert flight.pilot.scene.table.name == "Friday"
    assert [each.name for each in (home / "saves").glob("*.txt")] == ["Friday.txt"]


def test_a_file_that_is_opened_again_gets_no_second_copy(flight: Flight, home: Path, tmp_path: Path) -> None:
    path = written(tmp_path / "Sent.txt", write_tournament(tournament("h8 h9 i8")))
    flight.hand(path)
    flight.pilot.app.back_to_first()
    flight.pilot.frames(2)
    flight.hand(path)
    assert isinstance(flight.pilot.scene, PlayScene)
    assert len(list((home / "saves").glob("*.txt"))) == 1


def test_a_copy_never_takes_the_name_of_another_save(flight: Flight, home: Path, tmp_path: Path) -> None:
    save(home, "Friday", tournament("a1"))
    before = (home / "saves" / "Friday.txt").read_bytes()
    flight.hand(written(tmp_path / "Friday.txt", write_tournament(titled("Friday", "h8 h9"))))
    assert flight.pilot.scene.table.name != "Friday"
    assert (home / "saves" / "Friday.txt").read_bytes() == before


def test_one_game_of_another_program_is_shown_at_once(flight: Flight, tmp_path: Path) -> None:
    """Before, two dialogs came before it."""
    flight.hand(written(tmp_path / "found.sgf", SGF))
    assert isinstance(flight.pilot.scene, AnalysisScene)


@pytest.mark.parametrize("kind", ["missing", "unknown", "folder", "empty"])
def test_a_file_that_cannot_be_opened_gets_a_sentence(flight: Flight, tmp_path: Path, kind: str) -> None:
    path = tmp_path / kind
    if kind == "folder":
        path.mkdir()
    elif kind != "missing":
        path.write_text("" if kind == "empty" else "milk and bread")
    flight.hand(path)
    assert isinstance(flight.pilot.scene, QuestionScene)
    assert flight.pilot.scene._title == "This file cannot be opened"
    assert kind in flight.pilot.scene._text
    flight.pilot.key(pygame.K_ESCAPE)
    assert isinstance(flight.pilot.scene, MenuScene)


def test_without_a_file_the_window_only_comes_forward(flight: Flight) -> None:
    flight.hand(None)
    assert flight.forward == 1
    assert isinstance(flight.pilot.scene, MenuScene)


def test_who_plays_is_asked_and_may_stay(flight: Flight, home: Path, tmp_path: Path) -> None:
    table = flight.sit_down(home)
    flight.hand(written(tmp_path / "found.sgf", SGF))
    flight.pilot.press("Stay here")
    assert flight.pilot.scene is table
    flight.pilot.frames(5)
    assert flight.pilot.scene is table


def test_a_table_that_is_left_for_a_file_stays_as_it_is(flight: Flight, home: Path, tmp_path: Path) -> None:
    flight.sit_down(home)
    flight.hand(written(tmp_path / "Other.txt", write_tournament(tournament("h8 h9 i8"))))
    flight.pilot.press("Open")
    flight.pilot.frames(3)
    flight.read()
    assert len(flight.pilot.scene.match.plies) == 3
    assert len(flight.pilot.app.services.saves.load("Running").current.match.plies) == 1


def test_the_table_that_is_open_is_opened_again_at_the_same_stone(flight: Flight, home: Path) -> None:
    flight.sit_down(home)
    flight.hand(home / "saves" / "Running.txt")
    flight.pilot.press("Open")
    flight.pilot.frames(3)
    flight.read()
    assert flight.pilot.scene.table.name == "Running"
    assert len(flight.pilot.scene.match.plies) == 1


def test_a_dialog_is_answered_before_a_file_is_opened(flight: Flight, tmp_path: Path) -> None:
    ask(flight.pilot.app, "?", "", DialogAnswer("A"))
    flight.hand(written(tmp_path / "found.sgf", SGF))
    assert "found.sgf" in flight.pilot.app._toast.words
    flight.pilot.press("A")
    flight.pilot.frames(3)
    flight.read()
    assert isinstance(flight.pilot.scene, AnalysisScene)


def test_a_demonstration_is_left_without_a_question(flight: Flight, tmp_path: Path) -> None:
    app = flight.pilot.app
    app.push(DemonstrationScene(app, list(app.services.catalogue.rulesets.values())[:1], 1))
    flight.hand(written(tmp_path / "found.sgf", SGF))
    assert isinstance(flight.pilot.scene, AnalysisScene)
    flight.pilot.key(pygame.K_ESCAPE)
    assert isinstance(flight.pilot.scene, MenuScene)


def test_settings_are_left_when_that_is_wanted(flight: Flight, tmp_path: Path) -> None:
    flight.pilot.app.push(SettingsScene(flight.pilot.app))
    flight.hand(written(tmp_path / "found.sgf", SGF))
    flight.pilot.press("Open")
    flight.pilot.frames(3)
    flight.read()
    assert isinstance(flight.pilot.scene, AnalysisScene)


def test_at_a_first_start_the_name_is_asked_for_before_the_file_is_opened(home: Path, tmp_path: Path) -> None:
    flight = Flight(known=False)
    try:
        assert isinstance(flight.pilot.scene, NameScene)
        flight.hand(written(tmp_path / "found.sgf", SGF))
        flight.pilot.key(pygame.K_RETURN)
        flight.pilot.key(pygame.K_ESCAPE)
        flight.pilot.frames(3)
        flight.read()
        assert isinstance(flight.pilot.scene, AnalysisScene)
        assert flight.pilot.app.services.database.players.all()
    finally:
        flight.pilot.app.close()


def test_whoever_starts_with_a_file_is_not_offered_an_introduction_first(home: Path, tmp_path: Path) -> None:
    pilot = Pilot()
    path = written(tmp_path / "found.sgf", SGF)
    pilot.app.tasks.append(partial(open_handed, pilot.app, path))
    pilot.open(MenuScene(pilot.app))
    pilot.frames(3)
    pilot.key(pygame.K_RETURN)
    pilot.until(lambda: isinstance(pilot.scene, AnalysisScene), "the file")
    pilot.app.close()
