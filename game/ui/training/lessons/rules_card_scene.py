"""The card with a game's rules, which the key F1 opens and closes on top of any scene with a game."""

from __future__ import annotations

from functools import partial
from itertools import groupby

from game.core.language import _
from game.core.rules_card import Diagram, Section
from game.core.ruleset import Ruleset, complete_options
from game.ui.painting.canvas import Canvas
from game.ui.painting.little_board import little_board
from game.ui.shell.app import App
from game.ui.shell.form import FormScene
from game.ui.widgets import keys
from game.ui.widgets.buttons import Button
from game.ui.widgets.commands import SceneCommand, command
from game.ui.widgets.fields import PageField
from game.ui.widgets.keys import KEYS

_HEADING, _GROUP, _ROW = 36.0, 30.0, 34.0
_GAP = 10.0
#: Edges of the columns as shares of the width: action, keys, gamepad.
_EDGES = (0.0, 0.4, 0.7, 1.0)
#: The key that opens and closes the rules card.
RULES_KEY = keys.RULES.key
_LEFT, _TOP, _WIDTH, _HEIGHT = 228.0, 44.0, 824.0, 712.0
_PAGE = (_LEFT + 28, _TOP + 92, _WIDTH - 44, _HEIGHT - 184)
_PAGE_WIDTH = _WIDTH - 76
_PICTURE = (240.0, 124.0)
_GAP, _HEADING, _CAPTION = 24.0, 36.0, 26.0
_TEXT_SIZE = 16.0


def paint_keys(canvas: Canvas, top: float, width: float) -> float:
    """Draw the table of keys and gamepad buttons below ``top``. Return the y coordinate of its bottom edge.

    ``width`` is that of the table. Lengths are design pixels; the left edge is at 0.
    """
    canvas.text(_("Keys and gamepad"), 0, top, family="display", size=22, colour="amber", width=width)
    y = top + _HEADING
    for place, uses in groupby(KEYS, key=lambda use: use.place):
        canvas.text(_(place), 0, y, family="bold", size=15, colour="mist", width=width, height=canvas.tall(_GROUP))
        y += canvas.tall(_GROUP)
        for number, use in enumerate(uses):
            row = _(use.words), use.names(), _(use.pad) if use.pad else ""
            _paint_row(canvas, row, y, width, is_lit=number % 2 == 0)
            y += canvas.tall(_ROW)
        y += _GAP
    return y


def _paint_row(canvas: Canvas, row: tuple[str, str, str], y: float, width: float, *, is_lit: bool) -> None:
    height = canvas.tall(_ROW) - 4
    if is_lit:
        canvas.panels.row_plate(0, y, width, height)
    for column, words in enumerate(row):
        left, right = width * _EDGES[column], width * _EDGES[column + 1]
        colour = "cream" if column else "soft"
        canvas.text(
            words, left + 14, y + height / 2, family="bold" if column else "text", size=15, colour=colour,
            anchor="midleft", width=right - left - 20, height=height,
        )  # fmt: skip


def show_rules(app: App) -> bool:
    """Open the rules card of the game on screen; without rules of its own it shows the pitch and the keys.

    Return False if there is no game on screen or the card is already open.
    """
    subject = app.scenes.subject
    if subject is None or isinstance(app.scene, RulesCardScene):
        return False
    app.push(RulesCardScene(app, subject))
    return True


