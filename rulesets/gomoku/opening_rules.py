"""The opening rules of renju and gomoku federations, each as its first phase, which leads to the further ones.

A phase is a step of an opening: placing stones, offering some, or a decision such as swapping colours.

Source: the Renju International Federation's rules of opening (renju.net/rule: RIF, Yamaguchi, Soosyrv-8,
Taraguchi-10). For Swap, Swap2, Pro and Long Pro see ``game.core.lines.usual_openings``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from game.core.line_game import AskChoice, Exchange, MiddleArea, OfferStones, PickStone, PutStones
from game.core.lines.phases import Mover, Phase
from game.core.lines.usual_openings import THREE_STONES, pro_opening, swap2_opening, swap_opening

#: Black moves first; player 0 has Black until the players swap colours.
_BLACK, _WHITE = "b", "w"
_MIDDLE = MiddleArea(within=1)
#: Areas of the first three stones that admit all 26 openings with their symmetries: the first in the middle, the second
#: next to it (diagonals included), the third at most two lines away from it.
_ONE_OF_26 = (_MIDDLE, MiddleArea(within=3), MiddleArea(within=5))
#: Largest numbers of fifth stones under Soosyrv-8 and Yamaguchi, and the fixed number of Taraguchi-10.
MOST_FIFTHS_SOOSYRV, MOST_FIFTHS_YAMAGUCHI, TEN_FIFTHS = 8, 12, 10


def _swap(name: str, seat: Mover, then: Phase | None, more: Mapping[str, Phase] | None = None) -> AskChoice:
    """Return a phase in which a player may swap colours or make one of the other decisions in ``more``."""
    return AskChoice(name, seat, {"stay": then, "swap": Exchange(then), **(more or {})})


def _fifths(number: int) -> OfferStones:
    """Return a phase in which Black offers ``number`` cells for the fifth stone, and White then picks one."""
    pick = PickStone(f"pick of {number} fifths", _WHITE, _BLACK, None)
    return OfferStones(f"{number} fifths", _BLACK, number, pick)


def _number_of_fifths(name: str, seat: Mover, most: int, then: Callable[[int], Phase]) -> AskChoice:
    """Return a phase in which a player decides how many cells will be offered for the fifth stone."""
    return AskChoice(name, seat, {f"fifths{number}": then(number) for number in range(1, most + 1)})


_FOURTH = "fourth stone"


def _rif() -> Phase:
    fourth = PutStones(_FOURTH, _WHITE, "w", _fifths(2))
    return PutStones(THREE_STONES, _BLACK, "bwb", _swap("swap after three stones", _WHITE, fourth), _ONE_OF_26)


def _yamaguchi() -> Phase:
    def said(number: int) -> Phase:
        fourth = PutStones(f"fourth stone before {number} fifths", _WHITE, "w", _fifths(number))
        return _swap(f"swap before {number} fifths", _WHITE, fourth)

    number = _number_of_fifths("number of fifths", _BLACK, MOST_FIFTHS_YAMAGUCHI, said)
    return PutStones(THREE_STONES, _BLACK, "bwb", number, _ONE_OF_26)


def _soosyrv8() -> Phase:
    def said(number: int) -> Phase:
        return _swap(f"swap before {number} fifths", _BLACK, _fifths(number))

    number = _number_of_fifths("number of fifths", _WHITE, MOST_FIFTHS_SOOSYRV, said)
    fourth = PutStones(_FOURTH, _WHITE, "w", number)
    return PutStones(THREE_STONES, _BLACK, "bwb", _swap("swap after three stones", _WHITE, fourth), _ONE_OF_26)


def _taraguchi10() -> Phase:
    fifth = PutStones(
        "fifth stone", _BLACK, "b", _swap("swap after five stones", _WHITE, None), (MiddleArea(within=9),)
    )
    after_four = _swap("swap after four stones", _BLACK, fifth, {"ten": _fifths(TEN_FIFTHS)})
    fourth = PutStones(_FOURTH, _WHITE, "w", after_four, (MiddleArea(within=7),))
    after_three = _swap("swap after three stones", _WHITE, fourth)
    third = PutStones("third stone", _BLACK, "b", after_three, (MiddleArea(within=5),))
    second = PutStones(
        "second stone", _WHITE, "w", _swap("swap after two stones", _BLACK, third), (MiddleArea(within=3),)
    )
    return PutStones("first stone", _BLACK, "b", _swap("swap after one stone", _WHITE, second), (_MIDDLE,))


#: The first phase of each opening rule; None for free openings.
OPENING_RULES: Mapping[str, Phase | None] = {
    "free": None,
    "swap": swap_opening(),
    "swap2": swap2_opening(),
    "pro": pro_opening(5),
    "long_pro": pro_opening(7),
    "rif": _rif(),
    "yamaguchi": _yamaguchi(),
    "soosyrv8": _soosyrv8(),
    "taraguchi10": _taraguchi10(),
}
#: Opening rules only for renju on the federation's board, and those that need a board with a middle cell.
FOR_RENJU = frozenset({"rif", "yamaguchi", "soosyrv8", "taraguchi10"})
NEEDS_MIDDLE = frozenset({"pro", "long_pro"})
#: Board size of the federation.
RENJU_SIZE = 15
#: Smallest board that has cells outside the middle square of the opening.
LEAST_SIZE: Mapping[str, int] = {"pro": 7, "long_pro": 9}
