"""The content of the analysis board: a study, its file and, if it came from a tournament, the game.

Imports no pygame.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from game.analysis.board.study_editor import SUFFIX, RunTask, StudyFile, free_path
from game.analysis.review.review_store import mark_of_game
from game.core.match import Match
from game.core.model import EMPTY, ParseError
from game.core.ruleset import PluginError, Ruleset, format_move
from game.core.tournament import Tournament
from game.library.formats.reading import MOST_OF_STUDY
from game.library.study.edit_log import read_edit_log
from game.library.study.study import Study, study_of_game
from game.library.study.tree import ROOT
from game.storage import folders

#: Number of files of a game's variations that are tried before a new name is used.
_MOST_FILES = 100
#: Number of moves and of comments of a study that its mark depends on, beside their numbers.
_MOST_HASHED = 20_000


@dataclass(frozen=True, slots=True)
class ReadFile:
    """The file of another program that a study was read from."""

    path: Path
    number: int
    """Number of the study in the file, from 0."""
    encoding: str
    """Python's name of the encoding of its texts; "" if it has none."""


@dataclass(frozen=True, slots=True)
class AnalysisSubject:
    """A study for the analysis board; its main line begins with a game if it comes from a tournament."""

    study: Study
    file: StudyFile | None = None
    """The file to which edits are appended; None if they are not saved."""
    tournament: Tournament | None = None
    index: int = 0
    """The game's index in ``tournament.games``, from 0."""
    has_open_rule: bool = True
    """True if the player may choose the rule: a file need not name it, and a study belongs to the player."""
    origin: Tournament | None = None
    """The tournament that was opened, whose game ``tournament`` has under another rule; None for a study."""
    source: ReadFile | None = None
    """The file that the study was read from, None if it is no file of another program."""

    @property
    def series(self) -> Tournament | None:
        """The tournament if the game is its latest one, else None."""
        tournament = self.tournament
        return tournament if tournament is not None and self.index == len(tournament.games) - 1 else None

    @property
    def game(self) -> Match | None:
        """The game that the study's main line begins with, or None."""
        return None if self.tournament is None else self.tournament.games[self.index].match


def subject_of_game(
    tournament: Tournament, index: int, rulesets: Mapping[str, Ruleset], run: RunTask, *, has_open_rule: bool = False
) -> AnalysisSubject:
    """Return the game of a tournament with the variations that were saved for it; reads a file.

    ``index`` counts from 0. ``run`` runs a task on the thread that writes files. ``has_open_rule`` is True if the
    player may choose the rule, as for a game of another program.
    """
    mark = mark_of_game(tournament.games[index].match)
    path, stored = _file_of_game(mark, rulesets)
    study = stored if stored is not None else study_of_game(tournament, index)
    return AnalysisSubject(study, StudyFile(path, run), tournament, index, has_open_rule, tournament)


def subject_of_study(
    study: Study, run: RunTask, path: Path | None = None, rulesets: Mapping[str, Ruleset] | None = None
) -> AnalysisSubject:
    """Return a study as the content of the analysis board, with the file to which its edits are appended.

    ``path`` is the file that the study was read from, if any. Edits are appended to it if it is an edit log in the
    folder of studies. If it is another file in this folder, a new file replaces it. With ``rulesets``, a study from
    elsewhere gets the file of an earlier visit, and is returned with the edits there; this reads a file. All other
    studies get a new file.
    """
    is_own = path is not None and path.parent == folders.studies_folder()
    if path is not None and is_own and path.suffix == SUFFIX:
        return AnalysisSubject(study, StudyFile(path, run))
    is_blank = not len(study.tree) and set(study.first_state.board) == {EMPTY}
    if not is_own and rulesets is not None and not is_blank:
        found, stored = _file_of_game(mark_of_study(study), rulesets)
        return AnalysisSubject(study if stored is None else stored, StudyFile(found, run))
    replaced = path if is_own else None
    base = path.name.removesuffix(".study.txt") if path is not None and is_own else study.title
    new = free_path(folders.studies_folder(), base)
    return AnalysisSubject(study, StudyFile(new, run, is_new=True, replaced=replaced))


def same_node(study: Study, node: int, other: Study) -> int:
    """Return the node of another study after the same moves, as far as they are there."""
    found = ROOT
    for move in study.tree.moves_to(node):
        child = other.tree.child(found, move)
        if child is None:
            break
        found = child
    return found


def mark_of_study(study: Study) -> str:
    """Return the key of a study that was read from a file or made from a position, a hash of its content.

    The title does not matter, as it may be translated.
    """
    info, tree, first = study.ruleset.info, study.tree, study.first_state
    options = " ".join(f"{key}={value}" for key, value in sorted(study.options.items()))
    head = info.id, options, study.ruleset.dump(first), *study.players, *study.facts.values(), str(len(tree))
    moves = islice(tree.walk(), _MOST_HASHED)
    nodes = (f"{depth}{format_move(info, first.geometry, tree.move(node))}" for node, depth in moves)
    comments = (tree.comments[node] for node in islice(sorted(tree.comments), _MOST_HASHED))
    return hashlib.sha256("\n".join(("study", *head, *nodes, *comments)).encode("utf-8", "replace")).hexdigest()[:32]


def _file_of_game(mark: str, rulesets: Mapping[str, Ruleset]) -> tuple[Path, Study | None]:
    """Return the file for the variations of a game or study, and the study that it contains, or None if it is new.

    A damaged file is left as it is; then a file with the next free number is used.
    """
    for name in (mark, *(f"{mark} {number}" for number in range(2, _MOST_FILES))):
        path = folders.studies_folder() / (name + SUFFIX)
        stored = _stored(path, rulesets)
        if stored is not None or not path.exists():
            return path, stored
    return free_path(folders.studies_folder(), mark), None


def _stored(path: Path, rulesets: Mapping[str, Ruleset]) -> Study | None:
    """Return the study in a file, or None if there is none or it cannot be read."""
    try:
        with path.open("rb") as file:
            return read_edit_log(file.read(MOST_OF_STUDY), rulesets)[0]
    except (OSError, ParseError, PluginError):
        return None
