"""The explorer: a study on the board, in which the player moves for both sides and an engine analyses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import pygame

from game.analysis.explore.analyst import MOST_MOVES, Analyst, AnalystMove
from game.analysis.explore.study_board import StudyTable
from game.core.language import _, join_sentences, plural
from game.core.match import Command, Match
from game.core.model import EMPTY, Choose, Move, ParseError, Reason
from game.core.ruleset import Ruleset
from game.library.study.study import Study
from game.library.study.study_file import write_study
from game.library.study.tree import ROOT, CellMark, Sign
from game.session.engines import EngineRecord
from game.session.pending_turn import PendingTurn, PreviewController
from game.session.play_on import TakeOver
from game.session.playable_game import MovesPlayed
from game.session.shown_game import stone_numbers
from game.session.texts import describe, pending_sentence, stones_placed, turn_sentence
from game.storage import folders
from game.storage.folders import keep_file
from game.ui.analysis.explore.engine_bar import EngineBar
from game.ui.analysis.explore.explore_picture import ExploreActions, ExplorePicture
from game.ui.analysis.export.export_scene import ExportScene
from game.ui.analysis.export.exported_game import ExportedGame
from game.ui.board.board_buttons import ask_who_plays, find_button, numbers_button, play_label
from game.ui.board.board_scene import BoardScene
from game.ui.board.board_view import BoardView
from game.ui.board.cell_marks import Light
from game.ui.board.opening_dialog import ChoiceScene, choices_at
from game.ui.board.speech_bubble import fits_in_bubble
from game.ui.board.stone_picker import StonePicker
from game.ui.painting.canvas import Canvas
from game.ui.shell.app import App
from game.ui.shell.dialogs import NameScene, QuestionScene
from game.ui.widgets import keys
from game.ui.widgets.buttons import PRESS_KEYS, Button
from game.ui.widgets.tooltip import PointerShape

#: Seconds between two redraws of the engine's results.
_REDRAWN = 0.25
#: Largest number of characters in a comment.
_LONGEST_COMMENT = 400
#: Largest number of moves of a line that are shown on the board.
_SHOWN = 9
_SIGNS = (Sign.CROSS, Sign.CIRCLE, Sign.SQUARE, Sign.TRIANGLE)
_RIGHT_BUTTON = 3


class ExploreScene(BoardScene[TakeOver | None]):
    """Scene of the explorer; finishes with a position to play on from, or None when the player leaves.

    Each new move adds a node to the study's tree. The engine analyses the position on the board and stops when the
    scene is left.
    """

    tune = "table"
    takes_files = True

    def __init__(self, app: App, study: Study, node: int = ROOT, *, analyst: Analyst | None = None) -> None:
        super().__init__(app)
        self.study = study
        self.table = StudyTable(study, node)
        self.analyst = Analyst(app.services) if analyst is None else analyst
        self.board = BoardView(study.ruleset.info, self.tweens, self.repaint)
        self.pending = PendingTurn(self.table)
        self._hand = PreviewController(self.pending)
        self._bar = EngineBar(app, self.analyst, self._look_again)
        self.picture = ExplorePicture(app, self.table, self.analyst, self.board, self._play)
        self._message = ""
        self._since_drawn, self._has_news = 0.0, False
        """Seconds since the engine's results were drawn, and whether newer results have arrived."""
        self._pointed: AnalystMove | None = None
        """The best move under the pointer, either in the engine card or on the board."""
        app.services.preparation.prioritise(study.ruleset.info.id)

    @property
    def subject(self) -> Ruleset:
        return self.study.ruleset

    @property
    def searchable_match(self) -> Match:
        return self.table.match

    @property
    def match(self) -> Match:
        """The match up to the position on the explorer's board."""
        return self.table.match

    # Display

    def reset_for_position(self) -> None:
        """React to a new position: clear the pending turn, show the variation, and start the engine."""
        self.pending.clear()
        self._pointed = None
        self.picture.variations.reset_for_position()
        self.picture.next_turns.reset_for_position()
        self.picture.picker.reset_for_position()
        self._bar.look(self.match)

    def _show_game(self) -> None:
        state, tree = self.match.state, self.study.tree
        numbers = stone_numbers(self.match) if self.app.preferences.numbers_shown else {}
        self.board.show(state, self.study.ruleset.marks(state), numbers)
        self.board.previews = self.pending.moves
        self.board.cell_marks = tree.marks.get(self.table.node, ())
        wants_stone = self.table.person_to_move and not self.pending.is_complete
        self.board.stone = self.picture.picker.letter if wants_stone else ""
        self._show_lights()

    def _show_lights(self) -> None:
        moves = [] if self.pending.moves else self.analyst.moves
        # If several kinds of stone are good on one cell, only the best is shown there.
        best = {move.place.cell: move for move in reversed(moves)}
        self.board.lights = [Light(cell, move.chance, move is moves[0]) for cell, move in reversed(best.items())]
        line = self._pointed.line[:_SHOWN] if self._pointed is not None else self.picture.next_turns.forecast
        self.board.forecast = line
        if line:
            cells = {place.cell for place in line}
            self.board.lights = [light for light in self.board.lights if light.cell not in cells]

    def buttons(self) -> list[Button]:
        act = ExploreActions(
            go=self._go_to_step,
            other=lambda: self._arrive(self.table.turn_to_other()),
            home=self._go_home,
            play_on=self._play_on,
            play_turn=self._play_turn,
            comment=self._comment,
            cut=self._cut,
            why_not=self._why_not,
            switch=self._switch,
            count=lambda: self._want(self.analyst.moves_wanted % MOST_MOVES + 1),
            choose=self._choose_engine,
            leave=self._leave,
            next_turns=self._switch_next_turns,
            refresh=self.refresh,
        )
        label = play_label(self.pending) if self.pending.is_laid_out and self.pending.moves else ""
        made = self.picture.buttons(self.stage, act, play_turn=label, is_ready=self.pending.is_complete)
        numbers = numbers_button(self.stage, self._toggle_numbers, is_on=self.app.preferences.numbers_shown)
        picks = self.picture.picker.buttons(self.stage, self._pick)
        find = find_button(self.stage, lambda: self.app.act(keys.FIND.key))
        return [made[0], numbers, find, *picks, *made[1:]]

    def _toggle_numbers(self) -> None:
        self.app.preferences.numbers_shown = not self.app.preferences.numbers_shown
        self.refresh()

    # Input

    @property
    def _stones(self) -> StonePicker:
        return self.picture.picker

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle clicks on variations and best moves, right clicks and the wheel; pass other events to the board."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self._click_cards(event.pos):
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == _RIGHT_BUTTON:
            return self._mark(self.board.cell_at(event.pos))
        if event.type == pygame.MOUSEWHEEL:
            self.picture.scroll(event.y)
            self.refresh()
            return True
        return super().handle(event)

    def _click_cards(self, point: tuple[int, int]) -> bool:
        node = self.picture.node_at(self.stage, point)
        if node is not None:
            self._go(node)
            return True
        move = self.picture.engine.move_at(self.stage, point)
        if move is not None:
            self._play(move.place)
        return move is not None

    def _hover(self, point: tuple[int, int]) -> bool:
        changed = self._point_at(lambda: self.board.hover(self.board.cell_at(point)))
        pointed = self.picture.engine.move_at(self.stage, point) or self._light_at(self.board.cell_at(point))
        if pointed != self._pointed:
            self._pointed = pointed
            self._show_lights()
            changed = self.dirty = True
        return changed

    def _light_at(self, cell: int | None) -> AnalystMove | None:
        return next((move for move in self.analyst.moves if move.place.cell == cell), None)

    def shape_at(self, point: tuple[int, int]) -> PointerShape:
        """Return a hand pointer over variations and best moves that can be clicked."""
        is_over = self.picture.node_at(self.stage, point) is not None
        return "hand" if is_over or self.picture.engine.move_at(self.stage, point) else super().shape_at(point)

    def _click(self, point: tuple[int, int]) -> bool:
        self.tweens.finish()
        cell = self.board.cell_at(point)
        if cell is None:
            return False
        self.board.hover(cell)
        if self.pending.is_open:
            self._take(self._hand.press(self._stone_for(cell)))
        else:
            self._place(cell)
        return True

    def _place(self, cell: int) -> None:
        if not self._ask_choice():
            self._take(self.table.play(self._stone_for(cell)))

    def _board_key(self, event: pygame.event.Event) -> bool:
        if event.key in PRESS_KEYS and self.controls.focused is None:
            self._press_cursor()
        elif event.key in keys.BACK.keys and self.pending.moves:
            self.pending.clear()
            self.refresh()
        elif event.key in keys.WALK.keys:
            self._go_to_step(self.table.step + (-1 if event.key == keys.WALK.key else 1))
        elif event.key in keys.ENDS.keys:
            self._go_to_step(0 if event.key == keys.ENDS.key else len(self.table.line))
        elif event.key in keys.VARIATION.keys:
            self._arrive(self.table.turn_to_other())
        elif event.key in keys.BEST_MOVES.keys and not self.picture.picker.visible:
            self._want(keys.BEST_MOVES.keys.index(event.key) + 1)
        elif event.key in keys.KEEP_STUDY.keys:
            self._keep()
        elif event.key in keys.SHARE.keys:
            self._share()
        elif event.key in keys.MARK.keys:
            return self._mark(self.board.cursor)
        else:
            return False
        return True

    def _press_cursor(self) -> None:
        """Place a stone at the keyboard cursor; if the cursor is hidden, show it in the middle instead."""
        cursor = self.board.cursor
        if self.pending.is_confirmed_by(cursor):
            self._play_turn()
        elif cursor is None:
            if not self._ask_choice():
                self._move_cursor((0, 0))
        elif not self.pending.is_open:
            self._place(cursor)
        elif self.pending.has(cursor):
            self.pending.take(cursor)
            self.refresh()
        else:
            self._take(self.pending.put(self._stone_for(cursor)))

    def _pick(self, letter: str) -> None:
        self.picture.picker.choose(letter)
        self.pending.change_newest(letter)
        self.refresh()

    def _ask_choice(self) -> bool:
        """Open the dialog of an opening decision. Return False if none is due in the position."""
        choices = choices_at(self.table)
        if not choices:
            return False
        seat, revision = self.match.state.seat, self.match.revision
        dialog = ChoiceScene(self.app, self.table.participant(seat).name, self.study.ruleset.info, choices)
        self.app.push(dialog, lambda key: self._choose(key, revision))
        return True

    def _choose(self, key: str | None, revision: int) -> None:
        if key is not None:
            self._take(self.table.submit(Command(revision, (Choose(key),))))

    # Moves and navigation

    def _play(self, *moves: Move) -> None:
        self.tweens.finish()
        self._take(self.table.play(*moves))

    def _play_turn(self) -> None:
        self._take(self.pending.play())

    def _take(self, result: MovesPlayed | Reason | None) -> None:
        """Show the result of a move on the board; None means that only the pending turn has changed."""
        if isinstance(result, MovesPlayed):
            self._message = ""
            self.board.animate(result.events)
            self.app.sounds.play_events(result.events, self.study.ruleset.info)
        elif isinstance(result, Reason):
            self._message = result.message
            self.board.shake()
        else:
            self._message = pending_sentence(self.table, self.pending)
        self.refresh()

    def _go(self, node: int) -> None:
        self._arrive(self.table.go(node))

    def _go_to_step(self, step: int) -> None:
        before = self.table.step
        refused = self.table.go_to_step(step)
        if refused is None and self.table.step == before + 1:
            self.board.animate(self.table.events)
            self.app.sounds.play_events(self.table.events, self.study.ruleset.info)
        self._arrive(refused, is_shown=self.table.step == before + 1)

    def _arrive(self, refused: Reason | None, *, is_shown: bool = False) -> None:
        """Show the current node of the study, or the reason why it could not be reached."""
        self._message = "" if refused is None else refused.message
        if not is_shown:
            self.tweens.finish()
            self.board.animate_change(self.match.state)
        self.refresh()

    def _go_home(self) -> None:
        """Go back to the node at which the variation left the original line of the study."""
        self._go(self.table.home)

    def _leave(self) -> None:
        self.finish(None)

    # Changes of the study

    def _cut(self) -> None:
        """Delete the current move of the study and all that follow; if these are several, ask first."""
        gone = 1 + sum(1 for _node in self.study.tree.walk(self.table.node))
        if gone == 1:
            self._cut_now()
            return
        text = plural("{count} move will be deleted.", "{count} moves will be deleted.", gone)
        answers = {"cut": _("Delete"), "": _("Cancel")}
        ask = QuestionScene(self.app, _("Delete from here on?"), text, answers)
        self.app.push(ask, lambda answer: self._cut_now() if answer else None)

    def _cut_now(self) -> None:
        self.tweens.finish()
        self.table.cut()
        self._arrive(None)

    def _comment(self) -> None:
        comments, node = self.study.tree.comments, self.table.node
        text = _("It is kept with the study, and told when the position is shown.")
        ask = NameScene(
            self.app,
            _("Comment"),
            text,
            comments.get(node, ""),
            lambda _words: None,
            longest=_LONGEST_COMMENT,
        )
        self.app.push(ask, partial(self._save_comment, node))

    def _save_comment(self, node: int, words: str | None) -> None:
        if words is None:
            return
        self.study.tree.comments.pop(node, None)
        if words:
            self.study.tree.comments[node] = words
        self.repaint()

    def _mark(self, cell: int | None) -> bool:
        """Change the mark on a cell: cross, circle, square, triangle, none. Return False if ``cell`` is None."""
        if cell is None:
            return False
        marks = self.study.tree.marks
        here = {mark.cell: mark for mark in marks.get(self.table.node, ())}
        old = here.pop(cell, None)
        signs = [None, *_SIGNS]
        new = signs[(signs.index(None if old is None or old.sign not in _SIGNS else old.sign) + 1) % len(signs)]
        kept = (*here.values(), *([] if new is None else [CellMark(cell, new)]))
        marks.pop(self.table.node, None)
        if kept:
            marks[self.table.node] = kept
        self.refresh()
        return True

    @property
    def _title(self) -> str:
        return self.study.title or _(self.study.ruleset.info.title)

    def _keep(self) -> None:
        """Save the study to a new file in the folder that the library lists; older files are not overwritten."""
        try:
            path = keep_file(folders.studies_folder(), self._title, ".study.txt", write_study(self.study).encode())
        except ParseError as error:
            self._message = str(error)
        else:
            self._message = _("It is the file “{file}” in {folder}.", file=path.name, folder=path.parent)
        self.refresh()

    def _share(self) -> None:
        """Open the scene that exports the study to a file for other programs."""
        game = ExportedGame(self._title, self.study, self.table.node)
        self.app.push(ExportScene(self.app, game), lambda _result: self.refresh())

    # Engine, library and questions

    def _switch_next_turns(self) -> None:
        self.picture.next_turns.switch()
        self.refresh()

    def _switch(self) -> None:
        if not self._bar.asks(is_wanted=True):
            self.analyst.switch()
            self.refresh()

    def _look_again(self) -> None:
        self._bar.look(self.match)
        self.refresh()

    def _want(self, number: int) -> None:
        self.analyst.want(number)
        self.refresh()

    def _choose_engine(self) -> None:
        """Let the player choose the engine that analyses the position: built-in or added by the player."""
        engines = {engine.id: engine for engine in self.app.services.engines.ready()}
        answers = {"": _("The engine of the fair")} | {key: engine.name for key, engine in engines.items()}
        if not engines:
            text = _("Your own engines can read, too: add one in the settings.")
        else:
            text = _("An engine of your own tells its move; ours gives chances, too.")
        ask = QuestionScene(self.app, _("Which engine reads?"), text, answers, escape="-")
        self.app.push(ask, lambda answer: None if answer == "-" else self._set_engine(engines, answer))

    def _set_engine(self, engines: Mapping[str, EngineRecord], answer: str) -> None:
        self.analyst.choose(engines.get(answer))
        self.refresh()

    def _why_not(self) -> None:
        """Ask the engine what is wrong with a stone on the cell under the cursor."""
        cell = self.board.cursor
        if self._bar.asks(is_wanted=True):
            return
        if cell is None or self.match.state.board[cell] != EMPTY:
            self._message = _("Point at a free cell first.")
        else:
            refused = self.analyst.ask_why_not(self._stone_for(cell))
            self._message = "" if refused is None else refused.message
        self.refresh()

    def update(self, seconds: float) -> None:
        """Process new results of the engine and the library; redraw them a few times a second."""
        super().update(seconds)
        if self._bar.asks(is_wanted=False):
            return
        if self.picture.next_turns.update(seconds):
            self.refresh()
        if self.picture.next_turns.point(self.controls.hovered or self.controls.focused):
            self._show_lights()
            self.repaint()
        self._hand.pass_time(seconds)
        self._since_drawn += seconds
        self._has_news |= self.analyst.poll()
        if self._has_news and self._since_drawn > _REDRAWN:
            self._since_drawn, self._has_news = 0.0, False
            self._show_lights()
            self.repaint()

    def suspend(self) -> None:
        """Stop the engine, which the scene on top may need."""
        super().suspend()
        self.analyst.stop()

    def exit(self) -> None:
        self.analyst.stop()
        super().exit()

    # Playing on

    def _play_on(self) -> None:
        text = _("A new game begins at move {number}; this one stays as it is.", number=stones_placed(self.match) + 1)
        ask_who_plays(self.app, self.table, text, self.finish)

    # Drawing

    def paint(self, canvas: Canvas) -> None:
        self.picture.paint(canvas, self._note(partial(fits_in_bubble, canvas)))

    def _note(self, fits: Callable[[str], bool]) -> str:
        """Return the text of the speech bubble: a reason, an answer, or the last move and the side to move."""
        forbidden = self.board.why
        if forbidden is not None:
            return forbidden.message
        text = join_sentences((describe(self.table, self.table.events), turn_sentence(self.table)))
        return self.picture.next_turns.note or self._message or self.analyst.why_not(fits) or text

    def paint_live(self, canvas: Canvas) -> None:
        """Draw the animated parts of the board, and the stones that the player can pick."""
        self.picture.paint_live(canvas)
