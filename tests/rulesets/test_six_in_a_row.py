"""Six in a row: the rules of the 2021 paper."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.six_in_a_row import RULESET as SIX
from tools.engine.line_positions import after, drawn, random_game, start


def test_the_board_is_19x19_and_turns_are_one_stone():
    state = start(SIX)
    assert len(state.board) == 361
    assert [after(SIX, state, moves).colour for moves in ("a1", "a1 a2", "a1 a2 a3")] == ["w", "b", "w"]


def test_five_do_not_win():
    assert SIX.outcome(after(SIX, drawn(SIX, "- -bb-bb", "b"), "d18")) is None


# The last corner of the board is where the published loops never look.
@pytest.mark.parametrize(
    ("rows", "move"),
    [
        ("- -bbb-bb", "e18"),
        ("- -bbb-bbb", "e18"),
        ("- -b -b -b - -b -b", "b15"),
        ("- " * 13 + "b -b --- ---b ----b -----b", "c4"),
        ("- -----b ----b ---- --b -b b", "d16"),
    ],
    ids=["six across", "seven across", "down", "falling in the last corner", "rising"],
)
def test_six_or_more_win_in_every_direction(rows, move):
    outcome = SIX.outcome(after(SIX, drawn(SIX, rows, "b"), move))
    assert outcome is not None
    assert outcome.winner == 0


def test_the_plain_gomocup_protocol_cannot_express_it():
    assert SIX.gomocup_rule({}) is None


def test_the_sample_is_a_game_in_progress():
    assert SIX.outcome(after(SIX, start(SIX), " ".join(SIX.info.sample))) is None


@settings(max_examples=4, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_every_position_of_a_game_survives_its_text(seed):
    for state in random_game(SIX, {}, seed):
        assert SIX.load(SIX.dump(state), {}) == state
