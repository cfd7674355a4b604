"""The text format of a tournament file: its keys, and functions that write and parse each kind of value."""

from __future__ import annotations

import re
from collections.abc import Mapping

from game.core.language import _
from game.core.model import OptionValue, Outcome, ParseError, Termination
from game.core.plain_text import one_line
from game.core.tournament import SERIES_LENGTHS, SINGLE_GAME, Participant, Practice, TeacherStrength

#: The version of the format; files of other versions are refused.
VERSION = 1
INDENT = "    "

OPTION = "Option "
HEAD_KEYS = (
    "Title",
    "Ruleset",
    "Series",
    "First seat",
    "Seed",
    "Clock",
    "Teacher",
    "Carried over",
    "Ended",
    "Participant 1",
    "Participant 2",
    "Sheet",
)
GAME_KEYS = (
    "First seat",
    "Seed",
    "Practice",
    "Hints",
    "Position",
    "Moves",
    "Times",
    "Result",
    "Scores",
    "Board",
    "Seal",
)
#: Fields that may continue on indented lines.
LONG_KEYS = ("Sheet", "Position", "Moves", "Times", "Board")

_RESULT = re.compile(r"(?:participant ([12]) wins|draw) \(([a-z ]+)\)")
_WINS = re.compile(r"([0-9]{1,6}(?:\.[05])?) - ([0-9]{1,6}(?:\.[05])?)")
_NUMBER = re.compile(r"-?[0-9]{1,40}")
_PARTICIPANT = re.compile(r"(?:person|computer ([^,]*[^,\s])),(.*)")
_RULESET = re.compile(r"([^\s()]+)(?:\s+\((.*)\))?")


def wrapped(text: str) -> str:
    """Return a text with each line indented, to continue a field of a tournament file."""
    return "\n".join((INDENT + line).rstrip() for line in text.splitlines())


def quoted(line: str) -> str:
    """Return a line of a file in quotation marks for an error message, shortened if it is long."""
    return repr(line if len(line) <= 60 else line[:57] + "...")


def format_outcome(outcome: Outcome | None, seats: tuple[int, int]) -> str:
    """Return the outcome of a game as text, such as ``participant 1 wins (line)``.

    ``seats`` are the indices of the participants on seat 0 and on seat 1.
    """
    if outcome is None:
        return "nothing yet"
    end = f"({outcome.termination.value})"
    return f"draw {end}" if outcome.winner is None else f"participant {seats[outcome.winner] + 1} wins {end}"


def parse_result(text: str) -> tuple[int | None, Termination]:
    """Parse a game's result: the index of the winner (None for a draw) and how the game ended.

    Raises ParseError for any other text.
    """
    found = _RESULT.fullmatch(text)
    endings = {termination.value: termination for termination in Termination}
    if found is None or found[2] not in endings:
        raise ParseError(
            _(
                "{text} is not a valid result; write 'participant 1 wins (…)', 'participant 2 wins "
                "(…)' or 'draw (…)', with one of these in brackets: {endings}",
                text=quoted(text),
                endings=", ".join(endings),
            )
        )
    winner = None if found[1] is None else int(found[1]) - 1
    termination = endings[found[2]]
    if (winner is None, termination) in ((True, Termination.RESIGNATION), (False, Termination.AGREED_DRAW)):
        raise ParseError(_("a game cannot end with the result {text}", text=quoted(text)))
    return winner, termination


def format_scores(scores: Mapping[str, int]) -> str:
    """Return the scores of both colours as text, such as ``b 12, w 10``."""
    return ", ".join(f"{colour} {score}" for colour, score in scores.items())


def parse_scores(text: str) -> dict[str, int]:
    """Parse scores such as ``b 12, w 10`` into a dict by colour. Raises ParseError for any other text."""
    scores: dict[str, int] = {}
    for part in text.split(","):
        colour, _space, number = part.strip().partition(" ")
        if not colour or colour in scores or _NUMBER.fullmatch(number.strip()) is None:
            raise ParseError(_("{text} is not a valid score; write it like this: b 12, w 10", text=quoted(text)))
        scores[colour] = int(number)
    return scores


def format_participant_number(participant: int) -> str:
    """Return a participant's number, counted from 1, as text: ``participant 1`` for index 0."""
    return f"participant {participant + 1}"