class RulesCardScene(FormScene[None]):
    """Scene with a game's rules and the table of keys on a page that scrolls if needed."""

    overlay = True

    def __init__(self, app: App, ruleset: Ruleset) -> None:
        super().__init__(app)
        self.ruleset = ruleset

    def build(self) -> None:
        """Add the page with the rules, and let it handle key presses; Enter closes the card."""
        self.form.main = page = PageField(self.form, _PAGE)
        page.show(self._paint_sections)
        page.stop.press = partial(self.finish, None)

    def arrange(self) -> None:
        """Lay out the page with the rules and the close button."""
        super().arrange()
        place = self.stage.rect(_LEFT + _WIDTH - 228, _TOP + _HEIGHT - 72, 200, 48)
        close = Button(place, _("All right"), lambda: self.finish(None), kind="primary", use=keys.BACK)
        self.controls.set([*self.form.stops(), close])
        self.controls.focus(close)

    def commands(self) -> list[SceneCommand]:
        """Return the command of the close button; the key that opened the card closes it, too."""
        return [*super().commands(), command(keys.RULES, lambda: self.finish(None))]

    def show_focus(self) -> None:
        """Keep the focus ring hidden until Tab is pressed, since Enter closes the card anyway."""

    def paint(self, canvas: Canvas) -> None:
        """Draw the dark veil over the scene below, the rules card, and its header."""
        canvas.veil()
        canvas.panels.card(_LEFT, _TOP, _WIDTH, _HEIGHT)
        info = self.ruleset.info
        title = canvas.title(_(info.title), _LEFT + 28, _TOP + 22, size=32, width=360)
        if info.rules_card:
            x = _LEFT + 44 + title.width
            canvas.text(
                _(info.pitch), x, _TOP + 44, size=16, colour="mist", anchor="midleft", width=_LEFT + _WIDTH - 28 - x,
                height=44,
            )  # fmt: skip
        text = (
            _("F1 or Esc: close  ·  Arrows: scroll  ·  F12: screenshot")
            if self.form.stops()
            else _("F1 or Esc: close  ·  F12: screenshot")
        )
        at = (_LEFT + 28, _TOP + _HEIGHT - 48)
        canvas.text(text, *at, size=14, colour="mist", anchor="midleft", width=_WIDTH - 276, height=48)

    def _paint_sections(self, canvas: Canvas) -> float:
        y, info = 0.0, self.ruleset.info
        if not info.rules_card:
            # All that is known about the game; beside the title it may be cut off.
            y = canvas.paragraph(_(info.pitch), 0, y, _PAGE_WIDTH, 40, size=_TEXT_SIZE) + _GAP
        for section in info.rules_card:
            y = self._paint_section(canvas, section, y) + _GAP
        return paint_keys(canvas, y, _PAGE_WIDTH) + 4

    def _paint_section(self, canvas: Canvas, section: Section, top: float) -> float:
        """Draw a section of the rules, its text left of its diagram.

        Return the y coordinate of its bottom edge.
        """
        width = _PAGE_WIDTH - (_PICTURE[0] + _GAP if section.diagram else 0)
        canvas.text(_(section.title), 0, top, family="display", size=22, colour="amber", width=width)
        y = top + _HEADING
        y = canvas.paragraph(_(section.words), 0, y, width, 40, size=_TEXT_SIZE)
        if section.diagram is None:
            return y
        return max(y, self._paint_diagram(canvas, section.diagram, top + 4))

    def _paint_diagram(self, canvas: Canvas, diagram: Diagram, top: float) -> float:
        info, left = self.ruleset.info, _PAGE_WIDTH - _PICTURE[0]
        geometry = self.ruleset.geometry(complete_options(info, diagram.options))
        size = (canvas.px(_PICTURE[0]), canvas.px(_PICTURE[1]))
        board, marks = diagram.board(geometry), diagram.marks_on(geometry)
        picture = little_board(canvas.paintbox, geometry, board, info.stones, size, accent=info.accent, marks=marks)
        canvas.picture(picture, left, top)
        end = top + _PICTURE[1]
        if diagram.caption:
            middle = left + _PICTURE[0] / 2
            caption = canvas.block(_(diagram.caption), _PICTURE[0], 1, 3 * _CAPTION, size=14)
            end = max(end + _CAPTION, canvas.draw_block(caption, middle, end + 6, "mist", "midtop") - 4)
        return end
