"""Stress test that kills the window or the opponent's process at random moments.

No saved stone may be lost, and no child process may keep running.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Collection, Sequence
from itertools import zip_longest
from pathlib import Path

import psutil
import pygame

from game.core.match import Match
from game.core.own_program import own_command
from game.core.ruleset import complete_options, format_move
from game.core.tournament import Participant, Tournament
from game.engine.client.opponent import Answer, Question, Trouble
from game.engine.client.opponent_process import OpponentProcess
from game.engine.client.own_dialect import own_engine
from game.session.game_session import open_local_session
from game.session.services import open_services
from game.storage.saves import SaveFolder
from game.ui.play.play_scene import PlayScene
from game.ui.shell.app import App
from game.ui.window import KEYS_EVERYWHERE
from tools.stress.campaign import WITHOUT_GREETING, Campaign
from tools.stress.random_games import random_ruleset, rulesets

_SAVE = "Soak"
#: The longest time until a window is killed, and the longest time that its child processes may then run, in seconds.
_LONGEST_GAME, _LONGEST_AFTERLIFE = 0.8, 20.0
_OPPONENT_KILLS = 5
#: The largest number of stones that can be placed between two reports: a turn and the opponent's answer.
_IN_FLIGHT = 4
#: The moves of each game of a tournament.
MovesOfGames = list[list[str]]


# The window


def play(folder: Path, seed: int) -> int:
    """Play random moves in a window until it is killed; ``window_trial`` starts this in a child process.

    Print all moves before each move of a person (``made``), and again once they are on the disk (``kept``).
    """
    os.environ["STONE_FAIR_HOME"] = str(folder)
    rng = random.Random(seed)
    pygame.display.init()
    pygame.font.init()
    services = open_services(None)
    services.database.players.create("Anna")
    app = App(services, (1280, 800), keys=KEYS_EVERYWHERE)
    table = open_local_session(services, _tournament(rng), _SAVE, saved=False)
    app.push(PlayScene(app, table))
    said, parent = -1, os.getppid()
    # Stop when the stress test, which is the parent process, has ended.
    while os.getppid() == parent:
        if table.match.outcome is not None:
            table.match.undo()
        if table.person_to_move:
            _say("made", table.tournament)
            moves = list(table.match.ruleset.legal_moves(table.match.state))
            table.play(rng.choice(moves))
        app.step(1 / 60)
        if services.autosave.settled() and table.match.revision != said:
            said = table.match.revision
            _say("kept", table.tournament)
    return 0


def _tournament(rng: random.Random) -> Tournament:
    ruleset = random_ruleset(rng)
    instant = [level for level in ruleset.info.levels if not level.compiled]
    others = [Participant("Ben"), *(Participant(level.name, level.id) for level in instant)]
    sides = (Participant("Anna"), rng.choice(others))
    return Tournament(ruleset, complete_options(ruleset.info, {}), sides, seed=rng.randrange(1000))


def _say(word: str, tournament: Tournament) -> None:
    sys.stdout.write(f"{word} {json.dumps(_moves(tournament))}\n")
    sys.stdout.flush()


def _moves(tournament: Tournament) -> MovesOfGames:
    info = tournament.ruleset.info
    return [[format_move(info, game.match.first_state.geometry, ply.move) for ply in game.match.plies]
            for game in tournament.games]  # fmt: skip


def window_trial(seed: int, folder: Path) -> str:
    """Kill a window during a game, and check the saved moves and the child processes; return what went wrong, else "".

    All moves that the window has reported as saved must be on the disk, and no child process may keep running.
    """
    command = own_command("stress", "--play", str(folder), str(seed))
    lines, family = run_and_kill(command, random.Random(seed).uniform(0.0, _LONGEST_GAME))
    said = [line.split(" ", 1) for line in lines]
    if not said:
        return "the window did not begin to play"
    return _lost(folder, said) or _left(family)


def run_and_kill(command: Sequence[str], seconds: float) -> tuple[list[str], list[psutil.Process]]:
    """Run a command, and kill it ``seconds`` seconds after its first line of output.

    Return its complete lines, and the child processes that were running when it was killed.
    """
    environment = {**os.environ, **WITHOUT_GREETING}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment) as child:
        assert child.stdout is not None
        first = child.stdout.readline()
        time.sleep(seconds)
        family = psutil.Process(child.pid).children(recursive=True)
        child.kill()
        lines = (first + child.stdout.read()).decode().splitlines(keepends=True)
    return [line for line in lines if line.endswith("\n")], family


def _lost(folder: Path, said: list[list[str]]) -> str:
    kept = max((place for place, (word, _) in enumerate(said) if word == "kept"), default=0)
    # The disk may hold the last position reported as saved, or any position reported after it.
    may_be: list[MovesOfGames] = [json.loads(text) for _, text in said[kept:]]
    found = _moves(SaveFolder(folder / "saves", rulesets()).load(_SAVE)) if any(folder.glob("saves/*")) else [[]]
    if any(_goes_on(found, moves) for moves in may_be):
        return ""
    fewest, there = min(map(_count, may_be)), _count(found)
    return f"{fewest - there} stones are lost" if there < fewest else "there are stones that nobody placed"


def _goes_on(found: MovesOfGames, moves: MovesOfGames) -> bool:
    """Return whether the saved moves equal the reported ones, or continue them by at most ``_IN_FLIGHT`` stones."""
    nothing: list[str] = []
    same = all(game[: len(known)] == known for game, known in zip_longest(found, moves, fillvalue=nothing))
    return same and _count(found) - _count(moves) <= _IN_FLIGHT


def _count(moves: MovesOfGames) -> int:
    return sum(map(len, moves))


def _left(family: Collection[psutil.Process]) -> str:
    """Wait until the processes have ended; return a sentence about those that keep running, "" if there are none."""
    until = time.monotonic() + _LONGEST_AFTERLIFE
    while time.monotonic() < until and any(map(_is_running, family)):
        time.sleep(0.02)
    names = [" ".join(process.cmdline()) for process in family if _is_running(process)]
    return f"left behind: {names}" if names else ""


def _is_running(process: psutil.Process) -> bool:
    """Return whether a process is running; a process that has ended and is still listed (a zombie) is not."""
    try:
        return bool(process.is_running()) and process.status() != psutil.STATUS_ZOMBIE
    except psutil.Error:
        return False


# The opponent


def opponent_trial(seed: int, folder: Path) -> str:
    """Kill the opponent's processes while they think; return what went wrong, else "".

    Each question must end with an answer or an error (``Trouble``).
    """
    rng = random.Random(seed)
    with OpponentProcess(own_engine(None)) as opponent:
        for kill in range(_OPPONENT_KILLS):
            told = _asked_and_killed(opponent, kill, rng)
            if told:
                return told
    return _left(psutil.Process().children(recursive=True))


def _asked_and_killed(opponent: OpponentProcess, revision: int, rng: random.Random) -> str:
    ruleset = random_ruleset(rng)
    match = Match(ruleset, complete_options(ruleset.info, {}), seed=1)
    level = next(each for each in ruleset.info.levels if not each.compiled)
    opponent.ask(Question(revision, ruleset.info.id, match.options, level.id, ruleset.dump(match.state), seconds=0.1))
    strike, until = time.monotonic() + rng.uniform(0.0, 0.6), time.monotonic() + 30.0
    while time.monotonic() < until:
        if any(isinstance(reply, Answer | Trouble) for reply in opponent.poll()):
            return ""
        if time.monotonic() > strike:
            strike = until
            for process in psutil.Process().children():
                process.kill()
        time.sleep(0.005)
    return "neither an answer nor trouble came in"


def _campaign(name: str, about: str, trial: Callable[[int, Path], str], weight: int) -> Campaign:
    return Campaign(name, about, trial, batch=20, patience=120.0, weight=weight)


KILLS = (
    _campaign("kills of the window", "stones on the disk, and processes left", window_trial, 1),
    _campaign("kills of the opponent", "an answer in the end, and processes left", opponent_trial, _OPPONENT_KILLS),
)
