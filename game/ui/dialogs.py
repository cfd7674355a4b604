"""Dialogs over any scene: a question, a sentence, a name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pygame
import pygame_gui
from pygame_gui.core.interfaces import IUIManagerInterface
from pygame_gui.elements import UITextEntryLine

from game.core.language import _
from game.ui.app import App
from game.ui.canvas import Canvas
from game.ui.form import FormScene
from game.ui.painting.fitting import Block, Passage, set_passages
from game.ui.painting.painter import Painter
from game.ui.scene import Scene
from game.ui.stage import Stage
from game.ui.widgets import Button

_WIDTH = 520
_LEFT = 640 - _WIDTH / 2
#: What the words of a dialog may take before they no longer grow.
_TALLEST_TEXT = 300.0
#: From line to line, in parts of the letters' size.
_LEADING = 26 / 17


def _draw_card(canvas: Canvas, height: float, title: str, text: str) -> None:
    """The veil, and a card of that height in the middle with a title and a text."""
    canvas.painter.veil(canvas.target, canvas.target.get_rect(), 190)
    top = 400 - height / 2
    canvas.card(_LEFT, top, _WIDTH, height)
    width = _WIDTH - 48
    canvas.text(
        title, 640, top + 46, family="display", size=28, colour="cream", anchor="center", width=width, smallest=18
    )
    canvas.draw_block(_text_block(canvas.stage, canvas.painter, text), 640, top + 82, anchor="midtop")


def _text_block(stage: Stage, painter: Painter, text: str) -> Block:
    if not text:
        return Block((), "text", 17, 0)
    return set_passages(painter, [Passage(text, size=17, leading=_LEADING)], stage.px(_WIDTH - 64), _TALLEST_TEXT)[0]


class QuestionScene(Scene[str]):
    """A question with a few answers below each other; Escape gives the ``escape`` answer, else the last one."""

    overlay = True

    def __init__(
        self, app: App, title: str, text: str, answers: Mapping[str, str], *, escape: str | None = None
    ) -> None:
        """``answers`` maps what the dialog returns to what its button says; the first is the amber one."""
        super().__init__(app)
        self._escape = list(answers)[-1] if escape is None else escape
        self._title, self._text, self._answers = title, text, dict(answers)

    @property
    def _height(self) -> float:
        return 112 + _text_block(self.stage, self.painter, self._text).height + len(self._answers) * 64

    def arrange(self) -> None:
        """A column of buttons."""
        bottom = 400 + self._height / 2 - 24
        first = bottom - len(self._answers) * 64 + 8
        buttons = [
            Button(
                self.stage.rect(_LEFT + 60, first + row * 64, _WIDTH - 120, 48),
                label,
                self._answer(value),
                kind="primary" if row == 0 else "ghost",
            )
            for row, (value, label) in enumerate(self._answers.items())
        ]
        self.controls.set(buttons)
        self.controls.focus(buttons[0])
        super().arrange()

    def _answer(self, value: str) -> Callable[[], None]:
        return lambda: self.finish(value)

    def paint(self, target: pygame.Surface) -> None:
        """The card."""
        _draw_card(self.canvas(target), self._height, self._title, self._text)

    def handle(self, event: pygame.event.Event) -> bool:
        """Escape is an answer too."""
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            self.finish(self._escape)
            return True
        super().handle(event)
        return True


class NameScene(FormScene[str | None]):
    """Asks for a name; None when it was left. ``refuse`` says why a name cannot be taken, or gives None."""

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
    ) -> None:
        super().__init__(app)
        self._title, self._text, self._name = title, text, name
        self._refuse, self._can_leave = refuse, can_leave
        self._entry: UITextEntryLine | None = None
        self._listens = False

    @property
    def _height(self) -> float:
        return 246 + _text_block(self.stage, self.painter, self._text).height

    @property
    def _entry_y(self) -> float:
        return 400 + self._height / 2 - 152

    def build(self, form: IUIManagerInterface) -> None:
        """The entry, with the whole name selected so that typing replaces it; what was typed outlives a resize."""
        is_new = self._entry is None
        if self._entry is not None:
            self._name = self._entry.get_text()
        rect = self.stage.rect(_LEFT + 40, self._entry_y, _WIDTH - 80, 52)
        self._entry = UITextEntryLine(rect, form, initial_text=self._name)
        self._entry.set_text_length_limit(60)
        form.set_focus_set(self._entry)
        if is_new:
            self._entry.select_range = [0, len(self._name)]

    def arrange(self) -> None:
        """The entry and its buttons."""
        super().arrange()
        both, y = self._can_leave, self._entry_y + 76
        ok_rect = self.stage.rect(_LEFT + (270 if both else 40), y, 210 if both else 440, 52)
        ok = Button(ok_rect, "OK", self._accept, kind="primary")
        leave = Button(self.stage.rect(_LEFT + 40, y, 210, 52), _("Cancel"), lambda: self.finish(None))
        self.controls.set([ok, leave] if both else [ok])

    def paint(self, target: pygame.Surface) -> None:
        """The card, and the refusal of the last try in the place of the text."""
        _draw_card(self.canvas(target), self._height, self._title, self._text)

    def _accept(self) -> None:
        assert self._entry is not None
        name = " ".join(self._entry.get_text().split())
        refusal = self._refuse(name)
        if refusal is None:
            self.finish(name)
            return
        self._text = refusal
        self.arrange()

    def handle(self, event: pygame.event.Event) -> bool:
        """Enter accepts, Escape leaves. The letter of the key that opened the dialog is not meant for it."""
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE and self._can_leave:
            self.finish(None)
        elif event.type == pygame_gui.UI_TEXT_ENTRY_FINISHED:
            self._accept()
        elif event.type == pygame.TEXTINPUT and not self._listens:
            return True
        elif event.type == pygame.KEYDOWN:
            to_buttons = event.key == pygame.K_TAB or self.controls.focused is not None
            (self.controls.handle if to_buttons else self.form.process_events)(event)
            self.dirty = True
        else:
            super().handle(event)
        return True

    def update(self, seconds: float) -> None:
        """From the frame after it opened the dialog listens."""
        self._listens = True
        super().update(seconds)
