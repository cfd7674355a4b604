"""The engine's settings: the values of INFO lines, and the search limits of a turn that follow from them.

Keys with an effect: ``timeout_turn``, ``timeout_match`` and ``time_left`` (milliseconds), ``max_memory`` (bytes) and
``rule``; Yixin's ``max_depth``, ``max_node``, ``hash_size`` (kilobytes), ``thread_num``, ``pondering`` (0 or 1) and
``show_detail`` (1 or 3 for lines of a running search that Yixin-Board draws on its board);
Rapfi's ``time_increment`` (milliseconds); our ``ruleset``, ``option``, ``level`` and ``seed``, and ``language``, which
the session handles. Keys without effect: ``game_type``, ``folder``, ``evaluate``, Yixin's ``caution_factor``,
``thread_split_depth``, ``vcthread``, ``usedatabase``, ``nbestsym`` and ``start_depth``, and unknown keys.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from game.core.model import OptionValue
from game.core.ruleset import Limits
from game.engine.server.own_clock import OwnClock

#: Value of ``INFO time_left``, in milliseconds, in a game without a time limit.
_UNLIMITED = 2147483647
#: Megabytes the process takes in addition to the transposition table, and the least megabytes of the table.
_PROCESS_MEGABYTES, _LEAST_MEGABYTES = 200.0, 1.0
#: A number; a longer one is ignored.
_NUMBER = re.compile(r"-?[0-9]{1,18}")
#: Keys for which a number below 0 counts as 0. Yixin-Board writes -1 for no limit of nodes, and a time left below 0
#: once it has run out.
_MAY_BE_NEGATIVE = frozenset({"max_node", "time_left"})


@dataclass(slots=True)
class Settings:
    """The engine's settings, as set by INFO lines; a change applies to the next request."""

    ruleset: str = ""
    """Ruleset id; "" for the first ruleset that plays freestyle."""
    options: dict[str, OptionValue] = field(default_factory=dict)
    level: str = ""
    """Level id; "" for the ruleset's hint level."""
    rule: int | None = None
    ponders: bool = False
    shows_detail: bool = False
    """True to report a running search in the lines that Yixin-Board draws on its board."""
    clock: OwnClock = field(default_factory=lambda: OwnClock(Limits().seconds))
    _nodes: int = 0
    _depth: int = 0
    _seed: int = 0
    _threads: int = 1
    _memory_bytes: int = 0
    _table_kilobytes: int = 0

    def read(self, key: str, value: str) -> None:
        """Apply an INFO line to the settings; ignore an unknown key or an invalid value."""
        if key == "ruleset":
            self.ruleset, self.options, self.level, self.ponders = value, {}, "", False
            self._nodes = self._depth = 0
            self.clock.forget_limits()
        elif key == "level":
            self.level = value
        elif key == "show_detail":
            self.shows_detail = value in {"1", "3"}
        elif key == "option":
            name, _, word = value.partition(" ")
            self.options[name] = word.strip()
        elif _NUMBER.fullmatch(value) and (key in _MAY_BE_NEGATIVE or int(value) >= 0):
            self._read_number(key, max(0, int(value)))

    def _read_number(self, key: str, value: int) -> None:
        match key:
            case "timeout_turn":
                self.clock.turn_seconds = value / 1000
            case "timeout_match":
                self.clock.set_match(value / 1000)
            case "time_left":
                self.clock.set_left(float("inf") if value >= _UNLIMITED else value / 1000)
            case "time_increment":
                self.clock.increment = value / 1000
            case "rule":
                self.rule = value
            case "max_node":
                self._nodes = value
            case "max_depth":
                self._depth = value
            case "seed":
                self._seed = value
            case "thread_num":
                self._threads = max(1, value)
            case "max_memory":
                self._memory_bytes = value
            case "hash_size":
                self._table_kilobytes = value
            case "pondering":
                self.ponders = value > 0

    def limits(self, turns: int = 1, usual_turns: int = 1) -> Limits:
        """Return the search limits of the next turn.

        ``turns`` is the largest number of turns left in the game and ``usual_turns`` the number of turns a game usually
        has left.
        """
        seconds, most_seconds = self.clock.allowance(turns, usual_turns)
        return Limits(
            seconds=seconds,
            nodes=self._nodes,
            seed=self._seed,
            most_seconds=most_seconds,
            depth=self._depth,
            threads=self._threads,
            memory_megabytes=self._table_megabytes(),
        )

    def rehearsal(self) -> Limits:
        """Return search limits for a trial move, which takes no time but allocates the memory of a real turn."""
        return Limits(seconds=0.0, memory_megabytes=self._table_megabytes())

    def _table_megabytes(self) -> float:
        """Return the size of the transposition table that keeps the process within its memory limit.

        The size is in megabytes (MiB), 0 for no limit.
        """
        wanted = self._table_kilobytes / 1024
        if not self._memory_bytes:
            return wanted
        allowed = max(_LEAST_MEGABYTES, self._memory_bytes / 2**20 - _PROCESS_MEGABYTES)
        return min(wanted, allowed) if wanted else allowed
