"""The command ``main.py prepare``: compiles the games' search engines and writes progress after each step."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

from game.engine.protocol.line_process import format_step
from game.engine.server.session import damage_text
from game.plugins.registry import Catalogue, discover, thinker_module, warming
from game.storage import compiled_code

#: Niceness of a process at the lowest priority, on systems that have it.
_NICENESS = 19
_CHUNK = 4096


def run(
    plugins: Path | None, games: Sequence[str], *, attended: bool, idle: bool, tried: Sequence[str] | None = None
) -> int:
    """Compile the search code of these games' levels, or of all games if none is named; return the exit code.

    ``tried`` names the third-party plug-in modules to load, which another process has loaded without trouble; None
    makes this process try all of them. With ``attended``, the process exits as soon as its standard input closes. With
    ``idle``, it runs at the lowest priority. The exit code is 1 if a game is unknown or failed to compile.
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
        print(damage_text())  # noqa: T201
    compiled_code.clear_away()
    return 1 if unknown or failed else 0


def _prepare(catalogue: Catalogue, game: str) -> bool:
    """Compile the search code of a game's levels; return False, with the error on stderr, if a plug-in failed."""
    try:
        _compile(catalogue, game)
    except Exception as error:  # noqa: BLE001
        print(f"{game}: {type(error).__name__}: {error}", file=sys.stderr)  # noqa: T201
        return False
    return True


def _compile(catalogue: Catalogue, game: str) -> None:
    package, levels = catalogue.package(game), catalogue.rulesets[game].info.levels
    for level in {thinker_module(package, level): level for level in levels}.values():
        # A thinker that cannot be imported reports the error when it is asked for a move.
        with contextlib.suppress(ImportError):
            for done, total in warming(package, level):
                print(format_step(game, done, total), flush=True)  # noqa: T201
            compiled_code.mark_ready(thinker_module(package, level))


def _end_with_input() -> None:
    """Exit when standard input closes, because the program that started this process has ended."""
    while os.read(sys.stdin.fileno(), _CHUNK):
        pass
    os._exit(0)
