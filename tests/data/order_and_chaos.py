"""Order and Chaos: both sides place either stone; Order wants five in a row of one kind, Chaos a full board."""

import random
import re
from dataclasses import replace

from game.core.geometry import square
from game.core.model import (
    EMPTY,
    LineMade,
    Mark,
    MarkKind,
    Outcome,
    ParseError,
    Place,
    Placed,
    Reason,
    State,
    Step,
    Termination,
)
from game.core.picture import draw_board, read_board
from game.core.ruleset import Info, Level, RulesetInfo, Stone

ORDER, CHAOS = "b", "w"
LAST_LINE = re.compile(r"turn: ([bw]), last: ([a-f][1-6]|-)")


def anywhere(state, limits):
    """A thinker that places any stone anywhere."""
    yield Info(note="Either will do.")
    return random.Random(limits.seed).choice(list(RULESET.legal_moves(state)))


class OrderAndChaos:
    """The rules; a ruleset needs no base class."""

    board = square(6)
    info = RulesetInfo(
        id="order_and_chaos",
        title="Order and Chaos",
        pitch="Both place black or white. Order wants five in a row, Chaos a full board without.",
        stones=(Stone("b", "Black", "black"), Stone("w", "White", "white")),
        colours=(ORDER, CHAOS),
        options=(),
        levels=(Level("any", "Anywhere", "Plays anything anywhere.", thinker=".anywhere"),),
        hint_level="any",
        accent="#ff7a5c",
        accent2="#fff4dc",
        names_stone=True,
        sample=("c3=b", "d3=w", "c4=b", "c2=w"),
        api=2,
    )

    def check_options(self, options):
        return None

    def geometry(self, options):
        return self.board

    def gomocup_rule(self, options):
        return None

    def setup(self, options, seed):
        return Step(self.arrange(options, {}, ORDER))

    def arrange(self, options, stones, colour):
        board = tuple(stones.get(cell, EMPTY) for cell in range(len(self.board)))
        seat = self.info.colours.index(colour)
        return State(geometry=self.board, board=board, seat=seat, colours=self.info.colours, colour=colour)

    def legal_moves(self, state):
        if self.outcome(state) is None:
            cells = (cell for cell, stone in enumerate(state.board) if stone == EMPTY)
            yield from (Place(cell, stone.letter) for cell in cells for stone in self.info.stones)

    def check(self, state, move):
        if self.outcome(state) is not None:
            return Reason("over", "The game is over.")
        if not isinstance(move, Place) or self.info.stone(move.stone) is None:
            return Reason("no stone", "Place a black or a white stone.")
        if not 0 <= move.cell < len(state.board) or state.board[move.cell] != EMPTY:
            return Reason("occupied", "Choose an empty point.")
        return None

    def apply(self, state, move):
        board = (*state.board[: move.cell], move.stone, *state.board[move.cell + 1 :])
        other = 1 - state.seat
        after = replace(state, board=board, seat=other, colour=self.info.colours[other], last=(move.cell,))
        made = tuple(LineMade(move.stone, line) for line in self.lines(after))
        return Step(after, (Placed(state.seat, move.cell, move.stone), *made))

    def lines(self, state):
        """Every straight row of five stones of one kind."""
        return [
            w for w in self.board.windows(5) if len({state.board[c] for c in w}) == 1 and state.board[w[0]] != EMPTY
        ]

    def outcome(self, state):
        if self.lines(state):
            return Outcome(Termination.LINE, state.seat_of(ORDER))
        return None if EMPTY in state.board else Outcome(Termination.FULL_BOARD, state.seat_of(CHAOS))

    def marks(self, state):
        last = (Mark(MarkKind.LAST, state.last),) if state.last else ()
        return (*last, *(Mark(MarkKind.LINE, line) for line in self.lines(state)))

    def dump(self, state):
        last = self.board.names[state.last[0]] if state.last else "-"
        return f"{draw_board(self.board, state.board)}\nturn: {state.colour}, last: {last}"

    def load(self, text, options):
        *rows, end = text.split("\n")
        found = LAST_LINE.fullmatch(end)
        if found is None:
            raise ParseError(f"{end!r} is not like 'turn: b, last: c3'", line=len(rows) + 1)
        board = read_board(self.board, rows, ("b", "w"))
        state = self.arrange(options, {c: stone for c, stone in enumerate(board) if stone != EMPTY}, found[1])
        return replace(state, last=() if found[2] == "-" else (self.board.cell(found[2]),))


RULESET = OrderAndChaos()
