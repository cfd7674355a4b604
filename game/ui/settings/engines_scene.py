"""The settings page of the player's own engines: add a program, configure it, test it or remove it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from game.core.language import _, gettext_noop
from game.core.ruleset import complete_options
from game.core.threads.worker import failure_text, start_worker
from game.engine.client.engine_program import USUAL_DIALECT
from game.engine.client.engine_trial import try_engine
from game.engine.client.opponent_process import DIALECTS, GRACE_SECONDS, expresses
from game.session.engines import MEGABYTES, OTHER_RENJU, RENJU, SECONDS, EngineRecord, command_problem
from game.ui.board.player_card import ENGINE_FACE
from game.ui.painting.canvas import Canvas
from game.ui.settings.setting_sections import stored_text
from game.ui.shell.app import App
from game.ui.shell.dialogs import DialogAnswer, ask
from game.ui.shell.list_scene import ListScene
from game.ui.widgets.buttons import Button, ChoiceButton
from game.ui.widgets.fields import EntryField, Span
from game.ui.widgets.form import BAR_WIDTH, Box
from game.ui.widgets.frame import done_button, draw_frame, draw_keys_hint, draw_note
from game.ui.widgets.item_list import ItemList
from game.ui.widgets.setting_rows import ROW, Note, PlacedSetting, Setting, SettingRows, Slide, Switch

_LEFT, _RIGHT, _TOP, _WIDTH, _HEIGHT = 24.0, 652.0, 80.0, 604.0, 608.0
_LIST: Box = (_LEFT + 16, _TOP + 62, _WIDTH - 32, 460.0)
_INNER, _INNER_WIDTH = _RIGHT + 24, _WIDTH - 48
_NAME, _COMMAND, _DIALECT, _ROWS, _TRY = 128.0, 208.0, 288.0, 340.0, 508.0
#: Distance between rows, with letters of normal size and larger ones; below them, the gap between two rows.
_STEP, _LARGE_STEP, _GAP = ROW + 4, ROW + 10, 4.0
#: Width of the field for the engine's own commands, and the gap between it and its caption.
_OWN_WORDS, _FREE = 244.0, 12.0
#: Width of a field's caption; height of the caption and of the text beside it.
_CAPTION, _ABOVE = 100.0, 25.0
_LONGEST_NAME, _LONGEST_COMMAND, _LONGEST_SETTINGS = 40, 1000, 200

_WELCOME = gettext_noop(
    "Add any engine with the Gomocup protocol (Rapfi, Yixin, Embryo or your own) or any Connect6 championship "
    "engine. You can then choose the engine as an opponent in every game that it supports."
)


class EnginesScene(ListScene[EngineRecord, None]):
    """Scene with the player's engines on the left and the settings of the selected one on the right.

    Changes are saved at once.
    """

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self._engines = app.services.engines
        self.list = ItemList(_LIST, lambda engine: engine.id, self._draw_row, self._show_another, self._try)
        self._verdicts: dict[str, str] = {}
        """Results of the last tests, by engine id."""
        self._tried: EngineRecord | None = None
        """The engine under test with the settings at its start, or None."""

    @property
    def engine(self) -> EngineRecord:
        """The engine selected in the list, which must not be empty."""
        return self.list.items[self.list.row]

    # Layout

    def read_items(self) -> list[EngineRecord]:
        """Return all engines that the player has added."""
        return self._engines.engines()

    def build(self) -> None:
        """Add the list of engines and, if there is one, the text fields of the selected engine."""
        super().build()
        if self.selected is not None:
            self._add_entries(self.selected)
            self.rows = SettingRows(self._places(self.selected), self.repaint)
            self.rows.build(self.form)

    def _add_entries(self, engine: EngineRecord) -> None:
        self._dialect = engine.dialect

        def entry(y: float, words: str, longest: int, write: Callable[[str], None]) -> EntryField:
            return EntryField(self.form, (_INNER, y, _INNER_WIDTH, 44), words, longest, on_write=write)

        self._name = entry(_NAME, engine.name, _LONGEST_NAME, self._rename)
        self._command = entry(_COMMAND, engine.command, _LONGEST_COMMAND, self._set_command)
        if engine.dialect != USUAL_DIALECT:
            place = (_INNER + _INNER_WIDTH - _OWN_WORDS, _ROWS + 2 * self._step + 3, _OWN_WORDS, 42)
            words, write = engine.settings, self._set_own_text
            self._own_text = EntryField(self.form, place, words, _LONGEST_SETTINGS, on_write=write)

    def _places(self, engine: EngineRecord) -> list[PlacedSetting]:
        """Return an engine's settings with the places of their rows.

        The row of a text field ends where the field begins.
        """
        beside = _WIDTH - _OWN_WORDS - _FREE
        step = self._step
        return [
            PlacedSetting(
                setting, _RIGHT, _ROWS + line * step, beside if isinstance(setting, Note) else _WIDTH, step - _GAP
            )
            for line, setting in enumerate(self._settings(engine.dialect))
        ]

    @property
    def _step(self) -> float:
        return _STEP if self.typesetter.letters == 1 else _LARGE_STEP

    @property
    def _try_top(self) -> float:
        """The y coordinate of the buttons below the three rows of engine settings."""
        return _TRY + 3 * (self._step - _STEP)

    def _settings(self, dialect: str) -> tuple[Setting, ...]:
        """Return the settings that apply to engines with a given protocol."""
        text = _("This time limit is sent to the engine.")
        if dialect != USUAL_DIALECT:
            text = _("Each move may take {seconds} s longer.", seconds=f"{GRACE_SECONDS:g}")
        time = Slide(_("Time per move"), text, Span(*SECONDS, 0.5), _in_seconds, *self._stored("seconds"))
        if dialect != USUAL_DIALECT:
            from_bottom = _("The engine counts rows from the bottom, as Cloudict does.")
            rows = Switch(_("Count rows from bottom"), from_bottom, *self._stored("rows_from_bottom"))
            return time, rows, Note(_("Engine commands"), _("Commands, such as: depth 4, vcf"))
        memory = self._stored("memory_megabytes", round)
        renju = Switch(
            _("Renju has rule number 2"),
            _("On: rule number 2, for Yixin. Off: 4, for other engines."),
            lambda: self.engine.renju_rule == OTHER_RENJU,
            lambda on: self._change(self.engine.with_changes(renju_rule=OTHER_RENJU if on else RENJU)),
        )
        return (
            time,
            Slide(_("Memory"), _("Memory limit for the engine."), Span(*MEGABYTES, 50), _in_megabytes, *memory),
            renju,
        )

    def _stored(
        self, field: str, kept: Callable[[Any], Any] = lambda value: value
    ) -> tuple[Callable[[], Any], Callable[[Any], None]]:
        """Return a getter and a setter of a field of the selected engine.

        ``kept`` converts a value before it is set.
        """

        def change(value: object) -> None:
            self._change(self.engine.with_changes(**{field: kept(value)}))

        return lambda: getattr(self.engine, field), change

    @property
    def has_focus(self) -> bool:
        """True if a control of the engine settings has the keyboard focus, whether that is visible or not.

        This lets typing continue after a new layout.
        """
        return self.controls.current is not None

    def buttons(self) -> list[Button]:
        """Return the controls of the selected engine, and the button that adds an engine."""
        add = Button(self.stage.rect(_LEFT + 24, 622, 260, 48), _("Add an engine"), self._add, icon="plus")
        own = [] if self.selected is None else self._own_buttons(self.selected)
        return [*self.form.stops(), *own, add, done_button(self.stage, lambda: self.finish(None))]

    def _own_buttons(self, engine: EngineRecord) -> list[Button]:
        rect, problem = self.stage.rect, command_problem(engine.command)
        attempt = Button(rect(_INNER, self._try_top, 260, 48), _("Test"), self._try, icon="play")
        attempt.enabled, attempt.why = not self._tried and not problem, problem or _("The test is running.")
        return [
            *self._dialect_buttons(engine),
            *self.rows.buttons(self.stage),
            attempt,
            Button(rect(_INNER + 296, self._try_top, 260, 48), _("Remove"), self._ask_remove, icon="trash"),
        ]

    def _dialect_buttons(self, engine: EngineRecord) -> list[Button]:
        width = (_INNER_WIDTH - 16) / len(DIALECTS)

        def button(number: int, dialect: str) -> Button:
            rect = self.stage.rect(_INNER + number * (width + 8), _DIALECT, width, 40)
            chosen = engine.dialect == dialect
            return ChoiceButton(
                rect, _(DIALECTS[dialect].title), lambda: self._set_protocol(dialect), size=17, chosen=chosen
            )

        return [button(number, dialect) for number, dialect in enumerate(DIALECTS)]

    # Actions

    def _set_protocol(self, dialect: str) -> None:
        """Change the protocol of the selected engine, and show the settings of that protocol."""
        self._change(self.engine.with_changes(dialect=dialect))
        self.arrange()

    def _add(self) -> None:
        self.select(self._engines.add().id)
        if self.selected is not None:
            self.controls.focus(self._command.stop)

    def _ask_remove(self) -> None:
        """Remove the selected engine from the list. If it has a program, ask the player first."""
        engine = self.engine
        if not engine.command.strip():
            self._remove()
            return
        text = _("The engine and its settings will be removed from the opponents. The program itself is not deleted.")
        title, keep = _("Remove {name}?", name=engine.name), DialogAnswer(_("Keep {name}", name=engine.name))
        ask(self.app, title, text, keep, DialogAnswer(_("Remove"), self._remove), escape=0)

    def _remove(self) -> None:
        self._engines.remove(self.engine)
        self.arrange()

    def _show_another(self) -> None:
        """Show the settings of another engine, with new text fields if its protocol needs them."""
        if {self._dialect, self.engine.dialect} != {USUAL_DIALECT}:
            self.arrange()
            return
        self._name.show(self.engine.name)
        self._command.show(self.engine.command)
        self.rows.show()
        self.refresh()

    def _rename(self, words: str) -> None:
        """Set the name of the selected engine, unless the new name is empty."""
        name = " ".join(words.split())
        if name:
            self._change(self.engine.with_changes(name=name))

    def _set_command(self, words: str) -> None:
        self._change(self.engine.with_command(words))
        self._name.show(self.engine.name)

    def _set_own_text(self, words: str) -> None:
        self._change(self.engine.with_changes(settings=words))

    def _change(self, engine: EngineRecord) -> None:
        if engine == self.engine:
            return
        self.list.replace(engine)
        self._engines.change(engine)
        self._verdicts.pop(engine.id, None)
        self.refresh()

    # Tests

    def _try(self) -> None:
        """Start to test the selected engine on a thread, so that the window stays responsive."""
        engine = self.selected
        if engine is None or self._tried or command_problem(engine.command):
            return
        program, rulesets = engine.to_program(), self.app.services.catalogue.rulesets.values()
        ruleset = next((r for r in rulesets if expresses(program, r, complete_options(r.info, {}))), None)
        if ruleset is None:
            return
        self._tried = engine
        self._verdicts.pop(engine.id, None)

        def report(sentence: str) -> None:
            self.app.posted.post(partial(self._show_verdict, sentence))

        def test() -> None:
            report(try_engine(engine.to_program(), ruleset, seconds=engine.seconds))

        start_worker(test, "engine", lambda error: report(failure_text(error)))
        self.refresh()

    def _show_verdict(self, sentence: str) -> None:
        """Show the result of the engine's test, unless the engine was changed meanwhile."""
        tried, self._tried = self._tried, None
        if tried is not None and tried in self.list.items:
            self._verdicts[tried.id] = sentence
        self.refresh()

    # Drawing

    def paint(self, canvas: Canvas) -> None:
        """Draw the frame, the list of engines, and the texts beside the fields."""
        cards = ((_LEFT, _TOP, _WIDTH, _HEIGHT), (_RIGHT, _TOP, _WIDTH, _HEIGHT))
        draw_frame(canvas, _("Your own engines"), *cards)
        text, colour = stored_text(self.app.services.database)
        warning = self._engines.warning()
        draw_note(canvas, warning or text, 760, "coral" if warning else colour)
        canvas.title(_("Engines"), _LEFT + 24, _TOP + 20, size=22)
        if self.selected is None:
            self._draw_welcome(canvas)
        else:
            self._draw_engine(canvas, self.selected)
        text = _("Tab: next field  ·  Up and Down: select engine  ·  Esc: leave")
        draw_keys_hint(canvas, text, 28, 940, 44)

    def _draw_welcome(self, canvas: Canvas) -> None:
        middle = _RIGHT + _WIDTH / 2
        canvas.face(ENGINE_FACE, middle, 250, 104)
        canvas.text(_("No engine yet"), middle, 346, family="display", size=26, colour="cream", anchor="center")
        canvas.paragraph(_(_WELCOME), middle, 380, 460, 6, size=16, anchor="midtop", height=290)

    def _draw_engine(self, canvas: Canvas, engine: EngineRecord) -> None:
        captions = ((_("Name"), _NAME), (_("Program"), _COMMAND), (_("Protocol"), _DIALECT))
        room = _CAPTION - 12
        size = min(canvas.size_for(caption, "bold", 15, room, height=_ABOVE) for caption, _y in captions)
        for caption, y in captions:
            canvas.text(caption, _INNER, y - 26, family="bold", size=size, colour="mist")
        problem = command_problem(engine.command)
        text = problem or _("Program path, or a command line with arguments.")
        colour = "coral" if problem and engine.command.strip() else "mist"
        place = (_INNER + _INNER_WIDTH, _COMMAND - 14)
        room = _INNER_WIDTH - _CAPTION
        canvas.text(text, *place, size=14, colour=colour, anchor="midright", width=room, height=_ABOVE)
        place = (_INNER + _INNER_WIDTH, _DIALECT - 14)
        about = _(DIALECTS[engine.dialect].about)
        canvas.text(about, *place, size=14, colour="mist", anchor="midright", width=room, height=_ABOVE)
        self.rows.draw(canvas)
        verdict = _("Testing {name}…", name=engine.name) if self._tried == engine else self._verdicts.get(engine.id, "")
        advice = _("The test starts the program and asks it for a first move.")
        colour = "cream" if verdict else "mist"
        y = self._try_top + 62
        canvas.paragraph(
            verdict or advice, _INNER, y, _INNER_WIDTH, 4, size=16, colour=colour, height=_TOP + _HEIGHT - y
        )

    def _draw_row(self, canvas: Canvas, engine: EngineRecord, top: float) -> None:
        left, _top, width, _height = _LIST
        colour = "amber" if engine.id == self.list.key else "cream"
        canvas.face(ENGINE_FACE, left + 36, top + canvas.tall(32), 46, ring=6)
        upper, lower, height = top + canvas.tall(21), top + canvas.tall(44), canvas.tall(25)
        room = width - 70 - BAR_WIDTH - 20
        canvas.text(
            engine.name, left + 70, upper, family="display", size=19, colour=colour, anchor="midleft", width=room,
            height=height,
        )  # fmt: skip
        text = engine.command or _("No program chosen yet")
        canvas.text(text, left + 70, lower, size=14, colour="mist", anchor="midleft", width=room, height=height)


def _in_seconds(number: float) -> str:
    return _("{number} s", number=f"{number:g}")


def _in_megabytes(number: float) -> str:
    return _("{number} MB", number=f"{number:g}")
