"""The stress test: what breaks is named with its seed, a later run goes on, and every campaign can be tried again."""

from __future__ import annotations

import json
import random
import sys
import time
from pathlib import Path

import psutil
import pytest

from main import main
from tools.stress import command, kills_campaign
from tools.stress.batch import run_batch
from tools.stress.campaign import Campaign
from tools.stress.damage import damaged
from tools.stress.stress_log import Batch, StressLog

SAVES = next(campaign for campaign in command.CAMPAIGNS if campaign.name == "damaged saves")


def test_a_run_goes_on_where_the_log_ends(tmp_path: Path) -> None:
    path = tmp_path / "soak.jsonl"
    log = StressLog(path)
    assert log.next_seed(SAVES) == 1
    log.add(Batch(SAVES.name, 1, 30, {7: "it hangs"}, 60.0, 50.0, 60.0))
    again = StressLog(path)
    assert again.next_seed(SAVES) == 31
    again.add(Batch(SAVES.name, 31, 10, {}, 30.0, 50.0, 55.0))
    head, row, broke = StressLog(path).table([SAVES])
    assert head.split()[:4] == ["campaign", "tried", "held", "broke"]
    assert row.split() == ["damaged", "saves", "1000", "975", "1", "1.5", "50,", "60"]
    assert broke.strip() == "seed 7: it hangs"


def test_a_log_whose_last_line_was_cut_off_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "soak.jsonl"
    StressLog(path).add(Batch(SAVES.name, 1, 30))
    path.write_bytes(path.read_bytes() + b'{"campaign": "damaged sav')
    log = StressLog(path)
    assert log.next_seed(SAVES) == 31
    log.add(Batch(SAVES.name, 31, 10))
    assert [batch.first for batch in StressLog(path).batches] == [1, 31]


@pytest.mark.parametrize("words", [["--only", "sharks"], ["--again", "sharks", "1"], ["--again", SAVES.name, "x"]])
def test_a_campaign_or_seed_that_is_none_is_told_in_a_sentence(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["soak", *words]) == 2
    told = capsys.readouterr().err
    assert repr(words[-1] if words[-1] == "x" else "sharks") in told


def test_a_stone_that_nobody_placed_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = [["h8", "h9", "g7"]]
    monkeypatch.setattr(kills_campaign, "_moves", lambda tournament: found)
    monkeypatch.setattr(kills_campaign.SaveFolder, "load", lambda folder, name: None)
    (tmp_path / "saves").mkdir()
    (tmp_path / "saves" / "Soak.txt").touch()

    def lost(*positions: str) -> str:
        said = [
            ["kept" if number == 0 else "made", json.dumps([each.split()])] for number, each in enumerate(positions)
        ]
        return kills_campaign._lost(tmp_path, said)

    assert lost("h8 h9 g7") == lost("h8", "h8 h9") == ""
    assert lost("h8 h9 g8", "h8 h9 g8 a1") == "there are stones that nobody placed"
    assert lost("h8 h9 g7 a1") == "1 stones are lost"


def test_a_batch_takes_its_files_and_processes_with_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    script, sleeper = tmp_path / "falls.py", "import time; time.sleep(60)"
    script.write_text(
        "import subprocess, sys, tempfile\n"
        "tempfile.mkdtemp()\n"
        f"print(subprocess.Popen([sys.executable, '-c', '{sleeper}'], start_new_session=True).pid, file=sys.stderr)\n"
    )
    monkeypatch.setattr("tools.stress.batch.own_command", lambda *words: [sys.executable, str(script)])
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    batch = run_batch(Campaign("any", "", lambda seed, folder: "", batch=1, patience=5.0), 1, 1, time.monotonic() + 60)
    assert not psutil.pid_exists(int(batch.broke[1])) or psutil.Process(int(batch.broke[1])).status() == "zombie"
    assert list(tmp_path.iterdir()) == [script]


def test_a_batch_counts_its_trials_and_their_memory() -> None:
    batch = run_batch(SAVES, 5, 2, time.monotonic() + 60)
    assert (batch.first, batch.trials, batch.broke) == (5, 2, {})
    assert batch.memory_at_end > 1


@pytest.mark.parametrize(
    ("name", "told"), [("raises", "ValueError: out of luck"), ("ends", "it ended with 3"), ("hangs", "it hangs")]
)
def test_a_trial_that_falls_or_hangs_is_named_with_its_seed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, told: str
) -> None:
    falls = {"raises": "raise ValueError('out of luck')", "ends": "raise SystemExit(3)", "hangs": "input()"}
    script = tmp_path / "falls.py"
    line = '{"seed": 1, "told": "", "before": 1, "after": 2, "calm": 0, "attacked": 0}'
    script.write_text(f"import time\nprint('{line}', flush=True)\n{falls[name].replace('input()', 'time.sleep(60)')}\n")
    monkeypatch.setattr("tools.stress.batch.own_command", lambda *words: ["python3", str(script)])
    campaign = Campaign("any", "", lambda seed, folder: "", batch=9, patience=2.0)
    batch = run_batch(campaign, 1, 9, time.monotonic() + 60)
    assert batch.trials == 2
    assert batch.broke == {2: told}


def test_damage_is_the_same_for_the_same_seed() -> None:
    contents = b"Stone Fair tournament, version 1\n" * 20
    assert damaged(contents, random.Random(3)) == damaged(contents, random.Random(3)) != contents


#: Campaigns of more than six seconds, whose attacks other tests make in small.
_LONG = {
    *("hostile engines", "arenas", "window: engine", "window: file", "damaged databases", "damaged caches"),
    *("silent connections", "kills of the window"),
}


@pytest.mark.slow
@pytest.mark.parametrize(
    "campaign",
    [
        pytest.param(each, id=each.name, marks=[pytest.mark.night] if each.name in _LONG else [])
        for each in command.CAMPAIGNS
    ],
)
def test_every_campaign_holds_for_a_seed(campaign: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    batch = run_batch(campaign, 2, 1, time.monotonic() + 600)
    assert (batch.trials, batch.broke) == (1, {})


def test_a_seed_can_be_tried_again(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["soak", "--again", SAVES.name, "1"]) == 0
    assert capsys.readouterr().out == f"{SAVES.name}, seed 1: held\n"
