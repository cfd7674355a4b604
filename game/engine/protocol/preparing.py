"""The lines of a process that compiles: how far the engine of a game is."""

from __future__ import annotations

import re

_STEP = re.compile(r"(\S{1,100}): (\d{1,6}) of (\d{1,6})")


def format_step(game: str, done: int, total: int) -> str:
    """``gomoku: 3 of 11``: so many steps are done, of so many."""
    return f"{game}: {done} of {total}"


def parse_step(line: str) -> tuple[str, int, int] | None:
    """The game, the steps done and all its steps; None for any other line, such as one that a plug-in prints."""
    found = _STEP.fullmatch(line.strip())
    if found is None or not int(found[2]) <= int(found[3]):
        return None
    return found[1], int(found[2]), int(found[3])
