"""Our own engine as an opponent, against a scripted child and a clock that the test moves."""

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from game.core.notation import Remark
from game.engine.client.opponent import Answer, Question, Restarted, Thought, Trouble
from game.engine.client.opponent_process import CANCEL_SECONDS, COMPILING_SECONDS, START_SECONDS, OpponentProcess
from game.engine.client.own_dialect import ABOUT_US, format_question, own_engine
from game.engine.protocol.replies import format_compiling
from tests.engine.nursery import Nursery, ScriptedChild, dying

pytestmark = pytest.mark.usefixtures("engines_compiled")

OWN = own_engine()
QUESTION = Question(
    revision=3,
    ruleset_id="toy",
    options={"size": 7},
    level="any",
    position_text=". b\n. .",
    seconds=1.0,
    seed=9,
)
ASKED = (
    "ABOUT",
    "INFO ruleset toy",
    "INFO option size 7",
    "INFO level any",
    "INFO seed 9",
    "INFO timeout_turn 1000",
    "POSITION",
    ". b",
    ". .",
    "DONE",
)


def answering(*replies: str) -> Callable[[ScriptedChild], None]:
    return lambda child: child.expect("DONE", *replies)


def coming_up(child: ScriptedChild) -> None:
    """An engine that says that it is up, and no move."""
    child.expect("ABOUT", f'{ABOUT_US}"Stone Fair", version="1.0.0"')


def test_the_process_starts_with_the_first_question_which_is_put_in_lines():
    nursery = Nursery(answering("d4"))
    opponent = nursery.opponent(OWN)
    assert opponent.poll() == []
    assert nursery.children == []
    opponent.ask(QUESTION)
    assert nursery.children[0].heard == list(ASKED)
    assert opponent.poll() == [Answer(3, ("d4",))]
    assert opponent.poll() == []


def test_thoughts_and_notes_come_before_the_answer():
    nursery = Nursery(answering("MESSAGE depth 2 score -4 nodes 80 pv d4 e5", "MESSAGE note It blocks.", "d4 e5"))
    opponent = nursery.opponent(OWN)
    opponent.ask(QUESTION)
    assert opponent.poll() == [
        Thought(3, Remark(2, -4.0, 80, ("d4", "e5"))),
        Thought(3, Remark(note="It blocks.")),
        Answer(3, ("d4", "e5")),
    ]


def test_a_second_question_goes_to_the_same_process():
    nursery = Nursery()
    opponent = nursery.opponent(OWN)
    for revision in (1, 2):
        opponent.ask(replace(QUESTION, revision=revision))
        nursery.children[0].waiting.append("d4")
        assert opponent.poll() == [Answer(revision, ("d4",))]
    assert len(nursery.children) == 1


def test_garbage_is_passed_over():
    nursery = Nursery(answering("OK", "%&/!", "Traceback (most recent call last):", "7,7", "", "DEBUG x", "d4"))
    opponent = nursery.opponent(OWN)
    opponent.ask(QUESTION)
    assert opponent.poll() == [Answer(3, ("d4",))]


def test_what_is_left_for_the_game_is_told_and_what_each_turn_brings():
    lines = format_question(replace(QUESTION, game_seconds=12.5, increment=0.05))
    assert lines[lines.index("INFO timeout_turn 1000") + 1 :][:2] == ["INFO time_left 12500", "INFO time_increment 50"]
    assert not any("increment" in line for line in format_question(QUESTION))


def test_a_flood_is_taken_in_small_sips():
    nursery = Nursery(answering(*["MESSAGE note blah"] * 1000, "d4"))
    opponent = nursery.opponent(OWN)
    opponent.ask(QUESTION)
    replies = opponent.poll()
    assert len(replies) < 500
    while not isinstance(replies[-1], Answer):
        replies = opponent.poll()
    assert replies[-1] == Answer(3, ("d4",))


