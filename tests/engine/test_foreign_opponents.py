"""Any Gomocup program at our table: scripted children on a clock of our own, and real ones that misbehave."""

import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from game.core.match import Match
from game.core.model import Place
from game.core.notation import Remark
from game.core.own_program import own_command
from game.core.ruleset import PluginError, complete_options, parse_move
from game.engine.client.dialect import Named
from game.engine.client.engine_program import EngineProgram
from game.engine.client.engine_trial import try_engine
from game.engine.client.opponent import Answer, Question, Restarted, Thought, Trouble
from game.engine.client.opponent_process import START_SECONDS, OpponentProcess
from tests.engine.nursery import Nursery, ScriptedChild, dying
from tools.engine.faults import PATIENCE, PLAIN, PUPPET, RULESETS, puppet, still_running

pytestmark = pytest.mark.usefixtures("engines_compiled")

ROOT = Path(__file__).resolve().parents[2]
BEYOND = next(r for r in RULESETS.values() if r.gomocup_rule(complete_options(r.info, {})) is None)
MOVE_INFO = ("INFO timeout_turn 1000", "INFO time_left 2147483647")


def opponent(nursery, **engine) -> OpponentProcess:
    return nursery.opponent(EngineProgram("Puppet", ("puppet",), **engine), rulesets=RULESETS)


def game(*moves: str, ruleset=PLAIN, **options) -> Match:
    match = Match(ruleset, complete_options(ruleset.info, options), 0)
    for word in moves:
        play(match, word)
    return match


def play(match: Match, word: str) -> None:
    match.play(parse_move(match.ruleset.info, match.state, word))


def question(match: Match, **more) -> Question:
    return Question(
        match.revision, match.ruleset.info.id, match.options, "", match.ruleset.dump(match.state), seconds=1.0, **more
    )


def ready(*scripts: tuple[str, tuple[str, ...]]):
    def script(child: ScriptedChild) -> None:
        child.expect("START 15", "OK")
        for line, replies in scripts:
            child.expect(line, *replies)

    return script


# What is said


def test_an_empty_board_is_begun_after_start_was_answered():
    nursery = Nursery(ready(("BEGIN", ("7,7",))))
    foreign = opponent(nursery, memory_megabytes=100)
    foreign.ask(question(game()))
    assert nursery.children[0].heard == ["START 15"]
    assert foreign.poll() == []
    assert foreign.poll() == [Answer(0, ("h8",))]
    assert nursery.children[0].heard[1:] == [
        "INFO timeout_match 86400000",
        "INFO max_memory 104857600",
        "INFO game_type 1",
        "INFO rule 0",
        *MOVE_INFO,
        "BEGIN",
    ]


def test_a_game_that_goes_on_is_told_turn_by_turn():
    nursery = Nursery(ready(("BEGIN", ("7,7",)), ("TURN 8,6", ("6,6",))))
    foreign, match = opponent(nursery), game()
    foreign.ask(question(match))
    foreign.poll()
    foreign.poll()
    play(match, "h8")
    play(match, "i9")
    foreign.ask(question(match))
    assert foreign.poll() == [Answer(2, ("g9",))]
    assert nursery.children[0].heard[-3:] == [*MOVE_INFO, "TURN 8,6"]


def test_an_increment_is_told_in_the_one_word_that_engines_have_for_it():
    nursery = Nursery(ready(("BEGIN", ("7,7",))))
    foreign = opponent(nursery)
    foreign.ask(replace(question(game()), game_seconds=3.0, increment=0.05))
    foreign.poll()
    assert nursery.children[0].heard[-3:] == ["INFO time_left 3000", "INFO time_increment 50", "BEGIN"]


def test_another_position_is_told_whole_on_a_new_board_in_turn_order():
    nursery = Nursery(ready(("DONE", ("0,0",)), ("START 15", ("OK",))))
    foreign = opponent(nursery)
    foreign.ask(question(game("h8", "a1", "h9")))
    foreign.poll()
    heard = nursery.children[0].heard
    assert heard[heard.index("BOARD") :] == ["BOARD", "7,7,2", "0,14,1", "7,6,2", "DONE"]
    assert foreign.poll() == [Answer(3, ("a15",))]
    foreign.ask(question(game("h8")))
    foreign.poll()
    heard = nursery.children[0].heard
    assert heard.count("START 15") == 2
    assert heard[-3:] == ["BOARD", "7,7,2", "DONE"]


def test_after_a_pass_the_board_is_told_whole_and_ends_with_the_opponents_stone():
    nursery = Nursery(ready(("BEGIN", ("7,7",)), ("START 15", ("OK",)), ("DONE", ("0,0",))))
    foreign = opponent(nursery)
    played = game("h8", "i9", "g7", "pass", variant="renju")
    foreign.ask(question(played))
    foreign.poll()
    heard = nursery.children[0].heard
    assert heard[heard.index("BOARD") :] == ["BOARD", "7,7,1", "6,8,1", "8,6,2", "DONE"]


