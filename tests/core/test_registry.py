"""Finding rulesets: our own, dropped in, installed; and what happens to broken ones."""

import sys
import textwrap
import time
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import rulesets
from game.core.geometry import square
from game.plugins import registry, trial
from game.plugins.drop_ins import DROP_IN_PACKAGE
from game.plugins.guard import GuardedRuleset
from game.plugins.registry import discover, resolve_thinker
from tools.engine.faults import still_running

OURS = {path.parent.name for path in Path(rulesets.__file__).parent.glob("*/__init__.py")}


@pytest.fixture(autouse=True)
def _home(tmp_path, monkeypatch):
    """A home of its own, where verdicts are kept."""
    monkeypatch.setenv("STONE_FAIR_HOME", str(tmp_path / "home"))


def drop_in(folder: Path, name: str, text: str) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(textwrap.dedent(text), encoding="utf-8")


def variant(change: str) -> str:
    """A drop-in whose info is the toy's with another id and one thing changed."""
    return f"""
        from dataclasses import replace
        from stone_fair_dropins.four_in_a_row import FourInARow, RULESET as ORIGINAL, any_cell

        class Other(FourInARow):
            info = replace(ORIGINAL.info, **{{"id": "other", **dict({change})}})

        RULESET = Other()
    """


#: What a ruleset of version 0.1 may import: the modules of the contract, and names that they had then.
FIRST_CONTRACT = """
from game.conformance import ConformanceError, check_ruleset
from game.core.character import Character, Mood
from game.core.geometry import Geometry, Surface, octagon, square
from game.core.language import _, in_a_row, marked, marked_lines, plural, unended
from game.core.lessons import Attempt, Lesson, attempt_since, places, stops_all, threatens, turn_moves, wins
from game.core.line_game import LineGame, LineRule, LineState
from game.core.model import EMPTY, Choose, Outcome, ParseError, Place, Placed, Reason, State, Step, Termination
from game.core.rules_card import Diagram, Section
from game.core.ruleset import Choice, ForeignFormat, Info, KnowsReasons, KnowsThreats, Level, Limits, Option
from game.core.ruleset import OptionChoice, PluginError, Ruleset, RulesetInfo, Stone, certain_end, complete_options
from game.core.ruleset import format_move, parse_move, reason_for, threats_of
"""


def problem_of(folder: Path, name: str) -> str:
    sentences = {problem.name: problem.sentence for problem in discover(folder).problems}
    return sentences[name]


def test_our_rulesets_are_found_in_the_order_of_the_stalls():
    catalogue = discover()
    assert catalogue.problems == ()
    assert list(catalogue.rulesets) == [*(name for name in rulesets.ORDER if name in OURS)]
    assert all(catalogue.rulesets[name].info.id == name for name in OURS)


def test_a_ruleset_knows_its_package_and_its_folder():
    catalogue = discover()
    for name in OURS:
        assert catalogue.package(name) == f"rulesets.{name}"
        assert catalogue.folders()[name] == Path(rulesets.__file__).parent / name


def test_a_module_dropped_into_the_folder_is_found_after_ours(plugin_folder):
    catalogue = discover(plugin_folder)
    assert catalogue.problems == ()
    assert list(catalogue.rulesets)[-1] == "four_in_a_row"
    assert catalogue.package("four_in_a_row") == f"{DROP_IN_PACKAGE}.four_in_a_row"
    assert catalogue.folder("four_in_a_row") == plugin_folder


def test_a_drop_in_that_imports_the_names_of_the_first_contract_is_found(plugin_folder):
    toy = (plugin_folder / "four_in_a_row.py").read_text(encoding="utf-8")
    (plugin_folder / "old.py").write_text(FIRST_CONTRACT + toy.replace('id="four', 'id="old_four'), encoding="utf-8")
    catalogue = discover(plugin_folder)
    assert catalogue.problems == ()
    assert "old_four_in_a_row" in catalogue.rulesets


