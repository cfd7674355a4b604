"""The writer of tournament files, in our own format or in that of the program that a tournament came from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.core.clock import format_time, format_time_control
from game.core.match import Match
from game.core.model import Options
from game.core.picture import draw_board
from game.core.plain_text import one_line
from game.core.record.checksum import checksum_of, moves_as_text
from game.core.record.format import (
    OPTION,
    VERSION,
    format_option,
    format_outcome,
    format_participant,
    format_participant_number,
    format_ruleset,
    format_scores,
    format_series,
    format_wins,
    wrapped,
)
from game.core.record.reader import read_foreign
from game.core.ruleset import ForeignFormat, sheet_text_of
from game.core.tournament import Game, Tournament

_MOVES_IN_A_LINE = 10


def save_text(tournament: Tournament) -> str:
    """Return the text to be written to the file of a tournament.

    A tournament from a foreign file is written in the format of that file, or in our own format if the foreign one
    cannot express it any more. If no move was made since the file was read, the text is the original, byte for byte.
    """
    found = _origin_format(tournament)
    if tournament.origin is None or found is None:
        return write_tournament(tournament)
    if _progress(read_foreign(tournament.origin.text, found)) == _progress(tournament):
        return tournament.origin.text
    text = found.write(tournament)
    return text if isinstance(text, str) and _is_lossless(text, found, tournament) else write_tournament(tournament)


def _is_lossless(text: str, found: ForeignFormat[Tournament], tournament: Tournament) -> bool:
    """Return True if a text in another program's format preserves the wins and the end of the series."""
    again = read_foreign(text, found)
    return (again.ended, again.wins()) == (tournament.ended, tournament.wins())


def _origin_format(tournament: Tournament) -> ForeignFormat[Tournament] | None:
    if tournament.origin is None:
        return None
    name = tournament.origin.format
    return next((each for each in tournament.ruleset.info.formats if each.name == name), None)


def _progress(tournament: Tournament) -> tuple[object, ...]:
    """Return the parts of a tournament that change when its games are continued."""
    games = tuple((game.seats, game.match.moves, game.match.outcome) for game in tournament.games)
    return (games, tournament.ended, tournament.wins())


def write_tournament(tournament: Tournament) -> str:
    """Return the tournament as text in the tournament file format of this program."""
    sections = [_head(tournament), *(_game(tournament, number) for number in range(len(tournament.games)))]
    return "\n".join("\n".join(lines) + "\n" for lines in sections)


def _head(tournament: Tournament) -> Iterator[str]:
    info = tournament.ruleset.info
    yield f"Stone Fair tournament, version {VERSION}"
    yield f"Title: {one_line(tournament.title)}".rstrip()
    yield f"Ruleset: {format_ruleset(info.id, info.title)}"
    yield from _options(tournament.options)
    yield f"Series: {format_series(tournament.best_of)}"
    yield f"First seat: {format_participant_number(tournament.first)}"
    yield f"Seed: {tournament.seed}"
    if tournament.time_control.is_timed:
        yield f"Clock: {format_time_control(tournament.time_control)}"
    if tournament.teacher is not None:
        yield f"Teacher: {tournament.teacher.value}"
    if any(tournament.wins_before):
        yield f"Carried over: {format_wins(tournament.wins_before)}"
    if tournament.ended:
        yield "Ended: yes"
    for number, participant in enumerate(tournament.participants, start=1):
        yield f"Participant {number}: {format_participant(participant)}"
    sheet = sheet_text_of(tournament.ruleset)
    if sheet:
        yield "Sheet:"
        yield wrapped(sheet)


def _options(options: Options) -> Iterator[str]:
    for key, value in options.items():
        yield f"{OPTION}{key}: {format_option(value)}"


def _game(tournament: Tournament, index: int) -> Iterator[str]:
    game = tournament.games[index]
    match = game.match
    usual = tournament.game_options(game.seats)
    yield f"Game {index + 1}"
    yield f"First seat: {format_participant_number(game.seats[0])}"
    yield f"Seed: {match.seed}"
    yield from _options({key: value for key, value in match.options.items() if usual.get(key) != value})
    practice = tournament.practice_of(game)
    if practice is not None:
        yield f"Practice: {practice.value}"
    if game.hints:
        yield f"Hints: {game.hints}"
    if match.start is not None:
        yield "Position:"
        yield wrapped(tournament.ruleset.dump(match.start))
    yield "Moves:"
    yield from (wrapped(line) for line in _numbered(moves_as_text(game)))
    yield from _times(match)
    yield from _ending(game)
    yield f"Seal: {checksum_of(tournament, game)}"


def _numbered(words: Sequence[str]) -> Iterator[str]:
    """Yield lines of ten words each; a line begins with the number of its first word."""
    for start in range(0, len(words), _MOVES_IN_A_LINE):
        yield f"{start + 1:3}. {' '.join(words[start : start + _MOVES_IN_A_LINE])}"


def _times(match: Match) -> Iterator[str]:
    """Yield the lines with a game's thinking times: the seconds of each move, and of the unfinished turn."""
    spent = [ply.spent for ply in match.plies] + ([match.spent] if match.spent else [])
    if any(spent):
        yield "Times:"
        yield from (wrapped(line) for line in _numbered([format_time(time) for time in spent]))


def _ending(game: Game) -> Iterator[str]:
    """Yield the last lines of a game in a file: its result, or a picture of the board while it is in progress."""
    outcome = game.match.outcome
    if outcome is None:
        state = game.match.state
        yield "Board:"
        yield wrapped(draw_board(state.geometry, state.board))
        return
    yield f"Result: {format_outcome(outcome, game.seats)}"
    if outcome.scores:
        yield f"Scores: {format_scores(outcome.scores)}"
