"""A Gomocup program that misbehaves as its first argument says; run as a child by the tests.

A second argument names a file that is written at the first fault; once it is there the program behaves. The variable
PUPPET_PROCESSES names a file to which the program and the children that it starts add their process numbers.
"""

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

_LONG = "x" * 20_000


def say(text: str, end: str = "\n") -> None:
    sys.stdout.write(text + end)
    sys.stdout.flush()


def first_free(taken: set[str], size: int) -> str:
    return next(f"{x},{y}" for y in range(size) for x in range(size) if f"{x},{y}" not in taken)


def forever(work) -> None:
    while True:
        work()


def close_output() -> None:
    os.close(sys.stdout.fileno())
    forever(lambda: time.sleep(1))


def start_child() -> None:
    """A process that goes on for long and holds our output."""
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], stdin=subprocess.DEVNULL)
    register(child.pid)


def die_before_a_child() -> None:
    start_child()
    os._exit(3)


def fill_errors() -> None:
    threading.Thread(target=forever, args=(lambda: sys.stderr.write("trouble\n"),), daemon=True).start()


def register(process: int) -> None:
    if path := os.environ.get("PUPPET_PROCESSES"):
        with Path(path).open("a") as file:
            file.write(f"{process}\n")


#: What is done instead of an answer.
INSTEAD = {
    "silent": lambda: None,
    "garbage": lambda: say(f"\x00\x01%&/\n*** thinking hard ***\n{_LONG}"),
    "flood": lambda: forever(lambda: say("MESSAGE I am still thinking")),
    "huge line": lambda: say(_LONG * 1_000),
    "endless line": lambda: forever(lambda: say(_LONG, end="")),
    "spins": lambda: forever(lambda: None),
    "dies": lambda: sys.exit(3),
    "dies before a child": die_before_a_child,
    "closes its output": close_output,
    "outside": lambda: say("99,99"),
    "below zero": lambda: say("-1,-1"),
    "error": lambda: say("ERROR I do not feel well"),
    "half a move": lambda: say("7,"),
    "two moves": lambda: say("0,0 1,1"),
    "no line end": lambda: say("0,0", end=""),
}
#: What is done before an answer that is fine.
BEFORE = {
    "late": lambda: time.sleep(2.0),
    "talks": lambda: say(f"MESSAGE hm\nDEBUG 3,3\n\n{_LONG}\nmessage 5,5"),
    "errors": fill_errors,
    "child": start_child,
}


def answer(fault: str, taken: set[str], size: int) -> None:
    if len(sys.argv) > 2:
        if Path(sys.argv[2]).exists():
            fault = "none"
        Path(sys.argv[2]).touch()
    if fault in INSTEAD:
        INSTEAD[fault]()
    elif fault == "illegal" and taken:
        say(next(iter(taken)))
    elif fault == "suggests":
        say(f"SUGGEST {first_free(taken, size)}")
    else:
        BEFORE.get(fault, lambda: None)()
        point = first_free(taken, size)
        taken.add(point)
        say(f"{point}\n{first_free(taken, size)}" if fault == "answers twice" else point)


def started(fault: str) -> None:
    words = {"refuses": "ERROR only boards of 15", "wrong case": "ok", "returns": "OK\r", "asks": "What is START?"}
    if fault != "deaf":
        say(words.get(fault, "OK"))


def main(fault: str) -> None:
    register(os.getpid())
    size, taken, on_board = 15, set(), False
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if on_board and word != "DONE":
            taken.add(",".join(word.split(",")[:2]))
        elif word == "ABOUT" and fault != "old":
            say('name="Puppet", version="1"', end="" if fault == "no newline" else "\n")
        elif word == "START":
            size, taken = int(rest), set()
            started(fault)
        elif word == "INFO" and fault == "knows nothing":
            say(f"UNKNOWN {line.strip()}")
        elif word == "BOARD":
            if fault == "knows nothing":
                say("UNKNOWN BOARD")
            on_board = fault != "knows nothing"
        elif word == "TURN":
            taken.add(rest)
            answer(fault, taken, size)
        elif word in ("BEGIN", "DONE"):
            on_board = False
            if not (fault == "knows nothing" and word == "DONE"):
                answer(fault, taken, size)
        elif word == "PLAY":
            taken.add(rest)
            say(rest)
        elif word == "END" and fault != "ignores end":
            return
    while fault in ("ignores end", "spins"):
        time.sleep(0.01)


if __name__ == "__main__":
    main(sys.argv[1])
