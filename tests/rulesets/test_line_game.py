"""The mechanism of line games: turns, lines, draws, opening phases, text. Played on small boards of its own."""

from __future__ import annotations

from typing import ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.geometry import octagon, square
from game.core.line_game import AskChoice, LineGame, LineRule, PutStones
from game.core.model import Choose, Chosen, LineMade, MarkKind, ParseError, Place, Placed, Reason, Termination
from game.core.ruleset import RulesetInfo, Stone
from tools.engine.line_positions import after, drawn, marked, options_of, play, random_game, start

INFO = RulesetInfo(
    id="small",
    title="Small",
    pitch="",
    stones=(Stone("b", "Black", "black"), Stone("w", "White", "white")),
    colours=("b", "w"),
    options=(),
    levels=(),
    hint_level="",
    accent="#000000",
    accent2="#FFFFFF",
)


class ThreeInARow(LineGame):
    info = INFO
    board = square(3)
    line_rule = LineRule(length=3)


class TwoATurn(LineGame):
    info = INFO
    board = square(4)
    line_rule = LineRule(length=4, stones_first_turn=1, stones_a_turn=2)


class OnAPond(LineGame):
    info = INFO
    board = octagon(5, 1, frozenset({(2, 2)}))
    line_rule = LineRule(length=4)


class WithoutTheMiddle(ThreeInARow):
    def forbids(self, state, cell):
        return Reason("middle", "Black keeps out of the middle.") if (state.colour, cell) == ("b", 4) else None


class PieRule(ThreeInARow):
    PHASES: ClassVar = PutStones("one stone", 0, "b", AskChoice("choice", 1, {"white": "w", "black": "b"}))

    def opening(self, options):
        return self.PHASES


THREE, TWO, POND, NO_MIDDLE, PIE = ThreeInARow(), TwoATurn(), OnAPond(), WithoutTheMiddle(), PieRule()


def test_the_first_seat_starts_with_the_first_colour():
    state = start(THREE)
    assert (state.seat, state.colour, state.colours, state.placements_left) == (0, "b", ("b", "w"), 1)


def test_turns_alternate_and_the_last_stone_is_marked():
    state = after(THREE, start(THREE), "b2 a1")
    assert (state.seat, state.colour) == (0, "b")
    assert marked(THREE, state, MarkKind.LAST) == {"a1"}


def test_a_line_wins_is_told_as_an_event_and_is_marked():
    step = play(THREE, start(THREE), "a1 a3 b1 b3 c1")
    line = tuple(step.state.geometry.cell(name) for name in ("a1", "b1", "c1"))
    assert step.events == (Placed(0, line[2], "b"), LineMade("b", line))
    outcome = THREE.outcome(step.state)
    assert outcome is not None
    assert (outcome.termination, outcome.winner) == (Termination.LINE, 0)
    assert marked(THREE, step.state, MarkKind.LINE) == {"a1", "b1", "c1"}


def test_nothing_is_legal_after_the_end():
    state = after(THREE, start(THREE), "a1 a3 b1 b3 c1")
    assert list(THREE.legal_moves(state)) == []
    refusal = THREE.check(state, Place(state.geometry.cell("b2"), "w"))
    assert refusal is not None
    assert refusal.code == "over"


def test_a_stone_that_completes_two_lines_makes_both():
    state = drawn(THREE, "bb- w-b w-b", "b")
    made = [event for event in play(THREE, state, "c3").events if isinstance(event, LineMade)]
    assert len(made) == 2


def test_a_full_board_is_a_draw():
    state = after(THREE, start(THREE), "b2 a1 c1 a3 a2 c2 b1 b3 c3")
    outcome = THREE.outcome(state)
    assert outcome is not None
    assert (outcome.termination, outcome.winner) == (Termination.FULL_BOARD, None)


def test_a_line_does_not_cross_a_hole():
    assert POND.outcome(drawn(POND, "- - bb-bb", "w")) is None
    assert POND.outcome(drawn(POND, "- -bbbb", "w")) is not None


def test_a_first_turn_of_one_stone_is_followed_by_turns_of_two():
    state = start(TWO)
    turns = []
    for name in ("a1", "b1", "a2", "c1", "a3", "d4"):
        turns.append((state.seat, state.placements_left))
        state = after(TWO, state, name)
    assert turns == [(0, 1), (1, 2), (1, 1), (0, 2), (0, 1), (1, 2)]


def test_all_stones_of_the_running_turn_are_the_last_ones():
    state = after(TWO, start(TWO), "a1 b1 a2")
    assert marked(TWO, state, MarkKind.LAST) == {"b1", "a2"}
    assert marked(TWO, after(TWO, state, "c1"), MarkKind.LAST) == {"c1"}


def test_a_line_in_the_middle_of_a_turn_ends_the_game_at_once():
    state = after(TWO, start(TWO), "d4 a1 b1 d3 d2 c1 d1")
    outcome = TWO.outcome(state)
    assert outcome is not None
    assert outcome.winner == 1


@pytest.mark.parametrize(
    ("move", "code"),
    [
        (Place(4, "b"), "occupied"),
        (Place(0, "b"), "wrong stone"),
        (Place(9, "w"), "off the board"),
        (Place(-1, "w"), "off the board"),
        (Choose("white"), "nothing to choose"),
    ],
)
def test_a_move_that_is_not_legal_is_refused_with_a_reason(move, code):
    refusal = THREE.check(after(THREE, start(THREE), "b2"), move)
    assert refusal is not None
    assert refusal.code == code


