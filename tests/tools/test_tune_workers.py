"""Games played by several processes, or a cluster, are those that one would have played, in the same order."""

import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import psutil
import pytest

from game.session.matches import executors
from game.session.matches.executors import results_in_order
from tests.tools.test_tune import arguments
from tools.tune import run, steps, workers

ROOT = Path(__file__).resolve().parents[2]
OPTIONS = ("--option", "size=9", "--nodes", 40)


def log_of(folder):
    return (folder / "games.jsonl").read_bytes()


@pytest.mark.parametrize("number", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_the_log_depends_neither_on_who_plays_nor_on_where_a_run_was_continued(number, tmp_path, monkeypatch):
    monkeypatch.setattr(workers, "_TASK_GAMES", 3)
    assert run(arguments("play", *OPTIONS, "--games", 10, out=tmp_path / "one")) == 0
    for games in (4, 10):
        words = ("--games", games, "--workers", number)
        assert run(arguments("play", *OPTIONS, *words, out=tmp_path / "more")) == 0
    assert log_of(tmp_path / "one") == log_of(tmp_path / "more")


def test_games_of_a_cluster_are_the_same(tmp_path):
    distributed = pytest.importorskip("distributed")
    assert run(arguments("play", *OPTIONS, "--games", 3, out=tmp_path / "here")) == 0
    with distributed.LocalCluster(1, processes=False, dashboard_address=None, threads_per_worker=1) as cluster:
        words = ("--games", 3, "--scheduler", cluster.scheduler_address)
        assert run(arguments("play", *OPTIONS, *words, out=tmp_path / "there")) == 0
    assert log_of(tmp_path / "here") == log_of(tmp_path / "there")


def test_without_the_extra_a_cluster_is_refused_by_its_name(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(executors, "find_spec", lambda _name: None)
    assert run(arguments("play", *OPTIONS, "--games", 3, "--scheduler", "tcp://a-machine:8786", out=tmp_path)) == 2
    assert "--scheduler needs the extra cluster" in capsys.readouterr().err


def test_results_come_in_the_order_of_their_tasks_and_no_more_are_begun_than_asked_for():
    begun = []

    def work(number):
        time.sleep(0.02 if number % 2 == 0 else 0)
        return number

    def tasks():
        for number in range(20):
            begun.append(number)
            yield number

    with ThreadPoolExecutor(4) as executor:
        found = results_in_order(executor, work, tasks(), 3)
        assert next(found) == 0
        assert len(begun) == 4
        assert list(found) == list(range(1, 20))


def test_the_share_of_time_that_is_not_thinking_is_shown(tmp_path, capsys):
    assert run(arguments("play", *OPTIONS, "--games", 2, out=tmp_path)) == 0
    share = re.search(r"2 of 2 games, .* a second; (\d+) % of the processor's time outside", capsys.readouterr().out)
    assert 0 < int(share[1]) < 100


@pytest.mark.slow
def test_a_killed_run_leaves_no_process_and_goes_on(tmp_path):
    words = ["tune", "play", *map(str, OPTIONS), "--games", "100000", "--workers", "2", "--out", str(tmp_path / "out")]
    with subprocess.Popen([sys.executable, "main.py", *words], cwd=ROOT, stdout=subprocess.DEVNULL) as command:
        log = tmp_path / "out" / "games.jsonl"
        deadline = time.monotonic() + 120
        while not (log.exists() and log.read_bytes().count(b"\n") > 1):
            assert time.monotonic() < deadline
            time.sleep(0.05)
        workers_of_it = psutil.Process(command.pid).children(recursive=True)
        command.kill()
    assert workers_of_it
    assert psutil.wait_procs(workers_of_it, timeout=60)[1] == []
    done = log.read_bytes().count(b"\n") - 1
    assert run(arguments("play", *OPTIONS, "--games", done + 1, out=tmp_path / "out")) == 0
    assert run(arguments("play", *OPTIONS, "--games", done + 1, out=tmp_path / "whole")) == 0
    assert log_of(tmp_path / "out") == log_of(tmp_path / "whole")


def test_a_process_that_ends_by_itself_is_told_in_one_sentence(tmp_path, monkeypatch, capsys):
    def broken(work, first):
        raise BrokenProcessPool

    monkeypatch.setattr(steps, "play_games", broken)
    assert run(arguments("play", *OPTIONS, out=tmp_path)) == 2
    assert "the same command goes on" in capsys.readouterr().err


def test_an_unknown_step_is_refused_before_any_is_done(tmp_path, capsys):
    assert run(arguments("play", "win", *OPTIONS, out=tmp_path / "out")) == 2
    assert "there is no step 'win' (there are: plan, play, learn, " in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
