"""Sentences for the player about a failing engine program, called "the opponent" if its name is ""."""

from __future__ import annotations

import re
from collections.abc import Sequence

from game.core.geometry import Geometry
from game.core.language import _, join_sentences, plural, strip_period
from game.core.notation import Remark
from game.core.plain_text import one_line
from game.core.ruleset import certain_end
from game.engine.client.dialect import Named

#: Score of a decided game, in points.
_DECIDED = 10_000.0
#: Characters at the beginning of a message that are searched for numbers, and at its end that are searched for cells.
_NUMBERS_WITHIN, _CELLS_WITHIN = 1_000, 400
#: Most characters of an engine's error output in a message.
_LONGEST_ERRORS = 300
#: Most cells of a principal variation.
_MOST_CELLS = 60
# Every repetition in these patterns is bounded: an engine can write anything, and no line may take long to parse.
_EQUALS = r"\s{0,3}[:=]?\s{0,3}"
_DEPTH = re.compile(r"\bdepth\W{0,3}(\d{1,3})", re.IGNORECASE)
_SCORE = re.compile(rf"\b(?:eval|ev|val|value|score){_EQUALS}([+-]?\d{{1,7}}(?:\.\d{{1,4}})?)(?![\w.])", re.IGNORECASE)
_MATE = re.compile(rf"\b(?:eval|ev|val|value|score){_EQUALS}([+-]?)M(\d{{1,3}})\b", re.IGNORECASE)
_AMOUNT = rf"{_EQUALS}(\d{{1,15}}(?:\.\d{{1,4}})?)([KMG]?)\b"
_NODES = re.compile(rf"\b(?:nodes?|n){_AMOUNT}", re.IGNORECASE)
_SPEED = re.compile(rf"\bspeed{_AMOUNT}", re.IGNORECASE)
_UNITS = {"": 1, "K": 1_000, "M": 1_000_000, "G": 1_000_000_000}
_NAME = re.compile(r'\bname\s*=\s*"([^"]{1,80})"', re.IGNORECASE)
_VERSION = re.compile(r'\bversion\s*=\s*"([^"]{1,40})"', re.IGNORECASE)
_COMMIT = re.compile(r'\bcommit\s*=\s*"([0-9a-f]{7,40})"', re.IGNORECASE)
_CELL = re.compile(r"[A-Z]\d{1,2}", re.IGNORECASE)
#: A cell after other characters, as in ``pv:h8``; the M5 of ``+M5`` does not match.
_CELL_AFTER = re.compile(r"[^\w+-]([A-Z]\d{1,2})$", re.IGNORECASE)
_BEST = re.compile(r"\bbest\W{0,3}(\d{1,2}),(\d{1,2})", re.IGNORECASE)


def not_started(name: str, error: OSError) -> str:
    """Return the player's message for an engine program that is missing or cannot be started."""
    if not name:
        return _("The opponent could not be started: {problem}.", problem=error)
    problem = ended_text(error.strerror or str(error))
    return _("{name} could not be started: {problem}", name=name, problem=problem)


def started_again(name: str) -> str:
    """Return the player's message for an engine program that stopped before it answered, and was restarted."""
    if not name:
        return _("The opponent's program stopped and was restarted.")
    return _("{name}'s program stopped and was restarted.", name=name)


def stopped_again(name: str) -> str:
    """Return the player's message for an engine program that stopped a second time."""
    if not name:
        return _("The opponent's program quit without answering.")
    return _("{name}'s program quit without answering.", name=name)


def cannot_play(name: str, problem: str) -> str:
    """Return the player's message for an engine that cannot be asked, or reports that it cannot answer."""
    if not name:
        return _("The opponent cannot answer: {problem}.", problem=strip_period(problem))
    return _("{name} cannot play: {problem}", name=name, problem=ended_text(problem))


def cannot_continue(name: str, problem: str) -> str:
    """Return the player's message for an engine that stopped and cannot be given the position after its restart."""
    return _("{name}'s program stopped and cannot continue: {problem}", name=name, problem=ended_text(problem))


