"""Plug-ins that sleep, loop or never come back: the window's thread waits for a moment at most, a later start not."""

import sys
import threading
import time
from pathlib import Path

import pytest

from game.core.ruleset import PluginError, complete_options
from game.plugins import guard, trial, verdicts, watchdog
from game.plugins.drop_ins import DROP_IN_PACKAGE
from game.plugins.guard import guarded
from game.plugins.registry import Catalogue, discover
from game.plugins.verdicts import Fault, TrialVerdict, Verdicts, mark_of
from tools.pilot.tiny_ruleset import TinyRuleset

#: Twice the time was 30 seconds; the bound is 250 ms, and a busy machine may need a little more.
SOON = 2.0
#: Seconds that a call takes which is to be interrupted; a broken test ends after them.
LONG = 60
HANGS = {
    "loops": "while True:\n    pass\n",
    "sleeps": "import time\ntime.sleep(1000)\n",
    "waits for a lock": "import threading\nthreading.Lock().acquire() and threading.Event().wait()\n",
    "sleeps in legal_moves": (
        "import time\nfrom tests.data.toy_ruleset import FourInARow\n"
        "class Sleeper(FourInARow):\n    def legal_moves(self, state):\n        time.sleep(1000)\n"
        "RULESET = Sleeper()\n"
    ),
}
needs_signals = pytest.mark.skipif(sys.platform == "win32", reason="there are no signals for single threads")


@pytest.fixture(autouse=True)
def _home(tmp_path, monkeypatch):
    """A home of its own, where verdicts are kept."""
    monkeypatch.setenv("STONE_FAIR_HOME", str(tmp_path / "home"))


def problems(catalogue: Catalogue) -> dict[str, str]:
    return {problem.name: problem.sentence for problem in catalogue.problems}


def stuck(folder: Path, text: str) -> Path:
    path = folder / "stuck.py"
    path.write_text(text, encoding="utf-8")
    return path


def nothing_is_tried(monkeypatch) -> None:
    def fail(*_):
        pytest.fail("it was tried again")

    monkeypatch.setattr("game.plugins.registry.failures", fail)


# Plug-ins that hang while they are loaded


@pytest.mark.parametrize("text", HANGS.values(), ids=HANGS)
def test_a_plug_in_that_hangs_is_switched_off_and_no_later_start_waits_for_it(plugin_folder, text, monkeypatch):
    """One that never came back cost 28 seconds at each start."""
    stuck(plugin_folder, text)
    told = {"stuck.py": "stuck.py is switched off because it did not answer within 2 seconds."}
    first = discover(plugin_folder)
    assert "four_in_a_row" in first.rulesets
    assert problems(first) == told
    (plugin_folder / "four_in_a_row.py").unlink()
    nothing_is_tried(monkeypatch)
    began = time.monotonic()
    assert problems(discover(plugin_folder)) == told
    assert time.monotonic() - began < SOON


def test_one_that_ends_its_trial_is_not_tried_again_either(plugin_folder, monkeypatch):
    stuck(plugin_folder, "import os\nos._exit(0)\n")
    told = {"stuck.py": "stuck.py is switched off because it crashed while it was being loaded."}
    assert problems(discover(plugin_folder)) == told
    (plugin_folder / "four_in_a_row.py").unlink()
    nothing_is_tried(monkeypatch)
    assert problems(discover(plugin_folder)) == told


def test_a_plug_in_is_tried_again_once_its_contents_have_changed(plugin_folder):
    toy = plugin_folder / "four_in_a_row.py"
    path = stuck(plugin_folder, HANGS["sleeps"])
    assert problems(discover(plugin_folder))
    path.write_text(toy.read_text("utf-8"), "utf-8")
    toy.unlink()
    catalogue = discover(plugin_folder)
    assert problems(catalogue) == {}
    assert "four_in_a_row" in catalogue.rulesets


