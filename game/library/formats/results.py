"""Results of games as short texts in the notation of the SGF property RE, for all file formats.

``B+`` and ``W+`` mean that the first or the second colour of the ruleset won. After the plus comes ``R`` for
resignation, ``T`` for time, ``F`` for forfeit, or the difference in points, which is 1 for a line. ``0`` is a draw.
"""

from __future__ import annotations

import re

from game.core.match import Match
from game.core.model import Outcome, Reason, State, Termination
from game.library.study.study import Study
from game.library.study.tree import ROOT

#: Key of the study fact that holds the result.
RESULT = "result"
_SIDES = ("B", "W")
_DRAW = re.compile(r"(?:[BW]\+)?draw", re.IGNORECASE)
_ENDINGS = {
    Termination.RESIGNATION: "R",
    Termination.TIME: "T",
    Termination.FORFEIT: "F",
    Termination.LINE: "1",
    Termination.OWN_LINE: "1",
}


def result_of(match: Match) -> str:
    """Return the result of a match as text, or "" while the match is in progress."""
    outcome = match.outcome
    if outcome is None:
        return ""
    if outcome.winner is None:
        return "0"
    colours = match.ruleset.info.colours
    winner = match.state.colours[outcome.winner] or colours[outcome.winner]
    return f"{_SIDES[colours.index(winner)]}+{_margin(outcome, colours)}"


def _margin(outcome: Outcome, colours: tuple[str, str]) -> str:
    if outcome.termination is Termination.POINTS:
        one, other = (outcome.scores.get(colour, 0) for colour in colours)
        return str(abs(one - other))
    return _ENDINGS.get(outcome.termination, "")


def written_result(said: str) -> str:
    """Return the result that a file names, with a draw as ``0``: ORC Game Center writes ``B+Draw``."""
    return "0" if _DRAW.fullmatch(said.strip()) else said


def last_of_main(study: Study) -> int:
    """Return the last node of a study's main line, or ``ROOT`` if the main line is empty."""
    nodes = study.tree.continuation(ROOT)
    return nodes[-1] if nodes else ROOT


def players_by_colour(study: Study) -> tuple[str, str]:
    """Return the names of the players of the first and second colour at the end of the main line."""
    first, second = study.players
    return (second, first) if _is_swapped(study) else (first, second)


def set_players_by_colour(study: Study, names: tuple[str, str]) -> None:
    """Set the players' names, given in the order of the ruleset's first and second colour."""
    first, second = names
    study.players = (second, first) if _is_swapped(study) else (first, second)


def _is_swapped(study: Study) -> bool:
    """Return True if player number 1 (the second) has the first colour at the end of the main line."""
    first = study.ruleset.info.colours[0]
    colours = study.first_state.colours
    if all(colours):
        return colours[1] == first
    node: int | None = last_of_main(study)
    while node is not None:
        state: State | Reason = study.state(node)
        if not isinstance(state, Reason):
            return state.colours[1] == first
        node = study.tree.parent(node)
    return False