def test_a_refused_stone_names_its_cell_and_the_colour_on_turn():
    state = after(THREE, start(THREE), "b2")
    occupied, wrong = THREE.check(state, Place(4, "w")), THREE.check(state, Place(0, "b"))
    assert occupied is not None
    assert wrong is not None
    assert "B2" in occupied.message
    assert "White" in wrong.message


def test_a_forbidden_cell_is_refused_not_listed_and_marked_for_its_colour_only():
    state = start(NO_MIDDLE)
    assert NO_MIDDLE.check(state, Place(4, "b")) == Reason("middle", "Black keeps out of the middle.")
    assert Place(4, "b") not in list(NO_MIDDLE.legal_moves(state))
    assert marked(NO_MIDDLE, state, MarkKind.FORBIDDEN) == {"b2"}
    assert marked(NO_MIDDLE, after(NO_MIDDLE, state, "a1"), MarkKind.FORBIDDEN) == set()


def test_a_side_that_may_use_no_cell_has_drawn_the_game():
    state = drawn(NO_MIDDLE, "wbw b-b bwb", "b")
    outcome = NO_MIDDLE.outcome(state)
    assert outcome is not None
    assert (outcome.termination, outcome.winner) == (Termination.FULL_BOARD, None)
    assert list(NO_MIDDLE.legal_moves(state)) == []


def test_an_opening_gives_colours_only_when_they_are_chosen():
    state = start(PIE)
    assert (state.seat, state.colour, state.colours) == (0, "b", ("", ""))
    asked = after(PIE, state, "b2")
    assert (asked.seat, asked.colour, asked.colours) == (1, "", ("", ""))
    assert list(PIE.legal_moves(asked)) == [Choose("white"), Choose("black")]
    assert PIE.check(asked, Place(0, "w")) is not None
    assert PIE.check(asked, Choose("grey")) is not None


@pytest.mark.parametrize(("word", "colours", "seat"), [("white", ("b", "w"), 1), ("black", ("w", "b"), 0)])
def test_after_the_choice_the_colour_with_fewer_stones_moves(word, colours, seat):
    asked = after(PIE, start(PIE), "b2")
    step = PIE.apply(asked, Choose(word))
    assert step.events == (Chosen(1, word),)
    assert (step.state.colours, step.state.seat, step.state.colour) == (colours, seat, "w")


def test_an_arranged_position_skips_the_opening_and_starts_a_full_turn():
    pie, two = PIE.arrange({}, {4: "b"}, "w"), TWO.arrange({}, {}, "b")
    assert (pie.phase, pie.seat, pie.colours) == (None, 1, ("b", "w"))
    assert two.placements_left == 2


def test_an_arranged_position_may_be_won_already():
    outcome = THREE.outcome(drawn(THREE, "bbb ww-", "w"))
    assert outcome is not None
    assert outcome.winner == 0


TEXT = """\
. . .
. b .
w . .
phase: play
to move: b
seats: b w
stones left: 1
last: a1"""


def test_a_position_is_written_as_a_picture_and_lines():
    assert THREE.dump(after(THREE, start(THREE), "b2 a1")) == TEXT


@pytest.mark.parametrize(
    ("was", "becomes", "line", "quoted"),
    [
        (". b .", ". q .", 2, "'q'"),
        ("phase: play", "phase: pause", 4, "'pause'"),
        ("to move: b", "to move: x", 5, "'x'"),
        ("seats: b w", "seats: b b", 6, "'b b'"),
        ("stones left: 1", "stones left: 2", 7, "'2'"),
        ("last: a1", "last: a9", 8, "'a9'"),
        ("last: a1", "last: a2", 8, "no stone on a2"),
        ("last: a1", "last: a1 a1", 8, "twice"),
        ("last: a1", "first: a1", 8, "'first: a1'"),
        ("last: a1", "to move: b", 8, "appears twice"),
        ("\nlast: a1", "", 7, "last: ..."),
    ],
)
def test_text_that_is_not_a_position_is_refused_with_its_line_and_its_words(was, becomes, line, quoted):
    with pytest.raises(ParseError, match=quoted) as refused:
        THREE.load(TEXT.replace(was, becomes), {})
    assert refused.value.line == line


def test_a_colour_on_turn_that_the_opening_contradicts_is_refused():
    text = PIE.dump(start(PIE)).replace("to move: b", "to move: w")
    with pytest.raises(ParseError, match="in this position, the value must be one of: b"):
        PIE.load(text, {})


@settings(max_examples=40, deadline=None)
@given(game=st.sampled_from([THREE, TWO, POND, NO_MIDDLE, PIE]), seed=st.integers(0, 10**6))
def test_every_position_of_a_game_survives_its_text(game, seed):
    for state in random_game(game, options_of(game), seed):
        assert game.load(game.dump(state), {}) == state


@settings(max_examples=30, deadline=None)
@given(game=st.sampled_from([THREE, TWO, POND, NO_MIDDLE, PIE]), seed=st.integers(0, 10**6))
def test_what_is_listed_as_legal_is_what_check_lets_pass(game, seed):
    for state in random_game(game, options_of(game), seed):
        places = [Place(cell, state.colour) for cell in range(len(state.board))]
        moves = [*places, Choose("white"), Choose("black")]
        assert list(game.legal_moves(state)) == [move for move in moves if game.check(state, move) is None]
