"""The clipboard on the analysis board: copying a game or position in several forms, and pasting one as a new study."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TypeVar

from game.analysis.board.board_analysis import BoardAnalysis
from game.analysis.board.study_editor import RunTask
from game.analysis.board.subject import AnalysisSubject, subject_of_game, subject_of_study
from game.analysis.editor.position_text import pasted_draft
from game.core.language import _, join_sentences, plural, strip_period
from game.core.model import ParseError, Reason
from game.core.ruleset import PluginError, Ruleset
from game.library.formats.clipboard.copied import COPY_FORMS
from game.library.formats.clipboard.dialects import Pasted
from game.library.formats.clipboard.pasted import read_pasted, reading_text
from game.library.formats.clipboard.position_text import PastedPosition
from game.library.formats.opened_file import OpenedFile
from game.library.formats.sgf.writer import write_sgf
from game.library.formats.terms import GameRules, PasteTarget
from game.library.index.added_files import begin_reading
from game.library.study.study import Study
from game.storage.background import BackgroundTask
from game.ui.shell.app import App
from game.ui.shell.dialogs import DialogAnswer, ask
from game.ui.shell.system_language import copy_text, pasted_text
from game.ui.shell.work_scene import run_task
from game.ui.widgets import keys
from game.ui.widgets.commands import SceneCommand, command

Found = TypeVar("Found")

#: The answer that saves a picture; the other answers are the names of ``COPY_FORMS``.
_PICTURE = "picture"
#: Most warnings about a pasted file that are shown.
_MOST_PROBLEMS = 2


class ClipboardCommands:
    """Copies the study on the analysis board, or a part of it, and opens what was pasted."""

    def __init__(
        self,
        app: App,
        analysis: BoardAnalysis,
        *,
        show_message: Callable[[str], None],
        keep_picture: Callable[[], None],
        show_subject: Callable[[AnalysisSubject, str], None],
    ) -> None:
        """Use ``show_message`` to show a sentence, ``keep_picture`` to save a picture of the board, and
        ``show_subject`` to open another study over this one, with a sentence about it.
        """
        self._app, self._table = app, analysis.table
        self._show_message, self._keep_picture, self._show_subject = show_message, keep_picture, show_subject

    def all(self) -> list[SceneCommand]:
        """Return the commands for the clipboard."""
        return [command(keys.COPY, self._copy), command(keys.PASTE_STUDY, self._paste)]

    # Copying

    def _copy(self) -> None:
        """Let the player choose the form; forms that cannot express the game are left out."""
        table = self._table
        written = [(form, form.write(table.study, table.match)) for form in COPY_FORMS]
        forms = [
            DialogAnswer(_(form.title), partial(self._copy_text, text))
            for form, text in written
            if isinstance(text, str)
        ]
        picture = DialogAnswer(_("Picture, saved as a file"), self._keep_picture)
        ask(self._app, _("Copy"), "", *forms, picture, DialogAnswer(_("Cancel")))

    def _copy_text(self, text: str) -> None:
        done = copy_text(text)
        self._show_message(_("Copied to the clipboard.") if done else _("The clipboard could not be used."))

    # Pasting

    def _paste(self) -> None:
        study, run = self._table.study, self._app.services.autosave.do
        rulesets = self._app.services.catalogue.rulesets
        target = PasteTarget(GameRules(study.ruleset, study.options), rulesets, study.seed)

        def read(text: str) -> tuple[Pasted, AnalysisSubject]:
            found = read_pasted(text, target)
            return found, _subject(found, rulesets, run)

        read_clipboard(self._app, read, self._open, self._show_message)

    def _open(self, read: tuple[Pasted, AnalysisSubject]) -> None:
        """Open what was pasted; ask first if it is several games."""
        found, subject = read
        said = join_sentences((reading_text(found), *found.problems[:_MOST_PROBLEMS]))
        if isinstance(found, PastedPosition) or found.tournament is not None or len(found.studies) == 1:
            self._show_subject(subject, said)
            return
        first = DialogAnswer(_("Open the first game"), lambda: self._show_subject(subject, said))
        add = DialogAnswer(_("Add all to the library"), lambda: self._add_to_library(found))
        ask(self._app, _("Paste"), said, add, first, DialogAnswer(_("Cancel")))

    def _add_to_library(self, found: OpenedFile) -> None:
        studies = found.studies
        self._app.services.library.add_games(
            f"{_('Pasted games')}.sgf", lambda: b"".join(write_sgf(study) for study in studies)
        )
        self._show_message(
            plural("Being added to the library: {count} game.", "Being added to the library: {count} games.",
                   len(studies))
        )  # fmt: skip


def read_clipboard(
    app: App, read: Callable[[str], Found], show: Callable[[Found], None], refuse: Callable[[str], None]
) -> None:
    """Read the text on the clipboard in a thread, then call ``show`` with the result.

    If ``read`` raises ParseError, ``refuse`` is called with a sentence instead.
    """
    text = pasted_text()

    def take(task: BackgroundTask[Found]) -> None:
        try:
            found = task.take()
        except (ParseError, PluginError) as error:
            refuse(_("The clipboard was not understood: {problem}.", problem=strip_period(str(error))))
        else:
            show(found)

    task = begin_reading(_("Clipboard"), lambda: read(text))
    run_task(app, _("Reading the clipboard…"), "", task, take)


def _subject(found: Pasted, rulesets: Mapping[str, Ruleset], run: RunTask) -> AnalysisSubject:
    """Return a pasted game, the first of several, or a position as a subject of the analysis board.

    Raises ParseError if a pasted position cannot occur in a game.
    """
    if isinstance(found, PastedPosition):
        return subject_of_study(_study_of_position(found), run)
    if found.tournament is not None and found.tournament.games:
        return subject_of_game(found.tournament, len(found.tournament.games) - 1, rulesets, run)
    return subject_of_study(found.studies[0], run)


def _study_of_position(found: PastedPosition) -> Study:
    if found.state is not None:
        return Study(found.rules.ruleset, found.rules.options, start=found.state)
    draft = pasted_draft(found)
    study = draft if isinstance(draft, Reason) else draft.study()
    if isinstance(study, Reason):
        raise ParseError(study.message)
    return study
