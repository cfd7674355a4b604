"""Saved games: the list of tournaments, a card of the selected one, and what can be done with it."""

from __future__ import annotations

import pygame

from game.core.language import _, in_a_row, plural
from game.core.model import ParseError
from game.core.record.writer import write_tournament
from game.session.play_on import TakeOver
from game.store import names
from game.store.saves import SaveEntry
from game.ui.menu.save_card import Inspection, SaveCard, inspect, readable
from game.ui.painting.canvas import Canvas
from game.ui.play.play_scene import PlayScene
from game.ui.replay.replay_scene import ReplayScene
from game.ui.shell.app import App
from game.ui.shell.dialogs import NameScene, QuestionScene
from game.ui.shell.form import FormScene
from game.ui.widgets.buttons import Button
from game.ui.widgets.fields import BAR_WIDTH

_LIST = (40.0, 96.0, 572.0, 576.0)
#: A save is looked into when the selection has rested this long on it, so that running down the list stays quick.
_REST_SECONDS = 0.12


class SavesScene(FormScene[str | None]):
    """Finishes with the name of the tournament to restore, None when the player goes back."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self._saves = app.services.saves
        self._entries: list[SaveEntry] = []
        self._selected = 0
        self._inspections: dict[tuple[str, float], Inspection] = {}
        self._rest = 0.0

    def enter(self) -> None:
        """Lets go of the tournament that was played last, so that its file can be renamed and deleted."""
        self.app.services.autosave.release()
        super().enter()

    def resume(self) -> None:
        """A game that was taken over from a replay is let go of too."""
        self.app.services.autosave.release()
        super().resume()

    @property
    def selected(self) -> SaveEntry | None:
        """The selected save, None when there are none."""
        return self._entries[self._selected] if self._entries else None

    def select(self, name: str) -> None:
        """Selects the save of that name."""
        self._selected = next((row for row, entry in enumerate(self._entries) if entry.name == name), self._selected)
        self.arrange()

    # What is in the files

    def _inspection(self) -> Inspection | None:
        return None if self.selected is None else self._inspected(self.selected)

    def _inspected(self, entry: SaveEntry) -> Inspection | None:
        return self._inspections.get((entry.name, entry.modified))

    def _look(self) -> Inspection | None:
        """Looks into the selected save, once."""
        entry = self.selected
        if entry is not None and self._inspection() is None:
            self._inspections[entry.name, entry.modified] = inspect(self._saves, entry)
            self._set_controls()
            self.repaint()
        return self._inspection()

    def update(self, seconds: float) -> None:
        """Looks into the selected save when the selection has rested."""
        super().update(seconds)
        self._rest += seconds
        if self._rest >= _REST_SECONDS and self.selected is not None and self._inspection() is None:
            self._look()

    # Layout

    def arrange(self) -> None:
        """Reads the folder anew, keeping the selection."""
        name = self.selected.name if self.selected else ""
        self._entries = self._saves.entries()
        rows = [row for row, entry in enumerate(self._entries) if entry.name == name]
        self._selected = rows[0] if rows else max(0, min(self._selected, len(self._entries) - 1))
        super().arrange()
        self._set_controls()

    def build(self) -> None:
        """The list."""
        self.form.main = self.form.add_list(
            _LIST, len(self._entries), chosen=self._selected, draw_row=self._draw_row, press=self._restore,
            on_choose=self._choose,
        )  # fmt: skip

    def _set_controls(self) -> None:
        rect, any_save = self.stage.rect, self.selected is not None
        keys = (pygame.K_ESCAPE,)
        back = Button(rect(24, 716, 160, 48), _("Back"), lambda: self.finish(None), icon="arrow_left", keys=keys)
        if not any_save:
            self.controls.set([back])
            self.controls.focus(back)
            return
        watch = Button(rect(484, 716, 152, 48), _("Replay"), self._watch, icon="replay", keys=(pygame.K_w,))
        watch.enabled = self._can_restore()
        delete = Button(rect(652, 716, 152, 48), _("Delete"), self._ask_delete, icon="trash", keys=(pygame.K_DELETE,))
        rename = Button(rect(820, 716, 160, 48), _("Rename"), self._ask_name, icon="pencil", keys=(pygame.K_F2,))
        restore = Button(
            rect(996, 712, 260, 56),
            _("Restore the rest") if self._can_rescue() else _("Restore"),
            self._restore,
            kind="primary",
            icon="play",
            size=20 if self._can_rescue() else 24,
            enabled=self._can_restore() or self._can_rescue(),
        )
        focused = self.controls.focused
        self.controls.set([*self.form.stops(), back, watch, delete, rename, restore])
        if focused is None:
            self.controls.focus(restore)

    def _can_restore(self) -> bool:
        """Whether the selected save can be played, as far as is known."""
        inspection = self._inspection()
        if inspection is not None:
            return not inspection.problem
        return self.selected is not None and not self.selected.problem

    def _can_rescue(self) -> bool:
        inspection = self._inspection()
        return inspection is not None and inspection.rescued is not None

    def _choose(self, row: int) -> None:
        if row != self._selected:
            self._selected = row
            self._rest = 0.0
            self._set_controls()
            self.repaint()

    # Drawing

    def paint(self, canvas: Canvas) -> None:
        """Backdrop, cards and the selected save."""
        canvas.backdrop(dimmed=True)
        canvas.text(_("Saved games"), 28, 40, family="display", size=32, colour="cream", anchor="midleft", shadow=True)
        entry = self.selected
        if entry is None:
            self._draw_nothing(canvas)
            return
        words = plural("{count} tournament", "{count} tournaments", len(self._entries))
        canvas.text(words, 1256, 40, size=17, anchor="midright", width=280, height=44)
        canvas.card(24, 80, 604, 608)
        self._card(entry).draw(canvas)
        words = _("Enter restores  ·  W replays  ·  F2 renames  ·  Del deletes")
        canvas.text(words, 640, 42, size=14, anchor="center", width=660, height=40)

    def _draw_nothing(self, canvas: Canvas) -> None:
        canvas.card(320, 210, 640, 360)
        canvas.face("duck", 640, 310, 104)
        canvas.text(_("No saved games yet"), 640, 400, family="display", size=28, colour="cream", anchor="center")
        words = _("Every game is kept by itself while you play. Sit down at a stall, and you find your game here.")
        canvas.paragraph(words, 640, 436, 560, 3, size=17, anchor="midtop", height=124)

    def _draw_row(self, canvas: Canvas, row: int, top: float) -> None:
        self._card(self._entries[row]).draw_row(canvas, top, _LIST[0] + _LIST[2] - BAR_WIDTH - 8)

    def _card(self, entry: SaveEntry) -> SaveCard:
        services = self.app.services
        return SaveCard(entry, self._inspected(entry), services.catalogue.rulesets, services.chosen_face)

    # What can be done

    def _restore(self) -> None:
        entry, inspection = self.selected, self._look()
        if entry is None or inspection is None:
            return
        if not inspection.problem:
            self.finish(entry.name)
        elif inspection.rescued is not None:
            words = in_a_row((readable(inspection.rescued), inspection.lost, _("The damaged file stays as it is.")))
            answers = {"rest": _("Restore the rest"), "": _("Cancel")}
            self.app.push(QuestionScene(self.app, _("Restore what can be read?"), words, answers), self._restore_rest)

    def _watch(self) -> None:
        """Shows the latest game of the tournament again; the games before it can be reached from there."""
        inspection = self._look()
        if inspection is not None and inspection.tournament is not None and inspection.tournament.games:
            self.app.push(ReplayScene(self.app, inspection.tournament), self._play_on)

    def _play_on(self, taken_over: TakeOver | None) -> None:
        if taken_over is not None:
            self.app.push(PlayScene(self.app, taken_over.sit_down(self.app.services)))

    def _restore_rest(self, answer: str) -> None:
        """Keeps what can be read of a damaged save as a new one, and restores that."""
        entry, inspection = self.selected, self._look()
        if not answer or entry is None or inspection is None or inspection.rescued is None:
            return
        name = self._saves.free_name(_("{name} (restored)", name=entry.name))
        inspection.rescued.title = inspection.rescued.title or name
        try:
            self._saves.write(name, write_tournament(inspection.rescued))
        except ParseError as error:
            self._complain(_("This could not be saved"), error)
            return
        self.finish(name)

    def _complain(self, title: str, error: ParseError) -> None:
        self.app.push(QuestionScene(self.app, title, str(error), {"": _("All right")}))

    def _ask_name(self) -> None:
        entry = self.selected
        if entry is None:
            return
        words = _("The tournament's name in this list, and its file's.")
        ask = NameScene(self.app, _("Rename"), words, entry.name, lambda name: self._refuse_name(entry.name, name))
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
        try:
            self._saves.rename(entry.name, name)
        except ParseError as error:
            self._complain(_("This could not be renamed"), error)
            return
        self.arrange()
        self.select(name)

    def _ask_delete(self) -> None:
        entry = self.selected
        if entry is None:
            return
        words = _(
            "“{name}” and its games are gone for good then. Results already on record stay there.", name=entry.name
        )
        answers = {"": _("Keep it"), "delete": _("Delete")}
        self.app.push(QuestionScene(self.app, _("Delete this tournament?"), words, answers, escape=""), self._delete)

    def _delete(self, answer: str) -> None:
        entry = self.selected
        if not answer or entry is None:
            return
        try:
            self._saves.delete(entry.name)
        except ParseError as error:
            self._complain(_("This could not be deleted"), error)
            return
        self.arrange()
