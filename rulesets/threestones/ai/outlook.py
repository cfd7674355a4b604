"""The evaluation of Threestones after one or two more stones, computed without placing them."""

from __future__ import annotations

from game.engine.search.compiled import Record, int64, kernel
from game.engine.search.vectors import larger_sum, lowest_bit

from ..promises import PROMISES
from .position import evaluate, shift_gains, spent
from .tables import MOST_LINES

#: Value of a stone that is not in the hand.
NEVER = -1_000_000
#: Rows and columns of the pond.
_STRAIGHTS = 22


@kernel()
def look_in_hand(position: Record, tables: Record, team: int) -> None:
    """Write down what it is worth to a team to place a stone of each kind, apart from the lines."""
    base = 4 * team
    position.in_hand[base] = NEVER
    for kind in range(1, 4):
        has = position.hands[base + kind] > 0
        position.in_hand[base + kind] = spent(position, tables, int64(kind), team) if has else NEVER


@kernel()
def best_gain(position: Record, tables: Record, last: int, team: int) -> int:
    """Return the largest change of a team's evaluation by its stone after one in the pocket ``last``."""
    first, second = tables.reach[2 * last] & position.free[0], tables.reach[2 * last + 1] & position.free[1]
    if first | second == 0:
        first, second = position.free[0], position.free[1]
    best, sign, hand = int64(NEVER), int64(-team), 4 * team
    while first != 0:
        best = max(best, larger_sum(position.gains, 4 * lowest_bit(first), position.in_hand, hand, sign))
        first &= first - 1
    while second != 0:
        best = max(best, larger_sum(position.gains, 4 * (64 + lowest_bit(second)), position.in_hand, hand, sign))
        second &= second - 1
    return best


@kernel()
def after_best_stone(position: Record, tables: Record, team: int) -> int:
    """Return the evaluation for a team, to move, after its stone for which that is highest."""
    look_in_hand(position, tables, team)
    bonus = tables.promises[position.stage * PROMISES + PROMISES - 1]
    return int64(evaluate(position, tables, team) - 2 * bonus + best_gain(position, tables, position.last, team))


@kernel()
def best_answer(position: Record, tables: Record, cell: int, kind: int, other: int) -> int:
    """Return the largest change of the other team's evaluation by its answer to a stone.

    ``look_in_hand`` has looked in its hand. Only lines in the row and column of the stone can matter.
    """
    base = cell * MOST_LINES
    end = base + position.straight[cell]
    for at in range(base, end):
        code = int64(position.codes[position.lines[at]])
        shift_gains(position, tables, position.neighbours[at], code, code | kind << position.places[at])
    position.free[cell >> 6] ^= 1 << (cell & 63)
    best = best_gain(position, tables, cell, other)
    position.free[cell >> 6] ^= 1 << (cell & 63)
    for at in range(base, end):
        code = int64(position.codes[position.lines[at]])
        shift_gains(position, tables, position.neighbours[at], code | kind << position.places[at], code)
    return best


@kernel()
def look_at_answers(position: Record, tables: Record, other: int) -> None:
    """Write down for each row and column the other team's best gain, where it is, and the second-best gain."""
    look_in_hand(position, tables, other)
    sign, hand = int64(-other), 4 * other
    for line in range(_STRAIGHTS):
        position.answers[4 * line] = position.answers[4 * line + 2] = NEVER
    for half in range(2):
        cells = int64(position.free[half])
        while cells != 0:
            cell = 64 * half + lowest_bit(cells)
            cells &= cells - 1
            gain = larger_sum(position.gains, 4 * cell, position.in_hand, hand, sign)
            note_answer(position, 4 * tables.rows[cell], cell, gain)
            note_answer(position, 4 * tables.columns[cell], cell, gain)


@kernel(within_caller=True)
def note_answer(position: Record, at: int, cell: int, gain: int) -> None:
    """Keep a gain in a row or column if it is the best or the second-best there."""
    if gain > position.answers[at]:
        position.answers[at + 2] = position.answers[at]
        position.answers[at] = gain
        position.answers[at + 1] = cell
    elif gain > position.answers[at + 2]:
        position.answers[at + 2] = gain


@kernel()
def likely_answer(position: Record, tables: Record, cell: int) -> int:
    """Return the other team's best gain in the row and column of a pocket, but not in it, by ``look_at_answers``."""
    row, column, answers = 4 * tables.rows[cell], 4 * tables.columns[cell], position.answers
    one = answers[row + 2] if answers[row + 1] == cell else answers[row]
    two = answers[column + 2] if answers[column + 1] == cell else answers[column]
    return int64(max(one, two))
