"""Renaming, duplicating and exporting the studies that the library lists."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from game.analysis.board.study_editor import StudyEditor, StudyFile, free_path
from game.analysis.board.subject import subject_of_study
from game.core.language import _
from game.core.model import ParseError
from game.core.ruleset import PluginError
from game.library.formats.reading import open_file
from game.library.index.added_files import begin_reading
from game.library.index.search import FoundGame
from game.library.study.study import Study
from game.library.study.tree import ROOT
from game.storage.background import BackgroundTask
from game.ui.analysis.export.export_scene import ExportScene
from game.ui.analysis.export.exported_game import ExportedGame
from game.ui.painting.stage import Stage
from game.ui.shell.app import App
from game.ui.shell.dialogs import NameScene
from game.ui.shell.work_scene import run_task
from game.ui.widgets import keys
from game.ui.widgets.buttons import Button


class StudyActions:
    """Renames, duplicates and exports the selected study."""

    def __init__(self, app: App, selected: Callable[[], FoundGame | None]) -> None:
        """Create the actions for the study that ``selected`` returns; it returns None if no study is selected."""
        self._app, self._selected = app, selected

    def buttons(self, stage: Stage) -> list[Button]:
        """Return a button for each action; without a selected study, the buttons are disabled and say why."""
        rows = (
            (200, 128, _("Rename"), self._ask_name, keys.RENAME),
            (336, 124, _("Duplicate"), lambda: self._read(self._duplicate), None),
            (468, 112, _("Export"), lambda: self._read(self._export), None),
        )
        made = []
        for left, width, label, press, use in rows:
            button = Button(stage.rect(left, 716, width, 48), label, press, size=17, use=use)
            button.enabled, button.why = self._selected() is not None, _("No game is selected.")
            made.append(button)
        return made

    def _read(self, then: Callable[[Study, Path], None]) -> None:
        """Read the selected study in a thread, then call ``then`` with it and its file."""
        found, services = self._selected(), self._app.services
        if found is None:
            return
        path = services.library.places.studies / found.source

        def read() -> Study:
            services.autosave.wait()
            return open_file(path, services.catalogue.rulesets).studies[found.number]

        def take(task: BackgroundTask[Study]) -> None:
            try:
                study = task.take()
            except (ParseError, PluginError, IndexError) as error:
                self._app.show_message(str(error) or _("The file no longer contains this game."))
            else:
                then(study, path)

        run_task(self._app, _("Reading the file…"), path.name, begin_reading(path.name, read), take)

    def _update_library(self) -> None:
        """Read the changed files into the library's index, once they are written."""
        library, run = self._app.services.library, self._app.services.autosave.do
        run(BackgroundTask(lambda _step: library.update()))

    # Actions

    def _ask_name(self) -> None:
        found = self._selected()
        if found is None:
            return
        ask = NameScene(
            self._app,
            _("Rename"),
            _("The study is listed in the library under this name."),
            found.event,
            lambda words: None if words.strip() else _("Type a name."),
        )
        self._app.push(ask, self._rename)

    def _rename(self, words: str | None) -> None:
        if words is None:
            return
        title = words.strip()

        def rename(study: Study, path: Path) -> None:
            subject = subject_of_study(study, self._app.services.autosave.do, path)
            StudyEditor(study, subject.file).rename(title)
            self._update_library()

        self._read(rename)

    def _duplicate(self, study: Study, path: Path) -> None:
        """Write a copy of a study to a new file, under a name of its own."""
        study.title = _("{name} (copy)", name=study.title or _(study.ruleset.info.title))
        file = StudyFile(free_path(path.parent, study.title), self._app.services.autosave.do, is_new=True)
        StudyEditor(study, file).rename(study.title)
        self._update_library()

    def _export(self, study: Study, _path: Path) -> None:
        title = study.title or _(study.ruleset.info.title)
        end = study.tree.continuation(ROOT)
        self._app.push(ExportScene(self._app, ExportedGame(title, study, end[-1] if end else ROOT)))
