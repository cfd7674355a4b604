"""A game between two players. Every move of the app takes effect here, in ``Match.submit``."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass, replace

from game.core.clock import UNTIMED, Clock, TimeControl, full_clock
from game.core.language import _
from game.core.model import EMPTY, Choose, Event, Move, Options, Outcome, Place, Reason, State, Step, Termination
from game.core.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Command:
    """Moves to make in a match, all or none, unless the match has changed since ``revision``.

    Use a command for moves that are chosen before they are submitted, such as an opponent's answer or a turn that is
    still being composed. A change of the match in between makes the command stale. For moves that are made at once,
    call ``Match.play``.
    """

    revision: int
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Ply:
    """A move that was made, the player (0 or 1) who made it, and the resulting state and events."""

    move: Move
    seat: int
    step: Step
    spent: int
    """The thinking time in milliseconds. If several moves are made together, the first one has all of it."""
    clock: Clock
    """The clock after the move."""


class Match:
    """A game in progress or ended: its plies, the plies that can be redone, and its end.

    ``revision`` grows with every change, so that a command for an older position can be recognised.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        options: Options,
        seed: int,
        start: State | None = None,
        time_control: TimeControl = UNTIMED,
    ) -> None:
        """Start the match from the ruleset's ``setup``, or from the position ``start``, which skips any opening.

        ``options`` must be complete and ``seed`` goes to ``setup``.
        """
        self.ruleset = ruleset
        self.options = dict(options)
        self.seed = seed
        self.start = start
        first = ruleset.setup(options, seed) if start is None else Step(start)
        self.setup_events: tuple[Event, ...] = first.events
        self.first_state: State = first.state
        self.plies: list[Ply] = []
        self.revision = 0
        self._undone: list[tuple[Ply, ...]] = []
        self._ending: Outcome | None = None
        self.time_control = time_control
        self._full_clock = full_clock(time_control)
        self.spent = 0
        """Milliseconds of the current turn that do not belong to a ply yet."""

    @property
    def state(self) -> State:
        """The current position of the match."""
        return self.plies[-1].step.state if self.plies else self.first_state

    @property
    def moves(self) -> tuple[Move, ...]:
        """All moves made in the match so far, oldest first."""
        return tuple(ply.move for ply in self.plies)

    @property
    def outcome(self) -> Outcome | None:
        """The end of the game by a rule, resignation, agreement, time or forfeit; None while it is in progress."""
        return self._ending or self.ruleset.outcome(self.state)

    @property
    def can_redo(self) -> bool:
        """True if moves that were taken back can be played again.

        False after a resignation, an agreed draw and the like.
        """
        return bool(self._undone) and self._ending is None

    def submit(self, command: Command) -> tuple[Event, ...] | Reason:
        """Make all moves of a command and return their events.

        If one of them is refused, or the command is stale, change nothing and return the reason.
        """
        if command.revision != self.revision:
            return Reason("stale", _("The position changed before this move was played."))
        made: list[Ply] = []
        state, clock, spent = self.state, self._clock_before, self.spent
        for move in command.moves:
            refusal = self._refusal(state, move)
            if refusal is not None:
                return refusal
            step = self.ruleset.apply(state, move)
            clock = _clock_after(clock, state, move, step, spent)
            made.append(Ply(move, state.seat, step, spent, clock))
            state, spent = step.state, 0
        self.plies.extend(made)
        self._undone.clear()
        self._count_change()
        return tuple(event for ply in made for event in ply.step.events)

    def play(self, *moves: Move) -> tuple[Event, ...] | Reason:
        """Make moves in the current position of the match. Return their events or a refusal, like ``submit``."""
        return self.submit(Command(self.revision, moves))

    def _count_change(self) -> None:
        """Increase the match's revision number, and reset the time spent on the current turn."""
        self.spent = 0
        self.revision += 1

    def _refusal(self, state: State, move: Move) -> Reason | None:
        if self._ending is not None or self.ruleset.outcome(state) is not None:
            return Reason("over", _("The game is over."))
        return self.ruleset.check(state, move)

    def undo(self, seat: int | None = None) -> tuple[Ply, ...] | Reason:
        """Take back a player's last stone in an unfinished turn, or the last turn and all plies after it.

        An answer in an opening is a turn of its own: the stones after it are taken back first, the answer by the next
        undo. Without a seat, the last move is taken back, whichever seat made it. After a resignation or an agreed
        draw, only that is taken back. The clock returns to its earlier state.

        Returns the plies that were taken back, oldest first, or the reason why there are none.
        """
        if self._ending is not None:
            self._ending = None
            self._count_change()
            return ()
        keep = self._plies_after_undo(seat)
        if keep == len(self.plies):
            return Reason("nothing to undo", _("You have no move to undo."))
        gone = tuple(self.plies[keep:])
        del self.plies[keep:]
        self._undone.append(gone)
        self._count_change()
        return gone

    def _plies_after_undo(self, seat: int | None) -> int:
        plies = self.plies
        count = len(plies)
        if not plies:
            return 0
        if seat is None or (plies[-1].seat == seat == self.state.seat and self.outcome is None):
            return count - 1
        keep = _skip_back(plies, count, 1 - seat)
        start = _turn_start(plies, keep, seat)
        return start if start < keep else count

    def redo(self) -> tuple[Ply, ...] | Reason:
        """Play the plies again that the last undo took back. Return them, or the reason why there are none."""
        if not self.can_redo:
            return Reason("nothing to redo", _("There is no move to redo."))
        again = self._undone.pop()
        self.plies.extend(again)
        self._count_change()
        return again

    def resign(self, seat: int) -> None:
        """End the game with a loss for the player (0 or 1) who resigns."""
        self.end(Outcome(Termination.RESIGNATION, 1 - seat, self.state.scores))

    def agree_draw(self) -> None:
        """End the game as a draw by agreement."""
        self.end(Outcome(Termination.AGREED_DRAW, None, self.state.scores))

    def end(self, outcome: Outcome) -> None:
        """End a running game for a reason outside its rules. Asserts that the game is running."""
        assert self.outcome is None, "only a running game can be ended"
        self._ending = outcome
        self.revision += 1

    # Time, which callers measure

    @property
    def _clock_before(self) -> Clock:
        """The game clock directly after the last ply."""
        return self.plies[-1].clock if self.plies else self._full_clock

    @property
    def clock(self) -> Clock:
        """The game clock at present, including the time spent on the current turn."""
        return self._clock_before.spend(self.state.seat, self.spent)

    @property
    def counts_time(self) -> bool:
        """True if the clock of the side to move is running. It stops during a choice in an opening."""
        return self.time_control.is_timed and bool(self.state.colour) and self.outcome is None

    def spend(self, milliseconds: int) -> None:
        """Add milliseconds to the thinking time of the side to move, if its clock is running."""
        if self.counts_time:
            self.spent += milliseconds

    @property
    def is_out_of_time(self) -> bool:
        """True if the game has a clock and the side to move has no time left."""
        return self.counts_time and self.clock.left[self.state.seat] == 0

    def lose_on_time(self) -> None:
        """End the game with a loss on time for the side to move. Asserts that this side has no time left."""
        assert self.is_out_of_time, "there is time left"
        self.end(Outcome(Termination.TIME, 1 - self.state.seat, self.state.scores))

    @property
    def ended_by_rule(self) -> bool:
        """True if a rule of the game ended the match."""
        return self._ending is None and self.outcome is not None

    @property
    def ended_otherwise(self) -> bool:
        """True if the match ended by resignation, an agreed draw, lost time or a forfeit."""
        return self._ending is not None

    def copy(self) -> Match:
        """Return an independent copy of the match."""
        twin = copy.copy(self)
        twin.plies = list(self.plies)
        twin._undone = list(self._undone)
        return twin

    def without_clock(self) -> Match:
        """Return a copy of the match that has no clock and no thinking times."""
        twin = self.copy()
        twin.time_control, twin.spent = UNTIMED, 0
        twin._full_clock = full_clock(UNTIMED)
        twin.plies = [replace(ply, spent=0, clock=twin._full_clock) for ply in self.plies]
        twin._undone.clear()
        return twin

    def at(self, count: int) -> Match:
        """Return a copy of the match as it was after ``count`` plies, with nothing to redo.

        A resignation or the like is part of the copy only if no ply is missing.
        """
        twin = self.copy()
        twin._undone.clear()
        if count < len(self.plies):
            del twin.plies[count:]
            twin._ending = None
            twin.spent = 0
        return twin


