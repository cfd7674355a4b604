"""One game between two seats: the only place where a move becomes true."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass, replace

from game.core.clock import UNTIMED, Clock, TimeControl, full_clock
from game.core.language import _
from game.core.model import Choose, Event, Move, Options, Outcome, Place, Reason, State, Step, Termination
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
    """A move that was made, by whom, and what it led to."""

    move: Move
    seat: int
    step: Step
    spent: int
    """Milliseconds that were thought about it; of moves made together the first one has them all."""
    clock: Clock
    """The clock after it."""


class Match:
    """A game in progress or ended: its plies, what can be redone, and its end.

    Every change counts ``revision`` up, so that a command or reply meant for an older position can be told.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        options: Options,
        seed: int,
        start: State | None = None,
        time_control: TimeControl = UNTIMED,
    ) -> None:
        """Starts from the ruleset's setup, or from the position ``start`` without any opening."""
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
        """The position now."""
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
        """Whether something that was taken back can be played again; not while a resignation or the like stands."""
        return bool(self._undone) and self._ending is None

    def submit(self, command: Command) -> tuple[Event, ...] | Reason:
        """Makes the moves and returns what happened, or changes nothing and says why."""
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
        """Makes moves that are meant for the position as it stands, like ``submit``."""
        return self.submit(Command(self.revision, moves))

    def _count_change(self) -> None:
        """The running turn begins anew, with the clock as it was at the last ply."""
        self.spent = 0
        self.revision += 1

    def _refusal(self, state: State, move: Move) -> Reason | None:
        if self._ending is not None or self.ruleset.outcome(state) is not None:
            return Reason("over", _("The game is over."))
        return self.ruleset.check(state, move)

    def undo(self, seat: int | None = None) -> tuple[Ply, ...] | Reason:
        """Takes back the last placement of the seat's running turn, else everything to the start of its last turn.

        A choice is a turn of its own: taking back the stones after it leaves it standing, until it is its turn to go.
        Without a seat one move is taken back, whoever made it. After a resignation or agreed draw only that is taken
        back. The clock is as it was then. Returns the plies that went, oldest first.
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
        """Plays again what the last undo took back."""
        if not self.can_redo:
            return Reason("nothing to redo", _("There is nothing to play again."))
        again = self._undone.pop()
        self.plies.extend(again)
        self._count_change()
        return again

    def resign(self, seat: int) -> None:
        """The seat gives up; the other wins."""
        self.end(Outcome(Termination.RESIGNATION, 1 - seat, self.state.scores))

    def agree_draw(self) -> None:
        """Both sides call it a draw."""
        self.end(Outcome(Termination.AGREED_DRAW, None, self.state.scores))

    def end(self, outcome: Outcome) -> None:
        """Ends a running game from outside its rules; asserts that it was running."""
        assert self.outcome is None, "only a running game can be ended"
        self._ending = outcome
        self.revision += 1

    # Time, which is handed in

    @property
    def _clock_before(self) -> Clock:
        """The clock at the last ply."""
        return self.plies[-1].clock if self.plies else self._full_clock

    @property
    def clock(self) -> Clock:
        """The clock now."""
        return self._clock_before.spend(self.state.seat, self.spent)

    @property
    def counts_time(self) -> bool:
        """Whether the clock of the side to move runs; not in a choice, and not without a clock."""
        return self.time_control.is_timed and bool(self.state.colour) and self.outcome is None

    def spend(self, milliseconds: int) -> None:
        """Lets the side to move think for so long; nothing happens where no clock runs."""
        if self.counts_time:
            self.spent += milliseconds

    @property
    def is_out_of_time(self) -> bool:
        """Whether the side to move has no time left."""
        return self.counts_time and self.clock.left[self.state.seat] == 0

    def lose_on_time(self) -> None:
        """The side to move loses; asserts that it has no time left."""
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
        """The match as it stands now; what happens to either afterwards leaves the other alone."""
        twin = copy.copy(self)
        twin.plies = list(self.plies)
        twin._undone = list(self._undone)
        return twin

    def without_clock(self) -> Match:
        """The match as it stands now, to be played on without a clock; it forgets what everybody thought."""
        twin = self.copy()
        twin.time_control, twin.spent = UNTIMED, 0
        twin._full_clock = full_clock(UNTIMED)
        twin.plies = [replace(ply, spent=0, clock=twin._full_clock) for ply in self.plies]
        twin._undone.clear()
        return twin

    def at(self, count: int) -> Match:
        """The match as it stood after so many plies, with nothing to redo; an ending belongs to the last of them."""
        twin = self.copy()
        twin._undone.clear()
        if count < len(self.plies):
            del twin.plies[count:]
            twin._ending = None
            twin.spent = 0
        return twin


def _clock_after(clock: Clock, state: State, move: Move, step: Step, spent: int) -> Clock:
    """The clock after a move that was thought about for so long; a word said in an opening ends no turn on it."""
    clock = clock.spend(state.seat, spent)
    return clock.end_turn(state.seat) if isinstance(move, Place) and step.state.seat != state.seat else clock


def _skip_back(plies: Sequence[Ply], count: int, seat: int) -> int:
    while count and plies[count - 1].seat == seat:
        count -= 1
    return count


def _turn_start(plies: Sequence[Ply], count: int, seat: int) -> int:
    """Where the turn of this seat that ends before ``count`` began; ``count`` when the ply there is not its own."""
    start = _skip_back(plies, count, seat)
    choices = [number for number in range(start, count) if isinstance(plies[number].move, Choose)]
    if not choices:
        return start
    return choices[-1] if choices[-1] == count - 1 else choices[-1] + 1
