"""Conversion of a game found in the library index to a study or a match, without its source file."""

from __future__ import annotations

from collections.abc import Mapping

from game.core.language import _
from game.core.match import Match
from game.core.model import Outcome, ParseError, Reason, State, Termination
from game.core.notation import playable_moves
from game.core.ruleset import Ruleset, complete_options
from game.core.tournament import Game, Participant, Tournament
from game.library.index.indexed_game import Result, recorded_result
from game.library.index.position_key import position_keys
from game.library.index.search import FoundGame
from game.library.study.study import Study
from game.library.study.tree import ROOT


def study_of_found(found: FoundGame, rulesets: Mapping[str, Ruleset]) -> Study | Reason:
    """Return the main line of a found game as a study, or a Reason if it cannot be shown."""
    ruleset = rulesets.get(found.ruleset_id)
    if ruleset is None:
        return Reason("no ruleset", _("This game needs {ruleset}, which is not installed.", ruleset=found.ruleset_id))
    try:
        options = complete_options(ruleset.info, found.chosen_options)
        start = ruleset.load(found.start, options) if found.start else None
    except (ParseError, ValueError) as error:
        return Reason("unreadable", _("This game cannot be shown: {problem}", problem=error))
    study = Study(ruleset, options, found.event, found.players, start, found.seed)
    node = ROOT
    for move, _state in playable_moves(ruleset, study.first_state, found.moves.split()):
        node = study.tree.append(node, move)
    return study


def last_state(study: Study) -> State | Reason:
    """Return the position at the end of a study's main line, or a Reason if a move is illegal."""
    return study.state(_last_node(study))


def last_match(study: Study) -> Match | Reason:
    """Return a study's main line as a match, or a Reason if a move is illegal."""
    return study.match(_last_node(study))


def tournament_of_study(study: Study, names: tuple[str, str], result: Result | None = None) -> Tournament | Reason:
    """Return a study's main line as a tournament of one game, or a Reason if a move is illegal.

    ``names`` replace unknown players. If the rules have not ended the game, it ends with ``result``, or with the result
    recorded in the study if ``result`` is None.
    """
    match = last_match(study)
    if isinstance(match, Reason):
        return match
    end = _END.get(recorded_result(study, match.state) if result is None else result)
    if match.outcome is None and end is not None:
        match.end(end)
    first, second = (name or other for name, other in zip(study.players, names, strict=True))
    return Tournament(
        ruleset=study.ruleset,
        options=study.options,
        participants=(Participant(first), Participant(second)),
        seed=study.seed,
        title=study.title or f"{first} - {second}",
        games=[Game((0, 1), match)],
        ended=True,
    )


def _last_node(study: Study) -> int:
    nodes = study.tree.continuation(ROOT)
    return nodes[-1] if nodes else ROOT


#: Outcomes of games that were not ended by their rules.
_END = {
    Result.FIRST: Outcome(Termination.RESIGNATION, 0),
    Result.SECOND: Outcome(Termination.RESIGNATION, 1),
    Result.DRAWN: Outcome(Termination.AGREED_DRAW, None),
}


def step_of(match: Match, key: int) -> int | None:
    """Return the number of plies that lead to the position with this key, or None if a match never reached it."""
    first = match.first_state
    keys = position_keys(match.ruleset, first.geometry)
    if keys.key(first.board, first.colour) == key:
        return 0
    steps = ((ply.move, ply.step.state) for ply in match.plies)
    return next((number for number, each in enumerate(keys.along(first, steps), start=1) if each == key), None)
