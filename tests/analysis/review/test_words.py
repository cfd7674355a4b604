"""Why a move was good or bad: in words of the game, and never what is not so."""

from __future__ import annotations

from game.analysis.review.judgement import JudgedMove, MoveClass
from game.analysis.review.texts import explain, why
from game.core.match import Match
from tests.analysis.review.test_judgement import GAMES, played

#: Black has an open three, White is on turn.
THREE = "h8 a1 g8 a3 f8"


def told(match: Match, kind: MoveClass, chance: float, **known: object) -> str:
    """What is told of the last move of a match."""
    seat = match.plies[-1].seat
    return why(match, JudgedMove(len(match.plies), "", seat, chance, kind=kind, **known))


def test_an_open_three_that_is_left_standing_is_named_with_the_win_that_follows() -> None:
    line = ("e8", "d8", "i8")
    words = told(played(f"{THREE} a5"), MoveClass.BLUNDER, 0.0, allowed_loss=True, line=("e8",), answer=line)
    assert words == (
        "Black has an open three. A5 does not stop this threat. Now Black can force a win in 2 stones: "
        "E8 D8 I8. E8: makes an open four. No single stone stops this threat. E8 was better: blocks "
        "an open three."
    )


def test_a_stone_that_stops_the_three_is_not_told_to_leave_it() -> None:
    words = told(played(f"{THREE} i8"), MoveClass.INACCURACY, 0.3, line=("e8", "i8"), answer=("e8",))
    assert "does not stop" not in words


def test_a_win_at_once_that_is_overlooked_is_named_by_its_cells() -> None:
    words = told(played(f"{THREE} a5 e8 a7"), MoveClass.BLUNDER, 0.0, allowed_loss=True, line=("d8",), answer=("d8",))
    assert words.startswith("Now Black wins at once at D8 or I8.")


def test_a_win_that_was_there_at_once_is_told_without_a_line() -> None:
    words = told(played(f"{THREE} a5 e8 a7 a9"), MoveClass.BLUNDER, 0.4, missed_win=True, line=("d8",))
    assert words == "D8 would have won at once."


def test_a_four_and_an_open_three_at_once_cannot_both_be_stopped() -> None:
    crossing = played("h8 a1 g8 a3 f8 e8 i5 c1 i6 d1 i8")
    words = told(crossing, MoveClass.GOOD, 1.0)
    assert words == "Makes a four and an open three. White cannot stop both threats."
    assert told(crossing, MoveClass.GOOD, 0.8) == "Makes a four and an open three."


def test_the_only_move_is_told_by_what_it_keeps() -> None:
    match = played("h8 a1 c3")
    assert told(match, MoveClass.ONLY, 1.0) == "The only move known to win."
    assert told(match, MoveClass.ONLY, 0.7) == "The only good move."
    assert told(match, MoveClass.ONLY, 0.2) == "The only move that holds the position."


def test_a_side_that_was_lost_is_not_blamed() -> None:
    assert told(played("h8 a1"), MoveClass.GOOD, 0.0) == "The game was already lost for White, whatever the move."


def test_where_nothing_stands_out_the_better_move_is_told_with_what_follows() -> None:
    words = told(played("h8 a1"), MoveClass.MISTAKE, 0.3, line=("i9", "g7", "h7"))
    assert words == "I9 was better, followed by G7 H7."


def test_turns_of_two_stones_stand_apart_in_a_line() -> None:
    line = ("k10", "k11", "j9", "j8", "k9")
    words = told(played("j10 a1", GAMES["connect6"]), MoveClass.MISTAKE, 0.3, line=line)
    assert words == "K10 was better, followed by K11, J9 J8, K9."


def test_a_stone_is_named_where_there_are_several_kinds() -> None:
    match = played("duck d5=w", GAMES["threestones"])
    words = told(match, MoveClass.MISTAKE, 0.3, line=("d5=c", "a5=b"))
    assert words == "Miller D5 was better, followed by Penguin A5."


def test_where_there_is_little_room_what_matters_most_is_told() -> None:
    line = ("e8", "d8", "i8")
    known = {"allowed_loss": True, "line": ("e8",), "answer": line}
    match = played(f"{THREE} a5")
    judged = JudgedMove(6, "a5", 1, 0.0, kind=MoveClass.BLUNDER, **known)

    def within(room: int) -> str:
        return why(match, judged, lambda words: len(words) <= room)

    assert within(93) == "Black has an open three. A5 does not stop this threat. E8 was better: blocks an open three."
    assert within(72) == "Black has an open three. A5 does not stop this threat. E8 was better."
    assert within(59) == "Black has an open three. A5 does not stop this threat."
    assert all(len(within(room)) <= room for room in range(24, 260))


def test_without_pattern_or_proof_the_expected_answer_and_the_better_line_are_named() -> None:
    words = told(played("h8 a1"), MoveClass.MISTAKE, 0.3, line=("i9", "g7"), answer=("i10", "g6", "h6", "h7"))
    assert words == "Black is expected to answer I10 G6 H6. I9 was better, followed by G7."


def test_after_a_stone_of_a_turn_that_goes_on_its_best_continuation_is_named() -> None:
    words = told(played("j10 a1", GAMES["connect6"]), MoveClass.MISTAKE, 0.3, answer=("k11", "j9"))
    assert words == "The best continuation is K11 J9."


def test_a_turn_that_is_lost_before_its_last_stone_is_said_to_be_lost() -> None:
    match = played("j10 a1", GAMES["connect6"])
    words = told(match, MoveClass.BLUNDER, 0.0, allowed_loss=True, answer=("k11", "j9"))
    assert words == "Whatever the next stone is, Black can now force a win, for example K11 J9."


def test_on_a_pond_the_points_given_away_and_the_cells_that_are_left_are_told() -> None:
    start = "duck g4=w d4=b d8=w d7=b h7=w h6=b h4=w h5=b d5=w d6=b i6=w c6=b c8=w e8=c"
    words = told(played(start, GAMES["threestones"]), MoveClass.MISTAKE, 0.3, line=("b8=w",), answer=("e11=w",))
    assert words == (
        "This gives Duck 1 point. After Miller E8, Duck must play in row 8 or column E and can score 1 point. "
        "Duck B8 was better."
    )
    words = told(played(f"{start} g8=w j8=b", GAMES["threestones"]), MoveClass.MISTAKE, 0.3, line=("g10=w",))
    assert words.endswith("After Duck G10, Duck must play in row 10 or column G and can score 1 point.")


def test_a_good_move_that_was_asked_about_is_told_with_its_answer() -> None:
    match = played("h8 a1")
    judged = JudgedMove(2, "a1", 1, 0.5, kind=MoveClass.GOOD, answer=("h9", "h10"))
    assert [each.text for each in explain(match, judged, with_answer=True)] == ["Black is expected to answer H9 H10."]
    assert explain(match, judged) == []
