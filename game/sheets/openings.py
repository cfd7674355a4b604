"""The openings of rule sheets as phases of a game of rows."""

from __future__ import annotations

from game.core.lines.phases import AskChoice, Exchange, Phase, PutStones
from game.core.lines.usual_openings import pro_opening, swap2_opening, swap_opening
from game.sheets.sheet import SheetOpening, SheetRules

#: The answers to the question of the pie rule.
STAY, SWAP = "stay", "swap"
#: The size of the middle square that the opening Pro keeps the third stone out of.
_PRO = 5


def opening_of(rules: SheetRules, colours: tuple[str, str]) -> Phase | None:
    """Return the first phase of the opening of a game with these rules, or None if the game begins freely.

    ``colours`` are the letters of both sides.
    """
    first, second = colours
    if rules.turn.opening is SheetOpening.PIE:
        ask = AskChoice("swap after the first turn", second, {STAY: None, SWAP: Exchange(None)})
        return PutStones("first turn", first, first * rules.turn.first, ask)
    openings = {
        SheetOpening.FREE: None,
        SheetOpening.SWAP: swap_opening(first, second),
        SheetOpening.SWAP2: swap2_opening(first, second),
        SheetOpening.PRO: pro_opening(_PRO, first, second),
    }
    return openings[rules.turn.opening]
