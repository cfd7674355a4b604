"""A turn that is laid out before it is played: ghost stones that become moves all at once. No pygame here."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.match import Command
from game.core.model import Place, Reason, State
from game.session.playable_game import MovesPlayed, PlayableGame

#: Two presses on one cell within so many seconds are a double click.
_DOUBLE_CLICK = 0.4


class PendingTurn:
    """The ghosts of a person's turn, in the order in which they will be placed.

    Each ghost was let pass by the ruleset in the position that the ones before it lead to. The match knows nothing of
    them until ``play``, which asks for the revision at which they were laid down; when it changes otherwise they are
    gone.
    """

    def __init__(self, table: PlayableGame) -> None:
        self._table = table
        self._confirms = False
        self.moves: tuple[Place, ...] = ()
        self._states: tuple[State, ...] = ()
        self._revision = table.match.revision

    def confirm_stones(self, wanted: bool) -> None:
        """Set whether the player wants every stone to be a ghost first, even where a turn brings only one."""
        self._confirms = wanted
        self.follow()

    @property
    def state(self) -> State:
        """The position as it would be with the ghosts played."""
        return self._states[-1] if self._states else self._table.match.state

    @property
    def is_open(self) -> bool:
        """Whether the person to move lays this turn out."""
        return self._table.person_to_move and self.is_laid_out

    @property
    def is_laid_out(self) -> bool:
        """Whether a person would lay out the current turn, whoever's it is, before playing it."""
        return self.brings_several or (self._confirms and bool(self._table.match.state.colour))

    @property
    def brings_several(self) -> bool:
        """Whether the current turn, whoever's it is, brings several stones of the game proper.

        What is left of a turn may be one stone; and each stone of an opening is a turn of its own.
        """
        state = self._table.match.state
        return state.placements_left > 1 and not state.is_opening

    @property
    def size(self) -> int:
        """The number of stones that are played together."""
        return self._table.match.state.placements_left if self.brings_several else 1

    @property
    def is_complete(self) -> bool:
        """Whether the turn has all its stones, or has won with fewer."""
        if not self.moves:
            return False
        ended = self._table.match.ruleset.outcome(self.state) is not None
        return ended or len(self.moves) == self.size

    def is_confirmed_by(self, cell: int | None) -> bool:
        """Whether Enter with the cursor on a cell plays the turn; a single ghost is moved when it is elsewhere."""
        return self.is_complete and (self.brings_several or cell is None or self.has(cell))

    @property
    def wanted(self) -> int:
        """The number of ghosts that are still to be laid down."""
        return 0 if self.is_complete else self.size - len(self.moves)

    def has(self, cell: int) -> bool:
        """Whether a ghost lies on this cell."""
        return any(move.cell == cell for move in self.moves)

    def put(self, move: Place) -> Reason | None:
        """Lay a ghost down, replacing the newest when the turn is complete; returns the reason if the rules refuse."""
        kept = self.moves[:-1] if self.is_complete else self.moves
        return self._lay((*kept, move))

    def take(self, cell: int) -> None:
        """Remove the ghost on a cell, and those that are not legal without it."""
        rest = [move for move in self.moves if move.cell != cell]
        self.clear()
        for move in rest:
            self._lay((*self.moves, move))

    def take_newest(self) -> None:
        """Remove the newest ghost, if there is one."""
        if self.moves:
            self.take(self.moves[-1].cell)

    def change_newest(self, stone: str) -> None:
        """Change the kind of the newest ghost, if there is one and the rules allow it."""
        if self.moves and self.moves[-1].stone != stone:
            self._lay((*self.moves[:-1], Place(self.moves[-1].cell, stone)))

    def shift(self, start: int, end: int) -> Reason | None:
        """Move a ghost to another cell; returns the reason when the rules refuse."""
        return self._lay(tuple(Place(end, move.stone) if move.cell == start else move for move in self.moves))

    def replace(self, moves: Sequence[Place]) -> Reason | None:
        """Replace all ghosts by these; returns the reason when the rules refuse."""
        return self._lay(tuple(moves))

    def clear(self) -> None:
        """Remove all ghosts."""
        self.moves, self._states = (), ()

    def follow(self) -> None:
        """Remove the ghosts if the match has changed since they were laid down."""
        if self._revision != self._table.match.revision or not self.is_open:
            self.clear()
        self._revision = self._table.match.revision

    def play(self) -> MovesPlayed | Reason:
        """Submit the ghosts as moves, all of them or none."""
        assert self.is_complete, "only a complete turn can be played"
        return self._table.submit(Command(self._revision, self.moves))

    def _lay(self, moves: tuple[Place, ...]) -> Reason | None:
        ruleset, state = self._table.match.ruleset, self._table.match.state
        states = []
        for move in moves:
            refusal = ruleset.check(state, move)
            if refusal is not None:
                return refusal
            state = ruleset.apply(state, move).state
            states.append(state)
        self.moves, self._states = moves, tuple(states)
        self._revision = self._table.match.revision
        return None


class GhostHand:
    """The pointer's actions on ghosts.

    A press on a free cell lays a ghost down. One on a ghost picks it up, to be dropped on another cell. Dropped where
    it was picked up it is removed, or, where a turn brings one stone, played. A double click lays a ghost down and
    plays the turn if that makes it complete.
    """

    def __init__(self, pending: PendingTurn) -> None:
        self._pending = pending
        self._pressed: int | None = None
        self._age = 0.0
        self._is_double = False
        self.held: int | None = None
        """The cell of the ghost that was picked up, None while there is none."""

    def pass_time(self, seconds: float) -> None:
        """Let time pass, for recognising a double click."""
        self._age += seconds

    def let_go(self) -> None:
        """Put the ghost that was picked up back where it lay."""
        self.held = None

    def press(self, move: Place) -> Reason | None:
        """Handle a press on a cell; ``move`` is the ghost to lay there, if the rules allow it."""
        pending, cell = self._pending, move.cell
        self._is_double = cell == self._pressed and self._age < _DOUBLE_CLICK
        self._pressed, self._age, self.held = cell, 0.0, None
        is_new = not pending.has(cell)
        refusal = pending.put(move) if is_new else None
        if refusal is None and (self._is_double or not is_new):
            self.held = cell
        return refusal

    def release(self, cell: int | None) -> MovesPlayed | Reason | None:
        """Handle a release on a cell, or off the board with None; returns Moved when that played the turn."""
        pending, held = self._pending, self.held
        self.held = None
        if held is None or not pending.has(held):
            return None
        if cell == held and (self._is_double or not pending.brings_several):
            return pending.play() if pending.is_complete else None
        if cell is None or cell == held:
            pending.take(held)
            return None
        return None if pending.has(cell) else pending.shift(held, cell)
