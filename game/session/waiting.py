"""Waiting for an opponent whose engine is being compiled, and a game against another one in the meantime.

No pygame here.
"""

from __future__ import annotations

from game.core.language import _
from game.core.ruleset import Level
from game.session.game_session import GameSession
from game.session.match_plan import MatchPlan, seat_down
from game.session.services import Services
from game.session.shown_game import name_at


def waiting_sentence(table: GameSession) -> str:
    """Return the sentence about an opponent that is to move but not ready; "" if there is none."""
    progress = table.getting_ready if table.opponent_to_move else None
    if progress is None:
        return ""
    name = name_at(table, table.match.state.seat)
    if table.services.preparation.has_failed(table.tournament.ruleset.info.id):
        return _("{name} cannot run on this computer.", name=name)
    if not progress.total:
        return _("Preparing {name}, only once on this computer. The clock is stopped.", name=name)
    return _(
        "Preparing {name}, only once on this computer: {done} of {total}. The clock is stopped.",
        name=name,
        done=progress.done,
        total=progress.total,
    )


def somebody_meanwhile(table: GameSession) -> Level | None:
    """Return the strongest level that can play while this session's opponent gets ready, None if there is none."""
    info, preparation = table.tournament.ruleset.info, table.services.preparation
    ready = [level for level in info.levels if preparation.can_answer(info.id, level)]
    return max(ready, key=lambda level: level.elo or 0, default=None)


def play_meanwhile(services: Services, table: GameSession) -> GameSession:
    """Start a new match with the same rules against a level that can play at once; the old match stays unchanged."""
    old, level = table.tournament, somebody_meanwhile(table)
    assert level is not None, "nobody can play"
    first = "me" if old.first == old.person_index else "other"
    plan = MatchPlan(old.ruleset, dict(old.options), level.id, first=first, time_control=old.time_control)
    plan.teacher = old.teacher
    return seat_down(services, plan)
