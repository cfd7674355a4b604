"""The compiled engine as a level: legal everywhere, quick opponents while it compiles, compiled only once."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from game.core.model import Place
from game.core.ruleset import Limits
from game.kit import cache
from rulesets.gomoku import RULESET, ai
from tests.rulesets.line_positions import drawn, random_game, start

ROOT = Path(__file__).resolve().parents[2]
LEVELS = [level for level in RULESET.info.levels if level.thinker == ".ai.engine"]


def move_of(state, seconds=0.05, **settings):
    thinking = ai.engine(state, Limits(seconds=seconds), **settings)
    said = []
    while True:
        try:
            said.append(next(thinking))
        except StopIteration as end:
            return end.value, said


@pytest.fixture(scope="module")
def _compiled():
    ai.warm()
    assert cache.is_ready(ai.__name__)


@pytest.mark.usefixtures("_compiled")
@pytest.mark.parametrize("variant", ["freestyle", "standard", "caro", "renju"])
@pytest.mark.parametrize("size", [5, 6, 9, 15, 22])
def test_it_makes_only_legal_moves_up_to_the_end_of_a_game(variant, size):
    state = start(RULESET, size=size, variant=variant)
    while RULESET.outcome(state) is None:
        move, _ = move_of(state, seconds=5.0, nodes=150)
        assert RULESET.check(state, move) is None
        state = RULESET.apply(state, move).state


@pytest.mark.usefixtures("_compiled")
@pytest.mark.parametrize("options", [{"ban_33": True}, {"ban_44": True}, {"variant": "renju"}, {"variant": "caro"}])
def test_it_makes_only_legal_moves_in_games_of_chance(options):
    for seed in range(3):
        given = {option.key: option.default for option in RULESET.info.options} | {"size": 9} | options
        for state in random_game(RULESET, given, seed):
            if RULESET.outcome(state) is None and state.phase is None:
                move, _ = move_of(state, seconds=5.0, nodes=40)
                assert RULESET.check(state, move) is None


@pytest.mark.usefixtures("_compiled")
def test_it_says_how_deep_it_looked_and_what_it_would_play():
    state = RULESET.apply(start(RULESET), Place(112, "b")).state
    move, said = move_of(state, seconds=0.2)
    assert said[-1].depth > 2
    assert said[-1].nodes > 100
    assert said[-1].variation[0] == move


def test_a_quick_opponent_answers_while_the_code_is_compiled(monkeypatch):
    begun = []
    monkeypatch.setattr(cache, "is_ready", lambda module: False)
    monkeypatch.setattr(cache, "prepare", begun.append)
    move, said = move_of(start(RULESET))
    assert begun == ["rulesets.gomoku.ai"]
    assert "compiled" in said[0].note
    assert RULESET.check(start(RULESET), move) is None


def test_it_is_compiled_once_and_starts_again_from_what_was_kept(tmp_path):
    environment = {**os.environ, "STONE_FAIR_HOME": str(tmp_path)}
    command = [sys.executable, "main.py", "engine", "--warm"]

    def kept():
        return {path: path.stat().st_mtime_ns for path in (tmp_path / "cache").rglob("*.nb?")}

    subprocess.run(command, cwd=ROOT, env=environment, check=True)
    first = kept()
    subprocess.run(command, cwd=ROOT, env=environment, check=True)
    assert len(first) > 10
    assert kept() == first


@pytest.mark.usefixtures("_compiled")
def test_a_level_that_counts_nodes_plays_the_same_with_the_same_seed_and_not_always_the_same_with_others():
    def opening(seed):
        state, cells = RULESET.apply(start(RULESET), Place(112, "b")).state, []
        for number in range(6):
            thinking = ai.engine(state, Limits(seconds=30.0, seed=10 * seed + number + 1), nodes=500)
            while True:
                try:
                    next(thinking)
                except StopIteration as end:
                    cells.append(end.value.cell)
                    state = RULESET.apply(state, end.value).state
                    break
        return tuple(cells)

    assert opening(1) == opening(1)
    assert len({opening(seed) for seed in range(6)}) > 1


@pytest.mark.usefixtures("_compiled")
@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.id)
@pytest.mark.parametrize("variant", ["freestyle", "standard", "caro", "renju"])
def test_every_level_makes_five_and_stops_four(level, variant):
    five = drawn(RULESET, "- - --bb-bb - -wwww - - ---ww", "b", variant=variant)
    assert five.geometry.names[move_of(five, **level.settings)[0].cell] == "e13"
    four = drawn(RULESET, "- - - bwwww - ---b -----b --------bb", "b", variant=variant)
    stops = {"f12", "g12"} if variant == "caro" else {"f12"}
    assert four.geometry.names[move_of(four, **level.settings)[0].cell] in stops
