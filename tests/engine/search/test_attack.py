"""The strongest player of Six in a row attacks: stones thrown at the edge do not delay it."""

import pytest

from game.core.ruleset import Limits
from game.engine.search.lines.order_points import FILE, read
from rulesets.gomoku import RULESET as GOMOKU
from rulesets.gomoku import ai as gomoku
from rulesets.six_in_a_row import RULESET as SIX
from rulesets.six_in_a_row import ai as six
from tools.engine.line_positions import start
from tools.engine.search.edge_thrower import move_of, turns_to_win


@pytest.fixture(scope="module", autouse=True)
def _compiled():
    for thinker in (gomoku, six):
        list(thinker.warm())


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("seat", [0, 1], ids=["black", "white"])
def test_stones_thrown_at_the_edge_lose_within_fifteen_turns(seat, seed):
    assert turns_to_win(seat, seed, Limits(seconds=60.0, nodes=1_500)) is not None


def test_six_in_a_row_is_judged_by_numbers_of_its_own():
    assert six.THINKER.rules_of(SIX.line_rule).name in read(FILE)


@pytest.mark.parametrize(
    ("game", "thinker", "middle"), [(GOMOKU, gomoku, "h8"), (SIX, six, "j10")], ids=["gomoku", "six"]
)
def test_the_first_stone_of_a_game_stands_in_the_middle(game, thinker, middle):
    state = start(game)
    assert _cell(thinker, state) == middle


def _cell(thinker, state):
    move = move_of(thinker.engine, state, Limits(seconds=60.0, nodes=3_000))
    return state.geometry.names[move.cell]
