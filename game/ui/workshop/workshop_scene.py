"""The workshop: a form with the rules of a game, beside its board and its rules in plain sentences."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from game.core.language import _, gettext_noop
from game.core.ruleset import Ruleset
from game.plugins.sheet_list import KnownSheet
from game.session.match_plan import start_trial
from game.session.texts import as_sentence
from game.sheets.draft import SheetDraft, translated
from game.sheets.reading import MOST_PITCH, MOST_TITLE
from game.sheets.sheet import Sheet, SheetRules
from game.storage.files import StoreError
from game.ui.painting.canvas import Canvas
from game.ui.play.play_scene import PlayScene
from game.ui.shell.app import App
from game.ui.shell.dialogs import DialogAnswer, NameScene, ask, show_notice
from game.ui.shell.form import FormScene
from game.ui.widgets import keys
from game.ui.widgets.buttons import Button, ChoiceButton, command_button
from game.ui.widgets.commands import SceneCommand, command
from game.ui.widgets.fields import PageField
from game.ui.widgets.form import BAR_WIDTH, Box
from game.ui.widgets.frame import back_button, draw_frame, draw_note, main_button
from game.ui.workshop.report_scene import GameReportScene
from game.ui.workshop.rule_form import CARD, RuleForm
from game.ui.workshop.sheet_list_scene import SheetListScene
from game.ui.workshop.sheet_picture import draw_sheet_board, sentences_painter

#: The card of the game, and its parts: title, pitch, board and rules.
_GAME: Box = (880.0, 80.0, 376.0, 608.0)
_INNER, _WIDTH = _GAME[0] + 16, _GAME[2] - 32
_TITLE: Box = (_INNER, _GAME[1] + 12, _WIDTH, 46.0)
_PITCH: Box = (_INNER, _GAME[1] + 66, _WIDTH, 36.0)
_BOARD: Box = (_INNER, _GAME[1] + 112, _WIDTH, 204.0)
_RULES: Box = (_INNER + 4, _GAME[1] + 326, _WIDTH - 4, 274.0)
_RULES_SIZE = 14.0


class WorkshopScene(FormScene[str]):
    """Scene in which the player makes or changes a game. Its result is the key of the saved game, "" for none."""

    tune = "fair"
    way_back = gettext_noop("Back to the workshop")

    def __init__(self, app: App, draft: SheetDraft) -> None:
        super().__init__(app)
        self.draft = draft
        self._sheets = app.services.sheets
        self.card = RuleForm(app, draft, self._show_change)

    @property
    def subject(self) -> Ruleset | None:
        """The game as it is now, for its rules card; None while it is impossible."""
        if self.draft.problem is not None:
            return None
        return self.app.services.catalogue.add_sheet(self.draft.sheet, is_listed=False)

    # Layout

    def build(self) -> None:
        """Add the rows of the form, and the page with the rules."""
        self.card.build(self.form)
        self._page = PageField(self.form, _RULES)
        self._show_rules()
        self.form.main = self.card.fields["board", "shape"]

    def _show_rules(self) -> None:
        if self.draft.has_board:
            self._page.show(sentences_painter(self.draft.sheet, _RULES[2] - BAR_WIDTH - 12, _RULES_SIZE))
        else:
            self._page.show(lambda _canvas: 0.0)

    def _show_change(self) -> None:
        """Keep and show the draft after a change. The focus stays on its row if the form has to be built again."""
        self._sheets.keep_draft(self.draft)
        if self.card.fits:
            self._show_rules()
            self.refresh()
            return
        focused = next((key for key, field in self.card.fields.items() if field.stop is self.controls.current), None)
        self.arrange()
        if focused in self.card.fields:
            self.controls.focus(self.card.fields[focused].stop)

    def refresh(self) -> None:
        """Replace the buttons; the focus begins at the main button."""
        buttons = self._buttons()
        keeps = self.controls.current is not None
        self.controls.set(buttons)
        if not keeps:
            self.controls.focus(buttons[-1])
        super().refresh()

    def _buttons(self) -> list[Button]:
        rect, stage = self.stage.rect, self.stage
        commands = {each.use: each for each in self._edits()}
        examples, save = commands[keys.EXAMPLES], commands[keys.SAVE_GAME]
        attempt = main_button(stage, _("Try it"), self._try, icon="play", use=keys.TRY_GAME)
        attempt.enabled, attempt.why = not self._problem, self._problem
        title = ChoiceButton(rect(*_TITLE), self.draft.sheet.title, self._rename, icon="pencil", size=22)
        title.tip = _("Name of the game")
        # The sentence itself is too long for a button in some languages.
        pitch = self.draft.sheet.pitch
        words = _("Sentence about the game") if pitch else _("Add a sentence about the game…")
        return [
            *self.form.stops(),
            title,
            ChoiceButton(rect(*_PITCH), words, self._describe, size=15, tip=_(pitch) if pitch else ""),
            back_button(stage, self._leave),
            command_button(commands[keys.EDIT_BACK], rect(196, 716, 56, 48), icon="undo"),
            command_button(commands[keys.EDIT_AGAIN], rect(262, 716, 56, 48), icon="redo"),
            command_button(examples, rect(340, 716, 180, 48), _("Examples"), icon="book", size=18),
            command_button(save, rect(534, 716, 150, 48), _("Save"), icon="save", size=18),
            Button(rect(698, 716, 150, 48), _("More…"), self._open_more, icon="menu", size=18),
            attempt,
        ]

    def commands(self) -> list[SceneCommand]:
        """Return the commands of the buttons, and the one that renames the game."""
        return [*super().commands(), command(keys.RENAME, self._rename)]

    def _edits(self) -> list[SceneCommand]:
        history = self.draft.history
        none, undone = _("There is nothing to undo."), _("There is nothing to redo.")
        is_saved = _("The game is saved.")
        return [
            command(keys.EDIT_BACK, partial(self._edit, history.undo), lambda: "" if history.can_undo else none),
            command(keys.EDIT_AGAIN, partial(self._edit, history.redo), lambda: "" if history.can_redo else undone),
            command(keys.EXAMPLES, self._open_examples),
            command(keys.SAVE_GAME, self._save, lambda: is_saved if self.draft.is_saved else self._problem),
        ]

    @property
    def _problem(self) -> str:
        """The sentence about what makes the game impossible; "" if it is possible."""
        problem = self.draft.problem
        return "" if problem is None else as_sentence(problem[2])

    # Edits

    def _edit(self, action: object) -> None:
        assert callable(action), "an edit is a function"
        action()
        self._show_change()

    def _rename(self) -> None:
        key = self.draft.sheet.key
        scene = NameScene(
            self.app,
            _("Name of the game"),
            "",
            self.draft.sheet.title,
            lambda title: self._sheets.title_problem(title, key),
            longest=MOST_TITLE,
        )
        self.app.push(scene, lambda title: self._edit(partial(self.draft.rename, title)) if title else None)

    def _describe(self) -> None:
        text = _("One sentence, which the menu shows under the name.")
        pitch = self.draft.sheet.pitch
        scene = NameScene(self.app, _("Sentence about the game"), text, pitch, lambda _words: None, longest=MOST_PITCH)
        self.app.push(
            scene, lambda words: self._edit(partial(self.draft.describe, words)) if words is not None else None
        )

    def _open_examples(self) -> None:
        self.app.push(ExamplesScene(self.app), self._take_example)

    def _take_example(self, known: KnownSheet | None) -> None:
        """Replace the rules and texts by those of an example; undo brings the old ones back."""
        if known is not None:
            self._edit(partial(self.draft.history.replace, translated(known.sheet)))

    # Try, save, and the other actions

    def _try(self) -> None:
        """Start an unrated game with the draft as it is, without saving the draft."""
        if not self._problem:
            game = self._sheets.game(self.draft.sheet.as_draft())
            self.app.push(PlayScene(self.app, start_trial(self.app.services, game)))

    def _save(self) -> None:
        """Save the game as one of the player's own. A game without a file needs a name that no other has."""
        if self._problem:
            return
        if self.draft.saved is not None:
            self._write(self.draft.sheet)
            return
        title = self._sheets.free_title(self.draft.sheet.title)
        text = _("The game will be on the menu under this name.")
        scene = NameScene(self.app, _("Save the game"), text, title, self._sheets.title_problem, longest=MOST_TITLE)
        self.app.push(scene, self._save_as)

    def _save_as(self, title: str | None) -> None:
        if title is not None:
            self.draft.rename(title)
            self._write(self.draft.sheet)

    def _write(self, sheet: Sheet) -> None:
        try:
            self.draft.mark_saved(self._sheets.save(sheet))
        except StoreError as error:
            show_notice(self.app, _("Saving failed"), str(error))
            return
        self._sheets.keep_draft(self.draft)
        self.app.show_message(_("{game} is on the menu now.", game=self.draft.sheet.title))
        self.refresh()

    def _open_more(self) -> None:
        problem = self._problem
        is_unsaved = "" if self.draft.saved is not None else _("The game has not been saved.")
        ask(
            self.app,
            self.draft.sheet.title,
            "",
            DialogAnswer(_("How fair is it?"), self._measure, problem),
            DialogAnswer(_("Save as a file for others"), self._export, problem),
            DialogAnswer(_("Delete the game"), self._ask_to_delete, is_unsaved),
            DialogAnswer(_("Cancel")),
        )

    def _measure(self) -> None:
        """Show how fair the game is. Changes of the rules that the player makes there can be undone here."""
        self.app.push(GameReportScene(self.app, self.draft.sheet, self._take_rules))

    def _take_rules(self, rules: SheetRules) -> None:
        self._edit(partial(self.draft.history.replace, replace(self.draft.sheet, rules=rules, sample=())))

    def _export(self) -> None:
        try:
            path = self._sheets.export(self.draft.sheet)
        except StoreError as error:
            show_notice(self.app, _("Saving failed"), str(error))
            return
        show_notice(self.app, _("Saved as a file"), _("The game was saved as {path}.", path=path))

    def _ask_to_delete(self) -> None:
        name = self.draft.sheet.title
        text = _("The game leaves the menu. Games that were played with it can still be opened.")
        answers = DialogAnswer(_("Keep {name}", name=name)), DialogAnswer(_("Delete"), self._delete)
        ask(self.app, _("Delete {name}?", name=name), text, *answers, escape=0)

    def _delete(self) -> None:
        assert self.draft.saved is not None, "only a saved game can be deleted"
        known = next((each for each in self._sheets.all() if each.sheet.key == self.draft.saved.key), None)
        try:
            if known is not None and known.is_own:
                self._sheets.delete(known)
        except StoreError as error:
            show_notice(self.app, _("Deleting failed"), str(error))
            return
        self._finish_without("")

    def _leave(self) -> None:
        """Leave the workshop; ask first if changes would be lost."""
        key = self.draft.saved.key if self.draft.saved is not None else ""
        if not self.draft.has_changes:
            self._finish_without(key)
            return
        text = _("The changes to {name} have not been saved.", name=self.draft.sheet.title)
        ask(
            self.app,
            _("Leave the workshop?"),
            text,
            DialogAnswer(_("Stay here")),
            DialogAnswer(_("Save"), self._save, self._problem),
            DialogAnswer(_("Leave without saving"), lambda: self._finish_without(key)),
            escape=0,
        )

    def _finish_without(self, key: str) -> None:
        """Leave the workshop without the changes that have not been saved."""
        self._sheets.forget_draft()
        self.finish(key)

    # Drawing

    def paint(self, canvas: Canvas) -> None:
        """Draw the form, the board of the game, and the problem or a note beside the heading."""
        draw_frame(canvas, _("Workshop"), CARD, _GAME, width=300)
        unshown = self.draft.unshown()
        note = ""
        if unshown:
            note = _("Kept as it is, but not in this form: {parts}.", parts=", ".join(unshown))
        draw_note(canvas, self._problem or note, 900, "coral" if self._problem else "soft")
        self.card.draw(canvas)
        if self.draft.has_board:
            draw_sheet_board(canvas, self.draft.sheet, "wood_light", _BOARD)
        else:
            canvas.panels.well(*_BOARD)
            canvas.paragraph(
                self._problem, _BOARD[0] + _BOARD[2] / 2, _BOARD[1] + 90, _BOARD[2] - 60, 4, size=17, colour="coral",
                anchor="midtop",
            )  # fmt: skip


class ExamplesScene(SheetListScene[KnownSheet | None]):
    """Scene with games to start from; its result is the chosen one, or None."""

    heading = gettext_noop("Examples")
    keys_hint = gettext_noop("Enter: take these rules  ·  F1: rules")

    @property
    def note(self) -> str:
        return _("Take the rules of a game and change them.")

    def use_selected(self) -> None:
        """Finish with the selected game."""
        self.finish(self.selected)

    def bar_buttons(self) -> list[Button]:
        """Return the buttons of the bottom bar."""
        take = main_button(
            self.stage,
            _("Take these rules"),
            self.use_selected,
            icon="check",
            size=20,
            enabled=self.selected is not None,
        )
        return [back_button(self.stage, lambda: self.finish(None)), take]