def parse_participant_number(text: str) -> int:
    """Parse ``participant 1`` or ``participant 2`` into index 0 or 1. Raises ParseError for any other text."""
    if text not in ("participant 1", "participant 2"):
        raise ParseError(_("{text} is neither 'participant 1' nor 'participant 2'", text=quoted(text)))
    return int(text[-1]) - 1


def format_wins(wins: tuple[float, float]) -> str:
    """Return the wins of both participants as text, such as ``2 - 1.5``."""
    return " - ".join(f"{number:.1f}".removesuffix(".0") for number in wins)


def parse_wins(text: str) -> tuple[float, float]:
    """Parse the wins of both participants, such as ``2 - 1.5``. Raises ParseError for any other text."""
    found = _WINS.fullmatch(text)
    if found is None:
        raise ParseError(_("{text} is not a valid number of wins; write it like this: 2 - 1.5", text=quoted(text)))
    return (float(found[1]), float(found[2]))


def parse_whole_number(text: str) -> int:
    """Parse a whole number of up to 40 digits. Raises ParseError for any other text."""
    if _NUMBER.fullmatch(text) is None:
        raise ParseError(_("{text} is not a whole number", text=quoted(text)))
    return int(text)


def parse_yes(text: str) -> bool:
    """Return True for the text ``yes``, False for ``no``. Raises ParseError for any other text."""
    if text not in ("yes", "no"):
        raise ParseError(_("{text} is neither 'yes' nor 'no'", text=quoted(text)))
    return text == "yes"


def parse_practice(text: str) -> Practice:
    """Parse the reason why a game is unrated. Raises ParseError for an unknown reason."""
    words = {practice.value: practice for practice in Practice}
    if text not in words:
        raise ParseError(
            _(
                "{text} is not a valid reason for an unrated game; the valid reasons are: {words}",
                text=quoted(text),
                words=", ".join(words),
            )
        )
    return words[text]


def parse_teacher(text: str) -> TeacherStrength:
    """Parse the strength of the teacher, who takes back a player's mistakes. Raises ParseError if it is unknown."""
    words = {strength.value: strength for strength in TeacherStrength}
    if text not in words:
        message = _(
            "{text} is not a valid teacher strength; it must be one of: {words}",
            text=quoted(text),
            words=", ".join(words),
        )
        raise ParseError(message)
    return words[text]


def parse_series(text: str) -> int:
    """Parse the length of a series of games, such as ``best of 3``. It is 0 for ``open``.

    Raises ParseError for any other text.
    """
    forms = {format_series(length): length for length in (*SERIES_LENGTHS, SINGLE_GAME)}
    if text not in forms:
        raise ParseError(
            _(
                "{text} is not a valid series length; it must be one of: {forms}",
                text=quoted(text),
                forms=", ".join(forms),
            )
        )
    return forms[text]


def format_series(length: int) -> str:
    """Return the length of a series as text: ``best of 3``, or ``open`` for 0."""
    return f"best of {length}" if length else "open"


def format_participant(participant: Participant) -> str:
    """Return a participant as text, such as ``person, Anna`` or ``computer greedy, The greedy player``."""
    kind = "person" if participant.is_person else f"computer {one_line(participant.level)}"
    return f"{kind}, {one_line(participant.name)}".rstrip()


def parse_participant(text: str) -> Participant:
    """Parse a participant, such as ``person, Anna``. Raises ParseError for any other text."""
    found = _PARTICIPANT.fullmatch(text)
    if found is None:
        raise ParseError(
            _("{text} is not a valid participant; write 'person, NAME' or 'computer LEVEL, NAME'", text=quoted(text))
        )
    return Participant(one_line(found[2]), one_line(found[1] or ""))


def format_ruleset(ruleset_id: str, title: str) -> str:
    """Return the id of a ruleset, followed by its title for human readers: ``some_id (Some Title)``."""
    return f"{ruleset_id} ({one_line(title)})"


def parse_ruleset(text: str) -> tuple[str, str]:
    """Parse the id and the title of a ruleset. The id replaces a missing title. Raises ParseError."""
    found = _RULESET.fullmatch(text)
    if found is None:
        raise ParseError(_("{text} is not a valid ruleset id (lower-case letters, digits and _)", text=quoted(text)))
    ruleset_id = one_line(found[1])
    return ruleset_id, one_line(found[2] or "") or ruleset_id


def format_option(value: OptionValue) -> str:
    """Return the value of a game option as text, in the form that ``complete_options`` can read."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return one_line(str(value))
