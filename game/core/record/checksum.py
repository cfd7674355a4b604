"""The checksum of a game in a tournament file, computed from everything that affects the game's rating.

It does not protect against forgery. Players may edit a file by hand, but a game whose checksum is missing or wrong then
becomes unrated. Games of earlier versions have no checksum and can be continued as unrated games.
"""

from __future__ import annotations

import hashlib

from game.core.clock import format_time_control
from game.core.record.format import format_option, format_outcome, format_series, format_wins
from game.core.ruleset import format_move
from game.core.tournament import Game, Tournament

_LETTERS = 12


def checksum_of(tournament: Tournament, game: Game) -> str:
    """Return the checksum of a game of a tournament, in the game's current state."""
    return digest([*_series_facts(tournament), *_game_facts(tournament, game)], _LETTERS)


def digest(words: list[str], letters: int) -> str:
    """Return the first ``letters`` hexadecimal digits of a hash of these strings."""
    return hashlib.sha256("\n".join(words).encode()).hexdigest()[:letters]


def _series_facts(tournament: Tournament) -> list[str]:
    """Return the parts of a series that affect a rating: all except its title and the names of people."""
    opponents = [participant.level for participant in tournament.participants]
    terms = (format_series(tournament.best_of), format_wins(tournament.wins_before))
    return [tournament.ruleset.info.id, *opponents, *terms, format_time_control(tournament.time_control)]


def _game_facts(tournament: Tournament, game: Game) -> list[str]:
    practice, match = tournament.practice_of(game), game.match
    options = [f"{key} {format_option(value)}" for key, value in sorted(match.options.items())]
    start = "" if match.start is None else tournament.ruleset.dump(match.start)
    counted = [str(game.seats[0]), str(match.seed), practice.value if practice else "", str(game.hints)]
    return [*options, start, *counted, *moves_as_text(game), format_outcome(match.outcome, game.seats)]


def moves_as_text(game: Game) -> list[str]:
    """Return the moves of a game in notation."""
    match = game.match
    return [format_move(match.ruleset.info, match.first_state.geometry, move) for move in match.moves]
