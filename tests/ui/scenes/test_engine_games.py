"""Games against foreign engines, good and bad ones, played by posted events: what the player sees, and what is kept."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pygame
import pytest

from game.core.model import Termination
from game.core.tournament import Participant
from game.engine.client.opponent_process import OpponentProcess, RelayedProcess
from game.session.engines import EngineRecord
from game.session.foreign_opponents import ForeignOpponents
from game.storage.database import Database
from game.ui.menu.menu_scene import MenuScene
from game.ui.settings.settings_scene import SettingsScene
from game.ui.shell.dialogs import QuestionScene
from tools.engine.faults import FAULTS, LATE, PUPPET
from tools.pilot.pilot import Pilot

#: Seconds an engine has in these games, and how late it may be.
SECONDS, GRACE = 0.5, 0.1
CENTRE = 112
BACK_TO_MENU = "Back to the menu"

COMMON = ("silent", "late", "garbage", "flood", "spins", "dies", "says why", "error", "refuses", "illegal", "outside")
#: Those of them that are answers.
ILLEGAL = ("illegal", "outside")
#: What programs do wrong most often, and what the player reads then.
SENTENCES = {
    fault.name: fault.sentence.replace(LATE, "Puppet did not answer within 0.6 seconds")
    for fault in FAULTS
    if fault.name in COMMON
}


@pytest.fixture
def pilot() -> Iterator[Pilot]:
    flying = open_window()
    yield flying
    flying.app.close()


def open_window() -> Pilot:
    flying = Pilot()
    services = flying.app.services
    if not services.database.players.all():
        services.database.players.create("Ann")
    rulesets = services.catalogue.rulesets
    services.foreign = ForeignOpponents(
        rulesets, lambda engine, transcript: OpponentProcess(engine, rulesets, grace=GRACE, transcript=transcript)
    )
    flying.open(MenuScene(flying.app))
    return flying


def add_engine(pilot: Pilot, fault: str = "none", *more: str) -> EngineRecord:
    shelf = pilot.app.services.engines
    words = " ".join(f'"{word}"' for word in (sys.executable, PUPPET, fault, *more))
    engine = shelf.add().with_changes(name="Puppet", command=words, seconds=SECONDS)
    shelf.change(engine)
    return engine


def sit_down(pilot: Pilot) -> None:
    """The first stall, against the engine, and a stone in the middle."""
    pilot.key(pygame.K_RETURN)
    pilot.choose_opponent("Puppet")
    pilot.press("Start")
    pilot.click(pilot.scene.board.layout.centre(CENTRE))


def notes_until(pilot: Pilot, condition: Callable[[], bool]) -> list[str]:
    """Every note that was to be read until something had happened."""
    notes = [pilot.scene._note]

    def look() -> bool:
        if pilot.scene._note != notes[-1]:
            notes.append(pilot.scene._note)
        return condition()

    pilot.until(look, "the end of it")
    pilot.frames(2)
    look()
    return notes


@pytest.mark.parametrize("fault", [fault for fault in SENTENCES if fault not in ILLEGAL])
def test_an_engine_that_never_answers_is_told_in_a_sentence_and_gives_nobody_a_win(pilot: Pilot, fault: str) -> None:
    add_engine(pilot, fault)
    sit_down(pilot)
    match = pilot.scene.table.match
    pilot.until(lambda: isinstance(pilot.scene, QuestionScene), "the question")
    assert pilot.scene._text == f"{SENTENCES[fault]} Nobody has won this game."
    assert match.outcome is None
    pilot.press(BACK_TO_MENU)
    assert isinstance(pilot.scene, MenuScene)
    database = pilot.app.services.database
    assert database.games.totals(database.players.current()) == []


def test_a_failed_engine_is_asked_again_after_its_settings_were_corrected(pilot: Pilot) -> None:
    engine = add_engine(pilot, "says why")
    sit_down(pilot)
    play_scene = pilot.scene
    pilot.until(lambda: isinstance(pilot.scene, QuestionScene), "the question")
    pilot.press("Your own engines")
    assert pilot.scene.engine == engine
    pilot.scene._change(engine.with_changes(command=engine.command.replace("says why", "none")))
    pilot.press("Done")
    pilot.until(lambda: play_scene.table.person_to_move, "the answer")
    assert pilot.scene is play_scene


def test_a_failed_engine_is_asked_again_or_replaced_by_a_built_in_opponent(pilot: Pilot) -> None:
    add_engine(pilot, "says why")
    sit_down(pilot)
    scene, failed = pilot.scene, pilot.scene.table
    for _ in range(2):
        pilot.until(lambda: isinstance(pilot.scene, QuestionScene), "the question")
        pilot.press("Try again")
    pilot.until(lambda: isinstance(pilot.scene, QuestionScene), "the question")
    pilot.press(next(answer.label for answer in pilot.scene._answers if answer.label.endswith("instead")))
    assert pilot.scene is scene
    assert scene.table is not failed
    assert not scene.table.participant(1).level.startswith("engine:")


@pytest.mark.parametrize("fault", ILLEGAL)
def test_an_engine_with_an_illegal_answer_is_told_in_a_sentence_asked_again_and_then_forfeits(
    pilot: Pilot, fault: str
) -> None:
    add_engine(pilot, fault)
    sit_down(pilot)
    match = pilot.scene.table.match
    notes = notes_until(pilot, lambda: match.outcome is not None)
    assert SENTENCES[fault] in notes
    assert notes[-1] == f"{SENTENCES[fault]} The engine forfeits the game."
    assert (match.outcome.termination, match.outcome.winner) == (Termination.FORFEIT, 0)
    pilot.press("Results")
    pilot.press("End the series")
    database = pilot.app.services.database
    assert [(t.played, t.won) for t in database.games.totals(database.players.current())] == [(1, 1)]


@pytest.mark.parametrize("fault", ["silent", "garbage", "flood", "illegal", "dies"])
def test_an_engine_that_misbehaves_once_is_started_again_and_the_game_goes_on(
    pilot: Pilot, fault: str, tmp_path: Path
) -> None:
    add_engine(pilot, fault, str(tmp_path / "failed"))
    sit_down(pilot)
    table = pilot.scene.table
    notes = notes_until(pilot, lambda: table.person_to_move)
    expected = "Puppet's program stopped and was restarted." if fault == "dies" else SENTENCES[fault]
    assert expected in notes
    assert notes[-1] == "Puppet played A15. Ann to move."
    assert len(table.match.plies) == 2


def test_the_window_goes_on_while_an_engine_floods_it_with_long_remarks(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One frame took up to 29 seconds. The time is that of the processor: on a busy machine nothing else is fair."""
    waits, step = [0.0], pilot.app.step

    def measured(seconds: float) -> bool:
        began = time.thread_time()
        is_drawn = step(seconds)
        waits.append(time.thread_time() - began)
        return is_drawn

    add_engine(pilot, "long remarks")
    sit_down(pilot)
    monkeypatch.setattr(pilot.app, "step", measured)
    pilot.until(lambda: isinstance(pilot.scene, QuestionScene), "the question")
    assert SENTENCES["flood"] in pilot.scene._text
    assert max(waits) < 0.15


