"""A whole club tournament over the broker Mosquitto.

``python -m tools.network.club.club_by_broker [PEOPLE] [ROUNDS] [GAME]`` plays it. All members run in this process. Each
has its own broker connection and files, and plays random moves in ordinary remote games. The organiser is a separate
process, which is killed in the middle of the second round and started again.
"""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion

from game.core.clock import UNTIMED
from game.core.match import Command
from game.core.request import PlayerRequest
from game.core.ruleset import Ruleset, complete_options
from game.core.tournament import SINGLE_GAME
from game.network.club.lobby import ClubLobby
from game.network.club.points import PLAYED, standings
from game.network.club.tournament import ClubPairing, ClubTournament, PairingResult, PairingSystem
from game.network.club.tournament_file import ClubHeader, ClubRole, begin_club_file, read_club_file
from game.network.encryption.keys import KeyAgreement
from game.network.joining import Networks
from game.network.remote_connection import RemoteConnection
from game.network.session.club_tournaments import go_into
from game.network.session.club_visit import ClubVisit
from game.network.session.pending_connection import LobbyClient, PendingConnection
from game.network.sides import FirstSeat
from game.network.sync.terms import offered_terms
from game.network.transport.announcing import NearbyTables
from game.plugins.registry import discover
from tools.network.club.clubs import KEYS
from tools.network.ends import Broker

_HERE = "127.0.0.1"
#: The number of plies after which the side to move resigns, as games of random moves can be long.
_LONGEST = 40
#: The organiser is killed in the second round, after this many turns per member, and restarted after these seconds.
_KILL_AFTER, _DOWN = 15, 6.0


@dataclass
class Person:
    """A simulated member of a club tournament, who joins each game as soon as it is paired, and plays random moves."""

    visit: ClubVisit
    dice: random.Random
    coming: PendingConnection | None = None
    table: RemoteConnection | None = None
    round: int = 0
    moves: int = 0
    met: list[str] = field(default_factory=list)
    waits: bool = False

    def poll(self) -> None:
        self.visit.tick()
        lobby = self.visit.lobby
        pairing = lobby.own_pairing
        if self.table is None and self.coming is None and pairing is not None and self.round < pairing.round:
            self._sit(pairing)
        if self.coming is not None:
            table = self.coming.poll()
            if table is not None:
                self.coming, self.table = None, table
                self.met.append(table.peer.peer_name)
                self.visit.sit_at(table)
        if self.table is not None:
            self._play(self.table)

    def _sit(self, pairing: ClubPairing) -> None:
        self.round = pairing.round
        coming = self.visit.join_game()
        self.coming = coming if isinstance(coming, PendingConnection) else None

    def _play(self, table: RemoteConnection) -> None:
        table.poll()
        seat, pairing = table.peer, self.visit.lobby.own_pairing
        if seat.tournament.is_over:
            # Leave only when the pairing is closed: the organiser then has the result from both sides.
            if pairing is None or not pairing.is_open or pairing.round != self.round:
                table.close()
                self.table = None
        elif seat.is_own_turn and not self.waits:
            self._move(table)

    def _move(self, table: RemoteConnection) -> None:
        match = table.peer.match
        if len(match.plies) > _LONGEST:
            table.peer.ask(PlayerRequest.RESIGN)
            return
        trial, moves = match.copy(), []
        on_turn = trial.state.seat
        while trial.outcome is None and trial.state.seat == on_turn:
            legal = list(islice(trial.ruleset.legal_moves(trial.state), 400))
            moves.append(self.dice.choice(legal))
            trial.play(moves[-1])
        if isinstance(table.peer.carry_out(Command(match.revision, tuple(moves))), tuple):
            self.moves += 1


class Listener:
    """An eavesdropper at the same broker, who counts all messages and looks for text that is not encrypted."""

    def __init__(self, port: int) -> None:
        self.frames, self.bytes, self.seen = 0, 0, threading.Lock()
        self.heard: set[bytes] = set()
        self.client = Client(CallbackAPIVersion.VERSION2)
        self.client.on_message = self._on_message
        self.client.connect(_HERE, port)
        self.client.subscribe("stonefair/#", 0)
        self.client.loop_start()

    def _on_message(self, _client: object, _data: object, message: object) -> None:
        self.frames, self.bytes = self.frames + 1, self.bytes + len(message.payload)
        self.heard |= {word for word in (b"Member", b"Evening", b"kind") if word in message.payload}


def head_of(role: ClubRole, name: str, port: int) -> ClubHeader:
    address = f"{_HERE}:{port}"
    words = f"lantern penguin marble tulip orchard comet 48213 by {address}"
    return ClubHeader(role, name, "Evening", KeyAgreement().private.hex(), KEYS.secret.hex(), address, words)


def taker(name: str, folder: Path, ruleset: Ruleset) -> LobbyClient:
    return LobbyClient(name, {ruleset.info.id: ruleset}, Networks(NearbyTables()), folder)


def run_organiser(path: Path, people: int) -> None:
    """Run the tournament's organiser until its process is killed; ``path`` is the file of the tournament.

    Each round starts as soon as all ``people`` have joined and the round before is over.
    """
    lobby = go_into(path, LobbyClient("Kim", {}, Networks(NearbyTables()), path.parent))
    assert isinstance(lobby, ClubLobby), lobby
    while True:
        lobby.poll()
        if len(lobby.tournament.members) >= people and not lobby.tournament.is_over:
            lobby.organiser.next_round()
        time.sleep(0.02)


