"""The seal of a game in a tournament file: a few letters over all that decides about it.

Whoever mends a file by hand may do so; a game whose seal is gone or does not fit any more is practice.
Files from before there were seals can be played on as such.
"""

from __future__ import annotations

import hashlib

from game.core.clock import format_time_control
from game.core.record.format import format_option, format_outcome, format_series, format_wins
from game.core.ruleset import format_move
from game.core.tournament import Game, Tournament

_LETTERS = 12


def seal_of(tournament: Tournament, game: Game) -> str:
    """The seal of a game of the series, as it stands now."""
    return digest([*_terms(tournament), *_course(tournament, game)], _LETTERS)


def digest(words: list[str], letters: int) -> str:
    """So many hexadecimal letters that differ when one of the words does."""
    return hashlib.sha256("\n".join(words).encode()).hexdigest()[:letters]


def _terms(tournament: Tournament) -> list[str]:
    """The terms of the series; not its title, nor the people's names."""
    opponents = [participant.level for participant in tournament.participants]
    terms = (format_series(tournament.best_of), format_wins(tournament.wins_before))
    return [tournament.ruleset.info.id, *opponents, *terms, format_time_control(tournament.time_control)]


def _course(tournament: Tournament, game: Game) -> list[str]:
    practice, match = tournament.practice_of(game), game.match
    options = [f"{key} {format_option(value)}" for key, value in sorted(match.options.items())]
    start = "" if match.start is None else tournament.ruleset.dump(match.start)
    counted = [str(game.seats[0]), str(match.seed), practice.value if practice else "", str(game.hints)]
    return [*options, start, *counted, *moves_in_words(game), format_outcome(match.outcome, game.seats)]


def moves_in_words(game: Game) -> list[str]:
    """The moves of a game as a file has them."""
    match = game.match
    return [format_move(match.ruleset.info, match.first_state.geometry, move) for move in match.moves]