def test_a_plug_in_that_was_pardoned_gets_more_time_and_is_kept_when_it_comes_back(plugin_folder, monkeypatch):
    monkeypatch.setattr(trial, "ANSWER_SECONDS", 0.5)
    toy = plugin_folder / "four_in_a_row.py"
    toy.write_text("import time\ntime.sleep(0.8)\n" + toy.read_text("utf-8"), "utf-8")
    (problem,) = discover(plugin_folder).problems
    Verdicts().pardon(problem.mark, is_pardoned=True)
    catalogue = discover(plugin_folder)
    assert problems(catalogue) == {}
    assert "four_in_a_row" in catalogue.rulesets
    assert Verdicts().are_none


def test_a_plug_in_that_was_pardoned_and_hangs_again_is_off_again(plugin_folder, monkeypatch):
    monkeypatch.setattr(trial, "ANSWER_SECONDS", 2.0)
    monkeypatch.setattr(trial, "PATIENT_SECONDS", 2.0)
    stuck(plugin_folder, HANGS["sleeps"])
    (problem,) = discover(plugin_folder).problems
    Verdicts().pardon(problem.mark, is_pardoned=True)
    assert [each.mark for each in discover(plugin_folder).problems] == [problem.mark]
    assert Verdicts().of(problem.mark) == TrialVerdict(Fault.LATE)


def test_those_before_one_that_hangs_are_tried_once(plugin_folder, tmp_path):
    count = tmp_path / "count"
    stuck(plugin_folder, HANGS["loops"])
    (plugin_folder / "early.py").write_text(f"open({str(count)!r}, 'a').write('x')\n", encoding="utf-8")
    names = [f"{DROP_IN_PACKAGE}.{name}" for name in ("early", "stuck", "four_in_a_row")]
    assert trial.failures(plugin_folder, names) == {names[1]: Fault.LATE}
    assert count.read_text() == "x"


@needs_signals
def test_one_that_passes_its_trial_and_hangs_in_the_window_is_interrupted_there(plugin_folder, monkeypatch):
    monkeypatch.setattr("game.plugins.registry.PATIENT_SECONDS", 0.5)
    text = "import sys, time\nif 'try-plug-ins' not in sys.argv:\n    time.sleep(60)\n"
    toy = plugin_folder / "four_in_a_row.py"
    toy.write_text(text + toy.read_text("utf-8"), "utf-8")
    sentence = "four_in_a_row.py is switched off because it did not answer within 0.5 seconds."
    assert problems(discover(plugin_folder)) == {"four_in_a_row.py": sentence}


# Verdicts


@pytest.mark.parametrize(
    "contents", ["", "{", "[]", '{"a": 1}', '{"a": ["late"]}', '{"a": ["odd", false]}', "[" * 9_999]
)
def test_a_damaged_file_of_verdicts_holds_none(tmp_path, contents):
    path = tmp_path / "verdicts.json"
    path.write_text(contents)
    kept = Verdicts(path)
    assert kept.are_none
    kept.keep("mark", TrialVerdict(Fault.ENDED))
    assert Verdicts(path).of("mark") == TrialVerdict(Fault.ENDED)


def test_only_the_latest_verdicts_are_kept(tmp_path, monkeypatch):
    monkeypatch.setattr(verdicts, "_MOST", 3)
    kept = Verdicts(tmp_path / "verdicts.json")
    for number in range(5):
        kept.keep(f"{number}", TrialVerdict(Fault.LATE))
    again = Verdicts(tmp_path / "verdicts.json")
    assert [number for number in range(5) if again.of(f"{number}")] == [2, 3, 4]


def test_a_mark_changes_with_every_file_of_a_plug_in_and_not_with_its_byte_code(tmp_path):
    folder = tmp_path / "game"
    (folder / "__pycache__").mkdir(parents=True)
    (folder / "__init__.py").write_text("")
    (folder / "rules.py").write_text("one")
    first = mark_of("game", folder)
    (folder / "__pycache__" / "rules.pyc").write_text("code")
    assert mark_of("game", folder) == first
    (folder / "rules.py").write_text("two")
    assert mark_of("game", folder) != first