def standing_moves(moves: Sequence[Move], board: Sequence[str]) -> list[int]:
    """Return the indices of the moves whose stones are still on the board at the end, oldest first.

    Answers in an opening place no stones. Offered stones that were not picked have left the board; a picked stone
    counts as placed by the move that picked it.
    """
    newest = {move.cell: number for number, move in enumerate(moves) if isinstance(move, Place)}
    return sorted(number for cell, number in newest.items() if board[cell] != EMPTY)


def _clock_after(clock: Clock, state: State, move: Move, step: Step, spent: int) -> Clock:
    """Return the game clock after a move and the time spent on it.

    An answer to a question of an opening does not end a turn on the clock.
    """
    clock = clock.spend(state.seat, spent)
    return clock.end_turn(state.seat) if not isinstance(move, Choose) and step.state.seat != state.seat else clock


def _skip_back(plies: Sequence[Ply], count: int, seat: int) -> int:
    while count and plies[count - 1].seat == seat:
        count -= 1
    return count


def _turn_start(plies: Sequence[Ply], count: int, seat: int) -> int:
    """Return the index of the first ply of the turn that ends just before ply ``count``.

    If that turn belongs to the other seat, return ``count``.
    """
    start = _skip_back(plies, count, seat)
    choices = [number for number in range(start, count) if isinstance(plies[number].move, Choose)]
    if not choices:
        return start
    return choices[-1] if choices[-1] == count - 1 else choices[-1] + 1
