"""Our engine as a process, run by a manager through pipes."""

import os
import select
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from game.engine.protocol.protocol import About, End, InfoLine
from game.engine.protocol.yixin import Stop
from game.engine.server.process import Inbox, _is_reader_alive
from game.engine.server.process_age import process_age
from game.engine.server.session import SINCE_CREATION

pytestmark = pytest.mark.usefixtures("engines_compiled")

MAIN = Path(__file__).resolve().parents[2] / "main.py"
#: Nothing here takes as long; it only keeps a broken test from waiting for ever.
PATIENCE = 30.0

NOISY = '''

from dataclasses import replace
from itertools import count

print("an unwanted greeting")


def chatty(state, limits):
    """Prints, and thinks until it is stopped."""
    print("an unwanted line")
    best = list(RULESET.legal_moves(state))[10]
    for depth in count(1):
        yield Info(depth=depth, variation=(best,))


def deaf(state, limits):
    """Never yields and never ends."""
    print("deaf")
    while True:
        pass
    yield


FourInARow.info = replace(
    FourInARow.info,
    levels=tuple(Level(name, name, "", f".{name}") for name in ("any_cell", "chatty", "deaf")),
    hint_level="any_cell",
)
'''


class Manager:
    """Talks to an engine as a Gomocup manager does."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, str(MAIN), "engine", *arguments],
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self._watchdog = threading.Timer(PATIENCE, self.process.kill)
        self._watchdog.start()

    def send(self, *lines: str, end: str = "\r\n") -> None:
        self.process.stdin.write("".join(line + end for line in lines).encode())

    def hear(self) -> str:
        """The next line."""
        return self.process.stdout.readline().decode().rstrip("\n")

    def hear_answer(self) -> str:
        """The next line that is no message."""
        return next(line for line in iter(self.hear, "") if not line.startswith("MESSAGE"))

    def ask(self, *lines: str, end: str = "\r\n") -> str:
        self.send(*lines, end=end)
        return self.hear_answer()

    def close(self) -> None:
        self._watchdog.cancel()
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            stream.close()


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[Manager]:
    talking = Manager("--plugins", str(tmp_path))
    yield talking
    talking.close()


@pytest.fixture
def noisy(plugin_folder: Path) -> Iterator[Manager]:
    """An engine with a drop-in that prints while it is imported, and thinkers that do not behave."""
    path = plugin_folder / "four_in_a_row.py"
    path.write_text(path.read_text(encoding="utf-8") + NOISY, encoding="utf-8")
    talking = Manager("--plugins", str(plugin_folder))
    talking.send("INFO ruleset four_in_a_row", "INFO timeout_turn 20000")
    yield talking
    talking.close()


EMPTY_BOARD = (
    "POSITION",
    *[". . . . . . ."] * 7,
    "phase: play",
    "to move: b",
    "seats: b w",
    "stones left: 1",
    "last: -",
    "DONE",
)


def is_point(line: str, size: int) -> bool:
    x, y = (int(part) for part in line.split(","))
    return 0 <= x < size and 0 <= y < size


@pytest.mark.parametrize("end", ["\r\n", "\n", "\r"])
def test_a_plain_game_whatever_ends_the_managers_lines(manager, end):
    assert manager.ask("START 15", end=end) == "OK"
    manager.send("INFO timeout_turn 100", "INFO game_type 1", "INFO rule 0", "INFO folder .", end=end)
    assert is_point(manager.ask("BEGIN", end=end), 15)
    assert is_point(manager.ask("BOARD", "7,7,2", "DONE", end=end), 15)
    manager.send("END", end=end)
    assert manager.process.wait(PATIENCE) == 0


@pytest.mark.parametrize("size", [5, 15, 19, 20])
def test_the_board_sizes_of_gomocup_are_taken(manager, size):
    assert manager.ask(f"START {size}") == "OK"


@pytest.mark.parametrize("rule", [0, 1, 4, 8, 9])
def test_the_rules_of_gomocup_are_played(manager, rule):
    manager.ask("START 15")
    manager.send("INFO timeout_turn 50", f"INFO rule {rule}")
    assert is_point(manager.ask("TURN 7,7"), 15)


def test_the_end_of_input_is_the_end_of_the_process(manager):
    manager.ask("START 15")
    manager.process.stdin.close()
    assert manager.process.wait(PATIENCE) == 0


def test_what_was_asked_before_the_end_is_answered(manager):
    manager.send("START 15", "ABOUT", "END")
    assert manager.hear() == "OK"
    assert manager.hear().startswith('name="Stone Fair"')
    assert manager.process.wait(PATIENCE) == 0


def test_a_last_line_without_a_line_end_counts(manager):
    manager.process.stdin.write(b"ABOUT")
    manager.process.stdin.close()
    assert manager.hear().startswith("name=")


def test_nothing_but_the_protocol_is_printed_whatever_a_plug_in_prints(noisy):
    noisy.send("INFO level chatty", *EMPTY_BOARD)
    assert noisy.hear().startswith("MESSAGE depth 1")
    assert noisy.ask("YXSTOP") == "d6"
    noisy.send("END")
    assert b"unwanted" not in noisy.process.stdout.read()
    assert b"an unwanted greeting" in noisy.process.stderr.read()


@pytest.mark.parametrize("call", ["YXSTOP", "ABOUT"])
def test_a_thinker_at_work_is_stopped_by_a_call_and_answers(noisy, call):
    noisy.send("INFO level chatty", *EMPTY_BOARD)
    noisy.hear()
    assert noisy.ask(call) == "d6"


def test_a_setting_does_not_stop_a_thinker(noisy):
    noisy.send("INFO level chatty", *EMPTY_BOARD)
    noisy.hear()
    noisy.send("INFO time_left 10000")
    assert all(noisy.hear().endswith("ev 0 n 0 n/ms 0 tm 0 pv d6") for _ in range(50))


@pytest.mark.parametrize("farewell", [("END",), ()])
def test_the_process_ends_though_its_thinker_is_deaf(noisy, farewell):
    noisy.send("INFO level deaf", *EMPTY_BOARD)
    assert "deaf" in (line.decode().strip() for line in noisy.process.stderr)
    noisy.send(*farewell)
    noisy.process.stdin.close()
    assert noisy.process.wait(PATIENCE) == 0


def test_a_broken_plug_in_does_not_keep_the_engine_from_playing(plugin_folder):
    (plugin_folder / "broken.py").write_text("1 / 0", encoding="utf-8")
    manager = Manager("--plugins", str(plugin_folder))
    assert manager.ask("START 15") == "OK"
    manager.close()


def test_commands_wait_in_the_inbox_and_all_but_settings_call():
    inbox = Inbox()
    assert not inbox.is_calling()
    inbox.put(InfoLine("time_left", "1"))
    assert not inbox.is_calling()
    inbox.put(Stop())
    inbox.put(About())
    assert inbox.is_calling()
    assert [inbox.take()[0] for _ in range(3)] == [InfoLine("time_left", "1"), Stop(), About()]
    threading.Timer(0.05, inbox.put, [End()]).start()
    assert inbox.take()[0] == End()


def test_a_command_that_came_before_the_engine_was_ready_may_be_as_old_as_the_process():
    inbox = Inbox()
    inbox.put(About())
    assert inbox.take() == (About(), SINCE_CREATION)
    began = time.monotonic()
    inbox.put(Stop())
    _stop, came = inbox.take()
    assert began <= came <= time.monotonic()


def test_the_age_of_a_process_counts_from_its_creation():
    # psutil tells the second only.
    assert time.time() - process_age() == pytest.approx(psutil.Process().create_time(), abs=2.0)


@pytest.mark.skipif(not hasattr(select, "poll"), reason="the system cannot tell")
def test_it_is_known_whether_anybody_still_reads_the_answers():
    reader, writer = os.pipe()
    assert _is_reader_alive(writer)
    os.close(reader)
    assert not _is_reader_alive(writer)
    os.close(writer)
