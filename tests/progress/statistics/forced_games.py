"""Games that end with an attack of several turns, each of which had to be answered, as words of moves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, zip_longest

#: White stones that lie where they do nothing.
_ELSEWHERE = [f"{column}{row}" for row in range(2, 13, 2) for column in "kmo"]
_ROWS = (1, 3, 5, 7, 9)


def won_by_fours(answers: Sequence[str] = ("e1", "e3", "e5", "e7", "e9", "j13")) -> str:
    """Black has threes at the edge and an open one: five fours, an open four, and five in a row.

    White's answers may be others; those to the last two fours must leave a five on e13.
    """
    threes = [f"{column}{row}" for row in _ROWS for column in "abc"]
    prepared = [*threes, "f13", "g13", "h13"]
    fours = [*(f"d{row}" for row in _ROWS), "i13"]
    return _alternating([*prepared, *fours, "e13"], [*_ELSEWHERE, *answers])


def won_after_a_quiet_turn() -> str:
    """The same, with a turn that threatens nothing after two of the fours."""
    words = won_by_fours().split()
    at = words.index("d5")
    return " ".join([*words[:at], "o15", "o13", *words[at:]])


def won_by_double_threats() -> str:
    """Two stones a turn: an open four, two of them at once, and six in a row."""
    black = ["j10", "i16 j16", "i4 j4", "k4 i7", "j7 k7", "k16 l16", "l4 l7", "h7 m7"]
    white = ["a1 c3", "a5 c7", "a9 c11", "a13 c15", "a17 c19", "h16 m16", "h4 m4"]
    return _alternating(black, white)


def _alternating(first: Iterable[str], second: Iterable[str]) -> str:
    return " ".join(each for each in chain(*zip_longest(first, second)) if each)
