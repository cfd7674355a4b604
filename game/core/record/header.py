"""The header of a tournament file, for the list of saved games.

A file in our own format has a header that can be read without any plug-in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from game.core.model import ParseError
from game.core.plain_text import one_line
from game.core.record.format import parse_result, parse_ruleset, parse_series, parse_wins, parse_yes
from game.core.record.reader import foreign_format, read_foreign
from game.core.record.sections import FileSection, parse_sections, read_participants, refuse
from game.core.ruleset import Ruleset
from game.core.tournament import Participant, Tournament, is_series_over, with_result


@dataclass(frozen=True, slots=True)
class Header:
    """The facts about a tournament that the list of saved games shows."""

    title: str
    ruleset_id: str
    ruleset_title: str
    participants: tuple[Participant, Participant]
    wins: tuple[float, float]
    best_of: int
    games: int
    running: bool
    """True if the latest game is in progress."""
    plies: int
    """The number of moves in the latest game."""
    is_over: bool
    """True if the series is over."""
    is_practice: bool = False
    """True if the latest game is unrated."""


def read_header(text: str, rulesets: Mapping[str, Ruleset], file: str = "") -> Header:
    """Return the header of a tournament file for the list of saved games. Raises ParseError.

    In our own format this works even if the plug-in of the game is not installed.
    """
    try:
        found = foreign_format(text, rulesets)
        return _read_our_header(text) if found is None else header_of(read_foreign(text, found))
    except ParseError as error:
        raise error.located(file=file) from error


def _read_our_header(text: str) -> Header:
    head, *games = parse_sections(text, refuse)
    ruleset_id, ruleset_title = head.needed("Ruleset", parse_ruleset)
    best_of = head.value("Series", parse_series, 0, refuse)
    wins = _recorded_wins(head, games)
    latest = games[-1] if games else None
    return Header(
        title=head.value("Title", one_line, "", refuse),
        ruleset_id=ruleset_id,
        ruleset_title=ruleset_title,
        participants=read_participants(head, refuse),
        wins=wins,
        best_of=best_of,
        games=len(games),
        running=latest is not None and "Result" not in latest.fields,
        plies=len(latest.words("Moves")) if latest else 0,
        is_over=is_series_over(best_of, wins, head.value("Ended", parse_yes, False, refuse)),
        is_practice=latest is not None and not latest.fields.keys().isdisjoint({"Practice", "Position"}),
    )


def _recorded_wins(head: FileSection, games: Sequence[FileSection]) -> tuple[float, float]:
    wins = head.value("Carried over", parse_wins, (0.0, 0.0), refuse)
    for section in games:
        result = section.value("Result", parse_result, None, refuse)
        if result is not None:
            wins = with_result(wins, result[0])
    return wins


def header_of(tournament: Tournament) -> Header:
    """Return the header that the list of saved games shows for a tournament."""
    current = tournament.current
    info = tournament.ruleset.info
    return Header(
        title=tournament.title,
        ruleset_id=info.id,
        ruleset_title=info.title,
        participants=tournament.participants,
        wins=tournament.wins(),
        best_of=tournament.best_of,
        games=len(tournament.games),
        running=current is not None and current.match.outcome is None,
        plies=len(current.match.plies) if current else 0,
        is_over=tournament.is_over,
        is_practice=current is not None and tournament.practice_of(current) is not None,
    )
