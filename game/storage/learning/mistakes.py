"""The database table of the players' mistakes in games, each with the day of its next repetition."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from game.core.model import OptionValue
from game.storage.players import Player
from game.storage.sqlite.sql_file import SqlFile, now
from game.storage.sqlite.write_queue import Statement, Write

_COLUMNS = "mark, ply, ruleset, options, position, played, readings, loss, phase, opponent, found, card, due"
_FORGET = "DELETE FROM mistakes WHERE player = ? AND mark = ? AND ply = ? AND removed = ''"


@dataclass(frozen=True, slots=True)
class Mistake:
    """A turn that lowered the player's winning chance, with all data needed to practise it without its game."""

    mark: str
    """The mark of the game."""
    ply: int
    """The first ply of the turn, from 1."""
    ruleset_id: str
    options: Mapping[str, OptionValue]
    position: str
    """The position before the turn, in the ruleset's notation."""
    played: tuple[str, ...]
    """The turn that was played, in our notation."""
    readings: str
    """An engine's evaluations of that position and the following ones, as text."""
    loss: float
    """The loss of winning chance, from 0 to 1."""
    phase: str
    opponent: str
    found: str = ""
    """The time when it was stored, in ISO 8601, UTC; "" for now."""
    card: str = ""
    """The state of the repetition scheduler for this mistake; "" before its first repetition."""
    due: str = ""
    """The time of the next repetition, in ISO 8601, UTC; "" for at once."""


class MistakeTable:
    """The database table of the players' mistakes."""

    def __init__(self, file: SqlFile) -> None:
        self._file = file

    def save(self, player: Player, mark: str, found: Sequence[Mistake], judged: Collection[int]) -> None:
        """Store the mistakes found in the game with this identifying mark, each once.

        ``judged`` are the first plies of the turns that were evaluated. Stored mistakes among them that are no mistakes
        any more are deleted. Mistakes that the player has removed stay removed, and repeated ones keep their next day.
        """
        known = self._file.rows("SELECT ply FROM mistakes WHERE player = ? AND mark = ?", (player.id, mark))
        forgotten = {ply for (ply,) in known if ply in judged} - {mistake.ply for mistake in found}
        statements = [_keeping(player, mistake) for mistake in found]
        statements += [(_FORGET, (player.id, mark, ply)) for ply in sorted(forgotten)]
        if statements:
            self._file.write_all(*statements)

    def all(self, player: Player, mark: str = "") -> list[Mistake]:
        """Return the player's mistakes that were not removed, newest game first, then largest mistake first.

        With a ``mark``, return only those of that game.
        """
        rows = self._file.rows(
            f"SELECT {_COLUMNS} FROM mistakes WHERE player = ? AND removed = '' AND ? IN ('', mark)"
            " ORDER BY substr(found, 1, 10) DESC, loss DESC, id DESC",
            (player.id, mark),
        )
        return list(_readable(rows))

    def due(self, player: Player, before: str) -> dict[str, int]:
        """Return the number of mistakes that the player should repeat before a given time, by ruleset.

        ``before`` is in ISO 8601, UTC.
        """
        rows = self._file.rows(
            "SELECT ruleset, count(*) FROM mistakes WHERE player = ? AND removed = '' AND due < ? GROUP BY ruleset",
            (player.id, before),
        )
        return {str(ruleset): int(count) for ruleset, count in rows}

    def practised(self, player: Player, mistake: Mistake, card: str, due: str) -> Write:
        """Store the repetition schedule of a mistake that the player has practised.

        ``card`` is the scheduler's state, and ``due`` the time of the next repetition.
        """
        return self._file.write(
            "UPDATE mistakes SET card = ?, due = ? WHERE player = ? AND mark = ? AND ply = ?",
            (card, due, player.id, mistake.mark, mistake.ply),
        )

    def remove(self, player: Player, mistake: Mistake) -> Write:
        """Remove a player's mistake for good, even if its game is reviewed again."""
        return self._file.write(
            "UPDATE mistakes SET removed = ? WHERE player = ? AND mark = ? AND ply = ?",
            (now(), player.id, mistake.mark, mistake.ply),
        )


def _keeping(player: Player, mistake: Mistake) -> Statement:
    """Return the SQL statement that inserts a mistake, or updates its evaluations and loss."""
    options = json.dumps(dict(mistake.options), ensure_ascii=False)
    moment = mistake.found or now()
    return (
        f"INSERT INTO mistakes (player, {_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (player, mark, ply) DO UPDATE SET readings = excluded.readings, loss = excluded.loss",
        (
            *(player.id, mistake.mark, mistake.ply, mistake.ruleset_id, options, mistake.position),
            *(" ".join(mistake.played), mistake.readings, mistake.loss),
            *(mistake.phase, mistake.opponent, moment, mistake.card, mistake.due),
        ),
    )


def _readable(rows: Sequence[Sequence[Any]]) -> Iterator[Mistake]:
    """Yield the mistakes stored in database rows, skipping damaged ones."""
    # The columns ``_COLUMNS``.
    for mark, ply, ruleset, options, position, played, readings, loss, phase, opponent, found, card, due in rows:
        texts = (mark, ruleset, options, position, played, readings, phase, opponent, found, card, due)
        if not all(isinstance(text, str) for text in texts) or not isinstance(ply, int) or not _is_share(loss):
            continue
        try:
            known = json.loads(options)
        except (ValueError, RecursionError):
            continue
        if isinstance(known, dict):
            yield Mistake(
                mark=mark,
                ply=ply,
                ruleset_id=ruleset,
                options=known,
                position=position,
                played=tuple(played.split()),
                readings=readings,
                loss=loss,
                phase=phase,
                opponent=opponent,
                found=found,
                card=card,
                due=due,
            )


def _is_share(value: object) -> bool:
    return isinstance(value, float) and 0 <= value <= 1
