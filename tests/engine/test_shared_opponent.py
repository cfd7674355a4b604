"""One opponent behind several doors: nobody's question is lost, and nobody hears what somebody else asked for."""

from game.core.match import Match
from game.core.ruleset import complete_options
from game.engine.client.opponent import Answer, Question, Thought
from game.engine.client.opponent_turn import question_about
from game.engine.client.shared_opponent import SharedOpponent
from game.plugins.registry import discover
from tools.pilot.scripted_opponent import ScriptedOpponent


def question(seconds: float) -> Question:
    gomoku = discover(None).rulesets["gomoku"]
    return question_about(Match(gomoku, complete_options(gomoku.info, {}), 1), "", seconds=seconds, seed=0)


def test_a_second_question_waits_for_the_first_and_each_door_hears_its_own_answer() -> None:
    opponent = ScriptedOpponent()
    shared = SharedOpponent(opponent)
    one, two = shared.door(), shared.door()
    one.ask(question(1))
    two.ask(question(2))
    assert [asked.seconds for asked in opponent.asked] == [1]
    opponent.remark("I think.")
    opponent.answer("h8")
    assert two.poll() == []
    assert [asked.seconds for asked in opponent.asked] == [1, 2]
    opponent.answer("h9")
    assert [type(reply) for reply in one.poll()] == [Thought, Answer]
    assert [reply.moves for reply in two.poll()] == [("h9",)]


def test_who_gives_up_leaves_the_opponent_to_whoever_waits() -> None:
    opponent = ScriptedOpponent()
    shared = SharedOpponent(opponent)
    one, two, three = shared.door(), shared.door(), shared.door()
    for seconds, door in enumerate((one, two, three)):
        door.ask(question(seconds))
    two.cancel()
    assert not opponent.cancelled, "what only waits is not the opponent's business"
    one.cancel()
    assert opponent.cancelled == 1
    assert [asked.seconds for asked in opponent.asked] == [0, 2]


def test_a_new_question_replaces_the_old_one_of_its_door_alone() -> None:
    opponent = ScriptedOpponent()
    shared = SharedOpponent(opponent)
    one, two = shared.door(), shared.door()
    one.ask(question(1))
    two.ask(question(2))
    two.ask(question(3))
    opponent.answer("h8")
    one.poll()
    assert [asked.seconds for asked in opponent.asked] == [1, 3]


def test_an_answer_that_nobody_waits_for_is_dropped() -> None:
    opponent = ScriptedOpponent()
    door = SharedOpponent(opponent).door()
    door.ask(question(1))
    door.close()
    opponent.answer("h8")
    assert door.poll() == []
