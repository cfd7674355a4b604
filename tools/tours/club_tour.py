"""A tour through the scenes of club tournaments, for tests and pictures: list, setup, invitation and lobby."""

from __future__ import annotations

import random
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from game.core.language import _
from game.core.request import PlayerRequest
from game.network.club.lobby import ClubLobby
from game.network.club.replayed_tournament import claimed, joined, with_result, with_round
from game.network.club.tournament import Claim, ClubTournament, PairingResult, PairingSystem
from game.network.club.tournament_file import ClubHeader, ClubRole, begin_club_file, open_club_file
from game.network.encryption.keys import KeyAgreement, TableKeys
from game.network.session.club_tournaments import club_folder
from game.network.session.club_visit import ClubVisit
from game.network.session.network_settings import NetworkSettings
from game.network.session.pending_connection import LobbyClient, networks_here, terms_of
from game.network.session.spectated_game import SpectatedGame
from game.network.sides import Side
from game.network.spectating.spectator import Spectator, SpectatorHost
from game.network.transport.channel import ChannelState
from game.session.match_plan import plan_for
from game.ui.network.club.club_setup_scene import ClubSetupScene
from game.ui.network.club.club_tournaments_scene import ClubTournamentsScene
from game.ui.network.club.lobby_scene import ClubLobbyScene
from game.ui.network.watch_scene import WatchScene
from tools.network.club.club_tournaments import play_round
from tools.network.club.clubs import Hub
from tools.network.pair import Pair
from tools.pilot.pilot import Pilot
from tools.tours.table_tour import seen, wait

_WORDS = "lantern penguin marble tulip orchard comet 48213 by broker.example.org"
NAMES = (
    "Ann", "Ben", "Mira", "Aleksanteri", "王小明", "Väinö", "Odile", "Rosalind Featherstonehaugh", "Kim", "Lotte",
    "Ottokar", "Piet", "Sunniva", "Tadeusz", "Uma", "Zoe",
)  # fmt: skip


def club_tournaments(pilot: Pilot) -> Iterator[str]:
    """Show the list of club tournaments, setup, lobby and watched games; yield the name of each state that is shown."""
    plan = plan_for(pilot.app.services, pilot.app.services.catalogue.rulesets["gomoku"])
    pilot.app.push(ClubTournamentsScene(pilot.app, plan))
    wait(pilot)
    yield "evenings none"
    pilot.app.push(ClubSetupScene(pilot.app, plan))
    wait(pilot)
    yield "evening setup"
    pilot.scene.tournament.system = PairingSystem.ROUND_ROBIN
    pilot.scene.tournament.address = "broker.example.org"
    pilot.scene.arrange()
    yield from seen(pilot, "evening setup round robin")
    begun = begin_lobby(pilot, club_tournament_with(pilot, 3))
    pilot.scene.arrange()
    wait(pilot)
    yield "evenings"
    pilot.scene._ask_forget()
    yield from seen(pilot, "evenings forget")
    pilot.app.pop(pilot.scene, None)
    yield from lobbies(pilot, begun)
    for game in ("gomoku", "threestones"):
        yield from watching(pilot, game)
    shutil.rmtree(club_folder())