@dataclass
class PlayedTournament:
    """The measurements and results of a club tournament that has been played."""

    tournament: ClubTournament
    seconds: float
    moves: int
    frames: int
    bytes: int
    back_after: float
    readable: set[bytes]
    tables_differ: int
    """The number of members whose copy of the tournament differs from the organiser's."""


def run(folder: Path, people: int, rounds: int, ruleset: Ruleset, seed: int = 1) -> PlayedTournament:
    """Play a whole club tournament, and return its results. Raise AssertionError if it takes more than 9 minutes."""
    broker = Broker(folder)
    listener = Listener(broker.port)
    options = complete_options(ruleset.info, {})
    first = FirstSeat.TOSS if ruleset.info.tosses else FirstSeat.HOST
    terms = offered_terms(ruleset, options, best_of=SINGLE_GAME, time_control=UNTIMED, first=first)
    tournament = ClubTournament("Evening", terms, PairingSystem.SWISS, rounds, seed)
    path = begin_club_file(folder / "keeper", head_of(ClubRole.ORGANISER, "Kim", broker.port), tournament)
    crowd = [_person(folder, number, broker.port, ruleset, seed) for number in range(people)]
    keeper = _start(path, people)
    begun, killed_at, back_at, back_after, at_kill = time.monotonic(), 0.0, 0.0, 0.0, 0
    while not (all(p.visit.tournament is not None and p.visit.tournament.is_over for p in crowd)):
        for person in crowd:
            person.poll()
        now = time.monotonic()
        if not killed_at and crowd[0].round == 2 and sum(person.moves for person in crowd) > people * _KILL_AFTER:
            keeper.kill()
            keeper.wait()
            killed_at, at_kill = now, read_club_file(path).kept.tournament.revision
        elif killed_at and keeper.returncode is not None and now > killed_at + _DOWN:
            keeper = _start(path, people)
            back_at = now
        elif back_at and not back_after and crowd[0].visit.tournament.revision > at_kill:
            back_after = now - back_at
        assert time.monotonic() - begun < 540, "it never came to an end"
        time.sleep(0.001)
    seconds = time.monotonic() - begun
    keeper.kill()
    keeper.wait()
    kept = read_club_file(path).kept.tournament
    differ = sum(p.visit.tournament != kept for p in crowd)
    for person in crowd:
        person.visit.leave()
    listener.client.loop_stop()
    broker.kill()
    moves = sum(person.moves for person in crowd)
    return PlayedTournament(kept, seconds, moves, listener.frames, listener.bytes, back_after, listener.heard, differ)


def _start(path: Path, people: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-m", __spec__.name, "keep", str(path), str(people)])


def _person(folder: Path, number: int, port: int, ruleset: Ruleset, seed: int) -> Person:
    own = folder / f"member {number}"
    name = f"Member {number + 1}"
    path = begin_club_file(own, head_of(ClubRole.MEMBER, name, port))
    who = taker(name, own, ruleset)
    lobby = go_into(path, who)
    assert isinstance(lobby, ClubLobby), lobby
    return Person(ClubVisit(lobby, who), random.Random(seed * 100 + number))


def check_tournament(played: PlayedTournament) -> None:
    """Check the results of a finished tournament. Raise AssertionError if they are wrong or a message was readable."""
    tournament = played.tournament
    assert tournament.is_over
    assert played.back_after > 0, "the keeper was not killed"
    assert played.tables_differ == 0, "a member knows another evening than the keeper"
    pairs = Counter(frozenset(table.sides) for table in tournament.pairings if not table.is_bye)
    assert max(pairs.values()) == 1
    assert all(table.result in (*PLAYED, PairingResult.BYE) for table in tournament.pairings)
    assert not played.readable
    assert sum(row.halves for row in standings(tournament)) == 2 * len(tournament.pairings)


def main() -> None:
    """Run and check a club tournament, and print its standings; with ``keep`` as argument, run only the organiser."""
    if sys.argv[1:2] == ["keep"]:
        run_organiser(Path(sys.argv[2]), int(sys.argv[3]))
    people = int(sys.argv[1]) if len(sys.argv) > 1 else 16
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 4
    game = sys.argv[3] if len(sys.argv) > 3 else "gomoku"
    with tempfile.TemporaryDirectory() as folder:
        played = run(Path(folder), people, rounds, discover(None).rulesets[game])
    check_tournament(played)
    tournament = played.tournament
    sys.stdout.write(
        f"{people} people, {tournament.round} rounds of {game}, {len(tournament.pairings)} tables, "
        f"{played.moves} turns, {played.seconds:.0f} s\nbroker: {played.frames} frames, {played.bytes >> 10} KiB\n"
        f"keeper killed in round 2 for {_DOWN:.0f} s, its news came {played.back_after:.1f} s after it was started "
        f"again; all know the same evening\n"
    )
    for row in standings(tournament):
        sys.stdout.write(f"{row.place:3} {tournament.members[row.number].name:12} {row.halves / 2:g}\n")


if __name__ == "__main__":
    main()
