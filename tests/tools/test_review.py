"""The review for programs: JSON in and out, sentences for what cannot be read, and slips that are found."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT

pytestmark = pytest.mark.usefixtures("engines_compiled")
#: White overlooks an open three at its third stone.
MISTAKE = ["h8", "a1", "g8", "a2", "f8", "a3", "e8", "a15", "d8"]


def run_review(*requests: dict[str, Any] | str, words: tuple[str, ...] = ()) -> subprocess.CompletedProcess[bytes]:
    lines = "".join(f"{each if isinstance(each, str) else json.dumps(each)}\n" for each in requests)
    command = [sys.executable, str(ROOT / "main.py"), "review", *words]
    return subprocess.run(command, input=lines.encode(), capture_output=True, check=False)


def review(*requests: dict[str, Any] | str, words: tuple[str, ...] = (), code: int = 0) -> list[dict[str, Any]]:
    done = run_review(*requests, words=words)
    assert done.returncode == code, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_a_game_is_read_back_move_by_move() -> None:
    (told,) = review({"ruleset": "gomoku", "moves": MISTAKE, "seconds": 5, "nodes": 3000})
    assert told.keys() == {"moves", "accuracy", "turning_point", "last_escape"}
    assert [move["move"] for move in told["moves"]] == MISTAKE
    assert [move["side"] for move in told["moves"]] == ["b", "w"] * 4 + ["b"]
    assert all(0 <= move["chance"] <= 1 and move["loss"] >= 0 for move in told["moves"])
    slip = told["moves"][5]
    assert slip["allowed_loss"]
    assert slip["move"] not in slip["best"]
    assert "Black can force a win" in slip["why"]
    assert told["last_escape"]["ply"] == 6
    assert told["accuracy"]["w"] < told["accuracy"]["b"]


def test_judging_begins_at_the_ply_that_is_asked_for() -> None:
    (told,) = review({"ruleset": "gomoku", "moves": MISTAKE, "nodes": 200, "from": 8})
    assert [move["ply"] for move in told["moves"]] == [8, 9]


def test_what_cannot_be_read_is_told_in_a_sentence() -> None:
    refused: dict[str, Any] = {
        "is not JSON": "nonsense",
        "there is no ruleset": {"ruleset": "chess"},
        "There is already a stone": {"ruleset": "gomoku", "moves": ["h8", "h8"]},
        "'seconds' must be": {"ruleset": "gomoku", "moves": [], "seconds": 0},
        "'from' must be": {"ruleset": "gomoku", "moves": ["h8"], "from": 3},
    }
    answers = review(*refused.values())
    assert [answer["ok"] for answer in answers] == [False] * 5
    assert [reason in answer["reason"] for reason, answer in zip(refused, answers, strict=True)] == [True] * 5
    assert [answer["at"] for answer in answers] == [None, None, 1, None, None]


def test_a_file_of_another_program_is_read_game_by_game(tmp_path: Path) -> None:
    file = tmp_path / "two.sgf"
    file.write_text("(;GM[4]SZ[15];B[hh];W[hg](;B[gh];W[])(;B[ih]))(;GM[4]SZ[15];B[aa])")
    done = run_review(words=(str(file),))
    first, second = map(json.loads, done.stdout.splitlines())
    assert [move["move"] for move in first["moves"]] == ["h8", "h9", "g8", "pass"]
    assert [move["move"] for move in second["moves"]] == ["a15"]
    assert done.returncode == 0


@pytest.mark.parametrize("content", [b"nothing at all", b"RenLib\xff\xfe", b"(;SZ[40];B[aa])", None])
def test_a_file_that_cannot_be_read_is_a_sentence_and_an_exit_code(tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "nobody.txt"
    if content is not None:
        file.write_bytes(content)
    (told,) = review(words=(str(file),), code=1)
    assert told["ok"] is False
    assert "nobody.txt" in told["reason"]


def measured(*words: str) -> tuple[list[str], str]:
    command = [sys.executable, str(ROOT / "main.py"), "review", *words]
    done = subprocess.run(command, capture_output=True, check=False, text=True)
    return done.stdout.splitlines(), done.stderr


@pytest.mark.slow
@pytest.mark.night
def test_a_measurement_goes_on_where_it_ended_and_finds_the_same_again(tmp_path: Path) -> None:
    log, again = tmp_path / "log.jsonl", tmp_path / "again.jsonl"
    words = ("--check", "classes", "--ruleset", "gomoku", "--nodes", "60", "--log")
    measured(*words, str(log), "--games", "1")
    first = log.read_text()
    lines, _ = measured(*words, str(log), "--games", "2")
    assert log.read_text().startswith(first)
    assert lines[0].startswith("2 games, ")
    assert measured(*words, str(again), "--games", "2")[0] == lines
    assert again.read_text() == log.read_text()


@pytest.mark.night
def test_a_win_that_is_thrown_away_is_told_as_missed(tmp_path: Path) -> None:
    file = tmp_path / "wins.jsonl"
    moves = ["h8", "a1", "g8", "a3", "f8", "a5"]
    file.write_text(json.dumps({"ruleset": "gomoku", "moves": moves, "winning": ["e8", "i8", "d8", "j8"]}) + "\n")
    lines, _ = measured("--check", "thrown", str(file), "--games", "1", "--log", str(tmp_path / "log.jsonl"))
    assert lines == ["1 of 1 wins that were thrown away are told as missed"]


def test_a_measurement_of_an_unknown_game_is_refused_with_a_sentence(tmp_path: Path) -> None:
    lines, told = measured("--check", "classes", "--ruleset", "chess", "--log", str(tmp_path / "log.jsonl"))
    assert (lines, "there is no ruleset 'chess'" in told) == ([], True)
