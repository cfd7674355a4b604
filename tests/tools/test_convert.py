"""Files of games as JSON and in other formats: a line for each file, a word on all that is lost."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import main
from game.library.formats.reading import open_file
from game.library.formats.writing import FORMATS
from game.plugins.registry import discover

RULESETS = discover().rulesets
GAME = "(;GM[4]SZ[15]PB[Ann]PW[Дмитрий]RE[B+R]RU[Renju];B[hh];W[hg](;B[gh])(;B[ih]C[or]))"
OTHER = "(;GM[4]SZ[15];B[aa])"


@pytest.fixture(autouse=True)
def _own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STONE_FAIR_HOME", str(tmp_path / "home"))


def convert(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, list[dict[str, Any]], str]:
    """The exit code, the lines of JSON and what was told on standard error."""
    code = main.main(["convert", *map(str, words)])
    told = capsys.readouterr()
    return code, [json.loads(line) for line in told.out.splitlines()], told.err


def new_file(folder: Path, name: str, content: str | bytes = GAME) -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def test_a_file_is_described_in_a_line_of_json(tmp_path, capsys):
    file = new_file(tmp_path, "game.sgf")
    code, (told,), err = convert(capsys, file)
    (game,) = told.pop("games")
    assert told == {"file": str(file), "ok": True, "format": "SGF", "encoding": "utf-8", "warnings": []}
    assert game.keys() == {"ruleset", "options", "players", "result", "moves", "nodes"}
    assert (game["ruleset"], game["options"]["variant"], game["options"]["size"]) == ("gomoku", "renju", 15)
    assert (game["players"], game["result"]) == (["Ann", "Дмитрий"], "B+R")
    assert (game["moves"], game["nodes"], code, err) == (["h8", "h9", "g8"], 4, 0, "")


def test_each_file_has_a_line_and_those_that_cannot_be_read_a_reason(tmp_path, capsys):
    files = [
        new_file(tmp_path, "game.sgf"),
        new_file(tmp_path, "bad.sgf", "(;SZ[40];B[aa])"),
        tmp_path / "missing.sgf",
        tmp_path,
        new_file(tmp_path, "more.sgf", OTHER + OTHER),
    ]
    code, told, _err = convert(capsys, "--json", *files)
    assert [each["ok"] for each in told] == [True, False, False, False, True]
    assert [each["file"] for each in told] == [str(file) for file in files]
    assert told[1]["reason"].startswith("no game in Stone Fair uses a 40x40 board")
    assert all("Traceback" not in each.get("reason", "") for each in told)
    assert (len(told[4]["games"]), code) == (2, 1)


def test_what_is_left_out_is_a_warning_and_the_likeliest_reading_counts(tmp_path, capsys):
    broken = new_file(tmp_path, "broken.sgf", "(;GM[4]SZ[15];B[hh];W[zz];B[gg])")
    points = new_file(tmp_path, "points.txt", "h8 i9 g7")
    won = new_file(tmp_path, "won.txt", "h8a1g8a2f8a3e8a4d8")
    code, (first, second, third), _err = convert(capsys, broken, points, won)
    assert "not possible on this board" in first["warnings"][0]
    assert [game["moves"] for game in second["games"]] == [["h8", "i9", "g7"]]
    assert third["games"][0]["result"] == "B+1"
    assert code == 0


def test_a_position_that_was_set_up_is_told(tmp_path, capsys):
    file = new_file(tmp_path, "set_up.sgf", "(;GM[4]SZ[15]AB[hh]PL[W];W[aa])")
    _code, (told,), _err = convert(capsys, file)
    assert told["games"][0]["moves"] == ["a15"]
    assert "b" in told["games"][0]["position"]


@pytest.mark.parametrize("format_", FORMATS, ids=lambda each: each.name)
@pytest.mark.parametrize("source", FORMATS, ids=lambda each: each.name)
def test_every_format_becomes_every_other(tmp_path, capsys, source, format_):
    file, out = tmp_path / f"in{source.suffix}", tmp_path / f"out{format_.suffix}"
    assert convert(capsys, new_file(tmp_path, "game.sgf"), file)[0] == 0
    code, lines, err = convert(capsys, file, out)
    assert (code, lines) == (0, [])
    assert f"written to {out}" in err
    (study, *_others) = open_file(out, RULESETS).studies
    assert [study.tree.move(node).cell for node in study.tree.continuation(0)] == [112, 97, 111]


def test_nothing_is_overwritten_without_being_told_to(tmp_path, capsys):
    file, out = new_file(tmp_path, "game.sgf"), new_file(tmp_path, "out.psq", "mine")
    code, lines, err = convert(capsys, file, out)
    assert (code, lines, out.read_text()) == (1, [], "mine")
    assert "--force" in err
    assert convert(capsys, file, out, "--force")[0] == 0
    assert out.read_text().startswith("Piskvorky")


def test_several_files_go_into_a_folder_and_the_good_ones_are_converted(tmp_path, capsys):
    files = [new_file(tmp_path, "one.sgf"), new_file(tmp_path, "bad.sgf", "x"), new_file(tmp_path, "two.sgf")]
    again = new_file(tmp_path, "one.study.txt", "x")
    again.unlink()
    convert(capsys, files[0], again)
    out = tmp_path / "out"
    code, lines, err = convert(capsys, *files, again, out, "--format", "psq", "--force")
    assert (code, lines) == (1, [])
    assert sorted(each.name for each in out.iterdir()) == ["one.psq", "two.psq"]
    assert f"{files[1]}: " in err
    assert f"{again}: not written, as {out / 'one.psq'} exists" in err
    assert "only the main line is written" in err


def test_several_games_go_into_one_sgf_or_into_numbered_files(tmp_path, capsys):
    file = new_file(tmp_path, "games.sgf", GAME + OTHER)
    assert convert(capsys, file, tmp_path / "all.sgf")[0] == 0
    assert len(open_file(tmp_path / "all.sgf", RULESETS).studies) == 2
    assert convert(capsys, file, tmp_path / "each.pos")[0] == 0
    assert sorted(path.name for path in tmp_path.glob("each*")) == ["each-1.pos", "each-2.pos"]


def test_a_game_that_a_format_cannot_express_is_a_sentence(tmp_path, capsys):
    file = new_file(tmp_path, "set_up.sgf", "(;GM[4]SZ[15]AB[hh];W[aa])" + OTHER)
    code, _lines, err = convert(capsys, file, tmp_path / "out.psq")
    assert code == 1
    assert "game 1: The format" in err
    assert [path.name for path in tmp_path.glob("out*")] == ["out-2.psq"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("game.sgf", "out.rif"), "does not end like a format"),
        (("game.sgf", "out"), "does not end like a format"),
        (("game.sgf", "folder"), "name the format"),
        (("game.sgf", "other.sgf", "new"), "name the format"),
        (("game.sgf", "out.sgf", "--format", "gif"), "there is no format 'gif'"),
        (("game.sgf", "--format", "sgf"), "no OUT is named"),
        (("game.sgf", "out.sgf", "--json", "--force"), "no OUT is named"),
        (("game.sgf", "other.sgf", "game.sgf", "--force"), "must be a folder"),
    ],
)
def test_wrong_use_is_a_sentence_and_changes_nothing(tmp_path, capsys, monkeypatch, words, told):
    monkeypatch.chdir(tmp_path)
    new_file(tmp_path, "game.sgf")
    new_file(tmp_path, "other.sgf")
    (tmp_path / "folder").mkdir()
    before = sorted(tmp_path.iterdir())
    code, lines, err = convert(capsys, *words)
    assert (code, lines) == (2, [])
    assert told in err
    assert sorted(tmp_path.iterdir()) == before


def test_no_file_at_all_is_wrong_use(capsys):
    with pytest.raises(SystemExit) as end:
        convert(capsys)
    assert end.value.code == 2


def test_a_folder_that_cannot_be_written_is_a_sentence(tmp_path, capsys):
    file, out = new_file(tmp_path, "game.sgf"), new_file(tmp_path, "file", "x") / "out.sgf"
    code, _lines, err = convert(capsys, file, out)
    assert code == 1
    assert "cannot be written" in err
    assert convert(capsys, file, tmp_path / ("x" * 300 + ".sgf"))[0] == 1
