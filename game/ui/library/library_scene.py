"""The library scene: a search among all stored games by text, filters and position."""

from __future__ import annotations

from functools import partial

import pygame

from game.core.language import _, join_sentences, plural, strip_period
from game.library.index.library import Library
from game.library.index.search import PAGE, Asked, FoundGame, FoundPage
from game.library.index.sources import SourceKind
from game.storage.files import StoreError
from game.ui.library.file_scene import FileScene
from game.ui.library.game_pictures import GamePictures
from game.ui.library.library_filters import LibraryFilters, StandingPosition
from game.ui.library.open_found import open_found
from game.ui.library.study_actions import StudyActions
from game.ui.painting.canvas import Canvas
from game.ui.shell.app import App
from game.ui.shell.dialogs import DialogAnswer, NameScene, ask, show_notice
from game.ui.shell.list_scene import ListScene
from game.ui.widgets import keys
from game.ui.widgets.buttons import Button, ChoiceButton
from game.ui.widgets.fields import EntryField, ListField
from game.ui.widgets.form import BAR_WIDTH
from game.ui.widgets.frame import back_button, bar_button, draw_frame, main_button
from game.ui.widgets.item_list import ItemList

#: Largest number of problems listed; further ones are only counted.
_MOST_TOLD = 3
#: Left and right edges of the button, beside the heading.
LEFT, RIGHT = 1112.0, 1256.0
_LIST = (36.0, 204.0, 632.0, 474.0)
_ENTRY = (40.0, 96.0, 624.0, 46.0)
_ROW = 76.0
_LONGEST = 80
#: Seconds between two checks of the index.
_LOOK = 0.25
#: Keys that move in the list while a search is typed.
_IN_LIST = (keys.UP, keys.DOWN, keys.PAGE_UP, keys.PAGE_DOWN)


def unread_buttons(app: App, library: Library) -> list[Button]:
    """Return the button that lists unreadable files, as a list; empty if there are no such files.

    The list is empty, too, while files are being read.
    """
    count = len(library.unread)
    if not count or library.is_updating:
        return []
    text = plural("{count} unreadable file", "{count} unreadable files", count)
    return [Button(app.stage.rect(LEFT, 20, RIGHT - LEFT, 40), text, partial(_show, app, library), size=16)]


def _show(app: App, library: Library) -> None:
    sentences = [_("{problem}.", problem=strip_period(each.problem)) for each in library.unread[:_MOST_TOLD]]
    rest = len(library.unread) - _MOST_TOLD
    if rest > 0:
        sentences.append(plural("{count} more file could not be read.", "{count} more files could not be read.", rest))
    sentences.append(_("Stone Fair tries to read a file again after it has changed."))
    again = DialogAnswer(_("Try again now"), library.read_again)
    title = _("Files that could not be read")
    ask(app, title, join_sentences(sentences), DialogAnswer(_("All right")), again, escape=0)


