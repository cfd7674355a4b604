"""Sentences for the player about the phases of an opening."""

from __future__ import annotations

from game.core.language import _, plural
from game.core.lines.line_state import LineState
from game.core.lines.phases import MiddleArea, OfferStones, PickStone, PutStones


def opening_sentence(state: LineState, name: str) -> str:
    """Return a sentence that says what the player to move, called ``name``, must do in the current phase.

    Return "" if the phase asks a question or any empty cell will do.
    """
    phase = state.phase
    if isinstance(phase, PickStone):
        return _("{name} picks one of the offered stones; the others leave the board.", name=name)
    if isinstance(phase, OfferStones):
        return plural(
            "{name} offers {count} more stone; only one of the offered stones stays.",
            "{name} offers {count} more stones; only one of the offered stones stays.",
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
