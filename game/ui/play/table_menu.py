"""The table menu: naming, exporting, reading the rules, resigning, leaving."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date

from game.core.language import _
from game.core.model import ParseError, Reason
from game.core.ruleset import ForeignFormat
from game.core.tournament import Tournament
from game.decathlon.week import is_event
from game.session.engines import shown_name
from game.session.play_on import TakeOver
from game.session.table import Table
from game.session.wording import series_text, turn_sentence
from game.store.background import BackgroundTask
from game.ui.learn.rules_card_scene import show_rules
from game.ui.replay.replay_scene import ReplayScene
from game.ui.settings.settings_scene import SettingsScene
from game.ui.shell.app import App
from game.ui.shell.dialogs import NameScene, QuestionScene
from game.ui.shell.work_scene import show_writing

#: Continues at another table.
SitDown = Callable[[], Table]


@dataclass(frozen=True, slots=True)
class TableMenu:
    """The dialogs over a table."""

    app: App
    table: Table
    say: Callable[[str], None]
    """Shows a sentence in the note panel."""
    went_on: Callable[[str], None]
    """Shows a sentence after the game has changed."""
    new_match: Callable[[], None]
    leave: Callable[[], None]
    toggle: Callable[[str], None]
    """Toggles a preference."""

    def open(self) -> None:
        """Open the table menu."""
        info = self.table.tournament.ruleset.info
        answers = {"back": _("Play on"), "save": _("Name this tournament…"), "new": _("Start the match over")}
        if self.table.match.outcome is None and self.table.only_person is None:
            answers["draw"] = _("Agree on a draw")
        answers["numbers"] = _("Hide numbers") if self.app.preferences.numbers_shown else _("Show numbers")
        if info.rules_card:
            answers["rules"] = _("Rules")
        exports = {f"export-{number}": form for number, form in enumerate(info.formats)}
        answers |= {key: _("Export as {form}", form=_(form.name)) for key, form in exports.items()}
        answers |= {"settings": _("Settings"), "leave": _("Back to the fair")}
        writings = {key: form.write(self.table.tournament) for key, form in exports.items()}
        barred = {key: text.message for key, text in writings.items() if isinstance(text, Reason)}
        if self._is_decathlon_event():
            barred["new"] = _("Each event of the decathlon can be played once.")
        actions: Mapping[str, Callable[[], None]] = {
            "save": self.ask_name,
            "new": self.new_match,
            "draw": self._agree_draw,
            "numbers": lambda: self.toggle("numbers_shown"),
            "rules": self._show_rules,
            "settings": self.open_settings,
            "leave": self.leave,
            **{key: self._exporter(form) for key, form in exports.items()},
        }
        words = series_text(self.table.tournament)
        ask = QuestionScene(self.app, _(info.title), words, answers, escape="back", barred=barred)
        self.app.push(ask, lambda answer: actions[answer]() if answer in actions else None)

    def _is_decathlon_event(self) -> bool:
        tournament = self.table.tournament
        key = tournament.ruleset.info.id, tournament.seed
        return is_event(key, date.today(), self.app.services.catalogue.rulesets)

    def open_settings(self) -> None:
        """Open the settings of the program."""
        self.app.push(SettingsScene(self.app))

    def ask_cost(self, warning: str, go_on: Callable[[], None]) -> None:
        """Go on; where that makes the game practice, which ``warning`` tells, only if the player wants it."""
        if not warning:
            go_on()
            return
        answers = {"no": _("Go without it"), "yes": _("Make it practice")}
        ask = QuestionScene(self.app, _("Does this game count?"), warning, answers, escape="no")
        self.app.push(ask, lambda answer: go_on() if answer == "yes" else None)

    # Name and export

    def ask_name(self) -> None:
        """Ask for the tournament's name."""
        text = _("Every stone is saved as it falls. Give the tournament a name to find it by.")
        ask = NameScene(self.app, _("Name this tournament"), text, self.table.name, self._name_refusal)
        self.app.push(ask, self._rename)

    def _name_refusal(self, name: str) -> str | None:
        try:
            if name != self.table.name:
                self.app.services.saves.check_name(name)
        except ParseError as error:
            return str(error)
        return None

    def _rename(self, name: str | None) -> None:
        if name is None:
            return

        def renamed(task: BackgroundTask[None]) -> None:
            try:
                task.take()
                self.table.file.renamed(name)
            except ParseError as error:
                self.say(str(error))
            else:
                self.say(_("Saved as “{name}”.", name=name))

        show_writing(self.app, name, self.table.file.rename(name), renamed)

    def _exporter(self, form: ForeignFormat[Tournament]) -> Callable[[], None]:
        def exported(task: BackgroundTask[str | Reason]) -> None:
            written = task.take()
            self.say(written.message if isinstance(written, Reason) else _("Written as “{name}”.", name=written))

        return lambda: show_writing(self.app, self.table.name, self.table.file.export(form), exported)

    def review(self, back: Callable[[], None], change_table: Callable[[SitDown], None]) -> None:
        """Read the latest game back, then go ``back``, or to a new table where the player goes on from a position."""

        def after(taken_over: TakeOver | None) -> None:
            if taken_over is None:
                back()
            else:
                change_table(lambda: taken_over.sit_down(self.app.services))

        self.app.push(ReplayScene(self.app, self.table.tournament, reviews=True), after)

    def _show_rules(self) -> None:
        show_rules(self.app)

    # Ends of a game

    def ask_resign(self) -> None:
        """Ask whether the person to move, or the only person, resigns."""
        only = self.table.only_person
        name = shown_name(self.table.participant(self.table.match.state.seat if only is None else only))
        answers = {"no": _("Play on"), "yes": _("Resign")}
        ask = QuestionScene(
            self.app, _("{name}, resign?", name=name), _("The game then counts as a loss."), answers, escape="no"
        )
        self.app.push(ask, self._resign_if)

    def _resign_if(self, answer: str) -> None:
        if answer == "yes" and self.table.match.outcome is None:
            self.table.resign()
            self.went_on(turn_sentence(self.table))

    def _agree_draw(self) -> None:
        refusal = self.table.agree_draw()
        self.went_on(refusal.message if refusal else turn_sentence(self.table))
