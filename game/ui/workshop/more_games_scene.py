"""The scene *More games*: games for the menu, and the way to the workshop."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from game.core.language import _, gettext_noop
from game.core.ruleset import Level, Ruleset
from game.sheets.draft import SheetDraft, new_sheet
from game.sheets.sheet import Sheet
from game.sheets.winnable import why_never_won
from game.storage.files import StoreError
from game.ui.painting.canvas import Canvas
from game.ui.shell.app import App
from game.ui.shell.dialogs import DialogAnswer, ask, show_notice
from game.ui.widgets import keys
from game.ui.widgets.buttons import Button, ChoiceButton, command_button
from game.ui.widgets.commands import command
from game.ui.widgets.frame import back_button, main_button
from game.ui.workshop.opened_sheet_scene import SheetChooser, open_sheet
from game.ui.workshop.sheet_list_scene import CARD, SheetListScene
from game.ui.workshop.workshop_scene import WorkshopScene

_RIGHT = CARD[0] + CARD[2] - 24
_BESIDE = CARD[0] + 24 + 280 + 20
_WIDTH = _RIGHT - _BESIDE


class MoreGamesScene(SheetListScene[Ruleset | None]):
    """Scene with all rule sheets: put them on the menu, play them, change them. Its result is the game to play."""

    takes_files = True
    leaves_processor = True
    tune = "fair"
    heading = gettext_noop("More games")
    keys_hint = gettext_noop("Enter: play  ·  F1: rules")

    def __init__(self, app: App) -> None:
        super().__init__(app)

    @property
    def note(self) -> str:
        return _("Choose games for the menu, or make one of your own.")

    def use_selected(self) -> None:
        """Finish with the selected game, to set up a match."""
        if self.selected is not None:
            self.finish(self._sheets.game(self.selected.sheet))

    def bar_buttons(self) -> list[Button]:
        """Return the buttons for the selected game, then those of the bottom bar."""
        rect = self.stage.rect
        new = Button(rect(200, 716, 190, 48), _("New game"), self._make_new, icon="plus")
        new.tip = _("Make a game in the workshop")
        play = main_button(self.stage, _("Play"), self.use_selected, icon="play", enabled=self.selected is not None)
        file = command_button(
            command(keys.FILE, self._open_file), rect(744, 716, 236, 48), _("Open a file"), icon="folder", size=18
        )
        back = back_button(self.stage, lambda: self.finish(None))
        return [*self._game_buttons(), back, new, file, play]

    def _game_buttons(self) -> list[Button]:
        """Return the buttons on the card of the selected game."""
        known, rect, top = self.selected, self.stage.rect, CARD[1] + 96
        if known is None:
            return []
        is_shown = self._sheets.is_shown(known.sheet)
        words = _("On the menu") if is_shown else _("Put on the menu")
        show = ChoiceButton(rect(_BESIDE, top, _WIDTH, 52), words, self._switch, icon="check", size=18, chosen=is_shown)
        if known.is_own:
            show.enabled, show.why = False, _("Your own games are always on the menu.")
        change = Button(
            rect(_BESIDE, top + 66, _WIDTH, 52), _("Open in the workshop"), self._change, icon="pencil", size=18
        )
        if not known.is_own:
            return [show, change]
        delete = command(keys.DELETE, self._ask_to_delete)
        return [
            show,
            change,
            command_button(delete, rect(_BESIDE, top + 132, _WIDTH, 52), _("Delete"), icon="trash", size=18),
        ]

    def paint(self, canvas: Canvas) -> None:
        """Draw the selected game, and what is known about the strength of its opponents."""
        super().paint(canvas)
        game = self.subject
        if self.selected is not None and game is not None:
            text = self._strength(self.selected.sheet, game.info.levels)
            canvas.paragraph(text, _BESIDE, CARD[1] + 290, _WIDTH, 2, size=14, colour="mist", height=canvas.tall(42))

    def _strength(self, sheet: Sheet, levels: Sequence[Level]) -> str:
        elos = [level.elo for level in levels if level.elo is not None]
        if elos:
            return _("Opponents from Elo {low} to {high}", low=min(elos), high=max(elos))
        games = self.app.services.level_ratings.progress(sheet)
        if games is not None:
            return _("Measuring the opponents: {done} of {total} games", done=games[0], total=games[1])
        if not self._sheets.is_shown(sheet) or why_never_won(sheet.rules):
            return ""
        return _("The opponents will be measured while you look at the menu.")

    # Actions

    def _switch(self) -> None:
        known = self.selected
        if known is not None and not known.is_own:
            self._sheets.show(known.sheet, is_shown=not self._sheets.is_shown(known.sheet))
            self.refresh()

    def _make_new(self) -> None:
        self._begin(SheetDraft(new_sheet()))

    def _change(self) -> None:
        if self.selected is not None:
            self._begin(SheetDraft(self.selected.sheet, is_saved=self.selected.is_own))

    def _begin(self, draft: SheetDraft) -> None:
        """Open the workshop; ask first if changes are left from a visit during which the program was ended."""
        kept = self._sheets.kept_draft()
        if kept is None:
            self._open_workshop(draft)
            return
        name = kept.sheet.title
        ask(
            self.app,
            _("Go on with {name}?", name=name),
            _("The changes to {name} have not been saved.", name=name),
            DialogAnswer(_("Go on"), partial(self._open_workshop, kept)),
            DialogAnswer(_("Discard the changes"), partial(self._discard, draft)),
            DialogAnswer(_("Cancel")),
        )

    def _discard(self, draft: SheetDraft) -> None:
        self._sheets.forget_draft()
        self._open_workshop(draft)

    def _open_workshop(self, draft: SheetDraft) -> None:
        def select(key: str) -> None:
            self.select(key or self.list.key)

        self.app.push(WorkshopScene(self.app, draft), select)

    def _open_file(self) -> None:
        self.app.push(SheetChooser(self.app), self._show_file)

    def _show_file(self, path: Path | None) -> None:
        if path is not None:
            open_sheet(self.app, path)

    def _ask_to_delete(self) -> None:
        known = self.selected
        if known is None or not known.is_own:
            return
        title = _("Delete {name}?", name=known.sheet.title)
        text = _("The game leaves the menu. Games that were played with it can still be opened.")
        keep = DialogAnswer(_("Keep {name}", name=known.sheet.title))
        ask(self.app, title, text, keep, DialogAnswer(_("Delete"), partial(self._delete)), escape=0)

    def _delete(self) -> None:
        assert self.selected is not None, "a game was selected when the dialog opened"
        try:
            self._sheets.delete(self.selected)
        except StoreError as error:
            show_notice(self.app, _("Deleting failed"), str(error))
        self.arrange()
