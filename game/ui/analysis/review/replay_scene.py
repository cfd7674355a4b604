"""The replay: step through the games of a tournament, review them, and play on from any position."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import pygame

from game.analysis.review.annotated import annotated_study
from game.analysis.review.review_worker import ReviewWorker, stored_readings
from game.core.language import _, join_sentences
from game.core.match import Match
from game.core.model import ParseError, Place
from game.core.notation import playable_moves
from game.core.ruleset import Ruleset
from game.core.tournament import Tournament
from game.library.study.study import Study, study_of_game
from game.library.study.tree import ROOT
from game.session.play_on import TakeOver
from game.session.records.counting import Unrating
from game.session.replay_game import ReplayGame
from game.session.shown_game import stone_numbers
from game.session.texts import describe, stones_placed, turn_sentence
from game.storage import folders
from game.storage.folders import save_picture
from game.training.mistakes.memory import ReviewedGame, keep, questions
from game.training.mistakes.practice import PracticeRound, askable
from game.ui.analysis.explore.explore_scene import ExploreScene
from game.ui.analysis.export.export_scene import ExportScene
from game.ui.analysis.export.exported_game import ExportedGame
from game.ui.analysis.mistakes.practice_scene import PracticeScene
from game.ui.analysis.review.replay_picture import SLIDER, ReplayActions, ReplayPicture, replay_buttons
from game.ui.board.board_buttons import ask_who_plays, find_button, numbers_button
from game.ui.board.board_picture import BoardPictures
from game.ui.board.board_view import BOARD_PLACE, BoardView
from game.ui.board.speech_bubble import fits_in_bubble
from game.ui.painting.canvas import Canvas
from game.ui.painting.surfaces import png
from game.ui.shell.app import App
from game.ui.shell.dialogs import QuestionScene
from game.ui.shell.form import FormScene
from game.ui.shell.system_language import copy_text
from game.ui.shell.unrated_question import when_unrated
from game.ui.widgets import keys
from game.ui.widgets.buttons import PRESS_KEYS, Button
from game.ui.widgets.fields import SliderField, Span
from game.ui.widgets.tooltip import PointerShape

#: Seconds between moves in automatic play.
PLAY_SECONDS = 1.0
_MANY = 10
#: Seconds between two redraws of a running review.
_REDRAWN = 0.25
_STEPS = dict(zip((*keys.STEP.keys, *keys.LEAP.keys), (-1, 1, -_MANY, _MANY), strict=True))
_GAMES = dict(zip(keys.GAMES.keys, (-1, 1), strict=True))


class ReplayScene(FormScene[TakeOver | None]):
    """Scene of the replay; finishes with a position to play on from, or None when the player leaves."""

    tune = "table"
    takes_files = True

    def __init__(
        self, app: App, tournament: Tournament, index: int = -1, step: int | None = None, *, reviews: bool = False
    ) -> None:
        """Show the replay of a game of a tournament at a step, by default at its end.

        ``index`` is the index in ``tournament.games``. With ``reviews``, the review starts at once.
        """
        super().__init__(app)
        self._tournament = tournament
        self._worker: ReviewWorker | None = None
        self._since_drawn = 0.0
        """Seconds since the review was drawn, to limit redraws while it reports results every frame."""
        self._show_game(range(len(tournament.games))[index])
        if step is not None:
            self.replay.go(step)
        self._reviews = reviews

    def enter(self) -> None:
        """Start the review of the game if it was requested."""
        super().enter()
        if self._reviews:
            self._toggle_review()

    def _show_game(self, index: int) -> None:
        self._end_review()
        self.replay = ReplayGame(self.app.services, self._tournament, index)
        info = self._tournament.ruleset.info
        self.board = BoardView(info, self.tweens, self.repaint)
        self.picture = ReplayPicture(self.replay, self.board)
        self._playing = False
        self._waited = 0.0
        self._message = ""
        self._study: Study | None = None
        """Variations that the player has explored in this game."""

    @property
    def subject(self) -> Ruleset:
        return self._tournament.ruleset

    @property
    def searchable_match(self) -> Match:
        """The match up to the current step of the replay."""
        return self.replay.match

    @property
    def playing(self) -> bool:
        """True while the replay advances automatically."""
        return self._playing

    # Layout

    def arrange(self) -> None:
        """Lay out the board and the controls of the replay for the current step."""
        geometry, coordinates = self.replay.match.state.geometry, self.app.preferences.coordinates
        rect = self.stage.rect(*BOARD_PLACE)
        self.board.arrange(self.app.paintbox, geometry, rect, coordinates=coordinates)
        self._revealed = -1
        """The step to which the list of moves was last scrolled."""
        super().arrange()

    def build(self) -> None:
        """Add the slider through the moves, unless the game has none."""
        self._slider: SliderField | None = None
        if self.replay.length:
            span = Span(0, self.replay.length, 1)
            self._slider = SliderField(self.form, SLIDER, span, self.replay.step, self._slide)

    def refresh(self) -> None:
        """Update the board, list of moves, slider and buttons to the current step of the replay."""
        match, step = self.replay.match, self.replay.step
        self._show_best()
        self.board.show(match.state, match.ruleset.marks(match.state), self._numbers)
        if self._revealed != step:
            self._revealed = step
            self.picture.moves.reveal(max(0, step - 1))
        if self._slider is not None and self._slider.value != step:
            self._slider.show(step)
        self.controls.set(self._buttons())
        super().refresh()

    @property
    def _numbers(self) -> Mapping[int, int]:
        return stone_numbers(self.replay.match) if self.app.preferences.numbers_shown else {}

    def _toggle_numbers(self) -> None:
        preferences = self.app.preferences
        preferences.numbers_shown = not preferences.numbers_shown
        self.refresh()

    def _buttons(self) -> list[Button]:
        moves = (self._jump, self._toggle_play, self._take_over, self._toggle_review, self._next_mistake)
        others = (self._explore, self._learn, self._copy, self._save_picture, self._export)
        act = ReplayActions(*moves, *others, self._other_game, lambda: self.finish(None))
        reviewed = self._worker is not None
        buttons = replay_buttons(self.stage, self.replay, act, playing=self._playing, reviewed=reviewed)
        numbers = numbers_button(self.stage, self._toggle_numbers, is_on=self.app.preferences.numbers_shown)
        find = find_button(self.stage, lambda: self.app.act(keys.FIND.key))
        return [*buttons[:1], numbers, find, *self.form.stops(), *buttons[1:]]

    # Steps

    def _jump(self, step: int) -> None:
        """Go to a step of the replay at the player's request; this ends automatic play."""
        self._playing = False
        self._go(step)

    def _go(self, step: int) -> None:
        before = self.replay.step
        self.tweens.finish()
        self.replay.go(step)
        self._message = ""
        if self.replay.step == before + 1:
            self.board.animate(self.replay.events)
            self.app.sounds.play_events(self.replay.events, self.subject.info)
        elif self.replay.step != before:
            self.board.animate_change(self.replay.match.state)
        self.refresh()

    def _toggle_play(self) -> None:
        self._playing = not self._playing and self.replay.length > 0
        self._waited = 0.0
        if self._playing and self.replay.step == self.replay.length:
            self._go(0)
        self.refresh()

    def _other_game(self, way: int) -> None:
        index = self.replay.index + way
        if 0 <= index < self.replay.games:
            self.tweens.finish()
            self._show_game(index)
            self.arrange()

    # The review

    def _toggle_review(self, then: Callable[[], None] = lambda: None) -> None:
        """End the review of the game, or start it and then call ``then``.

        For a rated game in progress, the player must first agree to make it unrated.
        """
        if self._worker is not None:
            self._end_review()
            self._show_review()
        elif self.replay.length:
            self._when_unrated(Unrating.REVIEW, lambda: self._begin_review(then))

    def _when_unrated(self, action: Unrating, proceed: Callable[[], None]) -> None:
        is_latest = self.replay.index == self.replay.games - 1
        series = self._tournament if is_latest else None
        when_unrated(self.app, action, self.replay.whole, proceed, series=series)

    def _begin_review(self, then: Callable[[], None]) -> None:
        self._worker = ReviewWorker(self.app.services, self.replay.whole)
        self.app.services.preparation.prioritise(self.subject.info.id)
        self._show_review()
        then()

    def _show_review(self) -> None:
        self.picture.review(self._worker)
        self.refresh()

    def _end_review(self) -> None:
        if self._worker is not None:
            self._worker.close()
            keep(self.app.services.database, self._reviewed(self._worker))
            self._worker = None

    def _reviewed(self, desk: ReviewWorker) -> ReviewedGame:
        return ReviewedGame(self._tournament, self.replay.index, desk.review, desk.readings)

    def _learn(self) -> None:
        """Open exercises made from the player's mistakes in the game.

        The review pauses meanwhile to free the engine.
        """
        if self._worker is None:
            return
        services = self.app.services
        found, player = questions(services.database, self._reviewed(self._worker))
        mistakes = askable(found, services.catalogue.rulesets, services.prover)
        if not mistakes:
            self._show_message(
                self._unread_text(
                    _("There is nothing to learn from yet."), _("There is no mistake of yours to learn from.")
                )
            )
            return
        self._toggle_review()
        keeper = None if player is None else (services.database, player)
        practice = PracticeRound(mistakes, services.catalogue.rulesets, services.prover, keeper)
        scene = PracticeScene(self.app, practice, _("Learn from this game"))
        self.app.push(scene, lambda _result: self._toggle_review())

    def suspend(self) -> None:
        """Pause the review of the game, since the scene on top may need the engine."""
        super().suspend()
        if self._worker is not None:
            self._worker.pause()

    def exit(self) -> None:
        """End the review of the game and save its results."""
        self._end_review()
        super().exit()

    def _next_mistake(self) -> None:
        """Go to the next mistake in the game; start the review first if it is off."""
        if self._worker is None and self.replay.length:
            self._toggle_review(self._next_mistake)
            return
        step = self._worker.next_mistake(self.replay.step) if self._worker is not None else None
        if step is None:
            self._show_message(
                self._unread_text(_("No mistake is known so far."), _("No mistake was found in this game."))
            )
        else:
            self._jump(step)

    def _unread_text(self, so_far: str, in_the_end: str) -> str:
        """Return why the reviewed moves contain nothing of the requested kind, such as a mistake.

        The reason is the review's problem if it has one, ``so_far`` while moves remain to be analysed, and else
        ``in_the_end``.
        """
        if self._worker is None:
            return so_far
        return self._worker.problem or (so_far if self._worker.unread or self._worker.waits else in_the_end)

    def _explore(self) -> None:
        """Open the explorer at the current step of the game.

        The review pauses meanwhile to free the engine.
        """
        self._playing, reviewed = False, self._worker is not None
        if reviewed:
            self._toggle_review()
        if self._study is None:
            self._study = study_of_game(self._tournament, self.replay.index)
        line = [ROOT, *self._study.tree.continuation(ROOT)]
        scene = ExploreScene(self.app, self._study, line[min(self.replay.step, len(line) - 1)])
        return_scene = partial(self._come_back, reviewed=reviewed)
        self._when_unrated(Unrating.EXPLORE, lambda: self.app.push(scene, return_scene))

    def _come_back(self, taken_over: TakeOver | None, *, reviewed: bool) -> None:
        if taken_over is not None:
            self.finish(taken_over)
        elif reviewed:
            self._toggle_review()

    def _read_on(self, seconds: float) -> None:
        """Continue the review of the game; redraw its results a few times a second."""
        self._since_drawn += seconds
        if (
            self._worker is not None
            and self._worker.poll()
            and (self._since_drawn > _REDRAWN or not self._worker.unread)
        ):
            self._since_drawn = 0.0
            self._show_best()
            self.repaint()

    def _show_best(self) -> None:
        """Show the better move on the board if the played one is a mistake or missed the last escape."""
        step, desk = self.replay.step, self._worker
        judged = desk.judged(step) if desk is not None and desk.has_better(step) else None
        best: list[Place] = []
        if judged is not None and judged.best:
            state = self.replay.whole.at(self.replay.step - 1).state
            best = [
                move for move, _after in playable_moves(self.subject, state, judged.best[:1]) if isinstance(move, Place)
            ]
        self.board.suggest(best)

    def update(self, seconds: float) -> None:
        """Continue the review of the game and automatic play."""
        super().update(seconds)
        self._read_on(seconds)
        if not self._playing:
            return
        self._waited += seconds
        if self._waited >= PLAY_SECONDS:
            self._waited = 0.0
            self._playing = self.replay.step + 1 < self.replay.length
            self._go(self.replay.step + 1)

    # Input

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle the replay's keys, clicks on moves, and the wheel; pass all other events on to the controls."""
        if event.type == pygame.KEYDOWN and self._replay_key(event.key):
            return True
        if event.type == pygame.MOUSEWHEEL:
            self.picture.moves.scroll(event.y)
            self.repaint()
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            step = self._step_at(event.pos)
            if step is not None:
                self._jump(step)
                return True
        if event.type == pygame.MOUSEMOTION and event.buttons[0] and self.picture.curve is not None:
            step = self.picture.curve.step_at(self.stage, event.pos)
            if step is not None and step != self.replay.step:
                self._jump(step)
                return True
        return super().handle(event)

    def _step_at(self, point: tuple[int, int]) -> int | None:
        """Return the step at a point of the list of moves or of the curve of winning chances, or None."""
        curve = self.picture.curve
        if curve is not None and (step := curve.step_at(self.stage, point)) is not None:
            return step
        place = self.picture.moves.ply_at(self.stage, point)
        return None if place is None else place + 1

    def shape_at(self, point: tuple[int, int]) -> PointerShape:
        """Return a hand pointer over moves and the curve of winning chances, else an arrow."""
        return "arrow" if self._step_at(point) is None else "hand"

    def _replay_key(self, key: int) -> bool:
        if key in _STEPS:
            self._jump(self.replay.step + _STEPS[key])
        elif key in keys.ENDS.keys:
            self._jump(0 if key == keys.ENDS.key else self.replay.length)
        elif key in _GAMES:
            self._other_game(_GAMES[key])
        elif key in keys.MISTAKE.keys:
            self._next_mistake()
        elif self._worker is not None and key in keys.COPY.keys:
            # These two keys have no buttons during a review.
            self._copy()
        elif self._worker is not None and key in keys.KEEP_PICTURE.keys:
            self._save_picture()
        elif key in PRESS_KEYS and self.controls.focused is None:
            (self._toggle_play if key in keys.RUN.keys else self._take_over)()
        else:
            return False
        return True

    def _slide(self, step: float) -> None:
        if round(step) != self.replay.step:
            self._jump(round(step))

    # Actions on a position

    def _show_message(self, sentence: str) -> None:
        self._message = sentence
        self.repaint()

    def _take_over(self) -> None:
        replay = self.replay
        if self.subject.outcome(replay.match.state) is not None:
            self._show_message(_("The game is over here. Step back to play on from an earlier move."))
            return
        self._playing = False
        text = _("A new game begins at move {number}; this one stays as it is.", number=stones_placed(replay.match) + 1)
        ask_who_plays(self.app, replay, text, self.finish)

    def _copy(self) -> None:
        done = copy_text(self.subject.dump(self.replay.match.state))
        self._show_message(_("The position is on the clipboard.") if done else _("The clipboard could not be used."))

    def _save_picture(self) -> None:
        name = _("{game} - move {number}", game=self._tournament.title, number=stones_placed(self.replay.match))
        app, state = self.app, self.replay.match.state
        picture = BoardPictures(app.theme, app.paintbox.sprites, self.subject).of(state, self._numbers)
        try:
            path = save_picture(folders.pictures_folder(), name, png(picture))
        except ParseError as error:
            self._show_message(str(error))
            return
        text = _("It is the file “{file}” in {folder}.", file=path.name, folder=path.parent)
        self.app.push(QuestionScene(self.app, _("The picture is saved"), text, {"": _("All right")}))

    def _export(self) -> None:
        """Open the export of the game to a file, with the results of a review if there are any."""
        self._playing, reviewed = False, self._worker is not None
        if reviewed:
            self._toggle_review()
        study = study_of_game(self._tournament, self.replay.index)
        line = [ROOT, *study.tree.continuation(ROOT)]
        readings = stored_readings(self.app.services, self.replay.whole)
        annotated = partial(annotated_study, self._tournament, self.replay.index, readings) if readings else None
        game = ExportedGame(self._tournament.title, study, line[self.replay.step], annotated)
        self.app.push(ExportScene(self.app, game), lambda _result: self._toggle_review() if reviewed else None)

    # Drawing

    def paint(self, canvas: Canvas) -> None:
        note = self._message or self._bubble_text(partial(fits_in_bubble, canvas, is_short=True))
        self.picture.paint(canvas, note)

    def _bubble_text(self, fits: Callable[[str], bool]) -> str:
        """Return the text of the replay's speech bubble.

        In a review it says what is special about the last move and why it is good or bad, otherwise what the move was
        and who is to move.
        """
        step, desk = self.replay.step, self._worker
        moment = desk.moment(step) if desk is not None else ""
        why = desk.words(step, lambda words: fits(join_sentences((moment, words)))) if desk is not None else ""
        whole = join_sentences((moment, why))
        if not whole:
            return join_sentences((describe(self.replay, self.replay.events), turn_sentence(self.replay)))
        return whole if fits(whole) or not moment else moment

    def paint_live(self, canvas: Canvas) -> None:
        """Draw the slider, the animated parts of the board, and the players' lamps."""
        super().paint_live(canvas)
        self.picture.paint_live(canvas)
