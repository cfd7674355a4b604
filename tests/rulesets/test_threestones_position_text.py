import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.model import ParseError
from rulesets.threestones import RULESET
from tests.rulesets.threestones_table import arranged, played, random_states, start

OPTIONS = {"picker": "toss", "first": "toss"}


def _load(text):
    return RULESET.load(text, OPTIONS)


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 2**32), picker=st.sampled_from(["toss", "0", "1"]))
def test_every_position_of_a_game_survives_dump_and_load(seed, picker):
    for state in random_states(seed, picker=picker):
        assert _load(RULESET.dump(state)) == state


@settings(max_examples=50, deadline=None)
@given(
    stones=st.dictionaries(st.integers(0, 79), st.sampled_from("wbc"), max_size=60),
    colour=st.sampled_from("wb"),
    word=st.integers(0, 10_000),
)
def test_positions_that_were_set_up_survive_dump_and_load(stones, colour, word):
    state = RULESET.arrange(OPTIONS, stones, colour)
    assert _load(RULESET.dump(state)) == state
    moves = list(RULESET.legal_moves(state))
    after = RULESET.apply(state, moves[word % len(moves)]).state
    assert _load(RULESET.dump(after)) == after


def test_a_dump_shows_the_board_and_says_everything_else():
    state = played(arranged("w", w="c7 d7 e7"), "f7=w g7=c")
    assert RULESET.dump(state).splitlines()[4] == ". . w w w w c . . . ."
    assert RULESET.dump(state).splitlines()[11:] == [
        "phase: placing",
        "to move: seat 0",
        "colours: seat 0 w, seat 1 b",
        "hand w: w 14, b 15, c 6",
        "hand b: w 15, b 15, c 5",
        "scores: w 2, b 0",
        "last placement: g7",
        "put down: c7-d7-e7",
    ]


def test_blank_lines_and_the_order_of_the_labels_do_not_matter():
    state = played(start(first="w"), "e7=w")
    picture, labels = RULESET.dump(state).splitlines()[:11], RULESET.dump(state).splitlines()[11:]
    assert _load("\n\n".join([*picture, *reversed(labels)])) == state


PLAYED = RULESET.dump(played(start(first="w"), "e7=w c7=w d7=w d6=b"))
CHOOSING = RULESET.dump(start())


@pytest.mark.parametrize(
    ("text", "old", "new", "message"),
    [
        (
            PLAYED,
            "scores: w 1, b 0",
            "scores: w 2, b 0",
            "line 17: 'scores' is 'w 2, b 0'; the trios on the board add up to w 1, b 0",
        ),
        (PLAYED, "scores: w 1, b 0", "scores: w 1", "line 17: 'scores' is 'w 1'; expected w 0, b 0"),
        (PLAYED, "scores: w 1, b 0", "scores: w one, b 0", "line 17: 'scores' is 'w one, b 0'; 'one' is not a number"),
        (PLAYED, "hand w: w 13", "hand w: w 16", "line 15: .* '16' is not a number from 0 to 15"),
        (
            PLAYED,
            "hand w: w 13",
            "hand w: w 10",
            "line 15: .* more 'w' stones have been used than there are on the board",
        ),
        (
            PLAYED,
            "hand b: w 14",
            "hand b: w 15",
            "line 13: 'to move' is 'seat 0'; judging by the stones in hand, it is the other player's turn",
        ),
        (
            PLAYED,
            "to move: seat 0",
            "to move: nobody",
            "line 13: 'to move' is 'nobody'; the value must be one of: seat 0; seat 1",
        ),
        (
            PLAYED,
            "colours: seat 0 w, seat 1 b",
            "colours: none",
            "line 14: 'colours' is 'none'; stones can be placed only after a mascot is chosen",
        ),
        (
            PLAYED,
            "last placement: d6",
            "last placement: f6",
            "line 18: 'last placement' is 'f6'; there is no cell 'f6'",
        ),
        (
            PLAYED,
            "last placement: d6",
            "last placement: e6",
            "line 18: 'last placement' is 'e6'; there is no stone on that cell",
        ),
        (PLAYED, "put down: none", "put down: a7-b7-c7", "line 19: .* 'a7-b7-c7' is not a trio on the board"),
        (PLAYED, "put down: none", "put down: none\nput up: no", "line 20: unexpected line 'put up: no'"),
        (
            PLAYED,
            "put down: none",
            "put down: none\nphase: placing",
            "line 20: 'phase' appears a second time .*line 12",
        ),
        (PLAYED, "put down: none", "", "the line 'put down:' is missing"),
        (PLAYED, ". . w w w", ". . w q w", "line 5: 'q' is not valid at d7"),
        (
            PLAYED,
            "x x x x . . . x x x x\nphase",
            "phase",
            "line 10: the board diagram has 10 rows instead of 11",
        ),
        (
            CHOOSING,
            ". . . . . x . . . . .",
            ". . w . . x . . . . .",
            "line 12: .* before a player has chosen duck or penguin, the board must be empty and no stones used",
        ),
        (
            CHOOSING,
            "hand b: w 15",
            "hand b: w 14",
            "line 12: .* before a player has chosen duck or penguin, the board must be empty and no stones used",
        ),
    ],
)
def test_a_position_that_contradicts_itself_is_refused_with_its_line(text, old, new, message):
    assert old in text
    with pytest.raises(ParseError, match=message):
        _load(text.replace(old, new, 1))