def test_a_rectangle_is_begun_by_its_columns_and_rows():
    def script(child: ScriptedChild) -> None:
        child.expect("RECTSTART 15,20", "OK")
        child.expect("BEGIN", "7,7")

    nursery = Nursery(script)
    foreign = opponent(nursery)
    foreign.ask(question(game(rows=20)))
    foreign.poll()
    assert foreign.poll() == [Answer(0, ("h13",))]


def test_a_move_taken_back_makes_a_new_board():
    nursery = Nursery(ready(("BEGIN", ("7,7",))))
    foreign = opponent(nursery)
    for _ in range(2):
        foreign.ask(question(game()))
        foreign.poll()
        foreign.poll()
    assert nursery.children[0].heard.count("START 15") == 2


@pytest.mark.parametrize(("rules", "number"), [({}, 4), ({4: 2}, 2)])
def test_an_engine_may_know_a_rule_by_another_number(rules, number):
    nursery = Nursery(ready())
    foreign = opponent(nursery, rules=rules)
    foreign.ask(question(game(variant="renju")))
    foreign.poll()
    assert f"INFO rule {number}" in nursery.children[0].heard


def test_settings_of_an_engine_are_told_after_start_and_after_our_own_limits():
    """In Rapfi, max_memory and hash_size are one value, and the last line counts."""
    nursery = Nursery(ready())
    foreign = opponent(nursery, settings={"thread_num": "2", "hash_size": "65536"})
    foreign.ask(question(game()))
    foreign.poll()
    own = ["INFO thread_num 2", "INFO hash_size 65536"]
    assert nursery.children[0].heard[0] == "START 15"
    assert nursery.children[0].heard[4:] == ["INFO rule 0", *own, *MOVE_INFO, "BEGIN"]


def test_a_limit_of_nodes_is_told():
    nursery = Nursery(ready())
    foreign = opponent(nursery)
    foreign.ask(question(game(), nodes=500))
    foreign.poll()
    assert "INFO max_node 500" in nursery.children[0].heard


def test_a_choice_of_an_opening_is_answered_with_the_default_and_its_stones_one_by_one():
    nursery = Nursery(ready(("BEGIN", ("7,7",))))
    foreign = opponent(nursery)
    foreign.ask(question(game("h8", "h9", "i8", opening="swap2")))
    assert foreign.poll() == [Answer(3, ("white",))]
    assert nursery.children == []
    foreign.ask(question(game(opening="swap2")))
    foreign.poll()
    assert foreign.poll() == [Answer(0, ("h8",))]


def test_a_suggestion_is_accepted():
    nursery = Nursery(ready(("BEGIN", ("SUGGEST 7,7",)), ("PLAY 7,7", ("7,7",))))
    foreign = opponent(nursery)
    foreign.ask(question(game()))
    foreign.poll()
    foreign.poll()
    assert foreign.poll() == [Answer(0, ("h8",))]


def test_messages_are_told_and_debug_lines_and_garbage_are_not():
    nursery = Nursery(
        ready(("BEGIN", ("MESSAGE I like  this", "MESSAGE depth 3 ev 7", "DEBUG 12,7", "", "%&/", "7,7,1", "7 , 7")))
    )
    foreign = opponent(nursery)
    foreign.ask(question(game()))
    foreign.poll()
    assert foreign.poll() == [
        Thought(0, Remark(note="I like this")),
        Thought(0, Remark(depth=3, score=7.0)),
        Answer(0, ("h8",)),
    ]


def test_ok_may_follow_an_introduction_that_does_not_end_its_line():
    nursery = Nursery(
        lambda child: child.expect("START 15", 'name="Penta", version="1"OK'),
    )
    foreign = opponent(nursery)
    foreign.ask(question(game()))
    foreign.poll()
    assert nursery.children[0].heard[-1] == "BEGIN"
    assert foreign.introduction == Named("Penta", "1")


# What goes wrong, each in one sentence


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ("20,3", "Puppet answered 20,3, which is not on the board."),
        ("7,7", "Puppet played H8, which is not allowed: There is already a stone on H8."),
        ("ERROR no memory.", "Puppet cannot play: no memory."),
        ("ERROR", "Puppet cannot play: the engine reported an error: ERROR."),
    ],
)
def test_an_answer_that_cannot_be_played_is_trouble_and_the_next_question_starts_anew(answer, sentence):
    nursery = Nursery(ready(("DONE", (answer,))), ready(("DONE", ("0,0",))))
    foreign = opponent(nursery)
    foreign.ask(question(game("h8")))
    foreign.poll()
    assert foreign.poll() == [Trouble(1, sentence)]
    assert nursery.children[0].killed
    assert foreign.poll() == []
    foreign.ask(question(game("h8")))
    foreign.poll()
    assert foreign.poll() == [Answer(1, ("a15",))]


