"""The reader of a game: from the end to the start, pass after pass, and nothing is asked twice or of nobody."""

from __future__ import annotations

from game.core.match import Match
from game.core.ruleset import complete_options
from game.review.reader import Effort, GameReader
from tests.review.test_judgement import GAMES, played
from tests.ui.scripted_opponent import ScriptedOpponent

QUICK, DEEP = Effort(0.1), Effort(1.0, nodes=500)


def read_on(reader: GameReader, opponent: ScriptedOpponent, score: float = 0.0) -> None:
    opponent.remark(depth=5, score=score, variation=("a1",))
    opponent.answer("a1")
    reader.poll()


def test_positions_are_read_from_the_end_to_the_start_and_again_with_more_effort() -> None:
    opponent = ScriptedOpponent()
    reader = GameReader(played("h8 g7 g8"), opponent, [QUICK, DEEP])
    reader.poll()
    while not reader.is_done:
        read_on(reader, opponent)
    assert [asked.revision for asked in opponent.asked] == [3, 2, 1, 0] * 2
    assert [asked.seconds for asked in opponent.asked] == [0.1] * 4 + [1.0] * 4
    assert {asked.judges for asked in opponent.asked} == {2}
    assert opponent.asked[-1].nodes == 500
    assert sorted(reader.readings) == [0, 1, 2, 3]
    assert reader.share == 1.0


def test_the_end_of_a_game_and_what_came_before_the_first_ply_are_not_read() -> None:
    opponent = ScriptedOpponent()
    reader = GameReader(played("h8 a1 g8 a2 f8 a3 e8 a15 d8"), opponent, [QUICK], first=8)
    reader.poll()
    while not reader.is_done:
        read_on(reader, opponent)
    assert [asked.revision for asked in opponent.asked] == [8, 7]


def test_a_choice_of_an_opening_is_not_read() -> None:
    gomoku = GAMES["gomoku"]
    match = Match(gomoku, complete_options(gomoku.info, {"opening": "swap2"}), seed=1)
    for _stone in range(3):
        match.play(next(gomoku.legal_moves(match.state)))
    opponent = ScriptedOpponent()
    reader = GameReader(match, opponent, [QUICK])
    reader.poll()
    assert opponent.asked[0].revision == 2


def test_what_is_known_can_be_seen_while_it_is_read_and_stays_when_it_is_stopped() -> None:
    opponent = ScriptedOpponent()
    reader = GameReader(played("h8 g7 g8"), opponent, [QUICK])
    reader.poll()
    read_on(reader, opponent, score=200.0)
    assert 0.0 < reader.share < 1.0
    assert reader.review.chances[3] is not None
    reader.stop()
    assert reader.is_done
    assert not reader.poll()
    assert reader.review.chances[3] is not None


def test_a_position_that_could_not_be_read_twice_is_told_and_the_others_are_read() -> None:
    opponent = ScriptedOpponent()
    reader = GameReader(played("h8 g7"), opponent, [QUICK])
    reader.poll()
    for _time in range(2):
        assert reader.problem == ""
        opponent.fail("The engine stopped.")
        reader.poll()
    assert reader.problem == "The engine stopped."
    while not reader.is_done:
        read_on(reader, opponent)
    assert sorted(reader.readings) == [0, 1]
