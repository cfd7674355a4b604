"""A program that is killed at any moment loses at most the change in flight."""

import json
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from game.core.record.writer import write_tournament
from game.storage.saves import SaveFolder
from tests.storage.conftest import TINY

ROOT = Path(__file__).parents[2]


def play_and_kill(folder: Path, seed: int) -> list[list[str]]:
    """What the program printed until it was killed: words and texts."""
    command = [sys.executable, "-m", "tools.stress.played_until_killed", str(folder), str(seed)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        time.sleep(random.Random(seed).uniform(0.0, 0.4))
        process.kill()
        lines = (first + process.stdout.read()).decode().splitlines(keepends=True)
    return [line.split(" ", 1) for line in lines if line.endswith("\n")]


@pytest.mark.parametrize("seed", range(8))
def test_a_killed_program_loses_at_most_the_change_in_flight(tmp_path: Path, seed: int) -> None:
    printed = play_and_kill(tmp_path, seed)
    kept = next(text for word, text in reversed(printed) if word == "kept")
    may_be = {json.loads(text) for text in (kept, printed[-1][1])}
    folder = SaveFolder(tmp_path, {"tiny": TINY})
    (entry,) = folder.entries()
    assert entry.problem == ""
    assert write_tournament(folder.load("Friday")) in may_be


def test_a_program_killed_again_and_again_goes_on_from_where_it_was(tmp_path: Path) -> None:
    text = ""
    for seed in range(4):
        first = play_and_kill(tmp_path, seed)[0]
        assert not text or json.loads(first[1]) == text
        text = write_tournament(SaveFolder(tmp_path, {"tiny": TINY}).load("Friday"))
