"""The games that measure a rule sheet: levels that play against themselves, logged so that a run can be continued.

Each level has a log in the data folder, ``measured/<hash of the rules>/<level>.jsonl``. So a game has the same logs
before and after it is saved under a name. A game depends on its number only, so a continued run plays the same games as
one that was never stopped.
"""

from __future__ import annotations

import queue
import re
import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

from game.core.model import Termination
from game.engine.client.opponent import Opponent
from game.library.formats.lists.openings import Opening
from game.plugins.measured_levels import measured_folder
from game.plugins.sheet_files import keep_sheets
from game.session.fairness.conditions import most_plies, opening_stones
from game.session.fairness.measures import MeasuredGame, lead_history
from game.session.matches.arena_game import Contestant, Terms, catalogue, open_opponent, play_with
from game.session.matches.executors import open_executor, results_in_order
from game.session.matches.game_log import GameLog, read_log
from game.session.matches.game_record import GameRecord
from game.session.matches.schedule import Fixture
from game.sheets.description import LOGIT_SCALE
from game.sheets.sheet import Sheet, SheetOpening, SheetRules, rules_hash

#: The two strengths of a report, and the number of games at each.
USUAL_LEVELS = ("sheet_light", "sheet_solid")
USUAL_GAMES = 200
#: The level that plays the first stones of every game, because it plays differently each time.
_OPENER = USUAL_LEVELS[0]
#: Seconds for a turn, and the grace: levels are limited by nodes, so these only matter on a very busy machine.
_SECONDS, _GRACE = 30.0, 60.0
_PLACEMENT = re.compile("[a-z][0-9]+(=[a-z])?")


@dataclass(frozen=True, slots=True)
class WantedGames:
    """The games to play: a sheet, the levels that play against themselves, and the number of games of each."""

    sheet: Sheet
    levels: tuple[str, ...] = USUAL_LEVELS
    games: int = USUAL_GAMES
    jobs: int = 1
    """Games at the same time."""
    plugins: Path | None = None


@dataclass(slots=True)
class LevelGames:
    """The logged games of a level."""

    level: str
    records: list[GameRecord] = field(default_factory=list)

    @property
    def failures(self) -> int:
        """The number of games that ended because the engine failed; they are not measured."""
        return sum(bool(record.forfeit_kind) for record in self.records)


def log_path(sheet: Sheet, level: str) -> Path:
    """Return the log file of a level's games."""
    return measured_folder(sheet.rules) / f"{level}.jsonl"


def logged_games(sheet: Sheet, level: str, games: int) -> LevelGames:
    """Return the first ``games`` games of a level that have been played; another process may be playing more.

    Raises ParseError for a file that is no such log, OSError if it cannot be read.
    """
    path = log_path(sheet, level)
    records = read_log(path, GameRecord)[1] if path.is_file() and path.stat().st_size else []
    return LevelGames(level, sorted((each for each in records if each.number <= games), key=lambda each: each.number))


def play_missing(wanted: WantedGames) -> Iterator[tuple[int, int]]:
    """Play and log the games that are not in the logs yet. Yield the number of games done, and of all, at the beginning
    and after each game.

    Closing the iterator stops the games that are being played. Raises ParseError if another process is playing them,
    EngineStartError if the engine cannot be started, and OSError if a log cannot be written. The finished games stay in
    the logs whatever happens.
    """
    # The engine's process finds the game by this copy.
    keep_sheets([wanted.sheet], {})
    catalogue(wanted.plugins).add_sheet(wanted.sheet, is_listed=False)
    logs = {level: _open_log(wanted.sheet, level) for level in wanted.levels}
    played = {(level, game.number) for level, log in logs.items() for game in log.games}
    numbered = [(level, number) for number in range(1, wanted.games + 1) for level in wanted.levels]
    missing = [each for each in numbered if each not in played]
    done, stopping = len(numbered) - len(missing), threading.Event()
    yield done, len(numbered)
    with ExitStack() as stack, open_executor(wanted.jobs, None) as executor:
        table = _Table(wanted, stopping, stack)
        games = results_in_order(executor, table.play, missing, 2 * wanted.jobs)
        try:
            for (level, _number), game in zip(missing, games, strict=True):
                logs[level].add(game)
                done += 1
                yield done, len(numbered)
        finally:
            stopping.set()


