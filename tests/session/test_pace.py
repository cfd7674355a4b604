"""The tempo of opponents: each its own, another one each move and the same one in the same game."""

from __future__ import annotations

import random

import pytest

from game.core.character import LONGEST_MOVE_DELAY, PLAIN_MOVE_DELAY, SHORTEST_MOVE_DELAY, Character, MoveDelay
from game.core.match import Match
from game.core.notation import Remark
from game.core.ruleset import complete_options
from game.engine.client.opponent import Answer, Thought
from game.session.answer_delay import AnswerDelay, move_delay_of
from game.session.thinking import Thinking
from rulesets import fairfolk
from rulesets.gomoku import RULESET
from tools.engine.line_positions import drawn

FOLK = [value for value in vars(fairfolk).values() if isinstance(value, Character)]


def level_of(character: Character):
    return next(level for level in RULESET.info.levels if level.character == character)


def match_at(rows: str = "", seed: int = 1) -> Match:
    start = drawn(RULESET, rows, "b") if rows else None
    return Match(RULESET, complete_options(RULESET.info, {}), seed, start)


@pytest.mark.parametrize("character", FOLK, ids=lambda character: character.name)
def test_each_of_the_folk_takes_between_a_third_of_a_second_and_two(character: Character) -> None:
    rng = random.Random(1)
    taken = [character.move_delay.seconds(rng, decides=number % 2 == 0) for number in range(200)]
    assert all(SHORTEST_MOVE_DELAY <= seconds <= LONGEST_MOVE_DELAY for seconds in taken)


def test_dusty_dreams_and_dash_is_quick() -> None:
    rng = random.Random(1)
    dreaming = [fairfolk.DUSTY.move_delay.seconds(rng, decides=False) for _ in range(50)]
    quick = [fairfolk.DASH.move_delay.seconds(rng, decides=False) for _ in range(50)]
    assert min(dreaming) > 2 * max(quick)


def test_hector_hesitates_before_he_wins_and_when_he_knows_that_he_will() -> None:
    hector = level_of(fairfolk.HECTOR)
    match = match_at("- - --bbbb - --wwww")
    usual = move_delay_of(match, hector, Answer(1, ("a1",)), None)
    assert move_delay_of(match, hector, Answer(1, ("g13",)), None) > usual + 0.5
    sure = Thinking(match.state, 0, False, Thought(1, Remark(9, 30_000, 1, verdict="Forced win.")), 0.1, 200)
    assert move_delay_of(match, hector, Answer(1, ("a1",)), sure) > usual + 0.5
    lost = Thinking(match.state, 0, False, Thought(1, Remark(9, -30_000, 1, verdict="Forced loss.")), 0.1, 200)
    assert move_delay_of(match, hector, Answer(1, ("a1",)), lost) == usual


def test_the_tempo_differs_from_game_to_game_and_not_within_the_same_one() -> None:
    dusty = level_of(fairfolk.DUSTY)
    taken = [move_delay_of(match_at(seed=seed), dusty, Answer(1, ("h8",)), None) for seed in (1, 2, 3, 1)]
    assert taken[0] == taken[3]
    assert len(set(taken)) == 3


def test_whoever_has_no_character_has_a_plain_tempo() -> None:
    taken = move_delay_of(match_at(), None, Answer(1, ("h8",)), None)
    assert PLAIN_MOVE_DELAY.least <= taken <= PLAIN_MOVE_DELAY.most


def test_a_tempo_beyond_what_anybody_may_take_is_cut() -> None:
    assert MoveDelay(0.0, 0.0).seconds(random.Random(1), decides=False) == SHORTEST_MOVE_DELAY
    assert MoveDelay(60.0, 90.0, 30.0).seconds(random.Random(1), decides=True) == LONGEST_MOVE_DELAY


def test_an_answer_comes_when_its_time_has_passed_and_once() -> None:
    pace, answer = AnswerDelay(), Answer(1, ("h8",))
    pace.begin()
    pace.tick(0.2)
    pace.hold(answer, 0.5)
    assert pace.released() == []
    pace.tick(0.3)
    assert pace.released() == [answer]
    assert pace.released() == []


def test_an_answer_that_took_longer_than_the_tempo_comes_at_once() -> None:
    pace, answer = AnswerDelay(), Answer(1, ("h8",))
    pace.begin()
    pace.tick(3.0)
    pace.hold(answer, 0.5)
    assert pace.released() == [answer]


def test_only_an_answer_that_is_there_can_be_hurried() -> None:
    pace, answer = AnswerDelay(), Answer(1, ("h8",))
    pace.begin()
    assert not pace.skip()
    pace.hold(answer, 0.5)
    assert pace.skip()
    assert pace.released() == [answer]
