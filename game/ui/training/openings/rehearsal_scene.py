"""Practice of one side of an opening with decisions. The engine plays the other side and judges each turn."""

from __future__ import annotations

import random
from functools import partial

from game.core.language import _, join_sentences
from game.core.match import Command, Match
from game.core.model import Choose, Event, Reason
from game.core.ruleset import Choice, Ruleset, meant_cell
from game.core.tournament import Participant
from game.library.study.study import study_of_game
from game.library.study.tree import ROOT
from game.session.play_on import TakeOver
from game.session.playable_game import MovesPlayed
from game.session.replay_game import ReplayGame
from game.session.texts import describe, options_text, turn_sentence
from game.training.openings.balance import GuessScore
from game.training.openings.decision_openings import DecisionOpening
from game.training.openings.rehearsal import OpeningRehearsal
from game.training.openings.rehearsal_texts import aim_text, end_text, judgement_text
from game.ui.analysis.board.opening import analyse_study
from game.ui.board.board_buttons import ask_who_plays, draw_keys, leave_button
from game.ui.board.board_view import BoardView
from game.ui.board.exercise_scene import ExerciseScene
from game.ui.board.opening_dialog import ChoiceScene, choices_at
from game.ui.board.teacher_card import BoardTask, paint_captioned, paint_stones, paint_task_text
from game.ui.painting.canvas import Canvas
from game.ui.shell.app import App
from game.ui.training.openings.balance_card import BalanceFacts, draw_balance_card
from game.ui.widgets import keys
from game.ui.widgets.buttons import Button

_BOTTOM = 456.0


class RehearsedChoiceScene(ChoiceScene):
    """Dialog of a decision in a practised opening. The engine continues to judge while it is open."""

    def __init__(self, app: App, rehearsal: OpeningRehearsal, choices: list[Choice]) -> None:
        super().__init__(app, app.services.player_name(), rehearsal.opening.ruleset.info, choices)
        self._rehearsal = rehearsal

    def tick(self, seconds: float) -> None:
        """Let the engine judge the opening while the dialog of a decision is open."""
        super().tick(seconds)
        if self.app.services.can_judge(self._rehearsal.opening.ruleset):
            self._rehearsal.poll()


