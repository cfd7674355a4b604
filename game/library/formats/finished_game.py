"""Conversion of a finished match to a study for export, with result, move times and a note."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.match import Match
from game.library.formats.psq import LEVELS, TIME
from game.library.formats.results import RESULT, result_of
from game.library.study.study import Study, study_of_match
from game.library.study.tree import ROOT

#: Piskvork's notation for a game between two engines.
_TWO_ENGINES = "11:11, 0"


def study_of_finished_game(
    match: Match, players: tuple[str, str], milliseconds: Sequence[int] = (), note: str = ""
) -> Study:
    """Convert a match between two engines to a study with its result.

    ``milliseconds`` is the time spent on each move.
    """
    study = study_of_match(match, players)
    study.facts[RESULT] = result_of(match)
    if note:
        study.tree.comments[ROOT] = note
    study.tree.properties[ROOT] = {LEVELS: (_TWO_ENGINES,)}
    for node, spent in zip(study.tree.continuation(ROOT), milliseconds, strict=False):
        study.tree.properties[node] = {TIME: (str(spent),)}
    return study
