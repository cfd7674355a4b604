"""Attacks in games of one stone a turn: formations of stones that win unless they are stopped in time.

A *maker* is a cell where the attacker's next stone makes a four that no single stone stops. A formation with makers is
an open three, or two rows that become two fours at once. A stone that creates makers makes a four and an open three at
once, or a double three. The terms are those of five in a row; with a longer winning line, each row is longer by the
same number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager

from game.core.geometry import Geometry
from game.core.lines.line_state import Line, LineRule
from game.core.lines.reasons import lines_of
from game.core.lines.shapes import Shape, padded, shapes
from game.core.lines.threats import threats_by
from game.core.model import EMPTY, Attack, AttackKind, Threats

#: The shortest winning line for which attacks are useful: with it, a "three" has two stones.
SHORTEST_LINE = 4

#: A function of a board, a colour and an empty cell that returns True if the colour may place a stone there.
MayPlace = Callable[[Sequence[str], str, int], bool]


def attack_by(
    geometry: Geometry, board: Sequence[str], colours: tuple[str, str], rule: LineRule, may_place: MayPlace
) -> Attack | None:
    """Return the strongest attack of the first of two colours on a board, or None if it has none.

    The board must not have a winning line yet.
    """
    return _Attacker(geometry, board, colours, rule, may_place).attack()


class _Attacker:
    """A search for one colour's attacks, on a board where stones are placed and removed again."""

    def __init__(
        self,
        geometry: Geometry,
        board: Sequence[str],
        colours: tuple[str, str],
        rule: LineRule,
        may_place: MayPlace,
    ) -> None:
        self.geometry, self.rule = geometry, rule
        self.colour, self.other = colours
        self._board = padded(board)
        self._may_place = may_place

    def attack(self) -> Attack | None:
        """Return the colour's strongest attack, or None if it has none.

        Fours come before threes, and attacks on the board before those that the next stone would make.
        """
        threats = self._threats()
        if threats.lines:
            return self._four(threats)
        points = self._points()
        fours = [cell for cell, made in points.items() if any(shape.fours for shape in made)]
        makers = [cell for cell in fours if self._is_maker(cell)]
        if makers:
            return self._makers_attack(points, makers)
        pairs = [cell for cell in fours if self._wins_by_pair(cell, points[cell])]
        if pairs:
            ways = {cell: _ways(points[cell], lambda made: made.fours or made.three_points) for cell in pairs}
            return self._coming(AttackKind.FOUR_AND_THREE, ways, self._wins_by_pair)
        threes = {cell: self._threes(cell, made) for cell, made in points.items() if cell not in fours}
        doubles = {cell: ways for cell, ways in threes.items() if len(ways) > 1}
        if doubles:
            return self._coming(AttackKind.DOUBLE_THREE, doubles, lambda cell, made: len(self._threes(cell, made)) > 1)
        return None

    # Fours

    def _four(self, threats: Threats) -> Attack:
        """Return the attack of a side that can win with its next stone."""
        fives = tuple(sorted({cell for line in threats.lines for cell in line if self._board[cell] == EMPTY}))
        kind = AttackKind.FOUR
        if threats.is_unstoppable:
            kind = AttackKind.OPEN_FOUR if self._is_one_row(threats.lines) else AttackKind.DOUBLE_FOUR
        elif all(self._has_makers_after(cell) for cell in threats.cells):
            kind = AttackKind.FOUR_AND_THREE
        return Attack(self.colour, kind, threats.lines, fives, threats.cells)

    def _is_one_row(self, lines: Sequence[Line]) -> bool:
        """Return True if these winning lines all contain the same stones of the attacker."""
        return len({frozenset(cell for cell in line if self._board[cell] == self.colour) for line in lines}) == 1

    def _has_makers_after(self, cell: int) -> bool:
        with self._stone(cell, self.other):
            return any(self._is_maker(point) for point in self._points())

    # Open threes, and two fours at once

    def _makers_attack(self, points: dict[int, list[Shape]], makers: Sequence[int]) -> Attack:
        rows = {row: cell for cell in makers for row in self._open_rows(cell, points[cell])}
        if not rows:
            ways = {cell: _ways(points[cell], lambda made: made.fours) for cell in makers}
            return self._coming(AttackKind.DOUBLE_FOUR, ways, lambda cell, _: self._is_maker(cell))
        kind = AttackKind.DOUBLE_THREE if len(rows) > 1 else AttackKind.OPEN_THREE
        opens = tuple(cell for cell in makers if any(shape.open_four for shape in points[cell]))
        return Attack(self.colour, kind, tuple(rows), opens, self._stops(makers, self._is_maker))

    def _open_rows(self, cell: int, made: Sequence[Shape]) -> Iterator[Line]:
        """Yield the stones of each open three that becomes an open four with a stone on this cell.

        ``made`` are the shapes that the stone makes, one for each direction.
        """
        for way, shape in enumerate(made):
            if shape.open_four:
                yield tuple(sorted(set(self._run_beside(cell, way))))

    def _run_beside(self, cell: int, way: int) -> Iterator[int]:
        dx, dy = self.geometry.directions[way]
        for towards in ((dx, dy), (-dx, -dy)):
            for beside in self.geometry.ray(cell, towards):
                if self._board[beside] != self.colour:
                    break
                yield beside

    # Attacks that the next stone can make

    def _coming(
        self, kind: AttackKind, ways: dict[int, tuple[int, ...]], still: Callable[[int, list[Shape]], bool]
    ) -> Attack:
        """Return the attack of this kind that a stone on one of the given cells would make.

        ``ways`` maps each cell to the directions of the rows that belong to the attack, as their indices.
        ``still(cell, shapes)`` returns True if a stone on the cell would still make it after the opponent's answer.
        """
        cells = tuple(sorted(ways))
        lines = dict.fromkeys(
            line
            for cell in cells
            for line in lines_of(self.geometry, self._board, cell, ways[cell], self.colour, length=self.rule.length)
        )
        stops = self._stops(cells, lambda cell: still(cell, self._shapes(cell)))
        return Attack(self.colour, kind, tuple(lines), cells, stops, is_coming=True)

    def _wins_by_pair(self, cell: int, made: Sequence[Shape]) -> bool:
        """Return True if a stone makes a four and an open three that survives every defence against the four.

        ``made`` are the shapes that the stone makes, one for each direction.
        """
        if not any(shape.fours for shape in made) or not any(shape.three_points for shape in made):
            return False
        if not self._may(cell, self.colour):
            return False
        with self._stone(cell, self.colour):
            stops = self._threats(cell).cells
            return bool(stops) and all(self._keeps_three(cell, made, stop) for stop in stops)

    def _keeps_three(self, cell: int, made: Sequence[Shape], stop: int) -> bool:
        with self._stone(stop, self.other):
            return any(self._is_maker(point) for point in self._three_points(cell, made) if point != stop)

    def _threes(self, cell: int, made: Sequence[Shape]) -> tuple[int, ...]:
        """Return the directions in which a stone makes an open three but no four, if there are at least two.

        Directions are indices into ``Geometry.directions``, and ``made`` has the shape that the stone makes in each.
        Return an empty tuple if the stone is not allowed.
        """
        ways = _ways(made, lambda shape: shape.three_points and not shape.fours)
        if len(ways) < 2 or not self._may(cell, self.colour):
            return ()
        with self._stone(cell, self.colour):
            return tuple(
                way for way in ways if any(self._is_maker(point) for point in self._steps(cell, way, made[way]))
            )

    def _three_points(self, cell: int, made: Sequence[Shape]) -> Iterator[int]:
        for way, shape in enumerate(made):
            yield from self._steps(cell, way, shape)

    def _steps(self, cell: int, way: int, made: Shape) -> Iterator[int]:
        """Yield the cells where one more stone turns the three ``made`` by a stone on ``cell`` into an open four."""
        dx, dy = self.geometry.directions[way]
        for step in made.three_points:
            towards = (dx, dy) if step > 0 else (-dx, -dy)
            yield self.geometry.ray(cell, towards)[abs(step) - 1]

    # Defences

    def _stops(self, points: Sequence[int], still: Callable[[int], bool]) -> tuple[int, ...]:
        """Return the cells where one stone of the opponent stops the attack at all of these points.

        The attack is stopped at a point if ``still(point)`` is False.

        Such a stone must affect every point, so only the cells around the first one are tried.
        """
        around = {points[0], *self._around(points[0])}
        return tuple(cell for cell in sorted(around) if self._ends(cell, points, still))

    def _ends(self, cell: int, points: Sequence[int], still: Callable[[int], bool]) -> bool:
        if self._board[cell] != EMPTY or not self._may(cell, self.other):
            return False
        with self._stone(cell, self.other):
            return not any(point != cell and still(point) for point in points)

    def _around(self, cell: int) -> Iterator[int]:
        """Yield the cells whose stones can affect the shapes that a stone on this cell makes."""
        for dx, dy in self.geometry.directions:
            for towards in ((dx, dy), (-dx, -dy)):
                yield from self.geometry.ray(cell, towards)[: self.rule.length]

    # The board

    @contextmanager
    def _stone(self, cell: int, colour: str) -> Iterator[None]:
        """Place a stone on the board for the duration of a ``with`` block."""
        self._board[cell] = colour
        try:
            yield
        finally:
            self._board[cell] = EMPTY

    def _shapes(self, cell: int) -> list[Shape]:
        return shapes(self.geometry, self._board, cell, self.colour, self.rule)

    def _points(self) -> dict[int, list[Shape]]:
        """Return the empty cells where a stone makes a four or an open three, with the shapes that it makes."""
        empty = (cell for cell in range(len(self.geometry)) if self._board[cell] == EMPTY)
        made = {cell: self._shapes(cell) for cell in empty}
        return {cell: each for cell, each in made.items() if any(shape.fours or shape.three_points for shape in each)}

    def _is_maker(self, cell: int) -> bool:
        """Return True if a stone on this cell is allowed and makes fours that no single stone of the opponent stops."""
        if not any(shape.fours for shape in self._shapes(cell)) or not self._may(cell, self.colour):
            return False
        with self._stone(cell, self.colour):
            return self._threats(cell).is_unstoppable

    def _threats(self, through: int | None = None) -> Threats:
        """Return the winning lines that one stone completes, only those through the cell ``through`` if it is given."""
        length, geometry = self.rule.length, self.geometry
        windows = geometry.windows(length) if through is None else geometry.windows_through(length)[through]
        return threats_by(
            geometry,
            self._board,
            self.colour,
            self.rule,
            lambda cell: self._may(cell, self.other),
            may_fill=self._may_fill,
            windows=windows,
        )

    def _may_fill(self, gaps: tuple[int, ...], answer: frozenset[int]) -> bool:
        board = [self.other if cell in answer else stone for cell, stone in enumerate(self._board[:-1])]
        return self._may_place(board, self.colour, gaps[0])

    def _may(self, cell: int, colour: str) -> bool:
        return self._may_place(self._board[:-1], colour, cell)


def _ways(made: Iterable[Shape], has: Callable[[Shape], object]) -> tuple[int, ...]:
    return tuple(way for way, shape in enumerate(made) if has(shape))
