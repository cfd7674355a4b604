"""Slow classification of lines by definition: stones are added to a line one after another until one wins.

This code uses neither the engine's tables nor the patterns of the rules. A line is a text of odd length whose middle is
the stone to classify: ``b`` and ``w`` are stones, ``.`` is an empty cell, ``#`` is beyond the board.
"""

from collections.abc import Iterator
from functools import cache

from game.core.lines.bans import Ban, BanningRule
from game.core.lines.line_state import LineRule
from game.engine.search.lines.patterns import LineClass

OTHER = {"b": "w", "w": "b"}
#: The line classes by the number of stones that are missing to a win: closed, open, firm.
_NAMES = {
    2: (LineClass.CLOSED_THREE, LineClass.OPEN_THREE, LineClass.FIRM_THREE),
    3: (LineClass.CLOSED_TWO, LineClass.OPEN_TWO, LineClass.FIRM_TWO),
    4: (LineClass.CLOSED_ONE, LineClass.OPEN_ONE, LineClass.OPEN_ONE),
}


def forbids(rule: LineRule, ban: Ban, colour: str) -> bool:
    """Return True if the rule forbids this colour to make a shape of the kind ``ban``, such as a double four."""
    return isinstance(rule, BanningRule) and colour == rule.banned_colour and ban in rule.bans


def run_around(line: str, at: int) -> tuple[int, int]:
    """Return the start and the end (exclusive) of the run of equal stones around ``at``."""
    start = end = at
    while start > 0 and line[start - 1] == line[at]:
        start -= 1
    while end < len(line) and line[end] == line[at]:
        end += 1
    return start, end


def wins(line: str, at: int, rule: LineRule) -> bool:
    """Return whether the stone at ``at`` is in a winning line."""
    start, end = run_around(line, at)
    if end - start != rule.length:
        return end - start > rule.length and line[at] in rule.overline_wins
    is_stopped = [0 <= i < len(line) and line[i] == OTHER[line[at]] for i in (start - 1, end)]
    return not (rule.needs_open_end and all(is_stopped))


def with_one_more(line: str, stone: str) -> Iterator[str]:
    """Yield the line with one more stone, once for each empty cell."""
    return (f"{line[:at]}{stone}{line[at + 1 :]}" for at, cell in enumerate(line) if cell == ".")


@cache
def missing(line: str, rule: LineRule) -> int | None:
    """Return how many more stones the middle stone's colour needs at least for a win through the middle.

    Return None if it cannot win there.
    """
    middle = len(line) // 2
    if wins(line, middle, rule):
        return 0
    nexts = (missing(more, rule) for more in with_one_more(line, line[middle]))
    return min((1 + more for more in nexts if more is not None), default=None)


def five_points(line: str, rule: LineRule) -> int:
    """Return the number of cells on which one more stone wins."""
    return sum(wins(more, len(line) // 2, rule) for more in with_one_more(line, line[len(line) // 2]))


@cache
def is_straight(line: str, rule: LineRule) -> bool:
    """Return True if the line has a straight four: an unbroken row that a stone at either end completes to a win.

    If the rule needs an open end, no single stone of the defender may take away all winning cells.
    """
    middle = len(line) // 2
    start, end = run_around(line, middle)
    if end - start != rule.length - 1 or start == 0 or end == len(line) or not line[start - 1] == line[end] == ".":
        return False
    completed = (f"{line[:at]}{line[middle]}{line[at + 1 :]}" for at in (start - 1, end))
    if not all(wins(more, middle, rule) for more in completed):
        return False
    stopped = with_one_more(line, OTHER[line[middle]])
    return not rule.needs_open_end or all(five_points(less, rule) > 0 for less in stopped)


@cache
def is_unstoppable(line: str, rule: LineRule) -> bool:
    """Return True if no single stone of the opponent can stop the row through the middle from winning next.

    The line then has a straight four, or two fours in one line that the colour of the middle may make.
    """
    if is_straight(line, rule):
        return True
    may_double = not rule.needs_open_end and not forbids(rule, Ban.DOUBLE_FOUR, line[len(line) // 2])
    return may_double and five_points(line, rule) > 1


@cache
def is_open(line: str, rule: LineRule) -> bool:
    """Return True if the row through the middle can grow to one that cannot be stopped (``is_unstoppable``).

    Each added stone must reduce the number of stones missing for a win.
    """
    left = missing(line, rule)
    if left is None or left == 0:
        return False
    if left == 1:
        return is_unstoppable(line, rule)
    nearer = (more for more in with_one_more(line, line[len(line) // 2]) if missing(more, rule) == left - 1)
    return any(is_open(more, rule) for more in nearer)


@cache
def is_firm(line: str, rule: LineRule) -> bool:
    """Return True if an open row can grow in more than one way.

    A three must become an unstoppable four with each of several stones, a two must become such a three.
    """
    left = missing(line, rule)
    if left not in (2, 3):
        return False
    nearer = [more for more in with_one_more(line, line[len(line) // 2]) if missing(more, rule) == left - 1]
    return sum(is_unstoppable(more, rule) if left == 2 else is_firm(more, rule) for more in nearer) > 1


def line_class(line: str, rule: LineRule) -> LineClass:
    """Return the class of a line, such as an open three: the threat that the row through its middle stone is."""
    middle = len(line) // 2
    left = missing(line, rule)
    if left == 0:
        return LineClass.FIVE
    start, end = run_around(line, middle)
    if end - start > rule.length and forbids(rule, Ban.OVERLINE, line[middle]):
        return LineClass.OVERLINE
    if left == 1:
        if is_straight(line, rule):
            return LineClass.STRAIGHT_FOUR
        is_split = five_points(line, rule) > 1 and not rule.needs_open_end
        return LineClass.SPLIT_FOUR if is_split else LineClass.FOUR
    if left is None or left > 4:
        return LineClass.DEAD
    return _NAMES[left][int(is_open(line, rule)) + int(is_firm(line, rule))]
