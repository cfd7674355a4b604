"""The record of the introductions to rulesets that each player has finished."""

from __future__ import annotations

from game.storage.database import Database


def finished_introductions(database: Database) -> frozenset[str]:
    """Return the ids of the rulesets whose introduction the current player has finished."""
    stored: list[object] = database.settings.get(_key(database), [])
    return frozenset(each for each in stored if isinstance(each, str))


def finish_introduction(database: Database, ruleset_id: str) -> None:
    """Record that the current player has finished the introduction of this ruleset."""
    known = finished_introductions(database)
    if ruleset_id not in known:
        database.settings.set(_key(database), sorted({*known, ruleset_id}))


def _key(database: Database) -> str:
    player = database.players.current()
    return f"introductions.{player.id if player else 0}"