def test_an_engine_is_not_started_anew_for_every_move(pilot: Pilot) -> None:
    add_engine(pilot)
    services, starts = pilot.app.services, []
    rulesets = services.catalogue.rulesets

    def start(command: Sequence[str]) -> RelayedProcess:
        starts.append(command)
        return RelayedProcess(command)

    services.foreign = ForeignOpponents(
        rulesets, lambda engine, _transcript: OpponentProcess(engine, rulesets, start=start)
    )
    sit_down(pilot)
    table = pilot.scene.table
    for cell in (CENTRE + 1, CENTRE + 2):
        pilot.until(lambda: table.person_to_move, "my turn")
        pilot.click(pilot.scene.board.layout.centre(cell))
    pilot.until(lambda: table.person_to_move, "my turn")
    assert len(starts) == 1


def test_a_forfeit_stands_like_any_other_result(pilot: Pilot) -> None:
    add_engine(pilot, "outside")
    sit_down(pilot)
    table = pilot.scene.table
    pilot.until(lambda: table.match.outcome is not None, "the forfeit")
    pilot.key(pygame.K_u)
    assert table.match.outcome is not None
    assert "The game is over, so its moves cannot be undone." in pilot.scene._note


def test_a_hint_comes_from_our_own_opponent_and_leaves_the_engine_running(pilot: Pilot) -> None:
    add_engine(pilot)
    sit_down(pilot)
    scene = pilot.scene
    pilot.until(lambda: scene.table.person_to_move, "my turn")
    pilot.help_me("Hint")
    pilot.until(lambda: bool(scene.board.suggestions), "a hint")
    pilot.click(scene.board.layout.centre(scene.board.suggestions[0].cell))
    pilot.until(lambda: scene.table.person_to_move, "my turn")
    assert len(scene.table.match.plies) == 4


def test_a_saved_game_finds_its_engine_again_and_waits_for_one_that_is_gone(home: Path) -> None:
    pilot = open_window()
    engine = add_engine(pilot)
    sit_down(pilot)
    pilot.until(lambda: pilot.scene.table.person_to_move, "my turn")
    pilot.close()

    pilot = open_window()
    pilot.press("Continue")
    table = pilot.scene.table
    assert table.participant(1) == Participant("Puppet", engine.level)
    pilot.click(pilot.scene.board.layout.centre(CENTRE + 1))
    pilot.until(lambda: table.person_to_move, "an answer after restoring")
    pilot.close()
    database = Database(pilot.app.services.database.file.path)
    database.settings.set("engines", [])
    database.file.close()

    pilot = open_window()
    pilot.press("Continue")
    scene, table = pilot.scene, pilot.scene.table
    pilot.click(scene.board.layout.centre(CENTRE + 2))
    pilot.frames(60)
    words = "Puppet is not among your engines. Add the engine in the settings to continue the game."
    assert scene._note == words
    assert len(table.match.plies) == 5
    assert table.opponent_to_move
    add_engine(pilot)
    pilot.app.push(SettingsScene(pilot.app))
    pilot.frames(2)
    pilot.press("Done")
    pilot.until(lambda: table.person_to_move, "an answer of the engine that was added again")
    assert len(table.match.plies) == 6
    pilot.close()
    text = next((home / "saves").glob("*.txt")).read_text(encoding="utf-8")
    assert f"computer {engine.level}, Puppet" in text


def test_a_game_waits_for_a_program_that_is_gone_until_it_is_there_again(pilot: Pilot) -> None:
    engine = add_engine(pilot)
    sit_down(pilot)
    scene, table = pilot.scene, pilot.scene.table
    pilot.until(lambda: table.person_to_move, "my turn")
    shelf = pilot.app.services.engines
    shelf.change(engine.with_changes(command="/nowhere/puppet"))
    pilot.click(scene.board.layout.centre(CENTRE + 1))
    pilot.frames(60)
    waits = "Puppet cannot be started. Correct the engine in the settings to continue the game"
    assert scene._note == f"{waits}. No program found: /nowhere/puppet."
    assert table.opponent_to_move
    shelf.change(engine)
    pilot.app.push(SettingsScene(pilot.app))
    pilot.frames(2)
    pilot.press("Done")
    pilot.until(lambda: table.person_to_move, "an answer")
