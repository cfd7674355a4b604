"""The scene that shows the text of a crash report."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from game.core.language import _
from game.storage.crash_reports.report_folder import ReportFolder, read_report
from game.ui.painting.canvas import Canvas
from game.ui.settings.system_folder import show_folder
from game.ui.shell.app import App
from game.ui.shell.dialogs import DialogAnswer, ask
from game.ui.shell.form import FormScene
from game.ui.widgets import keys
from game.ui.widgets.buttons import Button
from game.ui.widgets.fields import PageField

_LEFT, _TOP, _WIDTH, _HEIGHT = 128.0, 44.0, 1024.0, 712.0
_PAGE = (_LEFT + 28, _TOP + 84, _WIDTH - 44, _HEIGHT - 176)
_PAGE_WIDTH = _WIDTH - 76
_LINE, _INDENT = 24.0, 9.0


class ReportScene(FormScene[None]):
    """Scene that shows the text of a crash report file."""

    overlay = True

    def __init__(self, app: App, path: Path, text: str) -> None:
        super().__init__(app)
        self._path, self._lines = path, text.splitlines()

    def build(self) -> None:
        """Add the page with the crash report, and let it handle key presses."""
        self.form.main = page = PageField(self.form, _PAGE)
        page.show(self._paint_lines)

    def arrange(self) -> None:
        """Lay out the page with the crash report and the buttons below it."""
        super().arrange()
        y = _TOP + _HEIGHT - 72
        folder = Button(self.stage.rect(_LEFT + 28, y, 260, 48), _("Open the folder"), self._show_folder)
        place = self.stage.rect(_LEFT + _WIDTH - 228, y, 200, 48)
        close = Button(place, _("All right"), lambda: self.finish(None), kind="primary", use=keys.BACK)
        self.controls.set([*self.form.stops(), folder, close])
        self.controls.focus(close)

    def paint(self, canvas: Canvas) -> None:
        """Draw the dark veil over the scene below, the card of the crash report, and its header."""
        canvas.veil()
        canvas.panels.card(_LEFT, _TOP, _WIDTH, _HEIGHT)
        title = canvas.title(_("Crash report"), _LEFT + 28, _TOP + 20, size=32, width=420)
        x = _LEFT + 48 + title.width
        canvas.text(
            str(self._path), _LEFT + _WIDTH - 28, _TOP + 44, size=14, colour="mist", anchor="midright",
            width=_LEFT + _WIDTH - 28 - x, height=44,
        )  # fmt: skip

    def _paint_lines(self, canvas: Canvas) -> float:
        y = 0.0
        for line in self._lines or [_("The crash report can no longer be read.")]:
            words = line.lstrip()
            indent = _INDENT * (len(line) - len(words))
            if not words:
                y += _LINE / 2
            else:
                y = canvas.paragraph(words, indent, y, _PAGE_WIDTH - indent, 6, size=14, colour="cream")
        return y

    def _show_folder(self) -> None:
        show_report_folder(self.app, self._path)


def show_report_folder(app: App, path: Path) -> None:
    """Open the folder of a crash report in the file manager, or tell the player the path."""
    if not show_folder(path.parent):
        app.show_message(_("The crash report is in {folder}.", folder=path.parent))


def offer_report(app: App, reports: ReportFolder) -> None:
    """Offer to show the latest crash report when the menu appears, unless it was offered before."""
    path = reports.to_offer()
    if path is not None:
        app.tasks.append(partial(_ask, app, path))


def _ask(app: App, path: Path) -> None:
    text = _(
        "Stone Fair crashed last time. A crash report was saved on this computer. It contains no "
        "names or games and is not sent to anybody."
    )
    look = DialogAnswer(_("Open"), lambda: app.push(ReportScene(app, path, read_report(path))))
    folder = DialogAnswer(_("Open the folder"), partial(show_report_folder, app, path))
    ask(app, _("We are sorry"), text, look, folder, DialogAnswer(_("Not now")))
