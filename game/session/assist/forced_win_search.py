"""The search for forced wins of each side in the position of a game. No pygame here."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace

from game.core.language import spoken
from game.core.match import Match
from game.core.model import Move, ParseError, State
from game.core.notation import parse_turn
from game.core.ruleset import Proof, Ruleset, with_turn
from game.engine.client.opponent import Opponent, Proven, Reply, Restarted
from game.engine.client.opponent_turn import question_about

#: Seconds for an answer: the search limits itself, but its code may have to be loaded first.
_SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class _Asked:
    """The side and position for which the forced-win search is running."""

    side: str
    state: State
    """The position with ``side`` to move."""
    wanted: State
    """The position on the board, from which ``state`` was derived."""


class ForcedWinSearch:
    """The forced wins of both sides in the position of a game, found in the background. No method blocks.

    The search runs in its own process. A question is never cancelled: the search is quick, but its process may still be
    loading its code and would have to start again.
    """

    def __init__(self, ruleset: Ruleset, prover: Opponent, is_ready: Callable[[], bool]) -> None:
        """Create the search for forced wins.

        ``is_ready`` returns True if the search engine's code is compiled.
        """
        self._ruleset, self._prover, self._is_ready = ruleset, prover, is_ready
        self._state: State | None = None
        self._proofs: dict[str, Proof[Move] | None] = {}
        self._asked: _Asked | None = None

    def about(self, state: State, sides: Collection[str]) -> Mapping[str, Proof[Move] | None]:
        """Return, for each side, its forced win if it were to move, or None while the search is running.

        The result is empty if the ruleset has no forced-win search, or while the code of the search is being compiled.
        """
        wanted = tuple(sides) if self._ruleset.info.prover else ()
        if state is not self._state or wanted != tuple(self._proofs):
            self._state, self._proofs = state, dict.fromkeys(wanted)
        return self._proofs if self._is_ready() else {}

    def poll(self, match: Match) -> bool:
        """Process the search engine's replies and start the next search.

        Return True if there is a new result.
        """
        told = [self._take(reply) for reply in self._prover.poll()]
        if self._asked is None:
            self._ask_next(match)
        return any(told)

    def _ask_next(self, match: Match) -> None:
        side = next((side for side, proof in self._proofs.items() if proof is None), None)
        if side is None or self._state is None or not self._is_ready():
            return
        state = with_turn(self._ruleset, match.options, self._state, side)
        self._asked = _Asked(side, state, self._state)
        asked = question_about(match, "", seconds=_SECONDS, seed=0)
        text = self._ruleset.dump(state)
        self._prover.ask(replace(asked, position_text=text, asks_proof=True, language=spoken()))

    def _take(self, reply: Reply) -> bool:
        """Store a result of the search engine. Return True if it concerns the current position."""
        asked = self._asked
        if asked is None or isinstance(reply, Restarted):
            return False
        self._asked = None
        if asked.wanted is not self._state or asked.side not in self._proofs:
            return False
        proof = self._read(reply.proof, asked.state) if isinstance(reply, Proven) else Proof(is_known=False)
        self._proofs[asked.side] = proof
        return True

    def _read(self, proof: Proof[str], state: State) -> Proof[Move]:
        """Return the forced win with its moves parsed from text, or an unknown result if they are invalid."""
        try:
            moves = parse_turn(self._ruleset, state, proof.moves)
        except ParseError:
            return Proof(is_known=False)
        return Proof(proof.means, moves, proof.is_known)
