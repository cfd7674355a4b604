"""Self-play: games of the engine against itself, from which its evaluation is trained."""

from __future__ import annotations

import random
from copy import copy

from msgspec import field

from game.core.model import EMPTY, State
from game.session.matches.game_log import LogRecord
from tools.tune.tuned_game import GameInProgress, Searcher, TunedGame

#: The range of the number of random stones at the start of a game, and the range of the largest distance from the
#: middle at which they lie.
_THROWN = (2, 7)
_SPREAD = (2, 4)
#: The largest absolute score of an opening that is kept, and the number of attempts after which any opening is.
_BALANCED = 300
_MOST_THROWS = 100
#: The share of searched positions in which a slip is tried, and its largest distance, along each axis, from another
#: stone.
_MISTAKE_RATE = 0.4
_MISTAKE_DISTANCE = 2

Slip = tuple[int, int, int]


class SelfPlay(LogRecord, frozen=True):
    """A game of the engine against itself. Scores are for the side to move, in points of the search."""

    number: int = field(name="number")
    opening: int = field(name="opening")
    """The number of random stones at the start."""
    cells: tuple[int, ...] = field(name="cells")
    """The cells of all stones in the order of play; the rules determine their colours."""
    scores: tuple[int, ...] = field(name="scores")
    """The search's score before each stone that followed the random ones.

    If the game ended because the last search had proved its result, the score of that final position is included.
    """
    slips: tuple[Slip, ...] = field(name="slips")
    """The slips: stones that were tried and taken back.

    Each has the number of stones before it, its cell, and the score after it for the side that is then to move.
    """
    winner: int = field(name="winner")
    """The side that won, or DRAW."""


def play_game(tuned: TunedGame, searcher: Searcher, nodes: int, seed: int, number: int) -> SelfPlay:
    """Play game ``number`` of a run, with ``nodes`` nodes for each search; the same arguments give the same game."""
    rng = random.Random(f"{seed} {number}")
    searcher.forget(rng.randrange(1, 1 << 30))
    play = _throw_opening(tuned, searcher, nodes, rng)
    opening, scores, slips = len(play.cells), list[int](), list[Slip]()
    winner = None
    while winner is None:
        found = play.search(searcher, nodes)
        scores.append(found.score)
        if not found.is_decided and rng.random() < _MISTAKE_RATE:
            slips += _mistake(play, searcher, nodes, rng)
        winner = play.put_found(found)
    return SelfPlay(number, opening, tuple(play.cells), tuple(scores), tuple(slips), winner)


def _throw_opening(tuned: TunedGame, searcher: Searcher, nodes: int, rng: random.Random) -> GameInProgress:
    for _ in range(_MOST_THROWS):
        play = _thrown(tuned, rng)
        if play.winner() is None and abs(play.search(searcher, nodes).score) <= _BALANCED:
            break
    return play


def _thrown(tuned: TunedGame, rng: random.Random) -> GameInProgress:
    play = GameInProgress(tuned)
    number, spread, middle = rng.randint(*_THROWN), rng.randint(*_SPREAD), tuned.size // 2
    while len(play.cells) < number and play.winner() is None:
        x, y = (middle + rng.randint(-spread, spread) for _ in range(2))
        cell = play.state.geometry.at(x, y)
        if cell is not None and play.state.board[cell] == EMPTY:
            play.put(cell)
    return play


def _mistake(play: GameInProgress, searcher: Searcher, nodes: int, rng: random.Random) -> list[Slip]:
    """Try a random stone near the others; return it with its score, or nothing if it is illegal or ends the game."""
    tried = copy(play)
    tried.cells, tried.stones = play.cells.copy(), play.stones.copy()
    cell = rng.choice(_near(play.state))
    if not tried.put(cell) or tried.winner() is not None:
        return []
    return [(len(play.cells), cell, tried.search(searcher, nodes).score)]


def _near(state: State) -> list[int]:
    """Return the empty cells within a few steps of a stone."""
    steps = range(-_MISTAKE_DISTANCE, _MISTAKE_DISTANCE + 1)
    taken = [state.geometry.cells[cell] for cell, stone in enumerate(state.board) if stone != EMPTY]
    points = {(x + right, y + down) for x, y in taken for right in steps for down in steps}
    cells = (state.geometry.at(*point) for point in sorted(points))
    return [cell for cell in cells if cell is not None and state.board[cell] == EMPTY]
