"""People of an evening in the test's own process, over brokers in memory: the window's person meets them."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

from game.core.model import Reason
from game.network.club.lobby import ClubLobby
from game.network.encryption.invitation import Invitation, parse_invitation
from game.network.session.club_tournaments import ClubPlan, set_up, show_saved
from game.network.session.club_visit import ClubVisit
from game.network.session.network_settings import NetworkSettings
from game.network.session.pending_connection import LobbyClient, networks_here
from game.network.sides import Side
from game.session.match_plan import MatchPlan
from tools.network.club.club_by_broker import Person
from tools.network.club.clubs import Hub, HubChannel
from tools.network.ends import wait_for
from tools.pilot.pilot import Pilot


@contextmanager
def brokers_in_memory() -> Iterator[None]:
    """Each room has a broker of its own in memory."""
    hubs: defaultdict[str, Hub] = defaultdict(Hub)

    def opened(_access: object, room: str, side: Side) -> HubChannel:
        return hubs[room].open(side)

    with (
        patch("game.network.joining.BrokerChannel", opened),
    ):
        yield


class People:
    """Those who are not at this window; they go on with each of its frames."""

    def __init__(self, pilot: Pilot, folder: Path) -> None:
        self.pilot, self.folder = pilot, folder
        self.persons: dict[str, Person] = {}
        pilot.app.add_tick_callback(self.poll)

    def poll(self, _seconds: float = 0.0) -> None:
        for person in self.persons.values():
            person.poll()

    def _taker(self, name: str) -> LobbyClient:
        services = self.pilot.app.services
        return LobbyClient(
            name,
            services.catalogue.rulesets,
            networks_here(NetworkSettings(services.database)),
            self.folder / name,
        )

    def comes(self, name: str, invitation: str) -> Person:
        """Somebody comes with an invitation."""
        read = parse_invitation(invitation)
        assert isinstance(read, Invitation), read
        return self._person(name, show_saved(self._taker(name), read))

    def keeps(self, name: str, plan: MatchPlan, evening: ClubPlan) -> Person:
        """Somebody sets an evening up."""
        return self._person(name, set_up(self._taker(name), plan, evening))

    def _person(self, name: str, coming) -> Person:
        made: list[ClubLobby | Reason] = []

        def is_made() -> bool:
            hall = coming.poll()
            made.extend([] if hall is None else [hall])
            return bool(made)

        wait_for(is_made)
        assert isinstance(made[0], ClubLobby), made
        self.persons[name] = Person(ClubVisit(made[0], self._taker(name)), random.Random(1))
        return self.persons[name]

    def leave(self) -> None:
        """All go."""
        self.pilot.app.dismiss(self.poll)
        for person in self.persons.values():
            person.visit.leave()
            if person.table is not None:
                person.table.close()
