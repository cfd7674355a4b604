"""The compiled engine as a level: legal everywhere, itself even where it has to be compiled first, and that once."""

import os
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from game.core.model import Place
from game.core.ruleset import Limits, complete_options
from game.storage import compiled_code
from rulesets.gomoku import RULESET, ai
from rulesets.six_in_a_row import RULESET as SIX
from rulesets.six_in_a_row import ai as six
from tools.engine.line_positions import drawn, random_game, start

ROOT = Path(__file__).resolve().parents[3]
LEVELS = [level for level in RULESET.info.levels if level.thinker == ".ai.engine"]
SIX_LEVELS = [level for level in SIX.info.levels if level.thinker == ".ai.engine"]


def move_of(state, seconds=0.05, seed=0, thinker=ai, **settings):
    thinking = thinker.engine(state, Limits(seconds=seconds, seed=seed), **settings)
    said = []
    while True:
        try:
            said.append(next(thinking))
        except StopIteration as end:
            return end.value, said


def opening(thinker, seed, plies=6, **settings):
    """The first cells of a game of a level against itself."""
    state, cells = thinker.RULESET.setup(complete_options(thinker.RULESET.info, {}), 0).state, []
    for number in range(plies):
        move, _ = move_of(state, 30.0, 10 * seed + number + 1, thinker, **settings)
        cells.append(move.cell)
        state = thinker.RULESET.apply(state, move).state
    return tuple(cells)


@pytest.fixture(scope="module")
def _compiled():
    for thinker in (ai, six):
        list(thinker.warm())
        assert compiled_code.is_ready(thinker.__name__)


@pytest.mark.usefixtures("_compiled")
@pytest.mark.parametrize("variant", ["freestyle", "standard", "freestyle_caro", "caro", "renju"])
@pytest.mark.parametrize("size", [5, 6, 9, 15, 22])
def test_it_makes_only_legal_moves_up_to_the_end_of_a_game(variant, size):
    state = start(RULESET, size=size, variant=variant)
    while RULESET.outcome(state) is None:
        move, _ = move_of(state, seconds=5.0, nodes=150)
        assert RULESET.check(state, move) is None
        state = RULESET.apply(state, move).state


@pytest.mark.usefixtures("_compiled")
@pytest.mark.parametrize("variant", ["freestyle", "standard", "freestyle_caro", "caro", "renju"])
@pytest.mark.parametrize("bans", [{}, {"ban_33": True}, {"ban_44": True}])
def test_it_makes_only_legal_moves_in_games_of_chance(variant, bans):
    for seed in range(3):
        given = {option.key: option.default for option in RULESET.info.options} | {"size": 9, "variant": variant} | bans
        for state in random_game(RULESET, given, seed):
            if RULESET.outcome(state) is None and state.phase is None:
                move, _ = move_of(state, seconds=5.0, nodes=40)
                assert RULESET.check(state, move) is None


@pytest.mark.usefixtures("_compiled")
def test_where_the_nearest_stop_of_a_five_is_forbidden_another_one_is_found():
    """White's five at h9 would have an open end at h10; a black stone on h9 makes two fours, and is banned."""
    options = complete_options(RULESET.info, {"variant": "caro", "ban_44": True})
    cell = RULESET.geometry(options).cell
    cells = {"b": "h4 e9 f9 g9 e6 f7 g8", "w": "h5 h6 h7 h8 a1 a3"}
    stones = {cell(name): colour for colour, names in cells.items() for name in names.split()}
    state = RULESET.arrange(options, stones, "b")
    assert RULESET.check(state, Place(cell("h9"), "b")) is not None
    for nodes in (1, 5_000):
        move, _ = move_of(state, seconds=30.0, nodes=nodes)
        assert move == Place(cell("h10"), "b")


@pytest.mark.usefixtures("_compiled")
def test_it_says_how_deep_it_looked_and_what_it_would_play():
    state = RULESET.apply(start(RULESET), Place(112, "b")).state
    move, said = move_of(state, seconds=0.2)
    assert said[-1].depth > 2
    assert said[-1].nodes > 100
    assert said[-1].variation[0] == move


def test_a_level_that_is_not_compiled_gets_ready_and_answers_itself(monkeypatch):
    monkeypatch.setattr(compiled_code, "is_ready", lambda module: False)
    move, said = move_of(RULESET.apply(start(RULESET), Place(112, "b")).state, seconds=5.0, nodes=500)
    assert "Compiling" in said[0].note
    assert said[-1].nodes > 100
    assert said[-1].variation[0] == move


@pytest.mark.usefixtures("_compiled")
def test_getting_ready_tells_every_step_up_to_the_last():
    steps = list(ai.warm())
    assert steps
    assert [done for done, _total in steps] == sorted({done for done, _total in steps})
    assert steps[-1][0] == steps[-1][1]


