"""The format of a tournament file: its keys, and a pair of functions that write and read each kind of value."""

from __future__ import annotations

import re
from collections.abc import Mapping

from game.core.language import _
from game.core.model import OptionValue, Outcome, ParseError, Termination
from game.core.plain_text import one_line
from game.core.practice import Practice, TeacherStrength
from game.core.tournament import SERIES_LENGTHS, SINGLE_GAME, Participant

#: The version of this format; a file that names a later one is refused.
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
#: Fields that may go on over indented lines.
LONG_KEYS = ("Position", "Moves", "Times", "Board")

_RESULT = re.compile(r"(?:participant ([12]) wins|draw) \(([a-z ]+)\)")
_WINS = re.compile(r"([0-9]{1,6}(?:\.[05])?) - ([0-9]{1,6}(?:\.[05])?)")
_NUMBER = re.compile(r"-?[0-9]{1,40}")
_PARTICIPANT = re.compile(r"(?:person|computer ([^,]*[^,\s])),(.*)")
_RULESET = re.compile(r"([^\s()]+)(?:\s+\((.*)\))?")


def wrapped(text: str) -> str:
    """A text as the continuation lines of a field."""
    return "\n".join((INDENT + line).rstrip() for line in text.splitlines())


def quoted(line: str) -> str:
    """A line in quotation marks, cut when it is long."""
    return repr(line if len(line) <= 60 else line[:57] + "...")


def format_outcome(outcome: Outcome | None, seats: tuple[int, int]) -> str:
    """Write an outcome in terms of the participants, who sit on these seats."""
    if outcome is None:
        return "nothing yet"
    end = f"({outcome.termination.value})"
    return f"draw {end}" if outcome.winner is None else f"participant {seats[outcome.winner] + 1} wins {end}"


def parse_result(text: str) -> tuple[int | None, Termination]:
    """Read the participant that won, None for a draw, and how the game ended; raises ParseError."""
    found = _RESULT.fullmatch(text)
    endings = {termination.value: termination for termination in Termination}
    if found is None or found[2] not in endings:
        raise ParseError(
            _(
                "{text} is not a result; write 'participant 1 wins (…)', 'participant 2 wins (…)' or 'draw (…)' "
                "with one of: {endings}",
                text=quoted(text),
                endings=", ".join(endings),
            )
        )
    winner = None if found[1] is None else int(found[1]) - 1
    termination = endings[found[2]]
    if (winner is None, termination) in ((True, Termination.RESIGNATION), (False, Termination.AGREED_DRAW)):
        raise ParseError(_("{text}: a game does not end that way", text=quoted(text)))
    return winner, termination


def format_scores(scores: Mapping[str, int]) -> str:
    """Write scores by colour, as in ``b 12, w 10``."""
    return ", ".join(f"{colour} {score}" for colour, score in scores.items())


def parse_scores(text: str) -> dict[str, int]:
    """Read scores by colour; raises ParseError."""
    scores: dict[str, int] = {}
    for part in text.split(","):
        colour, _space, number = part.strip().partition(" ")
        if not colour or colour in scores or _NUMBER.fullmatch(number.strip()) is None:
            raise ParseError(_("{text} are not scores; write them as in: b 12, w 10", text=quoted(text)))
        scores[colour] = int(number)
    return scores


def format_participant_number(participant: int) -> str:
    """Write a participant's number, which counts from 1 in files."""
    return f"participant {participant + 1}"


def parse_participant_number(text: str) -> int:
    """Read the index of a participant; raises ParseError."""
    if text not in ("participant 1", "participant 2"):
        raise ParseError(_("{text} is neither 'participant 1' nor 'participant 2'", text=quoted(text)))
    return int(text[-1]) - 1


def format_wins(wins: tuple[float, float]) -> str:
    """Write wins with at most one decimal, as in ``2 - 1.5``."""
    return " - ".join(f"{number:.1f}".removesuffix(".0") for number in wins)


def parse_wins(text: str) -> tuple[float, float]:
    """Read the wins of both participants; raises ParseError."""
    found = _WINS.fullmatch(text)
    if found is None:
        raise ParseError(_("{text} are not wins; write them as in: 2 - 1.5", text=quoted(text)))
    return (float(found[1]), float(found[2]))


def parse_whole_number(text: str) -> int:
    """Read a whole number of up to 40 digits; raises ParseError."""
    if _NUMBER.fullmatch(text) is None:
        raise ParseError(_("{text} is not a whole number", text=quoted(text)))
    return int(text)


def parse_yes(text: str) -> bool:
    """Read yes or no; raises ParseError."""
    if text not in ("yes", "no"):
        raise ParseError(_("{text} is neither 'yes' nor 'no'", text=quoted(text)))
    return text == "yes"


def parse_practice(text: str) -> Practice:
    """Read what made a game practice; raises ParseError."""
    words = {practice.value: practice for practice in Practice}
    if text not in words:
        raise ParseError(
            _(
                "{text} does not make a game practice; one of these does: {words}",
                text=quoted(text),
                words=", ".join(words),
            )
        )
    return words[text]


def parse_teacher(text: str) -> TeacherStrength:
    """Read how strong the teacher at the table is; raises ParseError."""
    words = {strength.value: strength for strength in TeacherStrength}
    if text not in words:
        told = _("{text} is no teacher; one of these is: {words}", text=quoted(text), words=", ".join(words))
        raise ParseError(told)
    return words[text]


def parse_series(text: str) -> int:
    """Read the length of the series, 0 for an open one; raises ParseError."""
    forms = {format_series(length): length for length in (*SERIES_LENGTHS, SINGLE_GAME)}
    if text not in forms:
        raise ParseError(
            _("{text} is not a form of series; it must be one of: {forms}", text=quoted(text), forms=", ".join(forms))
        )
    return forms[text]


def format_series(length: int) -> str:
    """Write the length of the series in words."""
    return f"best of {length}" if length else "open"


def format_participant(participant: Participant) -> str:
    """Write a participant, as in ``person, Anna`` or ``computer greedy, The greedy player``."""
    kind = "person" if participant.is_person else f"computer {one_line(participant.level)}"
    return f"{kind}, {one_line(participant.name)}".rstrip()


def parse_participant(text: str) -> Participant:
    """Read a participant; raises ParseError."""
    found = _PARTICIPANT.fullmatch(text)
    if found is None:
        raise ParseError(
            _("{text} is no participant; write 'person, a name' or 'computer a level, a name'", text=quoted(text))
        )
    return Participant(one_line(found[2]), one_line(found[1] or ""))


def format_ruleset(ruleset_id: str, title: str) -> str:
    """Write the id, which counts, and the title for the reader: ``some_id (Some Title)``."""
    return f"{ruleset_id} ({one_line(title)})"


def parse_ruleset(text: str) -> tuple[str, str]:
    """Read the id and the title of a ruleset, the id again where the title is missing; raises ParseError."""
    found = _RULESET.fullmatch(text)
    if found is None:
        raise ParseError(
            _("{text} names no ruleset; write its id (lower-case letters, digits and _)", text=quoted(text))
        )
    ruleset_id = one_line(found[1])
    return ruleset_id, one_line(found[2] or "") or ruleset_id


def format_option(value: OptionValue) -> str:
    """Write an option's value as ``complete_options`` reads it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return one_line(str(value))
