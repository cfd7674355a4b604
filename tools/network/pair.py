"""A host and a guest in memory, with a simulated clock and a simulated network that loses and delays messages."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import islice

from game.core.clock import UNTIMED, TimeControl
from game.core.match import Command
from game.core.model import Reason
from game.core.record.writer import write_tournament
from game.core.ruleset import Ruleset, complete_options
from game.network.messages import UnreadableMessage, format_message, parse_message
from game.network.peer import Peer
from game.network.session_record import read_records
from game.network.sides import FirstSeat, Side
from game.network.sync.entries import OwnSecret, SeatKeyOwner, line_text
from game.network.sync.terms import offered_terms
from tools.pilot.tiny_ruleset import TinyRuleset

TINY = TinyRuleset()
NAMES = {Side.HOST: "Anna", Side.GUEST: "Ben"}
STEP = 50


@dataclass
class Weather:
    """The faults of the simulated network: probabilities of loss and duplication, and maximum delay in milliseconds."""

    loss: float = 0.0
    doubling: float = 0.0
    delay: int = 0


@dataclass
class Pair:
    ruleset: Ruleset = TINY
    options: dict = field(default_factory=dict)
    seed: int = 1
    weather: Weather = field(default_factory=Weather)
    time_control: TimeControl = UNTIMED
    first: FirstSeat = FirstSeat.HOST
    best_of: int = 0

    def __post_init__(self) -> None:
        self.dice = random.Random(self.seed)
        self.now = 0
        self.is_cut = False
        self.flying: list[tuple[int, int, Side, bytes]] = []
        self.on_sent: Callable[[bytes], None] = lambda _frame: None
        self.records: dict[Side, list[str]] = {side: [] for side in Side}
        self.updates: dict[Side, list] = {side: [] for side in Side}
        self.seats = {side: self.opened(side) for side in Side}

    @property
    def host(self) -> Peer:
        return self.seats[Side.HOST]

    @property
    def guest(self) -> Peer:
        return self.seats[Side.GUEST]

    def rulesets_of(self, side: Side) -> dict[str, Ruleset]:
        return {self.ruleset.info.id: self.ruleset}

    def opened(self, side: Side) -> Peer:
        owner = SeatKeyOwner(side, NAMES[side], "room", OwnSecret(side.value.encode() * 8))
        records = self.records[side]
        kept = read_records(list(records))
        del records[kept.readable :]
        seat = Peer(owner, self.rulesets_of(side), records.append, kept=kept)
        if side is Side.HOST and seat.tournament is None and kept.terms is None:
            options = complete_options(self.ruleset.info, self.options)
            terms = offered_terms(
                self.ruleset, options, best_of=self.best_of, time_control=self.time_control, first=self.first
            )
            assert seat.offer(terms) is None
        return seat

    def restart(self, side: Side) -> None:
        """Reopen a side from its stored data, as after a kill; messages that it has not sent yet are lost."""
        self.seats[side] = self.opened(side)
        self.seats[side].tick(self.now)

    def run(self, milliseconds: int) -> None:
        """Advance the simulated time in steps of 50 ms, and deliver the messages that are due."""
        for _ in range(milliseconds // STEP):
            self.now += STEP
            arrived = sorted(each for each in self.flying if each[0] <= self.now)
            self.flying = [each for each in self.flying if each[0] > self.now]
            for side in Side:
                self.seats[side].tick(self.now)
            for _when, _number, side, frame in arrived:
                message = parse_message(frame)
                assert not isinstance(message, UnreadableMessage), frame
                self.seats[side].receive(message)
            for side in Side:
                self.send(side)

    def send(self, side: Side) -> None:
        seat = self.seats[side]
        self.updates[side].extend(seat.take_updates())
        for message in seat.take_messages():
            self.on_sent(format_message(message))
            for _ in range(2 if self.dice.random() < self.weather.doubling else 1):
                if not self.is_cut and self.dice.random() >= self.weather.loss:
                    due = self.now + self.dice.randint(0, self.weather.delay)
                    self.flying.append((due, self.dice.randrange(10**9), side.other, format_message(message)))

    def begin(self) -> None:
        """Run until both sides have begun the tournament. Raise AssertionError after 300 simulated seconds."""
        for _ in range(600):
            if self.host.tournament is not None and self.guest.tournament is not None:
                return
            self.run(500)
        raise AssertionError("they never came together")

    def play(self, side: Side, number: int = 0) -> object:
        """Play a legal move for ``side``: the one with this number, from 0, among the first 40.

        A number that is too high starts again at the first move. Return the result of ``Peer.carry_out``, or a Reason
        if there is no legal move.
        """
        seat = self.seats[side]
        match = seat.match
        moves = list(islice(match.ruleset.legal_moves(match.state), 40))
        if not moves:
            return Reason("over", "The game is over.")
        return seat.carry_out(Command(match.revision, (moves[number % len(moves)],)))

    def mover(self) -> Side | None:
        return next((side for side in Side if self.seats[side].is_own_turn), None)

    def settle(self) -> None:
        """Repair the network, and run until both sides have the same state, or for at most 140 simulated seconds."""
        self.is_cut = False
        self.weather = Weather()
        self.run(20_000)
        for _ in range(60):
            self.run(2_000)
            if self.host.is_alike and self.guest.is_alike:
                return

    def journal(self, side: Side) -> list[str]:
        return [line_text(line) for line in self.seats[side]._exchange.journal.lines]

    def file(self, side: Side) -> str:
        """Return the tournament file of a side, "" if it has no tournament.

        The time spent on the running turn is left out, as only the side to move knows it.
        """
        tournament = self.seats[side].tournament
        if tournament is None:
            return ""
        match = tournament.current.match.copy()
        kept, tournament.current.match = tournament.current.match, match
        try:
            if match.outcome is None:
                match.spend(-match.spent)
            return write_tournament(tournament)
        finally:
            tournament.current.match = kept

    def assert_alike(self) -> None:
        assert self.journal(Side.HOST) == self.journal(Side.GUEST)
        assert self.file(Side.HOST) == self.file(Side.GUEST)
        assert self.host.hash == self.guest.hash

    def said(self, side: Side) -> list[str]:
        return [updates.sentence for updates in self.updates[side] if hasattr(updates, "sentence")]
