"""Reader of the session file of a remote game, which can read it while a window writes to it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from game.core.match import Match
from game.core.record.writer import write_tournament
from game.core.ruleset import Ruleset
from game.network.session_file import SUFFIX, OpenedSession, read_session_file
from game.network.sides import Side
from game.network.sync.entries import line_text
from game.network.sync.replayed_state import ReplayedState


@dataclass(frozen=True)
class SessionSeen:
    """The state of one side of a remote game, read from its session file."""

    opened: OpenedSession
    replayed: ReplayedState
    readable: int
    """How many journal lines, from the first, can be replayed; all of them if the journal is sound."""

    @property
    def side(self) -> Side:
        return self.opened.head.side

    @property
    def lines(self) -> list[str]:
        return [line_text(line) for line in self.opened.kept.lines]

    @property
    def match(self) -> Match | None:
        return self.replayed.match

    @property
    def games(self) -> int:
        return 0 if self.replayed.tournament is None else len(self.replayed.tournament.games)

    @property
    def is_on_turn(self) -> bool:
        return self.replayed.is_running and self.replayed.writer is self.side

    def tournament_file(self) -> str:
        """Return the text of the tournament file, "" if there is no tournament.

        The time spent on the running turn is not part of it, as only the side to move knows it.
        """
        tournament = self.replayed.tournament
        return "" if tournament is None else write_tournament(tournament)


def seats_in(home: Path) -> set[Path]:
    """Return the paths of all session files in the data folder ``home``."""
    return set((home / "tables").glob(f"*{SUFFIX}"))


def session_seen(home: Path, rulesets: Mapping[str, Ruleset], earlier: Collection[Path] = ()) -> SessionSeen | None:
    """Read the newest session file in the data folder ``home``, except those in ``earlier``; None if there is none."""
    files = sorted(seats_in(home).difference(earlier), key=lambda path: path.stat().st_mtime_ns)
    opened = read_session_file(files[-1]) if files else None
    if not isinstance(opened, OpenedSession):
        return None
    replayed = ReplayedState(rulesets)
    readable = 0
    for line in opened.kept.lines:
        if not isinstance(replayed.apply(line.entry), tuple):
            break
        readable += 1
    return SessionSeen(opened, replayed, readable)


def difference(first: SessionSeen, second: SessionSeen) -> str:
    """Return a sentence about the difference between the session files of the two sides, "" if they agree."""
    if (first.readable, second.readable) != (len(first.lines), len(second.lines)):
        return "a journal has lines that do not fit"
    if first.lines != second.lines:
        return f"the journals differ: {len(first.lines)} and {len(second.lines)} lines"
    if first.tournament_file() != second.tournament_file():
        return "the tournaments differ"
    return ""
