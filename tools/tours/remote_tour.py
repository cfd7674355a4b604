"""A tour through remote games for tests and pictures: the list, the invitation, and a game with a player elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from unittest.mock import patch

import pygame

from game.core.clock import parse_time_control
from game.core.language import _
from game.core.request import PlayerRequest
from game.network.session.pending_connection import PendingConnection, terms_of
from game.network.sides import FirstSeat, Phrase, Side
from game.network.sync.terms import TableTerms
from game.network.transport.finding import NearbyTable
from game.session.match_plan import plan_for
from game.ui.network.online_scene import TablesScene
from game.ui.network.phrases_scene import PhrasesScene
from game.ui.network.waiting_scene import HostChoices, WaitingScene
from game.ui.play.play_scene import PlayScene
from tools.pilot.hand import click
from tools.pilot.pilot import Pilot
from tools.pilot.remote_side import RemoteSide
from tools.tours.table_tour import seen, wait

_NEARBY = (
    NearbyTable("a" * 32, "Ben", "connect6", True, (("192.168.1.20", 47100),)),
    NearbyTable("b" * 32, "Mira", "gomoku", False, (("192.168.1.21", 47100),)),
)
_WORDS = "lantern penguin marble tulip orchard comet 48213 by broker.example.org"


class _NothingYet:
    """A connection that no other player joins."""

    notice = ""

    def poll(self) -> None:
        """Do nothing: no other player has joined."""

    def close(self) -> None:
        """Do nothing: there is no connection to close."""


def remote_games(pilot: Pilot) -> Iterator[str]:
    """Show remote games from the list to the end of a game; yield the name of each state that is shown."""
    yield from _lists(pilot)
    yield from waiting(pilot)
    yield from playing(pilot)
    yield from _others(pilot)


def _lists(pilot: Pilot) -> Iterator[str]:
    with (
        patch("game.network.transport.announcing.NearbyTables.begin", return_value=None),
        patch("game.network.transport.announcing.NearbyTables.tables", return_value=[]) as found,
    ):
        plan = plan_for(pilot.app.services, pilot.app.services.catalogue.rulesets["gomoku"])
        pilot.app.push(TablesScene(pilot.app, plan, lambda: None))
        wait(pilot)
        yield "tables none"
        found.return_value = list(_NEARBY)
        wait(pilot)
        yield "tables"
        pilot.key(pygame.K_DOWN)
        yield "tables by invitation"
        pilot.scene._ask_invitation()
        wait(pilot)
        pilot.type("lantrn penguin")
        pilot.key(pygame.K_RETURN)
        yield "tables mistyped word"
        pilot.key(pygame.K_ESCAPE)
        pilot.app.pop(pilot.scene, None)


def _nobody(invitation: str = "", terms: TableTerms | None = None) -> PendingConnection:
    return PendingConnection(_NothingYet(), terms, invitation)


def waiting(pilot: Pilot) -> Iterator[str]:
    """Show the screen on which a host or a guest waits for the other player; yield the name of each state."""
    terms = terms_of(plan_for(pilot.app.services, pilot.app.services.catalogue.rulesets["gomoku"]))
    choices = HostChoices(_nobody, lambda: _nobody(_WORDS), lambda take: None)
    pilot.app.push(WaitingScene(pilot.app, lambda: _nobody(_WORDS, terms), _("Your game"), choices))
    wait(pilot)
    yield "waiting ticket"
    pilot.scene._replace(_nobody(), is_open=True)
    yield from seen(pilot, "waiting open")
    pilot.app.push(WaitingScene(pilot.app, _nobody, _("{name}'s game", name="Ben")))
    yield from seen(pilot, "waiting guest")


class _WatchedDoor:
    """A stand-in for what admits spectators to a remote game: it is open, and two spectators watch."""

    invitation, problem, watchers = f"watch {_WORDS}", "", 2

    def poll(self) -> None:
        """Do nothing: no spectator joins or leaves."""

    def close(self) -> None:
        """Do nothing: there is no connection to close."""

    def deny_spectators(self) -> None:
        """Do nothing: the spectators stay."""


def playing(pilot: Pilot) -> Iterator[str]:
    """Show a remote game in progress: messages, a lost connection and the end; yield the name of each state."""
    far = RemoteSide(pilot, clock=parse_time_control("300 seconds a game + 3 a turn"), best_of=3)
    scene = far.sit()
    for own, other in (("h8", "i9"), ("h9", "h10"), ("g7", "i10")):
        click(pilot, own)
        far.play(other)
    far.peer.send_phrase(Phrase.NICE_MOVE)
    far.frames_until(lambda: bool(scene.picture.phrase), "the phrase")
    wait(pilot)
    yield "far table"
    pilot.app.push(PhrasesScene(pilot.app))
    yield from seen(pilot, "far phrases")
    far.peer.ask(PlayerRequest.UNDO)
    far.frames_until(lambda: scene.table.opponent.peer.received_request is not None, "the question")
    wait(pilot)
    yield "far question"
    scene.actions._answer(is_yes=False)
    pilot.frames(8)
    scene.actions.menu.open()
    yield from seen(pilot, "far menu")
    yield from _watched(pilot, scene)
    far.cut()
    scene.table.opponent._monotonic = lambda: 25.0
    pilot.frames(16, 0.1)
    yield "far lost touch"
    far.mend()
    far.agree()
    scene.table.ask(PlayerRequest.RESIGN)
    far.frames_until(lambda: scene.match.outcome is not None, "the end")
    wait(pilot)
    yield "far over"
    _leave(pilot, far)


def _watched(pilot: Pilot, scene: PlayScene) -> Iterator[str]:
    scene.table.opponent.gateway = _WatchedDoor()
    scene.actions.menu.open()
    yield from seen(pilot, "far menu watched")
    scene.actions.menu._watch()
    yield from seen(pilot, "far watchers")
    scene.actions.menu.show_spectating_text()
    yield from seen(pilot, "far watch ticket")
    scene.table.opponent.gateway = None


def _others(pilot: Pilot) -> Iterator[str]:
    """Show remote games of two other rulesets; yield the name of each state that is shown.

    In one a turn has two stones and the player is the guest, in the other the player chooses the kind of stone.
    """
    far = RemoteSide(pilot, "connect6", ann=Side.GUEST)
    far.sit()
    far.play("j10")
    click(pilot, "h8")
    yield "far laid out"
    _leave(pilot, far)
    far = RemoteSide(pilot, "threestones", first=FirstSeat.HOST)
    far.sit()
    while not isinstance(pilot.scene, PlayScene):
        pilot.key(pygame.K_RETURN)
    scene = pilot.scene
    if not scene.table.person_to_move:
        far.play_any()
    wait(pilot)
    yield "far threestones"
    _leave(pilot, far)


def _leave(pilot: Pilot, far: RemoteSide) -> None:
    pilot.app.pop(pilot.scene, None)
    far.leave()
