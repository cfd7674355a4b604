"""A program that misbehaves in the way that its first argument names; tests run it as a child process.

It speaks the Gomocup protocol, and that of the Connect6 championship once it reads one of its commands.

A second argument names a file that is written at the first fault; if it exists, the program behaves well. The
environment variable PUPPET_PROCESSES names a file to which the program adds its own process number and those of the
children that it starts.
"""

import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, replace
from pathlib import Path

_LONG = "x" * 20_000


def say(text: str, end: str = "\n") -> None:
    sys.stdout.write(text + end)
    sys.stdout.flush()


@dataclass
class Language:
    """The notation of a protocol between programs: how moves are written, and examples of wrong output."""

    points: tuple[str, ...]
    stones: int
    move: str = "{}"
    outside: str = "99,99"
    below: str = "-1,-1"
    half: str = "7,"
    error: str = "ERROR"

    def first_free(self, taken: set[str]) -> str:
        return "".join([point for point in self.points if point not in taken][: self.stones])

    def points_of(self, move: str) -> list[str]:
        length = len(move) // self.stones
        return [move[place : place + length] for place in range(0, len(move), length)]


def gomocup(size: int) -> Language:
    return Language(tuple(f"{x},{y}" for y in range(size) for x in range(size)), 1)


def championship() -> Language:
    letters = "ABCDEFGHIJKLMNOPQRS"
    points = tuple(x + y for y in letters for x in letters)
    return Language(points, 2, "move {}", outside="ZZZZ", below="@@@@", half="J", error="error")


def forever(work) -> None:
    while True:
        work()


def close_output() -> None:
    os.close(sys.stdout.fileno())
    forever(lambda: time.sleep(1))


def start_child() -> None:
    """Start a process that runs for ten minutes and keeps our standard output open."""
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], stdin=subprocess.DEVNULL)
    register(child.pid)


def start_hidden_child() -> None:
    """Start a process that a test must see killed: in a session of its own, with a parent that has ended."""
    code = (
        "import os, subprocess, sys; child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'],"
        " stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True);"
        " print(child.pid)"
    )
    made = subprocess.run([sys.executable, "-c", code], stdin=subprocess.DEVNULL, capture_output=True, check=True)
    register(int(made.stdout))


def kill_parent() -> None:
    """Kill the process that started this one, and keep running."""
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    os.kill(os.getppid(), signal.SIGKILL)
    forever(lambda: time.sleep(0.1))


def die_before_a_child() -> None:
    start_child()
    os._exit(3)


def fill_errors() -> None:
    threading.Thread(target=forever, args=(lambda: sys.stderr.write("trouble\n"),), daemon=True).start()


def say_why_not() -> None:
    """End as a program does whose library is missing: the loader says so on the error output."""
    os.write(2, b"puppet: error while loading shared libraries: libfoo.so.1: cannot open shared object file\n")
    os._exit(127)


def register(process: int) -> None:
    if path := os.environ.get("PUPPET_PROCESSES"):
        with Path(path).open("a") as file:
            file.write(f"{process}\n")


#: What the program does instead of answering, by fault.
INSTEAD = {
    "silent": lambda: None,
    "garbage": lambda: say(f"\x00\x01%&/\n*** thinking hard ***\n{_LONG}"),
    "flood": lambda: forever(lambda: say("MESSAGE I am still thinking")),
    "long remarks": lambda: forever(lambda: say(f"MESSAGE depth 30 ev 7 n 12M pv {'h8 i9 ' * 1_400}")),
    "huge line": lambda: say(_LONG * 1_000),
    "endless line": lambda: forever(lambda: say(_LONG, end="")),
    "spins": lambda: forever(lambda: None),
    "dies": lambda: sys.exit(3),
    "dies before a child": die_before_a_child,
    "kills its relay": kill_parent,
    "closes its output": close_output,
    "two moves": lambda: say("0,0 1,1"),
    "no line end": lambda: say("0,0", end=""),
}
#: What the program does before a correct answer, by fault.
BEFORE = {
    "late": lambda: time.sleep(2.0),
    "talks": lambda: say(f"MESSAGE hm\nDEBUG 3,3\n\n{_LONG}\nmessage 5,5"),
    "errors": fill_errors,
    "child": start_child,
    "hidden child": start_hidden_child,
}


def wrong_text(fault: str, language: Language) -> str:
    """Return an answer with this fault that cannot be played as a move; "" if it is a fault of another kind."""
    words = {"outside": language.outside, "below zero": language.below, "half a move": language.half}
    if fault == "error":
        return f"{language.error} I do not feel well"
    return language.move.format(words[fault]) if fault in words else ""


def answer(fault: str, taken: set[str], language: Language) -> None:
    if len(sys.argv) > 2:
        if Path(sys.argv[2]).exists():
            fault = "none"
        Path(sys.argv[2]).touch()
    if fault in INSTEAD:
        INSTEAD[fault]()
    elif wrong := wrong_text(fault, language):
        say(wrong)
    elif fault == "illegal" and taken:
        say(language.move.format(next(iter(taken)) * language.stones))
    elif fault == "suggests":
        say(f"SUGGEST {language.first_free(taken)}")
    else:
        BEFORE.get(fault, lambda: None)()
        for _ in range(2 if fault == "answers twice" else 1):
            move = language.first_free(taken)
            taken.update(language.points_of(move))
            say(language.move.format(move))


def started(fault: str) -> None:
    words = {"refuses": "ERROR only boards of 15", "wrong case": "ok", "returns": "OK\r", "asks": "What is START?"}
    if fault != "deaf":
        say(words.get(fault, "OK"))


def main(fault: str) -> None:
    register(os.getpid())
    if fault == "says why":
        say_why_not()
    language, taken, on_board = gomocup(15), set(), False
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if on_board and word != "DONE":
            taken.add(",".join(word.split(",")[:2]))
        elif word == "ABOUT" and fault != "old":
            say('name="Puppet", version="1"', end="" if fault == "no newline" else "\n")
        elif word == "START":
            language, taken = gomocup(int(rest)), set()
            started(fault)
        elif word == "new":
            language, taken = championship(), set()
            if rest == "black":
                answer(fault, taken, replace(language, stones=1))
        elif word == "move":
            taken.update(point for point in language.points_of(rest) if point != "@@")
            answer(fault, taken, language)
        elif word == "INFO" and fault == "knows nothing":
            say(f"UNKNOWN {line.strip()}")
        elif word == "BOARD":
            if fault == "knows nothing":
                say("UNKNOWN BOARD")
            on_board = fault != "knows nothing"
        elif word == "TURN":
            taken.add(rest)
            answer(fault, taken, language)
        elif word in ("BEGIN", "DONE"):
            on_board = False
            if not (fault == "knows nothing" and word == "DONE"):
                answer(fault, taken, language)
        elif word == "PLAY":
            taken.add(rest)
            say(rest)
        elif word in ("END", "quit") and fault != "ignores end":
            return
    while fault in ("ignores end", "spins"):
        time.sleep(0.01)


if __name__ == "__main__":
    main(sys.argv[1])
