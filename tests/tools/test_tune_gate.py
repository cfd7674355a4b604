"""The gate: its log depends on no worker, goes on, and belongs to two players and their terms; so does an ablation."""

from dataclasses import replace

import pytest

from game.core.model import ParseError
from game.engine.search.lines.net.net import net_for
from game.engine.search.lines.settings import FULL
from tests.tools.test_tune import upside_down, work
from tools.tune import ablation, gate_run
from tools.tune.contender import Contender
from tools.tune.gate import GateMatch
from tools.tune.gate_run import play_gate
from tools.tune.steps import ablate

OPENINGS = (("f6",), ("e5", "g7"), ("e5", "e6"))
WORDS = ("--option", "size=9", "--gate-nodes", 40)


def gate(folder, contender, *words, nodes=40, told=None):
    asked = replace(work(*WORDS, *words, out=folder), report=told.append if told is not None else lambda line: None)
    play_gate(asked, GateMatch(asked.tuned, OPENINGS, nodes, asked.seed), (contender, Contender()))


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


@pytest.mark.parametrize(
    "line", ['{"number": 0, "score": "x"}', '{"number": 0, "score": 2}', '{"number": 0}', "[0, 1]"]
)
def test_a_log_with_a_line_that_is_no_pair_is_refused_and_the_line_named(line, tmp_path):
    gate(tmp_path, Contender(), "--gate-games", 2)
    (path,) = tmp_path.glob("gate-*.jsonl")
    header = path.read_text(encoding="utf-8").splitlines()[0]
    path.write_text(f"{header}\n{line}\n", encoding="utf-8")
    with pytest.raises(ParseError, match="line 2"):
        gate(tmp_path, Contender(), "--gate-games", 2)


def test_a_killed_ablation_goes_on_and_has_a_row_for_each_idea(tmp_path, monkeypatch):
    monkeypatch.setattr(ablation, "ideas", lambda: ("futility", "few"))
    openings = tmp_path / "openings.txt"
    openings.write_text("0,0, 1,-1, 2,-1\n", encoding="utf-8")
    asked = work(*WORDS, "--gate-games", 4, "--openings", openings, out=tmp_path / "out")
    ablate(asked)
    table, whole = (tmp_path / "out" / "ablation.txt").read_text(encoding="utf-8"), logs(tmp_path / "out")
    assert [row.split()[:2] for row in table.splitlines()[-2:]] == [["futility", "4"], ["few", "4"]]
    for name, log in whole.items():
        (tmp_path / "out" / name).write_bytes(b"".join(log.splitlines(keepends=True)[:2]))
    ablate(asked)
    assert logs(tmp_path / "out") == whole
    assert (tmp_path / "out" / "ablation.txt").read_text(encoding="utf-8") == table
