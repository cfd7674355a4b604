"""The other side of a remote game for tests of the window, in the same process and over channels in memory."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

from game.core.clock import UNTIMED, TimeControl
from game.core.match import Command
from game.core.notation import parse_turn
from game.core.ruleset import complete_options
from game.network.encryption.invitation import ServerAddress
from game.network.encryption.keys import TableKeys
from game.network.joining import Networks
from game.network.outbox import PeerUpdate
from game.network.remote_connection import RemoteConnection, new_session
from game.network.session.remote_opponent import open_remote_session
from game.network.session.resumable_games import sessions_folder
from game.network.session_file import open_session_file
from game.network.sides import FirstSeat, Side
from game.network.sync.terms import offered_terms
from game.network.transport.channel import ChannelState
from game.ui.network.online_actions import OnlineActions
from game.ui.play.play_scene import PlayScene
from tools.network.ends import wait_for
from tools.network.memory_channel import MemoryEnd
from tools.pilot.pilot import Pilot

KEYS = TableKeys(b"k" * 32)


class MemoryChannel(MemoryEnd):
    """One end of a channel in memory; ``other`` is the opposite end, or None before both are joined."""

    def __init__(self) -> None:
        super().__init__()
        self.other: MemoryChannel | None = None

    def send(self, frame: bytes) -> None:
        if self.state.is_connected and self.other is not None and self.other.state.is_connected:
            self.other.frames.append(frame)


class RemoteSide:
    """A remote game between Ann, who plays in the window, and Ben, whose moves the test makes."""

    def __init__(
        self,
        pilot: Pilot,
        game: str = "gomoku",
        *,
        ann: Side = Side.HOST,
        first: FirstSeat = FirstSeat.HOST,
        best_of: int = 0,
        clock: TimeControl = UNTIMED,
        **options: str,
    ) -> None:
        self.pilot, self.ann = pilot, ann
        self.rulesets = pilot.app.services.catalogue.rulesets
        self.now = 0
        self.updates: list[PeerUpdate] = []
        """The updates that Ben's window has received."""
        self.channels = {side: MemoryChannel() for side in Side}
        self.tables = {side: self._opened(side) for side in Side}
        self._join()
        ruleset = self.rulesets[game]
        terms = offered_terms(
            ruleset, complete_options(ruleset.info, options), best_of=best_of, time_control=clock, first=first
        )
        assert self.tables[Side.HOST].peer.offer(terms) is None
        self.meet()

    def _folder(self, side: Side) -> Path:
        return sessions_folder() if side is self.ann else sessions_folder().parent / "far"

    def _opened(self, side: Side) -> RemoteConnection:
        name = "Ann" if side is self.ann else "Ben"
        path = new_session(self._folder(side), side, name, KEYS, ServerAddress())
        return RemoteConnection(
            open_session_file(path), path, self.rulesets, self.channels[side], clock=lambda: self.now
        )

    def _join(self) -> None:
        host, guest = (self.channels[side] for side in Side)
        host.other, guest.other = guest, host

    def meet(self) -> None:
        """Run until both sides have begun the game. Raise AssertionError if they have not in time."""

        def have_met() -> bool:
            self.pass_time()
            self.tables[self.ann].poll()
            return all(table.peer.tournament is not None for table in self.tables.values())

        wait_for(have_met)

    def sit(self, networks: Networks | None = None) -> PlayScene:
        """Open the game in the window, and let Ben's side run in each frame; return the scene."""
        self.pilot.app.add_tick_callback(self.pass_time)
        table = open_remote_session(self.pilot.app.services, self.tables[self.ann], networks)
        self.pilot.open(PlayScene(self.pilot.app, table, OnlineActions))
        return self.pilot.scene

    def pass_time(self, _seconds: float = 0.0) -> None:
        """Advance the simulated time by 50 ms, and poll Ben's side; the window calls this in each frame."""
        self.now += 50
        self.updates += self.tables[self.ann.other].poll()

    @property
    def peer(self):
        """The object that plays Ben's side of the remote game."""
        return self.tables[self.ann.other].peer

    def frames_until(self, is_done, what: str) -> None:
        """Run frames until ``is_done`` returns True.

        They run in real time, because moves and messages are sent only after they are written to the disk.
        """
        self.pilot.until(is_done, what)

    def agree(self) -> None:
        """Wait until Ann's and Ben's side have the same moves and messages."""
        own = self.tables[self.ann].peer
        self.frames_until(lambda: own.hash == self.peer.hash and own.is_alike, "the same journal")
        self.pilot.frames(4)

    def play(self, *words: str) -> None:
        """Play a turn for Ben, and wait until both sides have it."""
        self.agree()
        match = self.peer.match
        made = self.peer.carry_out(Command(match.revision, parse_turn(match.ruleset, match.state, words)))
        assert isinstance(made, tuple), made
        self.agree()

    def play_any(self) -> None:
        """Play a turn for Ben, each time the first legal move, and wait until both sides have it."""
        self.agree()
        match = self.peer.match.copy()
        seat, moves = match.state.seat, []
        while match.outcome is None and match.state.seat == seat:
            moves += islice(match.ruleset.legal_moves(match.state), 1)
            match.play(moves[-1])
        assert isinstance(self.peer.carry_out(Command(self.peer.match.revision, tuple(moves))), tuple)
        self.agree()

    def cut(self) -> None:
        """Disconnect both sides."""
        for side, channel in self.channels.items():
            channel.state = ChannelState(False, since=0.0 if side is self.ann else 1.0)

    def mend(self) -> None:
        """Connect both sides again."""
        for channel in self.channels.values():
            channel.state = ChannelState(True)

    def leave(self) -> None:
        """Close Ben's side, and delete the session files of both sides."""
        self.pilot.app.dismiss(self.pass_time)
        self.tables[self.ann.other].close()
        for side, table in self.tables.items():
            table.path.unlink(missing_ok=True)
            self._folder(side).rmdir()
