"""The engine of Connect6: it wins within a turn, blocks what must be blocked, and finds double threats."""

import random
from itertools import combinations

import pytest

from game.core.model import Place
from game.core.ruleset import Limits, complete_options
from game.engine.search.lines import position as board
from game.storage import compiled_code
from rulesets.connect6 import RULESET, ai
from rulesets.connect6.ai.threads import Connect6Engine
from rulesets.connect6.ai.threats import stones_needed, threatens

LEVELS = [level for level in RULESET.info.levels if level.thinker == ".ai.engine"]
ENGINES_AFTER_TWO = LEVELS[2:]


@pytest.fixture(scope="module", autouse=True)
def _compiled():
    list(ai.warm())
    assert compiled_code.is_ready(ai.__name__)


def position(black="", white="", to_move="b"):
    geometry = RULESET.geometry({})
    stones = {geometry.cell(name): "b" for name in black.split()}
    stones |= {geometry.cell(name): "w" for name in white.split()}
    return RULESET.arrange(complete_options(RULESET.info, {}), stones, to_move)


def turn(state, seconds=30.0, seed=0, **settings):
    """The stones of a whole turn, as names, and the state after it."""
    names, colour = [], state.colour
    while state.colour == colour and RULESET.outcome(state) is None:
        thinking = ai.engine(state, Limits(seconds=seconds, seed=seed), **settings)
        while True:
            try:
                next(thinking)
            except StopIteration as end:
                move = end.value
                break
        assert RULESET.check(state, move) is None
        names.append(state.geometry.names[move.cell])
        state = RULESET.apply(state, move).state
    return names, state


def settings_of(level):
    return dict(level.settings) or {"nodes": 2_000}


@pytest.mark.parametrize("level", ENGINES_AFTER_TWO, ids=lambda level: level.id)
@pytest.mark.parametrize("colour", ["b", "w"])
def test_a_win_within_the_turn_is_taken_whatever_the_other_threatens(level, colour):
    own, others = "h8 i8 j8 k8", "c3 c4 c5 c6"
    stones = {"black": own, "white": others} if colour == "b" else {"black": others, "white": own}
    _, after = turn(position(**stones, to_move=colour), **settings_of(level))
    assert RULESET.outcome(after).winner == after.seat_of(colour)


@pytest.mark.parametrize("level", ENGINES_AFTER_TWO, ids=lambda level: level.id)
@pytest.mark.parametrize("threats", ["h8 i8 j8 k8", "h8 i8 k8 l8", "a19 b19 c19 d19 s1 s2 s3 s4", "h8 i9 j10 l12"])
def test_what_must_be_blocked_is_blocked(level, threats):
    own = "p3 q7 r12 e16 k17 n15 b10"
    state = position(black=threats, white=own, to_move="w")
    _, after = turn(state, **settings_of(level))
    searched = Connect6Engine(ai.THINKER.rules_of(RULESET.line_rule), 19)
    searched.set_stones(stones_of(after))
    assert not threatens(searched._search_threads[0].position[0], 0)


def stones_of(state):
    return [(*state.geometry.cells[cell], "bw".index(stone)) for cell, stone in enumerate(state.board) if stone in "bw"]


def test_the_number_of_stones_that_stop_every_threat_is_that_of_trying_all():
    rng = random.Random(6)
    engine = Connect6Engine(ai.THINKER.rules_of(RULESET.line_rule), 19)
    seen = set()
    for _ in range(60):
        cells = rng.sample([(x, y) for x in range(5, 13) for y in range(5, 13)], 26)
        engine.set_stones([(x, y, int(index >= 14)) for index, (x, y) in enumerate(cells)])
        worker = engine._search_threads[0]
        found = int(stones_needed(worker.position[0], worker.tables[0], 0, 0))
        assert found == slow_need(worker)
        seen.add(found)
    assert seen == {0, 1, 2, 3}


def slow_need(worker):
    """By putting one or two stones on every pair of cells near by."""
    position, tables = worker.position[0], worker.tables[0]
    if not threatens(position, 0):
        return 0
    cells = [board.cell_at(x, y) for x in range(19) for y in range(19)]
    near = [cell for cell in cells if not position["stones"][cell] and position["classes"][cell] >= 10]
    for number in (1, 2):
        for chosen in combinations(near, number):
            for cell in chosen:
                board.place(position, tables, cell, 1)
            is_stopped = not threatens(position, 0)
            for _ in chosen:
                board.take_back(position, tables)
            if is_stopped:
                return number
    return 3


def test_a_win_by_double_threats_is_found_and_told():
    state = position(black="h8 i8 j8 h10 h11", white="c3 d16 q4 r17", to_move="b")
    thinking, said = ai.engine(state, Limits(seconds=30.0), nodes=60_000), []
    while True:
        try:
            said.append(next(thinking))
        except StopIteration:
            break
    assert said[-1].verdict == "Forced win."
    colours = [move.stone for move in said[-1].variation]
    assert colours[:2] == ["b", "b"]


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.id)
def test_every_level_plays_by_the_rules(level):
    state, rng = RULESET.setup(complete_options(RULESET.info, {}), 0).state, random.Random(2)
    for _ in range(8):
        if RULESET.outcome(state) is not None:
            return
        _, state = turn(state, seed=rng.randrange(1000), **{**settings_of(level), "nodes": 300})


def test_a_bounded_level_is_repeatable_and_a_gambler_varies_with_the_dice():
    state = position(black="j10 k11 h9", white="j11 k10", to_move="w")
    assert turn(state, nodes=500)[0] == turn(state, nodes=500)[0]
    openings = {tuple(turn(state, seed=seed, depth=1, temperature=300)[0]) for seed in range(10)}
    assert len(openings) > 3


def test_the_first_stone_of_the_game_is_in_the_middle():
    state = RULESET.setup(complete_options(RULESET.info, {}), 0).state
    assert isinstance(next(RULESET.legal_moves(state)), Place)
    names, _ = turn(state, nodes=200)
    assert names == ["j10"]


@pytest.mark.parametrize("seed", range(8))
def test_the_best_turns_are_the_same_whatever_was_searched_before(seed):
    rng = random.Random(seed)
    cells = rng.sample([(x, y) for x in range(6, 13) for y in range(6, 13)], 9)
    stones = [(*cell, (index + 1) // 2 % 2) for index, cell in enumerate(cells)]
    searcher = Connect6Engine(ai.THINKER.rules_of(RULESET.line_rule), 19, memory_bits=16)
    rankings = []
    for searched_before in (False, True):
        searcher.set_stones(stones, 2)
        if searched_before:
            list(searcher.think(1, seconds=30.0, depth=3))
        searcher.forget()
        told = searcher.think(1, seconds=30.0, depth=3, best=3)
        # A set, as a ranking may be told twice, when it is found and at the end.
        rankings.append({(found.rank, found.move, found.score) for found in told if found.depth == 3})
    assert rankings[0] == rankings[1]


def test_no_turn_is_played_after_which_the_prover_shows_a_win():
    black, white = "l11 i12 j13 j9 i14 i13 i10", "l12 k8 h11 m10 k10 j10"
    _names, after = turn(position(black, white, "w"), nodes=10_000)
    assert not ai.prove(after, Limits(seconds=1.0)).means
