"""A pass in a remote game: it arrives like a stone, and a program that knows no passes refuses it with a sentence."""

import pytest

from game.core.match import Command
from game.core.model import ParseError, Pass, Reason, Termination
from game.network.sides import Side
from game.network.sync import replayed_state
from rulesets.gomoku import RULESET as GOMOKU
from tools.network.pair import Pair


@pytest.fixture
def pair():
    pair = Pair(ruleset=GOMOKU, options={"variant": "renju"})
    pair.begin()
    return pair


def play_pass(pair, side):
    made = pair.seats[side].carry_out(Command(pair.seats[side].match.revision, (Pass(),)))
    assert not isinstance(made, Reason)


def test_two_passes_end_the_game_on_both_sides(pair):
    play_pass(pair, Side.HOST)
    pair.run(300)
    play_pass(pair, Side.GUEST)
    pair.run(300)
    pair.assert_alike()
    for seat in pair.seats.values():
        assert seat.match.moves == (Pass(), Pass())
        assert seat.match.outcome.termination is Termination.PASSES


def test_a_program_of_an_earlier_version_refuses_a_pass_and_the_game_goes_on(pair, monkeypatch):
    play_pass(pair, Side.HOST)
    read = replayed_state.parse_turn

    def read_as_before(ruleset, state, words):
        if "pass" in words:
            raise ParseError("'pass' is not a valid cell name")
        return read(ruleset, state, words)

    monkeypatch.setattr(replayed_state, "parse_turn", read_as_before)
    pair.run(300)
    monkeypatch.undo()
    assert pair.host.match.moves == pair.guest.match.moves == ()
    assert any("taken back" in sentence for sentence in pair.said(Side.HOST))
    pair.play(Side.HOST, 112)
    pair.run(300)
    pair.assert_alike()
