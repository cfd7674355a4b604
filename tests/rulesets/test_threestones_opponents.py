from dataclasses import replace

import pytest

from game.core.model import Place
from game.core.ruleset import Limits, format_move
from rulesets.threestones import RULESET
from rulesets.threestones.opponents import greedy
from rulesets.threestones.pond import POND, gained, other_team, points
from tests.rulesets.threestones_table import arranged, random_states, start


def _think(state, **settings):
    """The notes of a thinker and its move in our notation."""
    thinker = greedy(state, Limits(), **settings)
    infos = []
    while True:
        try:
            infos.append(next(thinker))
        except StopIteration as stop:
            return infos, format_move(RULESET.info, POND, stop.value)


def _move(state, **settings):
    return _think(state, **settings)[1]


def test_with_nothing_to_gain_the_own_mascot_goes_to_the_first_pocket():
    assert _move(start(first="w")) == "e11=w"
    assert _move(start(first="b")) == "e11=b"


def test_the_best_difference_wins_and_the_first_of_equals_is_kept():
    state = arranged("w", w="c9 d9 f9 g9 c5 d5")
    assert _move(state) == "e9=w"
    level = arranged("w", w="c9 d9 c5 d5")
    assert _move(level) == "e9=w"


def test_own_mascot_comes_before_an_equally_good_miller():
    assert _move(arranged("b", b="c5 d5")) == "b5=b"


def test_a_point_for_each_team_is_worth_nothing_to_it_but_lures_the_beginner():
    state = arranged("w", w="c7 d7", b="b7 f7 g7")
    without_ducks = replace(state, hands={**state.hands, "w": {"w": 0, "b": 15, "c": 6}})
    assert _move(without_ducks) == "e11=b"
    assert _move(without_ducks, minds_opponent=False) == "e7=c"


def test_the_beginner_overlooks_what_it_gives_away():
    positions = [state for state in random_states(4, first="w") if state.colour and RULESET.outcome(state) is None]
    given = {True: 0, False: 0}
    for state in positions:
        for minds in given:
            move = next(greedy(state, Limits(), minds_opponent=minds)).variation[0]
            given[minds] += points(gained(state.board, move.cell, move.stone))[other_team(state.colour)]
    assert given[True] < given[False]


@pytest.mark.parametrize("seed", range(6))
def test_greedy_takes_the_first_of_the_best_trades_in_the_documents_order(seed):
    for state in random_states(seed, first="w"):
        if RULESET.outcome(state) is not None:
            return
        values = {}
        for move in RULESET.legal_moves(state):
            gain = points(gained(state.board, move.cell, move.stone))
            values[move] = gain[state.colour] - gain[other_team(state.colour)]
        first_best = next(move for move in values if values[move] == max(values.values()))
        assert _move(state) == format_move(RULESET.info, POND, first_best)


def test_a_hint_says_what_the_placement_gains_and_gives():
    (info,), _ = _think(arranged("w", w="c9 d9 f9 g9"))
    assert info.note == "Scores 3 points."
    assert info.score == 3
    (info,), _ = _think(start(first="b"))
    assert info.note == "Scores nothing, but gives the opponent nothing either."


def test_a_hint_says_what_the_placement_takes_from_the_other_team():
    state = arranged("b", w="c9 d9 f9 g9")
    told = RULESET.reason(state, Place(POND.cell("e9"), "b")).message
    assert told == "Denies the opponent 3 points."
    said = RULESET.reason(arranged("b", w="c9 d9 f9 g9", b="e8 e7"), Place(POND.cell("e9"), "b")).message
    assert said == "Scores 1 point. Denies the opponent 3 points."


def test_hints_come_from_the_full_engine():
    level = RULESET.info.level(RULESET.info.hint_level)
    assert level.thinker == ".ai.engine"
    assert not level.settings
