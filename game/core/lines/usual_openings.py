"""The openings of gomoku that suit any game of rows with one stone a turn: Swap, Swap2 and Pro.

Sources: Gomocup's Swap2, and Wikipedia's page on opening rules of gomoku (Swap, Pro, Long Pro).
"""

from __future__ import annotations

from game.core.lines.phases import AskChoice, MiddleArea, Phase, PutStones

#: The answers that choose a colour, for the side that moves first and for the other, and that for two more stones.
FIRST_WORD, SECOND_WORD, TWO_MORE = "black", "white", "put2"
#: The name of the phase in which a player places the first three stones.
THREE_STONES = "three stones"


def swap_opening(first: str = "b", second: str = "w") -> Phase:
    """Return the opening Swap: one player places three stones, the other one chooses a colour.

    ``first`` and ``second`` are the letters of the colours.
    """
    return _three_stones(first, second, AskChoice("choice after three stones", 1, _colours(first, second)))


def swap2_opening(first: str = "b", second: str = "w") -> Phase:
    """Return the opening Swap2: as Swap, but the other player may also place two more stones and leave the choice."""
    after_five = AskChoice("choice after five stones", 0, {FIRST_WORD: first, SECOND_WORD: second})
    two_more = PutStones("two more stones", 1, second + first, after_five)
    answers = {**_colours(first, second), TWO_MORE: two_more}
    return _three_stones(first, second, AskChoice("choice after three stones", 1, answers))


def pro_opening(size: int, first: str = "b", second: str = "w") -> Phase:
    """Return an opening with the first stone in the centre and the first colour's second one away from it.

    That stone must be outside the central square of ``size`` by ``size`` cells: 5 for Pro, 7 for Long Pro.
    """
    third = PutStones("third stone", first, first, None, (MiddleArea(outside=size),))
    return PutStones("first stone", first, first, PutStones("second stone", second, second, third), (_MIDDLE,))


_MIDDLE = MiddleArea(within=1)


def _three_stones(first: str, second: str, then: Phase) -> Phase:
    return PutStones(THREE_STONES, 0, first + second + first, then)


def _colours(first: str, second: str) -> dict[str, str | Phase]:
    return {SECOND_WORD: second, FIRST_WORD: first}
