"""A Gomocup program that misbehaves as its first argument says; run as a child by the tests.

A second argument names a file that is written at the first fault; once it is there the program behaves.
"""

import sys
import time
from pathlib import Path


def say(text: str, end: str = "\n") -> None:
    sys.stdout.write(text + end)
    sys.stdout.flush()


def first_free(taken: set[str], size: int) -> str:
    return next(f"{x},{y}" for y in range(size) for x in range(size) if f"{x},{y}" not in taken)


def answer(fault: str, taken: set[str], size: int) -> None:
    if len(sys.argv) > 2:
        if Path(sys.argv[2]).exists():
            fault = "none"
        Path(sys.argv[2]).touch()
    if fault == "silent":
        return
    if fault == "late":
        time.sleep(2.0)
    if fault == "garbage":
        say("\x00\x01%&/\n*** thinking hard ***\n" + "x" * 20_000)
        return
    if fault == "flood":
        while True:
            say("MESSAGE I am still thinking")
    if fault == "spins":
        while True:
            pass
    if fault == "dies":
        sys.exit(3)
    if fault == "illegal" and taken:
        say(next(iter(taken)))
    elif fault == "outside":
        say("99,99")
    elif fault == "error":
        say("ERROR I do not feel well")
    elif fault == "suggests":
        say(f"SUGGEST {first_free(taken, size)}")
    else:
        point = first_free(taken, size)
        taken.add(point)
        say(point)


def main(fault: str) -> None:
    size, taken, on_board = 15, set(), False
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if on_board and word != "DONE":
            taken.add(",".join(word.split(",")[:2]))
        elif word == "ABOUT" and fault != "old":
            say('name="Puppet", version="1"', end="" if fault == "no newline" else "\n")
        elif word == "START":
            size, taken = int(rest), set()
            if fault == "refuses":
                say("ERROR only boards of 15")
            elif fault != "deaf":
                say("OK")
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