def too_late(name: str, seconds: float, said: str, *, is_ready: bool) -> str:
    """Return the player's message for an engine that was not ready, or did not answer, within ``seconds``.

    ``said`` is the last line it wrote that had no meaning, "" for none.
    """
    if not name:
        return _("The opponent did not answer within {seconds} seconds.", seconds=f"{seconds:g}")
    number, fields = 1 if seconds == 1 else 2, {"name": name, "seconds": f"{seconds:g}"}
    if not is_ready and not said:
        return plural(
            "{name} was not ready within {seconds} second.",
            "{name} was not ready within {seconds} seconds.",
            number,
            **fields,
        )
    if not is_ready:
        return plural(
            "{name} was not ready within {seconds} second; its last output was {said!r}.",
            "{name} was not ready within {seconds} seconds; its last output was {said!r}.",
            number,
            said=said,
            **fields,
        )
    if not said:
        return plural(
            "{name} did not answer within {seconds} second.",
            "{name} did not answer within {seconds} seconds.",
            number,
            **fields,
        )
    return plural(
        "{name} did not answer within {seconds} second; its last output was {said!r}.",
        "{name} did not answer within {seconds} seconds; its last output was {said!r}.",
        number,
        said=said,
        **fields,
    )


def with_errors(sentence: str, errors: Sequence[str]) -> str:
    """Return a message about a failed engine with the last lines of its error output, if there are any."""
    text = one_line(" / ".join(errors)[-_LONGEST_ERRORS:], _LONGEST_ERRORS)
    return join_sentences((sentence, _("The engine's error output: “{text}”.", text=text) if text else ""))


def ended_text(text: str) -> str:
    """Return a text as the end of a sentence: on one line, shortened, and with a full stop."""
    return _("{problem}.", problem=strip_period(one_line(text)))


def read_introduction(text: str) -> Named | None:
    """Parse an engine's answer to ABOUT, such as ``name="Wine", version="2.0"``; None if it names no program."""
    name, version, commit = (found.search(text) for found in (_NAME, _VERSION, _COMMIT))
    if name is None:
        return None
    return Named(one_line(name[1]), one_line(version[1]) if version else "", commit[1] if commit else "")


def read_message(text: str, geometry: Geometry) -> Remark:
    """Parse an engine's message into depth, score, nodes, speed and principal variation.

    A message without a depth becomes a note. A win that the engine is sure of (``+M5`` in Rapfi and Yixin, counted in
    plies) becomes a verdict, as for our own engine.
    """
    numbers = text[:_NUMBERS_WITHIN]
    depth = _DEPTH.search(numbers)
    if depth is None:
        return Remark(note=one_line(text))
    mate = _MATE.search(numbers)
    score, verdict = (_points(numbers), "") if mate is None else _decided(mate[1] == "-", int(mate[2]))
    line = _last_cells(text) or _best_cell(numbers, geometry)
    nodes, speed = _amount(_NODES, numbers), _amount(_SPEED, numbers)
    return Remark(int(depth[1]), score, nodes, line, speed=speed, verdict=verdict)


def _points(text: str) -> float:
    found = _SCORE.search(text)
    return float(found[1]) if found else 0.0


def _decided(is_lost: bool, plies: int) -> tuple[float, str]:
    return (-_DECIDED if is_lost else _DECIDED), certain_end(not is_lost, plies)


def _amount(what: re.Pattern[str], text: str) -> int:
    found = what.search(text)
    return round(float(found[1]) * _UNITS[found[2].upper()]) if found else 0


def _last_cells(text: str) -> tuple[str, ...]:
    """Return the board cells named at the end of an engine's message, in their order."""
    words = text[-_CELLS_WITHIN:].replace(",", " ").split()
    if len(text) > _CELLS_WITHIN:
        # The first word may have been cut off.
        del words[:1]
    cells: list[str] = []
    for word in reversed(words):
        is_whole = _CELL.fullmatch(word) is not None
        after = None if is_whole else _CELL_AFTER.search(word[-4:])
        if is_whole or after is not None:
            cells.append((word if after is None else after[1]).lower())
        if not is_whole or len(cells) == _MOST_CELLS:
            break
    return tuple(reversed(cells))


def _best_cell(text: str, geometry: Geometry) -> tuple[str, ...]:
    """Return the cell that an engine's message calls the best, as a tuple of one name; empty if there is none."""
    best = _BEST.search(text)
    cell = geometry.at(int(best[1]), int(best[2])) if best else None
    return () if cell is None else (geometry.names[cell],)
