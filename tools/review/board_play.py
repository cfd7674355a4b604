"""Finds tactical facts by trying out stones on a board.

These are winning cells, rows that one stone completes, and the cells where a stone stops such a row.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from game.core.geometry import Direction
from game.core.lines.line_state import LineState
from game.core.match import Match
from game.core.model import EMPTY, Attack, AttackKind, Move, Place, Scored, State

#: A board: the letter of the stone on each cell, or EMPTY.
Board = Sequence[str]


@dataclass(frozen=True, slots=True)
class StoneShape:
    """What a stone on an empty cell makes: a win, or the rows that later stones can complete."""

    wins: bool = False
    """True if the stone wins at once; then the other fields are not computed."""
    fives: frozenset[int] = frozenset()
    """The cells where the next stone of the same colour completes a winning line through this stone."""
    open_fours: int = 0
    """The number of directions in which the next stone completes such a line on either of two cells."""
    threes: int = 0
    """The number of directions in which one more stone makes an open four, a row that wins at both ends."""


class BoardPlay:
    """Tries out stones on boards. It finds out what they achieve from the rules of a match's ruleset alone."""

    def __init__(self, match: Match) -> None:
        self._ruleset, self._options = match.ruleset, match.options
        self._geometry = match.first_state.geometry
        state = match.first_state
        self.length = state.rule.length if isinstance(state, LineState) else 0
        """The number of stones in a winning line; 0 in games without such lines."""
        self._empty = {
            colour: self._ruleset.arrange(self._options, {}, colour) for colour in self._ruleset.info.colours
        }

    def other(self, colour: str) -> str:
        """Return the colour of the opponent."""
        return next(letter for letter in self._ruleset.info.colours if letter != colour)

    @staticmethod
    def with_stone(board: Board, cell: int, colour: str) -> tuple[str, ...]:
        """Return a copy of a board with one more stone."""
        return (*board[:cell], colour, *board[cell + 1 :])

    def position(self, board: Board, colour: str) -> State:
        """Return the position with this board and side to move. Lines that are already complete do not end the game."""
        return replace(self._empty[colour], board=tuple(board))

    def is_legal(self, board: Board, cell: int, colour: str) -> bool:
        """Return True if a cell is empty and the side may place a stone there."""
        return board[cell] == EMPTY and self._ruleset.check(self.position(board, colour), Place(cell, colour)) is None

    def is_end(self, state: State, move: Move) -> bool:
        """Return True if a move ends the game."""
        return self._ruleset.outcome(self._ruleset.apply(state, move).state) is not None

    # Wins

    def wins(self, board: Board, colour: str, through: int | None = None) -> set[int]:
        """Return the cells where the side wins with one stone.

        If ``through`` is given, only cells that complete a line through that cell are considered.
        """
        windows = self._geometry.windows(self.length)
        if through is not None:
            windows = self._geometry.windows_through(self.length)[through]
        return {cell for cell in self._gaps(board, colour, windows, 1) if self._wins_on(board, cell, colour)}

    def _gaps(self, board: Board, colour: str, windows: Sequence[Sequence[int]], most: int) -> set[int]:
        """Return the empty cells of the windows that lack at most ``most`` stones of a colour to be full.

        Windows that are already full, or have other stones, are left out.
        """
        found = set[int]()
        for window in windows:
            stones = [board[cell] for cell in window]
            missing = stones.count(EMPTY)
            if 0 < missing <= most and stones.count(colour) == len(stones) - missing:
                found.update(cell for cell in window if board[cell] == EMPTY)
        return found

    def _wins_on(self, board: Board, cell: int, colour: str) -> bool:
        state = self.position(board, colour)
        if self._ruleset.check(state, Place(cell, colour)) is not None:
            return False
        outcome = self._ruleset.outcome(self._ruleset.apply(state, Place(cell, colour)).state)
        return outcome is not None and outcome.winner == state.seat

    # Shapes

    def shape(self, board: Board, cell: int, colour: str) -> StoneShape:
        """Return what a stone on an empty cell makes, such as fours and threes, even if it is illegal there."""
        if self._wins_on(board, cell, colour):
            return StoneShape(wins=True)
        made = self.with_stone(board, cell, colour)
        fives = self.wins(made, colour, cell)
        opens = threes = 0
        for way in self._geometry.directions:
            line = set(self._along(cell, way))
            opens += self._is_open(made, colour, cell, way)
            threes += any(
                self._is_open(self.with_stone(made, point, colour), colour, cell, way)
                for point in self._gaps(made, colour, self._windows_along(cell, line), 2)
                if self.is_legal(made, point, colour)
            )
        return StoneShape(False, frozenset(fives), opens, threes)

    def _along(self, cell: int, way: Direction) -> Iterator[int]:
        """Yield a cell, then the cells near it on both sides along one direction."""
        dx, dy = way
        yield cell
        for towards in ((dx, dy), (-dx, -dy)):
            yield from self._geometry.ray(cell, towards)[: self.length]

    def _windows_along(self, cell: int, line: set[int]) -> list[Sequence[int]]:
        return [each for each in self._geometry.windows_through(self.length)[cell] if line.issuperset(each)]

    def _is_open(self, board: Board, colour: str, cell: int, way: Direction) -> bool:
        """Return True if the row through a cell along one direction lacks one stone, and wins with it at either end."""
        run, ends = [cell], []
        dx, dy = way
        for towards in ((dx, dy), (-dx, -dy)):
            for beside in self._geometry.ray(cell, towards):
                if board[beside] != colour:
                    ends.append(beside)
                    break
                run.append(beside)
        if len(run) != self.length - 1 or len(ends) < 2:
            return False
        return all(board[end] == EMPTY and self._wins_on(board, end, colour) for end in ends)

    # Threats

    def is_unstoppable(self, board: Board, colour: str, through: int | None = None) -> bool:
        """Return True if a side wins with its next stone, wherever the opponent places one stone before.

        If ``through`` is given, only lines through that cell count.
        """
        wins = self.wins(board, colour, through)
        replies = self._replies_around(board, wins, colour)
        return bool(wins) and all(self._still_wins(left, wins, colour) for left in replies)

    def _replies_around(self, board: Board, goals: set[int], colour: str) -> Iterator[Board]:
        """Yield the board after each legal reply that could stop all goals.

        These are the replies in the lines through the first goal, since others do not affect it.
        """
        other = self.other(colour)
        tries = {cell for way in self._geometry.directions for cell in self._along(min(goals), way)} if goals else ()
        yield from (self.with_stone(board, cell, other) for cell in tries if self.is_legal(board, cell, other))

    def _still_wins(self, board: Board, wins: set[int], colour: str) -> bool:
        """Return True if a side still wins at once on one of the given cells, after a stone of the opponent."""
        return any(board[cell] == EMPTY and self._wins_on(board, cell, colour) for cell in wins)

    def makers(self, board: Board, colour: str) -> set[int]:
        """Return the cells where a stone of this colour does not win but makes a threat that no single stone stops."""
        found = set()
        for cell in self._gaps(board, colour, self._geometry.windows(self.length), 2):
            made = self.with_stone(board, cell, colour)
            is_quiet = self.is_legal(board, cell, colour) and not self._wins_on(board, cell, colour)
            if is_quiet and self.is_unstoppable(made, colour, cell):
                found.add(cell)
        return found

    def attack_problem(self, board: Board, attack: Attack) -> str:
        """Return why an attack does not exist on the board, or "" if it does."""
        wins, makers = self.wins(board, attack.colour), self.makers(board, attack.colour)
        if attack.kind in (AttackKind.OPEN_THREE, AttackKind.DOUBLE_THREE):
            return "" if set(attack.goes_on) <= makers else f"only {sorted(makers)} make unstoppable fours"
        if not set(attack.goes_on) <= wins:
            return f"only {sorted(wins)} win"
        if attack.kind in (AttackKind.OPEN_FOUR, AttackKind.DOUBLE_FOUR):
            return "" if self.is_unstoppable(board, attack.colour) else "one stone stops it"
        if attack.kind is AttackKind.FOUR_AND_THREE:
            return "" if self.cannot_be_stopped(board, attack.colour) else "one stone stops both"
        return ""

    def cannot_be_stopped(self, board: Board, colour: str) -> bool:
        """Return True if, after any stone of the opponent, the side wins at once or makes an unstoppable four."""
        wins = self.wins(board, colour)
        goals = wins or self.makers(board, colour)
        replies = self._replies_around(board, goals, colour)
        return bool(goals) and all(
            self._still_wins(left, wins, colour) or bool(self.makers(left, colour)) for left in replies
        )

    def stones_to_stop(self, board: Board, colour: str, turn: int) -> int:
        """Return the minimum number of stones that stop all lines which a side can complete with one turn.

        ``turn`` is the number of stones in a turn. If these are too few, the result is ``turn + 1``.
        """
        windows = self._geometry.windows(self.length)
        open_lines = [
            {cell for cell in window if board[cell] == EMPTY}
            for window in windows
            if sum(board[cell] == colour for cell in window) >= self.length - turn
            and all(board[cell] in (EMPTY, colour) for cell in window)
        ]
        cells = sorted(set().union(*open_lines))
        for number in range(turn + 1):
            if any(all(line & {*stones} for line in open_lines) for stones in combinations(cells, number)):
                return number
        return turn + 1

    # Points

    def points_on(self, state: State, cell: int, kind: str, team: str) -> int:
        """Return the points that a stone of a kind on a cell scores for a side, as if that side were to move."""
        free = self.position(state.board, team)
        events = self._ruleset.apply(free, Place(cell, kind)).events
        return sum(len(event.lines) for event in events if isinstance(event, Scored) and event.colour == team)
