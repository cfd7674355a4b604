"""The library: all games that are kept here, found by words, by facts, and by a position."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pygame

from game.core.language import _, plural
from game.core.model import State
from game.core.ruleset import Ruleset
from game.library.index.position_key import key_of
from game.library.index.search import PAGE, Asked, FoundGame, FoundPage, Query
from game.library.index.sources import SourceKind
from game.storage.files import StoreError
from game.ui.analysis.explore.result_texts import SCORES
from game.ui.library.file_scene import FileScene
from game.ui.library.game_pictures import GamePictures
from game.ui.library.open_found import open_found
from game.ui.library.query_texts import with_words
from game.ui.library.unread_button import LEFT, RIGHT, unread_buttons
from game.ui.painting.canvas import Canvas
from game.ui.shell.app import App
from game.ui.shell.dialogs import NameScene, QuestionScene
from game.ui.shell.list_scene import ListScene
from game.ui.widgets import keys
from game.ui.widgets.buttons import Button
from game.ui.widgets.fields import EntryField, ListField
from game.ui.widgets.form import BAR_WIDTH
from game.ui.widgets.frame import back_button, bar_button, draw_frame, main_button
from game.ui.widgets.item_list import ItemList

_LIST = (36.0, 204.0, 632.0, 474.0)
_ENTRY = (40.0, 96.0, 624.0, 46.0)
_FILTERS_TOP = 152.0
_ROW = 76.0
_LONGEST = 80
#: Seconds between two looks at how far the index is.
_LOOK = 0.25
#: The keys that choose in the list while a search is typed.
_IN_LIST = (keys.UP, keys.DOWN, keys.PAGE_UP, keys.PAGE_DOWN)
#: The results that a search can be limited to, in the order of their button.
_RESULTS = (None, *SCORES)

#: A ruleset and a position of it.
StandingPosition = tuple[Ruleset, State]


class LibraryScene(ListScene[FoundGame, None]):
    """A line to type in, filters, the games that were found page by page, and a card of the selected one."""

    takes_files = True

    def __init__(self, app: App, position: StandingPosition | None = None, kind: SourceKind | None = None) -> None:
        """With a position only games in which it stood are found; with a kind only those of such sources."""
        super().__init__(app)
        self._library = app.services.library
        self._position = None if position is None else key_of(position[0].info.id, position[1])
        self._at_position = position is not None
        self._query = Query(kind=kind.value if kind else "")
        self._typed, self._caret, self._is_typing = "", 0, False
        self._offset = 0
        self._found: FoundPage | None = None
        self._shown: Asked | None = None
        """The search that was answered last."""
        self._trouble = ""
        self._since = 0.0
        self._updates = self._library.updates
        self._pictures = GamePictures(app.services.catalogue.rulesets)
        self.list = ItemList(_LIST, lambda game: game.id, self._draw_row, self.refresh, self._open)

    # Searching

    def enter(self) -> None:
        """Begin to bring the index up to date, and search what is there already."""
        self._library.update()
        self._search()
        super().enter()
        if not self.app.gamepads.in_use:
            self.controls.focus(self._entry.stop)

    def resume(self) -> None:
        """Look again: a game may have been played, or a file added."""
        self._library.update()
        super().resume()

    @property
    def asked(self) -> Asked:
        """The search that is shown."""
        position = self._position if self._at_position else None
        rulesets = self.app.services.catalogue.rulesets.values()
        return Asked(with_words(replace(self._query, position=position), self._typed, rulesets), self._offset)

    def _search(self, offset: int = 0) -> None:
        self._offset, self._shown = offset, None
        self._library.desk.ask(self.asked)

    def update(self, seconds: float) -> None:
        """Take what was found, and follow the index."""
        super().update(seconds)
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
        """Show the page that was found; a list of as many rows stays as it is, which keeps typing quick."""
        if len(self.list.items) != len(self.read_items()):
            self.arrange()
            return
        self.list.read(self.read_items())
        if self.list.items:
            self._rows.choose(self.list.row)
        self.refresh()

    def read_items(self) -> list[FoundGame]:
        """The page that was found."""
        return list(self._found.games) if self._found else []

    @property
    def is_settled(self) -> bool:
        """Whether what is shown is what was asked for last, of all games there are."""
        return self._shown == self.asked and not self._library.is_updating and self._updates == self._library.updates

    @property
    def count(self) -> int:
        """How many games were found in all."""
        return self._found.count if self._found else 0

    # Layout

    def build(self) -> None:
        """Add the line to type in and the list."""
        self._entry = EntryField(
            self.form, _ENTRY, self._typed, _LONGEST, on_write=self._type, on_enter=self._enter_pressed
        )
        if self._is_typing:
            # Letters that come before the next frame are not to be lost.
            self._entry.follow_focus(True)
            self._entry.caret = self._caret
        self._rows: ListField = self.list.build(self.form, self._row_height)
        self.form.main = self._rows

    @property
    def _row_height(self) -> float:
        return _ROW * max(1.0, self.typesetter.letters)

    @property
    def has_focus(self) -> bool:
        """Whether a control has the focus, visible or not: typing goes on where it was."""
        return self.controls.current is not None

    def buttons(self) -> list[Button]:
        """The filters, the pages, and what can be done with the selected game."""
        back = back_button(self.stage, lambda: self.finish(None))
        files = bar_button(self.stage, 200, 188, _("Open a file"), self._open_file, icon="folder", key=keys.FILE.key)
        remove = bar_button(self.stage, 404, 168, _("Remove"), self._ask_remove, icon="trash", key=keys.DELETE.key)
        remove.enabled = self.selected is not None and self.selected.kind == SourceKind.FILE.value
        remove.why = _("Only files that you added to the library can be removed from it.")
        show = main_button(self.stage, _("Open it"), self._open, icon="replay", size=22)
        show.enabled, show.why = self.selected is not None, _("No game is selected.")
        return [
            *self.form.stops(),
            *self._filters(),
            *self._pages(),
            *self._stop(),
            *self._unread,
            back,
            files,
            remove,
            show,
        ]

    @property
    def _unread(self) -> list[Button]:
        return unread_buttons(self.app, self._library)

    def _filters(self) -> list[Button]:
        """Each press of a filter goes on to its next value."""
        titles = {each.info.id: _(each.info.title) for each in self.app.services.catalogue.rulesets.values()}
        query = self._query
        game = titles.get(query.ruleset_id, _("All games"))
        result = _("All results") if query.result is None else SCORES[query.result]
        opening = _("Same opening")
        parts: list[tuple[str, float, Callable[[], None], bool]] = [
            (game, 160, self._next_ruleset, bool(query.ruleset_id)),
            (result, 146, self._next_result, query.result is not None),
            (opening, 164, self._toggle_opening, bool(query.opening)),
        ]
        if self._position is not None:
            parts.append((_("This position"), 154, self._toggle_position, self._at_position))
        x, found = 40.0, []
        for label, width, press, chosen in parts:
            rect = self.stage.rect(x, _FILTERS_TOP, width - 8, 40)
            found.append(Button(rect, label, press, size=16, chosen=chosen))
            x += width
        can_turn = bool(query.opening) or (self.selected is not None and bool(self.selected.opening))
        found[2].enabled, found[2].why = can_turn, _("This game has no opening to look for.")
        return found

    def _pages(self) -> list[Button]:
        """The pages before and after, where there are several."""
        if self.count <= PAGE:
            return []
        rect = self.stage.rect
        before = Button(rect(588, 720, 44, 40), "", lambda: self._turn(-1), icon="arrow_left", tip=_("Previous page"))
        after = Button(rect(936, 720, 44, 40), "", lambda: self._turn(1), icon="arrow_right", tip=_("Next page"))
        before.enabled, before.why = self._offset > 0, _("This is the first page.")
        after.enabled, after.why = self._offset + PAGE < self.count, _("This is the last page.")
        return [before, after]

    def _stop(self) -> list[Button]:
        """While games are read, the way to stop that."""
        if self._library.progress is None:
            return []
        return [Button(self.stage.rect(1136, 20, 120, 40), _("Stop"), self._library.stop, icon="pause", size=16)]

    # What is typed and pressed

    def _type(self, words: str) -> None:
        if words != self._typed:
            self._typed = words
            self._search_anew()

    def _search_anew(self) -> None:
        self.list.restart()
        self._search()
        self.refresh()

    def _enter_pressed(self) -> None:
        """Enter in the line opens the selected game; a pad, which has no letters, gets them."""
        if not self.app.gamepads.in_use:
            self._open()
            return
        words = _("Names, openings and years, such as 1998 or 1998-2004.")
        ask = NameScene(self.app, _("Search"), words, self._typed, lambda _name: None, longest=_LONGEST)
        self.app.push(ask, self._take_words)

    def _take_words(self, words: str | None) -> None:
        if words is not None:
            self._entry.show(words)
            self._type(words)

    def _next_ruleset(self) -> None:
        ids = ["", *self.app.services.catalogue.rulesets]
        place = ids.index(self._query.ruleset_id) if self._query.ruleset_id in ids else 0
        self._filter(replace(self._query, ruleset_id=ids[(place + 1) % len(ids)]))

    def _next_result(self) -> None:
        place = _RESULTS.index(self._query.result)
        self._filter(replace(self._query, result=_RESULTS[(place + 1) % len(_RESULTS)]))

    def _toggle_opening(self) -> None:
        opening = "" if self._query.opening or self.selected is None else self.selected.opening
        self._filter(replace(self._query, opening=opening))

    def _toggle_position(self) -> None:
        self._at_position = not self._at_position
        self._search_anew()

    def _filter(self, query: Query) -> None:
        self._query = query
        self._search_anew()

    def _turn(self, way: int) -> None:
        """Show the page before (-1) or after (1), where there is one."""
        offset = self._offset + way * PAGE
        if 0 <= offset < self.count:
            self.list.restart()
            self._search(offset)

    def handle(self, event: pygame.event.Event) -> bool:
        """Let the keys of the list act while a search is typed, and lead from its ends to the next page."""
        if event.type == pygame.KEYDOWN and event.key in _IN_LIST and self._leads_to_list():
            self.dirty = True
            if event.key in (keys.DOWN, keys.PAGE_DOWN) and self.list.row == len(self.list.items) - 1:
                self._turn(1)
            elif self._rows.key(event.key):
                self._rows.tell()
            return True
        return super().handle(event)

    def _leads_to_list(self) -> bool:
        """Whether the line or the list has the keys."""
        return self._entry.is_typed_in or self.controls.focused in (None, self._rows.stop)

    # What can be done

    def _open(self) -> None:
        if self.selected is not None:
            open_found(self.app, self.selected, self.asked.query.position)

    def _open_file(self) -> None:
        self.app.push(FileScene(self.app))

    def _ask_remove(self) -> None:
        if self.selected is None:
            return
        words = _("All games of “{file}” will be removed from the library. The original file stays where it is.",
                  file=self.selected.source)  # fmt: skip
        answers = {"": _("Keep it"), "remove": _("Remove")}
        ask = QuestionScene(self.app, _("Remove this file?"), words, answers, escape="")
        self.app.push(ask, self._remove)

    def _remove(self, answer: str) -> None:
        if not answer or self.selected is None:
            return
        try:
            self._library.remove(self.selected.source)
        except StoreError as error:
            self.app.push(QuestionScene(self.app, _("This could not be deleted"), str(error), {"": _("All right")}))

    # Drawing

    def paint(self, canvas: Canvas) -> None:
        """Draw the frame, how much was found, and the selected game's card."""
        draw_frame(canvas, self._heading(), (24, 80, 656, 608), width=420)
        words, colour = self._told()
        right = 1120.0 if self._library.progress is not None else LEFT - 16 if self._unread else RIGHT
        canvas.text(words, right, 40, size=16, colour=colour, anchor="midright", width=right - 470, height=44)
        if self.selected is not None:
            self._pictures.card(self.selected).draw(canvas)
        elif self._found is not None:
            self._draw_nothing(canvas)
        if self.count > PAGE:
            first, last = self._offset + 1, min(self._offset + PAGE, self.count)
            words = _("{first} to {last} of {count}", first=first, last=last, count=f"{self.count:,}")
            canvas.text(words, 784, 740, size=15, anchor="center", width=288, height=40)

    def _heading(self) -> str:
        return _("Studies") if self._query.kind == SourceKind.STUDY.value else _("Library")

    def _told(self) -> tuple[str, str]:
        """What is said beside the heading, and in which colour."""
        trouble, progress = self._trouble or self._library.problem, self._library.progress
        if trouble:
            return trouble, "coral"
        if progress is not None and progress.games > 1:
            done, games = f"{progress.done:,}", f"{progress.games:,}"
            file = _file_of(progress.source.name)
            return _("Reading {file}: {done} of {games}", file=file, done=done, games=games), "soft"
        if self._found is None:
            return _("Looking…"), "soft"
        number = plural("{count} game", "{count} games", self.count)
        seconds = f"{max(self._found.seconds, 0.001):.3f}"
        return _("{games} in {seconds} s", games=number, seconds=seconds), "soft"

    def _draw_nothing(self, canvas: Canvas) -> None:
        canvas.lantern(352, 330, 96, 0.0 if self._is_limited else 1.0)
        title = _("No matches") if self._is_limited else _("No games yet")
        canvas.text(title, 352, 420, family="display", size=26, colour="cream", anchor="center", width=600)
        words = _(
            "Your games appear here automatically. To add files of other programs, use “Open a file” or drop them on "
            "the window."
        )
        if self._is_limited:
            words = _("Remove a word or a filter.")
        canvas.paragraph(words, 352, 450, 540, 4, size=16, anchor="midtop", height=150)

    @property
    def _is_limited(self) -> bool:
        return self.asked.query != Query(kind=self._query.kind)

    def paint_live(self, canvas: Canvas) -> None:
        """Draw the form, and in an empty line what can be typed there."""
        super().paint_live(canvas)
        if not self._typed:
            left, top, width, height = _ENTRY
            words = _("Names, openings, years: 1998 or 1998-2004")
            canvas.text(
                words,
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
    """The name of a source for the eye: that of a game of the records is none."""
    return _("the records") if name.startswith("[") else name