def test_an_error_is_trouble_at_once_and_the_process_stays():
    nursery = Nursery(answering("ERROR there is no level 'any'"))
    opponent = nursery.opponent(OWN)
    opponent.ask(QUESTION)
    assert opponent.poll() == [Trouble(3, "The opponent cannot answer: there is no level 'any'.")]
    opponent.ask(QUESTION)
    assert len(nursery.children) == 1


# Cancelled questions


def test_a_sentence_of_the_opponent_gets_no_second_full_stop():
    opponent = Nursery(answering("ERROR The game is over.")).opponent(OWN)
    opponent.ask(QUESTION)
    assert opponent.poll() == [Trouble(3, "The opponent cannot answer: The game is over.")]


def test_a_cancelled_question_has_no_answer():
    nursery = Nursery()
    opponent = nursery.opponent(OWN)
    opponent.ask(QUESTION)
    opponent.cancel()
    assert nursery.children[0].heard[-1] == "YXSTOP"
    nursery.children[0].waiting += ["MESSAGE note Well.", "d4"]
    assert opponent.poll() == []


def test_the_next_question_waits_for_the_stale_answer_and_is_not_taken_for_it():
    nursery = Nursery()
    opponent = nursery.opponent(OWN)
    opponent.ask(QUESTION)
    opponent.ask(replace(QUESTION, revision=4))
    child = nursery.children[0]
    assert child.heard.count("POSITION") == 1
    child.waiting.append("d4")
    assert opponent.poll() == []
    assert child.heard.count("POSITION") == 2
    child.waiting.append("e5")
    assert opponent.poll() == [Answer(4, ("e5",))]


def test_an_answer_given_twice_is_not_taken_for_the_next_one():
    nursery = Nursery(answering("d4", "d4"))
    opponent = nursery.opponent(OWN)
    opponent.ask(QUESTION)
    assert opponent.poll() == [Answer(3, ("d4",))]
    nursery.children[0].waiting.append("d4")
    opponent.ask(replace(QUESTION, revision=4))
    assert opponent.poll() == []
    nursery.children[0].waiting.append("e5")
    assert opponent.poll() == [Answer(4, ("e5",))]


def test_a_thinker_that_does_not_stop_is_replaced_for_the_next_question():
    nursery = Nursery(lambda child: None, answering("e5"))
    opponent = nursery.opponent(OWN)
    opponent.ask(QUESTION)
    opponent.ask(replace(QUESTION, revision=4))
    nursery.now += CANCEL_SECONDS + 0.1
    assert opponent.poll() == []
    assert nursery.children[0].killed
    assert opponent.poll() == [Answer(4, ("e5",))]


def test_cancelling_when_nothing_is_asked_does_nothing():
    nursery = Nursery()
    opponent = nursery.opponent(OWN)
    opponent.cancel()
    opponent.cancel()
    assert opponent.poll() == []
    assert nursery.children == []


def test_an_engine_that_thinks_on_after_its_answer_is_stopped_when_the_game_changes():
    nursery = Nursery(answering("h8"))
    opponent = nursery.opponent(OWN)
    opponent.ask(replace(QUESTION, ponders=True))
    assert opponent.poll()
    assert "INFO pondering 1" in nursery.children[0].heard
    opponent.cancel()
    opponent.cancel()
    assert nursery.children[0].heard.count("YXSTOP") == 1


def test_only_the_last_of_several_questions_is_put():
    nursery = Nursery()
    opponent = nursery.opponent(OWN)
    for revision in (1, 2, 3, 4):
        opponent.ask(replace(QUESTION, revision=revision))
    nursery.children[0].waiting.append("d4")
    opponent.poll()
    nursery.children[0].waiting.append("e5")
    assert opponent.poll() == [Answer(4, ("e5",))]
    assert nursery.children[0].heard.count("POSITION") == 2


# Processes that fail


