"""The commands of the analysis board for the engine: its lines, questions to it, and the review of the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from game.analysis.board.analyst import MOST_MOVES
from game.analysis.board.board_analysis import BoardAnalysis
from game.analysis.board.subject import AnalysisSubject
from game.analysis.review.judgement import JudgedMove
from game.core.language import _
from game.core.model import EMPTY, Place, Reason
from game.core.notation import playable_moves
from game.session.engines import EngineRecord
from game.session.play_on import TakeOver
from game.session.records.counting import Unrating
from game.training.mistakes.memory import ReviewedGame, keep, questions
from game.training.mistakes.practice import PracticeRound, askable
from game.ui.analysis.board.engine_bar import EngineBar
from game.ui.analysis.mistakes.practice_scene import Explore, PracticeScene
from game.ui.shell.app import App
from game.ui.shell.dialogs import DialogAnswer, ask
from game.ui.shell.unrated_question import when_unrated
from game.ui.widgets import keys
from game.ui.widgets.commands import SceneCommand, command

#: Maximum number of buttons in the dialog that chooses the engine.
_MOST_CHOICES = 8


class EngineCommands:
    """Asks the engine at the player's request, about the position on the board or about the whole game."""

    def __init__(
        self,
        app: App,
        subject: AnalysisSubject,
        analysis: BoardAnalysis,
        bar: EngineBar,
        *,
        show_message: Callable[[str], None],
        go: Callable[[int], None],
        play_on: Callable[[TakeOver], None],
        explore: Explore,
    ) -> None:
        """Use ``show_message`` to show a sentence and to redraw the scene, and ``go`` to go to a node.

        ``play_on`` leaves the scene with a position to play on from; ``explore`` opens another study over it.
        """
        self._app, self._subject, self._analysis, self._bar = app, subject, analysis, bar
        self._show_message, self._go, self._play_on, self._explore = show_message, go, play_on, explore
        self.line: tuple[Place, ...] = ()
        """The line that is shown on the board at the player's request; empty without one."""
        self._better: tuple[JudgedMove, tuple[Place, ...]] | None = None
        """The better line for the move that was asked about last."""

    def all(self) -> list[SceneCommand]:
        """Return the commands for the engine."""
        return [
            command(keys.ENGINE, self._switch, is_on=lambda: self._analysis.analyst.is_on),
            SceneCommand(keys.BEST_MOVES, self._count_lines),
            command(keys.OTHER_ENGINE, self._choose),
            command(keys.BEST_LINE, self._show_line, is_on=lambda: bool(self.line)),
            command(keys.ANALYSE, self._toggle_review, self._why_no_review),
            command(keys.MISTAKE, self.next_mistake, self._why_no_review),
            command(keys.LEARN, self._learn, self._why_no_review),
        ]

    # The position

    def _switch(self) -> None:
        if not self._bar.asks(is_wanted=True):
            self._analysis.switch()
            self._show_message("")

    def _count_lines(self, index: int) -> None:
        """Set the number of lines that the engine shows.

        The key with this index sets ``index`` + 1 lines. The button (index -1) adds one line, and goes back to one line
        after the largest number.
        """
        self._analysis.want(index + 1 if index >= 0 else self._analysis.analyst.moves_wanted % MOST_MOVES + 1)
        self._show_message("")

    def _choose(self) -> None:
        """Let the player choose what analyses the position: the built-in engine, one of the player's own, or both."""
        engines = self._app.services.engines.ready()
        ours = _("Stone Fair's engine")
        choices: list[tuple[str, tuple[EngineRecord | None, ...]]] = [(ours, (None,))]
        choices += [(engine.name, (engine,)) for engine in engines]
        chosen = self._analysis.analysts[-1].engine
        # If not all fit into the dialog, the engine that was chosen before is among those that do.
        partners = sorted(engines, key=lambda engine: engine != chosen)[: max(1, _MOST_CHOICES - len(choices))]
        choices += [(_("{one} and {two}", one=ours, two=each.name), (None, each)) for each in partners]
        if not engines:
            text = _("You can add engines of your own in the settings.")
        else:
            text = _("Your own engines show their best move. Stone Fair's engine shows winning chances, too.")
        answers = [DialogAnswer(label, partial(self._set_engines, engines)) for label, engines in choices]
        ask(self._app, _("Choose the engine"), text, *answers, escape=None)

    def _set_engines(self, engines: Sequence[EngineRecord | None]) -> None:
        self._analysis.choose(engines)
        self._show_message("")

    def why_over(self) -> str:
        return _("The game is over at this point.") if self._analysis.table.match.outcome is not None else ""

    def ask_why_not(self, stone: Place) -> None:
        """Ask the engine what is wrong with a stone on the cell under the pointer."""
        if self._bar.asks(is_wanted=True):
            return
        if self._analysis.table.match.state.board[stone.cell] != EMPTY:
            self._show_message(_("Point at an empty cell first."))
            return
        refused = self._analysis.ask_why_not(stone)
        self._show_message("" if refused is None else refused.message)

    @property
    def has_line(self) -> bool:
        """True if the explanation of the move has a line to show, or a line is shown and can be hidden."""
        return bool(self.line or self._analysis.analyst.refutation or self.better_line())

    def better_line(self) -> tuple[Place, ...]:
        """Return the line that would have been better than the last move, from the position before it; () if none."""
        table, analysis = self._analysis.table, self._analysis
        ply = analysis.ply_of(table.node)
        if analysis.worker is None or not ply or not analysis.worker.has_better(ply):
            return ()
        judged = analysis.worker.judged(ply)
        parent = table.study.tree.parent(table.node)
        if judged is None or parent is None:
            return ()
        if self._better is None or self._better[0] is not judged:
            state = table.study.state(parent)
            words = judged.line or judged.best[:1]
            moves = () if isinstance(state, Reason) else playable_moves(table.study.ruleset, state, words)
            self._better = judged, tuple(move for move, _after in moves if isinstance(move, Place))
        return self._better[1]

    def _show_line(self) -> None:
        """Show a line on the board, or hide the line that is shown.

        It is the refutation of the move that the player asked about, else the better line from the position before a
        mistake, else the engine's best line.
        """
        table = self._analysis.table
        if self.line:
            self.line = ()
            self._show_message("")
            return
        better, parent = self.better_line(), table.study.tree.parent(table.node)
        if refutation := self._analysis.analyst.refutation:
            self.line = refutation
        elif better and parent is not None:
            self._go(parent)
            self.line = better
        elif lines := self._analysis.lines:
            self.line = lines[0].line
        self._show_message("" if self.line else _("The engine has no best line for this position yet."))

    # The game

    def _why_no_review(self) -> str:
        game = self._analysis.game
        return "" if game is not None and game.plies else _("This study does not contain a finished game.")

    def _toggle_review(self) -> None:
        if self._analysis.worker is not None:
            self.end_review()
            self._show_message("")
        else:
            self.review()

    def review(self, then: Callable[[], None] = lambda: None) -> None:
        """Analyse the game and then call ``then``; a rated game in progress must become unrated first."""
        game = self._analysis.game
        if game is None or not game.plies:
            return

        def begin() -> None:
            self._analysis.start_review()
            self._app.services.preparation.prioritise(game.ruleset.info.id)
            self._show_message("")
            then()

        when_unrated(self._app, Unrating.REVIEW, game, begin, series=self._subject.series)

    def end_review(self) -> None:
        """End the review of the game, and store its results and the players' mistakes."""
        reviewed = self._reviewed()
        self._analysis.stop_review()
        if reviewed is not None:
            keep(self._app.services.database, reviewed)

    def _reviewed(self) -> ReviewedGame | None:
        worker, tournament = self._analysis.worker, self._subject.tournament
        if worker is None or tournament is None:
            return None
        return ReviewedGame(tournament, self._subject.index, worker.review, worker.readings)

    def next_mistake(self) -> None:
        """Go to the next mistake in the game; start the review first if it is off."""
        if self._analysis.worker is None:
            self.review(self.next_mistake)
            return
        node = self._analysis.next_mistake()
        if node is None:
            self._show_message(
                self._unread_text(_("No mistake has been found so far."), _("No mistake was found in this game."))
            )
        else:
            self._go(node)

    def _unread_text(self, so_far: str, in_the_end: str) -> str:
        """Return ``so_far`` while the review may still find something, else its problem or ``in_the_end``."""
        worker = self._analysis.worker
        if worker is None:
            return so_far
        return worker.problem or (so_far if worker.unread or worker.waits else in_the_end)

    def _learn(self) -> None:
        """Open exercises made from the player's mistakes in the game; the engine is released meanwhile."""
        reviewed, services = self._reviewed(), self._app.services
        if reviewed is None:
            self.review(self._learn)
            return
        found, player = questions(services.database, reviewed)
        mistakes = askable(found, services.catalogue.rulesets, services.prover)
        if not mistakes:
            self._show_message(
                self._unread_text(
                    _("There are no mistakes to learn from yet."), _("You made no mistakes to learn from.")
                )
            )
            return
        self._analysis.stop()
        keeper = None if player is None else (services.database, player)
        practice = PracticeRound(mistakes, services.catalogue.rulesets, services.prover, keeper)
        scene = PracticeScene(self._app, practice, _("Learn from this game"), self._explore)
        self._app.push(scene, self._come_back)

    def _come_back(self, taken_over: TakeOver | None) -> None:
        if taken_over is None:
            self._show_message("")
        else:
            self._play_on(taken_over)
