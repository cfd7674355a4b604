"""The command ``main.py arena``, which plays, logs and rates games between engines or levels."""

from __future__ import annotations

import datetime
import sys
import threading
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, as_completed
from functools import partial
from pathlib import Path

from game.core.match import Match
from game.core.model import ParseError
from game.core.ruleset import PluginError
from game.core.tournament import Game, Participant, Tournament
from game.library.formats.psq import write_psq
from game.library.formats.sgf.writer import write_sgf
from game.library.formats.writing import study_of_finished_game
from game.plugins.plugin_process import serve_window
from game.session.matches.arena_display import open_progress
from game.session.matches.arena_game import EngineStartError, play_fixture, replayed
from game.session.matches.arena_plan import Plan, read_plan
from game.session.matches.arena_report import report_text
from game.session.matches.arena_tables import as_text, score_text, show, tables
from game.session.matches.elo import Verdict
from game.session.matches.executors import open_executor
from game.session.matches.game_log import GameLog, LogHeader
from game.session.matches.game_record import GameRecord
from game.session.matches.ladder import write_ladder
from game.session.matches.schedule import Fixture
from game.session.matches.standings import encounters
from game.storage.files import write_file

LOG_NAME = "games.jsonl"
TABLE_NAME = "table.txt"

#: Starts a game in the executor.
StartGame = Callable[[Fixture], "Future[GameRecord]"]


def run(arguments: Namespace) -> int:
    """Run the command ``arena`` and return the exit code.

    It plays the games that are not in the log yet and prints tables.
    """
    if arguments.serves_window:
        serve_window()
    try:
        plan = read_plan(arguments)
        if arguments.ladder is not None and (arguments.ladder.is_dir() or not arguments.ladder.parent.is_dir()):
            return _refused(f"--ladder {str(arguments.ladder)!r} is no file in a folder that there is")
        log = ArenaLog(arguments.out / LOG_NAME, plan.header)
        with open_executor(arguments.jobs, arguments.scheduler) as executor:
            play(
                plan,
                log,
                executor,
                arguments.out,
                is_here=arguments.scheduler is None,
                for_window=arguments.serves_window,
            )
        text = _write_tables(plan, log, arguments.out)
        show(report_text(plan, log.games) if arguments.json else text)
        if arguments.ladder is not None:
            text = write_ladder(plan, log.games, arguments.words, datetime.date.today())
            write_file(arguments.ladder, text.encode())
    except (ParseError, PluginError, EngineStartError, OSError) as error:
        return _refused(str(error))
    return 0


def _refused(sentence: str) -> int:
    print(f"The arena cannot go on: {sentence.rstrip('.')}.", file=sys.stderr)  # noqa: T201
    return 2


def play(
    plan: Plan, log: ArenaLog, executor: Executor, folder: Path, *, is_here: bool, for_window: bool = False
) -> None:
    """Play the arena's games that are not in the log yet.

    If there is a sequential test, the games end with its verdict.

    ``is_here`` is True if the executor works in this process, so that running games can be stopped.
    ``for_window`` is True if a window reads the progress.
    """
    stopping = threading.Event()
    play_one = partial(play_fixture, is_stopped=stopping.is_set) if is_here else play_fixture

    def begin(fixture: Fixture) -> Future[GameRecord]:
        opening = plan.openings[fixture.opening]
        return executor.submit(play_one, plan.terms, plan.seats(fixture), fixture, opening)

    try:
        _play_missing(plan, log, begin, folder, for_window=for_window)
    finally:
        stopping.set()


def _play_missing(plan: Plan, log: ArenaLog, begin: StartGame, folder: Path, *, for_window: bool) -> None:
    played = {game.number for game in log.games}
    missing = [fixture for fixture in plan.fixtures if fixture.number not in played]
    for game in log.games:
        _write_game(plan, game, folder)
    if not missing or _is_decided(plan, log):
        return
    with open_progress(len(plan.fixtures), len(log.games), for_window=for_window) as progress:
        for game in _finished(begin, missing):
            log.add(game)
            _write_game(plan, game, folder)
            progress.add(score_text(log.games, plan.names, plan.test))
            if _is_decided(plan, log):
                return


def _finished(begin: StartGame, fixtures: Iterable[Fixture]) -> Iterator[GameRecord]:
    """Yield the arena's games as they end. If the caller stops iterating, unfinished games are cancelled."""
    futures = [begin(fixture) for fixture in fixtures]
    try:
        for future in as_completed(futures):
            yield future.result()
    finally:
        for future in futures:
            future.cancel()


def _is_decided(plan: Plan, log: ArenaLog) -> bool:
    if plan.test is None or not log.games:
        return False
    (encounter,) = encounters(log.games)
    return plan.test.verdict(encounter.pairs) is not Verdict.GOES_ON


def _write_game(plan: Plan, game: GameRecord, folder: Path) -> None:
    """Write a game to files in SGF and in the other formats that support it.

    They are PSQ, if Piskvork supports the game, and the ruleset's formats. Existing files stay unchanged.
    """
    sgf = folder / "sgf" / f"{game.number:05}.sgf"
    if sgf.exists():
        return
    players = (plan.contestants[game.seats[0]].name, plan.contestants[game.seats[1]].name)
    match = replayed(game, plan.ruleset, plan.terms.options)
    for form in plan.ruleset.info.formats:
        text = form.write(_tournament(plan, match, players))
        if isinstance(text, str):
            name = form.name.lower().replace(" ", "_")
            write_file(folder / name / f"{game.number:05}{form.suffix}", text.encode())
    study = study_of_finished_game(match, players, game.milliseconds, game.note)
    psq = write_psq(study)
    if isinstance(psq, bytes):
        write_file(folder / "psq" / f"{game.number:05}.psq", psq)
    # Written last, because this file marks the others as complete.
    write_file(sgf, write_sgf(study))


def _tournament(plan: Plan, match: Match, players: tuple[str, str]) -> Tournament:
    """Convert a game of an arena to a tournament between two people, for export to other file formats."""
    participants = (Participant(players[0]), Participant(players[1]))
    return Tournament(plan.ruleset, plan.terms.options, participants, match.seed, games=[Game((0, 1), match)])


def _write_tables(plan: Plan, log: ArenaLog, folder: Path) -> str:
    """Write the tables of results to a file and return their text; tell of forfeits on the standard error output."""
    text = as_text(tables(log.games, plan.names, plan.test, plan.anchor))
    write_file(folder / TABLE_NAME, text.encode())
    for game in log.games:
        if game.forfeit_kind:
            print(f"Game {game.number}, {game.forfeit_kind}: {game.note}", file=sys.stderr)  # noqa: T201
    return text


class ArenaLog(GameLog[GameRecord]):
    """The log file of an arena (a run of games between engines), with the games in it."""

    def __init__(self, path: Path, header: LogHeader) -> None:
        """Open or create the log file of an arena.

        Raises ParseError for another arena's log, OSError if it cannot be written.
        """
        super().__init__(path, header, "arena", GameRecord)
