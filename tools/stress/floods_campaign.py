"""Stress test with flooding engines: they send long, invalid or empty lines as fast as they can and stop reading."""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from pathlib import Path

import psutil

from game.core.match import Match
from game.core.ruleset import complete_options
from game.engine.client.engine_program import EngineProgram
from game.engine.client.opponent import Answer, Question, Trouble
from game.engine.client.opponent_process import OpponentProcess
from tools.stress.campaign import Campaign
from tools.stress.random_games import play_at_random, ruleset_from, rulesets

#: The source of the engine: after the second command it writes some of these lines at random for up to 1.5 seconds, and
#: then a move.
_FLOOD = """
import random, sys, time
dice = random.Random(int(sys.argv[1]))
cells = [f"{letter}{row}" for letter in "abcdefghijklmno" for row in range(1, 16)]
lines = [
    "MESSAGE depth 30 ev 7 n 12M pv " + " ".join(cells * 40), "MESSAGE depth 3 ev" + " " * 9000 + "7",
    "MESSAGE " + "depth ev n " * 900, "DEBUG " + "x" * 20_000, "message", "", "INFO x", "SUGGEST " + "7" * 9000,
    "OK", "7,7", "7,", "ERROR", "x" * 100_000, "name=" * 2000, "MESSAGE depth 9 score 1 nodes 1 pv " + "h8 " * 3000,
]
said = 0
print("OK", flush=True)
for line in sys.stdin:
    said += 1
    if said > 1:
        break
chosen, until = dice.sample(lines, dice.choice((1, 1, 2, 5))), time.monotonic() + dice.uniform(0.1, 1.5)
if dice.random() < 0.5:
    chosen = lines[:2]
while time.monotonic() < until:
    sys.stdout.write("".join(f"{dice.choice(chosen)}\\n" for _ in range(50)))
print(f"{dice.randrange(15)},{dice.randrange(15)}", flush=True)
time.sleep(dice.choice((0, 600)))
"""
#: The processor time that one poll may take on the thread of the window, in seconds.
_MOST_OF_POLL = 0.05
_MOST_MEMORY = 64 << 20
_GRACE = 2.0


def trial(seed: int, folder: Path) -> str:
    """Ask a flooding engine for a move; return what went wrong, else "".

    The window must never wait long for it, memory must hardly grow, an answer or an error (``Trouble``) must arrive,
    and no process may keep running.
    """
    rng = random.Random(seed)
    ruleset = ruleset_from(None)
    match = Match(ruleset, complete_options(ruleset.info, {}), seed=seed)
    play_at_random(match, rng.randrange(5), rng)
    asked = Question(seed, ruleset.info.id, match.options, "", ruleset.dump(match.state), seconds=0.1)
    us = psutil.Process()
    program = folder / "flood.py"
    program.write_text(_FLOOD, "utf-8")
    flood, before = EngineProgram("Flood", (sys.executable, str(program), str(seed))), us.memory_info().rss
    with OpponentProcess(flood, rulesets(), grace=_GRACE) as engine:
        engine.ask(asked)
        text = _followed(engine)
        grown = us.memory_info().rss - before
        if hasattr(signal, "SIGSTOP") and rng.random() < 0.3:
            _suspend_one(rng)
    if not text and grown > _MOST_MEMORY:
        text = f"memory grew by {grown >> 20} MB"
    _gone, left = psutil.wait_procs(psutil.Process().children(recursive=True), timeout=8.0)
    return text or (f"left behind: {len(left)} processes" if left else "")


def _followed(engine: OpponentProcess) -> str:
    longest, until = 0.0, time.monotonic() + 40.0
    while time.monotonic() < until:
        began = time.thread_time()
        replies = engine.poll()
        longest = max(longest, time.thread_time() - began)
        if any(isinstance(reply, Answer | Trouble) for reply in replies):
            return f"a poll took {1000 * longest:.0f} ms" if longest > _MOST_OF_POLL else ""
        time.sleep(0.005)
    return "neither an answer nor trouble came in"


def _suspend_one(rng: random.Random) -> None:
    """Suspend one of the child processes at random: the relay or the engine."""
    processes = psutil.Process().children(recursive=True)
    if processes:
        os.kill(rng.choice(processes).pid, signal.SIGSTOP)


FLOODS = Campaign("flooding engines", "questions to programs that talk without end", trial, 20, patience=140.0)
