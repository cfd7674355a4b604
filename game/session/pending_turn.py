"""A turn that a person prepares with preview stones on the board before playing it. No pygame here."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.match import Command
from game.core.model import Place, Reason, State
from game.session.playable_game import MovesPlayed, PlayableGame

#: Maximum seconds between the two presses of a double click on a cell.
_DOUBLE_CLICK = 0.4


class PendingTurn:
    """The preview stones ("ghosts") of a person's turn, in the order in which they will be placed.

    Each one is legal in the position after those before it. The match does not contain them until ``play`` submits them
    for the revision at which they were placed; if the match changes otherwise, they are removed.
    """

    def __init__(self, table: PlayableGame) -> None:
        self._table = table
        self._confirms = False
        self.moves: tuple[Place, ...] = ()
        self._states: tuple[State, ...] = ()
        self._revision = table.match.revision

    def confirm_stones(self, wanted: bool) -> None:
        """Set whether a single stone is first placed as a preview stone and then confirmed."""
        self._confirms = wanted
        self.reset_for_position()

    @property
    def state(self) -> State:
        """The position that results if the preview stones are played."""
        return self._states[-1] if self._states else self._table.match.state

    @property
    def is_open(self) -> bool:
        """True while a person is to move and prepares the turn with preview stones."""
        return self._table.person_to_move and self.is_laid_out

    @property
    def is_laid_out(self) -> bool:
        """True if the current turn is of a kind that people prepare with preview stones.

        It does not matter whether a person is to move.
        """
        return self.brings_several or (self._confirms and bool(self._table.match.state.colour))

    @property
    def brings_several(self) -> bool:
        """True if several stones remain to be placed in the current turn, outside an opening.

        An incomplete turn may have only one stone left. Each stone of an opening is a turn of its own.
        """
        state = self._table.match.state
        return state.placements_left > 1 and not state.is_opening

    @property
    def size(self) -> int:
        """The number of stones in the turn that are played together."""
        return self._table.match.state.placements_left if self.brings_several else 1

    @property
    def is_complete(self) -> bool:
        """True if the preview stones complete the turn, or win with fewer stones."""
        if not self.moves:
            return False
        ended = self._table.match.ruleset.outcome(self.state) is not None
        return ended or len(self.moves) == self.size

    def is_confirmed_by(self, cell: int | None) -> bool:
        """Return True if pressing Enter with the cursor on ``cell`` plays the preview stones.

        A single preview stone on another cell is moved instead.
        """
        return self.is_complete and (self.brings_several or cell is None or self.has(cell))

    @property
    def wanted(self) -> int:
        """The number of preview stones that are still missing for a complete turn."""
        return 0 if self.is_complete else self.size - len(self.moves)

    def has(self, cell: int) -> bool:
        """Return True if a preview stone is on this cell."""
        return any(move.cell == cell for move in self.moves)

    def put(self, move: Place) -> Reason | None:
        """Add a preview stone. In a complete turn it replaces the newest preview stone.

        Return a reason if the stone is illegal.
        """
        kept = self.moves[:-1] if self.is_complete else self.moves
        return self._place_all((*kept, move))

    def take(self, cell: int) -> None:
        """Remove the preview stone on a cell, and the other preview stones that are illegal without it."""
        rest = [move for move in self.moves if move.cell != cell]
        self.clear()
        for move in rest:
            self._place_all((*self.moves, move))

    def take_newest(self) -> None:
        """Remove the newest preview stone, if there is one."""
        if self.moves:
            self.take(self.moves[-1].cell)

    def change_newest(self, stone: str) -> None:
        """Change the kind of the newest preview stone, if there is one and the rules of the game allow it."""
        if self.moves and self.moves[-1].stone != stone:
            self._place_all((*self.moves[:-1], Place(self.moves[-1].cell, stone)))

    def shift(self, start: int, end: int) -> Reason | None:
        """Move a preview stone to another cell. Return a reason if the rules of the game do not allow it."""
        return self._place_all(tuple(Place(end, move.stone) if move.cell == start else move for move in self.moves))

    def replace(self, moves: Sequence[Place]) -> Reason | None:
        """Replace all preview stones with the given ones. Return a reason if the rules do not allow it."""
        return self._place_all(tuple(moves))

    def clear(self) -> None:
        """Remove all preview stones."""
        self.moves, self._states = (), ()

    def reset_for_position(self) -> None:
        """Remove the preview stones if the match has changed, or if no turn can be prepared."""
        if self._revision != self._table.match.revision or not self.is_open:
            self.clear()
        self._revision = self._table.match.revision

    def play(self) -> MovesPlayed | Reason:
        """Play all preview stones as moves of the match, or none if any is refused."""
        assert self.is_complete, "only a complete turn can be played"
        return self._table.carry_out(Command(self._revision, self.moves))

    def _place_all(self, moves: tuple[Place, ...]) -> Reason | None:
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


class PreviewController:
    """The handler of pointer presses on the board that place, move, remove or play preview stones.

    A press on a free cell places a preview stone. A press on a preview stone picks it up, to be dropped on another
    cell. Dropped on its own cell it is removed, or played if the turn has only one stone. A double click places a
    preview stone and plays the turn if this completes it.
    """

    def __init__(self, pending: PendingTurn) -> None:
        self._pending = pending
        self._pressed: int | None = None
        self._age = 0.0
        self._is_double = False
        self.held: int | None = None
        """The cell of the preview stone that was picked up, None if there is none."""

    def tick(self, seconds: float) -> None:
        """Add elapsed time in seconds, so that a double click can be recognised."""
        self._age += seconds

    def let_go(self) -> None:
        """Put the preview stone that the pointer has picked up back on its cell."""
        self.held = None

    def press(self, move: Place) -> Reason | None:
        """Handle a press of the pointer on a cell. ``move`` is the preview stone to place there, if legal."""
        pending, cell = self._pending, move.cell
        self._is_double = cell == self._pressed and self._age < _DOUBLE_CLICK
        self._pressed, self._age, self.held = cell, 0.0, None
        is_new = not pending.has(cell)
        refusal = pending.put(move) if is_new else None
        if refusal is None and (self._is_double or not is_new):
            self.held = cell
        return refusal

    def release(self, cell: int | None) -> MovesPlayed | Reason | None:
        """Handle a release of the pointer on a cell. Return the result if this plays the turn.

        ``cell`` is None if the pointer is off the board.
        """
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
