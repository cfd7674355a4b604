"""A hint: what is tried, why, and the lines that show it. No pygame here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.core.model import Move, Place, Reason
from game.core.ruleset import reason_for
from game.ui.table import Table
from game.ui.wording import as_sentence, colour_name, listed, screen_move


def hint_reasons(table: Table, moves: Sequence[Move]) -> list[Reason]:
    """What the ruleset says of each move of a hint, where it says something."""
    return list(_reasons(table, moves))


def _reasons(table: Table, moves: Sequence[Move]) -> Iterator[Reason]:
    ruleset, state = table.match.ruleset, table.match.state
    for move in moves:
        if ruleset.check(state, move) is not None:
            return
        reason = reason_for(ruleset, state, move)
        if reason is not None:
            yield reason
        state = ruleset.apply(state, move).state


def hint_sentence(table: Table, moves: Sequence[Move], reasons: Sequence[Reason], note: str) -> str:
    """``Try H8: blocks an open three. A certain win.``; ``note`` is what the thinker said."""
    tried = listed([f"{screen_move(table, move)}{_stone_words(table, move)}" for move in moves])
    because = list(dict.fromkeys(_as_part(reason.message) for reason in reasons)) or [_as_part(note)]
    why = ", and ".join(part for part in because if part)
    rest = note
    for reason in reasons:
        rest = rest.removeprefix(reason.message).strip()
    return f"Try {tried}{f': {why}' if why else ''}.{f' {as_sentence(rest)}' if reasons and rest else ''}"


def _as_part(sentence: str) -> str:
    """A sentence as the part of another one."""
    return f"{sentence[:1].lower()}{sentence[1:].rstrip('.')}"


def _stone_words(table: Table, move: Move) -> str:
    info = table.match.ruleset.info
    return f" with the {colour_name(info, move.stone)}" if isinstance(move, Place) and info.names_stone else ""
