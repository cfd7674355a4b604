"""An opening from both seats: what is asked of the engine, what it plays, and what stones and words are worth."""

from __future__ import annotations

import pytest

from game.core.model import Choose, Place
from game.core.ruleset import winning_chance
from game.core.tournament import Participant
from game.plugins.registry import discover
from game.training.openings.decision_openings import word_openings
from game.training.openings.rehearsal import OpeningRehearsal
from game.training.openings.rehearsal_texts import aim_text, end_text, judgement_text
from tests.training.openings.test_word_openings import CakeGame
from tools.pilot.scripted_opponent import ScriptedOpponent

GOMOKU = discover().rulesets["gomoku"]
OPENINGS = {opening.title: opening for opening in word_openings(GOMOKU)}


class Seats:
    """A rehearsal with a scripted engine."""

    def __init__(self, title: str, seat: int) -> None:
        self.engine = ScriptedOpponent()
        self.rehearsal = OpeningRehearsal(OPENINGS[title], seat, self.engine, 1)
        self.rehearsal.poll()

    def put(self, *names: str) -> None:
        for name in names:
            state = self.rehearsal.match.state
            self.rehearsal.play(Place(state.geometry.cell(name), state.colour))
        self.rehearsal.poll()

    def say(self, word: str) -> None:
        self.rehearsal.play(Choose(word))
        self.rehearsal.poll()

    def judge(self, score: float) -> None:
        """The engine judges the position with a score for the side on turn."""
        assert self.engine.asked[-1].judges
        self.engine.remark(depth=9, score=score, nodes=1000, variation=("a1", "a2"))
        self.engine.answer("a1")
        for _poll in range(3):
            self.rehearsal.poll()

    def advise(self, *words: str) -> None:
        """The engine's turn in the opening."""
        assert not self.engine.asked[-1].judges
        self.engine.answer(*words)
        for _poll in range(3):
            self.rehearsal.poll()

    @property
    def words(self) -> str:
        return judgement_text(self.rehearsal, self.rehearsal.judged_decisions[-1])


def chance(score: float) -> int:
    return round(100 * winning_chance(score, GOMOKU.info.logit_scale))


def test_stones_that_leave_the_game_even_are_right_and_the_engine_chooses() -> None:
    seats = Seats("Swap2", 0)
    assert "Aim for an even position" in aim_text(seats.rehearsal)
    seats.put("h8", "k12", "d4")
    assert not seats.rehearsal.person_to_move
    seats.judge(20.0)
    seats.advise("white", "g9")
    (asked,) = seats.rehearsal.judged_decisions
    assert seats.rehearsal.is_right(asked) is True
    assert seats.words.startswith(f"Winning chance for White: {chance(20.0)} %. The position is even")
    assert seats.rehearsal.is_over
    assert [str(move.key) for move in seats.rehearsal.match.moves if isinstance(move, Choose)] == ["white"]
    assert len(seats.rehearsal.match.plies) == 4, "the move after the choice is no part of the opening"
    assert end_text(seats.rehearsal) == f"The opening is over. You play Black. Winning chance: {100 - chance(20.0)} %."


def test_stones_that_favour_a_side_are_wrong_and_it_is_said_which_side() -> None:
    seats = Seats("Swap2", 0)
    seats.put("h8", "a1", "h9")
    seats.judge(-400.0)
    seats.advise("black")
    (asked,) = seats.rehearsal.judged_decisions
    assert seats.rehearsal.is_right(asked) is False
    assert "the player who chooses takes Black" in seats.words


def test_the_engine_may_put_two_more_and_the_player_chooses_then() -> None:
    seats = Seats("Swap2", 0)
    seats.put("h8", "k12", "d4")
    seats.judge(0.0)
    seats.advise("put2", "i9", "e3")
    assert seats.rehearsal.person_to_move
    assert aim_text(seats.rehearsal) == "Which choice is best?"
    seats.judge(-300.0)
    seats.advise("black")
    assert len(seats.rehearsal.judged_decisions) == 1, "what the engine says is told when the player has chosen"
    seats.say("white")
    asked = seats.rehearsal.judged_decisions[-1]
    assert seats.rehearsal.is_right(asked) is False
    assert asked.cost_of("white") == pytest.approx(2 * winning_chance(300.0, 290) - 1)
    assert f"Your choice lowers your winning chance by {round(100 * asked.cost_of('white'))} %" in seats.words
    assert "The engine would have chosen: Play Black." in seats.words


def test_a_choice_is_judged_while_the_player_thinks_and_told_at_once() -> None:
    seats = Seats("Swap2", 1)
    seats.advise("h8", "i9", "k10")
    assert seats.rehearsal.person_to_move
    seats.judge(250.0)
    seats.advise("white", "g9")
    seats.say("white")
    (asked,) = seats.rehearsal.judged_decisions
    assert seats.rehearsal.is_right(asked) is True
    assert "does not lower your winning chance" in seats.words
    assert "The engine would have chosen the same." in seats.words
    assert seats.rehearsal.end_chance == pytest.approx(winning_chance(250.0, 290))