def test_a_package_dropped_into_the_folder_is_found_and_may_import_its_own_modules(plugin_folder):
    toy = (plugin_folder / "four_in_a_row.py").rename(plugin_folder / "rules.py").read_text(encoding="utf-8")
    (plugin_folder / "rules.py").unlink()
    drop_in(plugin_folder, "boxed/rules.py", toy)
    drop_in(plugin_folder, "boxed/__init__.py", "from .rules import RULESET, any_cell")
    catalogue = discover(plugin_folder)
    assert catalogue.problems == ()
    assert catalogue.folder("four_in_a_row") == plugin_folder / "boxed"


@pytest.mark.parametrize(
    ("line", "old", "new"),
    [
        ("from game.kit.lines.thinker import Thinker", "game.kit", "game.line_engine"),
        ("from game.core.line_game import AskWord", "AskWord", "AskChoice"),
        ("RulesetInfo(points_a_logit=1)", "points_a_logit", "logit_scale"),
    ],
)
def test_a_drop_in_that_uses_a_renamed_name_is_refused_with_the_new_name(plugin_folder, line, old, new):
    drop_in(plugin_folder, "broken.py", f"from game.core.ruleset import RulesetInfo\n{line}\n")
    (problem,) = discover(plugin_folder).problems
    assert f"uses {old}, which is called {new} in version 2" in problem.sentence


def test_a_drop_in_that_names_no_version_of_the_contract_counts_as_one_of_version_1(plugin_folder):
    assert discover(plugin_folder).rulesets["four_in_a_row"].info.api == 1


def test_a_folder_that_does_not_exist_is_no_problem(tmp_path):
    assert discover(tmp_path / "none").problems == ()


def test_a_drop_in_is_read_anew_by_every_discovery(plugin_folder):
    first = discover(plugin_folder).rulesets["four_in_a_row"]
    path = plugin_folder / "four_in_a_row.py"
    path.write_text(path.read_text(encoding="utf-8").replace("Small board", "Little board!"), encoding="utf-8")
    assert discover(plugin_folder).rulesets["four_in_a_row"].info.pitch != first.info.pitch


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("import a_module_that_is_not_there", "broken.py, line 1: ModuleNotFoundError: No module named"),
        ("x = 1\n\nRULESET = = 2", "broken.py, line 3: invalid syntax"),
        ("1 / 0", "broken.py, line 1: ZeroDivisionError: division by zero"),
        ("raise SystemExit(3)", "broken.py, line 1: SystemExit: 3"),
        ("x = 1", "does not export RULESET"),
        ("RULESET = object()", "lacks info, check_options"),
        (variant("api=99"), "made for version 99 of the plug-in interface; this Stone Fair has version 2"),
        (variant("hint_level='grandmaster'"), "the hint level 'grandmaster' is not one of the levels (any)"),
        (variant("id='gomoku'"), "the id 'gomoku' is already used by rulesets.gomoku"),
        (variant("id='No Good'"), "the ruleset id 'No Good' may contain only lower-case letters, digits and _"),
        (variant("colours=('b', 'q')"), "the colour 'q' is not the letter of any stone in the ruleset"),
        (variant("stones=ORIGINAL.info.stones * 2"), "stone letter 'b' appears twice"),
        (variant("accent='pink'"), "accent colour 'pink' must be written like #ff7a5c"),
        (variant("levels=ORIGINAL.info.levels * 2"), "level 'any' appears twice"),
        (variant("info=1"), "TypeError"),
        ("RULESET = None", "does not export RULESET"),
        ("raise ValueError('two\\nlines')", "ValueError: two lines."),
    ],
)
def test_a_broken_drop_in_is_listed_with_one_sentence_and_the_rest_is_found(plugin_folder, text, cause):
    drop_in(plugin_folder, "broken.py", text)
    drop_in(plugin_folder, "other/__init__.py", "raise RuntimeError('second')")
    catalogue = discover(plugin_folder)
    assert {"four_in_a_row", *OURS} == set(catalogue.rulesets)
    assert [problem.name for problem in catalogue.problems] == ["broken.py", "other"]
    sentence = catalogue.problems[0].sentence
    assert cause in sentence
    assert sentence.startswith("broken.py")
    assert sentence.endswith(".")
    assert "\n" not in sentence


