"""Sentences for the player about a program that fails. It goes by its name, or as the opponent when that is empty."""

from __future__ import annotations

from game.core.language import _, plural, strip_period
from game.core.plain_text import one_line


def not_started(name: str, error: OSError) -> str:
    """The program is missing or cannot be started."""
    if not name:
        return _("The opponent could not be started: {problem}.", problem=error)
    problem = ended_words(error.strerror or str(error))
    return _("{name} could not be started: {problem}", name=name, problem=problem)


def started_again(name: str) -> str:
    """The program stopped before it answered, and was started again."""
    if not name:
        return _("The opponent's program stopped and was restarted.")
    return _("{name}'s program stopped and was restarted.", name=name)


def stopped_again(name: str) -> str:
    """The program stopped a second time."""
    if not name:
        return _("The opponent's program ended without an answer.")
    return _("{name}'s program ended without an answer.", name=name)


def cannot_play(name: str, problem: str) -> str:
    """The program cannot be asked, or says itself that it cannot answer."""
    if not name:
        return _("The opponent cannot answer: {problem}.", problem=strip_period(problem))
    return _("{name} cannot play: {problem}", name=name, problem=ended_words(problem))


def cannot_go_on(name: str, problem: str) -> str:
    """The program stopped, and a new one cannot be told the position."""
    return _("{name}'s program stopped and cannot continue: {problem}", name=name, problem=ended_words(problem))


def too_late(name: str, seconds: float, said: str, *, is_ready: bool) -> str:
    """The program took longer than ``seconds``; ``said`` are its last words without a meaning, "" for none."""
    if not name:
        return _("The opponent did not answer within {seconds} seconds.", seconds=f"{seconds:g}")
    number, fields = 1 if seconds == 1 else 2, {"name": name, "seconds": f"{seconds:g}"}
    if not is_ready and not said:
        return plural(
            "{name} did not get ready within {seconds} second.",
            "{name} did not get ready within {seconds} seconds.",
            number,
            **fields,
        )
    if not is_ready:
        return plural(
            "{name} did not get ready within {seconds} second; it said {said!r}.",
            "{name} did not get ready within {seconds} seconds; it said {said!r}.",
            number,
            said=said,
            **fields,
        )
    if not said:
        return plural(
            "{name} did not answer within {seconds} second.",
            "{name} did not answer within {seconds} seconds.",
            number,
            **fields,
        )
    return plural(
        "{name} did not answer within {seconds} second; it said {said!r}.",
        "{name} did not answer within {seconds} seconds; it said {said!r}.",
        number,
        said=said,
        **fields,
    )


def ended_words(text: str) -> str:
    """Some words, of an engine perhaps, as the end of a sentence: on one line, shortened, with a full stop."""
    return _("{problem}.", problem=strip_period(one_line(text)))
