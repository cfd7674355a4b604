"""Lines that a compiling process writes to report its progress."""

from __future__ import annotations

import re

_STEP = re.compile(r"(\S{1,100}): (\d{1,6}) of (\d{1,6})")


def format_step(game: str, done: int, total: int) -> str:
    """Format a progress line such as ``gomoku: 3 of 11``, where 3 of 11 steps are done."""
    return f"{game}: {done} of {total}"


def parse_step(line: str) -> tuple[str, int, int] | None:
    """Parse a progress line into game, steps done and steps in total; return None for any other line."""
    found = _STEP.fullmatch(line.strip())
    if found is None or not int(found[2]) <= int(found[3]):
        return None
    return found[1], int(found[2]), int(found[3])
