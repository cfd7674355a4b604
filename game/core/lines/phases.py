"""The phases of a line game's opening as data: stones to place, questions to answer, offered stones to pick."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from game.core.geometry import Geometry

#: The answers to Swap2's first question, and the number of stones on the board at that time.
_SWAP2_WORDS, _SWAP2_STONES = frozenset({"white", "black", "put2"}), 3
#: The number of stones on the board at the first swap of Soosorv-8.
_SOOSORV_STONES = 3

#: The player who acts in a phase: a seat (0 or 1), or the letter of a colour for the seat that has it now. If the first
#: phase of an opening names a letter, seat 0 begins with the first colour; otherwise the seats have no colours until
#: one of them chooses.
Mover = int | str


@dataclass(frozen=True)
class MiddleArea:
    """A part of the board, described by squares around its middle.

    It has the cells inside the middle square of ``within`` by ``within`` cells and outside that of ``outside`` by
    ``outside`` cells; 0 for no limit.
    """

    within: int = 0
    outside: int = 0

    @cache  # noqa: B019 - the areas are data of the rulesets, and a geometry lives as long as the program
    def cells(self, geometry: Geometry) -> frozenset[int]:
        """Return the cells of the board that are in this area."""
        return frozenset(cell for cell in range(len(geometry)) if self._holds(geometry, cell))

    def _holds(self, geometry: Geometry, cell: int) -> bool:
        x, y = geometry.cells[cell]
        side = 1 + max(abs(2 * x - geometry.columns + 1), abs(2 * y - geometry.rows + 1))
        return side > self.outside and (not self.within or side <= self.within)


ANYWHERE = MiddleArea()


@dataclass(frozen=True)
class PutStones:
    """An opening phase in which a player places stones of given colours.

    ``name`` identifies the phase in files, ``stones`` is the colour of each stone in order, and ``then`` is the next
    phase, or None if the opening ends. For example, in the opening Swap seat 0 places three stones, then seat 1 chooses
    a colour:

        PutStones("three stones", 0, "bwb", then=AskChoice("colour", 1, {"white": "w", "black": "b"}))
    """

    name: str
    seat: Mover
    stones: str
    then: Phase | None
    areas: tuple[MiddleArea, ...] = ()
    """The area for each stone, in order; a stone without an area may be placed on any empty cell."""

    def area(self, number: int) -> MiddleArea:
        """Return the area of the board for the opening stone with this index, counted from 0."""
        return self.areas[number] if number < len(self.areas) else ANYWHERE


@dataclass(frozen=True)
class Exchange:
    """An answer in an opening: the two players exchange their colours.

    ``then`` is the next phase, or None if the opening ends.
    """

    then: Phase | None


@dataclass(frozen=True)
class AskChoice:
    """An opening phase in which a player chooses one of several answers; the first one is the default.

    ``answers`` maps each answer (the key of a Choice) to the phase that follows, to an Exchange, to the letter of the
    colour that the seat takes, or to None. After None or a letter the opening ends, and the colour with fewer stones on
    the board moves next (the first colour if both have the same number).

        AskChoice("swap", "w", {"stay": None, "swap": Exchange(None)})
    """

    name: str
    seat: Mover
    answers: Mapping[str, str | Exchange | Phase | None]


@dataclass(frozen=True)
class OfferStones:
    """An opening phase in which a player offers ``number`` stones, of which the opponent will keep one.

    Two offers must not be equivalent under a symmetry of the stones that are already on the board.
    """

    name: str
    seat: str
    number: int
    then: PickStone

    @property
    def stones(self) -> str:
        """The colours of the offered stones, one letter for each."""
        return self.seat * self.number


@dataclass(frozen=True)
class PickStone:
    """An opening phase in which a player picks the offered stone that stays. All other offers leave the board."""

    name: str
    seat: Mover
    stones: str
    """The letter of the offered stones' colour."""
    then: Phase | None


Phase = PutStones | AskChoice | OfferStones | PickStone


def stones_of(phase: Phase | None) -> str:
    """Return the colours of the stones placed in an opening phase, in order; "" for a phase with a question."""
    return "" if phase is None or isinstance(phase, AskChoice) else phase.stones


def next_phases(phase: Phase) -> Iterator[Phase | None]:
    """Yield the opening phases that can follow an opening phase; None stands for the end of the opening."""
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
    """Return the first phase of an opening and all phases that can follow it, by name."""
    found: dict[str, Phase] = {}
    waiting = [opening]
    while waiting:
        phase = waiting.pop()
        if phase is not None and phase.name not in found:
            found[phase.name] = phase
            waiting += next_phases(phase)
    return found


def gives_colours(opening: Phase) -> bool:
    """Return True if both players have their colours from the start of the opening on.

    Seat 0 then has the first colour.
    """
    return isinstance(opening.seat, str)


def swap_words(phase: AskChoice) -> tuple[str, str] | None:
    """Return the answers for keeping and for exchanging the colours; None if an opening phase offers no swap."""
    for swap, answer in phase.answers.items():
        if isinstance(answer, Exchange):
            return next(word for word, other in phase.answers.items() if other is answer.then), swap
    return None


def offers_by_word(phase: AskChoice) -> Mapping[str, int]:
    """Return, for each answer in an opening phase, the number of stones that a player will offer after it.

    The number is 0 if none are offered, or if it depends on a later answer.
    """
    return {word: offers_ahead(following) for word, following in zip(phase.answers, next_phases(phase), strict=True)}


def offers_ahead(phase: Phase | None) -> int:
    """Return the number of stones that a player will offer in this opening phase or a later one.

    The number is 0 if none are offered, or if it depends on an answer.
    """
    if phase is None:
        return 0
    if isinstance(phase, OfferStones):
        return phase.number
    numbers = {offers_ahead(following) for following in next_phases(phase)}
    return numbers.pop() if len(numbers) == 1 else 0


def is_swap2(opening: Phase | None) -> bool:
    """Return True if an opening begins as Swap2 does: one player places three stones, then the other one chooses."""
    if not isinstance(opening, PutStones) or len(opening.stones) != _SWAP2_STONES:
        return False
    return isinstance(opening.then, AskChoice) and opening.then.answers.keys() == _SWAP2_WORDS


def is_soosorv(opening: Phase | None) -> bool:
    """Return True if an opening begins as Soosorv-8 does: after three stones, a possible swap and a fourth stone, a
    player chooses the number of fifth stones.
    """
    swap = opening.then if isinstance(opening, PutStones) and len(opening.stones) == _SOOSORV_STONES else None
    words = swap_words(swap) if isinstance(swap, AskChoice) else None
    if not isinstance(swap, AskChoice) or words is None:
        return False
    fourth = swap.answers[words[0]]
    number = fourth.then if isinstance(fourth, PutStones) else None
    return isinstance(number, AskChoice) and any(offers_by_word(number).values())
