"""Checks that the cells, seats (player numbers) and stones in a plug-in's return values exist."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from game.core.geometry import Geometry
from game.core.model import EMPTY, Attack, LineMade, Mark, Outcome, Place, Placed, Reason, Scored, State, Step, Threats
from game.core.ruleset import RulesetInfo
from game.core.symmetry import Symmetry

_Cells = Iterable[int]
_SEATS = (0, 1)
#: The fewest cells in a line.
_SHORTEST_LINE = 2


def answer_flaw(answer: object, info: RulesetInfo, state: State | None) -> str:
    """Return the first flaw in a plug-in's answer, such as ``it names seat 7``, or "" if there is none.

    The type of the answer must have been checked. ``state`` is the position that was asked about, None if there was
    none; a state in the answer is checked against its own geometry.
    """
    if isinstance(answer, Step):
        return _state_flaw(answer.state, info) or _parts_flaw(answer.events, info, answer.state)
    if isinstance(answer, State):
        return _state_flaw(answer, info)
    parts = answer if isinstance(answer, tuple) else (answer,)
    return _parts_flaw(parts, info, state)


def symmetry_flaw(symmetries: Sequence[Symmetry], geometry: Geometry) -> str:
    """Return what is wrong with a plug-in's symmetries of a board, or "" if nothing is."""
    cells = list(range(len(geometry)))
    if tuple(cells) not in symmetries:
        return "the identity is not among its symmetries"
    return "" if all(sorted(each) == cells for each in symmetries) else "a symmetry does not map each cell to another"


def _state_flaw(state: State, info: RulesetInfo) -> str:
    cells, letters = len(state.geometry), {stone.letter for stone in info.stones}
    if len(state.board) != cells:
        return f"its board has {len(state.board)} cells, and the geometry {cells}"
    if not letters.issuperset(set(state.board) - {EMPTY}):
        return "there is a stone on its board that the game does not have"
    if state.seat not in _SEATS:
        return f"it names seat {state.seat}"
    if not {*state.colours, state.colour} <= {*info.colours, "", *letters}:
        return f"it names the colour {state.colour!r}"
    if not 0 <= state.placements_left <= cells:
        return f"it leaves {state.placements_left} placements"
    return _cells_flaw(state.last, cells)


def _parts_flaw(parts: Iterable[object], info: RulesetInfo, state: State | None) -> str:
    cells = len(state.geometry) if state is not None else 0
    return next((flaw for part in parts if (flaw := _part_flaw(part, cells, info))), "")


def _part_flaw(part: object, cells: int, info: RulesetInfo) -> str:
    letters = {stone.letter for stone in info.stones}
    for seat in (getattr(part, "seat", 0), part.winner or 0 if isinstance(part, Outcome) else 0):
        if seat not in _SEATS:
            return f"it names seat {seat}"
    if isinstance(part, Place | Placed) and part.stone not in letters:
        return f"it names the stone {part.stone!r}"
    if isinstance(part, Attack | Threats) and part.colour not in info.colours:
        return f"it names the colour {part.colour!r}"
    lines = [tuple(line) for line in _lines(part)]
    if any(len(line) < _SHORTEST_LINE for line in lines):
        return "it names a line of fewer than two cells"
    return _cells_flaw([*_cells(part), *(cell for line in lines for cell in line)], cells)


def _lines(part: object) -> Iterator[_Cells]:
    match part:
        case Reason() | Threats() | Scored() | Attack():
            yield from part.lines
        case LineMade():
            yield part.cells


def _cells(part: object) -> Iterator[int]:
    match part:
        case Place() | Placed():
            yield part.cell
        case Mark():
            yield from part.cells
            if part.why is not None:
                yield from (cell for line in part.why.lines for cell in line)
        case Threats():
            yield from part.cells
        case Attack():
            yield from (*part.goes_on, *part.stops)


def _cells_flaw(named: _Cells, cells: int) -> str:
    beyond = next((cell for cell in named if not 0 <= cell < cells), None)
    return "" if beyond is None else f"it names cell {beyond} of {cells}"
