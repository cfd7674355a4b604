"""What a prover says of the position on a table, asked about one side after the other while nobody thinks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace

from game.core.language import spoken
from game.core.match import Match
from game.core.model import EMPTY, Move, ParseError, State
from game.core.notation import parse_turn
from game.core.ruleset import Proof, Ruleset
from game.engine.host.opponent import Proven, Question, Reply, Restarted
from game.engine.host.opponent_turn import question_about

#: Seconds that an answer may take besides the grace of the process: a prover limits itself.
_SECONDS = 1.0


class Foresight:
    """The forced wins of a position, as far as they are known: nothing blocks, and the latest position counts.

    It shares the process that plays and gives hints, so its question is put only while no other one is open, and is
    put again when it was pushed aside.
    """

    def __init__(self, ruleset: Ruleset, is_ready: Callable[[], bool]) -> None:
        """``is_ready`` tells whether the prover's code is compiled."""
        self._ruleset, self._is_ready = ruleset, is_ready
        self._state: State | None = None
        self._proofs: dict[str, Proof[Move] | None] = {}
        self._asked: tuple[str, State] | None = None

    def about(self, state: State, sides: Collection[str]) -> Mapping[str, Proof[Move] | None]:
        """What is known of a position: for each of these sides what it could force if it were its turn.

        None stands for a side while its answer is awaited. Nothing is told without a prover, or while it gets ready.
        """
        if state is not self._state:
            self._state, self._asked = state, None
            self._proofs = dict.fromkeys(sides) if self._ruleset.info.prover else {}
        return self._proofs if self._is_ready() else {}

    def forget(self) -> None:
        """Want nothing any more."""
        self._state, self._asked, self._proofs = None, None, {}

    @property
    def is_asking(self) -> bool:
        """Whether an answer is awaited."""
        return self._asked is not None

    def push_aside(self) -> None:
        """Take in that another question took the place of an open one."""
        self._asked = None

    def next_question(self, match: Match) -> Question | None:
        """The question that is to be put now; None where nothing is open, or an answer is awaited."""
        side = next((side for side, proof in self._proofs.items() if proof is None), None)
        if side is None or self._asked is not None or self._state is None or not self._is_ready():
            return None
        state = self._with_turn(match, self._state, side)
        if self._ruleset.outcome(state) is not None:
            self._proofs[side] = Proof()
            return None
        self._asked = side, state
        asked = question_about(match, "", seconds=_SECONDS, seed=0)
        return replace(asked, position_text=self._ruleset.dump(state), asks_proof=True, language=spoken())

    def _with_turn(self, match: Match, state: State, side: str) -> State:
        """The position with this side on turn."""
        if side == state.colour:
            return state
        stones = {cell: stone for cell, stone in enumerate(state.board) if stone != EMPTY}
        return self._ruleset.arrange(match.options, stones, side)

    def take(self, reply: Reply) -> bool:
        """Take the answer to the open question in; returns whether something is known now that was not before."""
        if self._asked is None or isinstance(reply, Restarted):
            return False
        (side, state), self._asked = self._asked, None
        self._proofs[side] = self._read(reply.proof, state) if isinstance(reply, Proven) else Proof(is_known=False)
        return True

    def _read(self, proof: Proof[str], state: State) -> Proof[Move]:
        """A proof with its moves read, as far as they can be."""
        try:
            moves = parse_turn(self._ruleset, state, proof.moves)
        except ParseError:
            return Proof(is_known=False)
        return Proof(proof.means, moves, proof.is_known)
