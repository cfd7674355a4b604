"""The mistakes that the database keeps for each player, with the day on which each comes back."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from game.core.model import OptionValue
from game.store.players import Player
from game.store.reviews import ReviewTable
from game.store.sql_file import now

_COLUMNS = (
    "mark, ply, ruleset, options, position, played, readings, loss, kind, pattern, phase, opponent, found, card, due"
)


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
    kind: str
    """The class of the turn's worst move."""
    pattern: str
    """The code of the reason that was overlooked, "" where nothing stood out."""
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
        for mistake in found:
            self._keep(player, mistake)
        for (ply,) in self._rows("SELECT ply FROM mistakes WHERE player = ? AND mark = ?", (player.id, mark)):
            if ply in judged and ply not in {mistake.ply for mistake in found}:
                self._write(
                    "DELETE FROM mistakes WHERE player = ? AND mark = ? AND ply = ? AND removed = ''",
                    (player.id, mark, ply),
                )

    def _keep(self, player: Player, mistake: Mistake) -> None:
        options = json.dumps(dict(mistake.options), ensure_ascii=False)
        moment = mistake.found or now()
        self._write(
            f"INSERT INTO mistakes (player, {_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
            " ON CONFLICT (player, mark, ply) DO UPDATE SET readings = excluded.readings, loss = excluded.loss,"
            " kind = excluded.kind, pattern = excluded.pattern",
            (
                *(player.id, mistake.mark, mistake.ply, mistake.ruleset_id, options, mistake.position),
                *(" ".join(mistake.played), mistake.readings, mistake.loss, mistake.kind, mistake.pattern),
                *(mistake.phase, mistake.opponent, moment, mistake.card, mistake.due),
            ),
        )

    def mistakes(self, player: Player) -> list[Mistake]:
        """The player's mistakes but those that were removed, the newest game first, and the largest first in a game."""
        rows = self._rows(
            f"SELECT {_COLUMNS} FROM mistakes WHERE player = ? AND removed = ''"
            " ORDER BY substr(found, 1, 10) DESC, loss DESC, id DESC",
            (player.id,),
        )
        return list(_readable(rows))

    def practised(self, player: Player, mistake: Mistake, card: str, due: str) -> bool:
        """Keep how well a mistake is remembered and when it comes back; returns whether it is kept at all."""
        return self._write(
            "UPDATE mistakes SET card = ?, due = ? WHERE player = ? AND mark = ? AND ply = ?",
            (card, due, player.id, mistake.mark, mistake.ply),
        )

    def remove_mistake(self, player: Player, mistake: Mistake) -> None:
        """Remove a mistake; it does not come back, even when its game is reviewed again."""
        self._write(
            "UPDATE mistakes SET removed = ? WHERE player = ? AND mark = ? AND ply = ?",
            (now(), player.id, mistake.mark, mistake.ply),
        )


def _readable(rows: Sequence[Sequence[Any]]) -> Iterator[Mistake]:
    """The mistakes of rows from the database; one that was damaged there is left out."""
    for mark, ply, ruleset, options, position, played, *rest in rows:
        try:
            known = json.loads(options)
        except (ValueError, TypeError, RecursionError):
            continue
        if isinstance(known, dict) and isinstance(ply, int) and isinstance(rest[1], float):
            yield Mistake(mark, ply, ruleset, known, position, tuple(str(played).split()), *rest)
