"""List of saved games, with a card of the selected game, and actions such as continuing or renaming it."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

from game.core.language import _, join_sentences, plural
from game.core.model import ParseError
from game.core.record.writer import write_tournament
from game.storage import names
from game.storage.background import BackgroundTask, RefreshedValue
from game.storage.files import StoreError
from game.storage.save_groups import group_of, in_groups
from game.storage.saves import SaveEntry
from game.ui.analysis.board.opening import analyse_game
from game.ui.menu.save_card import Inspection, SaveCard, inspect, readable
from game.ui.painting.canvas import Canvas
from game.ui.play.play_scene import play_on
from game.ui.shell.app import App
from game.ui.shell.dialogs import DialogAnswer, NameScene, ask, show_notice
from game.ui.shell.list_scene import ListScene
from game.ui.shell.work_scene import run_task, write_in_background
from game.ui.widgets import keys
from game.ui.widgets.buttons import Button
from game.ui.widgets.form import BAR_WIDTH
from game.ui.widgets.frame import back_button, bar_button, draw_frame, draw_note, main_button
from game.ui.widgets.item_list import ItemList

_LIST = (40.0, 96.0, 572.0, 576.0)
#: Seconds before the selected save is inspected, so that moving down the list stays fast.
_REST_SECONDS = 0.12


class SavesScene(ListScene[SaveEntry, str | None]):
    """Scene of the saved games; its result is the name of the game to continue, or None."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.list = ItemList(
            _LIST,
            lambda save: save.name,
            self._draw_row,
            self._show_another,
            self._restore,
            heading_of=self._heading,
        )
        self._saves = app.services.saves
        self._latest: tuple[SaveEntry, Inspection] | None = None
        """The last save that was inspected; only one is cached, as a tournament may have thousands of games."""
        self._problems: dict[SaveEntry, str] = {}
        """Problems of the saves that were inspected, or ""."""
        self._inspecting: tuple[SaveEntry, BackgroundTask[Inspection]] | None = None
        """The save that is being inspected, and the task."""
        self._entries: RefreshedValue[list[SaveEntry]] = RefreshedValue(self._read_entries, [])
        self._rest = 0.0
        self._others = 0
        self.shows_all = False
        """True if the list includes the games of other players."""

    def enter(self) -> None:
        """Close the save file of the last game, so that it can be renamed and deleted."""
        self.app.services.autosave.release()
        super().enter()

    def resume(self) -> None:
        """Close the save file of a game that was meanwhile started from a replay."""
        self.app.services.autosave.release()
        super().resume()

    # The list

    def read_items(self) -> list[SaveEntry]:
        """Return the saved games of the current player, or of all players, in groups by age."""
        entries, services = self._entries.look(), self.app.services
        own = [entry for entry in entries if services.is_own(entry)]
        self._others, self._now = len(entries) - len(own), time.time()
        return in_groups(entries if self.shows_all else own, self._now)

    def _read_entries(self) -> list[SaveEntry]:
        """Read the list of save files on a worker thread, once pending saves are written."""
        self.app.services.autosave.wait()
        return self._saves.entries()

    def _heading(self, save: SaveEntry) -> str:
        return _(group_of(save, self._now).title)

    def _switch(self) -> None:
        self.shows_all = not self.shows_all
        self.arrange()

    def _draw_row(self, canvas: Canvas, save: SaveEntry, top: float) -> None:
        self._card(save).draw_row(canvas, top, _LIST[0] + _LIST[2] - BAR_WIDTH - 8)

    def _show_another(self) -> None:
        """Show the newly selected saved game, and restart the delay after which its whole file is read."""
        self._rest = 0.0
        self.refresh()

    # Inspection

    def _inspection(self) -> Inspection | None:
        return None if self.selected is None else self._inspected(self.selected)

    def _inspected(self, entry: SaveEntry) -> Inspection | None:
        return self._latest[1] if self._latest is not None and self._latest[0] == entry else None

    def _known_inspection(self, entry: SaveEntry) -> Inspection | None:
        """Return the stored result of reading a save file, or only its problem; None if it was not read."""
        problem = self._problems.get(entry, "")
        return self._inspected(entry) or (Inspection(problem=problem) if problem else None)

    def _start_inspection(self) -> BackgroundTask[Inspection] | None:
        """Start to read the whole file of the selected save, unless that is in progress.

        Return None if nothing is selected.
        """
        entry = self.selected
        if entry is None:
            return None
        if self._inspecting is None or self._inspecting[0] != entry:
            self._cancel_inspection()
            self._inspecting = (entry, BackgroundTask.begin(partial(inspect, self._saves, entry)))
        return self._inspecting[1]

    def _cancel_inspection(self) -> None:
        if self._inspecting is not None:
            self._inspecting[1].cancel()
            self._inspecting = None

    def _store_inspection(self, entry: SaveEntry, task: BackgroundTask[Inspection]) -> Inspection:
        """Store the result of reading a save file."""
        try:
            found = task.take()
        except StoreError as error:
            found = Inspection(problem=str(error))
        self._latest, self._problems[entry] = (entry, found), found.problem
        self._inspecting = None
        self.refresh()
        return found

    def _with_inspection(self, proceed: Callable[[Inspection], None]) -> None:
        """Call ``proceed`` with the contents of the selected save as soon as its whole file has been read."""
        entry, known = self.selected, self._inspection()
        if entry is None:
            return
        if known is not None:
            proceed(known)
            return
        task = self._start_inspection()
        assert task is not None, "a save is selected"
        run_task(
            self.app,
            _("Reading the file…"),
            entry.name,
            task,
            lambda task: proceed(self._store_inspection(entry, task)),
        )

    def tick(self, seconds: float) -> None:
        """Read the whole file of the selected save once it has been selected for a while."""
        super().tick(seconds)
        if self._entries.poll():
            self.arrange()
        self._rest += seconds
        if self._inspecting is not None and self._inspecting[0] != self.selected:
            self._cancel_inspection()
        elif self._inspecting is None and self._rest >= _REST_SECONDS and self._inspection() is None:
            task = self._start_inspection()
            if task is not None:
                task.wait()
        if self._inspecting is not None and self._inspecting[1].is_done:
            self._store_inspection(*self._inspecting)

    def exit(self) -> None:
        """Stop reading the selected save file."""
        self._cancel_inspection()
        super().exit()

    # Buttons

    def buttons(self) -> list[Button]:
        """Return the buttons for actions on the selected save, disabled if its state does not allow them."""
        stage, back = self.stage, back_button(self.stage, lambda: self.finish(None))
        ways = [back, *self._switches()]
        if self.selected is None:
            return ways
        watch = bar_button(stage, 484, 152, _("Analyse"), self._watch, icon="replay", use=keys.WATCH)
        watch.enabled = self._can_restore()
        watch.why = restore_why = _("This saved game cannot be played.")
        delete = bar_button(stage, 652, 152, _("Delete"), self._ask_delete, icon="trash", use=keys.DELETE)
        rename = bar_button(stage, 820, 160, _("Rename"), self._ask_name, icon="pencil", use=keys.RENAME)
        words, size = (_("Recover games"), 20) if self._can_rescue() else (_("Restore"), 24)
        restore = main_button(stage, words, self._restore, icon="play", size=size)
        restore.enabled = self._can_restore() or self._can_rescue()
        restore.why = restore_why
        return [*self.form.stops(), *ways, watch, delete, rename, restore]

    def _switches(self) -> list[Button]:
        """Return the button that shows the saves of all players, as a list; empty without other players."""
        if not self.shows_all and not self._others:
            return []
        switch = bar_button(self.stage, 208, 252, _("Everyone's games"), self._switch, icon="person", use=keys.EVERYONE)
        switch.size, switch.chosen = 18, self.shows_all
        return [switch]

    def _can_restore(self) -> bool:
        """Return True if the selected saved game can be continued, as far as is known."""
        inspection = self._inspection()
        if inspection is not None:
            return not inspection.problem
        return self.selected is not None and not self.selected.problem

    def _can_rescue(self) -> bool:
        inspection = self._inspection()
        return inspection is not None and inspection.rescued is not None

    # Drawing

    def paint(self, canvas: Canvas) -> None:
        """Draw the frame and the card of the selected saved game."""
        entry = self.selected
        if entry is None:
            self._draw_nothing(canvas)
            return
        draw_frame(canvas, _("Saved games"), (24, 80, 604, 608))
        draw_note(canvas, plural("{count} match", "{count} matches", len(self.list.items)), 280)
        self._card(entry).draw(canvas)
        text = _("Enter: restore  ·  W: analyse  ·  F2: rename  ·  Del: delete")
        canvas.text(text, 640, 42, size=14, anchor="center", width=660, height=40)

    def _draw_nothing(self, canvas: Canvas) -> None:
        if self._entries.is_reading:
            draw_frame(canvas, _("Saved games"), (320, 210, 640, 360))
            canvas.text(_("Reading…"), 640, 390, family="display", size=28, colour="cream", anchor="center")
            return
        draw_frame(canvas, _("Saved games"), (320, 210, 640, 360))
        canvas.face("duck", 640, 310, 104)
        canvas.text(_("No saved games yet"), 640, 400, family="display", size=28, colour="cream", anchor="center")
        text = _("Your games are saved automatically and appear here.")
        if self._others:
            text = _("Your games will be listed here. Other players' games are under “Everyone's games”.")
        canvas.paragraph(text, 640, 436, 560, 3, size=17, anchor="midtop", height=124)

    def _card(self, entry: SaveEntry) -> SaveCard:
        services = self.app.services
        return SaveCard(entry, self._known_inspection(entry), services.catalogue.rulesets, services.person_face)

    # Actions

    def _restore(self) -> None:
        self._with_inspection(self._restore_known)

    def _restore_known(self, inspection: Inspection) -> None:
        if not inspection.problem:
            self.finish(self.selected.name if self.selected is not None else None)
        elif inspection.rescued is not None:
            text = join_sentences(
                (readable(inspection.rescued), inspection.lost, _("The damaged file is not changed."))
            )
            recover = DialogAnswer(_("Recover games"), self._restore_rest)
            ask(self.app, _("Recover these games?"), text, recover, DialogAnswer(_("Cancel")))

    def _watch(self) -> None:
        """Open the replay of the saved tournament at its latest game."""
        self._with_inspection(self._watch_known)

    def _watch_known(self, inspection: Inspection) -> None:
        if inspection.tournament is not None and inspection.tournament.games:
            analyse_game(self.app, inspection.tournament, partial(play_on, self.app))

    def _restore_rest(self) -> None:
        """Save the readable part of a damaged save file under a new name, and continue the new save."""
        entry, inspection = self.selected, self._inspection()
        if entry is None or inspection is None or inspection.rescued is None:
            return
        name, rescued = self._saves.free_name(_("{name} (restored)", name=entry.name)), inspection.rescued
        rescued.title = rescued.title or name
        self._write(
            name,
            lambda: self._saves.write(name, write_tournament(rescued)),
            _("Saving failed"),
            lambda: self.finish(name),
        )

    def _write(self, name: str, work: Callable[[], None], failed: str, done: Callable[[], None]) -> None:
        """Run ``work`` on the save folder in the background, then call ``done``.

        ``failed`` is the title of an error message.
        """

        def take(task: BackgroundTask[None]) -> None:
            try:
                task.take()
            except ParseError as error:
                show_notice(self.app, failed, str(error))
            else:
                done()

        write_in_background(self.app, name, work, take)

    def _ask_name(self) -> None:
        entry = self.selected
        if entry is None:
            return
        text = _("The name of the match in this list and of its file.")
        ask = NameScene(self.app, _("Rename"), text, entry.name, lambda name: self._refuse_name(entry.name, name))
        self.app.push(ask, self._rename)

    def _refuse_name(self, old: str, new: str) -> str | None:
        if names.folded(new) == names.folded(old):
            return None
        try:
            self._saves.check_name(new)
        except ParseError as error:
            return str(error)
        return None

    def _rename(self, name: str | None) -> None:
        entry = self.selected
        if name is None or entry is None:
            return
        old = entry.name
        self._write(old, lambda: self._saves.rename(old, name), _("Renaming failed"), lambda: self.select(name))

    def _ask_delete(self) -> None:
        entry = self.selected
        if entry is None:
            return
        text = _("“{name}” and its games will be deleted. Recorded results are kept.", name=entry.name)
        delete = DialogAnswer(_("Delete"), self._delete)
        ask(self.app, _("Delete this match?"), text, DialogAnswer(_("Keep")), delete, escape=0)

    def _delete(self) -> None:
        entry = self.selected
        if entry is None:
            return
        name = entry.name
        self.app.services.autosave.forget(name)
        self._write(name, lambda: self._saves.delete(name), _("Deleting failed"), self.arrange)
