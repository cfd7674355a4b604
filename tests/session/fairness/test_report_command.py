"""The command ``workshop report``, with an engine."""

import json

import pytest

import main
from game.session.fairness.self_play import USUAL_LEVELS

TINY = """
title = "Tiny"
[board]
columns = {columns}
[line]
length = 3
"""


@pytest.fixture(autouse=True)
def home(own_home):
    return own_home


def told_by(capsys, *words):
    code = main.main(["workshop", "report", *map(str, words)])
    return code, *capsys.readouterr()


@pytest.mark.slow
@pytest.mark.usefixtures("engines_compiled")
def test_a_report_is_printed_as_json_and_as_text(tmp_path, capsys):
    path = tmp_path / "tiny.toml"
    path.write_text(TINY.format(columns=3), encoding="utf-8")
    code, out, _errors = told_by(capsys, path, "--games", 6, "--levels", USUAL_LEVELS[0], "--json")
    fields = json.loads(out)
    assert code == 0
    assert fields["levels"][0]["games"] == 6
    assert fields["levels"][0]["failures"] == 0
    code, out, _errors = told_by(capsys, path, "--games", 6, "--levels", USUAL_LEVELS[0])
    assert code == 0
    assert "Light engine:\n" in out


def test_a_game_that_cannot_be_won_is_reported_without_games(tmp_path, capsys):
    path = tmp_path / "small.toml"
    path.write_text(TINY.format(columns=2), encoding="utf-8")
    code, out, _errors = told_by(capsys, path)
    assert code == 0
    assert "No row of 3 cells fits on the board. So nobody can ever win this game.\n" in out


def test_a_sheet_that_cannot_be_read_is_told_with_its_line(tmp_path, capsys):
    path = tmp_path / "bad.toml"
    path.write_text('title = "Bad"\n[line]\nlength = 1\n', encoding="utf-8")
    assert told_by(capsys, path) == (1, "", "bad.toml, line 3: line.length: 1 is not between 2 and 26.\n")


def test_a_key_that_no_sheet_has_is_told(capsys):
    assert told_by(capsys, "halma") == (1, "", "there is no rule sheet 'halma'.\n")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ("--levels", "sheet_regular"),
            "argument --levels: invalid choice: 'sheet_regular' (choose from 'sheet_light'",
        ),
        (("--games", 0), "argument --games: '0' is not a whole number from 1 to 1,000,000"),
    ],
)
def test_impossible_arguments_are_told(words, sentence, capsys):
    with pytest.raises(SystemExit, match="2"):
        told_by(capsys, "connect6", *words)
    assert sentence in capsys.readouterr().err
