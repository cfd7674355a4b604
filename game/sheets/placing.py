"""The effects of a stone in a game of a rule sheet: captures, points, and lines that win or lose.

The numbers of the rules are those of ``docs/rule-sheets.md``, *How a game runs*.
"""

from __future__ import annotations

from dataclasses import replace

from game.core.lines.line_state import Line
from game.core.model import EMPTY, Event, LineMade, Place, Placed, Scored
from game.sheets.rows import MadeLines, captured_cells, made_lines, scored_rows, side_of
from game.sheets.sheet_state import SheetState

Events = tuple[Event, ...]


def with_stone(state: SheetState, move: Place) -> tuple[SheetState, Events]:
    """Return the position with one more stone and all its effects, and the events; the turn does not change yet.

    Captures come before lines (rules 3 and 4), and a win by captures after both.
    """
    rules, mover = state.rules, state.rule_colours.index(state.colour)
    board = [*state.board]
    board[move.cell] = move.stone
    taken = captured_cells(rules, state.geometry, board, move.cell, mover)
    for cell in taken:
        board[cell] = EMPTY
    events: Events = (Placed(state.seat, move.cell, move.stone),)
    if taken and not rules.line.points:
        events += (Scored(state.colour, tuple((cell,) for cell in sorted(taken))),)
    after = replace(_counted(state, move.stone, len(taken)), board=tuple(board), passes=0)
    judge = _with_points if rules.line.points else _with_lines
    after, more = judge(after, move.cell, mover, taken)
    if not after.won and 0 < rules.capture.wins <= after.captured.get(state.colour, 0):
        after = replace(after, won=state.colour)
    return after, events + more


def _counted(state: SheetState, stone: str, taken: int) -> SheetState:
    """Return the position with one stone less in hand and the captured stones counted."""
    colour, hands, captured, scores = state.colour, state.hands, state.captured, state.scores
    if stone in hands.get(colour, {}):
        hands = {**hands, colour: {**hands[colour], stone: hands[colour][stone] - 1}}
    if taken:
        captured = {**captured, colour: captured[colour] + taken}
        scores = scores if state.rules.line.points else captured
    return replace(state, hands=hands, captured=captured, scores=scores)


def _with_points(state: SheetState, cell: int, mover: int, _taken: frozenset[int]) -> tuple[SheetState, Events]:
    """Return the position with the points of the new rows (rule 6)."""
    rows = scored_rows(state.rules, state.geometry, state.board, cell, mover)
    events, scores = [], dict(state.scores)
    for side, colour in enumerate(state.rule_colours):
        lines = tuple(row for owner, row in rows if owner == side)
        if lines:
            scores[colour] += len(lines)
            events.append(Scored(colour, lines))
    return replace(state, scores=scores), tuple(events)


def _with_lines(state: SheetState, cell: int, mover: int, taken: frozenset[int]) -> tuple[SheetState, Events]:
    """Return the position with the effect of the new lines (rule 4), after the pending ones that captures broke."""
    made = made_lines(state.rules, state.geometry, state.board, cell, mover)
    pending = _unbroken(state, taken) if taken else state.pending
    if made.won and state.rules.capture.survive:
        return replace(state, pending=(*pending, *(line for _side, line in made.won))), ()
    after = _decided(replace(state, pending=pending), made, mover)
    lines = () if after.is_own_line else after.lines
    return after, tuple(LineMade(state.board[line[0]], line) for line in lines)


def _decided(state: SheetState, made: MadeLines, mover: int) -> SheetState:
    """Return the position with the end of the game if lines win or lose.

    Lines that win come before lines that lose, and the mover's before the opponent's.
    """
    colours = state.rule_colours
    if made.won:
        winner = mover if any(side == mover for side, _line in made.won) else 1 - mover
        lines = tuple(line for side, line in made.won if side == winner)
        return replace(state, lines=lines, won=colours[winner])
    if made.lost:
        return replace(state, lines=made.lost, is_own_line=True, won=colours[1 - mover])
    return state


def _unbroken(state: SheetState, taken: frozenset[int]) -> tuple[Line, ...]:
    """Return the pending lines without the captured stones, as far as what is left of them still wins."""
    kept: dict[Line, None] = {}
    for line in state.pending:
        left = [cell for cell in line if cell not in taken]
        if len(left) == len(line):
            kept[line] = None
            continue
        for cell in left:
            # Lines that wait win for the side of their stones, whoever is to move.
            won = made_lines(state.rules, state.geometry, state.board, cell, 0).won
            kept.update(dict.fromkeys(each for _side, each in won))
    return tuple(kept)


def judged_as_set_up(state: SheetState) -> SheetState:
    """Return a position that was set up, with the end of the game if its board has a line that wins or loses.

    The side that is not to move may have made it.
    """
    if state.rules.line.points:
        return state
    mover = 1 - state.rule_colours.index(state.colour)
    stones = [cell for cell, stone in enumerate(state.board) if stone != EMPTY]
    found = [made_lines(state.rules, state.geometry, state.board, cell, mover) for cell in stones]
    won = dict.fromkeys(each for made in found for each in made.won)
    lost = dict.fromkeys(line for made in found for line in made.lost)
    return _decided(state, MadeLines(tuple(won), tuple(lost)), mover)


def survivor(state: SheetState) -> SheetState:
    """Return the position at the end of a turn, won by the other side if one of its lines has survived (rule 5).

    ``state`` still has the side to move whose turn is over.
    """
    other = next(colour for colour in state.rule_colours if colour != state.colour)
    lines = tuple(line for line in state.pending if owner_of(state, line) == other)
    return replace(state, lines=lines, won=other, pending=()) if lines else state


def owner_of(state: SheetState, line: Line) -> str:
    """Return the colour to which the stones of a line belong, wild stones apart."""
    sides = {kind.letter: side_of(kind) for kind in state.rules.stones if not kind.wild}
    return state.rule_colours[next(sides[state.board[cell]] for cell in line if state.board[cell] in sides)]
