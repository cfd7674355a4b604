"""What a game is told to have been worth: classes, accuracy, the turning point and the last escape."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.analysis.review.accuracy import accuracy_of_game, accuracy_of_move
from game.analysis.review.evaluation import CandidateMove, Collector, Evaluation, ProofStatus, improved, won_at_once
from game.analysis.review.judgement import GameReview, MoveClass, judge
from game.core.match import Match
from game.core.model import Place
from game.core.notation import Remark
from game.core.ruleset import Ruleset, complete_options, parse_move
from game.plugins.registry import discover

GAMES = discover(None).rulesets
GOMOKU = GAMES["gomoku"]
#: Black makes an open three that White overlooks, and wins.
LOST_BY_A_MISTAKE = "h8 a1 g8 a2 f8 a3 e8 a15 d8"


def played(words: str, ruleset: Ruleset = GOMOKU) -> Match:
    match = Match(ruleset, complete_options(ruleset.info, {}), seed=1)
    for word in words.split():
        assert not hasattr(match.play(parse_move(ruleset.info, match.state, word)), "message"), word
    return match


def reading(*moves: tuple[str, float], proof_status: ProofStatus = ProofStatus.OPEN) -> Evaluation:
    return Evaluation(tuple(CandidateMove(tuple(line.split()), chance) for line, chance in moves), proof_status)


def slip() -> GameReview:
    """White could hold until its third stone."""
    known = {
        0: reading(("h8", 0.55), ("i8", 0.54)),
        1: reading(("g7", 0.45), ("g9", 0.44)),
        2: reading(("g8", 0.6), ("i8", 0.5)),
        3: reading(("f8", 0.4), ("i8", 0.39)),
        4: reading(("f8", 0.62), ("i8", 0.6)),
        5: reading(("i8", 0.38), ("e8", 0.2)),
        6: reading(("e8 d8", 1.0), ("i8", 1.0), proof_status=ProofStatus.WON),
        7: reading(("d8", 0.0), ("i8", 0.0), proof_status=ProofStatus.LOST),
        8: reading(("d8", 1.0), ("i8", 1.0), proof_status=ProofStatus.WON),
    }
    return judge(played(LOST_BY_A_MISTAKE), known)


def test_a_move_that_lets_the_other_side_win_by_force_allowed_it_and_is_the_last_escape() -> None:
    review = slip()
    third = review.moves[5]
    assert (third.kind, third.allowed_loss, third.missed_win) == (MoveClass.BLUNDER, True, False)
    assert (third.chance, third.loss) == (0.0, pytest.approx(0.38))
    assert review.last_escape is not None
    assert (review.last_escape.ply, review.last_escape.move) == (6, "i8")
    assert review.turning_point == 6
    assert review.moves[7].kind is MoveClass.GOOD


def test_a_game_that_is_over_on_the_board_ends_at_certainty_for_both_sides() -> None:
    review = slip()
    assert review.chances[-1] == 1.0
    assert review.accuracy[0] is not None
    assert review.accuracy[1] is not None
    assert review.accuracy[1] < review.accuracy[0]


def test_a_forced_win_that_is_not_there_any_more_was_missed() -> None:
    known = {2: reading(("g8 f8", 1.0), proof_status=ProofStatus.WON), 3: reading(("f8", 0.5))}
    missed = judge(played("h8 a1 i8 a2"), known).moves[2]
    assert (missed.missed_win, missed.kind, missed.best) == (True, MoveClass.BLUNDER, ("g8",))


def test_a_forced_win_that_is_made_later_was_not_missed() -> None:
    known = {
        2: reading(("g8", 1.0), proof_status=ProofStatus.WON),
        3: reading(("f8", 0.0), proof_status=ProofStatus.LOST),
    }
    assert not judge(played("h8 a1 i8 a2"), known).moves[2].missed_win


def test_the_only_good_move_is_told_unless_everybody_sees_it() -> None:
    quiet = {2: reading(("g8", 0.6), ("i8", 0.3)), 3: reading(("f8", 0.4))}
    assert judge(played("h8 a1 g8 a2"), quiet).moves[2].kind is MoveClass.ONLY
    four = "h8 a1 g8 a2 f8 a3 e8 i8"
    plain = {7: reading(("i8", 0.4), ("b1", 0.0)), 8: reading(("d8", 0.6))}
    assert judge(played(four), plain).moves[7].kind is MoveClass.GOOD


def test_an_escape_is_the_only_move_that_does_not_lose_in_a_game_that_is_not_won_yet() -> None:
    def is_escape(best: float, second: float, proof_status: ProofStatus = ProofStatus.OPEN) -> bool:
        known = {2: reading(("g8", best), ("i8", second), proof_status=proof_status), 3: reading(("f8", 1 - best))}
        return judge(played("h8 a1 g8 a2"), known).moves[2].is_escape

    assert is_escape(0.3, 0.0)
    assert is_escape(0.3, 0.05)
    assert not is_escape(0.6, 0.3)
    assert not is_escape(1.0, 0.0, ProofStatus.WON)
    known = {2: reading(("i8", 0.4), ("g8", 0.0)), 3: reading(("f8", 1.0))}
    assert not judge(played("h8 a1 g8 a2"), known).moves[2].is_escape


def test_a_position_of_which_nothing_is_known_is_unjudged_and_no_slip() -> None:
    review = judge(played("h8 a1 g8"), {})
    assert {move.kind for move in review.moves} == {MoveClass.UNJUDGED}
    assert review.accuracy == {0: None, 1: None}
    assert (review.turning_point, review.last_escape) == (None, None)


def test_in_a_turn_of_two_stones_the_first_is_judged_for_the_side_that_places_the_second() -> None:
    connect6 = GAMES["connect6"]
    known = {1: reading(("k10", 0.6)), 2: reading(("k11", 0.6)), 3: reading(("j9", 0.4))}
    review = judge(played("j10 k10 k11", connect6), known)
    assert [move.loss for move in review.moves] == [0.0, 0.0, 0.0]
    assert review.moves[1].chance == pytest.approx(0.6)
    assert review.moves[2].chance == pytest.approx(0.6)


def test_of_the_best_turn_the_stone_is_named_that_was_not_placed_later_in_the_turn() -> None:
    connect6 = GAMES["connect6"]
    known = {1: reading(("k10 k11 j9 j8", 0.6), ("m3 m4", 0.5)), 2: reading(("m3", 0.4)), 3: reading(("j9", 0.7))}
    other_order = judge(played("j10 a1 k10", connect6), known).moves[1]
    assert other_order.line == ("k11", "k10", "j9", "j8")
    assert other_order.best == ("k11", "k10", "m3")
    same = judge(played("j10 a1 b1", connect6), known).moves[1]
    assert same.line == ("k10", "k11", "j9", "j8")


def test_a_game_that_was_resigned_is_judged_by_its_position() -> None:
    match = played("h8 a1 g8")
    match.resign(1)
    review = judge(match, {3: reading(("f8", 0.4))})
    assert review.chances[-1] == pytest.approx(0.6)


@pytest.mark.parametrize(("loss", "accuracy"), [(0.0, 100.0), (0.05, 80.8), (0.3, 25.8), (1.0, 0.0)])
def test_the_accuracy_of_a_move_follows_the_source(loss: float, accuracy: float) -> None:
    assert accuracy_of_move(loss) == pytest.approx(accuracy, abs=0.7)


def test_one_blunder_costs_more_than_the_mean_says() -> None:
    chances = [0.5] * 10 + [0.1] * 10
    whole = accuracy_of_game(chances, [(index, 0.0) for index in range(0, 20, 2)])
    one = accuracy_of_game(chances, [(index, 0.4 if index == 8 else 0.0) for index in range(0, 20, 2)])
    assert whole == pytest.approx(100.0)
    assert one is not None
    assert one < 90
    assert accuracy_of_game(chances, []) is None


def test_a_verdict_belongs_to_the_move_whose_numbers_came_before_it() -> None:
    collector = Collector(200)
    collector.take(Remark(depth=9, score=29_990, variation=("h8", "g7")))
    collector.take(Remark(verdict="Forced win in 2 stones."))
    collector.take(Remark(depth=9, score=10, variation=("g8",), rank=2))
    found = collector.reading()
    assert (found.proof_status, found.verdict) == (ProofStatus.WON, "Forced win in 2 stones.")
    assert [candidate.line for candidate in found.candidates] == [("h8", "g7"), ("g8",)]
    assert found.lead > 0.4


def test_a_move_that_ends_the_game_is_a_win_without_a_score() -> None:
    match = played("h8 a1 g8 a2 f8 a3 e8 b1")
    found = won_at_once(GOMOKU, match.state, reading(("d8", 0.5)))
    assert (found.proof_status, found.chance) == (ProofStatus.WON, 1.0)
    assert won_at_once(GOMOKU, match.state, reading(("k8", 0.5))).proof_status is ProofStatus.OPEN
    assert isinstance(match.plies[0].move, Place)


def test_the_chance_is_the_mean_of_the_last_two_depths() -> None:
    collector = Collector(200)
    collector.take(Remark(depth=7, score=200, variation=("h8",)))
    collector.take(Remark(depth=8, score=-200, variation=("g8",)))
    found = collector.reading()
    assert (found.chance, found.candidates[0].line) == (pytest.approx(0.5), ("g8",))


def test_a_game_that_is_counted_out_to_a_draw_is_no_loss() -> None:
    collector = Collector(200)
    collector.take(Remark(depth=9, score=0, variation=("h8",)))
    collector.take(Remark(verdict="Counted to the last stone: +0."))
    assert (collector.reading().proof_status, collector.reading().chance) == (ProofStatus.OPEN, 0.5)


def test_a_lead_that_is_counted_out_is_a_win_however_small() -> None:
    collector = Collector(200)
    collector.take(Remark(depth=9, score=100, variation=("h8",)))
    collector.take(Remark(verdict="Counted to the last stone: +1."))
    assert (collector.reading().proof_status, collector.reading().chance) == (ProofStatus.WON, 1.0)


def test_a_proof_stays_and_later_looks_only_tell_of_other_moves() -> None:
    proved = reading(("h8", 1.0), proof_status=ProofStatus.WON)
    later = improved(proved, reading(("h8", 0.7), ("g8", 0.6)))
    assert (later.proof_status, [each.line[0] for each in later.candidates]) == (ProofStatus.WON, ["h8", "g8"])
    assert later.lead == pytest.approx(0.1)
    assert improved(reading(("h8", 0.7)), proved) == proved
    deep = replace(reading(("h8", 0.6)), depth=8)
    assert (
        improved(deep, reading(("j9", 1.0), ("h8", 0.4), proof_status=ProofStatus.WON)).proof_status is ProofStatus.WON
    )


def test_a_move_after_which_it_still_was_even_is_not_the_turning_point() -> None:
    known = {
        0: reading(("h8", 0.9)),
        1: reading(("a1", 0.1)),
        2: reading(("i8", 0.9)),
        3: reading(("i8", 0.45)),
        4: reading(("i8", 0.45)),
        5: reading(("i8", 0.75)),
        6: reading(("i8", 0.25)),
    }
    match = played("h8 a1 g8 a2 f8 a3")
    match.resign(0)
    assert judge(match, known).turning_point == 5


def test_the_move_that_was_played_is_not_the_one_that_would_have_held() -> None:
    known = {5: reading(("a3", 0.4), ("e8", 0.3)), 6: reading(("e8 d8", 1.0), proof_status=ProofStatus.WON)}
    escape = judge(played(LOST_BY_A_MISTAKE), known).last_escape
    assert escape is not None
    assert (escape.ply, escape.move) == (6, "e8")


def test_a_proved_win_that_is_played_is_not_missed_although_it_cannot_be_proved_again() -> None:
    known = {2: reading(("g8 f8", 1.0), proof_status=ProofStatus.WON), 3: reading(("f8", 0.4))}
    review = judge(played("h8 a1 g8 a2"), known)
    assert (review.moves[2].missed_win, review.moves[2].chance, review.chances[3]) == (False, 1.0, 1.0)


def test_a_side_that_the_moves_before_prove_lost_has_nothing_more_to_lose() -> None:
    known = {
        2: reading(("g8 f8", 1.0), proof_status=ProofStatus.WON),
        3: reading(("f8", 0.4)),
        4: reading(("f8", 0.9)),
    }
    review = judge(played("h8 a1 g8 a2 f8"), known)
    assert (review.chances[3], review.chances[4]) == (1.0, pytest.approx(0.9))
    assert (review.moves[3].loss, review.moves[3].kind) == (0.0, MoveClass.GOOD)


def test_each_stone_of_the_best_turn_is_a_best_move_in_any_order() -> None:
    known = {1: reading(("k10 k11 j9", 0.7)), 2: reading(("k10 j9", 0.4)), 3: reading(("j9", 0.4))}
    review = judge(played("j10 k11 k10", GAMES["connect6"]), known)
    assert [move.loss for move in review.moves[1:]] == [0.0, 0.0]
