"""Remarks read from the MESSAGE lines of Gomocup engines. There is no standard: each engine has its own words."""

from __future__ import annotations

import re

from game.core.geometry import Geometry
from game.core.notation import Remark
from game.core.plain_text import one_line
from game.core.ruleset import certain_end

#: What a decided game counts, in the points of a score.
_DECIDED = 10_000.0

_DEPTH = re.compile(r"\bdepth\W{0,3}(\d{1,3})", re.IGNORECASE)
_SCORE = re.compile(r"\b(?:eval|ev|val|value|score)\s*[:=]?\s*([+-]?\d{1,7}(?:\.\d{1,4})?)(?![\w.])", re.IGNORECASE)
_MATE = re.compile(r"\b(?:eval|ev|val|value|score)\s*[:=]?\s*([+-]?)M(\d{1,3})\b", re.IGNORECASE)
_AMOUNT = r"\s*[:=]?\s*(\d{1,15}(?:\.\d{1,4})?)([KMG]?)\b"
_NODES = re.compile(rf"\b(?:nodes?|n){_AMOUNT}", re.IGNORECASE)
_SPEED = re.compile(rf"\bspeed{_AMOUNT}", re.IGNORECASE)
_UNITS = {"": 1, "K": 1_000, "M": 1_000_000, "G": 1_000_000_000}
_LINE = re.compile(r"((?:(?<![\w+-])[A-Z]\d{1,2}\b[\s,]*){1,60})$", re.IGNORECASE)
_BEST = re.compile(r"\bbest\W{0,3}(\d{1,2}),(\d{1,2})", re.IGNORECASE)


def read_message(text: str, geometry: Geometry) -> Remark:
    """The numbers and the line of play in an engine's words; the words themselves as a note where there are none.

    A win that the engine is sure of (``+M5`` in Rapfi's and Yixin's words, counted in plies) becomes a verdict as ours.
    """
    depth = _DEPTH.search(text)
    if depth is None:
        return Remark(note=one_line(text))
    mate = _MATE.search(text)
    score, verdict = (_points(text), "") if mate is None else _decided(mate[1] == "-", int(mate[2]))
    line = _variation(text, geometry)
    return Remark(int(depth[1]), score, _amount(_NODES, text), line, speed=_amount(_SPEED, text), verdict=verdict)


def _points(text: str) -> float:
    found = _SCORE.search(text)
    return float(found[1]) if found else 0.0


def _decided(is_lost: bool, plies: int) -> tuple[float, str]:
    return (-_DECIDED if is_lost else _DECIDED), certain_end(not is_lost, plies)


def _amount(what: re.Pattern[str], text: str) -> int:
    found = what.search(text)
    return round(float(found[1]) * _UNITS[found[2].upper()]) if found else 0


def _variation(text: str, geometry: Geometry) -> tuple[str, ...]:
    """Cells named at the end of the line, else the one that is called the best."""
    line = _LINE.search(text.strip())
    if line is not None:
        return tuple(word.lower() for word in line[1].replace(",", " ").split())
    best = _BEST.search(text)
    cell = geometry.at(int(best[1]), int(best[2])) if best else None
    return () if cell is None else (geometry.names[cell],)
