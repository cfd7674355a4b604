"""The log of an arena: a file with all its games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from game.cli.arena_game import GameRecord
from game.cli.game_log import Fields, GameLog, Header


class ArenaLog(GameLog[GameRecord]):
    """The file of an arena and the games in it."""

    def __init__(self, path: Path, header: Header) -> None:
        """Open or create the log; raises ParseError for the log of another arena, OSError when it cannot be written."""
        super().__init__(path, header, "arena", _read_record)


def _read_record(fields: Fields) -> GameRecord:
    lists: dict[str, Any] = {
        key: tuple(fields[key]) for key in ("seats", "moves", "milliseconds", "movers") if key in fields
    }
    return GameRecord(**{**fields, **lists})
