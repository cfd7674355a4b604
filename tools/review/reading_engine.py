"""The engine that reads games for a command, and games read to their end."""

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

#: Seconds between two looks at what the engine says.
PAUSE = 0.002
#: Seconds that a prover may take.
_PROVING_SECONDS = 5.0
#: Seconds that a position may take at most when its effort is counted in nodes.
_PATIENT_SECONDS = 600.0


@dataclass(frozen=True, slots=True)
class Bench:
    """What a command that reads games needs: the rulesets, and our engine in a process."""

    rulesets: Mapping[str, Ruleset]
    engine: OpponentProcess

    def ruleset(self, name: str) -> Ruleset:
        """The ruleset of an id; raises ParseError for an unknown one."""
        if name not in self.rulesets:
            raise ParseError(f"there is no ruleset {name!r} (there are: {', '.join(self.rulesets)})")
        return self.rulesets[name]

    def readings(self, match: Match, nodes: int, first: int = 1) -> dict[int, Evaluation]:
        """What so many nodes a position find out about a match from the position before its ``first`` ply on.

        The same nodes find the same, however busy the machine is.
        """
        reader = GameReader(match, self.engine, [counted(nodes)], first=first)
        read_all(reader)
        return reader.readings

    def prover_finds_win(self, match: Match) -> bool:
        """Whether the prover finds a forced win of the side on turn in time."""
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
        """Whether the prover or so many nodes find a forced win of a seat."""
        is_to_move = match.state.seat == seat
        if is_to_move and self.prover_finds_win(match):
            return True
        reading = self.readings(match, nodes).get(len(match.plies))
        return reading is not None and reading.proof_status is (ProofStatus.WON if is_to_move else ProofStatus.LOST)


@contextmanager
def open_bench(plugins: Path | None) -> Iterator[Bench]:
    """The rulesets and a running engine, compiled first where it is not; on leaving the engine ends."""
    subprocess.run(own_command("prepare"), stdout=subprocess.DEVNULL, check=False)
    found = discover(plugins)
    with OpponentProcess(own_engine(plugins, found.tried), found.rulesets) as engine:
        yield Bench(found.rulesets, engine)


def counted(nodes: int) -> Effort:
    """An effort that ends after so many nodes, and not by the clock."""
    return Effort(_PATIENT_SECONDS, nodes)


def read_all(reader: GameReader) -> None:
    """Read a game to its end."""
    while not reader.is_done:
        reader.poll()
        time.sleep(PAUSE)
