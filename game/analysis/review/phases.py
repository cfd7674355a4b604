"""The phases of a game, by the turns of a side: the same for every ruleset, however many stones a turn has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from itertools import groupby

from game.core.language import _, gettext_noop
from game.core.match import Match, Ply
from game.core.model import Choose


class GamePhase(Enum):
    """A part of a game."""

    OPENING = "opening"
    MIDDLE = "middle"
    LATE = "late"


#: The last turn of a side that belongs to the opening, and to the middle of a game.
LAST_OF_OPENING, LAST_OF_MIDDLE = 5, 15


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """The stones that a side placed together."""

    seat: int
    number: int
    """From 1, of the turns of that side."""
    first: int
    """Its first ply, from 1."""
    last: int
    spent: int
    """The thinking time in milliseconds; 0 without a clock."""

    @property
    def phase(self) -> GamePhase:
        """The part of the game that it belongs to."""
        if self.number <= LAST_OF_OPENING:
            return GamePhase.OPENING
        return GamePhase.MIDDLE if self.number <= LAST_OF_MIDDLE else GamePhase.LATE


def turns_of(match: Match) -> Iterator[PlayedTurn]:
    """The turns of a match in their order; words said in an opening are none."""
    numbers = {0: 0, 1: 0}
    for (seat, is_word), group in groupby(enumerate(match.plies, start=1), key=_mover):
        plies = list(group)
        if not is_word:
            numbers[seat] += 1
            spent = sum(ply.spent for _number, ply in plies)
            yield PlayedTurn(seat, numbers[seat], plies[0][0], plies[-1][0], spent)


def _mover(numbered: tuple[int, Ply]) -> tuple[int, bool]:
    return numbered[1].seat, isinstance(numbered[1].move, Choose)


def phases_of(match: Match) -> dict[int, GamePhase]:
    """The phase of each ply of a match, from 1, but for words said in an opening."""
    return {ply: turn.phase for turn in turns_of(match) for ply in range(turn.first, turn.last + 1)}


# In words

_PHASES: Mapping[GamePhase, str] = {
    GamePhase.OPENING: gettext_noop("Opening"),
    GamePhase.MIDDLE: gettext_noop("Middle"),
    GamePhase.LATE: gettext_noop("Late"),
}


def phase_title(phase: GamePhase) -> str:
    """What a phase is called."""
    return _(_PHASES[phase])


def phase_turns(phase: GamePhase) -> str:
    """The turns of a side that belong to a phase."""
    if phase is GamePhase.OPENING:
        return _("turns 1 to {last}", last=LAST_OF_OPENING)
    if phase is GamePhase.MIDDLE:
        return _("turns {first} to {last}", first=LAST_OF_OPENING + 1, last=LAST_OF_MIDDLE)
    return _("from turn {first} on", first=LAST_OF_MIDDLE + 1)
