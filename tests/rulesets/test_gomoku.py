"""Gomoku: variants, options and the Swap2 opening."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.model import Choose, MarkKind, ParseError, Place, Reason, Termination
from game.core.ruleset import parse_move
from rulesets.gomoku import RULESET as GOMOKU
from rulesets.gomoku.rules import GOMOCUP_RULES
from tools.engine.line_positions import after, drawn, marked, options_of, random_game, start

VARIANTS = ("freestyle", "standard", "freestyle_caro", "caro", "renju")


def winner_after(rows, move, colour="b", **options):
    state = after(GOMOKU, drawn(GOMOKU, rows, colour, **options), move)
    outcome = GOMOKU.outcome(state)
    return None if outcome is None else outcome.winner


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(
    ("rows", "move"),
    [
        ("- -bb-bb", "d14"),
        ("- -b -b - -b -b", "b12"),
        ("- -b --b --- ----b -----b", "d12"),
        ("- -----b ----b ---- --b -b", "d12"),
    ],
    ids=["across", "down", "falling", "rising"],
)
def test_five_in_a_row_win_in_every_direction_and_variant(variant, rows, move):
    assert winner_after(rows, move, variant=variant) == 0


@pytest.mark.parametrize(
    ("variant", "winner"), [("freestyle", 0), ("standard", None), ("freestyle_caro", 0), ("caro", None)]
)
def test_six_in_a_row_win_in_the_freestyle_variants_only(variant, winner):
    assert winner_after("- -bbb-bb", "e14", variant=variant) == winner


def test_in_freestyle_caro_six_win_between_two_stones_of_the_opponent_too():
    """As in Piskvork and GomocupJudge, which look at the ends of a line of five only."""
    assert winner_after("- wbbb-bbw", "e14", variant="freestyle_caro") == 0
    assert winner_after("- wbbb-bbbbw", "e14", variant="freestyle_caro") == 0


#: A game that other programs judge differently by their numbers of the rules: its last stone makes six.
SIX = "d8 a1 e8 c1 f8 e1 h8 g1 i8 i1 g8"


@pytest.mark.parametrize(("number", "winner"), [(0, 0), (1, None), (4, "illegal"), (8, 0), (9, None)])
def test_a_game_with_six_in_a_row_ends_as_its_gomocup_rule_says(number, winner):
    options = options_of(GOMOKU, variant=next(name for name, rule in GOMOCUP_RULES.items() if rule == number))
    state = after(GOMOKU, start(GOMOKU, **options), SIX.rpartition(" ")[0])
    last = parse_move(GOMOKU.info, state, SIX.rpartition(" ")[2])
    if GOMOKU.check(state, last) is not None:
        assert winner == "illegal"
        return
    outcome = GOMOKU.outcome(GOMOKU.apply(state, last).state)
    assert (None if outcome is None else outcome.winner) == winner


@pytest.mark.parametrize("variant", ["standard", "caro"])
def test_an_overline_is_legal_where_it_does_not_win(variant):
    state = drawn(GOMOKU, "- -bbb-bb", "b", variant=variant)
    assert GOMOKU.check(state, Place(state.geometry.cell("e14"), "b")) is None


def test_in_renju_an_overline_is_refused_to_black_and_wins_for_white():
    state = drawn(GOMOKU, "- -bbb-bb", "b", variant="renju")
    refusal = GOMOKU.check(state, Place(state.geometry.cell("e14"), "b"))
    assert isinstance(refusal, Reason)
    assert refusal.code == "overline"
    assert refusal.message == "Black may not make a line of more than five (overline) at E14."
    assert winner_after("- -www-ww", "e14", colour="w", variant="renju") == 1


def test_the_winning_line_is_marked_in_its_whole_length():
    state = after(GOMOKU, drawn(GOMOKU, "- -bbb-bb", "b"), "e14")
    assert marked(GOMOKU, state, MarkKind.LINE) == {f"{column}14" for column in "bcdefg"}


@pytest.mark.parametrize("variant", ["caro", "freestyle_caro"])
@pytest.mark.parametrize(
    ("rows", "winner"),
    [("- wbb-bbw", None), ("- wbb-bb", 0), ("- -bb-bbw", 0), ("bb-bbw", 0)],
    ids=["both ends", "one end", "other end", "an edge blocks nothing"],
)
def test_in_caro_five_blocked_by_stones_at_both_ends_do_not_win(variant, rows, winner):
    move = "c15" if rows.startswith("b") else "d14"
    assert winner_after(rows, move, variant=variant) == winner


@pytest.mark.parametrize("size", [5, 13, 26])
def test_the_board_has_the_chosen_size(size):
    assert len(start(GOMOKU, size=size).board) == size * size


@pytest.mark.parametrize("size", [4, 27])
def test_a_size_out_of_range_is_refused(size):
    with pytest.raises(ParseError, match="from 5 to 26"):
        options_of(GOMOKU, size=size)


def test_a_full_board_is_a_draw():
    rows = "bbbbw wwwwb bbbbw wwwwb bbbb-"
    outcome = GOMOKU.outcome(after(GOMOKU, drawn(GOMOKU, rows, "w", size=5), "e1"))
    assert outcome is not None
    assert (outcome.termination, outcome.winner) == (Termination.FULL_BOARD, None)


@pytest.mark.parametrize("ban", ["ban_33", "ban_44"])
def test_a_single_ban_does_not_go_with_renju(ban):
    refusal = GOMOKU.check_options(options_of(GOMOKU, variant="renju", **{ban: True}))
    assert refusal is not None
    assert "Renju already bans" in refusal.message
    assert GOMOKU.check_options(options_of(GOMOKU, variant="caro", **{ban: True})) is None


@pytest.mark.parametrize(
    ("given", "number"),
    [
        ({}, 0),
        ({"variant": "standard"}, 1),
        ({"variant": "renju"}, 4),
        ({"variant": "freestyle_caro"}, 8),
        ({"variant": "caro"}, 9),
        ({"ban_33": True}, None),
        ({"variant": "standard", "ban_44": True}, None),
    ],
)
def test_the_gomocup_rule_is_the_variants_unless_a_ban_stands_alone(given, number):
    assert GOMOKU.gomocup_rule(options_of(GOMOKU, **given)) == number


def swap2(moves):
    return after(GOMOKU, start(GOMOKU, opening="swap2"), moves)


def test_swap2_starts_with_two_black_stones_and_a_white_one_by_the_first_seat():
    state = start(GOMOKU, opening="swap2")
    placed = []
    for name in ("h8", "i8", "h9"):
        placed.append((state.seat, state.colour, state.placements_left))
        state = after(GOMOKU, state, name)
    assert placed == [(0, "b", 3), (0, "w", 2), (0, "b", 1)]
    assert marked(GOMOKU, state, MarkKind.LAST) == {"h8", "i8", "h9"}


def test_after_three_stones_the_second_seat_chooses_and_white_is_the_default():
    state = swap2("h8 i8 h9")
    assert (state.seat, state.colour, state.colours) == (1, "", ("", ""))
    assert list(GOMOKU.legal_moves(state)) == [Choose("white"), Choose("black"), Choose("put2")]


@pytest.mark.parametrize(
    ("moves", "colours", "seat"),
    [
        ("h8 i8 h9 white", ("b", "w"), 1),
        ("h8 i8 h9 black", ("w", "b"), 0),
        ("h8 i8 h9 put2 a1 b1 black", ("b", "w"), 1),
        ("h8 i8 h9 put2 a1 b1 white", ("w", "b"), 0),
    ],
)
def test_after_the_last_choice_white_moves(moves, colours, seat):
    state = swap2(moves)
    assert (state.colours, state.seat, state.colour, state.placements_left) == (colours, seat, "w", 1)


def test_two_more_stones_are_white_and_black_and_the_first_seat_chooses_then():
    state = swap2("h8 i8 h9 put2")
    assert (state.seat, state.colour, state.placements_left) == (1, "w", 2)
    state = after(GOMOKU, state, "a1")
    assert (state.seat, state.colour) == (1, "b")
    state = after(GOMOKU, state, "b1")
    assert (state.seat, list(GOMOKU.legal_moves(state))) == (0, [Choose("black"), Choose("white")])


def test_the_seat_that_took_black_in_the_opening_wins_with_black():
    state = swap2("h8 a1 h9 black b1 h10 c2 h11 d2 h12")
    outcome = GOMOKU.outcome(state)
    assert outcome is not None
    assert outcome.winner == 1


def test_a_cell_named_in_a_choice_is_refused_with_the_words_to_choose_from():
    state = swap2("h8 i8 h9")
    refusal = GOMOKU.check(state, parse_move(GOMOKU.info, state, "a1"))
    assert refusal is not None
    assert refusal.message == "First choose one of these: white, black, put2."


SOME_OPTIONS = st.fixed_dictionaries(
    {
        "size": st.sampled_from([5, 6, 8, 15]),
        "variant": st.sampled_from(VARIANTS),
        "opening": st.sampled_from(["free", "swap2"]),
        "ban_33": st.booleans(),
        "ban_44": st.booleans(),
    }
).filter(lambda given: GOMOKU.check_options(options_of(GOMOKU, **given)) is None)


@settings(max_examples=25, deadline=None)
@given(given_options=SOME_OPTIONS, seed=st.integers(0, 10**6))
def test_every_position_of_every_variant_survives_its_text_and_has_a_move_until_its_end(given_options, seed):
    options = options_of(GOMOKU, **given_options)
    for state in random_game(GOMOKU, options, seed):
        assert GOMOKU.load(GOMOKU.dump(state), options) == state
        assert (GOMOKU.outcome(state) is None) == (next(GOMOKU.legal_moves(state), None) is not None)


def test_the_sample_is_a_game_in_progress():
    state = after(GOMOKU, start(GOMOKU), " ".join(GOMOKU.info.sample))
    assert GOMOKU.outcome(state) is None
