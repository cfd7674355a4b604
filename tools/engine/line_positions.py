"""Positions of line games for tests, written as text diagrams or as moves."""

from __future__ import annotations

import random
from collections.abc import Iterator

from game.core.line_game import LineGame, LineState
from game.core.model import EMPTY, Mark, MarkKind, Move, Options, OptionValue, Place, Step
from game.core.ruleset import complete_options, parse_move


def options_of(game: LineGame, **given: OptionValue) -> dict[str, OptionValue]:
    """Return the complete options of a game: the given ones, and the default value of each other option."""
    return complete_options(game.info, given)


def start(game: LineGame, **given: OptionValue) -> LineState:
    """Return the initial position of a game."""
    state = game.setup(options_of(game, **given), seed=0).state
    assert isinstance(state, LineState)
    return state


def drawn(game: LineGame, rows: str, colour: str, **given: OptionValue) -> LineState:
    """Return the position with the stones of a diagram, given as text, and this colour to move.

    ``rows`` are the rows of the diagram from the top, separated by spaces; its top left corner is that of the board.
    ``-`` and ``.`` are empty cells.
    """
    options = options_of(game, **given)
    geometry = game.geometry(options)
    stones = {}
    for y, row in enumerate(rows.split()):
        for x, letter in enumerate(row):
            if letter not in (EMPTY, "-"):
                cell = geometry.at(x, y)
                assert cell is not None
                stones[cell] = letter
    return game.arrange(options, stones, colour)


def move(game: LineGame, state: LineState, text: str) -> Move:
    """Return the move that a text in the game's notation stands for."""
    return parse_move(game.info, state, text)


def play(game: LineGame, state: LineState, moves: str) -> Step:
    """Play moves in the game's notation and return the last step; each move must be legal."""
    step = Step(state)
    for text in moves.split():
        made = move(game, state, text)
        refusal = game.check(state, made)
        assert refusal is None, f"{text}: {refusal}"
        step = game.apply(state, made)
        assert isinstance(step.state, LineState)
        state = step.state
    return step


def after(game: LineGame, state: LineState, moves: str) -> LineState:
    """Return the position after moves in the game's notation; each must be legal."""
    reached = play(game, state, moves).state
    assert isinstance(reached, LineState)
    return reached


def names(state: LineState, cells: tuple[int, ...]) -> set[str]:
    """Return the names of these cells, such as ``h8``."""
    return {state.geometry.names[cell] for cell in cells}


def marked(game: LineGame, state: LineState, kind: MarkKind) -> set[str]:
    """Return the names of the cells that the game marks in a position with a mark of this kind."""
    marks: list[Mark] = [mark for mark in game.marks(state) if mark.kind is kind]
    return {name for mark in marks for name in names(state, mark.cells)}


def random_game(game: LineGame, options: Options, seed: int) -> Iterator[LineState]:
    """Yield the positions of a game of random moves, including the initial one."""
    rng = random.Random(seed)
    state = game.setup(options, seed).state
    assert isinstance(state, LineState)
    yield state
    while game.outcome(state) is None:
        after_move = game.apply(state, _random_move(game, state, rng)).state
        assert isinstance(after_move, LineState)
        state = after_move
        yield state


def _random_move(game: LineGame, state: LineState, rng: random.Random) -> Move:
    for _ in range(20):
        tried = Place(rng.randrange(len(state.board)), state.colour)
        if game.check(state, tried) is None:
            return tried
    return rng.choice(list(game.legal_moves(state)))