def test_a_folder_without_an_init_file_is_listed(plugin_folder):
    drop_in(plugin_folder, "unpacked_too_deep/inner/__init__.py", "")
    assert "has no __init__.py" in problem_of(plugin_folder, "unpacked_too_deep")


def test_files_that_are_no_modules_are_left_alone(plugin_folder):
    drop_in(plugin_folder, "README.txt", "hello")
    drop_in(plugin_folder, "_draft.py", "1 / 0")
    drop_in(plugin_folder, ".hidden.py", "1 / 0")
    assert discover(plugin_folder).problems == ()


def test_installed_plug_ins_are_found_by_their_entry_point(plugin_folder, monkeypatch):
    monkeypatch.syspath_prepend(plugin_folder)
    entries = (
        EntryPoint("four", "four_in_a_row:RULESET", registry.ENTRY_POINT_GROUP),
        EntryPoint("gone", "not_installed_any_more", registry.ENTRY_POINT_GROUP),
    )
    monkeypatch.setattr(registry, "entry_points", lambda *, group: [e for e in entries if e.group == group])
    catalogue = discover()
    assert catalogue.package("four_in_a_row") == "four_in_a_row"
    assert [problem.name for problem in catalogue.problems] == ["gone"]


def test_a_thinkers_relative_name_continues_the_package(plugin_folder):
    catalogue = discover(plugin_folder)
    toy = catalogue.rulesets["four_in_a_row"]
    package = catalogue.package("four_in_a_row")
    think = resolve_thinker(package, toy.info.levels[0].thinker)
    assert think is resolve_thinker("anything", f"{package}.any_cell")


@pytest.mark.parametrize("name", [".opponents.nobody", ".nobody", "no_such_module.think"])
def test_a_thinker_that_is_not_there_raises_import_error(plugin_folder, name):
    package = discover(plugin_folder).package("four_in_a_row")
    with pytest.raises(ImportError):
        resolve_thinker(package, name)


def with_levels(levels: str) -> str:
    return variant(f"levels=ORIGINAL.info.levels + ({levels},)").replace(
        "from stone_fair", "from game.core.ruleset import Level\n        from stone_fair", 1
    )


@pytest.mark.parametrize(
    "thinker",
    [".deep.think", "stone_fair_dropins.nobody.think", "no_such_package.deep.think", "json.deep.think", "json.nobody"],
)
def test_a_level_whose_thinker_is_not_there_is_listed_and_the_ruleset_stays(plugin_folder, thinker):
    drop_in(plugin_folder, "other.py", with_levels(f"Level('deep', 'Deep', '', {thinker!r})"))
    catalogue = discover(plugin_folder)
    assert "other" in catalogue.rulesets
    (problem,) = catalogue.problems
    assert problem.name == "other.py"
    assert problem.sentence == f"other.py: the engine for level 'Deep' does not exist ({thinker})."


def test_looking_for_thinkers_imports_none_of_them(plugin_folder):
    drop_in(plugin_folder, "other/__init__.py", with_levels("Level('deep', 'Deep', '', '.deep.think')"))
    drop_in(plugin_folder, "other/deep.py", "raise SystemExit('a thinker was imported')")
    catalogue = discover(plugin_folder)
    assert catalogue.problems == ()
    assert f"{DROP_IN_PACKAGE}.other" in sys.modules
    assert f"{DROP_IN_PACKAGE}.other.deep" not in sys.modules


def test_rulesets_that_are_not_our_own_are_guarded(plugin_folder):
    catalogue = discover(plugin_folder)
    guarded = {name for name, ruleset in catalogue.rulesets.items() if isinstance(ruleset, GuardedRuleset)}
    assert guarded == {"four_in_a_row"}


FATAL = {
    "ends.py": ("import os\nos._exit(0)\n", "ends.py is switched off because it crashed while it was being loaded."),
    "stays.py": ("while True:\n    pass\n", "stays.py is switched off because it did not answer within 2 seconds."),
}