class RehearsalScene(ExerciseScene[TakeOver | None]):
    """Scene in which the player practises one side of an opening repeatedly.

    It finishes with a position to play on from, or None.
    """

    exercise: OpeningRehearsal
    tune = "table"

    def __init__(self, app: App, opening: DecisionOpening, seat: int, seed: int) -> None:
        """Practise an opening as the player number ``seat``.

        ``seed`` determines the engine's random choices.
        """
        super().__init__(app)
        self.opening, self.seat = opening, seat
        self.score = GuessScore()
        """Right answers during this visit; they are not saved."""
        self._rng = random.Random(seed)
        self.board = BoardView(opening.ruleset.info, self.tweens, self.repaint, partial(meant_cell, opening.ruleset))
        self._counted: set[int] = set()
        """Plies of the current opening that are already in ``score``."""
        self._begin()
        app.services.preparation.prioritise(opening.ruleset.info.id)

    def _begin(self) -> None:
        seed = self._rng.randrange(1 << 31)
        self._counted.clear()
        self._happened: tuple[Event, ...] = ()
        self._take_up(OpeningRehearsal(self.opening, self.seat, self.app.services.prover, seed))

    @property
    def subject(self) -> Ruleset:
        return self.opening.ruleset

    @property
    def searchable_match(self) -> Match:
        """The match of the practised opening so far."""
        return self.match

    def exit(self) -> None:
        """Stop the engine in the practised opening."""
        self.exercise.stop()
        super().exit()

    # Layout

    def buttons(self) -> list[Button]:
        rect = self.stage.rect
        leave = leave_button(self.stage, lambda: self.finish(None))
        picks = self.picker.buttons(self.stage, self._pick)
        rows = [leave, *picks]
        again = Button(rect(1016, 484, 240, 52), _("Practise again"), self._proceed, icon="replay", use=keys.NEXT_STEP)
        if self.exercise.is_over or self.exercise.problem:
            again.kind = "primary"
            play = Button(rect(1016, 556, 116, 48), _("Play"), self._play_on, size=18, use=keys.PLAY_ON)
            play.tip, play.enabled = _("Play from here"), self.match.outcome is None
            play.why = _("The game is over at this point.")
            explore = Button(rect(1140, 556, 116, 48), _("Explore"), self._explore, size=18, use=keys.ANALYSE)
            return [*rows, again, play, explore]
        if self._is_choice:
            choose = Button(rect(1016, 484, 240, 52), _("Choose"), self._open_choice, kind="primary")
            return [*rows, choose]
        return [*rows, *self._play_button(rect(1016, 556, 240, 48), "primary"), again]

    # Decisions

    @property
    def _is_choice(self) -> bool:
        return self.exercise.person_to_move and bool(choices_at(self.exercise))

    def enter(self) -> None:
        """Open the dialog of a decision if the opening starts with one."""
        super().enter()
        self._open_choice()

    def _use(self, cell: int, *, by_hand: bool) -> None:
        if self._is_choice:
            self._open_choice()
        else:
            super()._use(cell, by_hand=by_hand)

    def _open_choice(self) -> None:
        """Open the dialog of an opening decision, as in a real game. Do nothing if no decision is due."""
        if not self._is_choice or self.app.scene is not self:
            return
        dialog, revision = RehearsedChoiceScene(self.app, self.exercise, choices_at(self.exercise)), self.match.revision
        self.app.push(dialog, lambda key: self._choose(key, revision))

    def _choose(self, key: str | None, revision: int) -> None:
        if key is not None:
            self._take(self.exercise.carry_out(Command(revision, (Choose(key),))))
            self._open_choice()

    # Actions

    def _proceed(self) -> None:
        """Start the practised opening again from its beginning."""
        self.tweens.finish()
        self.exercise.stop()
        self._begin()
        self.arrange()
        self._open_choice()

    def _answered(self, verdict: bool) -> None:
        """Do nothing, because no turn in a practised opening is simply right or wrong."""

    def _take(self, result: MovesPlayed | Reason | None) -> None:
        if isinstance(result, MovesPlayed):
            self._happened = result.events
        super()._take(result)
        self._count()

    def _as_replay(self) -> ReplayGame:
        """Return the practised opening as a game between the player and the engine, for the replay."""
        services, info = self.app.services, self.subject.info
        level = info.level(info.hint_level)
        other = Participant(level.name, level.id) if level is not None else Participant(_("Friend"))
        return ReplayGame(services, self.exercise.tournament(Participant(services.player_name()), other), 0)

    def _explore(self) -> None:
        study = study_of_game(self._as_replay().tournament, 0)
        node = (study.tree.continuation(ROOT) or [ROOT])[-1]
        analyse_study(self.app, study, self._leave_exploring, node)

    def _leave_exploring(self, taken_over: TakeOver | None) -> None:
        if taken_over is not None:
            self.finish(taken_over)

    def _play_on(self) -> None:
        ask_who_plays(self.app, self._as_replay(), _("A new game begins with this opening."), self.finish)

    # Frames

    def tick(self, seconds: float) -> None:
        """Let the engine judge the opening and play the other side's turns."""
        super().tick(seconds)
        if not self.app.services.can_judge(self.subject):
            return
        before = self._known
        for moved in self.exercise.poll():
            self._happened = moved.events
            self.board.animate(moved.events)
            self.app.sounds.play_events(moved.events, self.subject.info)
            self.refresh()
            self._open_choice()
        if self._known != before:
            self._count()
            self.refresh()

    @property
    def _known(self) -> tuple[int, bool, str]:
        return len(self.exercise.judged_decisions), self.exercise.end_share is not None, self.exercise.problem

    def _count(self) -> None:
        """Update the score with the player's turns that were judged since the last call."""
        for asked in self.exercise.judged_decisions:
            ply, right = len(asked.match.plies), self.exercise.is_right(asked)
            if ply not in self._counted:
                self._counted.add(ply)
                if right is not None:
                    self.score.count(is_right=right)

    # Texts

    @property
    def judgement(self) -> str:
        """Text with the judgement of the last turn and, after the opening, of its final position."""
        decisions = self.exercise.judged_decisions
        last = judgement_text(self.exercise, decisions[-1]) if decisions else ""
        return join_sentences((last, end_text(self.exercise) if self.exercise.is_over else ""))

    @property
    def _answer(self) -> str:
        why = self.board.why
        if why is not None and self.exercise.person_to_move:
            return why.message
        return join_sentences((self.feedback or self.exercise.problem or self._waiting, self.judgement))

    @property
    def _waiting(self) -> str:
        """A sentence about the engine's work in progress; "" while it is the player's turn."""
        if not self.app.services.can_judge(self.subject):
            return _("The engine is getting ready…")
        is_done = self.exercise.is_over and (self.exercise.end is None or self.exercise.end.is_done)
        return "" if self.exercise.person_to_move or is_done else _("The engine is judging the position.")

    @property
    def task(self) -> BoardTask:
        """Sentences with the other side's last turn and the player's task in the opening."""
        title, shown = _("Place the stones") if self.seat == 0 else _("Choose a side"), self._as_replay()
        happened = describe(shown, self._happened)
        asked = "" if self.exercise.is_over else turn_sentence(shown)
        return BoardTask(title, join_sentences((happened, asked, aim_text(self.exercise))))

    # Pictures

    def paint(self, canvas: Canvas) -> None:
        canvas.backdrop(dimmed=True)
        canvas.lights.above_board()
        canvas.heading(_(self.opening.title), 292, 39, 700)
        self.board.paint(canvas)
        text = _("{number} of {count}", number=self.score.right, count=self.score.asked)
        paint_captioned(canvas, _("Correct"), text)
        paint_task_text(canvas, self.task, self._answer, None)
        top = paint_stones(canvas) if self.subject.info.names_stone else 80.0
        draw_balance_card(canvas, self.subject.info, top, _BOTTOM, self._facts())
        enter = _("N: start again  ·  P: play on") if self.exercise.is_over else _("Enter: place or choose")
        draw_keys(canvas, (enter, _("F1: rules  ·  Esc: leave")))

    def _facts(self) -> BalanceFacts:
        info, decisions = self.subject.info, self.exercise.judged_decisions
        share = self.exercise.end_share if self.exercise.is_over else decisions[-1].share if decisions else None
        silence = _("Winning chances appear once you have placed stones or chosen.")
        facts = [options_text(info, self.opening.options), _(self.opening.about)]
        return BalanceFacts(_(info.title), facts, share, silence)
