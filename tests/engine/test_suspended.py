"""A relay or an engine that is suspended: it is killed all the same, nothing is left, and the window does not wait."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from game.core.match import Match
from game.core.ruleset import complete_options
from game.core.threads.worker import close_in_background
from game.engine.client.opponent import Question, Trouble
from game.engine.client.opponent_process import OpponentProcess
from tools.engine.faults import PATIENCE, PLAIN, RULESETS, is_running, puppet, state_of, still_running

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no signals that suspend a process")

ROOT = Path(__file__).resolve().parents[2]
#: The window's thread never waits so long for an engine; on a busy machine a little more.
AT_ONCE = 0.5
#: A window that is killed while the relay of its engine is suspended: it names relay and engine, and waits.
WINDOW = """
import sys, time
from tests.engine.test_suspended import asked
opponent = asked()
print(opponent._transport._process.pid, flush=True)
time.sleep(600)
"""


def asked() -> OpponentProcess:
    """A foreign engine that was asked and never answers."""
    match = Match(PLAIN, complete_options(PLAIN.info, {}), 0)
    opponent = OpponentProcess(puppet("silent"), RULESETS, grace=0.1)
    opponent.ask(Question(0, PLAIN.info.id, match.options, "", PLAIN.dump(match.state), seconds=0.1))
    return opponent


@pytest.fixture
def processes(tmp_path, monkeypatch) -> Path:
    """The file to which the engine adds its number."""
    path = tmp_path / "processes"
    monkeypatch.setenv("PUPPET_PROCESSES", str(path))
    return path


def suspend(process: int) -> None:
    os.kill(process, signal.SIGSTOP)
    until = time.monotonic() + PATIENCE
    while state_of(process) not in ("T", "") and time.monotonic() < until:
        time.sleep(0.01)


def has_ended(process: int) -> bool:
    until = time.monotonic() + PATIENCE
    while is_running(process) and time.monotonic() < until:
        time.sleep(0.01)
    return not is_running(process)


def engine_of(processes: Path) -> int:
    until = time.monotonic() + PATIENCE
    while not (processes.exists() and processes.read_text()) and time.monotonic() < until:
        time.sleep(0.01)
    return int(processes.read_text().split()[0])


@pytest.mark.parametrize("is_relay", [True, False])
@pytest.mark.parametrize("end", [OpponentProcess.cancel, OpponentProcess.poll])
def test_a_suspended_program_is_killed_when_it_is_given_up(processes, is_relay, end):
    """Cancelled by the player, or late."""
    opponent = asked()
    engine, relay = engine_of(processes), opponent._transport._process.pid
    suspend(relay if is_relay else engine)
    until = time.monotonic() + PATIENCE
    while opponent._transport is not None and time.monotonic() < until:
        began = time.monotonic()
        told = end(opponent)
        assert time.monotonic() - began < AT_ONCE
        time.sleep(0.01)
    assert end is OpponentProcess.cancel or isinstance(told[-1], Trouble)
    assert has_ended(relay)
    assert still_running(processes) == []


@pytest.mark.parametrize("is_relay", [True, False])
def test_a_suspended_program_is_killed_when_it_is_closed(processes, is_relay):
    opponent = asked()
    engine, relay = engine_of(processes), opponent._transport._process.pid
    suspend(relay if is_relay else engine)
    opponent.close()
    assert has_ended(relay)
    assert still_running(processes) == []


def test_closing_aside_waits_for_no_suspended_program(processes):
    """As when the window closes: it waited three seconds for each."""
    opponents = [asked(), asked()]
    relays = [opponent._transport._process.pid for opponent in opponents]
    engine_of(processes)
    for relay in relays:
        suspend(relay)
    began = time.monotonic()
    close_in_background(opponent.close for opponent in opponents)
    assert time.monotonic() - began < AT_ONCE
    assert all(has_ended(relay) for relay in relays)
    assert still_running(processes) == []


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux wakes the relay")
def test_a_suspended_relay_ends_with_a_window_that_is_killed(processes):
    window = subprocess.Popen([sys.executable, "-c", WINDOW], cwd=ROOT, stdout=subprocess.PIPE)
    relay, engine = int(window.stdout.readline()), engine_of(processes)
    suspend(relay)
    window.kill()
    window.communicate()
    assert has_ended(relay)
    assert has_ended(engine)
