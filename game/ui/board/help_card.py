"""Help mode: the number of stones each side needs against the other's threats, in words and on the board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from game.core.geometry import Geometry
from game.core.language import _, plural
from game.core.model import EMPTY, State, Threats
from game.core.ruleset import RulesetInfo, threats_of
from game.session.pending_turn import PendingTurn
from game.session.table import Table
from game.session.wording import colour_name
from game.ui.board.board_view import Guidance
from game.ui.painting.canvas import Canvas
from game.ui.painting.typesetter import Passage

WIDTH = 240.0
_EDGE, _ROW = 7.0, 48.0
_LEADING = 20 / 14
_LEFT, _ROOM = 48.0, 178.0

_Line = tuple[int, ...]


class HelpCard:
    """The card of help mode; asks the ruleset for the threats in the position with the ghosts played."""

    def __init__(self, table: Table, pending: PendingTurn) -> None:
        self._table, self._pending = table, pending
        self.wanted = False
        """Whether the player wants help."""
        self.is_possible = threats_of(table.tournament.ruleset, table.match.first_state) is not None
        """Whether the game knows threats at all."""
        self._sentences: list[tuple[str, str]] = []

    @property
    def is_shown(self) -> bool:
        """Whether help mode is on, and a game is running that knows threats."""
        return self.wanted and self._table.match.outcome is None and self.is_possible

    @staticmethod
    def height(canvas: Canvas) -> float:
        """The card's height in design pixels, for letters of the player's preferred size."""
        return 2 * (_EDGE + canvas.tall(_ROW))

    def look(self) -> Guidance:
        """Compute the threats in the current position; returns the marks for the board."""
        if not self.is_shown:
            return Guidance()
        ruleset, state = self._table.tournament.ruleset, self._pending.state
        outcome = ruleset.outcome(state)
        if outcome is not None and outcome.winner is not None:
            winner = state.colours[outcome.winner]
            self._sentences = [(winner, _("{side} wins with this turn.", side=colour_name(ruleset.info, winner)))]
            return Guidance()
        threats = threats_of(ruleset, state) or ()
        self._sentences = list(sentences(ruleset.info, state, threats, after=self._pending.is_complete))
        lines = tuple((side.colour, line) for side in threats for line in joined(state.geometry, side.lines))
        cells = next((side.cells for side in threats if side.colour != state.colour), ())
        return Guidance(lines, cells)

    def draw(self, canvas: Canvas, x: float, y: float) -> None:
        """Draw the card: a row for each side, the one on turn first."""
        canvas.card(x, y, WIDTH, self.height(canvas), radius=18, lip=6)
        if not self._sentences:
            words, middle = _("No threats to tell."), y + self.height(canvas) / 2
            canvas.text(words, x + WIDTH / 2, middle, colour="mist", anchor="center", width=WIDTH - 24, height=40)
        for row, (colour, words) in enumerate(self._sentences):
            shade = "cream" if row == 0 else "soft"
            self._draw_row(canvas, (x, y + _EDGE + (row + 0.5) * canvas.tall(_ROW)), colour, words, shade)

    def _draw_row(self, canvas: Canvas, at: tuple[float, float], colour: str, words: str, shade: str) -> None:
        x, middle = at
        stone = self._table.tournament.ruleset.info.stone(colour)
        if stone is not None:
            canvas.stone(stone.art, x + 28, middle, 24)
        passage = Passage(words, "bold", 14, 2, _LEADING)
        block = canvas.blocks([passage], _ROOM, canvas.tall(_ROW))[0]
        top = middle - block.height / 2 + block.leading / 2
        canvas.draw_block(block, x + _LEFT, top, shade, "midleft")


def sentences(
    info: RulesetInfo, state: State, threats: Iterable[Threats], *, after: bool = False
) -> Iterator[tuple[str, str]]:
    """The sentence for each side, that on turn first, with its colour; none where there is nothing to say.

    ``after``: the position is the one after the ghosts are played.
    """
    by = {side.colour: side for side in threats}
    if state.colour not in by:
        return
    other = next(colour for colour in by if colour != state.colour)
    name = colour_name(info, state.colour)
    words = _on_turn(name, state, by[state.colour], by[other])
    words = _("Then {sentence}", sentence=words) if after and words else words
    yield state.colour, words or _no_threat(name)
    name = colour_name(info, other)
    yield other, _waiting(name, by[state.colour]) or _no_threat(name)


def _no_threat(name: str) -> str:
    return _("No threat to {side}.", side=name)


def _on_turn(name: str, state: State, own: Threats, against: Threats) -> str:
    """The sentence for the side on turn; "" where there is nothing to say."""
    left, needed = state.placements_left, against.needed
    if any(sum(state.board[cell] == EMPTY for cell in line) <= left for line in own.lines):
        if not 0 < needed <= left:
            return _("{side} can win in this turn.", side=name)
        return plural(
            "{side} can win, or block with {count} stone.",
            "{side} can win, or block with {count} stones.",
            needed,
            side=name,
        )
    if against.is_unstoppable or not needed:
        return _waiting(name, against)
    if needed <= left:
        return plural(
            "{side} must block with {count} stone.", "{side} must block with {count} stones.", needed, side=name
        )
    return plural(
        "{side} must block with {count} stone, and has {left}.",
        "{side} must block with {count} stones, and has {left}.",
        needed,
        side=name,
        left=left,
    )


def _waiting(name: str, against: Threats) -> str:
    """The sentence for the side that answers later; "" where there is nothing to answer."""
    if not against.needed:
        return ""
    if against.is_unstoppable:
        return _("{side} needs {number} or more stones: too many.", side=name, number=against.needed)
    return plural(
        "{side} needs {count} stone to block.", "{side} needs {count} stones to block.", against.needed, side=name
    )


def joined(geometry: Geometry, lines: Iterable[_Line]) -> list[_Line]:
    """The lines with overlapping ones of the same direction merged, as the first cell to the last."""
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