def test_the_other_colour_of_an_even_game_is_right_too_and_its_cost_is_told() -> None:
    seats = Seats("Swap2", 1)
    seats.advise("h8", "i9", "k10")
    seats.judge(30.0)
    seats.advise("put2", "a1", "a2")
    seats.say("black")
    (asked,) = seats.rehearsal.judged_decisions
    assert seats.rehearsal.is_right(asked) is True
    assert "lowers your winning chance by 5 %" in seats.words


def test_a_choice_that_was_made_before_the_engine_is_done_is_judged_afterwards() -> None:
    seats = Seats("Swap2", 1)
    seats.advise("h8", "i9", "k10")
    seats.say("black")
    assert not seats.rehearsal.judged_decisions
    seats.judge(250.0)
    seats.advise("white")
    (asked,) = seats.rehearsal.judged_decisions
    assert seats.rehearsal.is_right(asked) is False


def test_two_more_stones_are_right_where_the_engine_says_so_and_are_judged_when_they_lie() -> None:
    seats = Seats("Swap2", 1)
    seats.advise("h8", "i9", "k10")
    seats.judge(60.0)
    seats.advise("put2", "a1", "a2")
    seats.say("put2")
    assert seats.rehearsal.is_right(seats.rehearsal.judged_decisions[-1]) is True
    seats.put("c3", "m12")
    seats.judge(-500.0)
    seats.advise("black")
    asked = seats.rehearsal.judged_decisions[-1]
    assert seats.rehearsal.is_about_stones(asked)
    assert seats.rehearsal.is_right(asked) is False
    assert seats.rehearsal.is_over


def test_stones_that_may_be_offered_are_said_not_to_be_counted() -> None:
    seats = Seats("RIF", 1)
    seats.advise("h8", "h9", "i10")
    seats.judge(-200.0)
    seats.advise("stay", "k12")
    seats.say("stay")
    asked = seats.rehearsal.judged_decisions[-1]
    assert seats.rehearsal.is_right(asked) is True
    assert "The winning chance ignores stones that are offered later in the opening." in seats.words
    assert "Your choice" not in seats.words


def test_the_last_stones_of_an_opening_are_judged_although_no_word_follows() -> None:
    seats = Seats("RIF", 0)
    seats.put("h8", "h9", "i10")
    seats.judge(-100.0)
    seats.advise("stay", "k12")
    seats.put("e5", "f12")
    assert not seats.rehearsal.person_to_move
    seats.advise("e5", "a1")
    assert seats.rehearsal.is_over
    assert seats.rehearsal.end_share is None
    seats.judge(-100.0)
    assert seats.rehearsal.end_share == pytest.approx(winning_chance(100.0, 290))


def test_a_number_of_offers_is_asked_for_after_the_stones_of_the_same_seat() -> None:
    seats = Seats("Yamaguchi", 1)
    seats.advise("h8", "h9", "i10", "fifths3")
    assert len(seats.rehearsal.match.plies) == 3, "the word is asked for once the stones are judged"
    seats.judge(-200.0)
    seats.advise("fifths3")
    assert seats.rehearsal.match.moves[-1] == Choose("fifths3")
    assert seats.rehearsal.person_to_move


def test_an_engine_that_does_not_answer_is_asked_once_more_with_more_time_and_then_told_of() -> None:
    seats = Seats("Swap2", 1)
    first = seats.engine.asked[-1].seconds
    seats.engine.fail("The engine is gone.")
    seats.rehearsal.poll()
    assert not seats.rehearsal.problem
    assert seats.engine.asked[-1].seconds > first
    seats.engine.fail("The engine is gone.")
    seats.rehearsal.poll()
    assert seats.rehearsal.problem == "The engine is gone."


def test_an_illegal_answer_is_told_of_and_changes_nothing() -> None:
    seats = Seats("RIF", 1)
    seats.advise("a1")
    assert seats.rehearsal.problem
    assert not seats.rehearsal.match.plies


def test_an_exchange_of_colours_is_judged_like_a_colour() -> None:
    engine = ScriptedOpponent()
    (opening,) = word_openings(CakeGame())
    rehearsal = OpeningRehearsal(opening, 1, engine, 1)
    rehearsal.poll()
    engine.answer("j10")
    for _poll in range(3):
        rehearsal.poll()
    engine.remark(depth=9, score=-360.0, nodes=1000, variation=("a1",))
    engine.answer("a1")
    for _poll in range(3):
        rehearsal.poll()
    engine.answer("swap")
    rehearsal.poll()
    rehearsal.play(Choose("stay"))
    (asked,) = rehearsal.judged_decisions
    assert asked.chance_with("swap") == pytest.approx(winning_chance(360.0, 360))
    assert rehearsal.is_right(asked) is False


def test_the_opening_can_be_played_on_from_with_the_player_on_the_same_seat() -> None:
    seats = Seats("Swap2", 1)
    seats.advise("h8", "i9", "k10")
    seats.say("black")
    tournament = seats.rehearsal.tournament(Participant("Ann"), Participant("Cobalt", "engine_full"))
    game = tournament.games[0]
    assert tournament.participants[game.participant_of(1)].name == "Ann"
    assert game.match.state.colours == ("w", "b")
