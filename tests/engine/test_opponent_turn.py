"""A question about a match: which replies count, what they come to, and that the match guards its revision."""

from __future__ import annotations

from typing import Any

import pytest

from game.core.match import Command, Match
from game.core.model import Move, Reason, State
from game.core.ruleset import Ruleset, complete_options, parse_move
from game.engine.client.opponent import Restarted, Thought, Trouble
from game.engine.client.opponent_turn import (
    Advised,
    OpponentTurn,
    Played,
    Refused,
    TurnReport,
    Unreadable,
    question_about,
)
from game.plugins.registry import discover
from tools.pilot.scripted_opponent import ScriptedOpponent

RULESETS = discover().rulesets


class Game:
    """A match with a scripted opponent, which has been asked about the first position."""

    def __init__(self, game: str = "gomoku", *, is_advice: bool = False, **options: Any) -> None:
        ruleset = RULESETS[game]
        self.match = Match(ruleset, complete_options(ruleset.info, options), seed=1)
        self.opponent = ScriptedOpponent()
        self.turn = self.ask(is_advice=is_advice)

    def ask(self, *, is_advice: bool = False) -> OpponentTurn:
        turn = OpponentTurn(self.match, question_about(self.match, "level", seconds=1.0, seed=7), is_advice=is_advice)
        self.opponent.ask(turn.question)
        return turn

    def reports(self) -> list[TurnReport | None]:
        """What the waiting replies come to, one after another."""
        return [self.turn.take(reply) for reply in self.opponent.poll()]

    def answer(self, *words: str) -> list[TurnReport | None]:
        self.opponent.answer(*words)
        return self.reports()

    def play(self, *words: str) -> None:
        for word in words:
            assert isinstance(self.match.play(self.read(word)), tuple)

    def read(self, word: str) -> Move:
        return parse_move(self.match.ruleset.info, self.match.state, word)

    @property
    def played(self) -> int:
        return len(self.match.plies)


def test_a_question_tells_the_position_and_the_revision_that_it_is_about():
    game = Game()
    game.play("h8")
    question = question_about(game.match, "level", seconds=0.5, seed=3)
    assert (question.revision, question.level, question.seconds, question.seed) == (1, "level", 0.5, 3)
    assert (question.ruleset_id, question.options) == ("gomoku", game.match.options)
    assert question.position_text == game.match.ruleset.dump(game.match.state)


def test_the_moves_of_an_answer_are_made_and_told_with_their_events():
    game = Game("connect6")
    game.play("j10")
    game.turn = game.ask()
    (played,) = game.answer("j11", "k11")
    assert played == Played(game.match.moves[1:], tuple(e for ply in game.match.plies[1:] for e in ply.step.events))
    assert not game.turn.is_current


def test_the_words_of_a_turn_whose_stones_have_two_colours_are_read_one_after_another():
    game = Game(opening="swap2")
    assert isinstance(game.answer("h8", "h9", "g9")[0], Played)
    assert [move.stone for move in game.match.moves] == ["b", "w", "b"]


# What comes too late


def test_an_answer_is_submitted_with_the_revision_that_was_asked_about(monkeypatch):
    game, submitted = Game(), []

    def note(match: Match, command: Command) -> Reason:
        submitted.append(command.revision)
        return Reason("stale", "")

    monkeypatch.setattr(Match, "submit", note)
    game.match.revision += 5
    assert game.answer("h8") == [None]
    assert submitted == [game.turn.question.revision]


def test_an_answer_to_a_position_that_is_gone_is_refused_by_the_match_and_not_told():
    game = Game()
    game.play("a1")
    assert game.answer("h8") == [None]
    assert game.played == 1


def test_the_same_position_after_an_undo_and_a_redo_is_another_one():
    game = Game()
    game.play("a1")
    game.turn = game.ask()
    game.match.undo()
    game.match.redo()
    assert game.answer("h8") == [None]
    assert game.played == 1


def test_a_reply_to_another_question_does_not_count_and_the_own_one_still_does():
    game = Game()
    game.opponent.answer("a1")
    game.opponent.fail("Too late.")
    game.play("h8")
    game.turn = game.ask()
    assert game.reports() == [None, None]
    assert isinstance(game.answer("h9")[0], Played)


