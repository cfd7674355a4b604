"""The character of a computer opponent: its name, its portrait, what it says, and how quickly it moves."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from random import Random

from game.core.language import gettext_noop_lines

#: The shortest and the longest time that any character takes for a move, in seconds.
SHORTEST_MOVE_DELAY, LONGEST_MOVE_DELAY = 0.3, 2.0

#: The lines for one occasion: two or three, each short enough for a speech bubble.
Lines = tuple[str, ...]


#: The default lines while an opponent gets ready.
GETTING_READY = gettext_noop_lines(
    "One moment, I am still lighting my lantern.",
    "Sit down, sit down. My lantern is nearly lit.",
    "I will be with you as soon as my lantern is lit.",
)


class Mood(Enum):
    """An occasion in a game on which the opponent's character says something, such as a good move or a loss.

    A good move is any move after which the character's position is better, no matter who made it.
    """

    OPENING = "opening"
    GOOD_MOVE = "good move"
    BAD_MOVE = "bad move"
    WIN = "win"
    LOSS = "loss"
    GETTING_READY = "getting ready"
    PARTING = "parting"
    """The player has beaten the character in a ladder match and moves on to the next opponent."""


@dataclass(frozen=True, slots=True)
class Dialogue:
    """The sentences that an opponent's character can say during a game, grouped by occasion.

    They never mock: a character speaks of its own luck and of your good moves.
    """

    opening: Lines
    good_move: Lines
    bad_move: Lines
    win: Lines
    loss: Lines
    getting_ready: Lines = GETTING_READY
    """Lines while the engine of the opponent is being compiled."""
    parting: Lines = ()
    """Lines for a player who moves on to the next opponent; if empty, the lines for a loss are used."""

    def lines(self, mood: Mood) -> Lines:
        """Return the sentences that the character can say on this occasion."""
        return {
            Mood.OPENING: self.opening,
            Mood.GOOD_MOVE: self.good_move,
            Mood.BAD_MOVE: self.bad_move,
            Mood.WIN: self.win,
            Mood.LOSS: self.loss,
            Mood.GETTING_READY: self.getting_ready,
            Mood.PARTING: self.parting or self.loss,
        }[mood]


#: The lines of an opponent without a dialogue of its own.
PLAIN_DIALOGUE = Dialogue(
    opening=gettext_noop_lines("Good evening. Shall we play?", "A fine night for a game."),
    good_move=gettext_noop_lines("I like the look of my stones.", "That move helped me."),
    bad_move=gettext_noop_lines("Well spotted.", "That was a strong move."),
    win=gettext_noop_lines("Thank you for the game.", "That was close. Another game?"),
    loss=gettext_noop_lines("Well played!", "You were the better player tonight."),
    parting=gettext_noop_lines("Good luck in your next game.", "On to your next opponent. It was a pleasure."),
)


@dataclass(frozen=True, slots=True)
class MoveDelay:
    """The time that a character appears to think before its move: a random number of seconds between two limits."""

    least: float
    most: float
    hesitation: float = 0.0
    """Additional seconds before a move that decides the game."""

    def seconds(self, rng: Random, *, decides: bool) -> float:
        """Return a random delay before a character's move, in seconds, within the limits for all characters.

        ``decides`` is True if the move decides the game.
        """
        wanted = rng.uniform(self.least, self.most) + (self.hesitation if decides else 0.0)
        return min(LONGEST_MOVE_DELAY, max(SHORTEST_MOVE_DELAY, wanted))


#: The move delay of an opponent without one of its own.
PLAIN_MOVE_DELAY = MoveDelay(0.35, 0.6)


@dataclass(frozen=True, slots=True)
class Character:
    """The character of a computer opponent: its name, portrait, sentences and move delay.

    ``face`` names the portrait: a drawing in ``assets/portraits`` or an SVG file in the plug-in's folder.
    """

    name: str
    face: str
    dialogue: Dialogue = PLAIN_DIALOGUE
    move_delay: MoveDelay = PLAIN_MOVE_DELAY
