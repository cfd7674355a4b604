"""The board of a session in the Gomocup protocol: its stones, walls and colour to move."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from game.core.geometry import Position
from game.core.model import ParseError, Place, State
from game.core.ruleset import Ruleset
from game.engine.server.rule_lookup import ConfiguredRuleset


@dataclass(slots=True)
class GomocupBoard:
    """The board in a Gomocup session: size, stones (oldest first) and colour to move."""

    size: int
    colour: str = ""
    """Colour to move, or "" before the first request for a move: then the beginning colour is to move."""
    stones: dict[int, str] = field(default_factory=dict)
    walls: frozenset[int] = frozenset()
    """Cells on which neither side may place a stone. The rules do not know them: only our own move avoids them."""


def allows_a_move(ruleset: Ruleset, state: State, excluded: frozenset[int]) -> bool:
    """Return True if the rules allow a stone on a cell that is not excluded."""
    places = (move for move in ruleset.legal_moves(state) if isinstance(move, Place))
    return not excluded or any(move.cell not in excluded for move in places)


def read_stones(game: ConfiguredRuleset, stones: Iterable[tuple[Position, str]]) -> dict[int, str]:
    """Map cells to the colours of their stones; raises ParseError for a stone off the board or on an occupied cell."""
    found: dict[int, str] = {}
    for (x, y), colour in stones:
        cell = game.cell((x, y))
        if cell in found:
            raise ParseError(f"{x},{y} stands twice")
        found[cell] = colour
    return found
