"""Offers the latest crash report once, at the next start; reports are never sent."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from game.core.language import _
from game.storage.crash_reports.report_folder import ReportFolder, read_report
from game.ui.settings.crash_report.report_scene import ReportScene, show_report_folder
from game.ui.shell.app import App
from game.ui.shell.dialogs import QuestionScene


def offer_report(app: App, reports: ReportFolder) -> None:
    """Queue the offer of the latest report on the menu, unless it was offered before."""
    path = reports.to_offer()
    if path is not None:
        app.errands.append(partial(_ask, app, path))


def _ask(app: App, path: Path) -> None:
    words = _(
        "Stone Fair stopped last time because of an error in the program. What happened stands in a report on this "
        "machine. It holds no names and no games, and is sent to nobody."
    )
    answers = {"look": _("Look at it"), "folder": _("Open the folder"), "": _("Leave it")}
    app.push(QuestionScene(app, _("We are sorry"), words, answers), partial(_answered, app, path))


def _answered(app: App, path: Path, answer: str) -> None:
    if answer == "look":
        app.push(ReportScene(app, path, read_report(path)))
    elif answer == "folder":
        show_report_folder(app, path)
