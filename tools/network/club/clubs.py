"""An organiser and members of a club tournament in one process, connected by a broker in memory or in another way."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from game.network.club.lobby import ClubLobby, open_lobby
from game.network.club.tournament import Claim, ClubTournament, PairingSystem
from game.network.club.tournament_file import ClubHeader, ClubRole, begin_club_file
from game.network.encryption.keys import KeyAgreement, TableKeys
from game.network.sides import Side
from game.network.transport.channel import Channel
from tools.network.club.club_tournaments import TERMS
from tools.network.ends import PATIENCE
from tools.network.memory_channel import MemoryEnd

KEYS = TableKeys(b"e" * 32)
WORDS = "lantern penguin marble tulip orchard comet 48213 by 127.0.0.1:1883"


class Hub:
    """A broker in memory, which passes messages of the organiser to all members, and theirs to the organiser."""

    def __init__(self) -> None:
        self.channels: list[HubChannel] = []
        self.passed: list[tuple[Side, bytes]] = []

    def open(self, side: Side) -> HubChannel:
        self.channels.append(HubChannel(self, side))
        return self.channels[-1]

    def carry(self, side: Side, frame: bytes) -> None:
        self.passed.append((side, frame))
        for channel in self.channels:
            if channel.side is not side and channel.state.is_connected:
                channel.frames.append(frame)


class HubChannel(MemoryEnd):
    """The connection of the organiser or of a member to a broker in memory (``hub``)."""

    def __init__(self, hub: Hub, side: Side) -> None:
        super().__init__()
        self.hub, self.side = hub, side

    def send(self, frame: bytes) -> None:
        if self.state.is_connected:
            self.hub.carry(self.side, frame)


class Club:
    """A club tournament; ``organiser`` is the organiser's lobby, and ``members`` maps names to the members' lobbies.

    A lobby is the part of the program through which one person takes part in a tournament.
    """

    def __init__(
        self,
        folder: Path,
        system: PairingSystem = PairingSystem.SWISS,
        *,
        rounds: int = 3,
        terms: object = TERMS,
        connect: Callable[[Side], Channel] | None = None,
        address: str = "127.0.0.1:1883",
    ) -> None:
        self.folder, self.address = folder, address
        self.hub = Hub()
        self.connect = connect or self.hub.open
        self.now = 0
        tournament = ClubTournament("Tuesday", terms, system, rounds if system is PairingSystem.SWISS else 0, 7)
        self.organiser_path = self._begun("Kim", ClubRole.ORGANISER, tournament)
        self.organiser = self.opened(self.organiser_path)
        self.members: dict[str, ClubLobby] = {}
        self.told: list[str] = []

    def _begun(self, name: str, role: ClubRole, tournament: ClubTournament | None = None) -> Path:
        head = ClubHeader(role, name, "Tuesday", KeyAgreement().private.hex(), KEYS.secret.hex(), self.address, WORDS)
        return begin_club_file(self.folder / name, head, tournament)

    def opened(self, path: Path) -> ClubLobby:
        side = Side.HOST if path == getattr(self, "organiser_path", path) else Side.GUEST
        lobby = open_lobby(path, lambda _opened: self.connect(side))
        assert isinstance(lobby, ClubLobby), lobby
        lobby._clock = lambda: self.now
        return lobby

    def comes(self, name: str) -> ClubLobby:
        self.members[name] = self.opened(self._begun(name, ClubRole.MEMBER))
        return self.members[name]

    def all_come(self, *names: str) -> None:
        """Let members join one after the other, so that their numbers have the same order as ``names``."""
        for name in names:
            lobby = self.comes(name)
            self.until(lambda lobby=lobby: lobby.own_number is not None)

    @property
    def halls(self) -> list[ClubLobby]:
        return [self.organiser, *self.members.values()]

    @property
    def tournament(self) -> ClubTournament:
        return self.organiser.tournament

    def poll(self, milliseconds: int = 100) -> None:
        self.now += milliseconds
        for lobby in self.halls:
            problem = lobby.poll()
            if problem:
                self.told.append(problem)

    def until(self, is_done: Callable[[], bool], patience: float = PATIENCE) -> None:
        end = time.monotonic() + patience
        while not is_done():
            assert time.monotonic() < end, "it never came to that"
            self.poll()
            time.sleep(0.001)

    def pass_time(self, milliseconds: int) -> None:
        for _ in range(milliseconds // 500):
            self.poll(500)

    def all_know(self) -> bool:
        return all(lobby.tournament == self.tournament for lobby in self.members.values())

    def next_round(self) -> None:
        assert self.organiser.organiser.next_round() is None
        self.until(self.all_know)

    def tell_all(self, claim: Callable[[int], Claim] = lambda _number: Claim.WON) -> None:
        """Let both players of each pairing without a result report one, and wait until all pairings have a result.

        ``claim`` returns the report of a pairing's first player, given this player's number as a member.
        """
        opposite = {Claim.WON: Claim.LOST, Claim.LOST: Claim.WON, Claim.DREW: Claim.DREW}
        for table in self.tournament.tables:
            if table.is_open:
                first = claim(table.one)
                self.lobby_of(table.one).claim(table.round, first)
                self.lobby_of(table.two).claim(table.round, opposite[first])
        self.until(lambda: not any(table.is_open for table in self.tournament.tables))

    def lobby_of(self, number: int) -> ClubLobby:
        return next(lobby for lobby in self.halls if lobby.own_number == number)

    def kill_organiser(self) -> None:
        """Close the organiser's lobby without a farewell, as a kill does; everything written so far is in its file."""
        self.organiser._channel.close()
        self.until(lambda: self.organiser._file.is_written)
        self.organiser._file.close()
        self.organiser._opened.release()

    def organiser_returns(self) -> None:
        self.organiser = self.opened(self.organiser_path)

    def close(self) -> None:
        for lobby in self.halls:
            lobby.close()
