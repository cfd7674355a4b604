"""A computer player for all rule sheets that needs no compiled code: it looks one stone ahead.

It wins if it can, does not place a stone that loses, and stops the opponent's win. Otherwise it weighs each cell by the
windows that contain it; a window is a straight row of ``line.length`` cells. A window counts for the lines of a kind
while it has no stones of other kinds but wild ones, and weighs more with each stone.
"""

from __future__ import annotations

import math
import random
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import replace

from game.core.model import EMPTY, Choose, Move, Place, State
from game.core.ruleset import Info, Limits
from game.core.thinker import choose
from game.sheets.game import game_of
from game.sheets.rows import captured_cells, made_lines, winner_by
from game.sheets.sheet_state import SheetState, kinds_to_place

#: The factor by which each stone multiplies the weight of a window.
_GROWTH = 4.0
#: The weight of a captured stone, as a share of the weight of a window that lacks one stone.
_CAPTURED = 0.2
#: The most cells that are weighed, those with the heaviest windows.
_MOST_WEIGHED = 40


def look_ahead(
    state: State, limits: Limits, *, temperature: float = 20.0, defence: float = 1.0, attention: float = 1.0
) -> Generator[Info, None, Move]:
    """Choose a stone: one that wins, one that stops a win, or one with a high weight, at random.

    ``temperature`` is in hundredths of a stone: a cell that is worse by this amount is chosen e times less often.
    ``defence`` is the weight of windows that are good for the opponent. ``attention`` is the probability, 0 to 1, that
    the player sees that it can win or must stop a win.
    """
    assert isinstance(state, SheetState)
    game, rng = game_of(state.rules), random.Random(f"{limits.seed} {state.board.count(EMPTY)} {state.turns}")
    legal = list(game.legal_moves(state))
    if isinstance(legal[0], Choose):
        return legal[0]
    moves = [move for move in legal if isinstance(move, Place)]
    mover = state.rule_colours.index(state.colour)
    if state.phase is None and rng.random() < attention:
        moves = _urgent(state, moves, mover) or moves
    weights = _weights(state, moves, mover, defence)
    scores = [100 * math.log(weight, _GROWTH) for weight in weights.values()]
    move = [*weights][choose(scores, temperature, rng)]
    yield Info(1, 0.0, len(weights), (move,))
    return move


def _urgent(state: SheetState, moves: Sequence[Place], mover: int) -> list[Place]:
    """Return the moves that win at once, else those that stop the opponent's win, else those that do not lose.

    Return an empty list if all moves lose, or if none of them is better than another.
    """
    results = {move: _result(state, move, mover) for move in moves}
    won = [move for move, result in results.items() if result == 1]
    if won:
        return won
    safe = [move for move, result in results.items() if result == 0]
    threats = list(_winning_replies(state, mover))
    if threats and state.placements_left == 1:
        cells = {threat.cell for threat in threats}
        stops = [move for move in safe if move.cell in cells or _captures(state, move, mover)]
        return [move for move in stops if not _leaves_win(state, move, mover, threats)] or stops
    return safe if len(safe) < len(moves) else []


def _result(state: SheetState, move: Place, mover: int) -> int:
    """Return 1 if a stone wins at once for the side that places it, -1 if it loses, else 0."""
    rules, board = state.rules, [*state.board]
    board[move.cell] = move.stone
    taken = captured_cells(rules, state.geometry, board, move.cell, mover)
    for cell in taken:
        board[cell] = EMPTY
    if rules.line.points:
        return 0
    captured = state.captured.get(state.rule_colours[mover], 0) + len(taken)
    made = made_lines(rules, state.geometry, board, move.cell, mover)
    if any(side == mover for side, _line in made.won) or 0 < rules.capture.wins <= captured:
        return 1
    return -1 if made.won or made.lost else 0


def _winning_replies(state: SheetState, mover: int) -> Iterator[Place]:
    """Yield the moves with which the opponent would win at once if it were to move."""
    colour = state.rule_colours[1 - mover]
    reply = replace(state, colour=colour, seat=1 - state.seat)
    for kind in kinds_to_place(reply):
        for cell, stone in enumerate(state.board):
            if stone == EMPTY and _result(reply, Place(cell, kind), 1 - mover) == 1:
                yield Place(cell, kind)


def _captures(state: SheetState, move: Place, mover: int) -> bool:
    board = (*state.board[: move.cell], move.stone, *state.board[move.cell + 1 :])
    return bool(captured_cells(state.rules, state.geometry, board, move.cell, mover))


def _leaves_win(state: SheetState, move: Place, mover: int, threats: Sequence[Place]) -> bool:
    """Return True if the opponent could still win by one of these threats after a move."""
    board = [*state.board]
    board[move.cell] = move.stone
    for cell in captured_cells(state.rules, state.geometry, board, move.cell, mover):
        board[cell] = EMPTY
    after = replace(state, board=tuple(board))
    open_threats = (threat for threat in threats if board[threat.cell] == EMPTY)
    return any(_result(after, threat, 1 - mover) == 1 for threat in open_threats)


def _weights(state: SheetState, moves: Sequence[Place], mover: int, defence: float) -> Mapping[Place, float]:
    """Return the weights of moves by the windows through their cells, those of the heaviest cells."""
    rules, full = state.rules, _GROWTH ** (state.rules.line.length - 1)
    weights: dict[Place, float] = {}
    through = state.geometry.windows_through(rules.line.length)
    for move in moves:
        weight = 1.0
        for window in through[move.cell]:
            weight += _window_weight(state, [state.board[cell] for cell in window], move, mover, defence)
        if rules.capture.runs:
            board = (*state.board[: move.cell], move.stone, *state.board[move.cell + 1 :])
            weight += _CAPTURED * full * len(captured_cells(rules, state.geometry, board, move.cell, mover))
        weights[move] = max(weight, 0.01)
    heaviest = sorted(weights, key=lambda move: -weights[move])[:_MOST_WEIGHED]
    return {move: weights[move] for move in heaviest}


def _window_weight(state: SheetState, window: Sequence[str], move: Place, mover: int, defence: float) -> float:
    """Return the weight of a stone in a window: positive if the stone extends an own line or spoils another one."""
    stones = {kind.letter: kind for kind in state.rules.stones}
    letters = {letter for letter in window if letter != EMPTY and not stones[letter].wild}
    if len(letters) > 1:
        return 0.0
    count = len(window) - window.count(EMPTY)
    if not letters:
        return 1.0
    (letter,) = letters
    is_longer = stones[move.stone].wild or move.stone == letter
    is_good = winner_by(state.rules, stones[letter], mover) == mover
    weight = _GROWTH**count * (1.0 if is_good else defence)
    return weight if is_good is is_longer else -weight / 2
