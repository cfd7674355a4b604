"""The card with the settings of one of the player's own engines: its program, its protocol and its settings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from game.core.language import _
from game.engine.client.engine_program import USUAL_DIALECT
from game.engine.client.opponent_process import DIALECTS, GRACE_SECONDS
from game.session.engines import (
    MEGABYTES,
    MOST_HASH_MEGABYTES,
    MOST_THREADS,
    OTHER_RENJU,
    RENJU,
    SECONDS,
    EngineRecord,
)
from game.ui.painting.canvas import Canvas
from game.ui.painting.stage import Stage
from game.ui.widgets.buttons import Button, ChoiceButton
from game.ui.widgets.fields import EntryField, Span
from game.ui.widgets.form import Box, Form
from game.ui.widgets.setting_rows import ROW, Note, PlacedSetting, Setting, SettingRows, Slide, Switch

#: The card, and the left edge and width of its contents, in design pixels.
CARD: Box = (488.0, 80.0, 768.0, 608.0)
_INNER, _INNER_WIDTH = CARD[0] + 24, CARD[2] - 48
#: Tops of the rows with captions, their height, and the width of the captions.
_NAME, _PROGRAM, _ARGUMENTS, _DIALECT, _ROWS = 100.0, 152.0, 204.0, 256.0, 308.0
_FIELD, _CAPTION = 44.0, 116.0
_CHOOSE, _PROTOCOL, _GAP = 150.0, 108.0, 8.0
#: Distance between rows of settings, with letters of normal size and larger ones; the gap between two rows.
_STEP, _LARGE_STEP, _BETWEEN = ROW + 6, ROW + 12, 4.0
#: Width of the field for lines that the player types, and the gap between it and its caption.
_OWN_WORDS, _FREE = 300.0, 12.0
_LONGEST_NAME, _LONGEST_COMMAND, _LONGEST_SETTINGS = 40, 1000, 200
_HASH_STEP = 64


@dataclass(frozen=True, slots=True)
class EngineChanges:
    """What the card does with the changes that the player makes."""

    read: Callable[[], EngineRecord]
    """Returns the engine that is shown."""
    write: Callable[[EngineRecord], None]
    choose_program: Callable[[], None]
    """Opens the file chooser."""
    set_dialect: Callable[[str], None]
    after: Callable[[], None]
    """Called after a change of a row of settings."""


class EngineForm:
    """The fields and rows with the settings of an engine. Every change is reported at once."""

    def __init__(self, form: Form, changes: EngineChanges, letters: float) -> None:
        """Add the text fields and sliders to a form. ``letters`` is the player's text size factor."""
        self._changes = changes
        engine = changes.read()
        self.dialect = engine.dialect
        self._form = form
        wide = _INNER_WIDTH - _CAPTION
        self.name = self._entry((_NAME, wide), engine.name, _LONGEST_NAME, self._rename)
        program = (_PROGRAM, wide - _CHOOSE - _GAP)
        self.command = self._entry(
            program, engine.command, _LONGEST_COMMAND, lambda words: self._set_words(command=words)
        )
        self.arguments = self._entry(
            (_ARGUMENTS, wide), engine.arguments, _LONGEST_COMMAND, lambda words: self._set_words(arguments=words)
        )
        self._step = _STEP if letters == 1 else _LARGE_STEP
        settings = self._settings()
        self.own_text = self._own_text_entry(engine, len(settings) - 1)
        self.rows = SettingRows(self._places(settings), changes.after)
        self.rows.build(form)

    def _entry(self, place: tuple[float, float], words: str, longest: int, write: Callable[[str], None]) -> EntryField:
        """Add a text field at this height and of this width, to the right of its caption."""
        box = (_INNER + _CAPTION, place[0], place[1], _FIELD)
        return EntryField(self._form, box, words, longest, on_write=write)

    def _own_text_entry(self, engine: EngineRecord, line: int) -> EntryField:
        """Add the field for lines that the player types, beside the last row of the settings."""
        key = self._own_key
        place = (_INNER + _INNER_WIDTH - _OWN_WORDS, _ROWS + line * self._step + 3, _OWN_WORDS, 42)
        return EntryField(
            self._form, place, getattr(engine, key), _LONGEST_SETTINGS, on_write=lambda words: self._set(key, words)
        )

    @property
    def _own_key(self) -> str:
        """The field of an engine that holds the lines typed by the player."""
        return "info" if self.dialect == USUAL_DIALECT else "settings"

    def _places(self, settings: tuple[Setting, ...]) -> list[PlacedSetting]:
        """Return the settings with the places of their rows. The row of a text field ends where the field begins."""
        left, _top, width, _height = CARD
        beside = width - _OWN_WORDS - _FREE
        return [
            PlacedSetting(
                setting,
                left,
                _ROWS + line * self._step,
                beside if isinstance(setting, Note) else width,
                self._step - _BETWEEN,
            )
            for line, setting in enumerate(settings)
        ]

    # Settings

    def _settings(self) -> tuple[Setting, ...]:
        """Return the settings that apply to engines with the shown protocol."""
        text = _("This time limit is sent to the engine.")
        if self.dialect != USUAL_DIALECT:
            text = _("A move may exceed this limit by {seconds} s.", seconds=f"{GRACE_SECONDS:g}")
        time = Slide(_("Time per move"), text, Span(*SECONDS, 0.5), _in_seconds, *self._stored("seconds"))
        if self.dialect != USUAL_DIALECT:
            from_bottom = _("The engine counts rows from the bottom, as Cloudict does.")
            rows = Switch(_("Count rows from bottom"), from_bottom, *self._stored("rows_from_bottom"))
            return time, rows, Note(_("Engine commands"), _("Commands, such as: depth 4, vcf"))
        return time, *self._sizes(), self._renju(), Note(_("INFO lines"), _("Key and value, such as: max_depth 8"))

    def _sizes(self) -> tuple[Slide, ...]:
        """Return the settings of a Gomocup engine for memory and threads."""
        memory, threads, hashing = (
            self._stored(key, round) for key in ("memory_megabytes", "threads", "hash_megabytes")
        )
        sent = _("Sent as INFO {key}. At 0, the engine decides.", key="thread_num")
        sent_too = _("Sent as INFO {key}. At 0, the engine decides.", key="hash_size")
        return (
            Slide(_("Memory"), _("Memory limit for the engine."), Span(*MEGABYTES, 50), _in_megabytes, *memory),
            Slide(_("Threads"), sent, Span(0, MOST_THREADS, 1), _in_digits, *threads),
            Slide(_("Hash table"), sent_too, Span(0, MOST_HASH_MEGABYTES, _HASH_STEP), _in_megabytes, *hashing),
        )

    def _renju(self) -> Switch:
        return Switch(
            _("Rule number 2 for Renju"),
            _("Yixin needs number 2 for Renju, other engines 4."),
            lambda: self._changes.read().renju_rule == OTHER_RENJU,
            lambda on: self._set("renju_rule", OTHER_RENJU if on else RENJU),
        )

    def _stored(
        self, key: str, kept: Callable[[Any], Any] = lambda value: value
    ) -> tuple[Callable[[], Any], Callable[[Any], None]]:
        """Return a getter and a setter of a field of the shown engine.

        ``kept`` converts a value before it is set.
        """
        return lambda: getattr(self._changes.read(), key), lambda value: self._set(key, kept(value))

    def _set(self, key: str, value: object) -> None:
        self._changes.write(self._changes.read().with_changes(**{key: value}))

    def _rename(self, words: str) -> None:
        """Set the name of the engine, unless the new name is empty."""
        name = " ".join(words.split())
        if name:
            self._set("name", name)

    def _set_words(self, **fields: str) -> None:
        self._changes.write(self._changes.read().with_command(**fields))
        self.name.show(self._changes.read().name)

    def show(self) -> None:
        """Show the values of the selected engine, which must have the same protocol as the engine shown before."""
        engine = self._changes.read()
        self.name.show(engine.name)
        self.command.show(engine.command)
        self.arguments.show(engine.arguments)
        self.own_text.show(getattr(engine, self._own_key))
        self.rows.show()

    # Buttons and drawing

    def buttons(self, stage: Stage) -> list[Button]:
        """Return the buttons of the card: the file chooser, the protocols, and those of the settings."""
        left = _INNER + _INNER_WIDTH - _CHOOSE
        rect = stage.rect(left, _PROGRAM, _CHOOSE, _FIELD)
        choose = Button(rect, _("Choose…"), self._changes.choose_program, icon="folder", size=17)
        return [choose, *self._dialect_buttons(stage), *self.rows.buttons(stage)]

    def _dialect_buttons(self, stage: Stage) -> list[Button]:
        def button(number: int, dialect: str) -> Button:
            rect = stage.rect(_INNER + _CAPTION + number * (_PROTOCOL + _GAP), _DIALECT + 2, _PROTOCOL, 40)
            title, chosen = _(DIALECTS[dialect].title), self.dialect == dialect
            return ChoiceButton(rect, title, lambda: self._changes.set_dialect(dialect), size=17, chosen=chosen)

        return [button(number, dialect) for number, dialect in enumerate(DIALECTS)]

    def draw(self, canvas: Canvas) -> None:
        """Draw the captions of the fields, and the texts of the settings."""
        canvas.share_sizes(self._draw_captions)
        taken = _CAPTION + len(DIALECTS) * (_PROTOCOL + _GAP) + _FREE
        canvas.paragraph(
            _(DIALECTS[self.dialect].about), _INNER + taken, _DIALECT + 3, _INNER_WIDTH - taken, 2, size=14,
            colour="mist", height=_FIELD,
        )  # fmt: skip
        self.rows.draw(canvas)

    def _draw_captions(self, canvas: Canvas) -> None:
        captions = (_("Name"), _NAME), (_("Program"), _PROGRAM), (_("Arguments"), _ARGUMENTS), (_("Protocol"), _DIALECT)
        for caption, top in captions:
            canvas.text(
                caption, _INNER, top + _FIELD / 2, family="bold", size=16, colour="mist", anchor="midleft",
                width=_CAPTION - 12, height=_FIELD,
            )  # fmt: skip


def _in_digits(number: float) -> str:
    return f"{number:g}"


def _in_seconds(number: float) -> str:
    return _("{number} s", number=f"{number:g}")


def _in_megabytes(number: float) -> str:
    return _("{number} MB", number=f"{number:g}")
