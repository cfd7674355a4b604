"""What the analysis board shows: a study, its file, and the game of a tournament that it begins with.

Imports no pygame.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from game.analysis.board.study_editor import RunTask, StudyFile
from game.analysis.review.review_store import mark_of_game
from game.core.match import Match
from game.core.model import ParseError
from game.core.ruleset import PluginError, Ruleset
from game.core.tournament import Tournament
from game.library.formats.reading import MOST_OF_STUDY
from game.library.study.edit_log import read_edit_log
from game.library.study.study import Study, study_of_game
from game.storage import folders, names

#: Suffix of the files of studies that are edited here.
SUFFIX = ".study"


@dataclass(frozen=True, slots=True)
class AnalysisSubject:
    """A study for the analysis board; its main line begins with a game if it comes from a tournament."""

    study: Study
    file: StudyFile | None = None
    """The file to which edits are appended; None if they are not saved."""
    tournament: Tournament | None = None
    index: int = 0
    """The game's index in ``tournament.games``, from 0."""

    @property
    def game(self) -> Match | None:
        """The game that the study's main line begins with, or None."""
        return None if self.tournament is None else self.tournament.games[self.index].match


def subject_of_game(
    tournament: Tournament, index: int, rulesets: Mapping[str, Ruleset], run: RunTask
) -> AnalysisSubject:
    """Return the game of a tournament with the variations that were saved for it; reads a file.

    ``index`` counts from 0. ``run`` runs a task on the thread that writes files.
    """
    path = folders.studies_folder() / (mark_of_game(tournament.games[index].match) + SUFFIX)
    stored = _stored(path, rulesets)
    if stored is None and path.exists():
        # The file is damaged: it stays as it is, and new edits go to another one.
        path = _free_path(path.stem)
    study = stored if stored is not None else study_of_game(tournament, index)
    return AnalysisSubject(study, StudyFile(path, run), tournament, index)


def subject_of_study(study: Study, run: RunTask, path: Path | None = None) -> AnalysisSubject:
    """Return a study from ``path``; its edits are appended to this file if it has the right format, else to a new one.

    A file in the folder of studies with another format is replaced by the new one.
    """
    is_own = path is not None and path.parent == folders.studies_folder()
    if path is not None and is_own and path.suffix == SUFFIX:
        return AnalysisSubject(study, StudyFile(path, run))
    replaced = path if is_own else None
    base = path.name.removesuffix(".study.txt") if path is not None and is_own else study.title
    return AnalysisSubject(study, StudyFile(_free_path(base), run, replaced=replaced))


def _stored(path: Path, rulesets: Mapping[str, Ruleset]) -> Study | None:
    """Return the study in a file, or None if there is none or it cannot be read."""
    try:
        with path.open("rb") as file:
            return read_edit_log(file.read(MOST_OF_STUDY), rulesets)[0]
    except (OSError, ParseError, PluginError):
        return None


def _free_path(base: str) -> Path:
    folder = folders.studies_folder()
    taken = {names.folded(path.stem) for path in folder.glob(f"*{SUFFIX}")}
    return folder / (names.free_name(base, taken) + SUFFIX)
