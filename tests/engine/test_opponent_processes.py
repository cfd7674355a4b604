"""Our own engine as an opponent, against real child processes that misbehave."""

import subprocess
import sys
import textwrap
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from game.core.match import Command, Match
from game.core.model import Reason
from game.core.ruleset import complete_options, parse_move
from game.engine.client.engine_program import EngineProgram
from game.engine.client.opponent import Answer, Question, Restarted, Trouble
from game.engine.client.opponent_process import OpponentProcess
from game.engine.client.own_dialect import own_engine
from game.engine.protocol.line_process import LineProcess
from game.plugins.drop_ins import DROP_IN_PACKAGE
from game.plugins.registry import discover

ROOT = Path(__file__).resolve().parents[2]
#: Nothing here takes as long; it only keeps a broken test from waiting for ever.
PATIENCE = 30.0
QUESTION = Question(revision=1, ruleset_id="toy", options={}, level="any", position_text=".", seconds=0.1)

PRELUDE = """
import os, sys, time
def say(text):
    sys.stdout.write(text + "\\n")
    sys.stdout.flush()
def questions():
    for line in sys.stdin:
        if line.strip() == "DONE":
            yield
        if line.strip() == "END":
            return
"""
#: The body of an engine that says that it is up, and nothing else.
UP_AND_SILENT = "say('name=\"Silent\"'); time.sleep(600)"


def engine(tmp_path: Path, body: str) -> EngineProgram:
    """An engine in the place of our own that runs this program."""
    path = tmp_path / "engine.py"
    path.write_text(PRELUDE + textwrap.dedent(body), encoding="utf-8")
    return replace(own_engine(), command=(sys.executable, str(path)))


