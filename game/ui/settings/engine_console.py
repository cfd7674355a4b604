"""The console of an engine: the latest lines exchanged with its program, while it is tested or plays."""

from __future__ import annotations

from dataclasses import dataclass

from game.core.language import _
from game.engine.protocol.transcript import LineKind, Transcript, TranscriptLine
from game.session.engines import EngineRecord
from game.ui.painting.canvas import Canvas
from game.ui.shell.app import App
from game.ui.shell.list_scene import ListScene
from game.ui.shell.system_language import copy_text
from game.ui.widgets import keys
from game.ui.widgets.buttons import Button
from game.ui.widgets.form import BAR_WIDTH, Box
from game.ui.widgets.frame import back_button, bar_button, draw_frame, draw_keys_hint, draw_note
from game.ui.widgets.item_list import ItemList

_CARD: Box = (24.0, 80.0, 1232.0, 492.0)
_LIST: Box = (36.0, 92.0, 1208.0, 468.0)
_DETAIL: Box = (24.0, 584.0, 1232.0, 108.0)
#: Height of a row, and the place of its text behind the mark of its kind.
_ROW, _TEXT_LEFT = 29.0, 58.0
#: Seconds between two looks at new lines.
_PAUSE = 0.25
_COLOURS = {
    LineKind.STARTED: "mist",
    LineKind.SENT: "amber",
    LineKind.RECEIVED: "cream",
    LineKind.ERROR: "coral",
}


@dataclass(frozen=True, slots=True)
class ConsoleRow:
    """A row of the console: a line with its number since the start of the window."""

    number: int
    line: TranscriptLine


class EngineConsole(ListScene[ConsoleRow, None]):
    """Scene with the lines exchanged with an engine, newest last. It follows new lines while the last is selected."""

    def __init__(self, app: App, engine: EngineRecord) -> None:
        super().__init__(app)
        self._engine = engine
        self._transcript: Transcript = app.services.foreign.transcript(engine)
        self._known = -1
        self._waited = 0.0
        self.list = ItemList(_LIST, lambda row: row.number, self._draw_row, self.refresh)

    # The lines

    def read_items(self) -> list[ConsoleRow]:
        """Return the rows of all lines that are still kept, and select the last one if it was selected before."""
        before, lines = self.list.items, self._transcript.lines()
        self._known = self._transcript.count
        first = self._known - len(lines)
        rows = [ConsoleRow(first + place, line) for place, line in enumerate(lines)]
        if rows and (not before or self.list.row == len(before) - 1):
            self.list.key = rows[-1].number
        return rows

    def tick(self, seconds: float) -> None:
        """Show new lines, a few times a second."""
        super().tick(seconds)
        self._waited += seconds
        if self._waited >= _PAUSE and self._known != self._transcript.count:
            self._waited = 0.0
            self.arrange()

    def build(self) -> None:
        """Add the list of lines, with low rows."""
        self.form.main = self.list.build(self.form, _ROW * self.typesetter.letters)

    # Buttons

    def buttons(self) -> list[Button]:
        """Return the buttons of the console: back, and copying all lines."""
        copy = bar_button(self.stage, 200, 220, _("Copy all lines"), self._copy, icon="copy", use=keys.COPY_LINES)
        copy.enabled, copy.why = bool(self.list.items), _("No lines yet.")
        return [*self.form.stops(), copy, back_button(self.stage, lambda: self.finish(None))]

    def _copy(self) -> None:
        """Copy all lines as text, each after the sign of its kind."""
        text = "\n".join(f"{row.line.kind.value} {row.line.text}" for row in self.list.items)
        done = copy_text(text)
        self.app.show_message(_("Copied.") if done else _("The clipboard is not available."))

    # Drawing

    def paint(self, canvas: Canvas) -> None:
        """Draw the frame, and the selected line in full below the list."""
        draw_frame(canvas, _("Console of {name}", name=self._engine.name), _CARD, _DETAIL)
        legend = _("> sent to the engine   < its answer   ! its error output")
        draw_note(canvas, legend, 580)
        row = self.selected
        if row is None:
            text = _("The lines exchanged with the engine appear here while it is tested or plays.")
            canvas.paragraph(text, 640, 300, 700, 3, size=18, colour="soft", anchor="midtop", height=120)
        else:
            left, top, width, height = _DETAIL
            colour = _COLOURS[row.line.kind]
            text = f"{row.line.kind.value} {row.line.text}"
            canvas.paragraph(text, left + 20, top + 12, width - 40, 4, size=16, colour=colour, height=height - 20)
        draw_keys_hint(canvas, _("Up and Down: select line  ·  Esc: leave"), 440, 800)

    def _draw_row(self, canvas: Canvas, row: ConsoleRow, top: float) -> None:
        left, middle = _LIST[0] + 18, top + _ROW * self.typesetter.letters / 2 - 1
        line, width = row.line, _LIST[2] - _TEXT_LEFT - BAR_WIDTH - 8
        colour = _COLOURS[line.kind]
        canvas.text(line.kind.value, left, middle, family="bold", size=15, colour=colour, anchor="midleft")
        canvas.text(
            line.text, _LIST[0] + _TEXT_LEFT - 16, middle, size=15, colour=colour, anchor="midleft", width=width,
            height=_ROW, smallest=15,
        )  # fmt: skip
