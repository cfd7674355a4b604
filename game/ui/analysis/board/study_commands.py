"""The commands of the analysis board that change, save or export the study."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from game.analysis.board.board_analysis import BoardAnalysis
from game.analysis.board.subject import AnalysisSubject
from game.analysis.review.annotated import annotated_study
from game.core.language import _, plural
from game.core.model import ParseError
from game.library.study.tree import ROOT, CellMark, Sign
from game.session.shown_game import stone_numbers
from game.session.texts import stones_placed
from game.storage import folders
from game.storage.folders import save_picture
from game.ui.analysis.export.export_scene import ExportScene
from game.ui.analysis.export.exported_game import ExportedGame
from game.ui.board.board_picture import BoardPictures
from game.ui.painting.surfaces import png
from game.ui.shell.app import App
from game.ui.shell.dialogs import DialogAnswer, NameScene, ask
from game.ui.widgets import keys
from game.ui.widgets.commands import SceneCommand, command

#: Largest number of characters in a comment.
_LONGEST_COMMENT = 400
_SIGNS = (None, Sign.CROSS, Sign.CIRCLE, Sign.SQUARE, Sign.TRIANGLE)


class StudyCommands:
    """Changes the study on the analysis board at the player's request, saves it under a name, and exports it."""

    def __init__(
        self,
        app: App,
        subject: AnalysisSubject,
        analysis: BoardAnalysis,
        show_message: Callable[[str], None],
        *,
        read_again: Callable[[], None],
    ) -> None:
        """Use ``show_message`` to show a sentence and redraw the scene, ``read_again`` after a change of the rule."""
        self._app, self._subject, self._analysis, self._show_message = app, subject, analysis, show_message
        self._read_again = read_again
        self._table = analysis.table

    def all(self, cell: Callable[[], int | None]) -> list[SceneCommand]:
        """Return the commands that change, save or export the study.

        ``cell`` returns the cell under the pointer or the cursor, None if there is none.
        """
        return [
            command(keys.COMMENT, self._comment),
            SceneCommand(keys.MARK, lambda _index: self._mark_under(cell())),
            command(keys.CUT, self._cut, self._why_no_cut),
            command(keys.UNDO_EDIT, self._undo, self._why_no_undo),
            command(keys.NAME_STUDY, self._name),
            command(keys.KEEP_PICTURE, self.keep_picture),
            command(keys.EXPORT, self._export),
        ]

    @property
    def title(self) -> str:
        """The title of the study, or that of its ruleset if it has none."""
        return self._table.study.title or _(self._table.study.ruleset.info.title)

    # Changes

    def _why_no_cut(self) -> str:
        return _("There is no move to delete.") if self._table.node == ROOT else ""

    def _cut(self) -> None:
        """Delete the current move of the study and all that follow; if these are several, ask first."""
        gone = 1 + sum(1 for _node in self._table.study.tree.walk(self._table.node))
        if gone == 1:
            self._cut_now()
            return
        text = plural("{count} move will be deleted.", "{count} moves will be deleted.", gone)
        delete = DialogAnswer(_("Delete"), self._cut_now)
        ask(self._app, _("Delete from this move on?"), text, delete, DialogAnswer(_("Cancel")))

    def _cut_now(self) -> None:
        self._table.cut()
        self._show_message("")

    def _why_no_undo(self) -> str:
        return "" if self._table.editor.can_undo else _("Nothing was changed.")

    def _undo(self) -> None:
        rule = dict(self._table.study.options)
        self._table.undo()
        if rule == self._table.study.options:
            self._show_message("")
        else:
            self._read_again()

    def _comment(self) -> None:
        node = self._table.node
        ask = NameScene(
            self._app,
            _("Comment"),
            _("The comment is saved with the study and shown with this position."),
            self._table.study.tree.comments.get(node, ""),
            lambda _words: None,
            longest=_LONGEST_COMMENT,
        )
        self._app.push(ask, partial(self._save_comment, node))

    def _save_comment(self, node: int, words: str | None) -> None:
        if words is not None:
            self._table.editor.comment(node, words)
            self._show_message("")

    def _mark_under(self, cell: int | None) -> None:
        if cell is None:
            self._show_message(_("Point at a cell first."))
        else:
            self.mark(cell)

    def mark(self, cell: int) -> None:
        """Change the mark on a cell to the next one: cross, circle, square, triangle, none."""
        here = {mark.cell: mark for mark in self._table.study.tree.marks.get(self._table.node, ())}
        old = here.pop(cell, None)
        place = _SIGNS.index(old.sign) if old is not None and old.sign in _SIGNS else 0
        new = _SIGNS[(place + 1) % len(_SIGNS)]
        self._table.editor.mark(self._table.node, (*here.values(), *([] if new is None else [CellMark(cell, new)])))
        self._show_message("")

    # Saving

    def _name(self) -> None:
        ask = NameScene(
            self._app,
            _("Name the study"),
            _("All changes are saved as you make them. The study is listed in the library under this name."),
            self.title,
            lambda words: None if words.strip() else _("Type a name."),
        )
        self._app.push(ask, self._keep_name)

    def _keep_name(self, words: str | None) -> None:
        if words is None:
            return
        self._table.editor.rename(words.strip())
        file = self._table.editor.file
        self._show_message(_("Saved as “{name}”.", name=words.strip()) if file is not None else "")

    def keep_picture(self) -> None:
        """Save a picture of the position as a file, and say where."""
        name = _("{game} - move {number}", game=self.title, number=stones_placed(self._table.match))
        match, app = self._table.match, self._app
        numbers = stone_numbers(match) if app.preferences.numbers_shown else {}
        picture = BoardPictures(app.theme, app.paintbox.sprites, self._table.study.ruleset).of(match.state, numbers)
        try:
            path = save_picture(folders.pictures_folder(), name, png(picture))
        except ParseError as error:
            self._show_message(str(error))
        else:
            self._show_message(_("The file is saved as “{file}” in {folder}.", file=path.name, folder=path.parent))

    def _export(self) -> None:
        """Open the scene that exports the study to a file; a reviewed game can be exported with its comments."""
        subject, annotated = self._subject, None
        if subject.tournament is not None:
            readings = dict(self._analysis.readings)
            arguments = subject.tournament, subject.index, readings, self._table.study
            annotated = partial(annotated_study, *arguments) if readings else None
        game = ExportedGame(self.title, self._table.study, self._table.node, annotated)
        self._app.push(ExportScene(self._app, game), lambda _result: self._show_message(""))
