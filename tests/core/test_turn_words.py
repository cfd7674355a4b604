"""The words of a turn and of a variation, each read in the position that the ones before lead to."""

import pytest

from game.core.match import Match
from game.core.model import Choose, ParseError, Place, Reason
from game.core.notation import parse_turn, playable_moves
from game.core.ruleset import Ruleset, complete_options
from game.plugins.registry import discover
from tools.pilot.tiny_ruleset import TinyRuleset

OURS = discover().rulesets


def first_state(ruleset: Ruleset, **options: int | str):
    return ruleset.setup(complete_options(ruleset.info, options), 0).state


def turn(game: str, *words: str, **options: int | str):
    return parse_turn(OURS[game], first_state(OURS[game], **options), words)


def test_each_word_is_read_in_the_position_after_the_ones_before():
    stones = [move.stone for move in turn("gomoku", "h8", "h9", "g9", opening="swap2")]
    assert stones == ["b", "w", "b"]


def test_a_word_of_an_opening_is_read_where_it_is_asked_for():
    assert turn("gomoku", "h8", "i9", "j6", "put2", opening="swap2")[-1] == Choose("put2")


@pytest.mark.parametrize("word", ["zz", "h99", "swordfish", ""])
def test_a_word_that_is_no_move_is_quoted(word):
    with pytest.raises(ParseError, match=repr(word)):
        turn("gomoku", "h8", word)


def test_reading_ends_with_a_move_that_the_rules_refuse_and_the_match_says_why():
    ruleset = OURS["gomoku"]
    match = Match(ruleset, complete_options(ruleset.info, {}), 0)
    moves = parse_turn(ruleset, match.state, ("h8", "h8", "what follows"))
    assert len(moves) == 2
    refused = match.play(*moves)
    assert isinstance(refused, Reason)
    assert refused.message == "There is already a stone on H8."
    assert match.plies == []


def test_whether_the_last_move_is_legal_is_not_asked():
    class Silent(TinyRuleset):
        def check(self, state, move):
            raise AssertionError("one word needs no position after it")

    ruleset = Silent()
    (move,) = parse_turn(ruleset, first_state(ruleset), ("a1",))
    assert isinstance(move, Place)


@pytest.mark.parametrize(
    ("words", "count"), [("h8 i9 g7", 3), ("h8 h8 g7", 1), ("h8 nonsense g7", 1), ("h99", 0), ("", 0)]
)
def test_a_variation_goes_as_far_as_it_can_be_read_and_played(words, count):
    ruleset = OURS["gomoku"]
    found = list(playable_moves(ruleset, first_state(ruleset), words.split()))
    assert len(found) == count
    for number, (move, state) in enumerate(found, start=1):
        assert state.board[move.cell] == move.stone
        assert sum(stone != "." for stone in state.board) == number