@pytest.mark.usefixtures("_compiled")
def test_it_is_compiled_once_and_starts_again_from_what_was_kept(tmp_path):
    """With another home that holds what was compiled here; ``tools.engine.first_game`` starts in an empty one."""
    kept = tmp_path / "cache" / "compiled" / compiled_code.folder().name
    # Another process of the tests may be writing, first under a name with .tmp or its number.
    shutil.copytree(compiled_code.folder(), kept, ignore=shutil.ignore_patterns("*.tmp.*", "*.[0-9]*[0-9]"))

    def written():
        return {path: path.stat().st_mtime_ns for path in kept.rglob("*.nb?")}

    first = written()
    for thinker in (ai, six):
        program = f"import {thinker.__name__} as ai; list(ai.warm())"
        subprocess.run(
            [sys.executable, "-c", program], cwd=ROOT, env={**os.environ, "STONE_FAIR_HOME": str(tmp_path)}, check=True
        )
    assert len(first) > 10
    assert written() == first


@pytest.mark.usefixtures("_compiled")
def test_a_level_that_counts_nodes_plays_the_same_with_the_same_seed_and_not_always_the_same_with_others():
    assert opening(ai, 1, nodes=500) == opening(ai, 1, nodes=500)
    assert len({opening(ai, seed, nodes=500) for seed in range(6)}) > 1


@pytest.mark.usefixtures("_compiled")
@pytest.mark.parametrize("thinker", [ai, six], ids=["gomoku", "six"])
def test_a_level_that_gambles_plays_another_game_each_time_and_the_same_with_the_same_seed(thinker):
    gambler = {"depth": 2, "temperature": 300, "foresight": False}
    assert opening(thinker, 1, **gambler) == opening(thinker, 1, **gambler)
    assert len({opening(thinker, seed, **gambler) for seed in range(6)}) == 6


@pytest.mark.usefixtures("_compiled")
@pytest.mark.parametrize("variant", ["freestyle", "standard", "freestyle_caro", "caro", "renju"])
@pytest.mark.parametrize("size", [5, 7, 22])
def test_a_level_that_gambles_makes_only_legal_moves(variant, size):
    state, plies = start(RULESET, size=size, variant=variant), 0
    while RULESET.outcome(state) is None and plies < 60:
        move, _ = move_of(state, 5.0, seed=plies, depth=2, temperature=900, foresight=False)
        assert RULESET.check(state, move) is None
        state, plies = RULESET.apply(state, move).state, plies + 1


@pytest.mark.usefixtures("_compiled")
@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.id)
@pytest.mark.parametrize("variant", ["freestyle", "standard", "freestyle_caro", "caro", "renju"])
def test_every_level_makes_five_and_stops_four(level, variant):
    five = drawn(RULESET, "- - --bb-bb - -wwww - - ---ww", "b", variant=variant)
    four = drawn(RULESET, "- - - bwwww - ---b -----b --------bb", "b", variant=variant)
    stops = {"f12", "g12"} if "caro" in variant else {"f12"}
    for seed in range(5):
        assert five.geometry.names[move_of(five, seed=seed, **level.settings)[0].cell] == "e13"
        assert four.geometry.names[move_of(four, seed=seed, **level.settings)[0].cell] in stops


def six_move(rows, colour, seed=0, **settings):
    state = drawn(SIX, rows, colour)
    move, said = move_of(state, 2.0, seed, six, **settings)
    assert SIX.check(state, move) is None
    return state.geometry.names[move.cell], said[-1].score


@pytest.mark.usefixtures("_compiled")
@pytest.mark.parametrize("level", SIX_LEVELS, ids=lambda level: level.id)
def test_every_level_of_six_in_a_row_makes_six_and_stops_five(level):
    for seed in range(3):
        assert six_move("- - -bbb-bb -wwwww", "b", seed, **level.settings)[0] == "e17"
        assert six_move("- - --bb -bwwwww", "b", seed, **level.settings)[0] == "h16"


@pytest.mark.usefixtures("_compiled")
def test_five_stones_with_room_at_both_ends_win_in_six_in_a_row():
    cell, score = six_move("- - - -----bbbb - - -----ww ------w -------w", "b", nodes=2000)
    assert cell in {"e16", "j16"}
    assert score > 29_000


@pytest.mark.usefixtures("_compiled")
def test_an_open_four_is_answered_in_six_in_a_row_and_a_lone_three_is_not_lost():
    assert six_move("- - - -----wwww - - ------bb --------b", "b", nodes=2000)[0] in {"e16", "j16", "d16", "k16"}
    assert six_move("- - - -----www - - ------bb --------b", "b", nodes=2000)[1] > -29_000


