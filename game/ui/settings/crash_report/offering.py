"""The offer of a crash report at the start after a crash, once; nothing is ever sent."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from game.core.language import _
from game.storage.crash_reports.report_folder import ReportFolder, read_report
from game.ui.settings.crash_report.report_scene import ReportScene, show_report_folder
from game.ui.shell.app import App
from game.ui.shell.dialogs import QuestionScene


def offer_report(app: App, reports: ReportFolder) -> None:
    """Have the latest report offered on the menu, where there is one that was not offered yet."""
    path = reports.to_offer()
    if path is not None:
        app.errands.append(partial(_ask, app, path))


def _ask(app: App, path: Path) -> None:
    words = _(
        "Stone Fair crashed last time. A report about it is saved on this computer. It contains no names or games and "
        "is not sent to anybody."
    )
    answers = {"look": _("Open it"), "folder": _("Open the folder"), "": _("Not now")}
    app.push(QuestionScene(app, _("We are sorry"), words, answers), partial(_answered, app, path))


def _answered(app: App, path: Path, answer: str) -> None:
    if answer == "look":
        app.push(ReportScene(app, path, read_report(path)))
    elif answer == "folder":
        show_report_folder(app, path)
