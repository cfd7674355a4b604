"""Several remote games in a row between two real windows with real clicks: joining, playing, requests and leaving."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass

import psutil

from game.core.request import PlayerRequest
from tools.network.windows.session_seen import SessionSeen, difference
from tools.network.windows.visitor import (
    ANOTHER_GAME,
    ANYBODY,
    BACK,
    BY_BROKER,
    DRAW,
    FIRST_ANSWER,
    FIRST_PHRASE,
    FIRST_ROW,
    INVITED,
    LEAVE,
    MAIN,
    NEW_TABLE,
    PAUSE,
    SECOND_ANSWER,
    SPEAK,
    UNDO,
    Visitor,
)
from tools.pilot.real_window import wait_for

#: Maximum number of turns of a game; seconds within which a turn has to arrive, and within which both have to join.
_MOST_TURNS, _CROSSING, _SITTING = 400, 60.0, 60.0
#: The part of an invitation code after the seven words: ``at`` or ``by`` and the address of the host or broker.
Place = str


@dataclass
class Series:
    """Several remote games in a row between the same host and guest, each a simulated player with a real window."""

    host: Visitor
    guest: Visitor
    game: str
    name: str
    """The prefix of the file names of the pictures."""
    guests_game: str = ""
    """The game by which the guest reaches the list of remote games, if only the host has the game; "" if both do."""

    @property
    def both(self) -> tuple[Visitor, Visitor]:
        return self.host, self.guest

    # Joining

    def sit_nearby(self) -> None:
        """Let the host open a game to the local network, and the guest choose it in the list and join."""
        self.set_up()
        self.host.click(ANYBODY, 1.0)
        self.host.picture(f"{self.name}-open")
        self.guest.to_tables(self.guests_game or self.game)
        time.sleep(2.5)
        self.guest.click(self.guest.first_nearby)
        self.guest.picture(f"{self.name}-list")
        self.guest.click(MAIN, 0.6)
        if self.guests_game:
            self.accept_rules()
        self.wait_for_both()

    def sit_invited(self, guests_place: Callable[[], Place], broker: str = "") -> None:
        """Let the guest join with the host's invitation code, in which ``guests_place()`` replaces the address.

        Without the address of a ``broker`` the guest connects to the host directly.
        """
        self.set_up()
        if broker:
            self.host.click(BY_BROKER, 0.6)
            self.host.press("ctrl+a", 0.1)
            assert self.host.hand is not None
            self.host.hand.type(broker)
            self.host.picture(f"{self.name}-broker")
            self.host.press("Return", 2.0)
        self.host.wait_seat(lambda seen: seen.opened.head.invitation.endswith(broker), "an invitation")
        self.host.picture(f"{self.name}-ticket")
        seen = self.host.seat()
        assert seen is not None
        words = " ".join(seen.opened.head.invitation.split()[:7])
        self.guest.to_tables(self.game)
        self.guest.click(INVITED, 0.8)
        assert self.guest.hand is not None
        self.guest.hand.type(f"{words} {guests_place()}")
        self.guest.picture(f"{self.name}-typed")
        self.guest.press("Return", 0.6)
        self.guest.picture(f"{self.name}-looking")
        self.wait_for_both()

    def set_up(self) -> None:
        for visitor in self.both:
            visitor.sit_at_new_table()
        self.host.to_tables(self.game)
        self.host.picture(f"{self.name}-tables")
        self.host.click(NEW_TABLE, 2.0)

    def accept_rules(self) -> None:
        """Let the guest look at the rules that came with the game, and accept them."""
        time.sleep(2.5)
        self.picture("rules")
        self.guest.click(MAIN, 0.6)

    def wait_for_both(self) -> None:
        for visitor in self.both:
            visitor.wait_seat(lambda seen: bool(seen.lines), "sat down", _SITTING)
        time.sleep(0.8)

    def sit_again(self, visitor: Visitor) -> None:
        """Let a restarted player return from the menu to the game, which is first in the list."""
        visitor.to_tables(self.game)
        visitor.click(FIRST_ROW)
        visitor.click(MAIN, 1.0)

    # Playing

    def play_game(self, *, pictures_at: tuple[int, ...] = (), on_turn: Callable[[int], None] | None = None) -> int:
        """Play the latest game to its end, and return the number of turns. The host plays well, the guest badly.

        ``on_turn`` is called before each turn with its number. Pictures are kept after the turns in ``pictures_at``.
        """
        for turn in range(_MOST_TURNS):
            if on_turn is not None:
                on_turn(turn)
            if self.is_over:
                return turn
            self.open_toss()
            mover = self.wait_for_turn()
            if mover is None:
                return turn
            mover.play_turn(plays_well=mover is self.host)
            if turn in pictures_at:
                time.sleep(0.5)
                self.picture(f"turn{turn}")
        raise AssertionError("the game never ends")

    @property
    def is_over(self) -> bool:
        seats = self.seats()
        return all(seen.match is not None and seen.match.outcome is not None for seen in seats)

    def open_toss(self) -> None:
        """If the game begins with a toss for colours, keep pictures of it, and close its screen in both windows."""
        seen = self.seats()[0]
        if seen.match is not None and not seen.match.plies and seen.match.ruleset.info.tosses:
            time.sleep(2.0)
            self.picture("toss")
            for visitor in self.both:
                visitor.press("Return", 0.6)
            time.sleep(0.8)

    def seats(self) -> tuple[SessionSeen, SessionSeen]:
        host, guest = (visitor.seat() for visitor in self.both)
        assert host is not None
        assert guest is not None
        return host, guest

    def wait_for_turn(self) -> Visitor | None:
        """Wait until both sides have the same moves; return the player to move, or None if the game is over."""
        self.wait_alike()
        if self.is_over:
            return None
        movers = [visitor for visitor, seen in zip(self.both, self.seats(), strict=True) if seen.is_on_turn]
        assert len(movers) == 1, "exactly one side is on turn"
        return movers[0]

    def wait_alike(self, seconds: float = _CROSSING) -> None:
        """Wait until both sides of the remote game have stored the same moves.

        Raise AssertionError after ``seconds``.
        """

        def are_alike() -> bool:
            host, guest = (visitor.seat() for visitor in self.both)
            return host is not None and guest is not None and not difference(host, guest)

        try:
            wait_for(are_alike, "both files to say the same", seconds)
        except AssertionError:
            self.picture("trouble")
            raise

    def picture(self, name: str) -> None:
        for visitor in self.both:
            visitor.picture(f"{self.name}-{name}")

    # Requests and phrases

    def ask(self, asker: Visitor, place: tuple[float, float], *, is_yes: bool, name: str) -> None:
        """Let ``asker`` make a request with the button at ``place``, and the other player accept or refuse it."""
        other = self.guest if asker is self.host else self.host
        asker.click(place, 1.2)
        self.picture(name)
        other.click(FIRST_ANSWER if is_yes else SECOND_ANSWER, 1.2)

    def ask_everything(self) -> None:
        """Make one request of each kind, and send a phrase: an undo, a refused draw, a pause, and its end."""
        self.open_toss()
        mover = self.wait_for_turn()
        assert mover is not None
        mover.play_turn(plays_well=False)
        self.wait_alike()
        plies = self.plies
        self.ask(mover, UNDO, is_yes=True, name="undo")
        wait_for(lambda: self.plies < plies, "the move to be taken back", _CROSSING)
        self.wait_alike()
        self.ask(mover, DRAW, is_yes=False, name="draw")
        self.ask(mover, PAUSE, is_yes=True, name="pause")
        wait_for(lambda: self.seats()[0].replayed.is_paused, "the pause", _CROSSING)
        time.sleep(1.0)
        self.picture("paused")
        self.ask(mover, PAUSE, is_yes=True, name="go-on")
        wait_for(lambda: not self.seats()[0].replayed.is_paused, "the end of the pause", _CROSSING)
        mover.click(SPEAK, 0.5)
        mover.picture(f"{self.name}-phrases")
        mover.click(FIRST_PHRASE, 1.2)
        self.picture("said")

    @property
    def plies(self) -> int:
        match = self.seats()[0].match
        return 0 if match is None else len(match.plies)

    def another_game(self) -> None:
        """Let the host ask for another game, and the guest accept; wait until it has begun."""
        time.sleep(2.5)
        self.picture("over")
        games = self.seats()[0].games
        # A click removes the banner with the result from the board.
        for visitor in self.both:
            visitor.click((640, 760), 0.3)
        self.ask(self.host, ANOTHER_GAME, is_yes=True, name="another")
        for visitor in self.both:
            visitor.wait_seat(lambda seen: seen.games == games + 1, PlayerRequest.NEXT_GAME.value)
        time.sleep(0.8)

    def leave(self) -> None:
        """Let both players leave the finished game, and return to the menu."""
        time.sleep(2.0)
        self.picture("end")
        self.host.click(LEAVE, 0.8)
        time.sleep(1.0)
        self.guest.picture(f"{self.name}-left-alone")
        self.guest.click(LEAVE, 0.8)
        self.picture("afterwards")
        for visitor in self.both:
            visitor.click(BACK, 0.6)
            visitor.click(BACK, 0.8)

    def kill(self, visitor: Visitor, rng: random.Random) -> None:
        """Kill a player's window at a random moment, start it again, and return to the game."""
        time.sleep(rng.uniform(0.0, 0.8))
        visitor.kill()
        visitor.start()
        self.sit_again(visitor)
        self.wait_alike(90.0)


def listening_port(host: Visitor) -> int:
    """Return the port on which a host's window listens for guests.

    The window also listens on 127.0.0.1 for a second start of the program, which is not meant here.
    """
    assert host.program is not None
    listening = (
        each.laddr.port
        for each in psutil.Process(host.program.pid).net_connections("inet")
        if each.status == psutil.CONN_LISTEN and each.laddr.ip != "127.0.0.1"
    )
    return next(listening)
