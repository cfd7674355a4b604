"""The report on a game in the window: its gauges, its changes by one click, and the comparison."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from game.plugins.sheet_files import SheetFolders
from game.session.fairness.report_run import ReportRun
from game.session.fairness.self_play import USUAL_LEVELS, log_path
from game.session.matches.game_log import GameLog
from game.session.matches.game_record import GameRecord
from game.sheets.sheet import Sheet, SheetOpening, SheetRules
from game.ui.menu.menu_scene import MenuScene
from game.ui.workshop.report_scene import GameReportScene
from tests.session.fairness.test_report_run import Spoken
from tests.tools.arenas import record
from tools.pilot.pilot import Pilot
from tools.pilot.workshop import Workshop

FOUND = SheetFolders(None).find("gomoku")
assert FOUND is not None
GOMOKU: Sheet = FOUND


def log_games(sheet: Sheet, *winners: int) -> None:
    for level in USUAL_LEVELS:
        games = GameLog(log_path(sheet, level), {}, "report", GameRecord)
        for number, winner in enumerate(winners, 1):
            moves, movers = ("h8",) * 30, (0, 1) * 15
            games.add(record(number, (0, 1), winner, moves=moves, movers=movers, evaluations=(0.0,) * 30))


@pytest.fixture
def changed() -> list[SheetRules]:
    """The rules that the scene has told about."""
    return []


@pytest.fixture
def pilot(home: Path, changed: list[SheetRules]) -> Iterator[Pilot]:
    """The report on gomoku, in which the first player has won 38 of 40 games."""
    log_games(GOMOKU, *[0] * 38, 1, 1)
    flying = Pilot()

    def open_run(sheet: Sheet) -> ReportRun:
        return ReportRun(sheet, games=40, start_process=lambda *_: Spoken())

    flying.open(MenuScene(flying.app))
    flying.app.push(GameReportScene(flying.app, GOMOKU, changed.append, open_run))
    flying.frames(2)
    yield flying
    flying.app.close()


def test_a_report_shows_its_measures_and_what_may_help(pilot: Pilot, said: Callable[[], str]) -> None:
    assert "95 %" in said()
    assert "The first player wins 95 %: try swap2 or a pie rule." in said()
    assert "80 of 80 games" in said()


def test_a_change_is_told_and_measured_beside_the_old_game(
    pilot: Pilot, said: Callable[[], str], changed: list[SheetRules]
) -> None:
    pilot.press("Add a pie rule")
    assert [rules.turn.opening for rules in changed] == [SheetOpening.PIE]
    assert pilot.scene.run.is_running
    words = said()
    assert "Before" in words
    assert "95 %" in words
    assert "0 of 80 games" in words


def test_a_change_can_be_taken_back(pilot: Pilot, changed: list[SheetRules]) -> None:
    pilot.press("Begin with swap2")
    pilot.press("Take the change back")
    assert [rules.turn.opening for rules in changed] == [SheetOpening.SWAP2, SheetOpening.FREE]
    assert pilot.scene.run.report.done == 80


def test_the_games_wait_for_the_engine_and_its_progress_is_shown(pilot: Pilot, said: Callable[[], str]) -> None:
    shop = Workshop()
    pilot.app.services.preparation = shop.preparation
    pilot.press("Begin with swap2")
    assert not pilot.scene.run.is_running
    shop.set_progress(3, 12)
    pilot.frames(2)
    words = said()
    assert "Preparing the engines: 3 of 12" in words
    assert "The engine is being prepared." in words
    shop.finish()
    pilot.frames(2)
    assert pilot.scene.run.is_running
    assert "0 of 80 games" in said()


def test_waiting_for_the_engine_can_be_stopped(pilot: Pilot) -> None:
    shop = Workshop()
    pilot.app.services.preparation = shop.preparation
    pilot.press("Begin with swap2")
    pilot.press("Stop")
    shop.finish()
    pilot.frames(2)
    assert not pilot.scene.run.is_running
    pilot.press("Go on")
    assert pilot.scene.run.is_running


def test_an_engine_that_cannot_be_compiled_is_told_by_the_games(pilot: Pilot) -> None:
    shop = Workshop()
    pilot.app.services.preparation = shop.preparation
    pilot.press("Begin with swap2")
    shop.finish(well=False)
    pilot.frames(2)
    assert pilot.scene.run.is_running


def test_the_focus_stays_on_its_button_when_news_bring_buttons_for_changes(pilot: Pilot) -> None:
    pilot.press("Begin with swap2")
    pilot.press("Take the change back")
    pilot.scene.run.report = replace(pilot.scene.run.report, levels=pilot.scene.run.report.levels[:0])
    pilot.scene.refresh()
    controls = pilot.scene.controls
    before = len(controls.buttons)
    controls.focus(controls.buttons[-2], show=True)
    assert controls.current is not None
    assert controls.current.label == "Back"
    pilot.scene.run.report = pilot.scene.run._read()
    pilot.scene.refresh()
    assert len(controls.buttons) > before
    assert controls.current.label == "Back"


def test_games_can_be_stopped_and_continued(pilot: Pilot) -> None:
    pilot.press("Begin with swap2")
    pilot.press("Stop")
    assert not pilot.scene.run.is_running
    pilot.press("Go on")
    assert pilot.scene.run.is_running


def test_leaving_stops_the_games(pilot: Pilot) -> None:
    pilot.press("Begin with swap2")
    run = pilot.scene.run
    pilot.press("Back")
    assert not run.is_running
