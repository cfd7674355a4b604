"""Engines are compiled in a process of their own, one game after the other, and never outlive whoever waits."""

import subprocess
import sys
from pathlib import Path

import pytest

from game.core.own_program import own_command
from game.engine.client.preparation import Progress
from game.engine.protocol.line_process import format_step, parse_step
from game.plugins.drop_ins import DROP_IN_PACKAGE
from tools.engine.faults import still_running
from tools.pilot.workshop import Workshop

ROOT = Path(__file__).resolve().parents[2]
#: A game whose only level has to be compiled, which takes longer than any test.
NEVER_READY = """
import os, pathlib, time
from {toy} import RULESET
from dataclasses import replace

RULESET.info = replace(RULESET.info, id="slow", levels=(replace(RULESET.info.levels[0], compiled=True),))

def any_cell(state, limits):
    raise NotImplementedError
    yield

def warm():
    pathlib.Path(os.environ["PROCESSES"]).write_text(str(os.getpid()))
    yield 1, 2
    while True:
        time.sleep(600)
"""
#: A window that is killed while an engine is compiled: it starts the compilation, and tells when it has begun. As in
#: the program, the plug-in passed its trial before: a busy machine may leave the idle process no time for one.
WINDOW = """
import sys, time
from pathlib import Path
from game.engine.client.preparation import Preparer

running = Preparer("slow", Path(sys.argv[1]), idle=True, tried=[sys.argv[2]])
while running.latest() is None:
    assert not running.ended, "it ends before it has begun"
    time.sleep(0.01)
print("begun", flush=True)
time.sleep(600)
"""


@pytest.fixture
def slow_game(tmp_path, monkeypatch):
    """A folder of drop-ins that holds a game which is never compiled; its process names itself in a file."""
    folder = tmp_path / "drop-ins"
    folder.mkdir()
    monkeypatch.setenv("PROCESSES", str(tmp_path / "processes"))
    monkeypatch.setenv("STONE_FAIR_HOME", str(tmp_path / "home"))
    (folder / "slow.py").write_text(NEVER_READY.format(toy="tests.data.toy_ruleset"))
    return folder


def test_no_compilation_outlives_a_window_that_is_killed(slow_game, tmp_path):
    words = [sys.executable, "-c", WINDOW, str(slow_game), f"{DROP_IN_PACKAGE}.slow"]
    window = subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE)
    assert window.stdout.readline() == b"begun\n"
    window.kill()
    window.communicate()
    assert still_running(tmp_path / "processes") == []


def test_a_compilation_that_nobody_attends_goes_on_without_an_input(plugin_folder):
    """As when it is started by hand, or in a script."""
    command = own_command("--plugins", str(plugin_folder), "prepare", "four_in_a_row")
    assert subprocess.run(command, stdin=subprocess.DEVNULL, check=True, capture_output=True).stderr == b""


#: A game whose compiler fails.
FAILS = """
from {toy} import RULESET
from dataclasses import replace

RULESET.info = replace(RULESET.info, id="fails", levels=(replace(RULESET.info.levels[0], compiled=True),))

def any_cell(state, limits):
    raise NotImplementedError
    yield

def warm():
    raise EOFError("Ran out of input")
"""


def test_a_game_that_cannot_be_compiled_is_told_in_a_sentence(tmp_path, monkeypatch):
    """It ended in a traceback, and no other game was compiled."""
    monkeypatch.setenv("STONE_FAIR_HOME", str(tmp_path / "home"))
    for name in ("fails", "works"):
        text = FAILS.format(toy="tests.data.toy_ruleset").replace('"fails"', f'"{name}"')
        (tmp_path / f"{name}.py").write_text(text.partition("def warm")[0] if name == "works" else text)
    command = own_command("--plugins", str(tmp_path), "prepare", "fails", "works")
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 1
    assert done.stderr == "fails: EOFError: Ran out of input\n"
    assert list((tmp_path / "home").rglob("ready-*works"))


def test_an_unknown_game_is_told():
    done = subprocess.run(own_command("prepare", "chess"), capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "'chess'" in done.stderr


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        (format_step("gomoku", 3, 11), ("gomoku", 3, 11)),
        ("gomoku: 12 of 11", None),
        ("a plug-in says: 3 of 11 things", None),
        ("", None),
    ],
)
def test_a_line_tells_a_step_or_nothing(line, meant):
    assert parse_step(line) == meant


def test_the_games_are_compiled_one_after_the_other_in_idle_time():
    shop = Workshop("one", "two")
    shop.preparation.begin()
    assert shop.order == ["one"]
    assert shop.finish()
    assert shop.order == ["one", "two"]
    assert all(each.idle for each in shop.started)
    shop.finish()
    assert shop.preparation.games == Progress(2, 2)
    assert not shop.preparation.is_at_work


def test_nothing_is_started_where_everything_is_compiled():
    shop = Workshop("one")
    shop.compiled.add("one")
    shop.preparation.begin()
    shop.preparation.prioritise("one")
    assert shop.order == []


def test_the_game_whose_stall_is_opened_comes_next():
    shop = Workshop("one", "two", "three")
    shop.preparation.begin()
    shop.preparation.favour("three")
    shop.finish()
    shop.finish()
    assert shop.order == ["one", "three", "two"]
    assert not shop.started[0].killed


def test_the_game_that_somebody_waits_for_at_the_table_is_compiled_at_once_and_not_in_idle_time():
    shop = Workshop("one", "two")
    shop.preparation.begin()
    shop.preparation.prioritise("two")
    assert shop.started[0].killed
    assert (shop.running.game, shop.running.idle) == ("two", False)
    shop.preparation.prioritise("two")
    assert shop.order == ["one", "two"]
    shop.finish()
    assert shop.order == ["one", "two", "one"]


def test_waiting_for_the_game_that_is_compiled_just_now_makes_that_faster():
    shop = Workshop("one")
    shop.preparation.begin()
    shop.preparation.prioritise("one")
    assert [each.idle for each in shop.started] == [True, False]


def test_steps_are_news_and_silence_is_none():
    shop = Workshop("one", "two")
    shop.preparation.begin()
    assert shop.preparation.poll()
    assert not shop.preparation.poll()
    shop.running.step = (1, 4)
    assert shop.preparation.poll()
    assert not shop.preparation.poll()
    assert shop.preparation.progress_of("one") == Progress(1, 4)
    assert shop.preparation.share == 0.125


def test_a_game_that_cannot_be_compiled_is_told_and_tried_again_only_for_somebody_who_waits():
    shop = Workshop("one", "two")
    shop.preparation.begin()
    shop.finish(well=False)
    assert shop.preparation.has_failed("one")
    shop.preparation.favour("one")
    assert shop.order == ["one", "two"]
    shop.preparation.prioritise("one")
    assert not shop.preparation.has_failed("one")
    assert shop.running.game == "one"


def test_leaving_ends_what_is_compiled():
    shop = Workshop("one", "two")
    shop.preparation.begin()
    shop.preparation.close()
    assert shop.running.killed
    assert shop.order == ["one"]
