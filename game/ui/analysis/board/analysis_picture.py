"""Layout and drawing of the analysis board.

It has the bar of the winning chance, the board, the players, the engine, the list of moves, the explanation and the
curve of winning chances.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.analysis.board.analyst import AnalystMove
from game.analysis.board.board_analysis import BoardAnalysis
from game.analysis.board.explanation import title_kind, title_of
from game.analysis.board.subject import AnalysisSubject
from game.analysis.review.judgement import MoveClass
from game.core.language import _, join_sentences
from game.core.model import Place
from game.core.tournament import Tournament
from game.session.texts import series_text, stones_placed, variant_text
from game.ui.analysis.board import why_card
from game.ui.analysis.board.analysis_buttons import ENCODING_WIDTH, RULE_WIDTH
from game.ui.analysis.board.chance_bar import draw_chance_bar
from game.ui.analysis.board.chance_curve import ChanceCurve
from game.ui.analysis.board.engine_card import EngineCard
from game.ui.analysis.board.move_marks import draw_class
from game.ui.analysis.board.move_tree import HEIGHT, MoveTree
from game.ui.analysis.board.next_turns_card import NextTurnsCard
from game.ui.analysis.board.players_line import draw_players
from game.ui.board.board_view import BoardView
from game.ui.board.cell_marks import Light
from game.ui.board.stone_picker import HEIGHT as PICKER_HEIGHT
from game.ui.board.stone_picker import StonePicker
from game.ui.painting.canvas import Canvas
from game.ui.painting.stage import Stage
from game.ui.shell.app import App

#: Place of the board: x, y, width and height.
BOARD_PLACE = (72.0, 80.0, 704.0, 696.0)
_RIGHT, _WIDTH, _ENGINE_TOP, _TREE_TOP = 800.0, 456.0, 142.0, 290.0
#: The left edge of the chips beside the title, and their right end.
_SMALLEST_CHIP = 60.0
_CHIPS_END = 796.0
#: Largest number of moves of a line that are shown on the board.
_SHOWN = 9


class AnalysisPicture:
    """Draws the analysis board; the scene asks it for the cards under the pointer."""

    def __init__(
        self, app: App, subject: AnalysisSubject, analysis: BoardAnalysis, board: BoardView, play: Callable[..., None]
    ) -> None:
        """Build the cards.

        ``play`` is called with the moves of a turn that the player presses in the list of turns from library games.
        """
        table = analysis.table
        self._subject, self._table, self._analysis = subject, table, analysis
        has_picker = table.study.ruleset.info.names_stone
        height = HEIGHT - PICKER_HEIGHT - 6 if has_picker else HEIGHT
        self.board = board
        self.engine = EngineCard(table, analysis)
        self.moves = MoveTree(table, analysis, height)
        # The library's turns take the place of the engine and of the moves.
        whole = (_RIGHT, _ENGINE_TOP, _WIDTH, _TREE_TOP + height - _ENGINE_TOP)
        self.next_turns = NextTurnsCard(app, table, whole, play)
        self.curve = ChanceCurve(table, analysis)
        self.picker = StonePicker(table, _TREE_TOP + height + 4, _RIGHT + 120)

    def reset_for_position(self) -> None:
        """Scroll the list of moves to the position on the board, and show the turns played there in library games."""
        self.moves.reset_for_position()
        self.next_turns.reset_for_position()
        self.picker.reset_for_position()

    def show_lights(self, line: Sequence[Place], *, is_placing: bool) -> None:
        """Highlight the engine's best moves on the board, and show the stones of the variation ``line``.

        While the player prepares a turn (``is_placing``), no best moves are highlighted.
        """
        moves = [] if is_placing else self._analysis.lines
        # If several kinds of stone are good on one cell, only the best is shown there.
        best = {move.place.cell: move for move in reversed(moves)}
        self.board.forecast = line[:_SHOWN] or self.next_turns.forecast
        covered = {place.cell for place in self.board.forecast}
        self.board.lights = [
            Light(cell, self._analysis.first_chance(move), move is moves[0])
            for cell, move in reversed(best.items())
            if cell not in covered
        ]

    def node_at(self, stage: Stage, point: tuple[int, int]) -> int | None:
        """Return the node whose move is at a point on the screen, or None if there is none or the list is hidden."""
        return None if self.next_turns.is_shown else self.moves.node_at(stage, point)

    def move_at(self, stage: Stage, point: tuple[int, int]) -> AnalystMove | None:
        """Return the engine's move whose row is at a point, or None if there is none or the card is hidden."""
        return None if self.next_turns.is_shown else self.engine.move_at(stage, point)

    def paint(
        self, canvas: Canvas, said: str, words: str, *, has_line: bool, has_rule: bool, has_encoding: bool
    ) -> None:
        """Draw the still picture; ``said`` replaces the explanation of the last move, whose text is ``words``.

        ``has_line`` is True if there is a button that shows a line, ``has_rule`` if there is one that names the game's
        rule, ``has_encoding`` if there is one that names the encoding of its file.
        """
        table, analysis = self._table, self._analysis
        canvas.backdrop(dimmed=True)
        canvas.lights.above_board()
        self._paint_top(canvas, has_rule=has_rule, has_encoding=has_encoding)
        draw_chance_bar(canvas, table.study.ruleset.info, analysis.chance(table.node))
        self.board.paint(canvas)
        self._paint_class(canvas)
        draw_players(canvas, table, dict(analysis.worker.review.accuracy) if analysis.worker is not None else {})
        for card in (self.next_turns,) if self.next_turns.is_shown else (self.engine, self.moves):
            card.draw(canvas)
        title = "" if said else title_of(table, analysis)
        comment = table.study.tree.comments.get(table.node, "")
        text = said or self.next_turns.note or join_sentences((comment, words) if title else (comment or words,))
        kind = title_kind(table, analysis) if title else MoveClass.UNJUDGED
        why_card.draw_why(canvas, title, text, kind, has_line=has_line, hollow=analysis.is_reviewing)
        self.curve.draw(canvas)

    def _paint_top(self, canvas: Canvas, *, has_rule: bool, has_encoding: bool) -> None:
        title = canvas.heading(_("Analysis"), 92, 39, 240, grows=False)
        x, end = 92 + title.width + 14, _CHIPS_END - (RULE_WIDTH + 6) * has_rule - (ENCODING_WIDTH + 6) * has_encoding
        for words, colour in self._chips(has_rule=has_rule):
            room = end - x
            if words and room > _SMALLEST_CHIP:
                x += canvas.chip(words, x, 40, colour=colour, size=14, height=30, width=room).width + 8

    def _chips(self, *, has_rule: bool) -> list[tuple[str, str]]:
        table = self._table
        info = table.study.ruleset.info
        stones = _("Move {number}", number=stones_placed(table.match))
        tournament = self._subject.tournament
        return [
            (_(info.title), "mist"),
            ("" if has_rule else variant_text(table.tournament), "amber"),
            (stones if tournament is None else f"{stones}  ·  {_game_words(tournament, self._subject.index)}", "mist"),
        ]

    def _paint_class(self, canvas: Canvas) -> None:
        """Draw the mark of the last move's quality beside its stone."""
        judged, state = self._analysis.judged(self._table.node), self._table.match.state
        if judged is None or not state.last:
            return
        layout = self.board.layout
        x, y = layout.centre(state.last[-1])
        away = layout.stone_diameter * 0.36
        size = max(13.0, layout.stone_diameter * 0.42 / canvas.paintbox.scale) * canvas.paintbox.scale
        draw_class(canvas.in_pixels, judged.kind, x + away, y - away, size, hollow=self._analysis.is_reviewing)

    def paint_live(self, canvas: Canvas) -> None:
        """Draw the animated parts of the board, and the stones that the player can pick."""
        self.board.paint_live(canvas, ghost=self._table.person_to_move)
        self.picker.draw(canvas)


def _game_words(tournament: Tournament, index: int) -> str:
    """Return the length of the series and the number of the game in it; "" if there is only one game."""
    if len(tournament.games) < 2:
        return series_text(tournament)
    return _("Game {number} of {all}", number=index + 1, all=len(tournament.games))
