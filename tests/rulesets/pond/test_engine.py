"""The engine of Threestones: it keeps what slow definitions say, its end is exact, and it plays by the rules."""

import random
from dataclasses import replace

import numpy as np
import pytest

from game.core.model import EMPTY, Choose, Place
from game.core.ruleset import Limits
from game.storage import compiled_code
from rulesets.threestones import RULESET, ai
from rulesets.threestones.ai import position as pond
from rulesets.threestones.ai.moves import may_move
from rulesets.threestones.ai.search import search
from rulesets.threestones.ai.tables import POCKETS, SYMMETRIES, build
from rulesets.threestones.ai.threads import PondEngine, PondSearchThread
from rulesets.threestones.opponents import greedy
from rulesets.threestones.pond import TEAMS, earned, points
from rulesets.threestones.rules import placements
from tools.engine.pond.checks import after, begun, check_ends, check_set_up, check_trace

LEVELS = [level for level in RULESET.info.levels if level.thinker == ".ai.engine"]


def move_of(state, seconds=30.0, seed=0, **settings):
    thinking, said = ai.engine(state, Limits(seconds=seconds, seed=seed), **settings), []
    while True:
        try:
            said.append(next(thinking))
        except StopIteration as end:
            return end.value, said


@pytest.fixture(scope="module", autouse=True)
def _compiled():
    list(ai.warm())
    assert compiled_code.is_ready(ai.__name__)


def test_stones_come_and_go_without_a_trace_and_the_sums_are_those_of_the_lines():
    assert not check_trace(3_000, seed=3).defects


def test_a_search_that_finds_nothing_is_an_error_and_no_stone_is_placed_for_it(monkeypatch):
    monkeypatch.setattr(ai, "_search", lambda *_: iter(()))
    with pytest.raises(RuntimeError, match="found no move"):
        move_of(begun())


@pytest.mark.parametrize("left", [2, 5, 8])
def test_the_end_of_a_game_is_played_as_well_as_every_move_could(left):
    assert not check_ends(left, 4, 30.0, seed=2).defects


def test_a_pond_that_fills_up_before_the_last_stone_is_played_out_too():
    assert not check_set_up(12, seed=3).defects


def test_a_few_more_stones_than_can_be_searched_depth_by_depth_are_played_out_at_once():
    report = check_ends(12, 2, 30.0, seed=6)
    assert not report.defects
    assert report.seen == {"positions": 2}


def test_a_pond_that_is_turned_or_mirrored_has_the_same_key():
    tables, rng = build()[0], random.Random(4)
    stones = [(cell, rng.randint(1, 3)) for cell in rng.sample(range(POCKETS), 7)]
    keys = set()
    for turn in range(SYMMETRIES):
        position = pond.empty_position()
        position["hands"] = (0, 9, 9, 9) * 2
        for number, (cell, kind) in enumerate(stones):
            pond.place(position[0], tables, int(tables["turned"][turn * POCKETS + cell]), kind, number & 1)
        keys.add(int(pond.key_of(position[0], tables, 1, True)))
    assert len(keys) == 1


def best_of(worker, team, stones):
    """The evaluation for a team after so many stones that are placed, each the best for its team."""
    position, tables = worker.position[0], worker.tables[0]
    if not stones:
        return int(pond.evaluate(position, tables, team))
    scores = []
    bound = pond.is_bound(position, tables)
    for move in range(4 * POCKETS):
        if move & 3 and may_move(position, tables, team, move, bound):
            pond.place(position, tables, move >> 2, move & 3, team)
            scores.append(-best_of(worker, 1 - team, stones - 1))
            pond.take_back(position, tables, team)
    return max(scores)


@pytest.mark.parametrize("stones", [1, 2])
def test_the_last_two_stones_of_a_search_are_evaluated_as_if_they_were_placed(stones):
    worker, memory = PondSearchThread(), np.zeros(8, np.int64)
    for placed in (5, 22, 39, 56):
        state = after(begun(), placed, random.Random(placed))
        worker.set_state(state)
        worker.position["node_limit"] = 1 << 40
        team = TEAMS.index(state.colour)
        found = search(worker.position[0], worker.tables[0], memory, -25_000, 25_000, stones, 1, team)
        assert found == best_of(worker, team, stones)


