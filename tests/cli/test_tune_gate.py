"""The run of a gate: its log depends on no worker, goes on, and belongs to one pair of players and their terms."""

from dataclasses import replace

import pytest

from game.cli.tune import gate_run
from game.cli.tune.contender import Contender
from game.cli.tune.gate import GateMatch
from game.cli.tune.gate_run import play_gate
from game.kit.lines.net.nets import net_for
from game.kit.lines.settings import FULL

from .test_tune import upside_down, work

OPENINGS = (("f6",), ("e5", "g7"), ("e5", "e6"))
WORDS = ("--option", "size=9", "--gate-nodes", 40)


def gate(folder, contender, *words, nodes=40, told=None):
    asked = replace(work(*WORDS, *words, out=folder), tell=told.append if told is not None else lambda line: None)
    play_gate(asked, GateMatch(asked.tuned, OPENINGS, nodes, asked.seed), contender)


def logs(folder):
    return {path.name: path.read_bytes() for path in folder.glob("gate-*.jsonl")}


@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_a_gate_that_goes_on_with_other_workers_has_the_log_of_one_that_was_not_broken_off(workers, tmp_path):
    other = Contender(settings=replace(FULL, futility=1))
    gate(tmp_path / "whole", other, "--gate-games", 12)
    gate(tmp_path / "parts", other, "--gate-games", 6)
    told = []
    gate(tmp_path / "parts", other, "--gate-games", 12, "--workers", workers, told=told)
    assert logs(tmp_path / "parts") == logs(tmp_path / "whole")
    assert told[-1].startswith("12 games at 40 nodes: ")


def test_a_gate_that_is_decided_plays_no_more(tmp_path, monkeypatch):
    bad = Contender(net=upside_down(net_for(work(*WORDS).tuned.rules)))
    words = ("--gate-games", 200, "--sprt", "0,400")
    gate(tmp_path, bad, *words)
    before = logs(tmp_path)
    (log,) = before.values()
    assert len(log.splitlines()) < 1 + 100
    monkeypatch.setattr(gate_run, "_pairs", None)
    told = []
    gate(tmp_path, bad, *words, told=told)
    assert logs(tmp_path) == before
    assert len(told) == 1


def test_another_player_or_other_terms_have_a_log_of_their_own(tmp_path):
    for contender, nodes in ((Contender(), 40), (Contender(settings=replace(FULL, futility=1)), 40), (Contender(), 41)):
        gate(tmp_path, contender, "--gate-games", 2, nodes=nodes)
    assert len(logs(tmp_path)) == 3