def test_a_plug_in_that_ends_the_program_or_never_comes_back_is_left_out(plugin_folder):
    for name, (text, _) in FATAL.items():
        drop_in(plugin_folder, name, text)
    catalogue = discover(plugin_folder)
    assert "four_in_a_row" in catalogue.rulesets
    assert {problem.name: problem.sentence for problem in catalogue.problems} == {
        name: sentence for name, (_, sentence) in FATAL.items()
    }


def test_the_verdict_of_a_trial_is_kept_for_the_processes_that_follow(plugin_folder, monkeypatch):
    for name, (text, _) in FATAL.items():
        drop_in(plugin_folder, name, text)
    tried = discover(plugin_folder).tried
    assert tried == (f"{DROP_IN_PACKAGE}.four_in_a_row",)
    monkeypatch.setattr(registry, "failures", lambda *_: pytest.fail("it was tried again"))
    catalogue = discover(plugin_folder, tried)
    assert list(catalogue.rulesets)[-1] == "four_in_a_row"
    assert catalogue.problems == ()
    assert catalogue.tried == tried


#: A drop-in that leaves a thread, or a program, that never ends.
LEAVES_A_THREAD = "import threading, time\nthreading.Thread(target=time.sleep, args=(1e6,)).start()\n"
LEAVES_A_PROGRAM = """
import subprocess, sys
left = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1e6)"])
open({file!r}, "w").write(str(left.pid))
{then}
"""


def test_a_thread_that_a_plug_in_leaves_does_not_hold_up_its_trial(plugin_folder):
    drop_in(plugin_folder, "threads.py", LEAVES_A_THREAD)
    began = time.monotonic()
    assert trial.failures(plugin_folder, [f"{DROP_IN_PACKAGE}.threads"]) == {}
    assert time.monotonic() - began < trial.STARTING_SECONDS


@pytest.mark.skipif(sys.platform == "win32", reason="there are no groups of processes")
@pytest.mark.parametrize("then", ["", "while True: pass"])
def test_programs_that_a_plug_in_starts_end_with_its_trial(plugin_folder, tmp_path, then):
    drop_in(plugin_folder, "starts.py", LEAVES_A_PROGRAM.format(file=str(tmp_path / "left"), then=then))
    trial.failures(plugin_folder, [f"{DROP_IN_PACKAGE}.starts"])
    assert (tmp_path / "left").exists()
    assert still_running(tmp_path / "left") == []


@pytest.mark.parametrize("error", ["KeyboardInterrupt", "GeneratorExit", "SystemExit(3)", "BaseException('no')"])
def test_whatever_a_plug_in_raises_while_it_is_loaded_is_one_sentence(plugin_folder, error):
    drop_in(plugin_folder, "raises.py", f"raise {error}\n")
    assert problem_of(plugin_folder, "raises.py").startswith("raises.py could not be loaded: raises.py, line 1: ")


@pytest.mark.usefixtures("_ctrl_c_interrupts")
def test_ctrl_c_while_plug_ins_are_loaded_ends_the_program_and_leaves_no_game_out(plugin_folder):
    drop_in(plugin_folder, "slow.py", "import signal\nsignal.raise_signal(signal.SIGINT)\n")
    with pytest.raises(KeyboardInterrupt):
        discover(plugin_folder)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("sample=7", "the plug-in's info does not match the interface: info.sample is a int"),
        ("title='x' * 5000", "has 5000 characters; the limit is 60"),
        ("pitch='x' * 5000", "has 5000 characters; the limit is 300"),
        ("title='\\0'", "the ruleset has no title"),
        ("levels=(1,)", "info.levels[0] is a int"),
        ("options=None", "info.options is a NoneType"),
    ],
)
def test_data_of_a_wrong_shape_keeps_a_plug_in_out(plugin_folder, change, sentence):
    drop_in(plugin_folder, "other.py", variant(change))
    assert sentence in problem_of(plugin_folder, "other.py")


@pytest.mark.parametrize("size", [0, 1, 27, 100])
def test_a_board_that_has_no_names_for_its_cells_is_refused(size):
    with pytest.raises(ValueError, match="a board has 2 to 26 columns and 2 to 99 rows"):
        square(size)
