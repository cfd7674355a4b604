"""A crash leaves a report that tells what happened, and nothing about the people who play."""

from __future__ import annotations

import subprocess
import sys
import threading
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from game.core.model import ParseError
from game.core.own_program import own_version
from game.storage.crash_reports.hook import CrashHook
from game.storage.crash_reports.report import report_of
from game.storage.crash_reports.report_folder import MOST_STORED, ReportFolder, read_report

ROOT = Path(__file__).parents[3]
NOON = datetime(2026, 3, 24, 12)


def failed(name: str = "Anna Lindqvist", file: str = "/home/anna/secret.txt") -> Exception:
    """An error that somebody's words are in."""
    try:
        try:
            raise ParseError(f"the move of {name} is none", file=file)
        except ParseError:
            {"x": 1}[name]
    except KeyError as error:
        return error
    raise AssertionError


def test_a_report_tells_where_it_happened_and_with_what_versions() -> None:
    error = failed()
    text = report_of(error, error.__traceback__, "MainThread", ["MenuScene", "PlayScene"], NOON)
    assert f"Stone Fair {own_version()}" in text
    assert "MenuScene > PlayScene" in text
    assert "stone-fair/tests/storage/crash_reports/test_crash_reports.py" in text
    assert "in failed" in text
    assert "game.core.errors.ParseError" in text
    assert "KeyError" in text
    assert "pygame-ce" in text


def test_a_report_holds_no_names_and_no_contents_of_files() -> None:
    error = failed()
    text = report_of(error, error.__traceback__, "MainThread", [], NOON)
    assert "Anna" not in text
    assert "/home" not in text
    assert "secret.txt" not in text
    assert str(Path.home()) not in text
    assert str(ROOT) not in text


def test_a_message_that_speaks_only_of_code_is_told() -> None:
    with pytest.raises(AttributeError) as raised:
        None.stones  # noqa: B018
    assert "has no attribute 'stones'" in report_of(raised.value, raised.tb, "t", [], NOON)


def test_code_from_elsewhere_is_named_by_its_file_alone(tmp_path: Path) -> None:
    plug_in = tmp_path / "home of anna" / "my_game.py"
    plug_in.parent.mkdir()
    plug_in.write_text("raise ValueError('Anna')")
    try:
        exec(compile(plug_in.read_text(), str(plug_in), "exec"))
    except ValueError as error:
        text = report_of(error, error.__traceback__, "t", [], NOON)
    assert "my_game.py:1" in text
    assert "anna" not in text.lower()


@pytest.mark.parametrize("home", ["/home/anna lindqvist", "C:\\Users\\anna lindqvist"])
@pytest.mark.parametrize(
    "template", ["cannot import name 'x' from 'y' ({home}/venv/y.py)", "{home}/y.so: no symbol", "{home!r}"]
)
def test_the_message_of_an_import_tells_no_folder_of_the_user(
    home: str, template: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, home)
    monkeypatch.setenv("USER", "anna lindqvist")
    error = ImportError(template.format(home=home), name="y", path=f"{home}/venv/y.py")
    error.__cause__ = TypeError(f"it stands in {home} of Anna Lindqvist")
    error.add_note(f"seen in {home}")
    text = report_of(error, None, f"thread of {home}", [home], NOON)
    assert "ImportError: " in text
    assert "TypeError: it stands in " in text
    assert "anna" not in text.lower()


def test_the_name_of_a_user_takes_nothing_out_of_other_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("USER", "ann")
    assert "ImportError: cannot import <user>" in report_of(ImportError("cannot import Ann"), None, "t", [], NOON)


def test_an_endless_recursion_makes_a_short_report() -> None:
    def again() -> None:
        again()

    try:
        again()
    except RecursionError as error:
        text = report_of(error, error.__traceback__, "t", [], NOON)
    assert len(text.splitlines()) < 200
    assert "calls …" in text


def test_only_the_last_few_are_kept(tmp_path: Path) -> None:
    kept = ReportFolder(tmp_path / "reports")
    for minute in range(MOST_STORED + 3):
        kept.keep(f"{minute}", NOON + timedelta(minutes=minute))
    found = sorted((tmp_path / "reports").glob("crash-*.txt"))
    assert [read_report(path) for path in found] == [f"{minute}" for minute in range(3, MOST_STORED + 3)]


def test_a_report_is_offered_once_and_a_later_one_again(tmp_path: Path) -> None:
    kept = ReportFolder(tmp_path / "reports")
    assert kept.to_offer() is None
    first = kept.keep("one", NOON)
    assert kept.to_offer() == first
    assert kept.to_offer() is None
    second = kept.keep("two", NOON + timedelta(seconds=1))
    assert ReportFolder(tmp_path / "reports").to_offer() == second


def test_a_folder_that_cannot_be_written_is_no_second_crash(tmp_path: Path) -> None:
    (tmp_path / "reports").write_text("in the way")
    error = failed()
    assert CrashHook(tmp_path / "reports").keep(error, error.__traceback__, "t") is None
    assert ReportFolder(tmp_path / "reports").to_offer() is None


@pytest.mark.parametrize("ending", [KeyboardInterrupt(), SystemExit(3)])
def test_who_ends_the_program_crashes_nothing(tmp_path: Path, ending: BaseException) -> None:
    assert CrashHook(tmp_path).keep(ending, None, "t") is None


def test_a_thread_that_fails_again_and_again_leaves_few_reports(tmp_path: Path) -> None:
    hook = CrashHook(tmp_path)
    error = failed()
    for _ in range(20):
        hook.keep(error, error.__traceback__, "t")
    assert 0 < len(list(tmp_path.glob("crash-*.txt"))) <= 3


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_thread_that_fails_leaves_a_report_with_its_name(tmp_path: Path) -> None:
    hook = CrashHook(tmp_path)
    before = sys.excepthook, threading.excepthook

    def fail() -> None:
        raise ValueError("Anna")

    with hook.installed():
        thread = threading.Thread(target=fail, name="autosave")
        thread.start()
        thread.join()
    assert (sys.excepthook, threading.excepthook) == before
    (path,) = tmp_path.glob("crash-*.txt")
    assert "Thread: autosave" in read_report(path)


def test_a_program_that_fails_says_it_as_ever_and_where_the_report_is(tmp_path: Path) -> None:
    program = (
        "from pathlib import Path\nfrom game.storage.crash_reports.hook import CrashHook\n"
        f"with CrashHook(Path({str(tmp_path)!r})).installed():\n    raise ValueError('Anna')\n"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    (path,) = tmp_path.glob("crash-*.txt")
    assert done.returncode == 1
    assert "ValueError: Anna" in done.stderr
    assert str(path) in done.stderr
    assert "Anna" not in read_report(path)
