"""The Elo of the opponents of rule sheets, measured by games in another process while the window is idle."""

import json
import sys
from pathlib import Path

import pytest

import main
from game.plugins import plugin_process
from game.plugins.measured_levels import ladder_file
from game.plugins.plugin_process import PluginProcess
from game.plugins.registry import discover
from game.plugins.sheet_files import SheetFolders
from game.session.fairness.level_ratings import LevelRatings, _arena_words
from game.session.matches import arena
from game.sheets.levels import LEVELS
from tests.session.fairness.test_report_run import Spoken

SHEET = SheetFolders(None).find("tic_tac_toe")
assert SHEET is not None
LADDER = json.dumps({"levels": [{"level": level.id, "elo": 400 + 200 * at} for at, level in enumerate(LEVELS)]})


class Waiting:
    """The measuring of the levels of a game on the menu, with a clock that the test moves."""

    def __init__(self):
        self.catalogue = discover(None, ())
        self.catalogue.add_sheet(SHEET, is_listed=True)
        self.now = 0.0
        self.arenas = []
        self.ratings = LevelRatings(self.catalogue, None, self._start, lambda: self.now)

    def _start(self, sheet, _plugins):
        assert sheet == SHEET
        self.arenas.append(Spoken())
        return self.arenas[-1]

    def wait(self, seconds=20.0, *, is_idle=True):
        """Poll now and after some seconds; return True if there was something new."""
        is_new = self.ratings.poll(is_idle=is_idle)
        self.now += seconds
        return self.ratings.poll(is_idle=is_idle) or is_new

    def elo(self):
        return [level.elo for level in self.catalogue.rulesets[SHEET.id].info.levels]


@pytest.fixture
def waiting(own_home):
    return Waiting()


def test_games_begin_when_nothing_has_needed_the_processor_for_a_while(waiting):
    waiting.wait(5.0)
    assert not waiting.arenas
    waiting.wait(6.0)
    assert len(waiting.arenas) == 1


def test_games_stop_at_once_when_the_processor_is_needed_and_go_on_later(waiting):
    waiting.wait()
    waiting.wait(is_idle=False)
    assert waiting.arenas[0].is_killed
    waiting.wait()
    assert len(waiting.arenas) == 2


def test_the_number_of_games_is_told_while_they_are_played(waiting):
    waiting.wait()
    assert waiting.ratings.progress(SHEET) is None
    waiting.arenas[0].lines = ['{"done": 3, "of": 90}']
    assert waiting.wait()
    assert waiting.ratings.progress(SHEET) == (3, 90)
    waiting.ratings.stop()
    assert waiting.ratings.progress(SHEET) is None


def test_opponents_have_their_elo_when_all_games_are_played(waiting):
    assert waiting.elo() == [None] * len(LEVELS)
    waiting.wait()
    ladder_file(SHEET.rules).parent.mkdir(parents=True)
    ladder_file(SHEET.rules).write_text(LADDER)
    waiting.arenas[0].has_ended = True
    assert waiting.wait()
    assert waiting.elo() == [400, 600, 800, 1000, 1200, 1400]
    assert [level.elo for level in discover(None, ()).rulesets[SHEET.id].info.levels] == waiting.elo()
    waiting.wait()
    assert len(waiting.arenas) == 1, "nothing is left to measure"


def test_an_arena_that_fails_is_tried_again_later_but_not_for_ever(waiting):
    waiting.wait()
    waiting.arenas[0].has_ended = True
    waiting.wait(5.0)
    assert len(waiting.arenas) == 1
    for _ in range(10):
        waiting.wait()
        waiting.arenas[-1].has_ended = True
    assert len(waiting.arenas) == 3
    assert waiting.elo() == [None] * len(LEVELS)


@pytest.mark.parametrize("text", ["", "[]", '{"levels": [{"level": 3}]}', "\udcff"])
def test_a_damaged_ladder_leaves_opponents_without_elo(waiting, text):
    ladder_file(SHEET.rules).parent.mkdir(parents=True)
    ladder_file(SHEET.rules).write_bytes(text.encode("utf-8", "surrogateescape"))
    assert {level.elo for level in discover(None, ()).rulesets[SHEET.id].info.levels} == {None}


def test_the_arena_understands_its_command_line(own_home, capsys, monkeypatch):
    monkeypatch.setattr(arena, "serve_window", lambda: None)
    words = list(_arena_words(SHEET, None))
    words[words.index("--games") + 1] = "0"
    with pytest.raises(SystemExit):
        main.main(words)
    assert "--games" in capsys.readouterr().err


@pytest.mark.skipif(not Path("/proc/self/autogroup").is_file(), reason="another scheduler")
def test_the_games_leave_the_processor_to_the_window_although_their_process_begins_a_session(monkeypatch):
    code = "from game.plugins import plugin_process as p; p.serve_window(); print(open('/proc/self/autogroup').read())"
    monkeypatch.setattr(plugin_process, "own_command", lambda *_: [sys.executable, "-c", code])
    process = PluginProcess()
    try:
        assert "nice 10" in str(process.line(20.0))
    finally:
        process.end()
