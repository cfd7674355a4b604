"""How the engine plays an opening: stones that leave the game even, and the colour that stands better."""

import pytest

from game.core.model import Choose, Place
from game.core.ruleset import Limits
from game.engine.search.lines import even_openings as book
from game.engine.search.lines.engine import Engine
from game.engine.search.lines.opening import CLEAR, Judge, OpeningPlay
from rulesets.gomoku import RULESET
from rulesets.gomoku.ai import kit_rules
from rulesets.gomoku.rules import VARIANTS

OPTIONS = {option.key: option.default for option in RULESET.info.options} | {"opening": "swap2"}
RULES = kit_rules(VARIANTS["freestyle"])


def play(size=15, nodes=3_000, known=()):
    return OpeningPlay(Judge(Engine(RULES, size, memory_bits=16), RULESET, nodes), known, {})


def answer(playing, state, seconds=20.0, seed=1):
    return finish(playing.move(state, Limits(seconds=seconds, seed=seed)))


def finish(thinking):
    """What a generator returns."""
    while True:
        try:
            next(thinking)
        except StopIteration as end:
            return end.value


def begun(*names, size=15, word=None):
    """The opening after these stones; ``word`` is said after the third."""
    state = RULESET.setup(OPTIONS | {"size": size}, 0).state
    for number, name in enumerate(names):
        if number == 3:
            state = RULESET.apply(state, Choose(word)).state
        state = RULESET.apply(state, Place(state.geometry.cell(name), state.colour)).state
    return state


def played_through(playing, state, **limits):
    """The state after a whole phase of stones."""
    phase = state.phase
    while state.phase == phase:
        move = answer(playing, state, **limits)
        assert RULESET.check(state, move) is None
        state = RULESET.apply(state, move).state
    return state


def imbalance(playing, state):
    return abs(finish(playing.judge.look(state, 30.0)))


def test_black_is_taken_where_black_stands_better_and_white_where_white_does():
    attack = begun("h8", "a1", "i8")
    assert answer(play(), attack) == Choose("black")
    feeble = begun("a1", "h8", "o15")
    assert answer(play(), feeble) == Choose("white")


def test_after_five_stones_the_better_colour_is_taken():
    assert answer(play(), begun("h8", "a1", "i8", "b1", "i9", word="put2")) == Choose("black")
    assert answer(play(), begun("a1", "h8", "o15", "i8", "a15", word="put2")) == Choose("white")


def test_where_nobody_stands_better_two_stones_are_put_that_keep_it_so():
    state = begun()
    for x, y in book.even_openings(RULES.name)[0]:
        cell = state.geometry.at(7 + x, 7 + y)
        state = RULESET.apply(state, Place(cell, state.colour)).state
    playing = play(nodes=20_000)
    word = answer(playing, state)
    assert word == Choose("put2")
    after = played_through(playing, RULESET.apply(state, word).state)
    assert (after.board.count("b"), after.board.count("w")) == (3, 2)
    assert imbalance(playing, after) <= 3 * CLEAR


@pytest.mark.parametrize("size", [5, 9, 15, 20])
def test_an_opening_of_our_own_is_legal_and_no_two_need_be_alike(size):
    known = book.even_openings(RULES.name)
    playing, seen = play(size, nodes=200, known=known), set()
    for seed in range(1, 7):
        after = played_through(playing, begun(size=size), seconds=0.5, seed=seed)
        assert after.board.count("b") == 2
        assert after.board.count("w") == 1
        seen.add(after.board)
    assert len(seen) > 1


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_variant_has_openings_that_were_judged_even(variant):
    openings = book.even_openings(kit_rules(VARIANTS[variant]).name)
    assert len(openings) >= 20
    assert all(len(set(opening)) == 3 for opening in openings)


def test_an_opening_can_be_turned_eight_ways():
    opening = ((0, 1), (2, 3), (-1, 0))
    assert len({book.turn(opening, way) for way in range(8)}) == 8


def test_an_interrupted_plan_says_something_often_so_that_it_can_be_stopped():
    playing = play(nodes=500)
    state = RULESET.apply(begun("h8", "h10", "k9"), Choose("put2")).state
    thinking = playing.move(state, Limits(seconds=30.0, seed=1))
    assert [next(thinking) for _ in range(3)]
    thinking.close()
