"""The list of all games that are rule sheets, with the picture and the rules of the selected one."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import TypeVar

import pygame

from game.core.language import _
from game.core.notation import sample_state
from game.core.ruleset import Ruleset
from game.plugins.sheet_list import KnownSheet
from game.ui.painting.canvas import Canvas
from game.ui.painting.little_board import little_board
from game.ui.painting.paintbox import Paintbox
from game.ui.painting.typesetter import spread
from game.ui.shell.app import App
from game.ui.shell.list_scene import ListScene
from game.ui.widgets.buttons import Button
from game.ui.widgets.fields import PageField
from game.ui.widgets.form import BAR_WIDTH, Box
from game.ui.widgets.frame import draw_frame, draw_keys_hint, draw_note
from game.ui.widgets.item_list import ItemList
from game.ui.workshop.sheet_picture import draw_sheet_board, sentences_painter

Result = TypeVar("Result")

_LIST: Box = (36.0, 92.0, 592.0, 584.0)
#: The card of the selected game, and the board and the rules on it.
CARD: Box = (664.0, 80.0, 592.0, 608.0)
_BOARD: Box = (CARD[0] + 24, CARD[1] + 96, 280.0, 250.0)
_RULES: Box = (CARD[0] + 24, CARD[1] + 362, CARD[2] - 48, 230.0)
_ROW, _PICTURE, _MARK = 72.0, (88.0, 56.0), 30.0


class SheetListScene(ListScene[KnownSheet, Result]):
    """Base class of scenes with a list of rule sheets. A subclass says what can be done with the selected one."""

    heading = ""
    """The heading of the scene, in English."""
    keys_hint = ""

    def __init__(self, app: App, selected: str = "") -> None:
        """Show the sheets; ``selected`` is the key of the one that is selected at first."""
        super().__init__(app)
        self._sheets = app.services.sheets
        self._pictures: dict[str, pygame.Surface] = {}
        self._paintbox: Paintbox | None = None
        """The paintbox that drew the pictures; another size or theme brings another one."""
        self.list = ItemList(
            _LIST,
            lambda known: known.sheet.key,
            self._draw_row,
            self._show_another,
            self.use_selected,
            heading_of=_heading_of,
        )
        self.list.key = selected
        self._page: PageField | None = None

    @abstractmethod
    def use_selected(self) -> None:
        """Do what Enter and a double click do with the selected game."""

    @abstractmethod
    def bar_buttons(self) -> Sequence[Button]:
        """Return the buttons for the selected game and those of the bottom bar, the main button last."""

    @property
    def note(self) -> str:
        """A sentence beside the heading."""
        return ""

    @property
    def subject(self) -> Ruleset | None:
        """The game of the selected sheet, for its rules card."""
        known = self.selected
        return None if known is None else self.app.services.catalogue.add_sheet(known.sheet, is_listed=False)

    # Layout

    def read_items(self) -> list[KnownSheet]:
        """Return all sheets that can be read, the player's own first."""
        return self._sheets.all()

    def build(self) -> None:
        """Add the list of games, and the rules of the selected one."""
        self.form.main = self.list.build(self.form, _ROW * spread(self.typesetter.letters))
        self._page = PageField(self.form, _RULES)
        self._show_rules()

    def _show_rules(self) -> None:
        if self.selected is not None and self._page is not None:
            self._page.show(sentences_painter(self.selected.sheet, _RULES[2] - BAR_WIDTH - 12))

    def _show_another(self) -> None:
        self._show_rules()
        self.refresh()

    def buttons(self) -> list[Button]:
        return [*self.form.stops(), *self.bar_buttons()]

    # Drawing

    def paint(self, canvas: Canvas) -> None:
        """Draw the frame, and the selected game with its board."""
        draw_frame(canvas, _(self.heading), (24.0, 80.0, 616.0, 608.0), CARD)
        draw_note(canvas, self.note, 760)
        draw_keys_hint(canvas, _(self.keys_hint), 404, 330)
        known = self.selected
        if known is None:
            return
        game, x, y = self.subject, CARD[0] + 24, CARD[1]
        assert game is not None, "a selected sheet has a game"
        canvas.title(_(game.info.title), x, y + 16, size=28, width=CARD[2] - 48)
        canvas.paragraph(_(game.info.pitch), x, y + 56, CARD[2] - 48, 1, size=16, height=34)
        draw_sheet_board(canvas, known.sheet, game.info.accent, _BOARD)

    def _draw_row(self, canvas: Canvas, known: KnownSheet, top: float) -> None:
        left, width = _LIST[0] + 12, _LIST[2] - BAR_WIDTH - 30
        game = self.app.services.catalogue.add_sheet(known.sheet, is_listed=False)
        middle = top + canvas.tall(_ROW) / 2
        picture = self._small_board(canvas, game)
        canvas.picture(picture, left, middle, anchor="midleft")
        x, height = left + _PICTURE[0] + 16, canvas.tall(26)
        room = width - _PICTURE[0] - 16 - _MARK
        colour = "amber" if known.sheet.key == self.list.key else "cream"
        canvas.text(
            _(game.info.title), x, middle - canvas.tall(14), family="display", size=20, colour=colour,
            anchor="midleft", width=room, height=height, smallest=16,
        )  # fmt: skip
        canvas.text(
            _(game.info.pitch), x, middle + canvas.tall(13), size=14, colour="mist", anchor="midleft", width=room,
            height=height,
        )  # fmt: skip
        if self._sheets.is_shown(known.sheet):
            canvas.icon("check", left + width - _MARK / 2, middle, "amber", 22)

    def _small_board(self, canvas: Canvas, game: Ruleset) -> pygame.Surface:
        """Return the small picture of a game in the list, which is drawn once."""
        if self._paintbox is not canvas.paintbox:
            self._pictures.clear()
            self._paintbox = canvas.paintbox
        found = self._pictures.get(game.info.id)
        if found is None:
            state = sample_state(game)
            size = (canvas.px(_PICTURE[0]), canvas.px(_PICTURE[1]))
            found = little_board(
                canvas.paintbox, state.geometry, state.board, game.info.stones, size, accent=game.info.accent
            )
            self._pictures[game.info.id] = found
        return found


def _heading_of(known: KnownSheet) -> str:
    return _("Your own games") if known.is_own else _("Games of the program")
