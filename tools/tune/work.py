"""The settings of a tuning run from the command line, and the self-play games in its folder."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from game.core.model import ParseError
from game.library.formats.lists.openings import Opening
from game.session.matches.arena_plan import chosen_openings, chosen_options, chosen_ruleset, chosen_test
from game.session.matches.elo import SequentialTest
from game.session.matches.game_log import GameLog, read_log
from tools.tune.selfplay import SelfPlay
from tools.tune.tuned_game import GameName, TunedGame, open_tuned_game

#: The file with a folder's self-play games.
GAMES = "games.jsonl"


@dataclass(frozen=True, slots=True)
class Work:
    """The settings of a tuning run: the game, the options of the command line, and the folder for results."""

    game: GameName
    is_named: bool
    """Whether the command line names a ruleset or an option; otherwise the game is the first ruleset."""
    games: int
    nodes: int
    gate_games: int
    gate_nodes: int
    openings: tuple[Opening, ...]
    test: SequentialTest
    seed: int
    passes: int
    games_from: tuple[Path, ...]
    """More folders with games that a net is trained on."""
    workers: int
    scheduler: str | None
    folder: Path
    report: Callable[[str], object]

    @property
    def tuned(self) -> TunedGame:
        """The game that is tuned."""
        return open_tuned_game(self.game)

    @property
    def name(self) -> str:
        """The name of the rules in files of tuned numbers."""
        return self.tuned.rules.name

    @property
    def header(self) -> Mapping[str, Any]:
        """The settings that a log of games must have to be continued; the number of games may differ."""
        options, ruleset = dict(self.tuned.options), self.tuned.ruleset.info.id
        return {"ruleset": ruleset, "options": options, "nodes": self.nodes, "seed": self.seed}


def read_work(arguments: Namespace, report: Callable[[str], object]) -> Work:
    """Return the settings from the command line; ``report`` prints a line.

    Raise ParseError if the game cannot be tuned.
    """
    ruleset = chosen_ruleset(arguments)
    options = chosen_options(ruleset, arguments.option)
    test = chosen_test(arguments.sprt, contestants=2)
    assert test is not None
    game = GameName(arguments.plugins, ruleset.info.id, tuple(options.items()))
    open_tuned_game(game)
    return Work(
        game,
        arguments.ruleset is not None or bool(arguments.option),
        arguments.games,
        arguments.nodes,
        arguments.gate_games,
        arguments.gate_nodes,
        chosen_openings(arguments.openings, ruleset, options),
        test,
        arguments.seed,
        arguments.passes,
        tuple(arguments.games_from),
        arguments.workers,
        arguments.scheduler,
        arguments.out,
        report,
    )


def games_log(work: Work) -> GameLog[SelfPlay]:
    """Return the log of the folder's games, which a run with the same settings continues."""
    log = GameLog(work.folder / GAMES, work.header, "run of games", SelfPlay)
    _check_games(work.folder, work.tuned, log.games)
    return log


def games_of(folder: Path, plugins: Path | None) -> tuple[GameName, list[SelfPlay]]:
    """Return the game and all self-play games in a folder; raise ParseError or OSError if there are none to read."""
    path = folder / GAMES
    if not path.is_file():
        raise ParseError(f"{folder} holds no games: they come of the step play")
    header, games = read_log(path, SelfPlay)
    try:
        name = GameName(plugins, header["ruleset"], tuple(header["options"].items()))
    except (KeyError, AttributeError) as error:
        raise ParseError(f"this is no run of games ({error})", file=str(path), line=1) from error
    _check_games(folder, open_tuned_game(name), games)
    return name, games


def games_to_learn(work: Work, folder: Path) -> tuple[GameName, list[SelfPlay]]:
    """Return the game and the self-play games in a folder to learn from.

    Raise ParseError if their rules differ from those of this run, or OSError if they cannot be read.
    """
    game, games = games_of(folder, work.game.plugins)
    name = open_tuned_game(game).rules.name
    if name != work.name:
        raise ParseError(f"the games of {folder} have other rules ({name}, not {work.name})")
    return game, games


def _check_games(folder: Path, tuned: TunedGame, games: Sequence[SelfPlay]) -> None:
    """Raise ParseError for a game with a wrong number of scores, or with a cell that the board does not have."""
    board = range(tuned.size**2)
    for line, game in enumerate(games, start=2):
        # A game that ended because its result was proved has one score more than stones that were searched.
        if not 0 <= len(game.cells) - game.opening <= len(game.scores) <= len(game.cells) - game.opening + 1:
            problem = f"{len(game.scores)} scores of {len(game.cells)} stones, {game.opening} of them thrown"
            raise ParseError(f"this is no game ({problem})", file=str(folder / GAMES), line=line)
        for cell in (*game.cells, *(cell for _, cell, _ in game.slips)):
            if cell not in board:
                raise ParseError(f"the board has no cell {cell}", file=str(folder / GAMES), line=line)