class LibraryScene(ListScene[FoundGame, None]):
    """Scene of the library: a search field, filters, pages of games, and a card of the selected game."""

    takes_files = True

    def __init__(self, app: App, position: StandingPosition | None = None, kind: SourceKind | None = None) -> None:
        """Create the library scene with a search for all games.

        With ``position``, find only games that contain it; with ``kind``, only games from sources of that kind.
        """
        super().__init__(app)
        self._library = app.services.library
        self._filters = LibraryFilters(app.services.catalogue.rulesets, position, kind, self._search_again)
        self._typed, self._caret, self._is_typing = "", 0, False
        self._offset = 0
        self._found: FoundPage | None = None
        self._shown: Asked | None = None
        """The last search that was answered."""
        self._trouble = ""
        self._since = 0.0
        self._updates = self._library.updates
        self._pictures = GamePictures(app.services.catalogue.rulesets)
        self._studies = StudyActions(app, lambda: self.selected)
        self.list = ItemList(_LIST, lambda game: game.id, self._draw_row, self.refresh, self._open)

    # Search

    def enter(self) -> None:
        """Start to update the library's index, and search the index as it is now."""
        self._library.update()
        self._search()
        super().enter()
        if not self.app.gamepads.in_use:
            self.controls.focus(self._entry.stop)

    def resume(self) -> None:
        """Update the library's index again, since a game may have been played or a file added."""
        self._library.update()
        super().resume()

    @property
    def asked(self) -> Asked:
        """The library query that is being answered or shown."""
        return Asked(self._filters.query(self._typed), self._offset)

    def _search(self, offset: int = 0) -> None:
        self._offset, self._shown = offset, None
        self._library.desk.ask(self.asked)

    def tick(self, seconds: float) -> None:
        """Process search results, and search again when the library's index has changed."""
        super().tick(seconds)
        self._caret, self._is_typing = self._entry.caret, self._entry.is_typed_in
        answer = self._library.desk.answer()
        if answer is not None:
            self._found, self._trouble = answer.found or self._found, answer.problem
            self._shown = answer.asked
            self._show_found()
        self._since += seconds
        if self._since < _LOOK:
            return
        self._since = 0.0
        if self._updates != self._library.updates:
            self._updates = self._library.updates
            self._search(self._offset)
        elif self._library.is_updating:
            self.refresh()

    def _show_found(self) -> None:
        """Show the current page of search results.

        A list of unchanged length is only refilled, to keep typing responsive.
        """
        if len(self.list.items) != len(self.read_items()):
            self.arrange()
            return
        self.list.read(self.read_items())
        if self.list.items:
            self._rows.choose(self.list.row)
        self.refresh()

    def read_items(self) -> list[FoundGame]:
        """Return the games on the current page of search results."""
        return list(self._found.games) if self._found else []

    @property
    def is_settled(self) -> bool:
        """True if the search results are complete: they answer the current query for the whole index."""
        return self._shown == self.asked and not self._library.is_updating and self._updates == self._library.updates

    @property
    def count(self) -> int:
        """Number of games found in the library, on all pages."""
        return self._found.count if self._found else 0

    # Layout

    def build(self) -> None:
        """Add the search field and the list of games."""
        self._entry = EntryField(
            self.form, _ENTRY, self._typed, _LONGEST, on_write=self._type, on_enter=self._enter_pressed
        )
        if self._is_typing:
            # Without this, characters typed before the next frame would be lost.
            self._entry.follow_focus(True)
            self._entry.caret = self._caret
        self._rows: ListField = self.list.build(self.form, self._row_height)
        self.form.main = self._rows

    @property
    def _row_height(self) -> float:
        return _ROW * max(1.0, self.typesetter.letters)

    @property
    def has_focus(self) -> bool:
        """True if a control of the library has the keyboard focus, even without a visible focus ring.

        This lets typing continue after a new layout.
        """
        return self.controls.current is not None

    def buttons(self) -> list[Button]:
        """Return the library's filters, page buttons, and buttons for actions on the selected game."""
        back = back_button(self.stage, lambda: self.finish(None))
        actions = self._studies.buttons(self.stage) if self._filters.shows_studies else self._file_buttons()
        show = main_button(self.stage, _("Open"), self._open, icon="replay", size=22)
        show.enabled, show.why = self.selected is not None, _("No game is selected.")
        return [
            *self.form.stops(),
            *self._filters.buttons(self.stage, self.selected),
            *self._pages(),
            *self._stop(),
            *self._unread,
            back,
            *actions,
            show,
        ]

    def _file_buttons(self) -> list[Button]:
        """Return the buttons that open a file and remove one from the library."""
        files = bar_button(self.stage, 200, 188, _("Open a file"), self._open_file, icon="folder", use=keys.FILE)
        remove = bar_button(self.stage, 404, 168, _("Remove"), self._ask_remove, icon="trash", use=keys.DELETE)
        remove.enabled = self.selected is not None and self.selected.kind == SourceKind.FILE.value
        remove.why = _("Only files that you added to the library can be removed.")
        return [files, remove]

    @property
    def _unread(self) -> list[Button]:
        return unread_buttons(self.app, self._library)

    def _pages(self) -> list[Button]:
        """Return the buttons for the previous and the next page of results, if there are several pages."""
        if self.count <= PAGE:
            return []
        rect = self.stage.rect
        before = ChoiceButton(
            rect(588, 720, 44, 40), "", lambda: self._turn(-1), icon="arrow_left", tip=_("Previous page")
        )
        after = ChoiceButton(rect(936, 720, 44, 40), "", lambda: self._turn(1), icon="arrow_right", tip=_("Next page"))
        before.enabled, before.why = self._offset > 0, _("This is the first page.")
        after.enabled, after.why = self._offset + PAGE < self.count, _("This is the last page.")
        return [before, after]

    def _stop(self) -> list[Button]:
        """Return the button that stops the reading of game files, as a list; empty if none are being read."""
        if self._library.progress is None:
            return []
        return [Button(self.stage.rect(1136, 20, 120, 40), _("Stop"), self._library.stop, icon="pause", size=16)]

    # Input

    def _type(self, words: str) -> None:
        if words != self._typed:
            self._typed = words
            self._search_again()

    def _search_again(self) -> None:
        self.list.restart()
        self._search()
        self.refresh()

    def _enter_pressed(self) -> None:
        """Open the selected game or, with a gamepad, the on-screen keyboard for the search."""
        if not self.app.gamepads.in_use:
            self._open()
            return
        text = _("Search for names, openings and years, such as 1998 or 1998-2004.")
        ask = NameScene(self.app, _("Search"), text, self._typed, lambda _name: None, longest=_LONGEST)
        self.app.push(ask, self._apply_text)

    def _apply_text(self, words: str | None) -> None:
        if words is not None:
            self._entry.show(words)
            self._type(words)

    def _turn(self, way: int) -> None:
        """Show the previous (-1) or the next (1) page of search results, if there is one."""
        offset = self._offset + way * PAGE
        if 0 <= offset < self.count:
            self.list.restart()
            self._search(offset)

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle the keys that move in the list of games, such as Up and Down, even while a search is typed.

        Down on the last row shows the next page.
        """
        if event.type == pygame.KEYDOWN and event.key in _IN_LIST and self._leads_to_list():
            self.dirty = True
            if event.key in (keys.DOWN, keys.PAGE_DOWN) and self.list.row == len(self.list.items) - 1:
                self._turn(1)
            elif self._rows.key(event.key):
                self._rows.notify()
            return True
        return super().handle(event)

    def _leads_to_list(self) -> bool:
        """Return True if keys such as Up and Down move in the list of games."""
        return self._entry.is_typed_in or self.controls.focused in (None, self._rows.stop)

    # Actions

    def _open(self) -> None:
        if self.selected is not None:
            open_found(self.app, self.selected, self.asked.query.position)

    def _open_file(self) -> None:
        self.app.push(FileScene(self.app))

    def _ask_remove(self) -> None:
        if self.selected is None:
            return
        text = _("All games from “{file}” will be removed from the library. The original file stays where it is.",
                  file=self.selected.source)  # fmt: skip
        remove = DialogAnswer(_("Remove"), self._remove)
        ask(self.app, _("Remove this file?"), text, DialogAnswer(_("Keep")), remove, escape=0)

    def _remove(self) -> None:
        if self.selected is None:
            return
        try:
            self._library.remove(self.selected.source)
        except StoreError as error:
            show_notice(self.app, _("Deleting failed"), str(error))

    # Drawing

    def paint(self, canvas: Canvas) -> None:
        """Draw the frame, the number of games found, and the card of the selected game."""
        draw_frame(canvas, _("Studies") if self._filters.shows_studies else _("Library"), (24, 80, 656, 608), width=420)
        text, colour = self._status()
        right = 1120.0 if self._library.progress is not None else LEFT - 16 if self._unread else RIGHT
        canvas.text(text, right, 40, size=16, colour=colour, anchor="midright", width=right - 470, height=44)
        if self.selected is not None:
            self._pictures.card(self.selected).draw(canvas)
        elif self._found is not None:
            self._draw_nothing(canvas)
        if self.count > PAGE:
            first, last = self._offset + 1, min(self._offset + PAGE, self.count)
            text = _("{first} to {last} of {count}", first=first, last=last, count=f"{self.count:,}")
            canvas.text(text, 784, 740, size=15, anchor="center", width=288, height=40)

    def _status(self) -> tuple[str, str]:
        """Return the text about the state of the search, shown beside the heading, and the text's colour."""
        trouble, progress = self._trouble or self._library.problem, self._library.progress
        if trouble:
            return trouble, "coral"
        if progress is not None and progress.games > 1:
            done, games = f"{progress.done:,}", f"{progress.games:,}"
            file = _file_of(progress.source.name)
            return _("Reading {file}: {done} of {games}", file=file, done=done, games=games), "soft"
        if self._found is None:
            return _("Searching…"), "soft"
        number = plural("{count} game", "{count} games", self.count)
        seconds = f"{max(self._found.seconds, 0.001):.3f}"
        return _("{games} found in {seconds} s", games=number, seconds=seconds), "soft"

    def _draw_nothing(self, canvas: Canvas) -> None:
        is_limited = self._filters.is_limited(self._typed)
        canvas.lights.lantern(352, 330, 96, 0.0 if is_limited else 1.0)
        nothing = _("No studies yet") if self._filters.shows_studies else _("No games yet")
        title = _("No matches") if is_limited else nothing
        canvas.text(title, 352, 420, family="display", size=26, colour="cream", anchor="center", width=600)
        text = _(
            "Your games appear here automatically. To add files from other programs, use “Open a "
            "file” or drop them on the window."
        )
        if self._filters.shows_studies:
            text = _(
                "On the analysis board, play another move, write a comment, mark a cell or press “Save”: the study is "
                "saved at once and listed here."
            )
        if is_limited:
            text = _("Try removing a word or a filter.")
        canvas.paragraph(text, 352, 450, 540, 4, size=16, anchor="midtop", height=150)

    def paint_live(self, canvas: Canvas) -> None:
        """Draw the search field and the list, and a hint in the empty search field."""
        super().paint_live(canvas)
        if not self._typed:
            left, top, width, height = _ENTRY
            text = _("Names, openings, years: 1998 or 1998-2004")
            canvas.text(
                text,
                left + 26,
                top + height / 2,
                size=16,
                colour="mist",
                anchor="midleft",
                width=width - 80,
                height=30,
            )
        canvas.icon("search", _ENTRY[0] + _ENTRY[2] - 28, _ENTRY[1] + _ENTRY[3] / 2, "mist", 20)

    def _draw_row(self, canvas: Canvas, found: FoundGame, top: float) -> None:
        left, right = _LIST[0] + 12, _LIST[0] + _LIST[2] - BAR_WIDTH - 16
        self._pictures.draw_row(canvas, found, (left, right), top + self._row_height / 2)


def _file_of(name: str) -> str:
    """Return the file name of a game's source for display."""
    return _("your records") if name.startswith("[") else name