def test_a_late_answer_is_trouble_and_the_next_question_goes_to_a_new_process():
    nursery = Nursery(coming_up, answering("e5"))
    opponent = nursery.opponent(OWN)
    opponent.ask(QUESTION)
    assert opponent.poll() == []
    nursery.now += 5.9
    assert opponent.poll() == []
    nursery.now += 0.2
    assert opponent.poll() == [Trouble(3, "The opponent did not answer within 6 seconds.")]
    assert nursery.children[0].killed
    nursery.children[0].waiting.append("d4")
    assert opponent.poll() == []
    opponent.ask(replace(QUESTION, revision=4))
    assert opponent.poll() == [Answer(4, ("e5",))]


def test_the_time_of_a_move_begins_when_the_engine_is_up():
    """A ruleset that takes long to be loaded costs the opponents of the other games nothing."""
    nursery = Nursery(lambda child: None)
    opponent = nursery.opponent(OWN)
    opponent.ask(QUESTION)
    nursery.now += START_SECONDS - 0.1
    assert opponent.poll() == []
    coming_up(nursery.children[0])
    nursery.children[0].send(["ABOUT"])
    assert opponent.poll() == []
    nursery.now += 5.9
    assert opponent.poll() == []
    nursery.children[0].waiting.append("d4")
    assert opponent.poll() == [Answer(3, ("d4",))]


def test_an_engine_that_does_not_come_up_is_given_up():
    nursery = Nursery(lambda child: None)
    opponent = nursery.opponent(OWN)
    opponent.ask(QUESTION)
    nursery.now += START_SECONDS + 0.1
    assert opponent.poll() == [Trouble(3, "The opponent did not answer within 15 seconds.")]


def test_coming_up_gives_a_question_that_is_cancelled_no_more_time():
    nursery = Nursery(coming_up)
    opponent = nursery.opponent(OWN)
    opponent.ask(QUESTION)
    opponent.cancel()
    opponent.poll()
    nursery.now += CANCEL_SECONDS + 0.1
    opponent.poll()
    assert nursery.children[0].killed


def test_after_a_crash_the_question_is_asked_once_more_and_the_restart_is_told():
    nursery = Nursery(dying, answering("d4"))
    opponent = nursery.opponent(OWN)
    opponent.ask(QUESTION)
    assert opponent.poll() == [Restarted(3, "The opponent's program stopped and was restarted.")]
    assert opponent.poll() == [Answer(3, ("d4",))]
    assert nursery.children[1].heard == list(ASKED)


def test_after_a_second_crash_there_is_trouble_and_another_question_starts_afresh():
    nursery = Nursery(dying, dying, answering("d4"))
    opponent = nursery.opponent(OWN)
    opponent.ask(QUESTION)
    assert opponent.poll() == [Restarted(3)]
    assert opponent.poll() == [Trouble(3, "The opponent's program quit without answering.")]
    assert opponent.poll() == []
    opponent.ask(replace(QUESTION, revision=4))
    assert opponent.poll() == [Answer(4, ("d4",))]


def test_a_restart_that_fails_is_not_told_as_one():
    nursery = Nursery(dying)
    opponent = nursery.opponent(OWN)
    opponent.ask(QUESTION)

    def fail(command):
        raise FileNotFoundError(2, "No such file", command[0])

    opponent._start = fail
    (trouble,) = opponent.poll()
    assert isinstance(trouble, Trouble)


def test_a_restart_for_a_question_that_is_cancelled_is_not_told():
    opponent = Nursery(dying).opponent(OWN)
    opponent.ask(QUESTION)
    opponent.cancel()
    assert opponent.poll() == []


def test_an_answer_that_was_said_before_a_crash_counts():
    def answers_and_dies(child):
        child.expect("DONE", "d4")
        child.ended = True

    opponent = Nursery(answers_and_dies).opponent(OWN)
    opponent.ask(QUESTION)
    assert opponent.poll() == [Answer(3, ("d4",))]


def test_a_crash_while_nothing_is_asked_goes_unnoticed():
    nursery = Nursery(answering("d4"), answering("e5"))
    opponent = nursery.opponent(OWN)
    opponent.ask(QUESTION)
    opponent.poll()
    nursery.children[0].ended = True
    assert opponent.poll() == []
    opponent.ask(replace(QUESTION, revision=4))
    assert opponent.poll() == [Answer(4, ("e5",))]