def _open_log(sheet: Sheet, level: str) -> GameLog[GameRecord]:
    header = {"rules": rules_hash(sheet.rules), "level": level, "opening_turns": _opening_turns(sheet.rules)}
    return GameLog(log_path(sheet, level), header, "report", GameRecord)


def _opening_turns(rules: SheetRules) -> int:
    """Return the number of turns that the level plays which plays differently each time: as many of each side.

    Openings with choices are left to the levels, because they are part of what is measured.
    """
    stones = opening_stones(rules)
    if rules.turn.opening is not SheetOpening.FREE or not stones:
        return 0
    turns = (stones - rules.turn.first) // rules.turn.stones + 1
    return max(2, turns - turns % 2)


@dataclass(slots=True)
class _Table:
    """Opponents that are kept from game to game, because an engine takes seconds to start. Thread-safe."""

    wanted: WantedGames
    stopping: threading.Event
    stack: ExitStack
    free: queue.SimpleQueue[Opponent] = field(default_factory=queue.SimpleQueue)

    def play(self, task: tuple[str, int]) -> GameRecord:
        """Play the game of a level with this number. Raises StoppedError and EngineStartError."""
        level, number = task
        opponent = self._free_opponent(level)
        try:
            plies = self._opening_plies
            opening = self._play(opponent, _OPENER, number, (), plies).moves if plies else ()
            return self._play(opponent, level, number, opening, most_plies(self.wanted.sheet.rules))
        finally:
            self.free.put(opponent)

    @property
    def _opening_plies(self) -> int:
        turn, turns = self.wanted.sheet.rules.turn, _opening_turns(self.wanted.sheet.rules)
        return turn.first + (turns - 1) * turn.stones if turns else 0

    def _play(self, opponent: Opponent, level: str, number: int, opening: Opening, longest: int) -> GameRecord:
        both = (Contestant(f"{level} 1", level), Contestant(f"{level} 2", level))
        terms = Terms(
            self.wanted.sheet.id, {}, _SECONDS, _GRACE, most_plies=longest, plugins=self.wanted.plugins
        )  # fmt: skip
        fixture = Fixture(number, (0, 1), number - 1, number)
        return play_with((opponent, opponent), terms, both, fixture, opening, is_stopped=self.stopping.is_set)

    def _free_opponent(self, level: str) -> Opponent:
        try:
            return self.free.get_nowait()
        except queue.Empty:
            found = catalogue(self.wanted.plugins)
            opponent = open_opponent(
                Contestant(level, level), found, self.wanted.sheet.id, self.wanted.plugins, _GRACE
            )  # fmt: skip
            self.stack.enter_context(closing(opponent))
            return opponent


def played_games(rules: SheetRules, records: Sequence[GameRecord]) -> list[MeasuredGame]:
    """Return the games of a log as the measures need them, without those in which the engine failed."""
    most = most_plies(rules)
    return [_played(record, most) for record in records if not record.forfeit_kind]


def _played(record: GameRecord, longest: int) -> MeasuredGame:
    turns = [
        [ply for ply, _seat in turn] for _seat, turn in groupby(enumerate(record.movers), key=lambda each: each[1])
    ]
    # Logs leave evaluations out if no search has given any.
    evaluations = record.evaluations or (None,) * len(record.moves)
    choices = [ply for ply, move in enumerate(record.moves) if _PLACEMENT.fullmatch(move) is None]
    opened = choices[-1] if choices else -1
    scores = []
    for first, *_others in turns:
        score = evaluations[first] if first > opened else None
        scores.append(-score if score is not None and record.movers[first] else score)
    is_called_off = record.termination == Termination.AGREED_DRAW.value
    is_too_long = is_called_off and 0 < longest <= len(record.moves)
    return MeasuredGame(record.winner, len(turns), lead_history(scores, LOGIT_SCALE), not is_too_long)
