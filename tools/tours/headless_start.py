"""A check for continuous integration: it opens the window without a screen, plays a few moves, and closes it."""

from __future__ import annotations

import os
import sys
import tempfile

import pygame


def main() -> int:
    """Play the moves against a computer opponent; return the exit code 0.

    If the opponent does not answer, an exception ends the program.
    """
    with tempfile.TemporaryDirectory() as home:
        os.environ["STONE_FAIR_HOME"] = home
        from game.ui.menu.menu_scene import MenuScene  # noqa: PLC0415 - the home folder has to be set first
        from tools.pilot.pilot import Pilot  # noqa: PLC0415

        pilot = Pilot()
        pilot.open(MenuScene(pilot.app))
        pilot.press("OK")
        pilot.press("I'll look around first")
        pilot.key(pygame.K_RETURN)
        pilot.press("Start")
        match = pilot.scene.table.match
        for plies in range(0, 6, 2):
            pilot.until(lambda: pilot.scene.table.person_to_move, "my turn")
            free = next(move.cell for move in match.ruleset.legal_moves(match.state))
            pilot.click(pilot.scene.board.layout.centre(free))
            pilot.until(lambda count=plies: len(match.plies) >= count + 2, "an answer")
        sys.stdout.write(f"{len(match.plies)} plies played by clicks and by the opponent's process\n")
        pilot.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
