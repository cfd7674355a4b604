"""The file formats to which a study can be exported, and the study of a finished game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from game.core.language import gettext_noop
from game.core.match import Match
from game.core.model import Reason
from game.library.formats.lib_writer import write_lib
from game.library.formats.pos import write_points
from game.library.formats.psq import LEVELS, TIME, write_psq
from game.library.formats.results import RESULT, result_of
from game.library.formats.sgf.writer import write_sgf
from game.library.study.study import Study, study_of_match
from game.library.study.study_file import write_study
from game.library.study.tree import ROOT

#: Piskvork's notation for a game between two engines.
_TWO_ENGINES = "11:11, 0"
#: Games written into one SGF file, few enough for programs with limits of their own.
_GAMES_OF_SGF = 5_000


@dataclass(frozen=True, slots=True)
class WritableFormat:
    """A file format for export: its id, title for the screen, file name suffix and writer.

    The title is translated with ``_``.
    """

    name: str
    title: str
    suffix: str
    """The file name suffix, with the dot."""
    write: Callable[[Study], bytes | Reason]
    """Function that returns the content of a file, or a Reason if the format cannot express the study."""
    most_games: int = 1
    """Number of games that one file holds: their contents one after the other."""
    is_line: bool = False
    """True if a file holds only the main line of a game."""


def _write_study(study: Study) -> bytes:
    return write_study(study).encode("utf-8", "replace")


FORMATS = (
    WritableFormat("study", gettext_noop("Study"), ".study.txt", _write_study),
    WritableFormat("sgf", "SGF", ".sgf", write_sgf, most_games=_GAMES_OF_SGF),
    WritableFormat("psq", gettext_noop("Piskvork game file (PSQ)"), ".psq", write_psq, is_line=True),
    WritableFormat("pos", gettext_noop("Moves as text"), ".pos", write_points, is_line=True),
    WritableFormat("lib", gettext_noop("RenLib opening library"), ".lib", write_lib),
)


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
