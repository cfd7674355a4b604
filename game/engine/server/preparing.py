"""The compiling of our engines as a process: ``main.py prepare`` says with a line how far each game's engine is."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

from game.engine.protocol.preparing import format_step
from game.engine.server.session import damage_words
from game.plugins.registry import Catalogue, discover, thinker_module, warming
from game.storage import compiled_code

#: The niceness of a process that takes only the time which nothing else wants, where the system has that.
_NICENESS = 19
_CHUNK = 4096


def run(
    plugins: Path | None, games: Sequence[str], *, attended: bool, idle: bool, tried: Sequence[str] | None = None
) -> int:
    """Compile what the levels of these games need, of all games when none is named; returns the exit code.

    ``tried``: the modules of plug-ins that came through their trial already. ``attended``: the process ends at once,
    with whatever it is doing, when its input does. ``idle``: at the lowest priority.
    """
    if attended:
        threading.Thread(target=_end_with_input, daemon=True).start()
    if idle and hasattr(os, "nice"):
        os.nice(_NICENESS)
    compiled_code.discard_damaged()
    catalogue = discover(plugins, tried)
    unknown = [game for game in games if game not in catalogue.rulesets]
    for game in unknown:
        print(f"there is no ruleset {game!r} here", file=sys.stderr)  # noqa: T201
    wanted = [game for game in games or catalogue.rulesets if game not in unknown]
    failed = [game for game in wanted if not _prepare(catalogue, game)]
    if compiled_code.damage_found():
        print(damage_words())  # noqa: T201
    compiled_code.clear_away()
    return 1 if unknown or failed else 0


def _prepare(catalogue: Catalogue, game: str) -> bool:
    """Compile what the levels of a game need; returns whether all came to an end, as plug-ins may raise anything."""
    try:
        _compile(catalogue, game)
    except Exception as error:  # noqa: BLE001
        print(f"{game}: {type(error).__name__}: {error}", file=sys.stderr)  # noqa: T201
        return False
    return True


def _compile(catalogue: Catalogue, game: str) -> None:
    package, levels = catalogue.package(game), catalogue.rulesets[game].info.levels
    for level in {thinker_module(package, level): level for level in levels}.values():
        # A thinker that cannot be imported says so when it is asked.
        with contextlib.suppress(ImportError):
            for done, total in warming(package, level):
                print(format_step(game, done, total), flush=True)  # noqa: T201
            compiled_code.mark_ready(thinker_module(package, level))


def _end_with_input() -> None:
    """End the process when nobody is left who wants it to go on, however they went."""
    while os.read(sys.stdin.fileno(), _CHUNK):
        pass
    os._exit(0)
