"""A program that plays and autosaves until it is killed: ``python -m tools.stress.played_until_killed FOLDER SEED``.

It continues the tournament in the folder, if there is one. It prints the text of the tournament, on one line, before it
passes each change to the autosave (``made``) and once the change is on the disk (``kept``). The test that kills the
program thus knows which states the file may contain.
"""

import json
import random
import sys
import time
from pathlib import Path

from game.core.clock import TimeControl
from game.core.record.writer import write_tournament
from game.core.tournament import Tournament
from game.storage.autosave import Autosave
from game.storage.saves import SaveFolder
from tools.pilot.tiny_ruleset import TinyRuleset
from tools.pilot.tournaments import new_tournament, play_at_random

TINY = TinyRuleset()


def say(word: str, tournament: Tournament) -> None:
    """Print the word ``made`` or ``kept`` and the text of a tournament on one line."""
    print(word, json.dumps(write_tournament(tournament)), flush=True)  # noqa: T201


def change(tournament: Tournament, rng: random.Random) -> None:
    """Change the tournament at random: usually place a stone, sometimes undo or resign; start a game after an end."""
    match = tournament.games[-1].match
    if match.outcome is not None:
        tournament.start_game()
    elif rng.random() < 0.1 and match.plies:
        match.undo()
    elif rng.random() < 0.03:
        match.resign(0)
    else:
        play_at_random(match, 1, rng)


def main(folder: Path, seed: int) -> None:
    """Play and autosave until this process is killed."""
    rng = random.Random(seed)
    saves = SaveFolder(folder, {"tiny": TINY})
    autosave = Autosave(saves, idle_seconds=rng.choice([0.002, 3600.0]))
    tournament = saves.load("Friday") if saves.entries() else new_tournament(TINY, size=12)
    tournament.time_control = TimeControl(600, 5)
    if not tournament.games:
        tournament.start_game()
    autosave.track(tournament, "Friday")
    autosave.flush()
    say("kept", tournament)
    while True:
        change(tournament, rng)
        say("made", tournament)
        autosave.changed()
        while not autosave.settled():
            time.sleep(0.0005)
        say("kept", tournament)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
