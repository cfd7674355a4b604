"""The repair of a damaged tournament file: keeps what can be read."""

from __future__ import annotations

from collections.abc import Mapping

from game.core.language import _, in_a_row, marked, plural
from game.core.model import ParseError
from game.core.record.reader import read_game, read_head
from game.core.record.text import Section, parse_sections
from game.core.record.values import parse_result
from game.core.ruleset import Ruleset
from game.core.tournament import Game, Tournament, with_result

#: How many damaged lines are quoted; of the others only the number is told.
_DAMAGES_NAMED = 3


def salvage(text: str, rulesets: Mapping[str, Ruleset], file: str = "") -> tuple[Tournament, str] | None:
    """The tournament without its damaged parts, and sentences about what was lost; None when nothing can be read.

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
    return tournament, in_a_row(lost) or _("Nothing was lost.")


def _left_out(damages: list[ParseError], file: str) -> list[str]:
    sentences = [_("Left out: {problem}.", problem=error.located(file=file)) for error in damages[:_DAMAGES_NAMED]]
    more = len(damages) - len(sentences)
    if not more:
        return sentences
    return [*sentences, plural("Left out too: {count} more line.", "Left out too: {count} more lines.", more)]


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
    lost = _(_carry_over(section, tournament), game=section.game)
    return [in_a_row((lost, _("{problem}.", problem=damages[0].located(file=file)) if damages else ""))]


def _kept_part(game: Game, error: ParseError, file: str) -> str:
    return plural(
        "The latest game is kept with {count} move: {problem}.",
        "The latest game is kept with {count} moves: {problem}.",
        len(game.match.plies),
        problem=error.located(file=file),
    )


def _carry_over(section: Section, tournament: Tournament) -> str:
    """Count the recorded result of a game that is left out, so that seats and seeds go on as if it were there.

    Returns a sentence about that game, whose number is its field.
    """
    found = section.fields.get("Result")
    try:
        winner, _ending = parse_result(found.value if found else "")
    except ParseError:
        return marked("Game {game}: moves and result are lost.")
    tournament.wins_before = with_result(tournament.wins_before, winner)
    tournament.first = 1 - tournament.first
    tournament.seed += 1
    return marked("Game {game}: the moves are lost, the result counts on.")
