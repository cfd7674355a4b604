"""Edited positions of Threestones, with the scores and the remaining stones that a real game would have led to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from game.core.language import _, gettext_noop
from game.core.model import EMPTY, Reason

from .pond import DUCK, FULL_HAND, LINES, MILLER, PENGUIN, POND, STONES, PondState, arrangements, other_team, points

#: Messages about too many stones of a kind.
_TOO_MANY: Mapping[str, str] = {
    DUCK: gettext_noop("There are {count} duck stones on the board; the players have only {most} in all."),
    PENGUIN: gettext_noop("There are {count} penguin stones on the board; the players have only {most} in all."),
    MILLER: gettext_noop("There are {count} Millers on the board; the players have only {most} in all."),
}


def arisen(state: PondState, stones: Mapping[int, str], last: int | None) -> PondState | Reason:
    """Return ``state`` with these stones on its empty board, or the Reason why they are too many of a kind.

    ``stones`` maps cells to stones, and ``last`` is the cell of the last stone. Each line of three that scores counts
    for its team, no matter who placed its stones. Since it is unknown which player placed which stone, each kind is
    divided evenly between the players. Without a last stone, the next one may go into any empty cell.
    """
    counts = {kind: list(stones.values()).count(kind) for kind in STONES}
    for kind in STONES:
        most = 2 * FULL_HAND[kind]
        if counts[kind] > most:
            return Reason("too many", _(_TOO_MANY[kind], count=counts[kind], most=most))
    board = tuple(stones.get(cell, EMPTY) for cell in range(len(POND)))
    return replace(
        state,
        board=board,
        put_down=(),
        scores=points(arrangements(board, LINES)),
        hands=_hands(state.colour, counts),
        last=() if last is None or last not in stones else (last,),
    )


def _hands(mover: str, counts: Mapping[str, int]) -> dict[str, dict[str, int]]:
    """Return both players' hands after the stones on the board were played.

    The player to move has placed half of them, rounded down. If two kinds have an odd number of stones, each player has
    placed one of the extra stones; the player to move has placed that of the own kind, if there is one.
    """
    odd = sorted((kind for kind in STONES if counts[kind] % 2), key=lambda kind: kind != mover)
    by_mover = {kind: counts[kind] // 2 + (kind in odd[: len(odd) // 2]) for kind in STONES}
    left = {kind: FULL_HAND[kind] - by_mover[kind] for kind in STONES}
    others = {kind: FULL_HAND[kind] - (counts[kind] - by_mover[kind]) for kind in STONES}
    hands = {mover: left, other_team(mover): others}
    return {team: {kind: hands[team][kind] for kind in FULL_HAND} for team in (DUCK, PENGUIN)}
