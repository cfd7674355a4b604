"""The forbidden moves of renju, straight from the rules and without any regard for speed.

Source: The International Rules of Renju (Renju International Federation, 2 May 1996, corrected 3 May 1998,
renju.net/study/rifrules.php): the definitions of section 3, and sections 9.2 and 9.3. Where they say five, four and
three stones, a sheet's ``line.length`` and one and two stones less are meant.
"""

from dataclasses import dataclass
from itertools import islice

from tests.sheets.slow_board import Cell, SlowBoard, Step


@dataclass(frozen=True)
class Shapes:
    """The stones of one side and the empty cells, both without what is put down in thought."""

    board: SlowBoard
    five: int
    stones: frozenset[Cell]
    empty: frozenset[Cell]
    banned: frozenset[str] = frozenset({"double three", "double four", "overline"})
    """What the sheet forbids to the side: a three that grows at such a point only is none."""

    def with_stone(self, cell: Cell) -> "Shapes":
        """Return the same with one more stone."""
        return Shapes(self.board, self.five, self.stones | {cell}, self.empty - {cell}, self.banned)

    def run(self, cell: Cell, step: Step) -> list[Cell]:
        """Return the unbroken row through a stone in a direction."""
        return self.board.run(self.stones, cell, step)

    def makes_five(self, cell: Cell, step: Step) -> bool:
        """Return True if a stone at an empty cell would attain five in a row in this direction."""
        return len(self.with_stone(cell).run(cell, step)) == self.five

    def near(self, cell: Cell, step: Step) -> set[Cell]:
        """Return the cells in one direction, both ways, that can be in a row of five with a stone, or beside it."""
        ahead = islice(self.board.walk(cell, step), self.five)
        behind = islice(self.board.walk(cell, (-step[0], -step[1])), self.five)
        return {*ahead, *behind}

    def is_alone(self, stone: Cell) -> bool:
        """Return True if a stone cannot be in a three, a four or an overline, for lack of others near it."""
        return all(len(self.near(stone, step) & self.stones) < self.five - 3 for step in self.board.directions)

    def has_overline(self, stone: Cell) -> bool:
        """Return True if six or more stones stand in an unbroken row through a stone."""
        return any(len(self.run(stone, step)) > self.five for step in self.board.directions)

    def fours(self, stone: Cell) -> set[tuple[Step, frozenset[Cell]]]:
        """Return the fours that meet in a stone: each four stones to which one more attains five in a row."""
        found = set()
        for step in self.board.directions:
            for cell in self.near(stone, step) & self.empty:
                if self.makes_five(cell, step):
                    five = self.with_stone(cell).run(cell, step)
                    if stone in five:
                        found.add((step, frozenset(five) - {cell}))
        return found

    def is_straight_four(self, stone: Cell, step: Step) -> bool:
        """Return True if an unbroken row of four through a stone can become five in two different ways."""
        row = self.run(stone, step)
        ends = {end for end in self.board.ends(row, step) if end in self.empty}
        return len(row) == self.five - 1 and sum(end is not None and self.makes_five(end, step) for end in ends) == 2

    def straight_four_points(self, stone: Cell, step: Step) -> list[Cell]:
        """Return where one more stone attains a straight four with a stone, without a five at the same time."""
        points = []
        for cell in self.near(stone, step) & self.empty:
            after = self.with_stone(cell)
            is_four = stone in after.run(cell, step) and after.is_straight_four(cell, step)
            if is_four and not any(self.makes_five(cell, other) for other in self.board.directions):
                points.append(cell)
        return points

    def threes(self, stone: Cell) -> list[list[Cell]]:
        """Return the threes that meet in a stone, each as the points where it becomes a straight four.

        There cannot be two in one line: the cells beside a straight four are empty, and those beyond are not the
        side's, as a stone beside it would attain an overline.
        """
        found = [self.straight_four_points(stone, step) for step in self.board.directions]
        return [points for points in found if points]

    def has_double_four(self, stone: Cell) -> bool:
        """Return True if more than one four meet in a stone."""
        return len(self.fours(stone)) > 1

    def has_forbidden_double_three(self, stone: Cell) -> bool:
        """Return True if more than one three meet in a stone, and 9.3 does not allow it.

        A three counts if it can become a straight four at a point that makes neither an overline nor a double four
        (9.3 a) nor a forbidden double three (9.3 b). Taken by the letter, a) and b) each allow the move alone, so a
        three that fails by a) and another that fails by b) would not add up. They do in the positions of
        tests/data/renju_forbidden_1000.jsonl.gz (h12 in number 135), and here.
        """
        return sum(any(self._is_open(point) for point in points) for points in self.threes(stone)) > 1

    def _is_open(self, point: Cell) -> bool:
        after = self.with_stone(point)
        return not after.is_forbidden(point)

    def is_forbidden(self, stone: Cell) -> bool:
        """Return True if a stone that makes no five is of a kind that the sheet forbids."""
        return (
            ("overline" in self.banned and self.has_overline(stone))
            or ("double four" in self.banned and self.has_double_four(stone))
            or ("double three" in self.banned and self.has_forbidden_double_three(stone))
        )