@pytest.mark.usefixtures("_compiled")
def test_a_win_by_fives_is_found_in_six_in_a_row():
    # Each of two rows lacks two stones: the cell where they cross makes a five in both.
    rows = "- - - -wbbbb - ------b ------b ------b ------b ------w - - ----ww ---ww-w"
    cell, score = six_move(rows, "b", nodes=5000)
    assert cell == "g16"
    assert score > 29_000


HOLD_THE_LOCK = """
import sys
import time
from game.storage import compiled_code
with compiled_code.one_at_a_time():
    print("mine", flush=True)
    sys.stdin.read()
"""


def compiler(home):
    return subprocess.Popen(
        [sys.executable, "-c", HOLD_THE_LOCK],
        cwd=ROOT,
        env={**os.environ, "STONE_FAIR_HOME": str(home)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )


def test_a_compiler_that_is_killed_lets_the_next_one_begin(tmp_path):
    first = compiler(tmp_path)
    assert first.stdout.readline() == b"mine\n"
    second = compiler(tmp_path)
    assert not select.select([second.stdout], [], [], 0.5)[0]
    first.kill()
    assert second.stdout.readline() == b"mine\n"
    for process in (first, second):
        process.communicate()


def test_what_is_compiled_is_known_for_each_module(tmp_path, monkeypatch):
    monkeypatch.setattr(compiled_code, "folder", lambda: tmp_path)
    compiled_code.mark_ready("one.module")
    assert compiled_code.is_ready("one.module")
    assert not compiled_code.is_ready("another.module")


def test_code_counts_as_compiled_only_where_numba_finds_it_again(tmp_path):
    """It knows a source by its place and its time, also where the contents are the same."""
    for root in ("one", "other"):
        (tmp_path / root / "game" / "engine" / "search").mkdir(parents=True)
        (tmp_path / root / "game" / "engine" / "search" / "search.py").write_text("")
    one, other = (compiled_code.fingerprint(tmp_path / root) for root in ("one", "other"))
    assert one != other
    assert one == compiled_code.fingerprint(tmp_path / "one")
    os.utime(tmp_path / "one" / "game" / "engine" / "search" / "search.py", (1, 1))
    assert one != compiled_code.fingerprint(tmp_path / "one")


def test_code_counts_as_compiled_only_for_the_numba_that_compiled_it(tmp_path, monkeypatch):
    here = compiled_code.fingerprint(tmp_path)
    monkeypatch.setattr(compiled_code.metadata, "version", lambda name: f"another {name}")
    assert compiled_code.fingerprint(tmp_path) != here


def test_where_the_cache_cannot_be_written_compiled_code_is_kept_among_the_temporary_files(tmp_path, monkeypatch):
    (tmp_path / "cache").touch()
    monkeypatch.setenv("STONE_FAIR_HOME", str(tmp_path))
    monkeypatch.setattr(compiled_code.tempfile, "tempdir", str(tmp_path))
    folder = compiled_code.own_folder.__wrapped__()
    assert folder.parents[1] == tmp_path
    assert folder.parent.stat().st_mode & 0o777 == 0o700
    monkeypatch.setattr(compiled_code, "folder", lambda: folder)
    compiled_code.mark_ready("one.module")
    assert compiled_code.is_ready("one.module")


@pytest.mark.skipif(sys.platform == "win32", reason="there everybody has temporary files of their own")
def test_no_code_is_loaded_from_a_folder_that_somebody_else_can_write(tmp_path, monkeypatch):
    (tmp_path / "cache").touch()
    monkeypatch.setenv("STONE_FAIR_HOME", str(tmp_path))
    monkeypatch.setattr(compiled_code.tempfile, "tempdir", str(tmp_path))
    compiled_code.own_folder.__wrapped__().parent.chmod(0o777)
    assert compiled_code.own_folder.__wrapped__().parent == tmp_path / "cache" / "compiled"


def test_compiled_code_that_nobody_has_used_for_a_month_is_cleared_away(tmp_path, monkeypatch):
    names = [number * 16 for number in "0123"] + ["somebody-elses"]
    here, used, unused, noted, other = (tmp_path / name for name in names)
    for folder in (here, used, unused, noted, other):
        (folder / "code").mkdir(parents=True)
    for folder in (here, unused, noted, other):
        os.utime(folder, (0, time.time() - 31 * 86_400))
    monkeypatch.setattr(compiled_code, "own_folder", lambda: noted)
    compiled_code.note_use()
    monkeypatch.setattr(compiled_code, "own_folder", lambda: here)
    compiled_code.clear_away()
    assert {path.name for path in tmp_path.iterdir()} == {here.name, used.name, noted.name, other.name}
