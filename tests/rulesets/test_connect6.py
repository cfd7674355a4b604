"""Connect6: one stone, then two a turn; six or more win."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.model import MarkKind
from rulesets.connect6 import RULESET as CONNECT6
from tools.engine.line_positions import after, drawn, marked, random_game, start


def test_black_starts_with_one_stone_and_every_other_turn_has_two():
    state = start(CONNECT6)
    turns = [(state.colour, state.placements_left)]
    for name in ("j10", "k10", "k11", "j9", "j8", "l9"):
        state = after(CONNECT6, state, name)
        turns.append((state.colour, state.placements_left))
    assert turns == [("b", 1), ("w", 2), ("w", 1), ("b", 2), ("b", 1), ("w", 2), ("w", 1)]


def test_both_stones_of_a_turn_are_the_last_ones_until_the_next_stone():
    state = after(CONNECT6, start(CONNECT6), "j10 k10 k11")
    assert marked(CONNECT6, state, MarkKind.LAST) == {"k10", "k11"}
    assert marked(CONNECT6, after(CONNECT6, state, "a1"), MarkKind.LAST) == {"a1"}


def test_an_arranged_position_starts_a_turn_of_two_even_on_an_empty_board():
    assert CONNECT6.arrange({}, {}, "b").placements_left == 2


def test_the_first_stone_of_a_turn_can_win():
    state = after(CONNECT6, drawn(CONNECT6, "- -www-ww", "w"), "e18")
    outcome = CONNECT6.outcome(state)
    assert outcome is not None
    assert outcome.winner == 1
    assert list(CONNECT6.legal_moves(state)) == []


def test_two_stones_of_one_turn_make_six_of_four():
    state = after(CONNECT6, drawn(CONNECT6, "- -bb--bb", "b"), "d18")
    assert CONNECT6.outcome(state) is None
    assert CONNECT6.outcome(after(CONNECT6, state, "e18")) is not None


def test_more_than_six_win():
    assert CONNECT6.outcome(after(CONNECT6, drawn(CONNECT6, "- -bbb-bbb", "b"), "e18")) is not None


def test_the_plain_gomocup_protocol_cannot_express_it():
    assert CONNECT6.gomocup_rule({}) is None


def test_the_sample_is_a_game_in_progress_between_turns():
    state = after(CONNECT6, start(CONNECT6), " ".join(CONNECT6.info.sample))
    assert CONNECT6.outcome(state) is None
    assert state.placements_left == 2


@settings(max_examples=4, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_every_position_of_a_game_survives_its_text(seed):
    for state in random_game(CONNECT6, {}, seed):
        assert CONNECT6.load(CONNECT6.dump(state), {}) == state
