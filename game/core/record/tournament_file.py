"""The tournament file: reads, writes, lists and repairs our own format and a ruleset's foreign ones.

The shape of our own files is in ``text``, their values are in ``values``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from game.core.language import _
from game.core.model import ParseError
from game.core.record.reader import (
    MissingRuleset,
    read_game,
    read_head,
    read_participants,
    read_ruleset_name,
    value,
)
from game.core.record.repair import salvage
from game.core.record.text import Section, is_ours, parse_sections, refuse
from game.core.record.values import parse_result, parse_series, parse_wins, parse_yes
from game.core.record.writer import write_tournament
from game.core.ruleset import ForeignFormat, Ruleset
from game.core.tournament import ForeignOrigin, Participant, Tournament, is_series_over, with_result

__all__ = [
    "Header",
    "MissingRuleset",
    "header_of",
    "read_header",
    "read_tournament",
    "salvage",
    "save_text",
    "write_tournament",
]


@dataclass(frozen=True, slots=True)
class Header:
    """The facts that a list of saves shows of a tournament; they can be read without its plug-in."""

    title: str
    ruleset_id: str
    ruleset_title: str
    participants: tuple[Participant, Participant]
    wins: tuple[float, float]
    best_of: int
    games: int
    running: bool
    """Whether the latest game is still running."""
    plies: int
    """The number of moves of the latest game."""
    is_over: bool
    """Whether the series is over."""


def read_tournament(text: str, rulesets: Mapping[str, Ruleset], file: str = "") -> Tournament:
    """Read our own format or a foreign one of the rulesets; raises ParseError, of which MissingRuleset is a kind."""
    try:
        found = _foreign_format(text, rulesets)
        return _read_ours(text, rulesets) if found is None else _read_foreign(text, found)
    except ParseError as error:
        raise error.located(file=file) from error


def _foreign_format(text: str, rulesets: Mapping[str, Ruleset]) -> ForeignFormat[Tournament] | None:
    if is_ours(text):
        return None
    plain = text.removeprefix("\ufeff")
    formats = (each for ruleset in rulesets.values() for each in ruleset.info.formats)
    return next((each for each in formats if each.sniff(plain)), None)


def _read_foreign(text: str, found: ForeignFormat[Tournament]) -> Tournament:
    tournament = found.read(text.removeprefix("\ufeff"))
    tournament.origin = ForeignOrigin(found.name, text)
    return tournament


def _read_ours(text: str, rulesets: Mapping[str, Ruleset]) -> Tournament:
    head, *games = parse_sections(text, refuse)
    tournament = read_head(head, rulesets, refuse)
    for section in games:
        _check_all_ended(tournament, section)
        tournament.games.append(read_game(section, tournament, refuse))
    return tournament


def _check_all_ended(tournament: Tournament, section: Section) -> None:
    if tournament.current is not None and tournament.current.match.outcome is None:
        raise ParseError(
            _(
                "game {game} begins, but game {before} has neither ended nor a result",
                game=section.game,
                before=section.game - 1,
            ),
            line=section.line,
        )


def read_header(text: str, rulesets: Mapping[str, Ruleset], file: str = "") -> Header:
    """Read the header of a file; works without the plug-in for our own format. Raises ParseError."""
    try:
        found = _foreign_format(text, rulesets)
        return _read_our_header(text) if found is None else header_of(_read_foreign(text, found))
    except ParseError as error:
        raise error.located(file=file) from error


def _read_our_header(text: str) -> Header:
    head, *games = parse_sections(text, refuse)
    ruleset_id, ruleset_title = read_ruleset_name(head)
    best_of = value(head, "Series", parse_series, 0, refuse)
    wins = _recorded_wins(head, games)
    latest = games[-1] if games else None
    return Header(
        title=value(head, "Title", str, "", refuse),
        ruleset_id=ruleset_id,
        ruleset_title=ruleset_title,
        participants=read_participants(head, refuse),
        wins=wins,
        best_of=best_of,
        games=len(games),
        running=latest is not None and "Result" not in latest.fields,
        plies=_count_moves(latest),
        is_over=is_series_over(best_of, wins, value(head, "Ended", parse_yes, False, refuse)),
    )


def _recorded_wins(head: Section, games: Sequence[Section]) -> tuple[float, float]:
    wins = value(head, "Carried over", parse_wins, (0.0, 0.0), refuse)
    for section in games:
        result = value(section, "Result", parse_result, None, refuse)
        if result is not None:
            wins = with_result(wins, result[0])
    return wins


def _count_moves(section: Section | None) -> int:
    if section is None or "Moves" not in section.fields:
        return 0
    return sum(not word.endswith(".") for _, word in section.fields["Moves"].words())


def header_of(tournament: Tournament) -> Header:
    """The header of a tournament."""
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
    )


def save_text(tournament: Tournament) -> str:
    """The text to save a tournament as: byte for byte the foreign file it came from when nothing was played since.

    A tournament from a foreign file is written in that file's format, in ours when that cannot express it any more.
    """
    found = _origin_format(tournament)
    if tournament.origin is None or found is None:
        return write_tournament(tournament)
    if _progress(_read_foreign(tournament.origin.text, found)) == _progress(tournament):
        return tournament.origin.text
    text = found.write(tournament)
    return text if isinstance(text, str) and _tells_all(text, found, tournament) else write_tournament(tournament)


def _tells_all(text: str, found: ForeignFormat[Tournament], tournament: Tournament) -> bool:
    """Whether a foreign file keeps how the series stands: some formats have no word for its end."""
    again = _read_foreign(text, found)
    return (again.ended, again.wins()) == (tournament.ended, tournament.wins())


def _origin_format(tournament: Tournament) -> ForeignFormat[Tournament] | None:
    if tournament.origin is None:
        return None
    name = tournament.origin.format
    return next((each for each in tournament.ruleset.info.formats if each.name == name), None)


def _progress(tournament: Tournament) -> tuple[object, ...]:
    """The parts of a tournament that playing on changes."""
    games = tuple((game.seats, game.match.moves, game.match.outcome) for game in tournament.games)
    return (games, tournament.ended, tournament.wins())
