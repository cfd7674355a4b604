"""The settings page of the player's own engines: add a program, configure it, test it or remove it."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from game.core.language import _, gettext_noop
from game.core.ruleset import complete_options
from game.core.threads.worker import failure_text, start_worker
from game.engine.client.engine_trial import try_engine
from game.engine.client.opponent_process import expresses
from game.session.engines import EngineRecord, command_problem, quoted, split_command
from game.ui.board.player_card import ENGINE_FACE
from game.ui.painting.canvas import Canvas
from game.ui.settings.engine_console import EngineConsole
from game.ui.settings.engine_form import CARD, EngineChanges, EngineForm
from game.ui.settings.program_chooser import ProgramChooser
from game.ui.settings.setting_sections import stored_text
from game.ui.shell.app import App
from game.ui.shell.dialogs import DialogAnswer, ask
from game.ui.shell.list_scene import ListScene
from game.ui.widgets.buttons import Button
from game.ui.widgets.form import BAR_WIDTH, Box
from game.ui.widgets.frame import done_button, draw_frame, draw_keys_hint, draw_note
from game.ui.widgets.item_list import ItemList

_LEFT, _WIDTH = 24.0, 440.0
#: The card with the list of engines, and the card below it for the test.
_ENGINES: Box = (_LEFT, 80.0, _WIDTH, 340.0)
_TEST: Box = (_LEFT, 436.0, _WIDTH, 252.0)
_LIST: Box = (_LEFT + 16, 136.0, _WIDTH - 32, 208.0)
#: The two buttons side by side on each of these cards, and the top of the text below those of the test.
_BUTTON, _SECOND = 192.0, 200.0
_VERDICT = _TEST[1] + 78

_WELCOME = gettext_noop(
    "Add any engine with the Gomocup protocol (Rapfi, Yixin, Embryo or your own) or any Connect6 championship "
    "engine. You can then choose the engine as an opponent in every game that it supports."
)


class EnginesScene(ListScene[EngineRecord, None]):
    """Scene with the player's engines and a test on the left, and the settings of the selected engine on the right.

    Changes are saved at once.
    """

    def __init__(self, app: App, selected: str = "") -> None:
        """Show the engine with the id ``selected``, or the first one."""
        super().__init__(app)
        self._engines = app.services.engines
        self.list = ItemList(_LIST, lambda engine: engine.id, self._draw_row, self._show_another, self._try)
        self.list.key = selected
        self.card: EngineForm | None = None
        """The settings of the selected engine; None if there is no engine."""
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
        """Add the list of engines and, if there is one, the fields of the selected engine."""
        super().build()
        self.card = None
        if self.selected is not None:
            changes = EngineChanges(
                lambda: self.engine, self._change, self._choose_program, self._set_protocol, self.repaint
            )
            self.card = EngineForm(self.form, changes, self.typesetter.letters)

    @property
    def has_focus(self) -> bool:
        """True if a control of the engine settings has the keyboard focus, whether that is visible or not.

        This lets typing continue after a new layout.
        """
        return self.controls.current is not None

    def buttons(self) -> list[Button]:
        """Return the controls of the selected engine, and the buttons for the list and the test."""
        done = done_button(self.stage, lambda: self.finish(None))
        top = _ENGINES[1] + 276
        add = Button(self.stage.rect(_LEFT + 24, top, _BUTTON, 48), _("Add an engine"), self._add, icon="plus", size=17)
        if self.card is None:
            return [*self.form.stops(), add, done]
        place = self.stage.rect(_LEFT + 24 + _SECOND, top, _BUTTON, 48)
        remove = Button(place, _("Remove"), self._ask_remove, icon="trash", size=17)
        return [*self.form.stops(), *self.card.buttons(self.stage), add, remove, *self._test_buttons(), done]

    def _test_buttons(self) -> list[Button]:
        rect, problem, top = self.stage.rect, command_problem(self.engine), _TEST[1] + 20
        attempt = Button(rect(_LEFT + 24, top, _BUTTON, 48), _("Test"), self._try, icon="play", size=17)
        attempt.enabled, attempt.why = not self._tried and not problem, problem or _("The test is running.")
        place = rect(_LEFT + 24 + _SECOND, top, _BUTTON, 48)
        return [attempt, Button(place, _("Console"), self._open_console, size=17)]

    # Actions

    def _set_protocol(self, dialect: str) -> None:
        """Change the protocol of the selected engine, and show the settings of that protocol."""
        self._change(self.engine.with_changes(dialect=dialect))
        self.arrange()

    def _choose_program(self) -> None:
        """Open the file chooser in the folder of the selected engine's program."""
        words = split_command(self.engine.command)
        folder = Path(words[0]).parent if words and Path(words[0]).is_absolute() else None
        self.app.push(ProgramChooser(self.app, folder), self._take_program)

    def _take_program(self, program: Path | None) -> None:
        if program is not None:
            self._change(self.engine.with_command(command=quoted(program)))
            self.arrange()

    def _open_console(self) -> None:
        self.app.push(EngineConsole(self.app, self.engine))

    def _add(self) -> None:
        self.select(self._engines.add().id)
        if self.card is not None:
            self.controls.focus(self.card.command.stop)

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
        """Show the settings of another engine, with new fields if its protocol needs them."""
        if self.card is None or self.card.dialect != self.engine.dialect:
            self.arrange()
            return
        self.card.show()
        self.refresh()

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
        if engine is None or self._tried or command_problem(engine):
            return
        program, rulesets = engine.to_program(), self.app.services.catalogue.rulesets.values()
        ruleset = next((r for r in rulesets if expresses(program, r, complete_options(r.info, {}))), None)
        if ruleset is None:
            return
        self._tried = engine
        self._verdicts.pop(engine.id, None)
        transcript = self.app.services.foreign.transcript(engine)

        def report(sentence: str) -> None:
            self.app.posted.post(partial(self._show_verdict, sentence))

        def test() -> None:
            report(try_engine(program, ruleset, seconds=engine.seconds, transcript=transcript))

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
        draw_frame(canvas, _("Your own engines"), _ENGINES, *([] if self.card is None else [_TEST]), CARD)
        text, colour = stored_text(self.app.services.database)
        warning = self._engines.warning()
        draw_note(canvas, warning or text, 760, "coral" if warning else colour)
        canvas.title(_("Engines"), _LEFT + 24, _ENGINES[1] + 18, size=22)
        if self.card is None:
            self._draw_welcome(canvas)
        else:
            self.card.draw(canvas)
            self._draw_test(canvas, self.engine)
        text = _("Tab: next field  ·  Up and Down: select engine  ·  Esc: leave")
        draw_keys_hint(canvas, text, 28, 940, 44)

    def _draw_welcome(self, canvas: Canvas) -> None:
        middle = CARD[0] + CARD[2] / 2
        canvas.face(ENGINE_FACE, middle, 250, 104)
        canvas.text(_("No engine yet"), middle, 346, family="display", size=26, colour="cream", anchor="center")
        canvas.paragraph(_(_WELCOME), middle, 380, 460, 6, size=16, anchor="midtop", height=290)

    def _draw_test(self, canvas: Canvas, engine: EngineRecord) -> None:
        """Draw the result of the test, or what keeps the engine from being tested."""
        problem = command_problem(engine)
        advice = _("The test starts the program and asks it for a first move. The console shows the lines exchanged.")
        verdict = _("Testing {name}…", name=engine.name) if self._tried == engine else self._verdicts.get(engine.id, "")
        colour = "coral" if problem and engine.command.strip() else "cream" if verdict else "mist"
        height = _TEST[1] + _TEST[3] - _VERDICT - 8
        text = problem or verdict or advice
        canvas.paragraph(text, _LEFT + 24, _VERDICT, _WIDTH - 48, 8, size=16, colour=colour, height=height)

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