def test_a_forbidden_move_in_renju_is_trouble_that_says_why():
    cross = ("h8", "a1", "i8", "a3", "j10", "a5", "j11", "a7")
    nursery = Nursery(ready(("DONE", ("9,7",))))
    foreign = opponent(nursery)
    foreign.ask(question(game(*cross, variant="renju")))
    foreign.poll()
    (trouble,) = foreign.poll()
    assert trouble.sentence.startswith("Puppet played J8, which is not allowed: Black may not make ")


def test_a_ruleset_that_fails_over_a_move_is_trouble_too():
    class Faulty:
        def __getattr__(self, name):
            return getattr(PLAIN, name)

        def check(self, state, move):
            raise PluginError("It failed in check.")

    nursery = Nursery(ready(("BEGIN", ("7,7",))))
    engine = EngineProgram("Puppet", ("puppet",))
    foreign = OpponentProcess(engine, {PLAIN.info.id: Faulty()}, start=nursery.start, clock=lambda: nursery.now)
    foreign.ask(question(game()))
    foreign.poll()
    assert foreign.poll() == [Trouble(0, "It failed in check.")]


def test_a_late_move_is_trouble_that_quotes_what_the_engine_complained_of():
    nursery = Nursery(ready(("BOARD", ("UNKNOWN BOARD",))))
    foreign = opponent(nursery)
    foreign.ask(question(game("h8")))
    foreign.poll()
    nursery.now += 6.1
    text = "its last output was 'UNKNOWN BOARD'"
    assert foreign.poll() == [Trouble(1, f"Puppet did not answer within 6 seconds; {text}.")]


def test_an_engine_that_does_not_get_ready_is_trouble():
    nursery = Nursery()
    foreign = opponent(nursery)
    foreign.ask(question(game()))
    nursery.now += START_SECONDS + 0.1
    assert foreign.poll() == [Trouble(0, "Puppet was not ready within 15 seconds.")]


def test_an_engine_that_dies_is_started_again_once():
    nursery = Nursery(dying, dying)
    foreign = opponent(nursery)
    foreign.ask(question(game()))
    assert foreign.poll() == [Restarted(0, "Puppet's program stopped and was restarted.")]
    assert foreign.poll() == [Trouble(0, "Puppet's program quit without answering.")]


def test_a_cancelled_question_ends_the_program_and_is_not_answered():
    nursery = Nursery()
    foreign = opponent(nursery)
    foreign.ask(question(game()))
    foreign.cancel()
    assert nursery.children[0].killed
    assert foreign.poll() == []


def test_a_game_beyond_the_plain_protocol_is_trouble_and_starts_nothing():
    nursery = Nursery()
    foreign = opponent(nursery)
    foreign.ask(question(game(ruleset=BEYOND)))
    title = BEYOND.info.title
    expected = f"Puppet cannot play: the Gomocup protocol does not support {title} with the chosen options."
    assert foreign.poll() == [Trouble(0, expected)]
    assert nursery.children == []


def test_a_program_that_cannot_be_started_is_trouble():
    def start(command):
        raise FileNotFoundError(2, "No such file")

    foreign = OpponentProcess(EngineProgram("Ghost", ("ghost",)), RULESETS, start=start)
    foreign.ask(question(game()))
    assert foreign.poll() == [Trouble(0, "Ghost could not be started: No such file.")]


# Real programs


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        ("none", "Puppet works. The engine calls itself Puppet, and its first move is A15."),
        ("no newline", "Puppet works. The engine calls itself Puppet, and its first move is A15."),
        ("old", "Puppet works. The engine gives no name, and its first move is A15."),
        ("error", "Puppet cannot play: I do not feel well."),
        ("outside", "Puppet answered 99,99, which is not on the board."),
    ],
)
def test_trying_an_engine_tells_in_one_sentence_how_that_went(fault, sentence):
    assert try_engine(puppet(fault), PLAIN, seconds=0.1) == sentence


def test_trying_a_program_that_is_not_there_says_so():
    engine = EngineProgram("Ghost", ("no-such-program-anywhere",))
    assert try_engine(engine, PLAIN).startswith("Ghost cannot play: it could not be started (")


def test_our_own_engine_can_sit_down_as_a_foreign_one():
    match = game()
    with OpponentProcess(EngineProgram("We", tuple(own_command("engine"))), RULESETS) as foreign:
        for _ in range(3):
            foreign.ask(question(match))
            reply = None
            until = time.monotonic() + PATIENCE
            while not isinstance(reply, Answer) and time.monotonic() < until:
                replies = foreign.poll()
                assert not any(isinstance(reply, Trouble) for reply in replies)
                reply = next((reply for reply in replies if isinstance(reply, Answer)), None)
                time.sleep(0.005)
            play(match, reply.moves[0])
            (move, *_) = PLAIN.legal_moves(match.state)
            assert isinstance(move, Place)
            match.play(move)
    assert len(match.plies) == 6


