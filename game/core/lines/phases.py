"""The phases of a line game's opening, as data: stones put within areas, words said, stones of which one will stay."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from game.core.geometry import Geometry

#: Who is on turn in a phase: a seat, or the letter of a colour for the seat that has it so far. An opening that names
#: letters begins with the first colour on the first seat; in the others nobody has a colour before one is taken.
Mover = int | str


@dataclass(frozen=True)
class MiddleArea:
    """A part of the board, by squares around its middle with so many cells a side; 0 stands for no such square."""

    within: int = 0
    outside: int = 0

    @cache  # noqa: B019 - the areas are data of the rulesets, and a geometry lives as long as the program
    def cells(self, geometry: Geometry) -> frozenset[int]:
        """The cells that belong to it."""
        return frozenset(cell for cell in range(len(geometry)) if self._holds(geometry, cell))

    def _holds(self, geometry: Geometry, cell: int) -> bool:
        x, y = geometry.cells[cell]
        side = 1 + max(abs(2 * x - geometry.columns + 1), abs(2 * y - geometry.rows + 1))
        return side > self.outside and (not self.within or side <= self.within)


ANYWHERE = MiddleArea()


@dataclass(frozen=True)
class PutStones:
    """An opening phase: a seat places these stones, in this order, then the next phase begins, or the game proper."""

    name: str
    seat: Mover
    stones: str
    then: Phase | None
    areas: tuple[MiddleArea, ...] = ()
    """Where each stone goes; anywhere where nothing is said."""

    def area(self, number: int) -> MiddleArea:
        """Where a stone goes, counted from 0."""
        return self.areas[number] if number < len(self.areas) else ANYWHERE


@dataclass(frozen=True)
class Exchange:
    """An answer by which the seats exchange their colours; then comes a phase, or the game proper."""

    then: Phase | None


@dataclass(frozen=True)
class AskChoice:
    """An opening phase: a seat says one of these words, the first being the default.

    A word leads to another phase, or to None: the game proper begins with the colours as they are. The word of a
    colour's letter takes it, and the game proper begins. It begins with the colour that has fewer stones on the board
    (the first colour when level).
    """

    name: str
    seat: Mover
    answers: Mapping[str, str | Exchange | Phase | None]


@dataclass(frozen=True)
class OfferStones:
    """An opening phase: a colour's seat puts so many of its stones, of which one will stay.

    No two of them may be the same under a symmetry of the stones that lie there already.
    """

    name: str
    seat: str
    number: int
    then: PickStone

    @property
    def stones(self) -> str:
        """The stones that are offered."""
        return self.seat * self.number


@dataclass(frozen=True)
class PickStone:
    """An opening phase: a seat picks the offered stone that stays; the others leave the board."""

    name: str
    seat: Mover
    stones: str
    """The letter of the offered stones."""
    then: Phase | None


Phase = PutStones | AskChoice | OfferStones | PickStone


def stones_of(phase: Phase | None) -> str:
    """The stones that a phase places, in their order."""
    return "" if phase is None or isinstance(phase, AskChoice) else phase.stones


def next_phases(phase: Phase) -> Iterator[Phase | None]:
    """The phases that can follow a phase; None for the game proper."""
    if not isinstance(phase, AskChoice):
        yield phase.then
        return
    for answer in phase.answers.values():
        if isinstance(answer, Exchange):
            yield answer.then
        elif not isinstance(answer, str):
            yield answer
        else:
            yield None


def phases_of(opening: Phase | None) -> dict[str, Phase]:
    """The opening's first phase and all that can follow it, by their names."""
    found: dict[str, Phase] = {}
    waiting = [opening]
    while waiting:
        phase = waiting.pop()
        if phase is not None and phase.name not in found:
            found[phase.name] = phase
            waiting += next_phases(phase)
    return found


def gives_colours(opening: Phase) -> bool:
    """Whether the seats have colours from the first phase on, the first seat the first colour."""
    return isinstance(opening.seat, str)


def swap_words(phase: AskChoice) -> tuple[str, str] | None:
    """The words by which the seats keep their colours and exchange them; None where something else is asked."""
    for swap, answer in phase.answers.items():
        if isinstance(answer, Exchange):
            return next(word for word, other in phase.answers.items() if other is answer.then), swap
    return None


def offers_by_word(phase: AskChoice) -> Mapping[str, int]:
    """The number of stones that will be offered after each word, 0 where that is open or none are."""
    return {word: offers_ahead(following) for word, following in zip(phase.answers, next_phases(phase), strict=True)}


def offers_ahead(phase: Phase | None) -> int:
    """The number of stones that will be offered from a phase on, 0 where that is open or none are."""
    if phase is None:
        return 0
    if isinstance(phase, OfferStones):
        return phase.number
    numbers = {offers_ahead(following) for following in next_phases(phase)}
    return numbers.pop() if len(numbers) == 1 else 0
