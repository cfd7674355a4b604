"""Phases of a game: opening, middle game and late game, by the number of turns a side has played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from itertools import groupby

from game.core.language import _, gettext_noop
from game.core.match import Match, Ply
from game.core.model import Choose


class GamePhase(Enum):
    """A phase of a game: opening, middle game or late game."""

    OPENING = "opening"
    MIDDLE = "middle"
    LATE = "late"


#: Last turn of a side in the opening, and in the middle game.
LAST_OF_OPENING, LAST_OF_MIDDLE = 5, 15


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """The stones that a side placed in one turn."""

    seat: int
    number: int
    """Number of the turn, counted for its side from 1."""
    first: int
    """First ply of the turn, from 1."""
    last: int
    spent: int
    """Thinking time in milliseconds; 0 without a clock."""

    @property
    def phase(self) -> GamePhase:
        """Phase of the game that the turn belongs to."""
        if self.number <= LAST_OF_OPENING:
            return GamePhase.OPENING
        return GamePhase.MIDDLE if self.number <= LAST_OF_MIDDLE else GamePhase.LATE


def turns_of(match: Match) -> Iterator[PlayedTurn]:
    """Yield the turns of a match in order, without the decisions in an opening."""
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
    """Return the phase of the game (such as the opening) for each ply, without opening decisions.

    Plies count from 1.
    """
    return {ply: turn.phase for turn in turns_of(match) for ply in range(turn.first, turn.last + 1)}


# Texts

_PHASES: Mapping[GamePhase, str] = {
    GamePhase.OPENING: gettext_noop("Opening"),
    GamePhase.MIDDLE: gettext_noop("Middle game"),
    GamePhase.LATE: gettext_noop("Late game"),
}


def phase_title(phase: GamePhase) -> str:
    """Return the title of a phase of the game."""
    return _(_PHASES[phase])


def phase_turns(phase: GamePhase) -> str:
    """Return a text that names the first and last turn of a phase, such as "turns 1 to 5"."""
    if phase is GamePhase.OPENING:
        return _("turns 1 to {last}", last=LAST_OF_OPENING)
    if phase is GamePhase.MIDDLE:
        return _("turns {first} to {last}", first=LAST_OF_OPENING + 1, last=LAST_OF_MIDDLE)
    return _("from turn {first} on", first=LAST_OF_MIDDLE + 1)