#: A relay on a system that hands it no orphans, and a program that ends at once and leaves a child.
RELAY_WITHOUT_ORPHANS = """
import sys
from game.engine.client import descendants, relay
descendants._prctl = lambda option, value: None
sys.exit(relay.run([sys.executable, "-c", sys.argv[1], sys.argv[2]], None))
"""
LEAVES_A_CHILD = """
import subprocess, sys
left = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], stdout=subprocess.DEVNULL)
open(sys.argv[1], "w").write(str(left.pid))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there are no groups of processes")
def test_a_child_that_a_program_leaves_is_ended_also_where_the_system_hands_the_relay_no_orphans(tmp_path):
    left = tmp_path / "left"
    words = [sys.executable, "-c", RELAY_WITHOUT_ORPHANS, LEAVES_A_CHILD, str(left)]
    with subprocess.Popen(words, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as relay:
        assert relay.stdout.read() == b""
    assert left.exists()
    assert still_running(left) == []


@pytest.mark.parametrize("fault", ["spins", "ignores end"])
def test_the_relay_ends_a_program_that_goes_on_when_its_input_closes(fault, tmp_path):
    alive = tmp_path / "alive"
    code = (
        f"import pathlib, runpy, sys, threading, time\n"
        f"def beat():\n"
        f"    while True:\n"
        f"        pathlib.Path({str(alive)!r}).write_text(str(time.monotonic()))\n"
        f"        time.sleep(0.02)\n"
        f"threading.Thread(target=beat, daemon=True).start()\n"
        f"sys.argv = ['engine', {fault!r}]\n"
        f"runpy.run_path({str(PUPPET)!r}, run_name='__main__')\n"
    )
    relay = subprocess.Popen(
        own_command("relay", "--", sys.executable, "-c", code), stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    relay.stdin.write(b"START 15\nBEGIN\n")
    relay.stdin.flush()
    assert relay.stdout.readline().strip() == b"OK"
    until = time.monotonic() + PATIENCE
    while not alive.exists() and time.monotonic() < until:
        time.sleep(0.01)
    relay.stdin.close()
    assert relay.wait(PATIENCE) == 0
    relay.stdout.close()
    last = alive.read_text()
    time.sleep(0.2)
    assert alive.read_text() == last


def test_a_poll_of_a_flooding_engine_ends_after_some_milliseconds_and_the_answer_is_heard_later():
    """One poll took 29 seconds on the window's thread."""
    nursery = Nursery(ready(("BEGIN", (*("MESSAGE depth 3 ev 7",) * 50, "7,7"))))
    nursery.milliseconds = 0

    def clock() -> float:
        """A clock that goes on with every look: each line takes a millisecond."""
        nursery.milliseconds += 1
        return nursery.milliseconds / 1_000

    foreign = OpponentProcess(
        EngineProgram("Puppet", ("puppet",)), RULESETS, grace=5.0, start=nursery.start, clock=clock
    )
    foreign.ask(question(game()))
    polls = []
    while not polls or not any(isinstance(reply, Answer) for reply in polls[-1]):
        polls.append(foreign.poll())
    assert max(map(len, polls)) <= 5
    assert sum(map(len, polls)) == 51


def test_what_a_program_said_before_it_is_given_up_is_no_answer_of_the_next_one():
    nursery = Nursery(ready(("BEGIN", (*("MESSAGE depth 3 ev 7",) * 200, "7,7"))), ready(("BEGIN", ("0,0",))))
    foreign = opponent(nursery)
    foreign.ask(question(game()))
    foreign.poll()
    foreign.poll()
    foreign.ask(question(game()))
    foreign.poll()
    assert foreign.poll() == [Answer(0, ("a15",))]


@pytest.mark.parametrize("words", ["x" * 8_000, "7", ""])
def test_only_a_point_that_is_suggested_is_sent_back(words):
    nursery = Nursery(ready(("BEGIN", (f"SUGGEST {words}", "7,7"))))
    foreign = opponent(nursery)
    foreign.ask(question(game()))
    foreign.poll()
    assert Answer(0, ("h8",)) in foreign.poll()
    assert not any(line.startswith("PLAY") for line in nursery.children[0].heard)


@pytest.mark.parametrize("word", ["x" * 5_000, "a\0b"])
def test_a_word_of_a_command_that_is_no_path_is_handed_on_as_it_is(word):
    """It was looked for as a file, and the window fell over its length."""
    assert EngineProgram("Odd", (sys.executable, word)).relay_command[-1] == word
