"""The drill: positions judged ahead, guesses counted once, answers that differ, and what is said without a judge."""

from __future__ import annotations

from game.core.ruleset import complete_options
from game.plugins.registry import discover
from game.training.openings.balance import Balance, balance_of
from game.training.openings.fairness_drill import FairnessDrill
from tools.pilot.scripted_opponent import ScriptedOpponent

GOMOKU = discover().rulesets["gomoku"]


def drill(seed: int = 1) -> tuple[FairnessDrill, ScriptedOpponent]:
    engine = ScriptedOpponent()
    made = FairnessDrill(GOMOKU, complete_options(GOMOKU.info, {}), engine, seed)
    made.poll()
    return made, engine


def judge(made: FairnessDrill, engine: ScriptedOpponent, score: float) -> None:
    """The engine judges the position that it was asked about, and is asked about the next."""
    engine.remark(depth=9, score=score, nodes=1000, variation=("a1", "a2"))
    engine.answer("a1")
    made.poll()
    made.poll()


def test_a_guess_is_counted_when_the_engine_has_judged_and_only_once() -> None:
    made, engine = drill()
    made.answer(Balance.EVEN)
    assert made.is_right is None
    assert made.score.asked == 0
    judge(made, engine, 0.0)
    assert made.share == 0.5
    assert made.is_right
    made.answer(Balance.FIRST)
    made.poll()
    assert (made.score.right, made.score.asked) == (1, 1)
    assert [stone.cell for stone in made.line] == [GOMOKU.board.cell("a1"), GOMOKU.board.cell("a2")]


def test_the_next_positions_are_judged_while_the_player_thinks() -> None:
    made, engine = drill()
    for _position in range(3):
        judge(made, engine, 0.0)
    made.answer(Balance.EVEN)
    made.proceed()
    made.answer(Balance.EVEN)
    assert made.score.asked == 2


def test_a_position_whose_answer_came_often_makes_way_for_another_one() -> None:
    made, engine = drill()
    for score in (300.0, 300.0, 0.0, 300.0, 300.0):
        judge(made, engine, score)
    first = balance_of(made.share)
    made.answer(Balance.EVEN)
    made.proceed()
    assert first is not Balance.EVEN
    assert balance_of(made.share) is Balance.EVEN or balance_of(made.share) is not first


def test_what_the_engine_cannot_judge_is_told_and_not_counted() -> None:
    made, engine = drill()
    made.answer(Balance.FIRST)
    for _try in range(2):
        engine.fail("The engine is gone.")
        made.poll()
        made.poll()
    assert made.problem == "The engine is gone."
    assert made.is_right is None
    assert made.score.asked == 0


def test_the_engine_is_left_to_others_and_goes_on_afterwards() -> None:
    made, engine = drill()
    made.pause()
    assert engine.cancelled
    made.poll()
    judge(made, engine, 0.0)
    assert made.is_judged


def test_two_players_with_one_seed_get_the_same_positions() -> None:
    boards = []
    for _player in range(2):
        made, engine = drill(9)
        seen = []
        for score in (300.0, -250.0, 10.0, 290.0, -300.0, 0.0):
            judge(made, engine, score)
            seen.append(made.question.position.state.board)
            made.answer(Balance.EVEN)
            made.proceed()
        boards.append(seen)
    assert boards[0] == boards[1]
