"""A table of sounds: the sound of each game event and of other occasions in the window."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum

from game.core.model import Event, Outcome, Passed, Placed, Scored, Tossed
from game.core.ruleset import RulesetInfo


class Occasion(Enum):
    """The occasions for a sound that are not game events, such as a pressed button."""

    PRESSED = "a button was pressed"  # no words
    LAID = "a ghost of a turn was laid down"  # no words
    REFUSED = "a move was refused"  # no words
    WON = "the person won, or one of two"  # no words
    LOST = "the opponent won"  # no words
    DRAWN = "nobody won"  # no words


@dataclass(frozen=True, slots=True)
class Cue:
    """The sound of an event: the name of a file in ``assets/sounds``, and its timing in seconds."""

    sound: str
    delay: float = 0.0
    """Seconds between the event and its sound, to match the animation."""
    apart: float = 0.0
    """Seconds between the sounds of several such events that happen at once."""
    ducks: bool = False
    """True if the music is lowered while the sound plays."""
    stand_in: str = ""
    """The name of the sound that is played if the sound's file is missing."""


#: The delays match the animations: a stone touching the board, a trio being counted, the glow reaching the line's end.
CUES: Mapping[type[Event] | Occasion, Cue] = {
    Placed: Cue("place", delay=0.07, apart=0.09),
    Scored: Cue("trio", delay=0.26, apart=0.16),
    Passed: Cue("button"),
    Tossed: Cue("toss"),
    Occasion.PRESSED: Cue("button"),
    Occasion.LAID: Cue("button"),
    Occasion.REFUSED: Cue("refused"),
    Occasion.WON: Cue("win", delay=0.4, ducks=True),
    Occasion.LOST: Cue("lose", delay=0.4, ducks=True),
    Occasion.DRAWN: Cue("draw", delay=0.4, ducks=True),
}
#: The sounds of stones by their drawing; other stones without their own sound use that of ``Placed``.
SOUND_OF_ART: Mapping[str, str] = {"white": "place_white"}
#: The background tunes of the scenes; their files in ``assets/sounds`` begin with ``tune_``.
TUNES = ("fair", "table")


def stone_sound(info: RulesetInfo, letter: str) -> str:
    """Return the name of the sound of a kind of stone, as its ruleset declares it, or else by its picture."""
    stone = info.stone(letter)
    if stone is None:
        return CUES[Placed].sound
    return stone.sound or SOUND_OF_ART.get(stone.art, CUES[Placed].sound)


def cues_of(events: Iterable[Event], info: RulesetInfo) -> list[Cue]:
    """Return the sounds for a move's events; sounds of the same kind are played one after the other."""
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
    """Return the occasion for the sound at a game's end: a win, a loss or a draw.

    ``only_person`` is the number of the only human player, or None.
    """
    if outcome.winner is None:
        return Occasion.DRAWN
    return Occasion.WON if only_person in (None, outcome.winner) else Occasion.LOST