def test_points_that_nobody_earned_do_not_count():
    stones = dict.fromkeys(RULESET.geometry({}).row_cells[3][:4], "w")
    worker = PondSearchThread()
    worker.set_state(RULESET.arrange({}, stones, "w"))
    assert pond.points_of(worker.position[0]) == 0


def test_what_was_counted_in_another_game_with_other_points_put_down_does_not_count():
    rng, told = random.Random(5), 0
    for _ in range(12):
        state = after(begun(), 66, rng)
        lines = earned(state)[TEAMS[0]]
        put_down = replace(state, put_down=tuple(lines))
        put_down = replace(put_down, scores=points(earned(put_down)))
        scores = []
        for before in ((), (state,)):
            searcher = PondEngine(14)
            for each in (*before, put_down):
                searcher.set_state(each)
                found = list(searcher.think(TEAMS.index(each.colour), 30.0, depth=60))[-1]
            scores.append(found.score)
        assert scores[0] == scores[1]
        told += len(lines) > 0
    assert told > 3


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.id)
def test_every_level_plays_by_the_rules_up_to_the_last_stone(level):
    state, rng = begun(), random.Random(7)
    while RULESET.outcome(state) is None:
        is_full = not level.settings
        settings = {"nodes": 50} if is_full else {**level.settings, "nodes": 50}
        move = move_of(state, **settings)[0] if rng.random() < 0.5 else rng.choice(list(placements(state)))
        assert RULESET.check(state, move) is None
        state = RULESET.apply(state, move).state
    assert sum(stone != EMPTY for stone in state.board) == 72


def test_a_bounded_level_is_repeatable_and_a_gambler_varies_with_the_dice():
    state = after(begun(), 20, random.Random(5))
    assert move_of(state, nodes=400)[0] == move_of(state, nodes=400)[0]
    found = {move_of(state, seed=seed, depth=1, temperature=400)[0] for seed in range(12)}
    assert len(found) > 3


def test_it_takes_a_mascot_when_asked():
    state = RULESET.setup({"first": "toss", "picker": "toss"}, 3).state
    assert isinstance(move_of(state)[0], Choose)


def test_a_search_says_what_its_move_scores_gives_and_takes():
    state = RULESET.arrange({}, {RULESET.geometry({}).cell(name): "w" for name in ("c9", "d9", "f9", "g9")}, "w")
    move, said = move_of(state, nodes=3_000)
    assert isinstance(move, Place)
    assert said[-1].note.startswith("Scores")
    assert said[-1].variation[0] == move
    assert said[-1].depth >= 2


def test_it_says_when_it_counted_to_the_last_stone():
    state = after(begun(), 66, random.Random(8))
    _, said = move_of(state)
    assert "Calculated to the last stone" in said[-1].verdict


def test_several_threads_find_a_move_by_the_rules_and_the_best_few_are_ranked():
    state = after(begun(), 30, random.Random(9))
    engine = PondEngine()
    engine.set_state(state)
    team = TEAMS.index(state.colour)
    *_, found = engine.think(team, 30.0, nodes=4_000, threads=2)
    assert RULESET.check(state, Place(*found.move)) is None
    told = list(engine.think(team, 30.0, depth=2, best=3))[-3:]
    assert [one.rank for one in told] == [3, 2, 1]
    assert told[0].score <= told[1].score <= told[2].score


def test_the_greedy_player_loses_to_a_short_search():
    engine, state = PondEngine(), after(begun(), 4, random.Random(11))
    while RULESET.outcome(state) is None:
        if state.colour == TEAMS[0]:
            engine.set_state(state)
            *_, found = engine.think(0, 30.0, nodes=600)
            move = Place(*found.move)
        else:
            *_, info = greedy(state, Limits())
            move = info.variation[0]
        state = RULESET.apply(state, move).state
    assert state.scores[TEAMS[0]] > state.scores[TEAMS[1]]
