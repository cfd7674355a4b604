"""A program without a screen, controlled by simulated input: it joins a remote game and plays when it is to move.

``tools.network.windows.kills`` starts it, kills it at any moment, and starts it again; it then returns to its game.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time

import pygame

from game.core.model import Place
from game.storage import folders
from game.storage.database import Database
from game.ui.menu.match_setup import MatchSetupScene
from game.ui.network.online_scene import TableRow, TablesScene
from game.ui.network.waiting_scene import WaitingScene
from game.ui.play.play_scene import PlayScene
from tools.network.windows.mover import turn_for
from tools.pilot.hand import at
from tools.pilot.pilot import Pilot

#: The maximum delay before an action, in seconds.
_THOUGHT = 0.4


class Driven:
    """A simulated player at one side of a remote game.

    ``turn`` runs one frame of the program, and then does what a player would do on the present screen.
    """

    def __init__(self, arguments: argparse.Namespace) -> None:
        self.arguments = arguments
        self.is_host = arguments.side == "host"
        self.dice = random.Random(arguments.seed)
        self.pilot = Pilot()
        app = self.pilot.app
        app.preferences.reduced_motion = True
        self.pilot.open(MatchSetupScene(app, app.services.catalogue.rulesets[arguments.game]))
        self.pilot.choose_opponent("Play online")
        self.pilot.press("Start")
        self.acts_at = 0.0
        self.said = -1

    def turn(self) -> None:
        self.pilot.frames()
        time.sleep(1 / 120)
        scene = self.pilot.scene
        if isinstance(scene, PlayScene):
            self.at_table(scene)
        elif isinstance(scene, TablesScene):
            self.choose_table(scene)
        elif not isinstance(scene, WaitingScene):
            # The screen shows a toss or a choice of an opening.
            self.pilot.key(pygame.K_RETURN)

    def choose_table(self, scene: TablesScene) -> None:
        """Resume an earlier game, or as a guest join the friend's announced game, if the list has one.

        Otherwise a host creates a game. A guest joins with the invitation code, or waits for the announcement.
        """
        rows = scene.list.items
        at_hand = next((place for place, row in enumerate(rows) if row.kept is not None or self.is_friends(row)), None)
        if at_hand is not None:
            self.pilot.key(pygame.K_HOME)
            for _row in range(at_hand):
                self.pilot.key(pygame.K_DOWN)
            self.pilot.press("Join")
        elif self.is_host:
            self.pilot.press("Create a game")
            if self.arguments.broker:
                self.pilot.press("Via an online server…")
                self.pilot.type(self.arguments.broker)
                self.pilot.key(pygame.K_RETURN)
            else:
                self.pilot.press("Anybody on this network")
        elif self.arguments.invitation:
            self.pilot.press("Join with a code")
            self.pilot.type(self.arguments.invitation)
            self.pilot.key(pygame.K_RETURN)

    def is_friends(self, row: TableRow) -> bool:
        return not self.is_host and row.nearby is not None and row.nearby.host == self.arguments.friend

    def at_table(self, scene: PlayScene) -> None:
        """Answer a request, play a turn, or ask for another game, after a random delay, so that kills can fall between.

        Do nothing while the file ``rest`` exists in the data folder. Write the number of lines of the game's journal to
        standard output whenever it changes.
        """
        seat, match = scene.table.opponent.peer, scene.table.match
        if seat.length != self.said:
            self.said = seat.length
            self.acts_at = time.monotonic() + self.dice.uniform(0.0, _THOUGHT)
            sys.stdout.write(f"{seat.length}\n")
            sys.stdout.flush()
        if time.monotonic() < self.acts_at or (folders.data_folder() / "rest").exists():
            return
        if seat.received_request is not None:
            self.pilot.press("Yes")
        elif match.outcome is not None:
            if self.is_host and seat.asked is None and scene.table.opponent.presence.is_there:
                self.pilot.press("Another game")
        elif scene.table.person_to_move:
            self.play(scene)

    def play(self, scene: PlayScene) -> None:
        match = scene.table.match
        moves = turn_for(self.pilot.app.services.catalogue, match, plays_well=self.is_host)
        geometry = match.state.geometry
        several = match.state.placements_left > 1
        for move in moves:
            if not isinstance(move, Place):
                self.pilot.key(pygame.K_RETURN)
                return
            if match.ruleset.info.names_stone:
                scene._pick(move.stone)
            self.pilot.click(at(self.pilot, geometry.names[move.cell]))
            if self.pilot.scene is not scene:
                return
        if several and scene.pending.is_complete:
            self.pilot.key(pygame.K_RETURN)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("name")
    parser.add_argument("side", choices=("host", "guest"))
    parser.add_argument("game")
    parser.add_argument("--friend", default="", help="who hosts the table nearby")
    parser.add_argument("--broker", default="")
    parser.add_argument("--invitation", default="")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    database = Database(folders.database_file())
    if not database.players.all():
        database.players.create(arguments.name)
    database.file.close()
    driven, parent = Driven(arguments), os.getppid()
    stop = folders.data_folder() / "stop"
    # When the program that started this one ends, this one ends, too.
    while os.getppid() == parent and not stop.exists():
        driven.turn()
    driven.pilot.close()


if __name__ == "__main__":
    main()
