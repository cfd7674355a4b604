"""The player's own engines: add any program that speaks a protocol of ours, name it, try it, set it up, remove it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from queue import SimpleQueue

import pygame

from game.core.language import _, marked
from game.core.ruleset import Ruleset, complete_options
from game.engine.host.dialects import DIALECTS, expresses
from game.engine.host.engine_program import USUAL_DIALECT
from game.engine.host.engine_trial import try_engine
from game.engine.host.opponent_process import GRACE_SECONDS
from game.session.engines import MEGABYTES, OTHER_RENJU, RENJU, SECONDS, KeptEngine, command_problem
from game.ui.board.player_card import ENGINE_FACE
from game.ui.painting.canvas import Canvas
from game.ui.shell.app import App
from game.ui.shell.form import FormScene
from game.ui.widgets.buttons import Button
from game.ui.widgets.fields import BAR_WIDTH, EntryField, Span
from game.ui.widgets.setting_rows import ROW, Note, Place, Setting, SettingRows, Slide, Switch

_LEFT, _RIGHT, _TOP, _WIDTH, _HEIGHT = 24.0, 652.0, 80.0, 604.0, 608.0
_LIST = (_LEFT + 16, _TOP + 62, _WIDTH - 32, 460.0)
_INNER, _INNER_WIDTH = _RIGHT + 24, _WIDTH - 48
_NAME, _COMMAND, _DIALECT, _ROWS, _TRY = 128.0, 208.0, 288.0, 340.0, 508.0
_STEP = ROW + 4
#: The room for a field's name, beside what is said about it, and the height of both.
_CAPTION, _ABOVE = 100.0, 25.0
_LONGEST_NAME, _LONGEST_COMMAND, _LONGEST_SETTINGS = 40, 1000, 200

_WELCOME = marked(
    "Any Gomocup program can sit down at the table: Rapfi, Yixin, Embryo, or one that you wrote yourself; so can an"
    " engine of the Connect6 championship. Add it here, and it stands among the opponents of every game that its"
    " protocol knows."
)


class EnginesScene(FormScene[None]):
    """The list at the left, what can be set of the chosen engine at the right. Every change is kept at once."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self._shelf = app.services.engines
        self._engines = self._shelf.engines()
        self._chosen = 0
        self._verdicts: dict[str, str] = {}
        """By the id of an engine, how the last try went."""
        self._tried: KeptEngine | None = None
        """The engine that is being tried, as it was set up then."""
        self._answers: SimpleQueue[str] = SimpleQueue()
        self._trouble = app.services.database.notice

    @property
    def engine(self) -> KeptEngine | None:
        """The chosen engine, None when there are none."""
        return self._engines[self._chosen] if self._engines else None

    # Layout

    def arrange(self) -> None:
        """The list, the fields of the chosen engine and the buttons."""
        self.rows = SettingRows(self._places(), self.repaint)
        super().arrange()
        self._set_controls()

    def build(self) -> None:
        """The list, and the fields while there is an engine."""
        self.form.main = self.form.add_list(
            _LIST,
            len(self._engines),
            chosen=self._chosen,
            draw_row=self._draw_row,
            press=self._try,
            on_choose=self._choose,
        )
        if self.engine is not None:
            self._add_entries(self.engine)
            self.rows.build(self.form)

    def _add_entries(self, engine: KeptEngine) -> None:
        def entry(y: float, words: str, longest: int, write: Callable[[str], None]) -> EntryField:
            return self.form.add_entry((_INNER, y, _INNER_WIDTH, 44), words, longest, write)

        self._name = entry(_NAME, engine.name, _LONGEST_NAME, self._rename)
        self._command = entry(_COMMAND, engine.command, _LONGEST_COMMAND, self._set_command)
        if engine.dialect != USUAL_DIALECT:
            place = (_RIGHT + _WIDTH - 312, _ROWS + 2 * _STEP + 3, 288, 42)
            self._own_words = self.form.add_entry(place, engine.settings, _LONGEST_SETTINGS, self._set_own_words)

    def _places(self) -> list[Place]:
        settings = self._settings(self.engine.dialect) if self.engine is not None else ()
        return [Place(setting, _RIGHT, _ROWS + number * _STEP, _WIDTH) for number, setting in enumerate(settings)]

    def _settings(self, dialect: str) -> tuple[Setting, ...]:
        """The rows of an engine that speaks this dialect."""

        def chosen() -> KeptEngine:
            return self._engines[self._chosen]

        is_usual = dialect == USUAL_DIALECT
        time = Slide(
            _("Time for a move"),
            _("It is told to keep to it.")
            if is_usual
            else _("It is not told; we wait {seconds} s longer.", seconds=f"{GRACE_SECONDS:g}"),
            Span(*SECONDS, 0.5),
            lambda number: _("{number} s", number=f"{number:g}"),
            lambda: chosen().seconds,
            lambda number: self._change(replace(chosen(), seconds=number)),
        )
        if not is_usual:
            rows = Switch(
                _("Rows from the bottom"),
                _("Its letters of rows begin there, as Cloudict's do."),
                lambda: chosen().rows_from_bottom,
                lambda on: self._change(replace(chosen(), rows_from_bottom=on)),
            )
            own_words = Note(_("Its own words"), _("Told before each game: depth 4, vcf"), "")
            return time, rows, own_words
        return (
            time,
            Slide(
                _("Memory"),
                _("At most this much."),
                Span(*MEGABYTES, 50),
                lambda number: _("{number} MB", number=f"{number:g}"),
                lambda: chosen().memory_megabytes,
                lambda number: self._change(replace(chosen(), memory_megabytes=round(number))),
            ),
            Switch(
                _("Renju is its rule 2"),
                _("As for Yixin. Off: rule 4, as the protocol has it."),
                lambda: chosen().renju_rule == OTHER_RENJU,
                lambda on: self._change(replace(chosen(), renju_rule=OTHER_RENJU if on else RENJU)),
            ),
        )

    def _set_controls(self) -> None:
        rect, engine = self.stage.rect, self.engine
        add = Button(rect(_LEFT + 24, 622, 260, 48), _("Add an engine"), self._add, icon="plus")
        done = Button(
            rect(996, 712, 260, 56),
            _("Done"),
            lambda: self.finish(None),
            kind="primary",
            icon="check",
            size=24,
            keys=(pygame.K_ESCAPE,),
        )
        own: list[Button] = []
        if engine is not None:
            can_try = not self._tried and not command_problem(engine.command)
            own = [
                *self._dialect_buttons(engine),
                *self.rows.buttons(self.stage),
                Button(rect(_INNER, _TRY, 260, 48), _("Try it"), self._try, icon="play", enabled=can_try),
                Button(rect(_INNER + 296, _TRY, 260, 48), _("Remove"), self._remove, icon="trash"),
            ]
        focused = self.controls.current
        self.controls.set([*self.form.stops(), *own, add, done])
        if focused is None:
            self.controls.focus(done)

    def _dialect_buttons(self, engine: KeptEngine) -> list[Button]:
        width = (_INNER_WIDTH - 16) / len(DIALECTS)

        def button(number: int, dialect: str) -> Button:
            rect = self.stage.rect(_INNER + number * (width + 8), _DIALECT, width, 40)
            chosen = engine.dialect == dialect
            return Button(rect, _(DIALECTS[dialect].title), lambda: self._speak(dialect), size=17, chosen=chosen)

        return [button(number, dialect) for number, dialect in enumerate(DIALECTS)]

    # What can be done

    def _speak(self, dialect: str) -> None:
        """The chosen engine speaks another dialect, which has settings of its own."""
        self._change(replace(self._engines[self._chosen], dialect=dialect))
        self.arrange()
        self.repaint()

    def _add(self) -> None:
        self._shelf.add()
        self._engines = self._shelf.engines()
        self._chosen = len(self._engines) - 1
        self.arrange()
        self._after_change()
        if self.engine is not None:
            self.controls.focus(self._command.stop)

    def _remove(self) -> None:
        if self.engine is None:
            return
        self._shelf.remove(self.engine)
        self._engines = self._shelf.engines()
        self._chosen = max(0, min(self._chosen, len(self._engines) - 1))
        self.arrange()
        self._after_change()

    def _choose(self, row: int) -> None:
        before, engine = self._engines[self._chosen], self._engines[row]
        self._chosen = row
        if before.dialect != engine.dialect or engine.dialect != USUAL_DIALECT:
            self.arrange()
            self.repaint()
            return
        self._name.show(engine.name)
        self._command.show(engine.command)
        self.rows.show()
        self._set_controls()
        self.repaint()

    def _rename(self, words: str) -> None:
        """Keep the name; in place of an empty one the one before stays."""
        name = " ".join(words.split())
        if name:
            self._change(replace(self._engines[self._chosen], name=name))

    def _set_command(self, words: str) -> None:
        self._change(self._engines[self._chosen].with_command(words))
        self._name.show(self._engines[self._chosen].name)

    def _set_own_words(self, words: str) -> None:
        self._change(replace(self._engines[self._chosen], settings=words))

    def _change(self, engine: KeptEngine) -> None:
        if engine == self._engines[self._chosen]:
            return
        self._engines[self._chosen] = engine
        self._shelf.change(engine)
        self._verdicts.pop(engine.id, None)
        self._after_change()

    def _after_change(self) -> None:
        self._trouble = self.app.services.database.problem() or self._trouble
        self._set_controls()
        self.repaint()

    # Trying an engine

    def _try(self) -> None:
        """Starts the engine in a thread, so that the window goes on while it gets ready."""
        engine = self.engine
        if engine is None or self._tried or command_problem(engine.command):
            return
        ruleset = _trial_ruleset(self.app, engine)
        if ruleset is None:
            return
        self._tried = engine
        self._verdicts.pop(engine.id, None)
        work = _trial(engine, ruleset, self._answers)
        threading.Thread(target=work, daemon=True).start()
        self._after_change()

    def update(self, seconds: float) -> None:
        """Takes the sentence about an engine that was tried; it does not count for one that was changed meanwhile."""
        super().update(seconds)
        if self._answers.empty():
            return
        sentence, tried, self._tried = self._answers.get(), self._tried, None
        if tried is not None and tried in self._engines:
            self._verdicts[tried.id] = sentence
        self._after_change()

    # Drawing

    def paint(self, canvas: Canvas) -> None:
        """Backdrop, cards, and the words beside the fields."""
        canvas.backdrop(dimmed=True)
        canvas.text(
            _("Your own engines"), 28, 40, family="display", size=32, colour="cream", anchor="midleft", shadow=True
        )
        words, colour = (self._trouble, "coral") if self._trouble else (_("Every change is kept at once."), "soft")
        canvas.text(words, 1256, 40, size=17, colour=colour, anchor="midright", width=760, height=44)
        canvas.card(_LEFT, _TOP, _WIDTH, _HEIGHT)
        canvas.card(_RIGHT, _TOP, _WIDTH, _HEIGHT)
        canvas.title(_("Engines"), _LEFT + 24, _TOP + 20, size=22)
        if self.engine is None:
            self._draw_welcome(canvas)
        else:
            self._draw_engine(canvas, self.engine)
        words = _("Tab goes from field to field  ·  Up and Down choose an engine  ·  Escape leaves")
        canvas.text(words, 28, 740, size=14, anchor="midleft", width=940, height=44)

    def _draw_welcome(self, canvas: Canvas) -> None:
        middle = _RIGHT + _WIDTH / 2
        canvas.face(ENGINE_FACE, middle, 250, 104)
        canvas.text(_("No engine yet"), middle, 346, family="display", size=26, colour="cream", anchor="center")
        canvas.paragraph(_(_WELCOME), middle, 380, 460, 6, size=16, anchor="midtop", height=290)

    def _draw_engine(self, canvas: Canvas, engine: KeptEngine) -> None:
        captions = ((_("Name"), _NAME), (_("Program"), _COMMAND), (_("Protocol"), _DIALECT))
        room = _CAPTION - 12
        size = min(canvas.size_for(caption, "bold", 15, room, height=_ABOVE) for caption, _y in captions)
        for caption, y in captions:
            canvas.text(caption, _INNER, y - 26, family="bold", size=size, colour="mist")
        problem = command_problem(engine.command)
        words = problem or _("Its path, or a command line with arguments.")
        colour = "coral" if problem and engine.command.strip() else "mist"
        place = (_INNER + _INNER_WIDTH, _COMMAND - 14)
        room = _INNER_WIDTH - _CAPTION
        canvas.text(words, *place, size=14, colour=colour, anchor="midright", width=room, height=_ABOVE)
        place = (_INNER + _INNER_WIDTH, _DIALECT - 14)
        about = _(DIALECTS[engine.dialect].about)
        canvas.text(about, *place, size=14, colour="mist", anchor="midright", width=room, height=_ABOVE)
        self.rows.draw(canvas)
        verdict = (
            _("{name} is being tried…", name=engine.name)
            if self._tried == engine
            else self._verdicts.get(engine.id, "")
        )
        advice = _("Trying it starts the program and asks it for a first move.")
        colour = "cream" if verdict else "mist"
        canvas.paragraph(verdict or advice, _INNER, _TRY + 62, _INNER_WIDTH, 5, size=16, colour=colour, height=120)

    def _draw_row(self, canvas: Canvas, row: int, top: float) -> None:
        engine, (left, _top, width, _height) = self._engines[row], _LIST
        colour = "amber" if row == self._chosen else "cream"
        canvas.face(ENGINE_FACE, left + 36, top + canvas.tall(32), 46, ring=6)
        upper, lower, height = top + canvas.tall(21), top + canvas.tall(44), canvas.tall(25)
        room = width - 70 - BAR_WIDTH - 20
        canvas.text(
            engine.name, left + 70, upper, family="display", size=19, colour=colour, anchor="midleft", width=room,
            height=height,
        )  # fmt: skip
        words = engine.command or _("No program yet")
        canvas.text(words, left + 70, lower, size=14, colour="mist", anchor="midleft", width=room, height=height)


def _trial_ruleset(app: App, engine: KeptEngine) -> Ruleset | None:
    """The first game that the engine can be told."""
    program, rulesets = engine.to_program(), app.services.catalogue.rulesets.values()
    return next((r for r in rulesets if expresses(program, r, complete_options(r.info, {}))), None)


def _trial(engine: KeptEngine, ruleset: Ruleset, answers: SimpleQueue[str]) -> Callable[[], None]:
    return lambda: answers.put(try_engine(engine.to_program(), ruleset, seconds=engine.seconds))
