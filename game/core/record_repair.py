"""Saves what can be saved of a damaged tournament file."""

from __future__ import annotations

from collections.abc import Mapping

from game.core.model import ParseError
from game.core.record_reader import read_game, read_head
from game.core.record_text import Section, parse_sections
from game.core.record_values import parse_result
from game.core.ruleset import Ruleset
from game.core.tournament import Game, Tournament, with_result

#: How many damaged lines are quoted; of the others only the number is told.
_DAMAGES_NAMED = 3


def salvage(text: str, rulesets: Mapping[str, Ruleset], file: str = "") -> tuple[Tournament, str] | None:
    """The tournament without what is damaged, and sentences that say what was lost; None when nothing can be saved.

    The latest game is kept up to the damage. An earlier game that cannot be replayed to its end is left out; its
    recorded result counts on.
    """
    damages: list[ParseError] = []
    try:
        head, *games = parse_sections(text, damages.append)
        tournament = read_head(head, rulesets, damages.append)
    except ParseError:
        return None
    lost = _left_out(damages, file)
    for section in games:
        lost.extend(_keep(section, tournament, section is games[-1], file))
    return tournament, " ".join(lost) or "Nothing was lost."


def _left_out(damages: list[ParseError], file: str) -> list[str]:
    sentences = [f"Left out: {error.located(file=file)}." for error in damages[:_DAMAGES_NAMED]]
    more = len(damages) - len(sentences)
    return [*sentences, f"Left out too: {_count(more, 'more line')}."] if more else sentences


def _keep(section: Section, tournament: Tournament, is_latest: bool, file: str) -> list[str]:
    """Adds the game, or its result alone, to the tournament; returns what was lost."""
    damages: list[ParseError] = []
    try:
        game = read_game(section, tournament, damages.append)
    except ParseError as error:
        damages.append(error)
        game = None
    if game is not None and (is_latest or (game.match.outcome is not None and not damages)):
        tournament.games.append(game)
        return [_kept_part(game, error, file) for error in damages]
    cause = f" ({damages[0].located(file=file)})" if damages else ""
    return [f"Game {section.game}: {_carry_over(section, tournament)}{cause}."]


def _kept_part(game: Game, error: ParseError, file: str) -> str:
    moves = _count(len(game.match.plies), "move")
    return f"The latest game is kept with {moves}: {error.located(file=file)}."


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def _carry_over(section: Section, tournament: Tournament) -> str:
    """Counts the recorded result of a game that is left out, so that seats and seeds go on as if it were there."""
    found = section.fields.get("Result")
    try:
        winner, _ = parse_result(found.value if found else "")
    except ParseError:
        return "moves and result are lost"
    tournament.wins_before = with_result(tournament.wins_before, winner)
    tournament.first = 1 - tournament.first
    tournament.seed += 1
    return "the moves are lost, the result counts on"
