"""Every known fault of a foreign engine program, and the message about it that the player sees.

``python -m tools.engine.faults`` prints them. For each fault it starts a real engine process in the same way as the
window does.
"""

import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from game.core.match import Command, Match
from game.core.ruleset import complete_options, parse_move
from game.engine.client import opponent_process
from game.engine.client.engine_program import EngineProgram
from game.engine.client.opponent import Answer, Question, Trouble
from game.engine.client.opponent_process import OpponentProcess
from game.engine.server.rule_lookup import find_championship_game
from game.plugins.registry import discover

PUPPET = Path(__file__).with_name("scripted_engine.py")
RULESETS = discover().rulesets
PLAIN = next(r for r in RULESETS.values() if r.gomocup_rule(complete_options(r.info, {})) == 0)
TWO_STONES = find_championship_game(RULESETS.values()).ruleset
#: A limit in seconds that only keeps a broken test from waiting for ever: nothing here takes as long.
PATIENCE = 30.0
#: The seconds by which an answer may be late in tests of programs that never answer. The Connect6 championship's
#: engines get longer, as their protocol gives them no time to get ready before the first move.
GRACE, CHAMPIONSHIP_GRACE = 0.9, 2.9
LATE = "Puppet did not answer within 1 second"
ENDED = "Puppet's program quit without answering."
_MISSING = "puppet: error while loading shared libraries: libfoo.so.1: cannot open shared object file"


@dataclass(frozen=True)
class Fault:
    """A fault of the scripted engine.

    It has a name that the engine knows, a description, and the sentence that the player sees: empty if the game goes
    on.
    """

    name: str
    about: str
    sentence: str = ""
    start_seconds: float = opponent_process.START_SECONDS
    dialect: str = "gomocup"


FAULTS = (
    Fault("silent", "never answers", f"{LATE}."),
    Fault("late", "answers after two seconds", f"{LATE}."),
    Fault(
        "illegal", "plays where a stone is", "Puppet played H8, which is not allowed: There is already a stone on H8."
    ),
    Fault("outside", "plays beyond the board", "Puppet answered 99,99, which is not on the board."),
    Fault("below zero", "plays beyond the board", "Puppet answered -1,-1, which is not on the board."),
    Fault("garbage", "says bytes that mean nothing", f"{LATE}; its last output was '*** thinking hard ***'."),
    Fault("half a move", "says half a move", f"{LATE}; its last output was '7,'."),
    Fault("two moves", "says two moves on one line", f"{LATE}; its last output was '0,0 1,1'."),
    Fault("no line end", "does not end the line of its move", f"{LATE}."),
    Fault("flood", "talks without end", f"{LATE}."),
    Fault("long remarks", "tells lines of play of thousands of stones without end", f"{LATE}."),
    Fault("huge line", "says a line of 20 megabytes", f"{LATE}."),
    Fault("endless line", "says a line without end", f"{LATE}."),
    Fault("spins", "loops and hears nothing", f"{LATE}."),
    Fault("knows nothing", "does not know BOARD", f"{LATE}; its last output was 'UNKNOWN BOARD'."),
    Fault("dies", "ends when it is asked, twice", ENDED),
    Fault("dies before a child", "ends and leaves a child that holds its output", ENDED),
    Fault("kills its relay", "kills the process that started it, and goes on", ENDED),
    Fault(
        "says why",
        "cannot start, and says why on its error output",
        f"{ENDED} The engine's error output: “{_MISSING}”.",
    ),
    Fault("closes its output", "closes its output and goes on", ENDED),
    Fault("error", "says ERROR instead of a move", "Puppet cannot play: I do not feel well."),
    Fault("refuses", "says ERROR at START", "Puppet cannot play: only boards of 15."),
    Fault("deaf", "does not answer START", "Puppet was not ready within 0.5 seconds.", 0.5),
    Fault("none", "does nothing wrong"),
    Fault("old", "does not know ABOUT"),
    Fault("suggests", "suggests its move"),
    Fault("wrong case", "says ok and no OK"),
    Fault("returns", "ends lines in two returns"),
    Fault("talks", "talks before its move, a lot"),
    Fault("answers twice", "says a second move after its move"),
    Fault("errors", "fills its error output without end"),
    Fault("child", "starts a child that never ends"),
    Fault("hidden child", "starts a child that leaves its group and loses its parent"),
    Fault("ignores end", "goes on after END and the end of its input"),
)
#: Faults in the protocol of the Connect6 championship, each with its sentence; empty where that of Gomocup holds.
CHAMPIONSHIP_WORDS = {
    "silent": "",
    "illegal": "Puppet played J10, which is not allowed: There is already a stone on J10.",
    "outside": "Puppet answered ZZ, which is not on the board.",
    "below zero": "Puppet answered without a stone, which is not a complete turn.",
    "garbage": "",
    "half a move": f"{LATE}; its last output was 'move J'.",
    "flood": f"{LATE}; its last output was 'MESSAGE I am still thinking'.",
    "spins": "",
    "dies": "",
    "dies before a child": "",
    "error": "",
    "none": "",
    "talks": "",
    "answers twice": "",
    "ignores end": "",
}
CHAMPIONSHIP_FAULTS = tuple(
    replace(
        fault,
        sentence=(CHAMPIONSHIP_WORDS[fault.name] or fault.sentence).replace("1 second", "3 seconds"),
        dialect="sau",
    )
    for fault in FAULTS
    if fault.name in CHAMPIONSHIP_WORDS
)


