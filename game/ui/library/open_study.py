"""Opening a study from a file or from the library on the analysis board."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from game.analysis.board.study_editor import SUFFIX
from game.analysis.board.subject import ReadFile
from game.core.model import Reason
from game.core.tournament import Tournament
from game.library.index.found_study import last_match, step_of, tournament_of_study
from game.library.study.study import Study
from game.library.study.tree import ROOT
from game.session.texts import colour_name
from game.ui.analysis.board.opening import analyse_game, analyse_study
from game.ui.play.play_scene import play_on
from game.ui.shell.app import App


def show_study(app: App, study: Study, path: Path | None = None, source: ReadFile | None = None) -> None:
    """Open a study, which was read from ``path``, on the analysis board; if a move is illegal, the board says which.

    A study that is only a game opens as a game, at its end. ``source`` is the file of another program that it is from.
    """
    made = tournament_of_study(study, side_names(study))
    # A study that is edited here goes on in its own file, even if it has no more than its main line.
    is_edited = path is not None and path.suffix == SUFFIX
    if is_explored(study) or is_edited or isinstance(made, Reason):
        analyse_found(app, study, path, source=source)
    else:
        analyse_game(app, made, partial(play_on, app), has_open_rule=True, source=source)


def is_explored(study: Study) -> bool:
    """Return True if a study is more than a game: it has variations or comments, or is an edited position."""
    tree = study.tree
    is_position = study.start is not None and not len(tree)
    return is_position or len(tree) > len(tree.continuation(ROOT)) or bool(tree.comments or tree.marks)


def analyse_found(
    app: App, study: Study, path: Path | None = None, position: int | None = None, source: ReadFile | None = None
) -> None:
    """Open a study on the analysis board, at the first occurrence of the position with the key ``position``.

    A study of a finished game is analysed, and opens at the end of the game without a position.
    """
    game = _finished_game(study)
    node = None if game is not None and position is None else _node_of(study, position)
    analyse_study(app, study, partial(play_on, app), node, path, game=game, source=source)


def _finished_game(study: Study) -> Tournament | None:
    """Return the main line of a study as a tournament of one game, or None if it is not a finished game."""
    made = tournament_of_study(study, side_names(study))
    if isinstance(made, Reason) or not made.games[0].match.plies or made.games[0].match.outcome is None:
        return None
    return made


def _node_of(study: Study, position: int | None) -> int:
    match = last_match(study)
    if position is None or isinstance(match, Reason):
        return ROOT
    step = step_of(match, position)
    return study.tree.continuation(ROOT)[step - 1] if step else ROOT


def side_names(study: Study) -> tuple[str, str]:
    """Return the names of a study's colours, as display names for unknown players."""
    first, second = (colour_name(study.ruleset.info, colour) for colour in study.ruleset.info.colours)
    return first, second
