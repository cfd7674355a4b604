"""One game between two seats: the one place where a move takes effect."""

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
    """One or more moves meant for the match as it stood at ``revision``; applied whole or not at all.

    Moves that were chosen earlier than they are submitted (an opponent's answer, a turn that was laid out, the word of
    a dialog) carry the revision of their choosing; ``Match.play`` is for those that are chosen as they are made.
    """

    revision: int
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Ply:
    """A move that was made, the seat that made it, and the state and events that it led to."""

    move: Move
    seat: int
    step: Step
    spent: int
    """The thinking time in milliseconds; of moves made together the first one carries all of it."""
    clock: Clock
    """The clock after it."""


class Match:
    """A game in progress or ended: its plies, the plies that can be redone, and its end.

    Every change counts ``revision`` up, so that a command or reply meant for an older position is recognised.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        options: Options,
        seed: int,
        start: State | None = None,
        time_control: TimeControl = UNTIMED,
    ) -> None:
        """Start from the ruleset's setup, or from the position ``start`` without any opening."""
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
        """Milliseconds of the running turn that no ply has yet."""

    @property
    def state(self) -> State:
        """The current position."""
        return self.plies[-1].step.state if self.plies else self.first_state

    @property
    def moves(self) -> tuple[Move, ...]:
        """All moves made so far, oldest first."""
        return tuple(ply.move for ply in self.plies)

    @property
    def outcome(self) -> Outcome | None:
        """The ruleset's outcome, or a resignation, agreed draw, lost time or forfeit; None while the game goes on."""
        return self._ending or self.ruleset.outcome(self.state)

    @property
    def can_redo(self) -> bool:
        """Whether a ply that was taken back can be played again; not while a resignation or the like stands."""
        return bool(self._undone) and self._ending is None

    def submit(self, command: Command) -> tuple[Event, ...] | Reason:
        """Make the moves and return their events; or change nothing and return the reason for the refusal."""
        if command.revision != self.revision:
            return Reason("stale", _("The game has moved on since that move was meant."))
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
        """Make moves that are meant for the position as it stands, like ``submit``."""
        return self.submit(Command(self.revision, moves))

    def _count_change(self) -> None:
        """Count the revision up and begin the running turn anew, with the clock as it was at the last ply."""
        self.spent = 0
        self.revision += 1

    def _refusal(self, state: State, move: Move) -> Reason | None:
        if self._ending is not None or self.ruleset.outcome(state) is not None:
            return Reason("over", _("The game is over."))
        return self.ruleset.check(state, move)

    def undo(self, seat: int | None = None) -> tuple[Ply, ...] | Reason:
        """Take back the last placement of the seat's running turn, else everything to the start of its last turn.

        A choice is a turn of its own: taking back the stones after it leaves the choice, which the next undo takes
        back. Without a seat one move is taken back, whoever made it. After a resignation or agreed draw only that is
        taken back. The clock goes back, too. Returns the plies that were taken back, oldest first.
        """
        if self._ending is not None:
            self._ending = None
            self._count_change()
            return ()
        keep = self._kept_by_undo(seat)
        if keep == len(self.plies):
            return Reason("nothing to undo", _("There is no move of yours to take back."))
        gone = tuple(self.plies[keep:])
        del self.plies[keep:]
        self._undone.append(gone)
        self._count_change()
        return gone

    def _kept_by_undo(self, seat: int | None) -> int:
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
        """Play again the plies that the last undo took back."""
        if not self.can_redo:
            return Reason("nothing to redo", _("There is nothing to play again."))
        again = self._undone.pop()
        self.plies.extend(again)
        self._count_change()
        return again

    def resign(self, seat: int) -> None:
        """Let the seat resign; the other one wins."""
        self.end(Outcome(Termination.RESIGNATION, 1 - seat, self.state.scores))

    def agree_draw(self) -> None:
        """End the game as a draw by agreement."""
        self.end(Outcome(Termination.AGREED_DRAW, None, self.state.scores))

    def end(self, outcome: Outcome) -> None:
        """End a running game from outside its rules; asserts that it was running."""
        assert self.outcome is None, "only a running game can be ended"
        self._ending = outcome
        self.revision += 1

    # Time, which callers measure and hand in

    @property
    def _clock_before(self) -> Clock:
        """The clock at the last ply."""
        return self.plies[-1].clock if self.plies else self._full_clock

    @property
    def clock(self) -> Clock:
        """The current clock."""
        return self._clock_before.spend(self.state.seat, self.spent)

    @property
    def counts_time(self) -> bool:
        """Whether the clock of the side to move runs; not in a choice, and not without a clock."""
        return self.time_control.is_timed and bool(self.state.colour) and self.outcome is None

    def spend(self, milliseconds: int) -> None:
        """Add thinking time of the side to move; without effect where no clock runs."""
        if self.counts_time:
            self.spent += milliseconds

    @property
    def is_out_of_time(self) -> bool:
        """Whether the side to move has no time left."""
        return self.counts_time and self.clock.left[self.state.seat] == 0

    def lose_on_time(self) -> None:
        """Let the side to move lose on time; asserts that it has no time left."""
        assert self.is_out_of_time, "there is time left"
        self.end(Outcome(Termination.TIME, 1 - self.state.seat, self.state.scores))

    @property
    def ended_by_rule(self) -> bool:
        """Whether the ruleset itself ended the game."""
        return self._ending is None and self.outcome is not None

    @property
    def ended_otherwise(self) -> bool:
        """Whether a resignation, an agreed draw, lost time or a forfeit ended the game."""
        return self._ending is not None

    def copy(self) -> Match:
        """An independent copy of the match as it stands now."""
        twin = copy.copy(self)
        twin.plies = list(self.plies)
        twin._undone = list(self._undone)
        return twin

    def without_clock(self) -> Match:
        """A copy of the match to be played on without a clock, all thinking times dropped."""
        twin = self.copy()
        twin.time_control, twin.spent = UNTIMED, 0
        twin._full_clock = full_clock(UNTIMED)
        twin.plies = [replace(ply, spent=0, clock=twin._full_clock) for ply in self.plies]
        twin._undone.clear()
        return twin

    def at(self, count: int) -> Match:
        """A copy of the match as it stood after so many plies, with nothing to redo; an end belongs to the last ply."""
        twin = self.copy()
        twin._undone.clear()
        if count < len(self.plies):
            del twin.plies[count:]
            twin._ending = None
            twin.spent = 0
        return twin


