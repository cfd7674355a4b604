"""A game at a far table, as the window shows and plays it. No pygame here."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from game.core.language import join_sentences
from game.core.match import Command
from game.core.model import Move, Reason
from game.core.tournament import Tournament
from game.network.joining import Networks
from game.network.outbox import Notice, SeatNews, SpectatingAllowed
from game.network.phrases import Phrase
from game.network.remote_connection import RemoteConnection
from game.network.session.finished_games import FinishedGames
from game.network.sides import PeerRequest, Side
from game.network.spectating.spectator_gateway import SpectatorGateway
from game.session.playable_game import MovesPlayed
from game.session.services import Services
from game.session.shown_game import LatestGame
from game.storage.faces import usual_face


@dataclass(frozen=True, slots=True)
class PeerPresence:
    """Whether the other side can be reached, and for how many seconds it could not; None where nobody knows."""

    is_there: bool
    lost_for: int | None = None


class RemoteGame(LatestGame):
    """The series at a table that both have agreed on.

    It has what a table at this machine has for whoever shows it or lays out turns: the match, who sits where, ``play``
    and ``submit``. ``attend`` lets time pass, whatever lies over the board; ``take_news`` tells what happened since.
    """

    def __init__(
        self,
        services: Services,
        table: RemoteConnection,
        networks: Networks | None = None,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """The table has a tournament; it is this game's from now on.

        ``networks`` are those by which people may come to watch; None where that is not decided at the table.
        """
        assert table.seat.tournament is not None, "both have agreed on what is played"
        self.services = services
        self.table = table
        self.seat = table.seat
        self._monotonic = monotonic
        self.door = SpectatorGateway(table, networks) if networks is not None else None
        """The door for those who watch."""
        self._news: list[SeatNews] = []
        self._finished = FinishedGames(services, table.head.keys.room_name, self.seat.side.other.participant)

    # What is shown

    @property
    def tournament(self) -> Tournament:
        """The series; the host is participant 0, the guest participant 1."""
        tournament = self.seat.tournament
        assert tournament is not None
        return tournament

    def person_face(self, index: int) -> str:
        """The portrait of a participant; the other side's is the usual one of its name."""
        participant = self.tournament.participants[index]
        is_own = index == self.seat.side.participant
        return self.services.person_face(participant) if is_own else usual_face(participant.name)

    @property
    def only_person(self) -> int:
        """The seat of the person at this machine."""
        return self.game.seat_of(self.seat.side.participant)

    @property
    def person_to_move(self) -> bool:
        """Whether the game waits for the person at this machine."""
        return self.match.outcome is None and self.seat.is_own_turn

    @property
    def is_host(self) -> bool:
        """Whether this side set the table up."""
        return self.seat.side is Side.HOST

    @property
    def touch(self) -> PeerPresence:
        """Whether the other side is there."""
        state = self.table.channel_state
        if not state.is_connected:
            return PeerPresence(False, max(0, int(self._monotonic() - state.since)))
        if self.seat.is_far_here and not state.has_far_left:
            return PeerPresence(True)
        silent = self.seat.silent_for
        return PeerPresence(False, None if silent is None else silent // 1000)

    # What the person here does

    def play(self, *moves: Move) -> MovesPlayed | Reason:
        """The person's moves for the position as it stands."""
        return self.submit(Command(self.match.revision, moves))

    def submit(self, command: Command) -> MovesPlayed | Reason:
        """The person's moves, chosen when the match stood at the command's revision."""
        made = self.seat.submit(command)
        if isinstance(made, Reason):
            return made
        self._keep()
        return MovesPlayed(made)

    def ask(self, wish: PeerRequest) -> Reason | None:
        """Ask the other side, or give up; why that cannot be."""
        refusal = self.seat.ask(wish)
        self._keep()
        return refusal

    def answer(self, *, is_yes: bool) -> Reason | None:
        """Answer what the other side asks; why that is too late."""
        refusal = self.seat.answer(is_yes=is_yes)
        self._keep()
        return refusal

    def say(self, phrase: Phrase) -> None:
        """Say a phrase to the other side."""
        self.seat.say(phrase)

    # Time

    def attend(self) -> None:
        """Let time pass at the table; once a frame."""
        news = self.table.poll()
        if self.door is not None:
            if SpectatingAllowed() in news:
                self.door.let_in()
            self.door.poll()
        self._news += news
        self._keep()

    def take_news(self) -> list[SeatNews]:
        """What happened since the last call."""
        news, self._news = self._news, []
        return news

    def _keep(self) -> None:
        self._news += map(Notice, self._finished.keep(self.tournament))

    def leave(self) -> str:
        """Say goodbye, keep the seat for another time, end the channel; a sentence where not everything is saved."""
        if self.door is not None:
            self.door.close()
        self.table.leave()
        unwritten = self.table.close()
        return join_sentences((unwritten, self._finished.leave()))
