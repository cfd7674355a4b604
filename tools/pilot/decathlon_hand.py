"""Steps of the simulated player in games of the decathlon, a weekly competition, against a scripted opponent."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pygame

from game.core.language import _
from game.core.match import Match
from game.core.model import EMPTY
from game.core.ruleset import format_move
from game.ui.board.board_buttons import play_label
from tools.pilot.pilot import Pilot


def some_turn(match: Match, avoided: frozenset[int] = frozenset()) -> list[str]:
    """Return a random legal turn of the side to move, as texts of moves, without the cells in ``avoided``."""
    ahead, words, rng = match.copy(), list[str](), random.Random(len(match.plies))
    seat = ahead.state.seat
    while ahead.outcome is None and ahead.state.seat == seat:
        moves = [move for move in ahead.ruleset.legal_moves(ahead.state) if getattr(move, "cell", -1) not in avoided]
        move = rng.choice(moves)
        words.append(format_move(ahead.ruleset.info, ahead.state.geometry, move))
        ahead.play(move)
    return words


def let_opponent_move(pilot: Pilot, avoided: frozenset[int] = frozenset()) -> None:
    """Let the scripted opponent play a random turn outside the cells in ``avoided``, if it is to move."""
    table = pilot.scene.table
    if table.opponent_to_move:
        table.services.opponent.answer(*some_turn(table.match, avoided))
        pilot.frames(40)


def win_by_a_row(pilot: Pilot) -> Iterator[int]:
    """Win the open game of the decathlon with a row that the scripted opponent does not block.

    Before each turn of the opponent, yield the number of stones in the row.
    """
    table = pilot.scene.table
    row = _free_row(table.match)
    for placed, cell in enumerate(row):
        if not table.person_to_move:
            yield placed
            let_opponent_move(pilot, frozenset(row))
        pilot.click(pilot.scene.board.layout.centre(cell))
        pilot.frames(40)
        if pilot.scene.pending.is_complete:
            pilot.press(play_label(pilot.scene.pending))
            pilot.frames(40)
    assert table.match.outcome is not None


def _free_row(match: Match) -> tuple[int, ...]:
    """Return the empty row of winning length that is nearest to the middle of the board."""
    state = match.state
    geometry, middle = state.geometry, (state.geometry.columns - 1) / 2
    free = (line for line in geometry.windows(state.rule.length) if all(state.board[cell] == EMPTY for cell in line))
    return min(free, key=lambda line: sum(abs(at - middle) for cell in line for at in geometry.cells[cell]))


def resign(pilot: Pilot) -> None:
    """Resign and confirm it. Moves are played first while the game could still be aborted instead."""
    table = pilot.scene.table
    while table.can_abort:
        let_opponent_move(pilot)
        if table.person_to_move:
            pilot.scene._take(table.play(next(table.match.ruleset.legal_moves(table.match.state))))
            pilot.frames(2)
    pilot.press(_("Resign"))
    pilot.press(_("Resign"))
    pilot.frames(40)


def leave_results(pilot: Pilot) -> None:
    """Return from the results to the decathlon."""
    pilot.press(_("Back to the decathlon"))
    pilot.frames(30)


def leave_table(pilot: Pilot) -> None:
    """Leave an unfinished game with Escape, and return to the decathlon."""
    pilot.key(pygame.K_ESCAPE)
    pilot.frames(5)
    leave_results(pilot)
