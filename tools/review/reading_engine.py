"""The engine process with which a command analyses games, and functions that wait until an analysis is complete."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from game.analysis.review.analysis_schedule import Effort
from game.analysis.review.evaluation import Evaluation, ProofStatus
from game.analysis.review.reader import GameReader
from game.core.match import Match
from game.core.model import ParseError
from game.core.own_program import own_command
from game.core.ruleset import Ruleset
from game.engine.client.opponent import Proven, Trouble
from game.engine.client.opponent_process import OpponentProcess
from game.engine.client.opponent_turn import question_about
from game.engine.client.own_dialect import own_engine
from game.plugins.registry import discover

#: The time between two polls of the engine, in seconds.
PAUSE = 0.002
#: The time limit of the prover, in seconds.
_PROVING_SECONDS = 5.0
#: The time limit of a position, in seconds, if its search is limited by nodes.
_PATIENT_SECONDS = 600.0


@dataclass(frozen=True, slots=True)
class Bench:
    """The rulesets, and a running engine process that analyses games for a command."""

    rulesets: Mapping[str, Ruleset]
    engine: OpponentProcess

    def ruleset(self, name: str) -> Ruleset:
        """Return the ruleset with an id. Raises ParseError if there is none."""
        if name not in self.rulesets:
            raise ParseError(f"there is no ruleset {name!r} (there are: {', '.join(self.rulesets)})")
        return self.rulesets[name]

    def readings(self, match: Match, nodes: int, first: int = 1) -> dict[int, Evaluation]:
        """Return the evaluation of each position of a match by the number of its ply, from ply ``first`` on.

        That of a ply belongs to the position before it. The engine searches each position with ``nodes`` nodes, so the
        result does not depend on the speed of the machine.
        """
        reader = GameReader(match, self.engine, [counted(nodes)], first=first)
        read_all(reader)
        return reader.readings

    def prover_finds_win(self, match: Match) -> bool:
        """Return True if the prover, a search for forced wins, finds one for the side to move within its time limit."""
        if not match.ruleset.info.prover:
            return False
        about = question_about(match, match.ruleset.info.hint_level, seconds=_PROVING_SECONDS, seed=0)
        self.engine.ask(replace(about, asks_proof=True))
        while True:
            for reply in self.engine.poll():
                if isinstance(reply, Proven):
                    return reply.proof.means is not None
                if isinstance(reply, Trouble):
                    return False
            time.sleep(PAUSE)

    def proves_win(self, match: Match, seat: int, nodes: int) -> bool:
        """Return True if the search for forced wins, or one with ``nodes`` nodes, finds a win of player ``seat``."""
        is_to_move = match.state.seat == seat
        if is_to_move and self.prover_finds_win(match):
            return True
        reading = self.readings(match, nodes).get(len(match.plies))
        return reading is not None and reading.proof_status is (ProofStatus.WON if is_to_move else ProofStatus.LOST)


@contextmanager
def open_bench(plugins: Path | None) -> Iterator[Bench]:
    """Compile the engine if necessary, and provide it with the rulesets. The engine ends with the context."""
    subprocess.run(own_command("prepare"), stdout=subprocess.DEVNULL, check=False)
    found = discover(plugins)
    with OpponentProcess(own_engine(plugins, found.tried), found.rulesets) as engine:
        yield Bench(found.rulesets, engine)


def counted(nodes: int) -> Effort:
    """Return a limit for the analysis of each position: a number of nodes, and no time."""
    return Effort(_PATIENT_SECONDS, nodes)


def read_all(reader: GameReader) -> None:
    """Wait until ``reader`` has analysed its whole game."""
    while not reader.is_done:
        reader.poll()
        time.sleep(PAUSE)
