"""The Elo of the opponents of rule sheets, measured by an arena in another process while the player does nothing else.

A sheet is a game of its own, so nothing is known about how strong the opponents are at it. An arena is played for each
game on the menu, one after the other, and its ladder file gives the opponents their Elo.
"""

from __future__ import annotations

import contextlib
import json
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from game.plugins.measured_levels import ladder_file, measured_folder
from game.plugins.plugin_process import DONE, OF, PluginProcess, Process
from game.plugins.registry import Catalogue
from game.session.fairness.conditions import most_plies, opening_stones
from game.sheets.game import SheetGame
from game.sheets.levels import LEVELS
from game.sheets.sheet import Sheet, SheetOpening, SheetRules
from game.sheets.winnable import why_never_won

#: The Elo of the weakest level, which fixes the scale. In games that are no sheets, the weakest have 300 to 500.
_ANCHOR = 400
#: Each level plays the next and the one after it; this many games each, at this many seconds for a turn.
_NEAR, _GAMES, _SECONDS = 2, 10, 0.5
#: Seconds without a scene that needs the processor before games begin.
_PATIENCE = 10.0
#: Arenas of a game that may fail, for example because an opponent did not start in time on a busy machine.
_MOST_FAILURES = 3


def _arena_words(sheet: Sheet, plugins: Path | None) -> tuple[str, ...]:
    """Return the command line of the arena that measures the levels of a sheet."""
    rules, folder = sheet.rules, measured_folder(sheet.rules)
    return (
        *(() if plugins is None else ("--plugins", str(plugins))),
        *("arena", *(level.id for level in LEVELS), "--ruleset", sheet.id, "--serves-window"),
        *("--near", str(_NEAR), "--games", str(_GAMES), "--seconds", str(_SECONDS), "--grace", "60"),
        *("--dice", str(_random_stones(rules)), "--most-plies", str(most_plies(rules))),
        *("--anchor", f"{LEVELS[0].id}={_ANCHOR}"),
        *("--out", str(folder / "levels"), "--ladder", str(ladder_file(rules))),
    )


def _random_stones(rules: SheetRules) -> int:
    # Only the first stone of an opening with a choice comes before all choices.
    stones = opening_stones(rules)
    return stones if rules.turn.opening is SheetOpening.FREE else min(1, stones)


def _start_arena(sheet: Sheet, plugins: Path | None) -> Process:
    measured_folder(sheet.rules).mkdir(parents=True, exist_ok=True)
    return PluginProcess(*_arena_words(sheet, plugins))


@dataclass
class LevelRatings:
    """The measuring of the levels of all rule sheets on the menu. The games are logged and go on at the next start."""

    catalogue: Catalogue
    plugins: Path | None
    start_arena: Callable[[Sheet, Path | None], Process] = _start_arena
    clock: Callable[[], float] = time.monotonic
    _process: Process | None = field(init=False, default=None)
    _game: SheetGame | None = field(init=False, default=None)
    """The game that is being measured."""
    _failures: Counter[str] = field(init=False, default_factory=Counter)
    """The number of failed arenas since the program started, by the id of the game."""
    _idle_since: float | None = field(init=False, default=None)
    _games: tuple[int, int] | None = field(init=False, default=None)
    """The number of finished games and of all games, as the process has told it."""

    def poll(self, *, is_idle: bool) -> bool:
        """Start, follow or stop the games; return True if there is something new to show.

        ``is_idle`` is True if nothing else needs the processor. Games that are not finished are played again later.
        """
        now = self.clock()
        if not is_idle:
            self._idle_since = None
            self.stop()
            return False
        if self._idle_since is None:
            self._idle_since = now
        if self._process is None:
            if now - self._idle_since >= _PATIENCE:
                self._start()
            return False
        if self._process.has_ended:
            self._finish()
            return True
        return self._take_news()

    def stop(self) -> None:
        """Stop the games that are being played."""
        if self._process is not None:
            self._process.end()
            self._process = None

    def progress(self, sheet: Sheet) -> tuple[int, int] | None:
        """Return the number of finished games and of all games, or None if the game is not being measured now."""
        if self._process is None or self._game is None or self._game.sheet.id != sheet.id:
            return None
        return self._games

    def _start(self) -> None:
        listed = (game for game in self.catalogue.rulesets.values() if isinstance(game, SheetGame))
        self._game = next((game for game in listed if self._is_wanted(game)), None)
        if self._game is not None:
            self._games = None
            self._process = self.start_arena(self._game.sheet, self.plugins)

    def _is_wanted(self, game: SheetGame) -> bool:
        if self._failures[game.sheet.id] == _MOST_FAILURES or any(level.elo is not None for level in game.info.levels):
            return False
        return not why_never_won(game.rules)

    def _finish(self) -> None:
        """Give the levels of the measured game their Elo; if there is none, the games go on later."""
        assert self._game is not None, "a process plays for a game"
        sheet = self._game.sheet
        self.stop()
        if ladder_file(sheet.rules).is_file():
            self.catalogue.add_sheet(sheet, self.catalogue.folder(sheet.id), is_listed=True)
        else:
            self._failures[sheet.id] += 1
            self._idle_since = None

    def _take_news(self) -> bool:
        assert self._process is not None, "only a process that plays has news"
        before = self._games
        while (line := self._process.line(0)) is not None:
            with contextlib.suppress(ValueError, KeyError, TypeError):
                told = json.loads(line)
                self._games = int(told[DONE]), int(told[OF])
        return self._games != before