def first_reply(opponent: OpponentProcess, kind=Answer | Trouble) -> object:
    """The first answer or trouble, or reply of another kind, that comes in."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        for reply in opponent.poll():
            if isinstance(reply, kind):
                return reply
        time.sleep(0.01)
    raise AssertionError("neither an answer nor trouble came in")


def test_an_engine_that_behaves_is_heard(tmp_path):
    with OpponentProcess(engine(tmp_path, "for _ in questions(): say('d4')")) as opponent:
        for revision in (1, 2):
            opponent.ask(Question(revision, "toy", {}, "any", "."))
            assert first_reply(opponent) == Answer(revision, ("d4",))


def test_a_silent_engine_is_trouble_and_is_ended(tmp_path):
    with OpponentProcess(engine(tmp_path, UP_AND_SILENT), grace=0.2) as opponent:
        opponent.ask(QUESTION)
        assert first_reply(opponent) == Trouble(1, "The opponent did not answer within 0.3 seconds.")


def test_an_engine_that_dies_is_trouble(tmp_path):
    with OpponentProcess(engine(tmp_path, "os._exit(3)")) as opponent:
        opponent.ask(QUESTION)
        assert first_reply(opponent) == Trouble(1, "The opponent's program quit without answering.")


def test_an_engine_that_dies_once_is_started_again(tmp_path):
    body = f"""
        flag = {str(tmp_path / "died")!r}
        for _ in questions():
            if not os.path.exists(flag):
                open(flag, "w").close()
                os._exit(3)
            say("d4")
    """
    with OpponentProcess(engine(tmp_path, body)) as opponent:
        opponent.ask(QUESTION)
        assert first_reply(opponent, Restarted) == Restarted(1)
        assert first_reply(opponent) == Answer(1, ("d4",))


def test_garbage_before_an_answer_is_passed_over(tmp_path):
    body = r"""
        for _ in questions():
            sys.stdout.buffer.write(b"\xff\xfe\x00\n\r\n" + b"x" * 200_000 + b"\n*** banner ***\n")
            say("d4")
    """
    with OpponentProcess(engine(tmp_path, body)) as opponent:
        opponent.ask(QUESTION)
        assert first_reply(opponent) == Answer(1, ("d4",))


def test_an_engine_that_floods_neither_blocks_nor_fills_the_memory(tmp_path):
    body = """
        for _ in questions():
            while True:
                say("MESSAGE note " + "blah" * 100)
    """
    with OpponentProcess(engine(tmp_path, body), grace=0.5) as opponent:
        opponent.ask(QUESTION)
        assert isinstance(first_reply(opponent), Trouble)


def test_an_engine_that_never_reads_does_not_block_the_window(tmp_path):
    question = Question(1, "toy", {}, "any", "\n".join(["." * 80] * 20_000), seconds=0.1)
    with OpponentProcess(engine(tmp_path, UP_AND_SILENT), grace=0.2) as opponent:
        opponent.ask(question)
        assert isinstance(first_reply(opponent), Trouble)


def test_an_illegal_answer_is_handed_on_and_refused_by_the_match(tmp_path, plugin_folder):
    toy = discover(plugin_folder).rulesets["four_in_a_row"]
    match = Match(toy, complete_options(toy.info, {}), seed=0)
    match.submit(Command(0, (parse_move(toy.info, match.state, "d4"),)))
    with OpponentProcess(engine(tmp_path, "for _ in questions(): say('d4')")) as opponent:
        opponent.ask(Question(match.revision, "four_in_a_row", match.options, "any", toy.dump(match.state)))
        answer = first_reply(opponent)
    move = parse_move(toy.info, match.state, answer.moves[0])
    assert isinstance(match.submit(Command(answer.revision, (move,))), Reason)


@pytest.mark.parametrize("body", ["time.sleep(600)", "for _ in questions(): time.sleep(600)", "say('hello')"])
def test_closing_leaves_no_process_behind(tmp_path, body):
    opponent = OpponentProcess(engine(tmp_path, body))
    opponent.ask(QUESTION)
    process = opponent._transport._process
    opponent.close()
    assert process.returncode is not None


def test_a_program_that_is_not_there_is_trouble(tmp_path):
    with OpponentProcess(replace(own_engine(), command=(str(tmp_path / "no-such-engine"),))) as opponent:
        opponent.ask(QUESTION)
        assert isinstance(first_reply(opponent), Trouble)


@pytest.mark.parametrize("body", ["pass", "os.close(1); time.sleep(600)"])
def test_a_program_that_fell_silent_by_itself_leaves_no_thread_and_no_open_pipe(tmp_path, body):
    threads = set(threading.enumerate())
    process = LineProcess(engine(tmp_path, body).command)
    until = time.monotonic() + PATIENCE
    while not (process.ended and process._process.stdin.closed) and time.monotonic() < until:
        time.sleep(0.01)
    assert process._process.stdin.closed
    process.kill()
    for thread in set(threading.enumerate()) - threads:
        thread.join(PATIENCE)
        assert not thread.is_alive()


# Our own engine as a child


def our_question(plugin_folder: Path, level: str = "any") -> Question:
    toy = discover(plugin_folder).rulesets["four_in_a_row"]
    state = toy.setup(complete_options(toy.info, {}), 0).state
    return Question(5, "four_in_a_row", {}, level, toy.dump(state), seconds=0.1, seed=3)


def test_our_engine_plays_a_drop_in_wherever_the_window_was_started(plugin_folder, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "main.py").write_text("raise SystemExit('the wrong main.py')", encoding="utf-8")
    with OpponentProcess(own_engine(plugin_folder)) as opponent:
        opponent.ask(our_question(plugin_folder))
        answer = first_reply(opponent)
        assert isinstance(answer, Answer)
        assert answer.revision == 5
        assert len(answer.moves) == 1
        opponent.ask(our_question(plugin_folder, level="nobody"))
        assert "no level 'nobody'" in first_reply(opponent).sentence


def test_a_drop_in_that_hangs_disables_no_opponent(plugin_folder, monkeypatch):
    """Neither one that was found hanging, nor one that was dropped in since."""
    question = our_question(plugin_folder)
    (plugin_folder / "stuck.py").write_text("import time\ntime.sleep(1e6)\n", encoding="utf-8")
    catalogue = discover(plugin_folder)
    (plugin_folder / "stuck_too.py").write_text("import time\ntime.sleep(1e6)\n", encoding="utf-8")
    began = time.monotonic()
    with OpponentProcess(own_engine(plugin_folder, catalogue.tried)) as opponent:
        opponent.ask(question)
        assert isinstance(first_reply(opponent), Answer)
    # Nobody tries it again, which takes 9 seconds without the shorter patience of this process.
    assert time.monotonic() - began < 8.0


BUSY_LEVEL = '''

from dataclasses import replace


def busy(state, limits):
    """Never yields and never ends."""
    print("busy")
    while True:
        sum(range(1000))
    yield


FourInARow.info = replace(FourInARow.info, levels=(*RULESET.info.levels, Level("busy", "Busy", "", ".busy")))
'''

#: A window in small: starts the opponent, asks it and waits to be killed.
MIDDLE = """
import sys, time
sys.path.insert(0, {root!r})
from pathlib import Path
from game.engine.client.opponent import Question
from game.engine.client.opponent_process import OpponentProcess
from game.engine.client.own_dialect import own_engine
opponent = OpponentProcess(own_engine(Path({plugins!r}), [{tried!r}]))
opponent.ask(Question(1, "four_in_a_row", {{}}, "busy", {position!r}, seconds=600))
time.sleep(600)
"""


def test_our_engine_ends_with_its_window_even_while_a_thinker_never_pauses(plugin_folder):
    path = plugin_folder / "four_in_a_row.py"
    path.write_text(path.read_text(encoding="utf-8") + BUSY_LEVEL, encoding="utf-8")
    position = our_question(plugin_folder).position_text
    # It passed its trial above; on a busy machine another one may be late, and nobody would then be asked.
    tried = f"{DROP_IN_PACKAGE}.four_in_a_row"
    code = MIDDLE.format(root=str(ROOT), plugins=str(plugin_folder), tried=tried, position=position)
    with subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.PIPE) as middle:
        # The engine inherits the error stream, where what a thinker prints ends up.
        assert middle.stderr.readline().strip() == b"busy"
        middle.kill()
        # The stream's end is the end of both processes.
        middle.communicate(timeout=PATIENCE)
