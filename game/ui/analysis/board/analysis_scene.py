"""The analysis board: a game or a study with its variations, the engine's lines, and an explanation of each move."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from game.analysis.board.board_analysis import BoardAnalysis
from game.analysis.board.explanation import explanation_of
from game.analysis.board.study_editor import StudyEditor
from game.analysis.board.study_table import StudyTable
from game.analysis.board.subject import AnalysisSubject, subject_of_study
from game.core.match import Match
from game.core.model import Move, Reason
from game.core.ruleset import Ruleset, meant_cell
from game.library.study.study import Study
from game.library.study.tree import ROOT
from game.session.play_on import TakeOver
from game.session.playable_game import MovesPlayed
from game.session.shown_game import stone_numbers
from game.session.texts import pending_sentence
from game.ui.analysis.board.analysis_buttons import (
    bottom_buttons,
    engine_buttons,
    open_menu,
    play_turn_button,
    show_button,
    top_buttons,
)
from game.ui.analysis.board.analysis_picture import BOARD_PLACE, AnalysisPicture
from game.ui.analysis.board.board_commands import EncodingCommands, SubjectCommands, ViewCommands
from game.ui.analysis.board.clipboard_commands import ClipboardCommands
from game.ui.analysis.board.engine_bar import EngineBar
from game.ui.analysis.board.engine_commands import EngineCommands
from game.ui.analysis.board.pointed_cards import PointedCards
from game.ui.analysis.board.stone_entry import StudyStoneEntry
from game.ui.analysis.board.study_commands import StudyCommands
from game.ui.board.board_buttons import play_label
from game.ui.board.board_scene import BoardScene
from game.ui.board.board_view import BoardView
from game.ui.board.stone_picker import StonePicker
from game.ui.painting.canvas import Canvas
from game.ui.shell.app import App
from game.ui.widgets import keys
from game.ui.widgets.buttons import Button
from game.ui.widgets.commands import SceneCommand, command
from game.ui.widgets.tooltip import PointerShape

#: Seconds between two redraws of the engine's results.
_REDRAWN = 0.25
_RIGHT_BUTTON = 3


class AnalysisScene(BoardScene[TakeOver | None]):
    """Scene of the analysis board; finishes with a position to play on from, or None when the player leaves.

    Each move that is played adds a node to the study's tree, and is saved at once. The keys step through the tree; in
    the cursor mode the arrow keys move a cursor on the board instead.
    """

    tune = "table"
    takes_files = True
    board_place = BOARD_PLACE

    def __init__(self, app: App, subject: AnalysisSubject, node: int | None = None, *, reviews: bool = False) -> None:
        """Show a study at a node, by default at the end of its game, or at the first position of a study without one.

        A finished game is analysed at once; with ``reviews`` an unfinished one is, too.
        """
        super().__init__(app)
        self._reviews = reviews
        self._begin(subject, node)

    def _begin(self, subject: AnalysisSubject, node: int | None, editor: StudyEditor | None = None) -> None:
        study = subject.study
        end = study.tree.continuation(ROOT)
        start = node if node is not None else end[-1] if end and subject.game is not None else ROOT
        self.subject_of_board = subject
        self.table = StudyTable(study, start, editor or StudyEditor(study, subject.file))
        self.analysis = BoardAnalysis(self.app.services, self.table, subject.game)
        self.board = BoardView(study.ruleset.info, self.tweens, self.repaint, partial(meant_cell, study.ruleset))
        self.picture = AnalysisPicture(self.app, subject, self.analysis, self.board, self._play)
        self._cards = PointedCards(self.picture, self.analysis)
        self._bar = EngineBar(self.app, self.analysis, self._look_again, subject.series)
        self._engine = EngineCommands(
            self.app,
            subject,
            self.analysis,
            self._bar,
            show_message=self.show_message,
            go=self._go,
            play_on=self.finish,
            explore=partial(_explore, self.app),
        )
        self._subjects = SubjectCommands(self.app, subject, self.table, begin=self._change, leave=self.finish)
        self._encoding = EncodingCommands(self.app, subject, self.table, self._change)
        self._study = StudyCommands(
            self.app, subject, self.analysis, self.show_message, read_again=self._subjects.read_again
        )
        self._clipboard = ClipboardCommands(
            self.app, self.analysis,
            show_message=self.show_message, keep_picture=self._study.keep_picture, show_subject=self._show_over,
        )  # fmt: skip
        self.entry = StudyStoneEntry(
            self.app, self.table, self.board, self.picture.picker, self._engine,
            take=self._take, show_message=self.show_message,
        )  # fmt: skip
        self._view = ViewCommands(self.app, self.table, self.picture, go_to_step=self.go_to_step, refresh=self.refresh)
        self.pending, self._hand = self.entry.pending, self.entry.hand
        self._commands = {each.use: each for each in self._all_commands()}
        self._message = self._subjects.break_text()
        self._since_drawn, self._has_news = 0.0, False
        self.app.services.preparation.prioritise(study.ruleset.info.id)

    def _change(self, subject: AnalysisSubject, node: int | None, editor: StudyEditor | None) -> None:
        """Show another subject in place of this one; ``editor`` has earlier edits of its study, None if it has none."""
        self._close()
        self.tweens.finish()
        self._begin(subject, node, editor)
        self.arrange()
        self._start_review()

    def enter(self) -> None:
        """Start the analysis of a finished game, or of any game if that was requested."""
        super().enter()
        self._start_review()

    def _start_review(self) -> None:
        game = self.subject_of_board.game
        if game is not None and (game.outcome is not None or self._reviews):
            self._engine.review()

    @property
    def subject(self) -> Ruleset:
        return self.table.study.ruleset

    @property
    def searchable_match(self) -> Match:
        return self.table.match

    @property
    def match(self) -> Match:
        """The match up to the position on the board."""
        return self.table.match

    # Commands

    def commands(self) -> list[SceneCommand]:
        """Return the commands of the analysis board, with and without buttons.

        While the player can choose a kind of stone with number keys, these keys do not set the number of best moves.
        """
        commands = self._commands
        if self.picture.picker.visible:
            commands = commands | {keys.BEST_MOVES: commands[keys.BEST_MOVES].without(keys.STONES.keys)}
        return list(commands.values())

    def _all_commands(self) -> list[SceneCommand]:
        return [
            SceneCommand(keys.STEP, lambda index: self.go_to_step(self.table.step + (1 if index else -1))),
            SceneCommand(keys.VARIATION, lambda index: self._arrive(self.table.turn_to_other(1 if index else -1))),
            SceneCommand(keys.ENDS, lambda index: self.go_to_step(len(self.table.line) if index else 0)),
            command(keys.CURSOR, lambda: self.entry.start_cursor(self._move_cursor)),
            command(keys.WHY_NOT, self.entry.start_why_not, self._engine.why_over, lambda: self.entry.asks_why_not),
            command(keys.MORE, lambda: open_menu(self.app, self._commands)),
            command(keys.TO_GAME, lambda: self._go(self.table.home)),
            *self.entry.pass_commands(),
            *self._view.all(),
            *self._subjects.all(self._engine.why_over),
            *self._encoding.all(),
            *self._engine.all(),
            *self._study.all(lambda: self.board.cursor),
            *self._clipboard.all(),
        ]

    def buttons(self) -> list[Button]:
        play_turn = None
        if self.pending.is_laid_out and self.pending.moves:
            play_turn = play_turn_button(
                self.stage,
                play_label(self.pending),
                self.entry.play_turn,
                is_ready=self.pending.is_complete,
            )
        place = (self.table.step, len(self.table.line))
        next_turns = self.picture.next_turns
        middle = next_turns.buttons(self.stage, self.refresh)
        if not next_turns.is_shown:
            middle = engine_buttons(self.stage, self._commands, self.analysis)
        return [
            *top_buttons(
                self.stage,
                self._commands,
                lambda: self.finish(None),
                self._subjects.rule_title(),
                self._encoding.title(),
            ),
            *self.picture.picker.buttons(self.stage, self._pick),
            *middle,
            *([show_button(self.stage, self._commands)] if self._engine.has_line else []),
            *bottom_buttons(self.stage, self._commands, self.go_to_step, place, play_turn),
        ]

    # Display

    def reset_for_position(self) -> None:
        """React to a new position: clear the pending turn, show its place in the list, and start the engine."""
        self.pending.clear()
        self._cards.clear()
        self._engine.line = ()
        self.picture.reset_for_position()
        self._bar.look(self.match)

    def _show_game(self) -> None:
        state, tree = self.match.state, self.table.study.tree
        numbers = stone_numbers(self.match) if self.app.preferences.numbers_shown else {}
        self.board.show(state, self.subject.marks(state), numbers)
        self.entry.show_previews()
        self.board.cell_marks = tree.marks.get(self.table.node, ())
        self.board.suggest(self._engine.better_line()[:1])
        self._show_lights()

    def _show_lights(self) -> None:
        self.picture.show_lights(self._cards.line or self._engine.line, is_placing=bool(self.pending.moves))

    def show_message(self, sentence: str) -> None:
        """Show a sentence in place of the explanation until the next move; "" shows the explanation again."""
        self._message = sentence
        self.refresh()

    # Input

    @property
    def _stones(self) -> StonePicker:
        return self.picture.picker

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle clicks on moves and on the curve of winning chances, right clicks and the wheel.

        Other events go to the board.
        """
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self._click_cards(event.pos):
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == _RIGHT_BUTTON:
            cell = self.board.layout.cell_at(event.pos)
            if cell is not None:
                self._study.mark(cell)
            return cell is not None
        if event.type == pygame.MOUSEWHEEL:
            self._turn_wheel(event.y)
            return True
        return super().handle(event)

    def _turn_wheel(self, rows: int) -> None:
        """Scroll the list under the pointer with the wheel; elsewhere, step through the moves."""
        if self._cards.scroll(self.stage, self.controls.pointer or (0, 0), rows):
            self.refresh()
        else:
            self.go_to_step(self.table.step - rows)

    def _is_on_button(self, point: tuple[int, int]) -> bool:
        return any(button.rect.collidepoint(point) for button in self.controls.buttons)

    def _click_cards(self, point: tuple[int, int]) -> bool:
        step, node, move = self._cards.targets(self.stage, point, on_button=self._is_on_button(point))
        if step is not None:
            self.go_to_step(step)
        elif node is not None:
            self._go(node)
        elif move is not None:
            self._play(move.place)
        return (step, node, move) != (None, None, None)

    def _hover(self, point: tuple[int, int]) -> bool:
        cell = self.board.cell_at(point)
        is_news = self._point_at(lambda: self.board.hover(cell))
        has_step, has_move = self._cards.point(self.stage, point, cell, on_button=self._is_on_button(point))
        if has_step:
            self.repaint()
        if has_move:
            self._show_lights()
            self.dirty = True
        return is_news or has_step or has_move

    def shape_at(self, point: tuple[int, int]) -> PointerShape:
        """Return the pointer's shape: a hand over the moves and the curve of chances, else a cross or an arrow."""
        targets = self._cards.targets(self.stage, point, on_button=self._is_on_button(point))
        return "hand" if targets != (None, None, None) else super().shape_at(point)

    def _click(self, point: tuple[int, int]) -> bool:
        self.tweens.finish()
        cell = self.board.cell_at(point)
        if cell is not None:
            self.entry.press(cell)
        return cell is not None

    # Keys

    def _focus_key(self, event: pygame.event.Event) -> bool:
        """Handle Tab always, and the arrow keys as in a game while the cursor mode is on."""
        is_arrow = event.key in keys.STEP.keys or event.key in keys.VARIATION.keys
        if is_arrow and not self.entry.is_cursor_mode:
            self.controls.leave()
            return False
        return super()._focus_key(event)

    def _board_key(self, event: pygame.event.Event) -> bool:
        return self.entry.handle_study_key(event, has_focus=self.controls.focused is None)

    def _pick(self, letter: str) -> None:
        self.entry.pick(letter)
        self.refresh()

    # Moves and navigation

    def _play(self, *moves: Move) -> None:
        self.tweens.finish()
        self.entry.play(*moves)

    def _take(self, result: MovesPlayed | Reason | None) -> None:
        """Show the result of a move on the board; None means that only the pending turn has changed."""
        if isinstance(result, MovesPlayed):
            self._message = ""
            self.board.animate(result.events)
            self.app.sounds.play_events(result.events, self.subject.info)
        elif isinstance(result, Reason):
            self._message = result.message
            self.board.shake()
        else:
            self._message = pending_sentence(self.table, self.pending)
        self.refresh()

    def _go(self, node: int) -> None:
        self._arrive(self.table.go(node))

    def go_to_step(self, step: int) -> None:
        """Go to a position of the line on the board by its number; a number out of range goes to the nearest end."""
        before = self.table.step
        refused = self.table.go_to_step(step)
        is_next = refused is None and self.table.step == before + 1
        if is_next:
            self.board.animate(self.table.events)
            self.app.sounds.play_events(self.table.events, self.subject.info)
        self._arrive(refused, is_shown=is_next)

    def _arrive(self, refused: Reason | None, *, is_shown: bool = False) -> None:
        """Show the current node of the study, or the reason ``refused`` why it could not be reached.

        With ``is_shown``, the board shows the position already, so that the change is not animated.
        """
        self._message = "" if refused is None else refused.message
        if not is_shown:
            self.tweens.finish()
            self.board.animate_change(self.match.state)
        self.refresh()

    def _show_over(self, subject: AnalysisSubject, words: str) -> None:
        """Open another study over this one, at the end of its main line; the player comes back to this one."""
        end = subject.study.tree.continuation(ROOT)
        scene = AnalysisScene(self.app, subject, end[-1] if end else ROOT)
        self.app.push(scene, lambda taken_over: self.refresh() if taken_over is None else self.finish(taken_over))
        scene.show_message(words)

    # Time

    def _look_again(self) -> None:
        self._bar.look(self.match)
        self.refresh()

    def tick(self, seconds: float) -> None:
        """Process new results of the engine and the library; redraw them a few times a second."""
        super().tick(seconds)
        self._hand.tick(seconds)
        if self.table.editor.file is not None:
            self.table.editor.file.retry()
        self._view.tick(seconds)
        if self._bar.asks(is_wanted=False):
            return
        next_turns = self.picture.next_turns
        if next_turns.tick(seconds):
            self.refresh()
        if next_turns.point(self.controls.hovered or self.controls.focused):
            self._show_lights()
            self.repaint()
        self._since_drawn += seconds
        self._has_news |= self.analysis.poll()
        if self._has_news and self._since_drawn > _REDRAWN:
            self._since_drawn, self._has_news = 0.0, False
            self.refresh()

    def suspend(self) -> None:
        """Release the engine, which the scene on top may need."""
        super().suspend()
        self.analysis.stop()

    def exit(self) -> None:
        self._close()
        super().exit()

    def _close(self) -> None:
        self._engine.end_review()
        self.analysis.close()

    # Drawing

    def paint(self, canvas: Canvas) -> None:
        forbidden = self.board.why
        said = forbidden.message if forbidden is not None else self._message or self.analysis.analyst.note
        words, has_rule = explanation_of(self.table, self.analysis), bool(self._subjects.rule_title())
        self.picture.paint(
            canvas, said, words,
            has_line=self._engine.has_line, has_rule=has_rule, has_encoding=bool(self._encoding.title()),
        )  # fmt: skip

    def paint_live(self, canvas: Canvas) -> None:
        """Draw the animated parts of the board, and the stones that the player can pick."""
        self.picture.paint_live(canvas)


def _explore(app: App, study: Study, done: Callable[[TakeOver | None], None]) -> None:
    """Open a study over the scene that is open now, with the changes that were saved for it."""
    subject = subject_of_study(study, app.services.autosave.do, None, app.services.catalogue.rulesets)
    app.push(AnalysisScene(app, subject), done)
