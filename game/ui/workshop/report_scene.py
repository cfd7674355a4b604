"""The report on a game of the workshop: gauges with sentences, weaknesses, and changes by one click.

After a change the former report stays beside the new one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from game.core.language import _
from game.engine.client.preparation import Progress
from game.session.fairness.report import FairnessReport, Gauge, gauges
from game.session.fairness.report_run import ReportRun
from game.session.fairness.suggestions import Suggestion
from game.sheets.sheet import Sheet, SheetRules
from game.ui.painting.canvas import Canvas
from game.ui.shell.activity_lamp import working_text
from game.ui.shell.app import App
from game.ui.shell.scene import Scene
from game.ui.widgets.buttons import Button
from game.ui.widgets.form import Box
from game.ui.widgets.frame import back_button, draw_frame, draw_note, main_button

_GAUGES: Box = (24.0, 80.0, 816.0, 608.0)
_SIDE: Box = (864.0, 80.0, 392.0, 608.0)
_INNER, _WIDTH = _SIDE[0] + 24, _SIDE[2] - 48
_ROW, _FIRST_ROW = 92.0, _GAUGES[1] + 46
#: The place of the progress and of the weaknesses; the buttons of the changes are at the bottom of the card.
_PROGRESS, _WEAKNESSES = _SIDE[1] + 78, _SIDE[1] + 128
_BUTTON, _GAP, _MOST_SUGGESTIONS = 48.0, 10.0, 4
_BAR, _MARK, _LANTERN = 14.0, 3.0, 40.0
#: Colours of the bar in the new report and in the one before.
_NOW, _BEFORE = "amber", "teal"


class GameReportScene(Scene[None]):
    """Scene with the report on a rule sheet. Its games are played by another process while the scene is open."""

    def __init__(
        self,
        app: App,
        sheet: Sheet,
        on_change: Callable[[SheetRules], None],
        open_run: Callable[[Sheet], ReportRun] = ReportRun,
    ) -> None:
        """Show the report on a sheet and play its missing games.

        ``on_change`` receives the new rules when the player applies a suggestion, or takes it back.
        """
        super().__init__(app)
        self._on_change = on_change
        self._open_run = open_run
        self.run = open_run(sheet)
        self.before: FairnessReport | None = None
        """The report before the last change, to compare with."""
        self._level = len(self.run.levels) - 1
        self._waits = False
        """True while the games wait for the engine's code to be compiled."""

    def enter(self) -> None:
        """Begin to play."""
        super().enter()
        self._go_on()

    def exit(self) -> None:
        """Stop to play; the finished games are kept for the next visit."""
        super().exit()
        self.run.stop()

    def tick(self, seconds: float) -> None:
        """Take the news of the games, and begin them as soon as the engine is ready."""
        super().tick(seconds)
        if self._waits and self._getting_ready is None:
            self._go_on()
        if self.run.poll():
            self.refresh()

    @property
    def _getting_ready(self) -> Progress | None:
        """The progress of compiling the engine; None if it can play, or if compiling has failed and its process tells
        why.
        """
        preparation, game = self.app.services.preparation, self.run.sheet.as_draft().id
        if preparation.is_ready(game) or preparation.has_failed(game):
            return None
        return preparation.progress_of(game)

    # Buttons

    def arrange(self) -> None:
        """Place the buttons."""
        super().arrange()
        self.refresh()

    def refresh(self) -> None:
        """Update buttons and picture after news or a change. The focus stays on its button, or on the main one."""
        before, current = self.controls.buttons, self.controls.current
        buttons = self._buttons()
        label = current.label if current is not None and current is not before[-1] else ""
        self.controls.set(buttons)
        self.controls.focus(next((each for each in buttons if each.label == label), buttons[-1]))
        self.repaint()

    def _buttons(self) -> list[Button]:
        return [
            *self._level_buttons(),
            *self._change_buttons(),
            back_button(self.stage, self._leave),
            self._run_button(),
        ]

    def _run_button(self) -> Button:
        run = self.run
        if run.is_running or self._waits:
            return main_button(self.stage, _("Stop"), self._stop, icon="pause")
        if run.is_complete:
            return main_button(self.stage, _("Done"), self._leave, icon="check")
        return main_button(self.stage, _("Go on"), self._go_on, icon="play")

    def _level_buttons(self) -> list[Button]:
        width, levels = 190.0, self.run.report.levels
        left = _GAUGES[0] + _GAUGES[2] - width * len(levels)
        return [
            Button(
                self.stage.rect(left + at * width, 716, width - 10, 48),
                each.name,
                partial(self._show_level, at),
                size=17,
                chosen=at == self._level,
            )
            for at, each in enumerate(levels)
        ]

    def _change_buttons(self) -> list[Button]:
        changes = self._changes()
        top = _SIDE[1] + _SIDE[3] - 20 - len(changes) * (_BUTTON + _GAP)
        return [
            Button(
                self.stage.rect(_INNER, top + at * (_BUTTON + _GAP), _WIDTH, _BUTTON), label, press, icon=icon, size=17
            )
            for at, (label, icon, press) in enumerate(changes)
        ]

    def _changes(self) -> list[tuple[str, str, Callable[[], None]]]:
        """Return the label, the icon and the action of each change that the player can make."""
        suggestions = [each for weakness in self.run.report.weaknesses for each in weakness.suggestions]
        changes: list[tuple[str, str, Callable[[], None]]] = [
            (each.label, "check", partial(self._apply, each)) for each in suggestions[:_MOST_SUGGESTIONS]
        ]
        if self.before is not None:
            changes.append((_("Take the change back"), "undo", self._take_back))
        return changes

    def _show_level(self, level: int) -> None:
        self._level = level
        self.refresh()

    def _stop(self) -> None:
        self._waits = False
        self.run.stop()
        self.refresh()

    def _go_on(self) -> None:
        """Play the missing games; compile the engine first if it has not been compiled yet."""
        game = self.app.services.sheets.game(self.run.sheet.as_draft())
        self._waits = not self.run.is_complete and self._getting_ready is not None
        if self._waits:
            self.app.services.preparation.prioritise(game.info.id)
        else:
            self.run.start()
        self.refresh()

    def _leave(self) -> None:
        self.finish(None)

    def _apply(self, suggestion: Suggestion) -> None:
        """Change the rules as suggested, and measure the new game beside the old one."""
        before = self.run.report
        self._change(suggestion.apply(self.run.sheet.rules))
        self.before = before
        self.refresh()

    def _take_back(self) -> None:
        assert self.before is not None, "only a change can be taken back"
        rules, self.before = self.before.sheet.rules, None
        self._change(rules)
        self.refresh()

    def _change(self, rules: SheetRules) -> None:
        self.run.stop()
        # Sample moves of the old rules may be impossible now.
        self.run = self._open_run(replace(self.run.sheet, rules=rules, sample=()))
        self._on_change(rules)
        self._go_on()

    # Drawing

    def paint(self, canvas: Canvas) -> None:
        """Draw the gauges, the progress and the weaknesses."""
        draw_frame(canvas, _("How fair is it?"), _GAUGES, _SIDE)
        draw_note(canvas, _(self.run.sheet.title), 620)
        self._draw_gauges(canvas)
        self._draw_side(canvas)

    def _draw_gauges(self, canvas: Canvas) -> None:
        reports = [each for each in (self.before, self.run.report) if each is not None and each.levels]
        columns = [gauges(each.levels[self._level].measures) for each in reports]
        if not columns:
            return
        left, width = _GAUGES[0] + 24, (_GAUGES[2] - 48) / len(columns)
        for number, column in enumerate(columns):
            x = left + number * width
            is_now = number == len(columns) - 1
            if len(columns) > 1:
                heading = _("Now") if is_now else _("Before")
                colour = _NOW if is_now else _BEFORE
                canvas.text(heading, x, _GAUGES[1] + 14, family="display", size=18, colour=colour, width=170)
            for row, gauge in enumerate(column):
                place = (x, _FIRST_ROW + row * _ROW, width - 20, _ROW)
                _draw_gauge(canvas, gauge, place, _NOW if is_now else _BEFORE)

    def _draw_side(self, canvas: Canvas) -> None:
        report, run, x, y = self.run.report, self.run, _INNER, _SIDE[1]
        canvas.title(_("Games of the computer"), x, y + 16, size=22, width=_WIDTH)
        waits = self._getting_ready if self._waits else None
        words = _("{done} of {total} games", done=report.done, total=report.total)
        part = report.done / max(1, report.total)
        if waits is not None:
            numbers = _("{done} of {total}", done=waits.done, total=waits.total) if waits.total else ""
            words, part = f"{working_text()} {numbers}", waits.share
            canvas.lights.lantern(x + _WIDTH - 14, y + 40, _LANTERN, part)
        canvas.text(words, x, y + 48, size=16, colour="mist", width=_WIDTH - 44)
        canvas.panels.well(x, _PROGRESS, _WIDTH, _BAR, radius=_BAR / 2)
        if part:
            canvas.panels.plate(x, _PROGRESS, max(_BAR, _WIDTH * part), _BAR, colour=_NOW, radius=_BAR / 2)
        sentences = [run.problem, *(weakness.sentence for weakness in report.weaknesses)]
        shown = [sentence for sentence in sentences if sentence] or [self._calm_sentence()]
        bottom = _SIDE[1] + _SIDE[3] - 32 - len(self._changes()) * (_BUTTON + _GAP)
        height, top = (bottom - _WEAKNESSES) / len(shown), _WEAKNESSES
        for sentence in shown:
            colour = "coral" if sentence in sentences else "cream"
            top = 14 + canvas.paragraph(
                sentence, x, top, _WIDTH, max(2, int(height / 26)), size=17, colour=colour,
                height=height - 14,
            )  # fmt: skip

    def _calm_sentence(self) -> str:
        if self._waits:
            return _("The engine is being prepared.")
        if self.run.report.done == 0:
            return _("The computer plays the game against itself, at two strengths.")
        return _("No weakness has been found so far.") if not self.run.is_complete else _("No weakness has been found.")


def _draw_gauge(canvas: Canvas, gauge: Gauge, place: Box, colour: str) -> None:
    """Draw a gauge in a box: its name and value, a bar with the limits of the value, and a sentence."""
    x, y, width, height = place
    canvas.text(gauge.title, x, y + 12, family="display", size=17, anchor="midleft", width=width - 90, colour="cream")
    canvas.text(gauge.shown, x + width, y + 12, size=19, colour=colour, anchor="midright", width=84)
    top = y + 26
    canvas.panels.well(x, top, width, _BAR, radius=_BAR / 2)
    if gauge.fill:
        canvas.panels.plate(x, top, max(_BAR, width * gauge.fill), _BAR, colour=colour, radius=_BAR / 2)
    for limit in gauge.interval or ():
        mark = min(max(0.0, width * limit - _MARK / 2), width - _MARK)
        canvas.panels.plate(x + mark, top - 3, _MARK, _BAR + 6, colour="cream", radius=1)
    canvas.paragraph(gauge.sentence, x, top + _BAR + 5, width, 2, size=14, colour="mist", height=height - 48)
