"""A report that another process plays for, as the window follows it."""

import json

import pytest

from game.plugins.sheet_files import SheetFolders
from game.session.fairness import report_run
from game.session.fairness.report_run import ReportRun
from game.session.fairness.self_play import USUAL_LEVELS, log_path
from game.session.matches.game_log import GameLog
from game.session.matches.game_record import GameRecord
from tests.tools.arenas import record

TINY = SheetFolders(None).find("tic_tac_toe")
assert TINY is not None


class Spoken:
    """A process that says what it is told to, instead of one that plays."""

    def __init__(self):
        self.lines = []
        self.has_ended = False
        self.is_killed = False

    def line(self, _seconds):
        return self.lines.pop(0) if self.lines else None

    def end(self):
        self.is_killed = True


@pytest.fixture
def process():
    return Spoken()


@pytest.fixture
def run(own_home, process):
    return ReportRun(TINY, USUAL_LEVELS[:1], 2, lambda *_: process, clock=iter(range(1000)).__next__)


def log(*winners):
    games = GameLog(log_path(TINY, USUAL_LEVELS[0]), {}, "report", GameRecord)
    for number, winner in enumerate(winners, 1):
        games.add(record(number, (0, 1), winner, moves=("a1",), movers=(0,)))


def test_a_run_follows_the_games_to_the_last(run, process):
    run.start()
    assert run.is_running
    assert not run.poll()
    log(0, 1)
    process.lines.append(json.dumps({"done": 1, "of": 2}))
    assert run.poll()
    assert run.report.done == 2
    process.has_ended = True
    assert run.poll()
    assert (run.is_running, run.is_complete, run.problem) == (False, True, "")


def test_a_complete_report_starts_no_process(run):
    log(0, 1)
    again = ReportRun(TINY, USUAL_LEVELS[:1], 2, pytest.fail)
    again.start()
    assert not again.is_running


def test_a_run_that_is_stopped_ends_its_process(run, process):
    run.start()
    run.stop()
    assert process.is_killed
    assert not run.is_running
    assert not run.poll()


def test_a_problem_of_the_process_is_told(run, process):
    run.start()
    process.lines.append(json.dumps({"problem": "another report is writing this just now"}))
    process.has_ended = True
    assert run.poll()
    assert run.problem == "another report is writing this just now"


def test_a_process_that_ends_without_a_word_is_told(run, process):
    run.start()
    process.has_ended = True
    assert run.poll()
    assert run.problem == "The games have stopped for a reason that is not known."


def test_a_damaged_log_is_told(own_home):
    path = log_path(TINY, USUAL_LEVELS[0])
    path.parent.mkdir(parents=True)
    path.write_text("{}\nnothing\n", encoding="utf-8")
    run = ReportRun(TINY, USUAL_LEVELS[:1], 2)
    assert "this is not JSON" in run.problem
    assert run.report.levels == ()


def test_the_process_gets_the_id_of_a_game_that_it_can_find(own_home, monkeypatch):
    words = []
    monkeypatch.setattr(report_run, "PluginProcess", lambda *told: words.extend(told))
    report_run.start_games(TINY, USUAL_LEVELS, 200)
    tried = TINY.as_draft().id
    assert words[:3] == ["workshop", "report", tried]
    assert (own_home / "sheets" / f"{tried}.toml").is_file()
