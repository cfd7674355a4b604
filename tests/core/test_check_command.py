"""``main.py check`` names every fault of a plug-in and never fails with it."""

from pathlib import Path

import pytest

import main
from game.plugins import check_command
from tests.conftest import TOY as TOY_FILE

TOY = TOY_FILE.read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def no_mypy(monkeypatch):
    """Types are checked only where a test asks for it, as that takes longest."""
    monkeypatch.setattr(check_command, "find_spec", lambda name: None)


def plug_in(folder, *methods, text=TOY):
    """Write the toy with more methods as a plug-in, and return its file."""
    path = folder / "my_game.py"
    body = "".join(f"    {line}\n" for line in "\n".join(methods).splitlines())
    path.write_text(text.replace("\n\n\nRULESET =", f"\n\n{body}\n\nRULESET ="), encoding="utf-8")
    return path


def told_of(path, capsys):
    """Return the exit code and the output of the command for a file."""
    code = main.main(["check", str(path)])
    return code, capsys.readouterr().out


def test_a_plug_in_without_faults_ends_with_0_whatever_it_prints(tmp_path, capsys):
    code, told = told_of(
        plug_in(tmp_path, text=TOY.replace("import random", "import random\n\nprint('hello')")), capsys
    )
    assert code == 0
    assert "Four in a row: 12 random games of " in told
    assert told.endswith("mypy is not installed, so types were not checked.\nmy_game.py: no faults.\n")
    assert "hello" not in told


def test_a_package_is_checked_like_a_file(tmp_path, capsys):
    folder = tmp_path / "four"
    folder.mkdir()
    plug_in(folder).rename(folder / "rules.py")
    (folder / "__init__.py").write_text("from .rules import RULESET, any_cell\n", encoding="utf-8")
    assert told_of(folder, capsys)[0] == 0


def test_all_flaws_of_the_data_are_named_at_once(tmp_path, capsys):
    text = TOY.replace('accent="#ff7a5c"', 'accent="red"').replace('hint_level="any"', 'hint_level="none"')
    code, told = told_of(plug_in(tmp_path, text=text), capsys)
    assert code == 1
    assert "1. my_game.py: the accent colour 'red' must be written like #ff7a5c.\n2. my_game.py: the hint level" in told
    assert told.endswith("my_game.py: 2 faults.\n")


def test_a_plug_in_that_ends_its_process_in_a_game_is_told_with_the_moves(tmp_path, capsys):
    leaves = "def marks(self, state):\n    return () if state.board.count('.') > 40 else os._exit(0)"
    text = TOY.replace("import random", "import os\nimport random")
    code, told = told_of(plug_in(tmp_path, leaves, text=text), capsys)
    assert code == 1
    assert "1. it ended its process during a random game (options default, seed 0, after " in told
    assert len(told.partition(", after ")[2].partition(")")[0].split()) > 8


def test_a_plug_in_that_never_loads_is_told_as_the_window_would_switch_it_off(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("game.plugins.trial.ANSWER_SECONDS", 0.2)
    monkeypatch.setattr(check_command, "ANSWER_SECONDS", 0.2)
    code, told = told_of(plug_in(tmp_path, text=f"{TOY}\nwhile True:\n    pass\n"), capsys)
    assert code == 1
    assert "1. it does not load and begin a game within 0.2 seconds, so Stone Fair switches it off.\n" in told


def test_a_silent_process_is_not_waited_for(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(check_command, "_SILENCE_SECONDS", 2.0)
    blocks = "def marks(self, state):\n    if state.board.count('.') < 40:\n        7 ** 9**9\n    return ()"
    code, told = told_of(plug_in(tmp_path, blocks), capsys)
    assert code == 1
    assert "there was no answer within 2 seconds during a random game (options default, seed 0, after " in told


def test_mypy_names_the_lines_of_the_file_only(tmp_path, capsys, monkeypatch):
    monkeypatch.undo()
    text = TOY.replace("def any_cell(state, limits):", "def any_cell(state: int, limits: str) -> object:")
    code, told = told_of(plug_in(tmp_path, text=text), capsys)
    faults = [line for line in told.splitlines() if "error" in line]
    assert code == 1
    assert faults
    assert all("mypy: my_game.py:" in line for line in faults)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("gone.py", "does not exist"),
        ("notes.txt", "is not a plug-in: a file ends with .py"),
        ("empty", "has no __init__.py, so it is not a plug-in"),
    ],
)
def test_what_is_no_plug_in_ends_with_2_and_a_sentence(tmp_path: Path, capsys, name, why):
    (tmp_path / "notes.txt").write_text("", encoding="utf-8")
    (tmp_path / "empty").mkdir()
    assert main.main(["check", str(tmp_path / name)]) == 2
    assert why in capsys.readouterr().err


def sheet(folder, *lines):
    """Write a rule sheet, and return its file."""
    path = folder / "my_sheet.toml"
    path.write_text("\n".join(('title = "Mine"', *lines)), encoding="utf-8")
    return path


def test_a_rule_sheet_without_faults_is_played(tmp_path, capsys):
    code, told = told_of(sheet(tmp_path, "[board]", "columns = 3", "[line]", "length = 3"), capsys)
    assert code == 0
    assert told.startswith("Mine: 12 random games of ")
    assert told.endswith("my_sheet.toml: no faults.\n")


def test_a_rule_sheet_that_cannot_be_read_is_told_with_its_line(tmp_path, capsys):
    code, told = told_of(sheet(tmp_path, "[line]", "length = 1"), capsys)
    assert code == 1
    assert told.startswith("1. my_sheet.toml, line 3: line.length: 1 is not between 2 and 26.\n")


def test_a_rule_sheet_that_cannot_be_won_is_told_and_is_no_fault(tmp_path, capsys):
    code, told = told_of(sheet(tmp_path, "[board]", "columns = 3", "[line]", "length = 4"), capsys)
    assert code == 0
    assert told.startswith("No row of 4 cells fits on the board. So nobody can ever win this game.\n")
