"""Games played by several processes, or a cluster, are those that one would have played, in the same order."""

import re
from concurrent.futures import ThreadPoolExecutor
from time import sleep

import pytest

from game.cli.executors import results_in_order
from game.cli.tune import run, workers

from .test_tune import arguments

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


def test_results_come_in_the_order_of_their_tasks_and_no_more_are_begun_than_asked_for():
    begun = []

    def work(number):
        sleep(0.02 if number % 2 == 0 else 0)
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
