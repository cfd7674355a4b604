"""The opening rules of the federations, each by its first phase.

Sources: the Renju International Federation's rules of opening (renju.net/rule: RIF, Yamaguchi, Soosyrv-8,
Taraguchi-10), Gomocup's Swap2, and Wikipedia's page on opening rules of gomoku (Swap, Pro, Long Pro).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from game.core.line_game import AskChoice, Exchange, MiddleArea, OfferStones, PickStone, PutStones
from game.core.lines.phases import Mover, Phase

#: The colours: Black begins, on the first seat until seats exchange their colours.
_BLACK, _WHITE = "b", "w"
_MIDDLE = MiddleArea(within=1)
#: Of the 26 openings every one, turned and mirrored: the first stone in the middle, the second beside or aslant of it,
#: the third within two lines of the first.
_ONE_OF_26 = (_MIDDLE, MiddleArea(within=3), MiddleArea(within=5))
#: The most fifths that are said under Soosyrv-8 and under Yamaguchi, and those of Taraguchi-10.
MOST_FIFTHS_SOOSYRV, MOST_FIFTHS_YAMAGUCHI, TEN_FIFTHS = 8, 12, 10


def _swap(name: str, seat: Mover, then: Phase | None, more: Mapping[str, Phase] | None = None) -> AskChoice:
    """A seat may exchange the colours, or say another word."""
    return AskChoice(name, seat, {"stay": then, "swap": Exchange(then), **(more or {})})


def _fifths(number: int) -> OfferStones:
    """Black offers so many fifth stones, and White picks one."""
    pick = PickStone(f"pick of {number} fifths", _WHITE, _BLACK, None)
    return OfferStones(f"{number} fifths", _BLACK, number, pick)


def _number_of_fifths(name: str, seat: Mover, most: int, then: Callable[[int], Phase]) -> AskChoice:
    """A seat says how many fifths will be offered."""
    return AskChoice(name, seat, {f"fifths{number}": then(number) for number in range(1, most + 1)})


_THREE, _FOURTH = "three stones", "fourth stone"


def _swap2() -> Phase:
    after_five = AskChoice("choice after five stones", 0, {"black": _BLACK, "white": _WHITE})
    two_more = PutStones("two more stones", 1, "wb", after_five)
    after_three = AskChoice("choice after three stones", 1, {"white": _WHITE, "black": _BLACK, "put2": two_more})
    return PutStones(_THREE, 0, "bwb", after_three)


def _swap_only() -> Phase:
    return PutStones(_THREE, 0, "bwb", AskChoice("choice after three stones", 1, {"white": _WHITE, "black": _BLACK}))


def _pro(size: int) -> Phase:
    """Black's first stone in the middle, the second one outside the middle square of this size."""
    third = PutStones("third stone", _BLACK, "b", None, (MiddleArea(outside=size),))
    second = PutStones("second stone", _WHITE, "w", third)
    return PutStones("first stone", _BLACK, "b", second, (_MIDDLE,))


def _rif() -> Phase:
    fourth = PutStones(_FOURTH, _WHITE, "w", _fifths(2))
    return PutStones(_THREE, _BLACK, "bwb", _swap("swap after three stones", _WHITE, fourth), _ONE_OF_26)


def _yamaguchi() -> Phase:
    def said(number: int) -> Phase:
        fourth = PutStones(f"fourth stone before {number} fifths", _WHITE, "w", _fifths(number))
        return _swap(f"swap before {number} fifths", _WHITE, fourth)

    number = _number_of_fifths("number of fifths", _BLACK, MOST_FIFTHS_YAMAGUCHI, said)
    return PutStones(_THREE, _BLACK, "bwb", number, _ONE_OF_26)


def _soosyrv8() -> Phase:
    def said(number: int) -> Phase:
        return _swap(f"swap before {number} fifths", _BLACK, _fifths(number))

    number = _number_of_fifths("number of fifths", _WHITE, MOST_FIFTHS_SOOSYRV, said)
    fourth = PutStones(_FOURTH, _WHITE, "w", number)
    return PutStones(_THREE, _BLACK, "bwb", _swap("swap after three stones", _WHITE, fourth), _ONE_OF_26)


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


#: The first phase of each opening; a free one has none.
OPENING_RULES: Mapping[str, Phase | None] = {
    "free": None,
    "swap": _swap_only(),
    "swap2": _swap2(),
    "pro": _pro(5),
    "long_pro": _pro(7),
    "rif": _rif(),
    "yamaguchi": _yamaguchi(),
    "soosyrv8": _soosyrv8(),
    "taraguchi10": _taraguchi10(),
}
#: The openings that are for renju on the federation's board, and those that need a middle point.
FOR_RENJU = frozenset({"rif", "yamaguchi", "soosyrv8", "taraguchi10"})
NEEDS_MIDDLE = frozenset({"pro", "long_pro"})
#: The federation's board.
RENJU_SIZE = 15
#: The least board on which a stone goes outside the middle square of each opening.
LEAST_SIZE: Mapping[str, int] = {"pro": 7, "long_pro": 9}
