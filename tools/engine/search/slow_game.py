"""Slow search for wins by fours that only follows the rules; it tries every four and every answer on small boards."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

from game.core.geometry import Geometry, square
from game.core.lines.bans import BanningRule, forbidden_at
from game.core.lines.line_state import LineRule
from game.core.lines.shapes import padded, segments
from game.core.model import EMPTY
from rulesets.gomoku.rules import VARIANTS
from rulesets.six_in_a_row.rules import RULESET as SIX
from tools.engine.search.slow_lines import OTHER, wins, with_one_more

#: The letters of a board's cells in reading order, followed by one letter for a wall.
Board = list[str]
#: The rules of each variant of five in a row, and of six in a row.
LINE_RULES: dict[str, LineRule] = {**VARIANTS, "six": SIX.line_rule}
#: The number of cells of a line that are looked at on each side of a cell.
REACH = 5


@cache
def _wins_on(segment: tuple[str, ...], colour: str, rule: LineRule) -> bool:
    return wins("".join((*segment[:REACH], colour, *segment[REACH + 1 :])), REACH, rule)


@cache
def _makes_four_on(segment: tuple[str, ...], colour: str, rule: LineRule) -> bool:
    """Return True if one more stone of this colour in the line can win, once the middle has a stone of this colour.

    The line reaches far enough to show every win through the middle.
    """
    line = "".join((*segment[:REACH], colour, *segment[REACH + 1 :]))
    return any(wins(more, REACH, rule) for more in with_one_more(line, colour))


@dataclass
class SlowGame:
    """A variant of the rules on one size of board, with slow functions that find fives and wins by fours.

    Results about wins by fours are cached.
    """

    variant: str
    size: int
    geometry: Geometry = field(init=False)
    rule: LineRule = field(init=False)
    known: dict[tuple[str, str], bool] = field(default_factory=dict)

    def __post_init__(self):
        self.geometry, self.rule = square(self.size), LINE_RULES[self.variant]

    def empty(self, board: Board) -> list[int]:
        return [cell for cell in range(self.size * self.size) if board[cell] == EMPTY]

    def makes_five(self, board: Board, cell: int, colour: str) -> bool:
        return any(_wins_on(segment, colour, self.rule) for segment in segments(self.geometry, board, cell, REACH))

    def fives(self, board: Board, colour: str) -> list[int]:
        """Return the empty cells on which a stone of this colour wins at once."""
        return [cell for cell in self.empty(board) if self.makes_five(board, cell, colour)]

    def fours(self, board: Board, colour: str) -> list[int]:
        """Return the empty cells on which a stone of this colour threatens a five.

        The colour must not be able to make a five already.
        """

        def is_four(cell: int) -> bool:
            around = segments(self.geometry, board, cell, REACH)
            return any(_makes_four_on(segment, colour, self.rule) for segment in around)

        return [cell for cell in self.empty(board) if is_four(cell)]

    def is_over(self, board: Board) -> bool:
        """Return whether somebody has won already."""
        stones = (cell for cell in range(self.size * self.size) if board[cell] != EMPTY)
        return any(self.makes_five(board, cell, board[cell]) for cell in stones)

    def may_place(self, board: Board, cell: int, colour: str) -> bool:
        rule = self.rule
        if not isinstance(rule, BanningRule) or not rule.bans or colour != rule.banned_colour:
            return True
        return forbidden_at(self.geometry, board[:-1], cell, rule) is None

    def with_stone(self, board: Board, cell: int, colour: str) -> Board:
        return [*board[:cell], colour, *board[cell + 1 :]]

    def wins_by_fours(self, board: Board, colour: str) -> bool:
        """Return whether this colour, to move, can win by fours alone against every answer."""
        key = "".join(board), colour
        if key not in self.known:
            self.known[key] = bool(self.fives(board, colour)) or any(
                self.is_winning_four(board, cell, colour) for cell in self.fours(board, colour)
            )
        return self.known[key]

    def is_winning_four(self, board: Board, cell: int, colour: str) -> bool:
        """Return whether a stone on this cell is a four that starts a win by fours against every answer."""
        after, other = self.with_stone(board, cell, colour), OTHER[colour]
        if not self.fives(after, colour) or self.fives(after, other) or not self.may_place(board, cell, colour):
            return False
        answers = self.empty(after) if self.rule.needs_open_end else self.fives(after, colour)
        return all(
            self.wins_by_fours(self.with_stone(after, answer, other), colour)
            for answer in answers
            if self.may_place(after, answer, other)
        )


def small_positions(game: SlowGame, colour: str, number: int, seed: int) -> Iterator[Board]:
    """Yield random boards that nobody has won, where the colour cannot win at once but can make a four.

    Nine in ten of the positions in which one stone makes two fives possible are left out: they are too easy.
    """
    rng = random.Random(f"{game.variant} {game.size} {colour} {seed}")
    while number:
        board = random_board(game, colour, rng, game.size * (game.rule.length - 4))
        if game.is_over(board) or game.fives(board, colour):
            continue
        fours = [game.with_stone(board, cell, colour) for cell in game.fours(board, colour)]
        is_easy = any(len(game.fives(four, colour)) > 1 for four in fours)
        if fours and (not is_easy or rng.random() < 0.1):
            number -= 1
            yield board


def random_board(game: SlowGame, colour: str, rng: random.Random, least: int) -> Board:
    """Return a board with at least ``least`` random stones of the colour and fewer of the other one.

    The stones are mostly near the middle.
    """
    own = rng.randint(least, least + 5)
    others = rng.randint(own // 2, own - 1)
    cells = sorted(range(game.size**2), key=lambda cell: rng.random() * (2 + _from_middle(game, cell)))
    chosen = cells[: own + others]
    rng.shuffle(chosen)
    board = padded([EMPTY] * game.size**2)
    for index, cell in enumerate(chosen):
        board[cell] = colour if index < own else OTHER[colour]
    return board


def _from_middle(game: SlowGame, cell: int) -> float:
    x, y = game.geometry.cells[cell]
    return max(abs(2 * x + 1 - game.size), abs(2 * y + 1 - game.size)) / 2


def drawn(game: SlowGame, board: Board) -> str:
    """Return the board as rows of text, for messages."""
    return " ".join("".join(board[row * game.size : (row + 1) * game.size]) for row in range(game.size))