def standing_moves(moves: Sequence[Move], board: Sequence[str]) -> list[int]:
    """The numbers of the moves whose stones lie on a board that they led to, oldest first.

    Words put no stones; a stone that was offered and not picked lies there no more, and the pick of one counts for it.
    """
    newest = {move.cell: number for number, move in enumerate(moves) if isinstance(move, Place)}
    return sorted(number for cell, number in newest.items() if board[cell] != EMPTY)


def _clock_after(clock: Clock, state: State, move: Move, step: Step, spent: int) -> Clock:
    """The clock after a move and its thinking time; a word said in an opening ends no turn on it."""
    clock = clock.spend(state.seat, spent)
    return clock.end_turn(state.seat) if isinstance(move, Place) and step.state.seat != state.seat else clock


def _skip_back(plies: Sequence[Ply], count: int, seat: int) -> int:
    while count and plies[count - 1].seat == seat:
        count -= 1
    return count


def _turn_start(plies: Sequence[Ply], count: int, seat: int) -> int:
    """The first ply of the seat's turn that ends before ply ``count``; ``count`` when that is another seat's turn."""
    start = _skip_back(plies, count, seat)
    choices = [number for number in range(start, count) if isinstance(plies[number].move, Choose)]
    if not choices:
        return start
    return choices[-1] if choices[-1] == count - 1 else choices[-1] + 1
