"""The games of a report, played by another process and followed from the window. Nothing here waits."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from game.core.language import _
from game.core.model import ParseError
from game.plugins.plugin_process import DONE, OF, PROBLEM, PluginProcess, Process
from game.plugins.sheet_files import keep_sheets
from game.session.fairness.report import FairnessReport, read_report
from game.session.fairness.self_play import USUAL_GAMES, USUAL_LEVELS
from game.sheets.sheet import Sheet

#: Seconds between two readings of the logs; measuring a full log takes some milliseconds.
_PAUSE = 0.5


def start_games(sheet: Sheet, levels: Sequence[str], games: int) -> Process:
    """Start a process that plays the missing games of a report and writes its progress."""
    tried = sheet.as_draft()
    keep_sheets([tried], {})
    words = ("report", tried.id, "--games", str(games), "--serves-window", "--json", "--levels", *levels)
    return PluginProcess("workshop", *words)


@dataclass
class ReportRun:
    """The report on a sheet while its games are being played. It can be stopped and continued."""

    sheet: Sheet
    levels: tuple[str, ...] = USUAL_LEVELS
    games: int = USUAL_GAMES
    start_process: Callable[[Sheet, Sequence[str], int], Process] = start_games
    clock: Callable[[], float] = time.monotonic
    problem: str = ""
    """A sentence about why no more games can be played; "" if there is no problem."""
    report: FairnessReport = field(init=False)
    _process: Process | None = field(init=False, default=None)
    _has_news: bool = field(init=False, default=False)
    _read_at: float = field(init=False, default=float("-inf"))

    def __post_init__(self) -> None:
        self.report = self._read()

    @property
    def is_running(self) -> bool:
        """True while games are being played."""
        return self._process is not None

    @property
    def is_complete(self) -> bool:
        """True if all games have been played, or if none are needed because the game cannot be won."""
        return bool(self.report.never_won) or self.report.done >= self.report.total

    def start(self) -> None:
        """Begin to play, or go on where the games were stopped."""
        if self._process is None and not self.is_complete:
            self.problem = ""
            self._process = self.start_process(self.sheet, self.levels, self.games)

    def stop(self) -> None:
        """Stop to play. The finished games are kept."""
        if self._process is not None:
            self._process.end()
            self._process = None

    def poll(self) -> bool:
        """Take the news of the process; return True if the report or the state of the run has changed."""
        process = self._process
        if process is None:
            return False
        has_ended = process.has_ended
        while (line := process.line(0)) is not None:
            self._take(line)
        is_due = self.clock() - self._read_at >= _PAUSE
        if has_ended:
            self.stop()
        if not has_ended and not (self._has_news and is_due):
            return False
        self._has_news, self._read_at = False, self.clock()
        self.report = self._read()
        if has_ended and not self.is_complete and not self.problem:
            self.problem = _("The games have stopped for a reason that is not known.")
        return True

    def _take(self, line: str) -> None:
        try:
            found = json.loads(line)
        except ValueError:
            return
        if isinstance(found, dict):
            self._has_news = self._has_news or (DONE in found and OF in found)
            self.problem = str(found.get(PROBLEM, self.problem))

    def _read(self) -> FairnessReport:
        try:
            return read_report(self.sheet, self.levels, self.games)
        except (ParseError, OSError) as error:
            self.problem = _("{problem}.", problem=str(error).rstrip("."))
            return FairnessReport(self.sheet, self.games, ())
