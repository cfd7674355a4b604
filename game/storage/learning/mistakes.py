"""The mistakes that the database keeps for each player, with the day on which each comes back."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from game.core.model import OptionValue
from game.storage.players import Player
from game.storage.reviews import ReviewTable
from game.storage.sqlite.sql_file import now
from game.storage.sqlite.write_queue import Statement, Write

_COLUMNS = "mark, ply, ruleset, options, position, played, readings, loss, phase, opponent, found, card, due"
_FORGET = "DELETE FROM mistakes WHERE player = ? AND mark = ? AND ply = ? AND removed = ''"


@dataclass(frozen=True, slots=True)
class Mistake:
    """A turn that threw something away, complete in itself so that it can be asked about without its game."""

    mark: str
    """The mark of the game."""
    ply: int
    """The first ply of the turn, from 1."""
    ruleset_id: str
    options: Mapping[str, OptionValue]
    position: str
    """The position before the turn, as the ruleset writes it."""
    played: tuple[str, ...]
    """The turn that was played, in our notation."""
    readings: str
    """What an engine found out about that position and those after it, as text."""
    loss: float
    """What the turn cost of the winning chance, 0 to 1."""
    phase: str
    opponent: str
    found: str = ""
    """When it was kept, a date and time in ISO 8601, UTC; "" for now."""
    card: str = ""
    """How well it is remembered, in the scheduler's words; "" before it was practised."""
    due: str = ""
    """When it comes back, a date and time in ISO 8601, UTC; "" at once."""


class MistakeTable(ReviewTable):
    """The part of the database that keeps mistakes."""

    def keep_mistakes(self, player: Player, mark: str, found: Sequence[Mistake], judged: Collection[int]) -> None:
        """Keep the mistakes that were found in the game of this mark, each once.

        Of the ``judged`` turns, by their first plies, those that are no mistakes any more are forgotten. What the
        player has removed stays removed, and what was practised keeps its day.
        """
        known = self._rows("SELECT ply FROM mistakes WHERE player = ? AND mark = ?", (player.id, mark))
        forgotten = {ply for (ply,) in known if ply in judged} - {mistake.ply for mistake in found}
        statements = [_keeping(player, mistake) for mistake in found]
        statements += [(_FORGET, (player.id, mark, ply)) for ply in sorted(forgotten)]
        if statements:
            self._write_all(*statements)

    def mistakes(self, player: Player, mark: str = "") -> list[Mistake]:
        """The player's mistakes but those that were removed, the newest game first, and the largest first in a game.

        With a ``mark`` only those of that game.
        """
        rows = self._rows(
            f"SELECT {_COLUMNS} FROM mistakes WHERE player = ? AND removed = '' AND ? IN ('', mark)"
            " ORDER BY substr(found, 1, 10) DESC, loss DESC, id DESC",
            (player.id, mark),
        )
        return list(_readable(rows))

    def has_played(self, player: Player, ruleset_id: str, seed: int, moves: int) -> bool:
        """Whether a game of this ruleset, seed and number of moves is among the player's records."""
        game = (ruleset_id, str(seed), moves)
        known = self._rows(
            "SELECT 1 FROM results WHERE player = ? AND ruleset = ? AND seed = ? AND moves = ?"
            " UNION SELECT 1 FROM meetings WHERE ? IN (first, second) AND ruleset = ? AND seed = ? AND moves = ?",
            (player.id, *game, player.id, *game),
        )
        return bool(known)

    def due_mistakes(self, player: Player, before: str) -> dict[str, int]:
        """How many of the player's mistakes are due before a date and time, ISO 8601, UTC, by their rulesets."""
        rows = self._rows(
            "SELECT ruleset, count(*) FROM mistakes WHERE player = ? AND removed = '' AND due < ? GROUP BY ruleset",
            (player.id, before),
        )
        return {str(ruleset): int(count) for ruleset, count in rows}

    def practised(self, player: Player, mistake: Mistake, card: str, due: str) -> Write:
        """Keep how well a mistake is remembered and when it comes back, where it is one of the player's."""
        return self._write(
            "UPDATE mistakes SET card = ?, due = ? WHERE player = ? AND mark = ? AND ply = ?",
            (card, due, player.id, mistake.mark, mistake.ply),
        )

    def remove_mistake(self, player: Player, mistake: Mistake) -> Write:
        """Remove a mistake; it does not come back, even when its game is reviewed again."""
        return self._write(
            "UPDATE mistakes SET removed = ? WHERE player = ? AND mark = ? AND ply = ?",
            (now(), player.id, mistake.mark, mistake.ply),
        )


def _keeping(player: Player, mistake: Mistake) -> Statement:
    """The statement that keeps a mistake, once."""
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
    """The mistakes of rows from the database; one that was damaged there is left out."""
    for mark, ply, ruleset, options, position, played, readings, loss, *others in rows:
        texts = (mark, ruleset, options, position, played, readings, *others)
        if not all(isinstance(text, str) for text in texts) or not isinstance(ply, int) or not _is_share(loss):
            continue
        try:
            known = json.loads(options)
        except (ValueError, RecursionError):
            continue
        if isinstance(known, dict):
            yield Mistake(mark, ply, ruleset, known, position, tuple(played.split()), readings, loss, *others)


def _is_share(value: object) -> bool:
    return isinstance(value, float) and 0 <= value <= 1
