"""The menu of the game screen: renaming the save, export, rules, resignation, and leaving."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from functools import partial

from game.core.language import _, join_sentences
from game.core.model import ParseError, Reason
from game.core.request import PlayerRequest
from game.core.ruleset import ForeignFormat
from game.core.tournament import Practice, Tournament
from game.library.study.study import study_of_game
from game.library.study.tree import ROOT
from game.progress.decathlon.week import is_event
from game.session.engines import shown_name
from game.session.game_session import GameSession
from game.session.hints import somebody_meanwhile
from game.session.play_on import TakeOver
from game.session.preferences import Toggled
from game.session.records.counting import Unrating
from game.session.series_record import SavedSeries
from game.session.shown_game import name_at
from game.session.texts import series_text
from game.storage.background import BackgroundTask
from game.storage.files import StoreError
from game.ui.analysis.board.opening import analyse_game
from game.ui.analysis.export.export_scene import ExportScene
from game.ui.analysis.export.exported_game import ExportedGame
from game.ui.play.game_screen import GameScreen
from game.ui.settings.engines_scene import EnginesScene
from game.ui.settings.settings_scene import SettingsScene
from game.ui.shell.app import App
from game.ui.shell.dialogs import DialogAnswer, NameScene, ask
from game.ui.shell.unrated_question import when_agreed
from game.ui.shell.work_scene import show_writing
from game.ui.training.lessons.rules_card_scene import show_rules


@dataclass(frozen=True, slots=True)
class TableMenu:
    """The menu of the game screen and the dialogs that belong to it."""

    screen: GameScreen
    record: SavedSeries
    toggle: Callable[[Toggled], None]
    """Toggles a preference."""
    new_match: Callable[[], None]

    @property
    def app(self) -> App:
        """The app, in whose window the menu opens."""
        return self.screen.app

    @property
    def table(self) -> GameSession:
        """The session on the screen."""
        return self.screen.table

    def open(self) -> None:
        """Open the menu of the game screen."""
        info = self.table.tournament.ruleset.info
        once = _("Each event of the decathlon can be played once.") if self._is_decathlon_event() else ""
        answers = [
            DialogAnswer(_("Play on")),
            DialogAnswer(_("Name this match…"), self.ask_name),
            DialogAnswer(_("Start the match over"), lambda: self._ask_leave(self.new_match), once),
        ]
        if self.table.stakes.is_rated and info.prover:
            answers.append(DialogAnswer(_("Show forced wins…"), self.show_forced_wins))
        if self.table.match.outcome is None and self.table.only_person is None:
            answers.append(DialogAnswer(_("Agree to a draw"), self._agree_draw))
        answers += [
            DialogAnswer(_("Rules"), self._show_rules),
            DialogAnswer(_("Save as a file…"), self._save_as),
        ]
        for form in info.formats:
            written = form.write(self.table.tournament)
            barred = written.message if isinstance(written, Reason) else ""
            answers.append(DialogAnswer(_("Export as {form}", form=_(form.name)), self._exporter(form), barred))
        if self.table.computer.has_failed:
            answers.insert(1, DialogAnswer(_("Ask the engine again"), self.table.computer.try_again))
        answers += [
            DialogAnswer(_("Settings"), self.open_settings),
            DialogAnswer(_(self.screen.way_back), self.ask_leave),
        ]
        ask(self.app, _(info.title), series_text(self.table.tournament), *answers, escape=0)

    def ask_about_engine(self, sentence: str, play_another: Callable[[], None]) -> None:
        """Ask what to do about an engine that cannot play; ``sentence`` says why.

        ``play_another`` starts a match against a built-in opponent.
        """
        self.screen.refresh()
        self.screen.show_message(sentence)
        another = somebody_meanwhile(self.table)
        instead = (
            [] if another is None else [DialogAnswer(_("Play {name} instead", name=_(another.name)), play_another)]
        )
        ask(
            self.app,
            _("{name} cannot play", name=name_at(self.table, self.table.match.state.seat)),
            join_sentences((sentence, _("Nobody has won this game."))),
            DialogAnswer(_("Try again"), self.table.computer.try_again),
            *instead,
            DialogAnswer(_("Your own engines"), self._open_engines),
            DialogAnswer(_(self.screen.way_back), self.ask_leave),
        )

    def _open_engines(self) -> None:
        """Show the settings of the engine that is to move, and then ask it again."""
        computer, engine = self.table.computer, self.table.participant(self.table.match.state.seat)
        record = self.app.services.engines.find(engine)
        scene = EnginesScene(self.app, "" if record is None else record.id)
        self.app.push(scene, lambda _result: computer.try_again())

    def _is_decathlon_event(self) -> bool:
        tournament = self.table.tournament
        key = tournament.ruleset.info.id, tournament.seed
        return is_event(key, date.today(), self.app.services.catalogue.rulesets)

    def open_settings(self) -> None:
        self.app.push(SettingsScene(self.app))

    def when_agreed(self, action: Unrating, proceed: Callable[[], None]) -> None:
        """Call ``proceed``; if ``action`` makes the game unrated, ask for the player's consent first."""
        when_agreed(self.app, self.table.question_before(action), proceed)

    def show_forced_wins(self) -> None:
        """Show forced wins in the help card. In a rated game, ask the player to agree first."""
        self.when_agreed(Unrating.FORCED_WINS, lambda: self._analyse("help_shown"))

    def show_thoughts(self) -> None:
        """Show the engine's thinking. In a rated game, ask the player to agree first."""
        self.when_agreed(Unrating.THOUGHTS, lambda: self._analyse("thinking_shown"))

    def _analyse(self, preference: Toggled) -> None:
        """Make the game unrated, and switch on the engine help that the player asked for."""
        refusal = self.table.stakes.make_practice(Practice.ANALYSED)
        if refusal is not None:
            self.screen.show_message(refusal.message)
        elif not getattr(self.app.preferences, preference):
            self.toggle(preference)
        else:
            self.screen.show_position()

    def ask_leave(self) -> None:
        """Leave the game screen. If that stops the clock of a rated game, ask the player first."""
        self._ask_leave(partial(self.screen.finish, None))

    def _ask_leave(self, leave: Callable[[], None]) -> None:
        self.when_agreed(Unrating.LEAVE, lambda: self._leave_clock(leave))

    def _leave_clock(self, leave: Callable[[], None]) -> None:
        refusal = self.table.stakes.make_practice(Practice.PAUSED) if self.table.stakes.runs_on else None
        if refusal is None:
            leave()
        else:
            self.screen.show_message(refusal.message)

    # Name and export

    def ask_name(self) -> None:
        text = _("The match is saved automatically. Give it a name to find it more easily.")
        ask = NameScene(self.app, _("Name this match"), text, self.table.name, self._name_refusal)
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
                self.record.file.renamed(name)
            except ParseError as error:
                self.screen.show_message(str(error))
            else:
                self.screen.show_message(_("Saved as “{name}”.", name=name))

        show_writing(self.app, name, self.record.file.rename(name), renamed)

    def _save_as(self) -> None:
        """Open the scene that exports the current game up to its current position."""
        tournament = self.table.tournament
        study = study_of_game(tournament, len(tournament.games) - 1)
        end = [ROOT, *study.tree.continuation(ROOT)][-1]
        self.app.push(ExportScene(self.app, ExportedGame(tournament.title or self.table.name, study, end, None)))

    def _exporter(self, form: ForeignFormat[Tournament]) -> Callable[[], None]:
        def exported(task: BackgroundTask[str | Reason]) -> None:
            try:
                written = task.take()
            except StoreError as error:
                self.screen.show_message(str(error))
                return
            self.screen.show_message(
                written.message if isinstance(written, Reason) else _("Exported as “{name}”.", name=written)
            )

        return lambda: show_writing(self.app, self.table.name, self.record.file.export(form), exported)

    def review(self, back: Callable[[], None]) -> None:
        """Open the review of the session's latest game.

        Then call ``back``, or change to a new session if the player plays on from a position.
        """

        def after(taken_over: TakeOver | None) -> None:
            if taken_over is None:
                back()
            else:
                self.screen.change_session(lambda: taken_over.start_session(self.app.services))

        analyse_game(self.app, self.table.tournament, after)

    def _show_rules(self) -> None:
        show_rules(self.app)

    # End of a game

    @property
    def is_aborting(self) -> bool:
        """True if giving up aborts the game without a result, because no person has placed a stone yet."""
        return self.table.can_abort

    def give_up(self) -> None:
        """Abort the game if that leaves no result, otherwise ask the player whether to resign."""
        if self.is_aborting:
            self.table.abort()
            self.screen.finish(None)
        else:
            self.ask_resign()

    def ask_resign(self) -> None:
        """Ask whether the person to move, or the only person in the game, resigns."""
        seat = self.table.giving_up
        name = shown_name(self.table.participant(seat))
        winner = shown_name(self.table.participant(1 - seat))
        if self.table.stakes.is_rated:
            text = _("The game counts as a loss.")
        elif self.table.only_person is not None:
            text = _("The game is unrated: your rating stays as it is.")
        else:
            text = _("{name} will win the game.", name=winner)
        resign = DialogAnswer(_("Resign"), self._resign)
        ask(self.app, _("Resign, {name}?", name=name), text, DialogAnswer(_("Play on")), resign, escape=0)

    def _resign(self) -> None:
        if self.table.match.outcome is None:
            self.table.ask(PlayerRequest.RESIGN)
            self.screen.show_events()

    def _agree_draw(self) -> None:
        refusal = self.table.ask(PlayerRequest.DRAW)
        self.screen.show_events()
        if refusal is not None:
            self.screen.show_message(refusal.message)
