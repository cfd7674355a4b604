"""The attack that won a game: its turns that each had to be answered, in games of one stone a turn and of two."""

from __future__ import annotations

import pytest

from game.core.match import Match
from game.core.tournament import Participant
from game.progress.statistics.missed_threats import attack_turns
from tests.progress.statistics.forced_games import won_after_a_quiet_turn, won_by_double_threats, won_by_fours
from tests.progress.statistics.recorded import GAMES, LOST_BY_A_MISTAKE, tournament


def played(moves: str, ruleset_id: str = "gomoku") -> Match:
    sides = Participant("Anna"), Participant("Ben")
    return tournament(moves, sides=sides, ruleset=GAMES[ruleset_id]).games[0].match


def test_a_win_by_fours_alone_is_counted_from_its_first_four_to_the_five() -> None:
    assert attack_turns(played(won_by_fours())) == 7


def test_an_open_four_that_came_of_a_three_is_an_attack_of_two_turns() -> None:
    assert attack_turns(played(LOST_BY_A_MISTAKE)) == 2


def test_an_attack_begins_anew_after_a_turn_that_threatened_nothing() -> None:
    assert attack_turns(played(won_after_a_quiet_turn())) == 5


def test_a_four_that_could_have_been_stopped_and_was_not_forces_nothing() -> None:
    words = won_by_fours().split()
    at = words.index("i13")
    careless = [*words[:at], "f12", "f14", "f11", "n13", "f10", "n11", "f9"]
    assert attack_turns(played(" ".join(careless))) == 0


def test_double_threats_are_the_fours_of_a_game_of_two_stones_a_turn() -> None:
    assert attack_turns(played(won_by_double_threats(), "connect6")) == 3


@pytest.mark.parametrize("ruleset_id", GAMES)
def test_a_game_that_no_row_has_won_had_no_such_attack(ruleset_id: str) -> None:
    match = tournament("", ruleset=GAMES[ruleset_id]).games[0].match
    assert match.outcome is not None
    assert attack_turns(match) == 0
