"""The parts of the analysis board under the pointer: moves in the list, the engine's lines, the curve of chances."""

from __future__ import annotations

from game.analysis.board.analyst import AnalystMove
from game.analysis.board.board_analysis import BoardAnalysis
from game.core.model import Place
from game.ui.analysis.board.analysis_picture import BOARD_PLACE, AnalysisPicture
from game.ui.painting.stage import Stage


class PointedCards:
    """Finds what is under the pointer, and remembers which of the engine's moves it is."""

    def __init__(self, picture: AnalysisPicture, analysis: BoardAnalysis) -> None:
        self._picture, self._analysis = picture, analysis
        self._move: AnalystMove | None = None

    @property
    def line(self) -> tuple[Place, ...]:
        """The line of the engine's move under the pointer, in the card or on the board; () without one."""
        return () if self._move is None else self._move.line

    def clear(self) -> None:
        """Forget the engine's move under the pointer, because the position has changed."""
        self._move = None

    def targets(
        self, stage: Stage, point: tuple[int, int], *, on_button: bool
    ) -> tuple[int | None, int | None, AnalystMove | None]:
        """Return what is at a point: a position of the curve by its number, a node of the list, and an engine's move.

        Each is None if there is none. ``on_button`` is True if a button is at the point, which covers the engine's
        moves.
        """
        picture = self._picture
        move = None if on_button else picture.move_at(stage, point)
        return picture.curve.step_at(stage, point), picture.node_at(stage, point), move

    def point(self, stage: Stage, point: tuple[int, int], cell: int | None, *, on_button: bool) -> tuple[bool, bool]:
        """React to the pointer on a cell of the board or on a card.

        Returns whether the value shown on the curve changes, and whether the engine's move under the pointer does.
        """
        step, _node, move = self.targets(stage, point, on_button=on_button)
        lit = next((each for each in self._analysis.lines if each.place.cell == cell), None)
        before, self._move = self._move, move or lit
        return self._picture.curve.point_at(step), before != self._move

    def scroll(self, stage: Stage, point: tuple[int, int], rows: int) -> bool:
        """Scroll the list of moves under a point, or the library's turns unless the point is on the board.

        Return False if there is nothing to scroll.
        """
        picture = self._picture
        if picture.next_turns.is_shown and not stage.rect(*BOARD_PLACE).collidepoint(point):
            picture.next_turns.scroll(rows)
        elif not picture.next_turns.is_shown and picture.moves.holds(stage, point):
            picture.moves.scroll(rows)
        else:
            return False
        return True
