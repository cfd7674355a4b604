"""The reader of a game: from the end to the start, pass after pass, and nothing is asked twice or of nobody."""

from __future__ import annotations

import pytest

from game.analysis.review.analysis_schedule import Effort
from game.analysis.review.evaluation import ProofStatus
from game.analysis.review.reader import GameReader, readable_positions
from game.core.match import Match
from game.core.model import Choose
from game.core.ruleset import complete_options
from tests.analysis.review.test_judgement import GAMES, played
from tools.pilot.scripted_opponent import ScriptedOpponent

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
    quick, deep = opponent.asked[:4], opponent.asked[-4:]
    assert [asked.revision for asked in (*quick, *deep)] == [3, 2, 1, 0] * 2
    assert {asked.seconds for asked in quick} == {0.05}
    assert {(asked.seconds, asked.nodes, asked.judges) for asked in deep} == {(0.5, 250, 1)}
    assert sorted(reader.readings) == [0, 1, 2, 3]


def test_what_decided_positions_leave_goes_to_those_beside_moves_in_doubt() -> None:
    opponent = ScriptedOpponent()
    reader = GameReader(played("h8 g7 g8 g9"), opponent, [Effort(60.0, nodes=1000)])
    reader.poll()
    for score in (0.0, 0.0, 400.0, 0.0, 0.0):
        read_on(reader, opponent, score=score)
    assert {asked.nodes for asked in opponent.asked[:5]} == {500}
    assert [(asked.revision, asked.nodes) for asked in opponent.asked[5:]] == [(3, 1000)]


def test_a_decided_position_is_looked_at_once() -> None:
    opponent = ScriptedOpponent()
    reader = GameReader(played("h8 g7 g8"), opponent, [QUICK, DEEP])
    reader.poll()
    while not reader.is_done:
        opponent.remark(depth=5, score=29_990, variation=("a1",), verdict="Forced win.")
        opponent.answer("a1")
        reader.poll()
    assert [asked.revision for asked in opponent.asked] == [3, 2, 1, 0]
    assert {reading.proof_status for reading in reader.readings.values()} == {ProofStatus.WON}


def test_where_the_best_move_was_made_another_as_good_is_looked_for_unless_everybody_sees_it() -> None:
    opponent = ScriptedOpponent()
    reader = GameReader(played("h8 a1 g8 a2 f8 a3 e8 i8"), opponent, [QUICK], first=7)
    reader.poll()
    while not reader.is_done:
        best = {6: "e8", 7: "i8", 8: "d8"}[opponent.asked[-1].revision]
        opponent.remark(depth=5, score=10.0, variation=(best,))
        opponent.answer(best)
        reader.poll()
    assert [asked.revision for asked in opponent.asked if asked.judges > 1] == [6]


def test_counted_nodes_begin_with_an_engine_that_remembers_nothing() -> None:
    opponent = ScriptedOpponent()
    reader = GameReader(played("h8 g7"), opponent, [DEEP])
    reader.poll()
    read_on(reader, opponent)
    assert [asked.forgets for asked in opponent.asked] == [True, False]


def test_the_end_of_a_game_and_what_came_before_the_first_ply_are_not_read() -> None:
    opponent = ScriptedOpponent()
    reader = GameReader(played("h8 a1 g8 a2 f8 a3 e8 a15 d8"), opponent, [QUICK], first=8)
    reader.poll()
    while not reader.is_done:
        read_on(reader, opponent)
    assert {asked.revision for asked in opponent.asked} == {8, 7}


def test_an_opening_before_it_has_colours_is_not_read() -> None:
    gomoku = GAMES["gomoku"]
    match = Match(gomoku, complete_options(gomoku.info, {"opening": "swap2"}), seed=1)
    for _stone in range(3):
        match.play(next(gomoku.legal_moves(match.state)))
    assert readable_positions(match) == []
    match.play(Choose("white"))
    match.play(next(gomoku.legal_moves(match.state)))
    assert readable_positions(match) == [4, 5]
    opponent = ScriptedOpponent()
    GameReader(match, opponent, [QUICK]).poll()
    assert opponent.asked[0].revision == 5


def test_what_is_known_can_be_seen_while_it_is_read_and_stays_when_it_is_stopped() -> None:
    opponent = ScriptedOpponent()
    reader = GameReader(played("h8 g7 g8"), opponent, [QUICK])
    reader.poll()
    read_on(reader, opponent, score=200.0)
    assert reader.unread == 3
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


@pytest.mark.parametrize("best", ["b1", "a5"])
def test_the_last_escape_is_looked_at_ever_longer_until_it_is_proved_lost_also_where_the_best_move_was_played(
    best: str,
) -> None:
    opponent = ScriptedOpponent()
    reader = GameReader(played("h8 a1 g8 a3 f8 a5 e8 a7 d8"), opponent, [Effort(60.0, nodes=1000)])
    reader.poll()
    while not reader.is_done:
        number, nodes = opponent.asked[-1].revision, opponent.asked[-1].nodes
        is_lost = number == 7 or (number == 5 and nodes > 500)
        move = best if number == 5 else "b1"
        opponent.remark(depth=5, score=-29_990 if is_lost else -5.0, variation=(move,), nodes=10)
        if is_lost:
            opponent.remark(verdict="Forced loss.")
        opponent.answer(move)
        reader.poll()
    looks = [(asked.revision, asked.nodes) for asked in opponent.asked[9:]]
    assert looks[:5] == [(5, 1000), (3, 1000), (3, 2000), (3, 4000), (3, 8000)]
    assert reader.review.last_escape is not None
    assert reader.review.last_escape.ply == 4