def test_an_installed_plug_in_has_a_mark_without_being_imported():
    assert mark_of("antigravity", None) == mark_of("antigravity", None)
    assert mark_of("no_such_plug_in.at_all", None)
    assert "antigravity" not in sys.modules


# Plug-ins that hang while they are asked


@pytest.fixture
def _window(monkeypatch):
    """This thread is a window's."""
    monkeypatch.setitem(watchdog._DOG.patience, threading.get_ident(), watchdog.WINDOW_PATIENCE)


def loop():
    while True:
        pass


HANGS_IN_A_CALL = {
    "loops": loop,
    "sleeps": lambda: time.sleep(LONG),
    "sleeps a little, for ever": lambda: [time.sleep(0.01) for _ in range(100 * LONG)],
    "waits": lambda: threading.Event().wait(LONG),
}


def hanging(hang):
    ruleset = TinyRuleset()
    ruleset.legal_moves = lambda state: hang()
    return guarded(ruleset)


STATE = TinyRuleset().setup(complete_options(TinyRuleset().info, {}), 0).state


@needs_signals
@pytest.mark.usefixtures("_window")
@pytest.mark.parametrize("hang", HANGS_IN_A_CALL.values(), ids=HANGS_IN_A_CALL)
def test_a_call_on_the_windows_thread_is_interrupted_whatever_it_does(hang):
    """One that slept froze the window for as long as it liked."""
    began = time.monotonic()
    with pytest.raises(PluginError, match=r"legal_moves: no response within 0\.25 seconds\.$"):
        list(hanging(hang).legal_moves(STATE))
    assert time.monotonic() - began < SOON
    # Nothing is left of the interruption.
    time.sleep(0.01)


@pytest.mark.usefixtures("_window")
def test_a_slow_and_honest_plug_in_is_let_be():
    ruleset = TinyRuleset()
    ruleset.outcome = lambda state: time.sleep(0.1)
    slow = guarded(ruleset)
    for _ in range(4):
        assert slow.outcome(STATE) is None


def test_time_in_which_the_whole_program_stood_still_is_not_the_plug_ins():
    """As on a machine that was asleep: between two looks of the watchdog a long time has passed."""
    call = watchdog._Call(sys._getframe(), time.monotonic() - 1_000.0, watchdog.WINDOW_PATIENCE)
    call.look()
    call.since -= 1_000.0
    call.look()
    assert 0.0 < call.waited <= watchdog.WINDOW_PATIENCE


@pytest.mark.usefixtures("_window")
def test_a_plug_in_that_stalls_again_and_again_is_asked_nothing_more(monkeypatch):
    stuck_ruleset = hanging(loop)
    for _ in range(guard.MOST_CARDS):
        with pytest.raises(PluginError, match="no response within"):
            list(stuck_ruleset.legal_moves(STATE))
    began = time.monotonic()
    with pytest.raises(
        PluginError, match="Stone Fair had to stop the plug-in too often and has switched it off until the next start"
    ):
        stuck_ruleset.outcome(STATE)
    assert time.monotonic() - began < watchdog.WINDOW_PATIENCE


@pytest.mark.usefixtures("_window")
def test_a_plug_in_that_stalls_now_and_then_is_asked_on(monkeypatch):
    monkeypatch.setattr(guard, "STALLS_WITHIN", 0.0)
    stuck_ruleset = hanging(loop)
    for _ in range(guard.MOST_CARDS + 1):
        with pytest.raises(PluginError, match="no response within"):
            list(stuck_ruleset.legal_moves(STATE))


def test_other_threads_and_processes_have_more_time():
    assert watchdog.patience() == watchdog.PATIENCE
    thread = threading.Thread(target=watchdog.watch_closely)
    thread.start()
    thread.join()
    assert watchdog.patience() == watchdog.PATIENCE
