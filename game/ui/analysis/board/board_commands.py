"""The commands of the analysis board that change what it shows: the view, the rule, the encoding, another game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from game.analysis.board.rules import first_break, last_legal, rule_choices
from game.analysis.board.study_editor import StudyEditor
from game.analysis.board.study_table import StudyTable
from game.analysis.board.subject import AnalysisSubject, same_node, subject_of_game, subject_of_study
from game.core.language import _
from game.core.model import Options, ParseError, Reason
from game.core.ruleset import PluginError
from game.library.formats.reading import open_file
from game.library.formats.texts import ENCODINGS
from game.library.index.found_study import tournament_of_study
from game.library.study.edits import SetOptions
from game.session.play_on import TakeOver
from game.session.texts import screen_move, stones_placed
from game.storage.background import BackgroundTask
from game.ui.analysis.board.analysis_picture import AnalysisPicture
from game.ui.analysis.board.autoplay import Autoplay
from game.ui.board.board_buttons import ask_who_plays
from game.ui.shell.app import App
from game.ui.shell.dialogs import DialogAnswer, ask, show_notice
from game.ui.shell.work_scene import read_in_background
from game.ui.widgets import keys
from game.ui.widgets.commands import SceneCommand, command

#: Puts a subject on the board at a node, with the editor whose edits can still be undone (None for a new one).
ShowSubject = Callable[[AnalysisSubject, int | None, StudyEditor | None], None]


class ViewCommands:
    """Changes how the moves are shown: numbers on the stones, moves from the library, and automatic play."""

    def __init__(
        self,
        app: App,
        table: StudyTable,
        picture: AnalysisPicture,
        *,
        go_to_step: Callable[[int], None],
        refresh: Callable[[], None],
    ) -> None:
        """Use ``go_to_step`` to go to a position of the line, and ``refresh`` to redraw the scene."""
        self._app, self._table, self._next_turns = app, table, picture.next_turns
        self._go_to_step, self._refresh = go_to_step, refresh
        self._autoplay = Autoplay()

    def all(self) -> list[SceneCommand]:
        """Return the commands that change the view."""
        return [
            command(keys.NEXT_TURNS, self._switch_next_turns, is_on=lambda: self._next_turns.is_shown),
            command(keys.RUN, self._toggle_play, is_on=lambda: self._autoplay.is_on),
            command(keys.NUMBERS, self._toggle_numbers, is_on=lambda: self._app.preferences.numbers_shown),
        ]

    def tick(self, seconds: float) -> None:
        """Show the next move of the line if automatic play is on and the move is due."""
        if self._autoplay.is_due(seconds):
            self._go_to_step(self._table.step + 1)
            self._autoplay.is_on = self._table.step < len(self._table.line)

    def _toggle_numbers(self) -> None:
        self._app.preferences.toggle("numbers_shown")
        self._refresh()

    def _toggle_play(self) -> None:
        self._autoplay.toggle()
        if self._autoplay.is_on and self._table.step == len(self._table.line):
            self._go_to_step(0)
        self._refresh()

    def _switch_next_turns(self) -> None:
        self._next_turns.switch()
        self._refresh()


class SubjectCommands:
    """Puts something else on the board: another game of the series, or the same moves under another rule."""

    def __init__(
        self,
        app: App,
        subject: AnalysisSubject,
        table: StudyTable,
        *,
        begin: ShowSubject,
        leave: Callable[[TakeOver], None],
    ) -> None:
        """Use ``begin`` to put another subject on the board at a node, and ``leave`` to play on from a position.

        ``begin`` also gets the editor whose edits can still be undone; None for a new one.
        """
        self._app, self._subject, self._table = app, subject, table
        self._begin, self._leave = begin, leave

    def all(self, why_over: Callable[[], str]) -> list[SceneCommand]:
        """Return the commands that change what is on the board.

        ``why_over`` returns the reason if nothing can be played in the position, else "".
        """
        return [
            SceneCommand(keys.GAMES, lambda index: self._other_game(1 if index else -1), self._why_one_game),
            command(keys.RULE, self._ask_rule, self._why_one_rule),
            command(keys.PLAY_ON, self._play_on, why_over),
            command(keys.FIND, lambda: self._app.act(keys.FIND.key)),
            command(keys.SET_UP, lambda: self._app.act(keys.SET_UP.key)),
        ]

    def _why_one_game(self) -> str:
        tournament = self._subject.tournament
        return "" if tournament is not None and len(tournament.games) > 1 else _("This file contains only one game.")

    def _other_game(self, way: int) -> None:
        tournament = self._subject.tournament
        if tournament is not None:
            index = (self._subject.index + way) % len(tournament.games)
            rulesets, run = self._app.services.catalogue.rulesets, self._app.services.autosave.do
            self._begin(subject_of_game(tournament, index, rulesets, run), None, None)

    def _play_on(self) -> None:
        if self._subject.game is None:
            text = _("A new game begins from this position. The game is unrated and does not count towards the ladder.")
        else:
            number = stones_placed(self._table.match) + 1
            text = _("A new game begins at move {number}; the original game stays unchanged.", number=number)
        ask_who_plays(self._app, self._table, text, self._leave)

    # The rule of the game

    def _why_one_rule(self) -> str:
        if not self._subject.has_open_rule:
            return _("The rule of a game played in Stone Fair cannot be changed.")
        return "" if rule_choices(self._table.study) else _("There is no other rule for this game.")

    def rule_title(self) -> str:
        """Return the name of the rule that the study is read under; "" if no other rule can be chosen."""
        if not self._subject.has_open_rule:
            return ""
        study = self._table.study
        return next((each.title for each in rule_choices(study) if each.options == study.options), "")

    def _ask_rule(self) -> None:
        study = self._table.study
        choices = sorted(rule_choices(study), key=lambda each: each.options != study.options)
        answers = [DialogAnswer(each.title, partial(self._read_under, each.options)) for each in choices]
        text = _("The moves are read again under the rule that you choose.")
        ask(self._app, _("Choose the rule"), text, *answers, DialogAnswer(_("Cancel")))

    def _read_under(self, options: Options) -> None:
        """Change the options under which the study is read, for example to another rule.

        If the study is a game of another program's file, the change goes to a new study file, and that file stays
        unchanged.
        """
        subject, editor = self._subject, self._table.editor
        if options == self._table.study.options:
            return
        if subject.origin is not None and subject.tournament is subject.origin:
            editor.file = subject_of_study(subject.study, self._app.services.autosave.do).file
        editor.edit(SetOptions(options))
        self.read_again()

    def read_again(self) -> None:
        """Show the study again after a change of its rule.

        The position stays the same or, if it is not legal now, becomes the last legal one before it.
        """
        subject, study, editor = self._subject, self._table.study, self._table.editor
        made = tournament_of_study(study, study.players) if subject.origin is not None else None
        tournament = None if isinstance(made, Reason) else made
        shown = replace(subject, file=editor.file, tournament=tournament, index=0)
        self._begin(shown, last_legal(study, self._table.node), editor)

    def break_text(self) -> str:
        """Return a sentence about the first move of the study that its rule forbids; "" if no move is forbidden."""
        study = self._table.study
        found = first_break(study)
        if found is None:
            return ""
        node, reason = found
        parent = study.tree.parent(node)
        number = len(study.tree.path(node))
        move = screen_move(self._table, study.tree.move(node))
        assert parent is not None
        return _("Move {number}, {move}, breaks the rules: {reason}", number=number, move=move, reason=reason.message)


class EncodingCommands:
    """Reads the file of the study on the board again with an encoding that the player chooses."""

    def __init__(
        self,
        app: App,
        subject: AnalysisSubject,
        table: StudyTable,
        begin: ShowSubject,
    ) -> None:
        """Use ``begin`` to put the study that was read again on the board."""
        self._app, self._subject, self._table, self._begin = app, subject, table, begin

    def all(self) -> list[SceneCommand]:
        """Return the command that asks for an encoding."""
        return [command(keys.ENCODING, self._ask, self._why_not)]

    def title(self) -> str:
        """Return the name of the encoding if the file leaves it open; "" if it names none or the text is UTF-8."""
        encoding = self._subject.source.encoding if self._subject.source else ""
        return "" if not encoding or encoding.startswith("utf") else encoding.upper()

    def _why_not(self) -> str:
        source = self._subject.source
        return "" if source is not None and source.encoding else _("This game was not read from a file with texts.")

    def _ask(self) -> None:
        source = self._subject.source
        assert source is not None
        chosen = sorted(ENCODINGS, key=lambda each: each != source.encoding)
        answers = [DialogAnswer(_(ENCODINGS[each]), partial(self._read, each)) for each in chosen]
        text = _("The file is read again with the encoding that you choose, if names or comments look wrong.")
        ask(self._app, _("Choose the text encoding"), text, *answers, DialogAnswer(_("Cancel")))

    def _read(self, encoding: str) -> None:
        source, app = self._subject.source, self._app
        assert source is not None
        rulesets, run = app.services.catalogue.rulesets, app.services.autosave.do

        def read(_step: object) -> AnalysisSubject:
            study = open_file(source.path, rulesets, encoding).studies[source.number]
            made = tournament_of_study(study, study.players) if self._subject.tournament is not None else None
            if made is None or isinstance(made, Reason):
                return subject_of_study(study, run, source.path, rulesets)
            return subject_of_game(made, 0, rulesets, run, has_open_rule=True)

        def show(task: BackgroundTask[AnalysisSubject]) -> None:
            try:
                subject = task.take()
            except (ParseError, PluginError, IndexError) as error:
                show_notice(app, _("This file cannot be opened"), str(error))
                return
            subject = replace(subject, source=replace(source, encoding=encoding))
            self._begin(subject, same_node(self._table.study, self._table.node, subject.study), None)

        read_in_background(app, _("Reading the file…"), source.path.name, read, show)
