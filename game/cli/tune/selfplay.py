"""Games of the kit against itself, the raw material of its evaluation."""

from __future__ import annotations

import random
from copy import copy
from dataclasses import dataclass

from game.cli.tune.table import Play, Searcher, Table
from game.core.model import EMPTY, State

#: A game begins with so many stones thrown within so many steps of the middle of the board.
_THROWN = (2, 7)
_SPREAD = (2, 4)
#: An opening is kept when the score of its first search is no greater; so many are thrown before one is kept anyway.
_BALANCED = 300
_MOST_THROWS = 100
#: After which part of all stones another one is tried out, and how far from the next stone it may lie.
_SLIP_RATE = 0.4
_SLIP_DISTANCE = 2

Slip = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class SelfPlay:
    """A game of the kit against itself. Scores are for the side on turn, in the search's points."""

    number: int
    opening: int
    """How many of the stones were thrown."""
    cells: tuple[int, ...]
    """Where the stones were put; colours take turns as the rules say."""
    scores: tuple[int, ...]
    """What the search said before each stone that was not thrown, and of the position that was held for decided."""
    slips: tuple[Slip, ...]
    """Stones that were tried out and taken back: after how many stones, the cell, and what a search says after it."""
    winner: int
    """The colour, or DRAW."""


def play_game(table: Table, searcher: Searcher, nodes: int, seed: int, number: int) -> SelfPlay:
    """Game ``number`` of a run; the same arguments give the same game."""
    dice = random.Random(f"{seed} {number}")
    searcher.forget(dice.randrange(1, 1 << 30))
    play = _throw_opening(table, searcher, nodes, dice)
    opening, scores, slips = len(play.cells), list[int](), list[Slip]()
    winner = None
    while winner is None:
        found = play.search(searcher, nodes)
        scores.append(found.score)
        if not found.is_decided and dice.random() < _SLIP_RATE:
            slips += _slip(play, searcher, nodes, dice)
        winner = play.put_found(found)
    return SelfPlay(number, opening, tuple(play.cells), tuple(scores), tuple(slips), winner)


def _throw_opening(table: Table, searcher: Searcher, nodes: int, dice: random.Random) -> Play:
    for _ in range(_MOST_THROWS):
        play = _thrown(table, dice)
        if play.winner() is None and abs(play.search(searcher, nodes).score) <= _BALANCED:
            break
    return play


def _thrown(table: Table, dice: random.Random) -> Play:
    play = Play(table)
    number, spread, middle = dice.randint(*_THROWN), dice.randint(*_SPREAD), table.size // 2
    while len(play.cells) < number and play.winner() is None:
        x, y = (middle + dice.randint(-spread, spread) for _ in range(2))
        cell = play.state.geometry.at(x, y)
        if cell is not None and play.state.board[cell] == EMPTY:
            play.put(cell)
    return play


def _slip(play: Play, searcher: Searcher, nodes: int, dice: random.Random) -> list[Slip]:
    """A stone near the others, and what a search says after it; nothing when it may not be put there, or wins."""
    tried = copy(play)
    tried.cells, tried.stones = play.cells.copy(), play.stones.copy()
    cell = dice.choice(_near(play.state))
    if not tried.put(cell) or tried.winner() is not None:
        return []
    return [(len(play.cells), cell, tried.search(searcher, nodes).score)]


def _near(state: State) -> list[int]:
    """The empty cells within a few steps of a stone."""
    steps = range(-_SLIP_DISTANCE, _SLIP_DISTANCE + 1)
    taken = [state.geometry.cells[cell] for cell, stone in enumerate(state.board) if stone != EMPTY]
    points = {(x + right, y + down) for x, y in taken for right in steps for down in steps}
    cells = (state.geometry.at(*point) for point in sorted(points))
    return [cell for cell in cells if cell is not None and state.board[cell] == EMPTY]