def test_a_program_that_cannot_be_started_is_trouble():
    def start(command):
        raise FileNotFoundError(2, "No such file", command[0])

    opponent = OpponentProcess(replace(OWN, command=("no-such-engine",)), start=start)
    opponent.ask(QUESTION)
    (trouble,) = opponent.poll()
    assert trouble == Trouble(3, "The opponent could not be started: [Errno 2] No such file: 'no-such-engine'.")


def test_trouble_of_a_cancelled_question_is_not_told():
    def start(command):
        raise FileNotFoundError(2, "No such file", command[0])

    opponent = OpponentProcess(replace(OWN, command=("no-such-engine",)), start=start)
    opponent.ask(QUESTION)
    opponent.cancel()
    assert opponent.poll() == []


def test_closing_says_end_and_a_question_after_it_starts_a_new_process():
    nursery = Nursery()
    with nursery.opponent(OWN) as opponent:
        opponent.ask(QUESTION)
    assert nursery.children[0].heard[-1] == "END"
    opponent.close()
    opponent.ask(QUESTION)
    assert len(nursery.children) == 2


# How our own engine is started


def test_our_engine_is_started_by_its_place_so_that_the_current_folder_does_not_matter(tmp_path):
    program, main, *rest = own_engine(tmp_path).command
    assert program == sys.executable
    assert Path(main).is_absolute()
    assert Path(main).name == "main.py"
    assert rest == ["engine", "--plugins", str(tmp_path.resolve())]


def test_our_engine_is_told_which_plug_ins_came_through_their_trial():
    assert own_engine(tried=("one", "two")).command[2:] == ("engine", "--tried", "one", "two")
    assert own_engine(tried=()).command[2:] == ("engine", "--tried")


def test_a_frozen_program_starts_itself(monkeypatch):
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert own_engine().command == (sys.executable, "engine")


@pytest.mark.parametrize("revision", [0, 17])
def test_replies_carry_the_revision_of_their_question(revision):
    nursery = Nursery(answering("MESSAGE note Hm.", "d4"))
    opponent = nursery.opponent(OWN)
    opponent.ask(replace(QUESTION, revision=revision))
    assert {reply.revision for reply in opponent.poll()} == {revision}


def test_an_engine_that_compiles_its_code_gets_the_time_for_it():
    """Damaged code is compiled again at the table: it takes longer than any move."""
    nursery = Nursery(coming_up)
    opponent = nursery.opponent(OWN)
    opponent.ask(QUESTION)
    opponent.poll()
    child = nursery.children[0]
    for done in range(3):
        child.waiting.append(format_compiling(done, 3))
        assert opponent.poll() == []
        nursery.now += 30.0
        assert opponent.poll() == []
    child.waiting += [format_compiling(3, 3)]
    opponent.poll()
    nursery.now += 5.0
    child.waiting.append("d4")
    assert opponent.poll() == [Answer(3, ("d4",))]


@pytest.mark.parametrize("done", [0, 3])
def test_an_engine_that_falls_silent_while_it_compiles_or_afterwards_is_trouble(done):
    nursery = Nursery(coming_up)
    opponent = nursery.opponent(OWN)
    opponent.ask(QUESTION)
    nursery.children[0].waiting.append(format_compiling(done, 3))
    opponent.poll()
    nursery.now += 6.1 if done == 3 else COMPILING_SECONDS + 0.1
    assert [type(reply) for reply in opponent.poll()] == [Trouble]


def test_a_question_that_is_cancelled_waits_for_no_compiler():
    nursery = Nursery(coming_up)
    opponent = nursery.opponent(OWN)
    opponent.ask(QUESTION)
    opponent.cancel()
    nursery.children[0].waiting.append(format_compiling(0, 3))
    opponent.poll()
    nursery.now += CANCEL_SECONDS + 0.1
    opponent.poll()
    assert nursery.children[0].killed
