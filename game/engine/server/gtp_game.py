"""The game of a session in the Go Text Protocol: its rules, and the stones and passes of both colours so far."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from game.core.model import Move, Outcome, ParseError, Pass, Place, Reason, State
from game.core.ruleset import has_passes, no_passes
from game.engine.protocol import gtp
from game.engine.server.rule_lookup import ConfiguredRuleset


@dataclass(slots=True)
class GtpGame:
    """The rules of a game, and its moves so far. The protocol lets any colour move at any time."""

    rules: ConfiguredRuleset
    moves: list[tuple[str, int | None]] = field(default_factory=list)
    """The colour of each move, and the cell of its stone, or None for a pass."""

    @property
    def colours(self) -> tuple[str, str]:
        """The letters of Black and of White."""
        return self.rules.ruleset.info.colours

    def play(self, colour: str, cell: int | None) -> None:
        """Add a stone of this colour, or a pass if ``cell`` is None; raises ParseError if the rules forbid it."""
        refusal = self._refusal(self.state(colour), Pass() if cell is None else Place(cell, colour))
        if refusal is not None:
            # The sentence about a stone may name a point in our notation, which has a column I.
            raise ParseError(f"{gtp.ILLEGAL_MOVE}: {refusal.message if cell is None else refusal.code}")
        self.moves.append((colour, cell))

    def undo(self) -> None:
        """Take back the newest move; raises ParseError if there is none."""
        if not self.moves:
            raise ParseError(gtp.CANNOT_UNDO)
        self.moves.pop()

    def next_colour(self) -> str:
        """Return the colour that did not make the newest move; the first colour before the first move."""
        return self.rules.other(self.moves[-1][0]) if self.moves else self.colours[0]

    def state(self, colour: str | None = None) -> State:
        """Return the position with this colour to move, or with the next colour if it is None.

        The passes since the newest stone count as far as the two colours took turns.
        """
        mover, passes = self.next_colour() if colour is None else colour, 0
        while passes < len(self.moves) and self.moves[-1 - passes] == (self.rules.other(mover), None):
            mover, passes = self.rules.other(mover), passes + 1
        stones = {cell: owner for owner, cell in self.moves if cell is not None}
        state = self.rules.position(stones, mover)
        for _ in range(passes):
            state = self.rules.ruleset.apply(state, Pass()).state
        return state

    def outcome(self) -> Outcome | None:
        """Return the end of the game, or None if it goes on."""
        return self.rules.ruleset.outcome(self.state())

    def is_lost(self, colour: str) -> bool:
        """Return True if the other colour has won."""
        outcome = self.rules.ruleset.outcome(self.state(colour))
        return outcome is not None and outcome.winner == self.colours.index(self.rules.other(colour))

    def legal_moves(self) -> Iterator[Move]:
        """Yield the moves of the colour to move: the stones, and the pass last; none after the end of the game."""
        state = self.state()
        if self.rules.ruleset.outcome(state) is None:
            yield from self.rules.ruleset.legal_moves(state)
            if self._refusal(state, Pass()) is None:
                yield Pass()

    def _refusal(self, state: State, move: Place | Pass) -> Reason | None:
        # Rulesets without passes need not know this kind of move.
        if isinstance(move, Pass) and not has_passes(self.rules.ruleset, self.rules.options):
            return no_passes()
        return self.rules.ruleset.check(state, move)
