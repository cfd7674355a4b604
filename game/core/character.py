"""An opponent's character: a name, a face, a temper, which is what it says when something happens, and a tempo."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from random import Random

from game.core.language import gettext_noop_lines

#: The bounds of every tempo, in seconds.
SHORTEST_TEMPO, LONGEST_TEMPO = 0.3, 2.0

#: The things to say on one occasion: two or three lines, each short enough for a speech bubble.
Lines = tuple[str, ...]


#: The lines of those who say nothing of their own while they get ready.
GETTING_READY = gettext_noop_lines(
    "One moment, I am still tuning my lantern.",
    "Sit down, sit down. My lantern is nearly lit.",
    "I will be with you as soon as my light burns.",
)


class Mood(Enum):
    """The occasions on which a character speaks. A good move is one after which it stands better, whoever made it."""

    OPENING = "opening"
    GOOD_MOVE = "good move"
    BAD_MOVE = "bad move"
    WIN = "win"
    LOSS = "loss"
    GETTING_READY = "getting ready"
    PARTING = "parting"
    """It was beaten in a match, and the player goes on to the next stall."""


@dataclass(frozen=True, slots=True)
class Dialogue:
    """A character's lines for each mood. None of them mocks: it speaks of its own luck and the other's good moves."""

    opening: Lines
    good_move: Lines
    bad_move: Lines
    win: Lines
    loss: Lines
    getting_ready: Lines = GETTING_READY
    """While its engine is being compiled."""
    parting: Lines = ()
    """Without any, those of a loss."""

    def lines(self, mood: Mood) -> Lines:
        """The lines for this mood."""
        return {
            Mood.OPENING: self.opening,
            Mood.GOOD_MOVE: self.good_move,
            Mood.BAD_MOVE: self.bad_move,
            Mood.WIN: self.win,
            Mood.LOSS: self.loss,
            Mood.GETTING_READY: self.getting_ready,
            Mood.PARTING: self.parting or self.loss,
        }[mood]


#: The temper of an opponent that brings none of its own.
PLAIN_TEMPER = Dialogue(
    opening=gettext_noop_lines("Good evening. Shall we?", "A fine night for a game."),
    good_move=gettext_noop_lines("I like the look of my stones.", "That helped me."),
    bad_move=gettext_noop_lines("Well spotted.", "That was a strong move of yours."),
    win=gettext_noop_lines("Thank you for the game.", "That was close. Once more?"),
    loss=gettext_noop_lines("Well played!", "You were the better player tonight."),
    parting=gettext_noop_lines("Good luck at the next stall.", "Off you go. It was a pleasure."),
)


@dataclass(frozen=True, slots=True)
class MoveDelay:
    """How long a character appears to take before its stone falls, in seconds: some time between two bounds."""

    least: float
    most: float
    hesitation: float = 0.0
    """How much longer it takes before a move that decides the game."""

    def seconds(self, dice: Random, *, decides: bool) -> float:
        """The time for a move, within what anybody may take; ``decides`` says that it decides the game."""
        wanted = dice.uniform(self.least, self.most) + (self.hesitation if decides else 0.0)
        return min(LONGEST_TEMPO, max(SHORTEST_TEMPO, wanted))


#: The tempo of whoever has none of its own.
PLAIN_TEMPO = MoveDelay(0.35, 0.6)


@dataclass(frozen=True, slots=True)
class Character:
    """Who plays a level; ``face`` names a drawing in ``assets/portraits``, or an SVG file beside the plug-in."""

    name: str
    face: str
    temper: Dialogue = PLAIN_TEMPER
    tempo: MoveDelay = PLAIN_TEMPO
