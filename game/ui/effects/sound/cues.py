"""The cues: which sound belongs to which event, as data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum

from game.core.model import Event, Outcome, Placed, Scored, Tossed
from game.core.ruleset import RulesetInfo


class Occasion(Enum):
    """The occasions for a sound besides the events of a game."""

    PRESSED = "a button was pressed"  # no words
    LAID = "a ghost of a turn was laid down"  # no words
    REFUSED = "a move was refused"  # no words
    WON = "the person won, or one of two"  # no words
    LOST = "the opponent won"  # no words
    DRAWN = "nobody won"  # no words


@dataclass(frozen=True, slots=True)
class Cue:
    """A sound of ``assets/sounds`` with its delay in seconds."""

    sound: str
    delay: float = 0.0
    """The delay after the event, as motions take their time."""
    apart: float = 0.0
    """The interval between several that happen at once."""
    ducks: bool = False
    """Whether the music is lowered for it."""
    stand_in: str = ""
    """The sound that replaces a missing one."""


#: The delays match the motions: a stone touches the board, a trio is counted, the line has run.
CUES: Mapping[type[Event] | Occasion, Cue] = {
    Placed: Cue("place", delay=0.07, apart=0.09),
    Scored: Cue("trio", delay=0.26, apart=0.16),
    Tossed: Cue("toss"),
    Occasion.PRESSED: Cue("button"),
    Occasion.LAID: Cue("button"),
    Occasion.REFUSED: Cue("refused"),
    Occasion.WON: Cue("win", delay=0.4, ducks=True),
    Occasion.LOST: Cue("lose", delay=0.4, ducks=True),
    Occasion.DRAWN: Cue("draw", delay=0.4, ducks=True),
}
#: The sounds of stones by their drawing; any other stone without a sound of its own sounds as ``Placed`` does.
SOUND_OF_ART: Mapping[str, str] = {"white": "place_white"}
#: The music of the scenes; in ``assets/sounds`` its names begin with ``tune_``.
TUNES = ("fair", "table")


def stone_sound(info: RulesetInfo, letter: str) -> str:
    """The sound of a kind of stone: the one its ruleset declares, else that of its drawing."""
    stone = info.stone(letter)
    if stone is None:
        return CUES[Placed].sound
    return stone.sound or SOUND_OF_ART.get(stone.art, CUES[Placed].sound)


def cues_of(events: Iterable[Event], info: RulesetInfo) -> list[Cue]:
    """The cues of events that happened at once, those of a kind one after the other."""
    cues, before = [], Counter[type[Event]]()
    for event in events:
        cue = CUES.get(type(event))
        if cue is None:
            continue
        if isinstance(event, Placed):
            cue = replace(cue, sound=stone_sound(info, event.stone), stand_in=cue.sound)
        cues.append(replace(cue, delay=cue.delay + before[type(event)] * cue.apart))
        before[type(event)] += 1
    return cues


def end_of_game(outcome: Outcome, only_person: int | None) -> Occasion:
    """The occasion of a game's end; ``only_person`` is the seat of the person who plays against an opponent."""
    if outcome.winner is None:
        return Occasion.DRAWN
    return Occasion.WON if only_person in (None, outcome.winner) else Occasion.LOST
