"""A spectator at a third window: the players agree to it, and the spectator types the invitation code and watches."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass

import pygame

from game.core.match import Match
from game.ui.board.board_view import BOARD_PLACE
from game.ui.painting.board_layout import lay_out
from tools.network.ends import Broker
from tools.network.windows.series import Series
from tools.network.windows.visitor import BACK, FIRST_ANSWER, INVITED, MENU, Visitor
from tools.pilot.real_window import wait_for

#: Seconds within which the spectator has to receive all moves, also after a window was killed.
_TELLING = 60.0
#: The number of menu entries above the entry for spectators, in the menu of a running game.
_ANSWERS_BEFORE = 4
#: Half the side of the square in the middle of a cell whose average colour is compared, in pixels, and the greatest
#: allowed difference of two colours, as the sum over red, green and blue.
_REACH, _FAR = 4, 60
#: A point of the window without any control.
_NOWHERE = (1136, 440)


@dataclass
class WatchedSeries:
    """Several remote games in a row, and the spectator who watches them."""

    table: Series
    watcher: Visitor
    told: int = 0
    """How many times the spectator's journal was found to be complete."""
    difference: str = ""
    """A sentence about the cells where the spectator's board differs from the guest's; "" if there are none."""

    def play_turns(self, count: int, *, is_watched: bool = True) -> None:
        """Play ``count`` turns. If a spectator has joined, wait after each turn until the spectator has it.

        With ``is_watched`` False there is no such wait.
        """
        for _turn in range(count):
            self.table.open_toss()
            mover = self.table.wait_for_turn()
            assert mover is not None, "the game is not over yet"
            mover.play_turn(plays_well=mover is self.table.host)
            if self.told and is_watched:
                self.wait_sent()

    def let_watch(self) -> str:
        """Let the host allow spectators in the game's menu, and the guest agree; return the invitation for them."""
        self.table.wait_alike()
        host, guest = self.table.both
        host.click(MENU, 0.6)
        host.picture(f"{self.table.name}-menu")
        for _answer in range(_ANSWERS_BEFORE):
            host.press("Down", 0.15)
        host.press("Return", 1.5)
        self.table.picture("asked")
        guest.click(FIRST_ANSWER, 1.0)
        host.wait_seat(lambda seen: bool(seen.opened.kept.watched), "the words for watchers")
        time.sleep(0.8)
        self.table.picture("agreed")
        host.press("Escape", 0.6)
        seen = host.seat()
        assert seen is not None
        return seen.opened.kept.watched

    def come(self, words: str) -> None:
        """Let the spectator type the invitation code, and wait until all moves so far have arrived."""
        watcher = self.watcher
        watcher.to_tables(self.table.game)
        watcher.click(INVITED, 0.8)
        assert watcher.hand is not None
        watcher.hand.type(words)
        watcher.picture(f"{self.table.name}-typed")
        watcher.press("Return", 0.3)
        watcher.picture(f"{self.table.name}-comes")
        self.wait_sent()
        self.picture("sees")

    def journal(self) -> list[str]:
        """Return the moves and other entries of the game that the spectator has received, as lines of text."""
        path = self.watcher.home / "watched"
        return path.read_text().splitlines() if path.exists() else []

    def wait_sent(self) -> None:
        """Wait until the spectator has the same moves as both players. Raise AssertionError after 60 seconds."""

        def knows_all() -> bool:
            return all(seen.lines == self.journal() for seen in self.table.seats())

        try:
            wait_for(knows_all, "the watcher to know all", _TELLING)
        except AssertionError:
            self.picture("untold")
            raise
        self.told += 1

    def lose_broker(self, broker: Broker) -> None:
        """Kill the broker, keep pictures of the windows without it, and start it again."""
        broker.kill()
        time.sleep(4.0)
        self.picture("no-broker")
        broker.start()
        self.table.wait_alike(90.0)

    def count(self) -> None:
        """Open the host's dialog that shows the number of spectators, and keep a picture of it."""
        host = self.table.host
        host.click(MENU, 0.6)
        for _answer in range(_ANSWERS_BEFORE):
            host.press("Down", 0.15)
        host.press("Return", 0.6)
        host.picture(f"{self.table.name}-count")
        host.press("Escape", 0.6)

    def kill_host(self, rng: random.Random) -> None:
        """Kill the host, from whose window spectators get the moves, and start it again after about 16 seconds.

        Keep pictures of the spectator's window while the host is missing and after its return.
        """
        host, guest = self.table.both
        host.kill()
        mover = guest.seat()
        if mover is not None and mover.is_on_turn:
            guest.play_turn(plays_well=False)
        time.sleep(16.0 + rng.uniform(0.0, 1.0))
        self.watcher.picture(f"{self.table.name}-unheard")
        host.start()
        self.table.sit_again(host)
        self.table.wait_alike(90.0)
        self.wait_sent()
        self.picture("heard again")

    def see_next_game(self, turns: int) -> None:
        """Play ``turns`` turns of the next game of the series, and keep pictures of the spectator's window."""
        self.wait_sent()
        self.watcher.picture(f"{self.table.name}-next-begins")
        self.play_turns(turns)
        time.sleep(0.8)
        self.picture("next")

    def go(self) -> None:
        """Let the spectator leave the game and return to the menu, from where it can be watched again."""
        self.watcher.press("Escape", 0.8)
        self.watcher.picture(f"{self.table.name}-back")
        self.watcher.click(BACK, 0.6)
        self.watcher.click(BACK, 0.8)

    def look_at_end(self) -> None:
        """Keep pictures of the finished game, and compare the spectator's board with the guest's."""
        self.wait_sent()
        time.sleep(3.0)
        match = self.table.seats()[0].match
        assert match is not None
        layout = lay_out(match.state.geometry, pygame.Rect(*(round(number) for number in BOARD_PLACE)))
        for visitor in (*self.table.both, self.watcher):
            # A click on the board removes the banner that dims it. The second click moves the pointer off the board.
            visitor.click(layout.centre(0), 0.5)
            visitor.click(_NOWHERE, 0.3)
        self.picture("over")
        cells = _cells_apart(match, *(each.taken[-1] for each in (self.table.guest, self.watcher)))
        self.difference = f"the watcher's board differs at {', '.join(cells)}" if cells else ""

    def picture(self, name: str) -> None:
        self.table.picture(name)
        self.watcher.picture(f"{self.table.name}-{name}")


def _cells_apart(match: Match, *pictures: object) -> list[str]:
    """Return the names of the cells whose middle has different colours in the two pictures."""
    one, two = (pygame.image.load(str(picture)) for picture in pictures)
    layout = lay_out(match.state.geometry, pygame.Rect(*(round(number) for number in BOARD_PLACE)))
    return [
        name
        for cell, name in enumerate(match.state.geometry.names)
        if _distance(_colour(one, layout.centre(cell)), _colour(two, layout.centre(cell))) > _FAR
    ]


def _colour(picture: pygame.Surface, middle: tuple[float, float]) -> pygame.Color:
    place = pygame.Rect(0, 0, 2 * _REACH, 2 * _REACH)
    place.center = round(middle[0]), round(middle[1])
    return pygame.Color(*pygame.transform.average_color(picture, place))


def _distance(one: pygame.Color, two: pygame.Color) -> int:
    return abs(one.r - two.r) + abs(one.g - two.g) + abs(one.b - two.b)