def puppet(fault: str, dialect: str = "gomocup") -> EngineProgram:
    return EngineProgram("Puppet", (sys.executable, str(PUPPET), fault), dialect=dialect)


def reply_of(fault: Fault) -> Answer | Trouble:
    """Ask a program with this fault for the second stone of a game; return its answer or the error that results."""
    ruleset, middle = (PLAIN, "h8") if fault.dialect == "gomocup" else (TWO_STONES, "j10")
    match = Match(ruleset, complete_options(ruleset.info, {}), 0)
    match.submit(Command(0, (parse_move(ruleset.info, match.state, middle),)))
    asked = Question(0, ruleset.info.id, match.options, "", ruleset.dump(match.state), seconds=0.1)
    late = GRACE if fault.dialect == "gomocup" else CHAMPIONSHIP_GRACE
    grace = late if fault.sentence.startswith("Puppet did not answer") else PATIENCE
    engine = puppet(fault.name, fault.dialect)
    with start_within(fault.start_seconds), OpponentProcess(engine, RULESETS, grace=grace) as opponent:
        opponent.ask(asked)
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            for reply in opponent.poll():
                if isinstance(reply, Answer | Trouble):
                    return reply
            time.sleep(0.005)
    raise AssertionError("neither an answer nor trouble came in")


@contextmanager
def start_within(seconds: float) -> Iterator[None]:
    """Give engines ``seconds`` seconds to get ready after their start, while the block runs."""
    usual, opponent_process.START_SECONDS = opponent_process.START_SECONDS, seconds
    try:
        yield
    finally:
        opponent_process.START_SECONDS = usual


def still_running(processes: Path) -> list[int]:
    """Wait up to five seconds; return the numbers of those processes that still run. The file lists their numbers."""
    named = [int(line) for line in processes.read_text().split()] if processes.exists() else []
    until = time.monotonic() + 5.0
    while (running := [process for process in named if is_running(process)]) and time.monotonic() < until:
        time.sleep(0.01)
    return running


def is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return state_of(process) != "Z"


def state_of(process: int) -> str:
    """Return the letter of a process's state, Z for a zombie; empty where the system does not provide it."""
    return state_and_parent(process)[0]


def state_and_parent(process: int) -> tuple[str, int]:
    try:
        state, parent = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[:2]
    except OSError:
        return "", 0
    return state, int(parent)


def zombies_of(processes: Path) -> list[int]:
    """Return those of our child processes that ended but were not waited for. The file lists processes by number."""
    named = [int(line) for line in processes.read_text().split()] if processes.exists() else []
    return [process for process in named if state_and_parent(process) == ("Z", os.getpid())]


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        processes = Path(folder) / "processes"
        os.environ["PUPPET_PROCESSES"] = str(processes)
        for fault in (*FAULTS, *CHAMPIONSHIP_FAULTS):
            begin = time.monotonic()
            reply = reply_of(fault)
            seconds = time.monotonic() - begin
            text = reply.sentence if isinstance(reply, Trouble) else f"(plays {reply.moves[0].upper()})"
            left = still_running(processes) + zombies_of(processes)
            sys.stdout.write(f"{fault.about:<46}{seconds:5.1f} s  {text}{f'  LEFT: {left}' if left else ''}\n")
            sys.stdout.flush()
            processes.unlink(missing_ok=True)


if __name__ == "__main__":
    main()