def watching(pilot: Pilot, game: str) -> Iterator[str]:
    """Show a game that the player watches; yield the name of each state: not yet received, running, cut off, finished.

    ``game`` is the id of its ruleset.
    """
    rulesets = pilot.app.services.catalogue.rulesets
    pair = Pair(ruleset=rulesets[game])
    pair.begin()
    keys, own, hub = TableKeys(b"w" * 32), KeyAgreement(b"b" * 32), Hub()
    watcher = Spectator(keys, KeyAgreement(b"a" * 32), own.shown, rulesets, hub.open(Side.GUEST))
    pilot.app.push(WatchScene(pilot.app, SpectatedGame(lambda: watcher), "Anna and Ben"))
    wait(pilot)
    yield f"watch {game} not heard"
    for number in (3, 20, 4, 21):
        pair.play(pair.mover(), number)
        pair.run(500)
    table = SpectatorHost(keys, own, pair.host, hub.open(Side.HOST))

    def tell(_seconds: float) -> None:
        table.poll(time.monotonic_ns() // 1_000_000)

    pilot.app.add_tick_callback(tell)
    pilot.until(lambda: watcher.replayed.match is not None and len(watcher.replayed.match.plies) == 4, "the moves")
    wait(pilot)
    yield f"watch {game}"
    unreached = _(
        "Cannot reach the online server {host}: {cause}.", host="broker.example.org", cause="Connection refused"
    )
    watcher._channel.state = ChannelState(problem=unreached)
    wait(pilot)
    yield f"watch {game} without a broker"
    watcher._channel.state = ChannelState(True)
    pair.host.ask(PlayerRequest.RESIGN)
    pair.run(1_000)
    pilot.until(lambda: watcher.replayed.match.outcome is not None, "the end")
    wait(pilot)
    yield f"watch {game} over"
    pilot.app.dismiss(tell)
    pilot.app.pop(pilot.scene, None)


def lobbies(pilot: Pilot, begun: Path) -> Iterator[str]:
    """Show the lobby of an organiser in all states, then that of a member; yield the name of each state that is shown.

    ``begun`` is the file of the organiser's tournament.
    """
    scene = lobby_scene(pilot, begun)
    wait(pilot)
    yield "hall before the first round"
    scene._show_invitation()
    yield from seen(pilot, "hall invitation")
    keeper, rng = scene.visit.lobby.organiser, random.Random(4)
    for number, name in enumerate(NAMES[3:], 3):
        keeper.change(lambda tournament, number=number, name=name: joined(tournament, f"{number + 7:064x}", name))
    for _round in range(2):
        keeper.change(with_round)
        keeper.change(lambda tournament: play_round(tournament, rng))
    keeper.take_out(15)
    keeper.change(with_round)
    settle_some(keeper)
    wait(pilot)
    yield "hall"
    scene._ask_result()
    yield from seen(pilot, "hall result")
    scene._press_person()
    yield from seen(pilot, "hall take out")
    scene._ask_end()
    yield from seen(pilot, "hall end")
    keeper.end()
    wait(pilot)
    yield "hall over"
    pilot.app.pop(scene, None)
    member = lobby_scene(pilot, begin_lobby(pilot, club_tournament_with(pilot, 5, rounds=1), ClubRole.MEMBER))
    wait(pilot)
    yield "hall of a member"
    member._leave()
    yield from seen(pilot, "hall leave")
    pilot.app.pop(member, None)


def settle_some(keeper) -> None:
    """Set some results of the round: two are complete, one is reported by one player, one has contradictory reports.

    ``keeper`` is the organiser's side of the tournament.
    """
    first, second, third, fourth = keeper.tournament.tables[:4]
    keeper.change(lambda tournament: with_result(tournament, first, PairingResult.ONE_UNPLAYED))
    keeper.change(lambda tournament: with_result(tournament, second, PairingResult.DRAW))
    for number, claim in ((third.one, Claim.WON), (fourth.one, Claim.WON), (fourth.two, Claim.WON)):
        keeper.change(lambda tournament, number=number, claim=claim: claimed(tournament, number, 3, claim))


def club_tournament_with(pilot: Pilot, count: int, rounds: int = 0) -> ClubTournament:
    """Create a club tournament of Gomoku with ``count`` members, the first of them Ann, and begin ``rounds`` rounds."""
    plan = plan_for(pilot.app.services, pilot.app.services.catalogue.rulesets["gomoku"])
    terms = replace(terms_of(plan), best_of=3)
    tournament = ClubTournament("Tuesday at the harbour", terms, PairingSystem.SWISS, 4, 5)
    for number in range(count):
        own = KeyAgreement(b"a" * 32).shown.hex() if number == 0 else f"{number + 7:064x}"
        tournament = joined(tournament, own, NAMES[number])
    for _round in range(rounds):
        tournament = with_round(tournament)
    return tournament


def begin_lobby(pilot: Pilot, tournament: ClubTournament, role: ClubRole = ClubRole.ORGANISER) -> Path:
    """Create the file of a club tournament in which Ann has this role; return its path."""
    keys = TableKeys((b"e" if role is ClubRole.ORGANISER else b"f") * 32)
    head = ClubHeader(
        role, NAMES[0], tournament.title, (b"a" * 32).hex(), keys.secret.hex(), "broker.example.org", _WORDS
    )
    return begin_club_file(club_folder(), head, tournament)


def lobby_scene(pilot: Pilot, path: Path, hub: Hub | None = None) -> ClubLobbyScene:
    """Open the lobby of the club tournament in this file, with a broker in memory; return its scene."""
    services = pilot.app.services
    opened = open_club_file(path)
    side = Side.HOST if opened.head.role is ClubRole.ORGANISER else Side.GUEST
    channel = (hub or Hub()).open(side)
    channel.state = ChannelState(True)
    taker = LobbyClient(
        services.player_name(),
        services.catalogue.rulesets,
        networks_here(NetworkSettings(services.database)),
        club_folder(),
    )
    scene = ClubLobbyScene(pilot.app, ClubVisit(ClubLobby(opened, path, channel), taker))
    pilot.app.push(scene)
    return scene
