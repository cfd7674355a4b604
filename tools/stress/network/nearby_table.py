"""A game between a host and a guest on the local network, which a trial plays while it attacks the host."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import psutil

from game.core.clock import UNTIMED
from game.core.match import Command
from game.core.model import Reason
from game.core.ruleset import complete_options
from game.network.encryption.invitation import ServerAddress
from game.network.encryption.keys import TableKeys
from game.network.outbox import Notice
from game.network.remote_connection import RemoteConnection, new_session
from game.network.session_file import open_session_file
from game.network.sides import FirstSeat, Phrase, Side
from game.network.sync.terms import offered_terms
from game.network.transport.channel import Channel
from game.network.transport.nearby_channel import NearbyGuest, NearbyHost
from tools.stress.random_games import ruleset_from

HERE = "127.0.0.1"
#: Seconds between two polls; a window polls once in each frame.
_FRAME = 1 / 60
_PATIENCE = 20.0


class TableNearby:
    """A game between a host and a guest in this process; at the end of a ``with`` block it closes both connections."""

    def __init__(self, folder: Path, seed: int, *, is_found: bool = True) -> None:
        """Start the host and the guest; with ``is_found``, the guest knows the host's address from the start.

        Raise ``OSError`` if the host cannot listen or a session file cannot be opened.
        """
        self._folder, self._rng = folder, random.Random(seed)
        self._keys = TableKeys(self._rng.randbytes(32))
        self._ruleset = ruleset_from(None)
        self.told: list[str] = []
        """The notices that the host has received."""
        self.cuts = self.moves = 0
        """How often the guest's connection broke, and how many moves reached the other side."""
        self.is_found = is_found
        self._stood = False
        self._longest = 0.0
        self._host_channel = NearbyHost(self.room)
        refused = self._host_channel.listen(HERE, 0)
        if refused is not None:
            raise OSError(refused.message)
        self.host = self._opened(Side.HOST, self._host_channel)
        self.guest = self._opened(Side.GUEST, self._guest_channel())
        options = complete_options(self._ruleset.info, {})
        self.host.peer.offer(
            offered_terms(self._ruleset, options, best_of=0, time_control=UNTIMED, first=FirstSeat.HOST)
        )

    def __enter__(self) -> TableNearby:
        return self

    def __exit__(self, *_error: object) -> None:
        self.guest.close()
        self.host.close()

    @property
    def room(self) -> str:
        """The name of the room, by which the guest finds the host's game."""
        return self._keys.room_name

    @property
    def port(self) -> int:
        """The port that the host listens on."""
        return self._host_channel.port

    def take_longest_poll(self) -> float:
        """Return how long the host's longest poll since the last call took, in seconds; a poll blocks the window."""
        longest, self._longest = self._longest, 0.0
        return longest

    def _guest_channel(self) -> Channel:
        port = self._host_channel.port
        return NearbyGuest(self.room, lambda: [(HERE, port)] if self.is_found else [])

    def _opened(self, side: Side, channel: Channel) -> RemoteConnection:
        path = new_session(self._folder / side.value, side, side.name.title(), self._keys, ServerAddress())
        opened = path if isinstance(path, Reason) else open_session_file(path)
        if isinstance(path, Reason) or isinstance(opened, Reason):
            raise OSError(f"no seat: {path}, {opened}")
        return RemoteConnection(opened, path, {self._ruleset.info.id: self._ruleset}, channel)

    def poll(self) -> None:
        """Poll the host's and the guest's connection once."""
        began = time.perf_counter()
        news = self.host.poll()
        self._longest = max(self._longest, time.perf_counter() - began)
        self.told += [each.sentence for each in news if isinstance(each, Notice)]
        self.guest.poll()
        stands = self.guest.channel_state.is_connected
        self.cuts += self._stood and not stands
        self._stood = stands

    def until(self, is_so: Callable[[], bool], seconds: float = _PATIENCE) -> float | None:
        """Poll until a condition holds; return the seconds it took, or None after ``seconds`` without success."""
        began = time.monotonic()
        while time.monotonic() - began < seconds:
            self.poll()
            if is_so():
                return time.monotonic() - began
            time.sleep(_FRAME)
        return None

    @property
    def is_alike(self) -> bool:
        """Whether host and guest see each other and have the same game."""
        seats = (self.host.peer, self.guest.peer)
        return self.host.peer.hash == self.guest.peer.hash and all(
            seat.tournament is not None and seat.is_peer_here for seat in seats
        )

    def play(self, seconds: float, pause: float = 0.25) -> str:
        """Make moves with pauses for ``seconds``; return a sentence if a move does not arrive, else ""."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self._play_one()
            if self.until(lambda: self.is_alike) is None:
                return "a move did not arrive"
            self.moves += 1
            self.until(lambda: False, pause)
        return ""

    def _play_one(self) -> None:
        """Make a random move of the player to move, or send a phrase if the game is over."""
        seat = next((each for each in (self.host.peer, self.guest.peer) if each.is_own_turn), None)
        if seat is None or seat.match is None:
            self.host.peer.send_phrase(Phrase.OOPS)
            return
        moves = list(islice(seat.match.ruleset.legal_moves(seat.match.state), 400))
        seat.carry_out(Command(seat.match.revision, (self._rng.choice(moves),)))

    def begin_guest_again(self) -> float | None:
        """Close the guest's connection and open it again; return the seconds until both have the same game, or None."""
        self.guest.close()
        self.guest, self._stood = self._opened(Side.GUEST, self._guest_channel()), False
        return self.until(lambda: self.guest.channel_state.is_connected and self.is_alike)


def resources() -> tuple[int, int]:
    """Return the number of threads and of open file descriptors of this process."""
    own = psutil.Process()
    return threading.active_count(), own.num_fds() if hasattr(own, "num_fds") else own.num_handles()
