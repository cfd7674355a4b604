"""What the phases of an opening ask for, in sentences."""

from __future__ import annotations

from game.core.language import _, plural
from game.core.lines.line_state import LineState
from game.core.lines.phases import MiddleArea, OfferStones, PickStone, PutStones


def opening_sentence(state: LineState, name: str) -> str:
    """What the seat on turn, by its name, does in the running phase; "" where any stone or a word is asked for."""
    phase = state.phase
    if isinstance(phase, PickStone):
        return _("{name} picks one of the offered stones; the others leave the board.", name=name)
    if isinstance(phase, OfferStones):
        return plural(
            "{name} offers {count} more stone; one of all will stay.",
            "{name} offers {count} more stones; one of all will stay.",
            state.placements_left,
            name=name,
        )
    if isinstance(phase, PutStones):
        return _place_sentence(phase.area(len(phase.stones) - state.placements_left), name)
    return ""


def _place_sentence(area: MiddleArea, name: str) -> str:
    if area.within == 1:
        return _("{name} places a stone in the middle.", name=name)
    if area.within:
        return _("{name} places a stone in the middle {size}x{size}.", name=name, size=area.within)
    if area.outside:
        return _("{name} places a stone outside the middle {size}x{size}.", name=name, size=area.outside)
    return ""
