"""Stress test with hostile engines: they send anything, stop answering, flood, crash and leave child processes."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from pathlib import Path

import psutil

from game.core.match import Match
from game.core.own_program import own_command
from game.core.ruleset import WireProtocol, complete_options
from game.engine.client.engine_program import EngineProgram
from game.engine.client.opponent import Answer, Question, Trouble
from game.engine.client.opponent_process import OpponentProcess
from tools.stress.campaign import Campaign
from tools.stress.damage import damaged
from tools.stress.random_games import play_at_random, ruleset_from, rulesets

_WORDS = (
    b"OK", b"7,7", b"0,0", b"MESSAGE depth 3 ev 7", b"ERROR I do not feel well", b"UNKNOWN", b"SUGGEST 3,3", 
    b"name Odd", b"move JJKK", b"DEBUG", b'name="Odd"', b"7,7 8,8", b"",
)  # fmt: skip
_GRACE = 1.0


def babble(seed: int) -> int:
    """Run as the hostile engine: answer each line with random lines, or crash, sleep, or start a process; return 0."""
    rng = random.Random(seed)
    for _line in sys.stdin.buffer:
        for _answer in range(rng.choice((0, 1, 1, 1, 2, 200))):
            words = rng.choice(_WORDS)
            os.write(
                1, (damaged(words, rng) if rng.random() < 0.3 else words) + rng.choice((b"\n", b"\r\n", b"\n", b""))
            )
        fate = rng.random()
        if fate < 0.03:
            os.abort()
        elif fate < 0.06:
            subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], start_new_session=True)
        elif fate < 0.09:
            time.sleep(rng.uniform(0.0, 3.0))
        elif fate < 0.11:
            os.close(1)
    time.sleep(rng.choice((0.0, 60.0)))
    return 0


def trial(seed: int, folder: Path) -> str:
    """Ask a hostile engine for three moves; return what went wrong, else "".

    Each question must end with an answer or an error (``Trouble``). No process may keep running afterwards.
    """
    rng = random.Random(seed)
    dialect, ruleset = rng.choice((("gomocup", ruleset_from(None)), ("sau", ruleset_from(WireProtocol.SAU))))
    command = (*own_command("stress", "--babble", str(seed)),)
    with OpponentProcess(EngineProgram("Odd", command, dialect=dialect), rulesets(), grace=_GRACE) as engine:
        for turn in range(3):
            match = Match(ruleset, complete_options(ruleset.info, {}), seed=turn)
            play_at_random(match, 1 + 2 * turn, rng)
            asked = Question(turn, ruleset.info.id, match.options, "", ruleset.dump(match.state), seconds=0.1)
            told = _answered(engine, asked)
            if told:
                return told
    _gone, left = psutil.wait_procs(psutil.Process().children(recursive=True), timeout=8.0)
    return f"left behind: {len(left)} processes" if left else ""


def _answered(engine: OpponentProcess, asked: Question) -> str:
    engine.ask(asked)
    until = time.monotonic() + 40.0
    while time.monotonic() < until:
        if any(isinstance(reply, Answer | Trouble) for reply in engine.poll()):
            return ""
        time.sleep(0.005)
    return "neither an answer nor trouble came in"


ENGINES = Campaign("hostile engines", "turns against programs that say anything", trial, 20, patience=140.0, weight=3)
