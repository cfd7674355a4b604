"""Evaluation of opening positions of rule sheets, for the choices that an opening asks for."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, replace
from typing import cast

from game.core.lines.line_state import LineState
from game.core.model import Place
from game.core.ruleset import Info
from game.engine.search.lines.opening import Judge
from game.engine.search.sheets.engine import SheetEngine
from game.engine.search.strength import tighter
from game.sheets.game import SheetGame
from game.sheets.sheet_state import SheetState


@dataclass(frozen=True, slots=True)
class SheetJudge(Judge):
    """An evaluator of opening positions of a rule sheet: its engine with limits of nodes and depth, 0 for none."""

    def look(self, state: LineState, seconds: float, nodes: int = 0) -> Generator[Info, None, int]:
        """Search an opening position, yield reports, and return the score for the colour to move after the opening."""
        game, engine = cast("SheetGame", self.game), cast("SheetEngine", self.engine)
        position = self._after_opening(game, state)
        allowed = [move.cell for move in game.legal_moves(position) if isinstance(move, Place)]
        score, nodes = 0, tighter(self.nodes, nodes)
        if allowed:
            engine.set_state(position, allowed)
            for found in engine.think(0, seconds, nodes, self.depth, makes_way=self.makes_way):
                score = found.score
                yield Info(found.depth, float(score), found.nodes, speed=found.speed)
        return score

    def _after_opening(self, game: SheetGame, state: LineState) -> SheetState:
        """Return the position as if the opening were over, with the stones that are on the board now."""
        assert isinstance(state, SheetState)
        colours, colour = game.info.colours, self.next_colour(state)
        seat, left = colours.index(colour), game.rules.turn.stones
        return replace(
            state, phase=None, seat=seat, colours=colours, colour=colour, placements_left=left, turns=1, passes=0
        )
