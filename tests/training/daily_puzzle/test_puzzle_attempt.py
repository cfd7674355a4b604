"""A riddle on the board: turns of the set pass at once, others are judged, and the defence answers."""

import pytest

from game.core.model import Reason
from game.core.ruleset import format_move
from game.training.puzzles.puzzle import PuzzleTheme
from tests.training.daily_puzzle.booth import entries, entry_with, puzzle_of


def other_turn(riddle):
    """A turn that the set does not name."""
    known = {move.cell for line in riddle.puzzle.solutions for move in line}
    legal = [move for move in riddle.match.ruleset.legal_moves(riddle.match.state) if move.cell not in known]
    return tuple(legal[: max(1, riddle.match.state.placements_left)])


def word(riddle, move):
    return format_move(riddle.match.ruleset.info, riddle.match.state.geometry, move)


@pytest.mark.parametrize("name", ["gomoku", "connect6", "threestones", "six_in_a_row"])
def test_every_known_turn_passes_and_the_defence_answers_until_the_last_one(name):
    for entry in entries(name)[::29]:
        riddle, judge = puzzle_of(entry)
        for number in range(1, riddle.turns + 1):
            assert riddle.person_to_move
            riddle.play(*riddle.first_stones())
            assert riddle.verdict is True, entry.mark
            assert riddle.solved_turns == number
            if riddle.awaits_answer:
                assert riddle.answer() is not None
        assert riddle.is_solved
        assert judge.asked == [], "no engine is needed for what was proved beforehand"


def test_the_stones_of_a_turn_may_be_placed_in_any_order():
    riddle, judge = puzzle_of(entry_with("connect6", PuzzleTheme.DOUBLE_THREATS))
    riddle.play(*reversed(riddle.first_stones()))
    assert riddle.verdict is True
    assert not judge.asked


def test_every_first_turn_that_was_proved_counts():
    entry = next(each for each in entries("gomoku") if len(puzzle_of(each)[0].puzzle.solutions) > 1)
    for number in range(2):
        riddle, _judge = puzzle_of(entry)
        riddle.play(riddle.puzzle.solutions[number][0])
        assert riddle.verdict is True


def judged(riddle, judge, score, verdict, *line):
    riddle.poll()
    judge.remark(depth=9, score=score, variation=line, verdict=verdict)
    judge.answer(*line[:1])
    for _number in range(5):
        if riddle.poll():
            return
    raise AssertionError("no verdict")


def test_another_turn_that_is_proved_to_win_counts_and_the_defence_plays_what_the_engine_expects():
    riddle, judge = puzzle_of(entry_with("gomoku", PuzzleTheme.VCF, turns=2))
    riddle.play(*other_turn(riddle))
    assert riddle.is_judging
    assert isinstance(riddle.play(*other_turn(riddle)), Reason), "one turn after the other"
    answer = next(riddle.match.ruleset.legal_moves(riddle.match.state))
    judged(riddle, judge, -29990.0, "Forced loss in 3 stones.", word(riddle, answer))
    assert riddle.verdict is True
    assert riddle.answer() is not None
    assert riddle.match.plies[-1].move == answer


def test_a_turn_that_does_not_win_is_refuted_on_the_board_and_can_be_taken_back():
    riddle, judge = puzzle_of(entry_with("gomoku", PuzzleTheme.VCF))
    before = riddle.match.state.board
    riddle.play(*other_turn(riddle))
    answer = next(riddle.match.ruleset.legal_moves(riddle.match.state))
    judged(riddle, judge, 120.0, "", word(riddle, answer))
    assert riddle.verdict is False
    assert riddle.refutation() == (answer,)
    riddle.take_back()
    assert riddle.match.state.board == before
    assert riddle.person_to_move


def test_a_defence_that_the_set_does_not_name_fails_even_when_the_engine_sees_nothing():
    riddle, judge = puzzle_of(entry_with("gomoku", PuzzleTheme.DEFEND))
    riddle.play(*other_turn(riddle))
    judged(riddle, judge, -500.0, "", word(riddle, next(riddle.match.ruleset.legal_moves(riddle.match.state))))
    assert riddle.verdict is False


def test_the_second_hint_has_the_right_place_among_others():
    for entry in entries("gomoku")[::50]:
        riddle, _judge = puzzle_of(entry)
        right, lit = riddle.first_stones()[0], riddle.hint_cells()
        assert right in lit
        assert len(lit) > 2
        assert all(riddle.match.ruleset.check(riddle.match.state, each) is None for each in lit)


def test_at_the_pond_only_the_stone_that_was_proved_to_be_alone_is_asked_for():
    for entry in entries("threestones")[::30]:
        riddle, judge = puzzle_of(entry)
        assert riddle.turns == 1
        riddle.play(riddle.puzzle.solutions[0][0])
        assert riddle.is_solved
        assert not judge.asked
