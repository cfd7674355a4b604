"""Dialogs that can open over any scene: a question or message, and a text input with an on-screen keyboard."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import pygame

from game.core.language import _
from game.ui.painting.canvas import Canvas
from game.ui.painting.stage import Stage, Transform
from game.ui.painting.typesetter import Block, Passage, Typesetter
from game.ui.shell.app import App
from game.ui.shell.form import FormScene
from game.ui.shell.scene import Scene
from game.ui.widgets import keys
from game.ui.widgets.buttons import Button, ChoiceButton
from game.ui.widgets.commands import SceneCommand, command
from game.ui.widgets.fields import EntryField

#: The on-screen keyboard: its rows, and its measures in design pixels.
_LETTER_ROWS = ("abcdefghijklm", "nopqrstuvwxyz", "åäö0123456789")
_STEP, _SIDE, _EDGE = 48.0, 40.0, 22.0
_KEYBOARD_WIDTH = len(_LETTER_ROWS[0]) * _STEP - (_STEP - _SIDE) + 2 * _EDGE
_KEYBOARD_HEIGHT = (len(_LETTER_ROWS) + 1) * _STEP - (_STEP - _SIDE) + 2 * _EDGE
_WIDTH = 520
_LEFT = 640 - _WIDTH / 2
#: The height in design pixels beyond which a dialog's text no longer grows.
_TALLEST_TEXT = 300.0
#: The vertical middle of a card, and of a card above the on-screen keyboard, in design pixels.
_MIDDLE, _MIDDLE_ABOVE = 400.0, 276.0
_LETTERS_TOP = 492.0
_LONGEST = 60
#: The line spacing as a multiple of the letter size.
_LEADING = 26 / 17
_WHY_LEADING = 20 / 14
#: The distance between the buttons of two answers, in design pixels.
_ANSWER = 64


def _draw_card(canvas: Canvas, height: float, title: str, text: str, middle: float = _MIDDLE) -> None:
    """Draw the card of a dialog with a title and a text, and darken the scene behind it."""
    canvas.veil()
    top = middle - height / 2
    canvas.panels.card(_LEFT, top, _WIDTH, height)
    width = _WIDTH - 48
    canvas.text(
        title, 640, top + 46, family="display", size=28, colour="cream", anchor="center", width=width, smallest=18
    )
    canvas.draw_block(_text_block(canvas.transform, canvas.typesetter, text), 640, top + 82, anchor="midtop")


def _text_block(transform: Transform, typesetter: Typesetter, text: str) -> Block:
    if not text:
        return Block((), "text", 17, 0)
    passage = Passage(text, size=17, leading=_LEADING)
    return typesetter.set_passages([passage], transform.px(_WIDTH - 64), _TALLEST_TEXT)[0]


@dataclass(frozen=True, slots=True)
class DialogAnswer:
    """An answer to a question: the label of its button, and what happens after the dialog has closed."""

    label: str
    act: Callable[[], object] = lambda: None
    barred: str = ""
    """The reason why the answer is unavailable, which is shown below its button; "" if it is available."""


def ask(app: App, title: str, text: str, *answers: DialogAnswer, escape: int | None = -1) -> None:
    """Ask the player a question in a dialog, and act on the answer; the first one is amber.

    Escape gives the answer with the index ``escape``, or none.
    """

    def act(answer: DialogAnswer | None) -> None:
        if answer is not None:
            answer.act()

    app.push(QuestionScene(app, title, text, answers, escape), act)


def show_notice(app: App, title: str, text: str, then: Callable[[], None] = lambda: None) -> None:
    """Show a message in a dialog, and call ``then`` when the player has closed it."""
    ask(app, title, text, DialogAnswer(_("All right"), then))


class QuestionScene(Scene[DialogAnswer | None]):
    """A dialog with a question and a button for each answer; its result is the answer. ``ask`` opens it."""

    overlay = True

    def __init__(
        self,
        app: App,
        title: str,
        text: str,
        answers: Sequence[DialogAnswer],
        escape: int | None = -1,
    ) -> None:
        """Create the dialog. Escape gives the answer with the index ``escape``, or None."""
        super().__init__(app)
        self._title, self._text, self._answers = title, text, answers
        self._escape = answers[escape] if escape is not None else None

    @property
    def _height(self) -> float:
        text = _text_block(self.stage, self.typesetter, self._text).height
        return 112 + text + len(self._answers) * _ANSWER + sum(self._why(each).height for each in self._answers)

    def _why(self, answer: DialogAnswer) -> Block:
        """Return the reason why an answer is unavailable, as lines of text.

        An available answer has no lines.
        """
        if not answer.barred:
            return Block((), "text", 14, 0)
        passage = Passage(answer.barred, size=14, leading=_WHY_LEADING, most=2)
        return self.typesetter.set_passages([passage], self.stage.px(_WIDTH - 80), _TALLEST_TEXT)[0]

    def _rows(self) -> Iterator[tuple[DialogAnswer, float]]:
        """Yield each answer of the dialog with the top of its button in design pixels."""
        y = 400 + self._height / 2 - 16 - len(self._answers) * _ANSWER
        y -= sum(self._why(each).height for each in self._answers)
        for each in self._answers:
            yield each, y
            y += _ANSWER + self._why(each).height

    def arrange(self) -> None:
        """Lay out the buttons of the answers in a column."""
        buttons = [
            ChoiceButton(
                self.stage.rect(_LEFT + 60, y, _WIDTH - 120, 48),
                answer.label,
                partial(self.finish, answer),
                kind="primary" if row == 0 else "ghost",
                enabled=not answer.barred,
            )
            for row, (answer, y) in enumerate(self._rows())
        ]
        self.controls.set(buttons)
        self.controls.focus(buttons[0])
        super().arrange()

    def paint(self, canvas: Canvas) -> None:
        """Draw the card of the question, and the reason below each unavailable answer."""
        _draw_card(canvas, self._height, self._title, self._text)
        for answer, y in self._rows():
            canvas.draw_block(self._why(answer), 640, y + 56, "mist", "midtop")

    def commands(self) -> list[SceneCommand]:
        return [command(keys.BACK, lambda: self.finish(self._escape))]


class NameScene(FormScene[str | None]):
    """A dialog in which the player types a text, such as a name; its result is None if it is cancelled.

    ``refuse`` returns the reason why a name is not accepted, or None.
    """

    overlay = True

    def __init__(
        self,
        app: App,
        title: str,
        text: str,
        name: str,
        refuse: Callable[[str], str | None],
        *,
        can_leave: bool = True,
        longest: int = _LONGEST,
        is_hidden: bool = False,
    ) -> None:
        """Create the dialog; ``name`` is the text that it begins with.

        ``refuse`` returns the reason why a text is not accepted, or None. ``longest`` is the maximum number of
        characters, and ``is_hidden`` conceals a password. Unless ``can_leave``, the dialog cannot be cancelled.
        """
        super().__init__(app)
        self._title, self._text, self._name = title, text, name
        self._refuse, self._can_leave, self._longest = refuse, can_leave, longest
        self._is_hidden = is_hidden
        self._refusal, self._is_refused = "", False
        """The reason why the text was refused, and True while that is shown, until the text changes."""
        self._caret = len(name)
        """The caret position to restore when the text field is rebuilt."""
        self._is_new = True
        """True until the text is edited: the first typed character replaces it."""
        self._listens = False

    @property
    def _height(self) -> float:
        """The height of the dialog's card in design pixels, enough for its text or a reason for refusal."""
        texts = (_text_block(self.stage, self.typesetter, text) for text in (self._text, self._refusal))
        return 246 + max(text.height for text in texts)

    @property
    def _middle(self) -> float:
        return _MIDDLE_ABOVE if self._has_letters else _MIDDLE

    @property
    def _entry_y(self) -> float:
        return self._middle + self._height / 2 - 152

    def build(self) -> None:
        """Build the text field with its text selected; text that was already typed survives a resize."""
        place = (_LEFT + 40, self._entry_y, _WIDTH - 80, 52.0)
        write, enter = self._take, self._accept
        self._entry = EntryField(
            self.form, place, self._name, self._longest, on_write=write, on_enter=enter, is_hidden=self._is_hidden
        )
        self.form.main = self._entry
        self._entry.follow_focus(True)
        self._entry.caret = self._caret
        if self._is_new:
            self._entry.select_all()

    def arrange(self) -> None:
        """Lay out the text field and its buttons, and an on-screen keyboard while a gamepad is used."""
        self._has_letters = self.app.gamepads.in_use
        super().arrange()

    def refresh(self) -> None:
        """Update the buttons of the dialog and of the on-screen keyboard after the typed text has changed."""
        both, y = self._can_leave, self._entry_y + 76
        ok_rect = self.stage.rect(_LEFT + (270 if both else 40), y, 210 if both else 440, 52)
        row = [Button(ok_rect, "OK", self._accept, kind="primary")]
        if both:
            row.append(
                Button(self.stage.rect(_LEFT + 40, y, 210, 52), _("Cancel"), lambda: self.finish(None), use=keys.BACK)
            )
        if self._has_letters:
            row += letter_buttons(self.stage, _LETTERS_TOP, "" if self._is_new else self._name, self._write)
        self.controls.set([self._entry.stop, *row])
        self.controls.focus(self.controls.current or self._entry.stop, show=True)
        super().refresh()

    def paint(self, canvas: Canvas) -> None:
        """Draw the card of the dialog. If the input is refused, the reason replaces the dialog's text."""
        words = self._refusal if self._is_refused else self._text
        _draw_card(canvas, self._height, self._title, words, self._middle)
        if self._has_letters:
            draw_grid_card(canvas, _LETTERS_TOP)

    def _take(self, words: str) -> None:
        if words != self._name:
            self._name, self._is_new, self._is_refused = words, False, False
            self.refresh()

    def _write(self, words: str) -> None:
        self._is_new, self._is_refused = False, False
        self._entry.show(words)
        self._name = self._entry.words
        self.refresh()

    def _accept(self) -> None:
        name = self._entry.words if self._is_hidden else " ".join(self._entry.words.split())
        refusal = self._refuse(name)
        if refusal is None:
            self.finish(name)
            return
        self._refusal, self._is_refused, self._is_new = refusal, True, False
        self._caret = self._entry.caret
        self.arrange()

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle Enter and Escape, which accept and cancel.

        The key press that opened the dialog is not typed.
        """
        if event.type == pygame.KEYDOWN and event.key in keys.BACK.keys:
            if self._can_leave:
                self.finish(None)
        elif event.type != pygame.TEXTINPUT or self._listens:
            if self._is_new and event.type == pygame.KEYDOWN and event.key == keys.RUB_OUT:
                # A player who presses backspace wants to edit the name, not to replace it.
                self._entry.caret = len(self._name)
            super().handle(event)
        return True

    def tick(self, seconds: float) -> None:
        """Accept typing from the second frame on, and show the on-screen keyboard only while a gamepad is used."""
        self._listens = True
        self._caret = self._entry.caret
        if self._has_letters != self.app.gamepads.in_use:
            self.arrange()
        super().tick(seconds)


def letter_buttons(stage: Stage, top: float, words: str, write: Callable[[str], None]) -> list[Button]:
    """Return the buttons of the on-screen keyboard: letters, space and backspace.

    ``write`` receives the new text.
    """
    left = 640 - _KEYBOARD_WIDTH / 2 + _EDGE
    buttons = []
    for row, letters in enumerate(_LETTER_ROWS):
        for column, letter in enumerate(letters):
            longer = with_letter(words, letter)
            place = stage.rect(left + column * _STEP, top + _EDGE + row * _STEP, _SIDE, _SIDE)
            buttons.append(ChoiceButton(place, longer[-1], partial(write, longer), size=17))
    middle, y = 640 - 4, top + _EDGE + len(_LETTER_ROWS) * _STEP
    space = ChoiceButton(stage.rect(left, y, middle - left, _SIDE), _("Space"), partial(write, f"{words} "), size=17)
    space.enabled = bool(words) and not words.endswith(" ")
    erase = ChoiceButton(
        stage.rect(middle + 8, y, middle - left, _SIDE), _("Erase"), partial(write, words[:-1]), size=17
    )
    erase.enabled = bool(words)
    return [*buttons, space, erase]


def with_letter(words: str, letter: str) -> str:
    """Return the text with one more letter, capitalised at the start of a word."""
    return words + (letter.upper() if not words or words.endswith(" ") else letter)


def draw_grid_card(canvas: Canvas, top: float) -> None:
    """Draw the card behind the buttons of the on-screen keyboard."""
    canvas.panels.card(640 - _KEYBOARD_WIDTH / 2, top, _KEYBOARD_WIDTH, _KEYBOARD_HEIGHT)
