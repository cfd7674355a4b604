"""Measurements of the engine's process from outside: time to its first move, cost of compilation, and memory."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from game.engine.client.opponent import Question
from game.engine.client.own_dialect import format_question, own_engine
from game.engine.protocol.replies import ErrorReply, Moves, read_reply
from game.storage.folders import HOME_VARIABLE
from tools.bench_positions import BenchPosition
from tools.bench_search import engine_level
from tools.measure import Measure

_ROOT = Path(__file__).resolve().parents[1]
#: The number of timed starts of the engine.
_STARTS = 5
#: The time that the engine thinks before its memory is measured, in seconds.
_THOUGHT = 3.0
#: The source of a program that compiles the code which a level of a ruleset needs.
_COMPILE = """
import signal
signal.signal(signal.SIGINT, signal.SIG_DFL)
from game.plugins.registry import discover, warm_up
catalogue = discover()
warm_up(catalogue.package({ruleset!r}), catalogue.rulesets[{ruleset!r}].info.level({level!r}))
"""


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of a process that has ended: CPU time in seconds, and peak memory in megabytes."""

    cpu_seconds: float
    megabytes: float


def process_measures(position: BenchPosition) -> Iterator[Measure]:
    """Yield all measurements of the engine, which plays in the given position.

    Call this before anything that needs much memory: the peak memory that the system reports for a new process includes
    memory inherited from its parent.
    """
    title = position.ruleset.info.title
    with _compiling(position, os.environ) as process:
        process.wait()
    starts = tuple(_first_answer(position) for _ in range(_STARTS))
    yield Measure(f"{title}: warm start to first move", "s", 0.7, starts)
    if not hasattr(os, "wait4"):
        return
    yield Measure(f"{title}: memory after {_THOUGHT:g} s of thought", "MB", 300.0, (_memory(position),))
    yield Measure(f"{title}: cold start, CPU", "s", 20.0, (_compile(position),))


def _first_answer(position: BenchPosition) -> float:
    """Return the time in seconds from the start of the engine to its first move, with no time to think."""
    begin = time.perf_counter()
    with _engine() as process:
        _ask(process, position, seconds=0.0)
        elapsed = time.perf_counter() - begin
        _end(process)
    return elapsed


def _memory(position: BenchPosition) -> float:
    with _engine() as process:
        _ask(process, position, seconds=_THOUGHT)
        _say(process, "END")
        return _cost(process).megabytes


def _compile(position: BenchPosition) -> float:
    """Return the CPU time in seconds that compilation takes with an empty cache."""
    with (
        tempfile.TemporaryDirectory() as home,
        _compiling(position, {**os.environ, HOME_VARIABLE: home}) as process,
    ):
        return _cost(process).cpu_seconds


def _compiling(position: BenchPosition, environment: Mapping[str, str]) -> subprocess.Popen[bytes]:
    ruleset, level = position.ruleset.info.id, engine_level(position.ruleset).id
    program = [sys.executable, "-c", _COMPILE.format(ruleset=ruleset, level=level)]
    return subprocess.Popen(program, cwd=_ROOT, env=environment)


def _engine() -> subprocess.Popen[bytes]:
    return subprocess.Popen(own_engine().command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def _ask(process: subprocess.Popen[bytes], position: BenchPosition, seconds: float) -> Moves:
    """Return the engine's moves in the position. Raises EOFError if the engine ends or refuses without an answer."""
    ruleset = position.ruleset
    level, dump = engine_level(ruleset).id, ruleset.dump(position.state)
    _say(process, *format_question(Question(0, ruleset.info.id, position.options, level, dump, seconds)))
    for line in _stream(process.stdout):
        reply = read_reply(line.decode())
        if isinstance(reply, Moves):
            return reply
        if isinstance(reply, ErrorReply):
            raise EOFError(f"the engine refused: {reply.sentence}")
    raise EOFError("the engine ended without an answer")


def _say(process: subprocess.Popen[bytes], *lines: str) -> None:
    stdin = _stream(process.stdin)
    stdin.write("".join(f"{line}\n" for line in lines).encode())
    stdin.flush()


def _stream(stream: IO[bytes] | None) -> IO[bytes]:
    assert stream is not None
    return stream


def _end(process: subprocess.Popen[bytes]) -> None:
    _say(process, "END")
    process.wait()


def _cost(process: subprocess.Popen[bytes]) -> Cost:
    """Wait until a process ends, and return its cost."""
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    unit = 1024 * 1024 if sys.platform == "darwin" else 1024
    return Cost(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / unit)
