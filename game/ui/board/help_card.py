"""Help mode: shows the threats of each side and the answers to them, as text and on the board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from game.core.geometry import Geometry
from game.core.language import _
from game.core.model import Place
from game.core.ruleset import attacks_of, threats_of
from game.session.assist.texts import HelpView, Told, sentences
from game.session.game_session import GameSession
from game.session.pending_turn import PendingTurn
from game.session.texts import colour_name
from game.ui.board.board_view import Guidance
from game.ui.painting.canvas import Canvas
from game.ui.painting.typesetter import Block, Passage

WIDTH = 240.0
_EDGE, _BETWEEN = 12.0, 10.0
_LEADING = 19 / 14
_LEFT, _ROOM = 46.0, 182.0
#: The maximum number of lines for a side at 100 %, and the maximum height of the card in design pixels.
_MOST_LINES, _TALLEST = 4, 230.0

_Line = tuple[int, ...]


class HelpCard:
    """Card of help mode, which shows each side's threats after the stones of an unfinished turn."""

    def __init__(self, table: GameSession, pending: PendingTurn) -> None:
        self._table, self._pending = table, pending
        self.wanted = False
        """True if the player has switched help mode on."""
        self.is_possible = threats_of(table.tournament.ruleset, table.match.first_state) is not None
        """True if the ruleset can compute threats."""
        self.room = _TALLEST
        """The maximum height of the card in design pixels; the text is reduced to fit it."""
        self._sentences: list[Told] = []
        self._view: HelpView | None = None

    @property
    def is_shown(self) -> bool:
        """True if help mode is on, the game is not over, and the ruleset can compute threats."""
        return self.wanted and self._table.match.outcome is None and self.is_possible

    def look(self) -> Guidance:
        """Compute the threats in the current position; return the marks of help mode for the board."""
        if not self.is_shown:
            self._table.foresight.about(self._table.match.state, ())
            return Guidance()
        ruleset, state = self._table.tournament.ruleset, self._pending.state
        outcome = ruleset.outcome(state)
        if outcome is not None and outcome.winner is not None:
            winner = state.colours[outcome.winner]
            self._sentences = [(winner, _("{side} wins with this move.", side=colour_name(ruleset.info, winner)))]
            return Guidance()
        view = self._seen()
        self._sentences = list(sentences(view, self._first(view)))
        return guidance(view)

    def _seen(self) -> HelpView:
        """Return the threats in the position (cached) and the forced wins found until now."""
        ruleset, state, is_ahead = self._table.tournament.ruleset, self._pending.state, self._pending.is_complete
        known = self._view
        if known is None or known.state is not state or known.is_ahead != is_ahead:
            threats = threats_of(ruleset, state) or ()
            known = HelpView(ruleset.info, state, threats, attacks_of(ruleset, state), is_ahead=is_ahead)
            self._view = known
        # While an opponent thinks, the processor is left to it; in a rated game help shows only threats on the board.
        is_asked = self._table.person_to_move and not self._table.stakes.is_rated
        wanted = known.unseen if is_asked else ()
        return replace(known, foreseen=self._table.foresight.about(state, wanted))

    def _first(self, view: HelpView) -> str:
        """Return the colour whose threats come first: the human's opponent, or else the side not to move."""
        person, state = self._table.only_person, view.state
        return view.other(state.colour) if person is None else state.colours[1 - person]

    # Drawing

    def height(self, canvas: Canvas) -> float:
        """Return the height of the help card in design pixels, for its text in the player's text size."""
        blocks = self._blocks(canvas)
        return 2 * _EDGE + sum(block.height for block in blocks) + _BETWEEN * max(0, len(blocks) - 1)

    def _blocks(self, canvas: Canvas) -> list[Block]:
        words = [words for _, words in self._sentences] or [_("No threats to report.")]
        passages = [Passage(each, "bold", 14, _MOST_LINES, _LEADING) for each in words]
        return canvas.blocks(passages, _ROOM, self.room - 2 * _EDGE - _BETWEEN * (len(words) - 1))

    def draw(self, canvas: Canvas, x: float, y: float) -> None:
        """Draw the help card with a row for each side."""
        canvas.panels.card(x, y, WIDTH, self.height(canvas), radius=18, lip=6)
        top = y + _EDGE
        for row, block in enumerate(self._blocks(canvas)):
            if self._sentences:
                stone = self._table.tournament.ruleset.info.stone(self._sentences[row][0])
                if stone is not None:
                    canvas.stone(stone.art, x + 26, top + block.height / 2, 24)
            canvas.draw_block(block, x + _LEFT, top, "cream" if row == 0 else "soft")
            top += block.height + _BETWEEN


def guidance(view: HelpView) -> Guidance:
    """Return the marks of help mode for a position: threats, answers to them, and continued attacks."""
    state = view.state
    if view.attacks is None:
        lines = tuple((side.colour, line) for side in view.threats for line in joined(state.geometry, side.lines))
        cells = next((side.cells for side in view.threats if side.colour != state.colour), ())
    else:
        lines = tuple((side.colour, line) for side in view.attacks for line in joined(state.geometry, side.lines))
        cells = next((side.stops for side in view.attacks if side.colour != state.colour), ())
    return Guidance(lines, cells, tuple(point for point in _points(view) if point[1] not in cells))


def _points(view: HelpView) -> Iterator[tuple[str, int]]:
    """Yield the cells where the side to move continues its attack, or the other side its forced win.

    Each cell comes with the side's colour.
    """
    attack = view.attack_by(view.state.colour)
    yield from ((attack.colour, cell) for cell in attack.goes_on) if attack is not None else ()
    proof = view.foreseen.get(view.other(view.state.colour))
    moves = () if proof is None else proof.moves
    yield from ((move.stone, move.cell) for move in moves if isinstance(move, Place))


def joined(geometry: Geometry, lines: Iterable[_Line]) -> list[_Line]:
    """Merge overlapping lines of cells with the same direction; each result lists its cells from end to end."""
    known: dict[tuple[int, int, int], list[list[int]]] = {}
    for line in lines:
        (x0, y0), (x1, y1) = geometry.cells[line[0]], geometry.cells[line[1]]
        dx, dy = x1 - x0, y1 - y0
        known.setdefault((dx, dy, x0 * dy - y0 * dx), []).append(list(line))
    return [tuple(line) for runs in known.values() for line in _overlapping(geometry, runs)]


def _overlapping(geometry: Geometry, runs: list[list[int]]) -> Iterator[list[int]]:
    runs.sort(key=lambda run: geometry.cells[run[0]])
    whole = runs[0]
    for run in runs[1:]:
        if run[0] in whole:
            whole = whole + [cell for cell in run if cell not in whole]
        else:
            yield whole
            whole = run
    yield whole
