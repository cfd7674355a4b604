"""Loading of the search's compiled code in a thread, and the player that moves if a turn ends before it is loaded."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace

from game.core.model import Move, State
from game.core.ruleset import Limits, Ruleset
from game.core.threads.worker import start_worker
from game.engine.server.session import ignore_remark
from game.engine.server.think_turn import ThinkingLevel

#: Seconds between two checks whether the wait for the code is interrupted.
_LOOK_SECONDS = 0.02
#: Seconds of a turn that are not spent on waiting for the code, in addition to the usual reserve: on a busy machine,
#: the loading thread can delay the waiting one by as much.
_RESERVE = 0.1


class CodeLoading:
    """The loading of a search's compiled code in a thread, at most once at a time."""

    def __init__(self) -> None:
        """Create an object for loading; nothing is being loaded yet."""
        self._thread: threading.Thread | None = None

    def start(self, load: Callable[[], None]) -> None:
        """Call ``load`` in a thread, after an earlier call has ended. The process does not exit before it returns."""
        self.wait()
        self._thread = start_worker(load, "loads the search", outlives=True)

    def wait(self, seconds: float = float("inf"), interrupted: Callable[[], bool] = lambda: False) -> bool:
        """Wait until nothing is being loaded; return False if the time or an interruption ended the wait before.

        The wait ends soon after ``interrupted`` returns True.
        """
        until = time.monotonic() + seconds
        while self._thread is not None and self._thread.is_alive():
            left = until - time.monotonic()
            if left <= 0.0 or interrupted():
                return False
            self._thread.join(min(left, _LOOK_SECONDS))
        return True

    def play_meanwhile(
        self, player: ThinkingLevel, state: State, limits: Limits, waited: float, interrupted: Callable[[], bool]
    ) -> tuple[Move, ...]:
        """Return the turn of a player without compiled code, or an empty tuple if the code is loaded in time.

        The turn has ``limits.seconds``, of which ``waited`` have passed.
        """
        until = time.monotonic() - waited + limits.seconds - _RESERVE
        brief = replace(limits, seconds=min(limits.seconds, _RESERVE), most_seconds=0.0, nodes=0, depth=0)
        moves = player.play_turn(state, brief)
        return () if self.wait(until - time.monotonic(), interrupted) else moves


def player_without_code(ruleset: Ruleset, package: str, state: State, excluded: frozenset[int]) -> ThinkingLevel | None:
    """Return the strongest level without compiled code that can play in this state, or None if there is none.

    It plays on no cell in ``excluded``. ``package`` is the package from which the relative module names of thinkers are
    resolved.
    """
    levels = [level for level in ruleset.info.levels if not level.compiled and (level.chooses or not state.is_opening)]
    level = max(levels, key=lambda level: level.elo or 0, default=None)
    if level is None:
        return None
    return ThinkingLevel(ruleset, package, level, ignore_remark, interrupted=lambda: False, excluded=excluded)