@pytest.mark.parametrize("say", [ScriptedOpponent.remark, ScriptedOpponent.restart, ScriptedOpponent.answer])
def test_nothing_is_told_of_what_is_said_about_a_position_that_is_gone(say):
    game = Game()
    game.play("a1")
    say(game.opponent)
    game.opponent.fail("It fell asleep.")
    assert game.reports() == [None, None]


def test_nothing_counts_after_the_answer():
    game = Game()
    game.opponent.answer("zz")
    game.opponent.answer("h8")
    game.opponent.remark("And another thing.")
    first, *rest = game.reports()
    assert isinstance(first, Unreadable)
    assert rest == [None, None]
    assert game.played == 0


# What an opponent does wrong


@pytest.mark.parametrize("words", [("zz",), ("h8", "zz"), ("zz", "h8")])
def test_nonsense_is_quoted_and_nothing_is_made(words):
    game = Game("connect6")
    (report,) = game.answer(*words)
    assert isinstance(report, Unreadable)
    assert "'zz'" in report.problem
    assert (game.played, game.match.revision) == (0, 0)


def test_an_answer_without_a_word_is_no_turn():
    game = Game()
    assert isinstance(game.answer()[0], Unreadable)
    assert game.match.revision == 0


def test_a_move_that_is_not_allowed_is_told_with_its_reason_and_none_of_the_turn_is_made():
    game = Game("connect6")
    game.play("j10")
    game.turn = game.ask()
    (report,) = game.answer("k11", "j10")
    assert report == Refused("j10", game.match.ruleset.check(game.match.state, game.read("j10")))
    assert game.played == 1


def test_of_several_bad_moves_the_first_is_told():
    game = Game("connect6")
    game.play("j10")
    game.turn = game.ask()
    (report,) = game.answer("j10", "nonsense")
    assert isinstance(report, Refused)
    assert report.word == "j10"


def test_a_stone_after_the_one_that_wins_is_refused():
    game = Game("connect6")
    game.play("a1", "s19", "s18", "a2", "a3", "s17", "r19", "a4", "a5", "r18", "r17")
    game.turn = game.ask()
    (report,) = game.answer("a6", "b6")
    assert isinstance(report, Refused)
    assert (report.word, report.reason.code) == ("b6", "over")


def test_trouble_is_the_last_word():
    game = Game()
    game.opponent.fail("It fell asleep.")
    game.opponent.answer("h8")
    assert game.reports() == [Trouble(0, "It fell asleep."), None]
    assert game.played == 0


def test_a_program_that_was_started_again_may_still_answer():
    game = Game()
    game.opponent.restart()
    game.opponent.answer("h8")
    restarted, played = game.reports()
    assert isinstance(restarted, Restarted)
    assert isinstance(played, Played)


# Thoughts and advice


def test_the_last_sentence_about_the_best_move_is_kept():
    game = Game()
    game.opponent.remark("It looks well.")
    game.opponent.remark(depth=3)
    game.opponent.remark("This one is worse.", rank=2)
    reports = game.reports()
    assert [type(report) for report in reports] == [Thought] * 3
    assert game.turn.note == "It looks well."
    assert game.ask().note == ""


def test_advice_is_read_and_not_played():
    game = Game("connect6", is_advice=True)
    assert game.answer("j10") == [Advised((game.read("j10"),))]
    assert game.match.revision == 0


def test_advice_about_a_position_that_is_gone_is_not_given():
    game = Game(is_advice=True)
    game.play("a1")
    assert game.answer("h8") == [None]


# Legality


class Counted:
    """A ruleset that counts how often it is asked about the legality of a move."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self.asked = 0

    def check(self, state: State, move: Move) -> Reason | None:
        self.asked += 1
        return self._ruleset.check(state, move)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._ruleset, name)


def test_the_legality_of_an_answer_is_asked_once():
    game = Game()
    counted = game.match.ruleset = Counted(game.match.ruleset)
    game.answer("h8")
    assert (game.played, counted.asked) == (1, 1)
