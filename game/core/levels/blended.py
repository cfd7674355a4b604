"""The mirror: an opponent between the measured levels of a ladder, set to a strength on their Elo scale.

A level that mirrors is called ``mirror:1042``, with the strength in its id, so that whoever writes the id down keeps
the strength: a file, a record, a question to an engine. The document players stay out of it: most of them have no dice
and would play the same game again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from game.core.language import gettext_noop
from game.core.levels.level import BlendedLevel, Level

#: The mirror before it is set to a strength; the ids of the set ones begin with it.
MIRROR = "mirror"
MIRROR_TITLE = gettext_noop("The mirror")
MIRROR_PITCH = gettext_noop("Wins half of its games with you. Outside rating and ladder.")
#: How far below the weakest rung the mirror goes, in Elo: nobody has measured anything there, and a stone falls nearly
#: anywhere.
_BELOW = 1000
_SET = re.compile(rf"{MIRROR}:(-?[0-9]{{1,5}})")


def mirror_id(strength: float) -> str:
    """The id of the mirror's level at a strength in Elo."""
    return f"{MIRROR}:{round(strength)}"


def mirror_strength(level_id: str) -> int | None:
    """The strength in a level's id, in Elo; None for a level that is no mirror, or not set."""
    found = _SET.fullmatch(level_id)
    return int(found[1]) if found else None


def is_mirror(level_id: str) -> bool:
    """Whether this is the id of the mirror, set to a strength or not."""
    return opponent_id(level_id) == MIRROR


def opponent_id(level_id: str) -> str:
    """The id by which games against one opponent are counted together: the mirror is one at every strength."""
    return MIRROR if mirror_strength(level_id) is not None else level_id


def rungs(levels: Iterable[Level]) -> tuple[Level, ...]:
    """The measured levels that the mirror stands between, the weakest first; none where there are not two."""
    measured = [level for level in levels if level.elo is not None]
    folk = [level for level in measured if not level.source]
    chosen = folk if len(folk) > 1 else measured
    return tuple(sorted(chosen, key=_elo)) if len(chosen) > 1 else ()


def mirror_range(levels: Iterable[Level]) -> tuple[int, int] | None:
    """The least and the greatest strength of the mirror among these levels, in Elo; None where there is no mirror."""
    found = rungs(levels)
    return (_elo(found[0]) - _BELOW, _elo(found[-1])) if found else None


def mirrored(levels: Sequence[Level], level_id: str) -> Level | None:
    """The mirror at the strength that its id names; None for another id, and where there is no mirror.

    Between two levels of one kind it has settings between theirs. Where the kinds differ it is the stronger one, and
    the weaker one plays a share of the turns, by the dice. Below the weakest level settings go on the way they went.
    """
    strength, found = mirror_strength(level_id), rungs(levels)
    if strength is None or not found:
        return None
    weaker, stronger = _neighbours(found, strength)
    gap = max(1, _elo(stronger) - _elo(weaker))
    part = min(1.0, (max(strength, _elo(found[0]) - _BELOW) - _elo(weaker)) / gap)
    made = replace(
        stronger,
        id=level_id,
        title=MIRROR_TITLE,
        pitch=MIRROR_PITCH,
        source="",
        elo=None,
        ponders=False,
        character=None,
    )
    if _is_alike(weaker, stronger):
        return replace(made, settings=_between(weaker.settings, stronger.settings, part))
    share = min(1.0, 1 - part)
    compiled = (stronger.compiled and share < 1) or (weaker.compiled and share > 0)
    return replace(made, relief=BlendedLevel(weaker, share), compiled=compiled)


def _neighbours(found: Sequence[Level], strength: float) -> tuple[Level, Level]:
    pairs = list(pairwise(found))
    return next((pair for pair in pairs if strength <= _elo(pair[1])), pairs[-1])


def _is_alike(one: Level, other: Level) -> bool:
    same_keys = one.thinker == other.thinker and one.settings.keys() == other.settings.keys()
    return same_keys and all(_has_between(setting, other.settings[key]) for key, setting in one.settings.items())


def _has_between(one: object, other: object) -> bool:
    """Whether settings lie between two; 0 nodes or plies are no limit, and nothing is between one and none."""
    both_whole = _is_number(one) and isinstance(one, int) and isinstance(other, int)
    return not both_whole or bool(one) == bool(other)


def _between(weaker: Mapping[str, Any], stronger: Mapping[str, Any], part: float) -> dict[str, Any]:
    nearer = stronger if part > 0.5 else weaker
    return {
        key: _blend(one, stronger[key], part) if _is_number(one) and _is_number(stronger[key]) else nearer[key]
        for key, one in weaker.items()
    }


def _is_number(setting: object) -> bool:
    return isinstance(setting, int | float) and not isinstance(setting, bool)


def _blend(one: float, other: float, part: float) -> float:
    """The number that lies a part of the way from one to the other; temperatures and nodes count by their ratios."""
    is_ratio = one > 0 and other > 0
    blend = one * (other / one) ** part if is_ratio else one + (other - one) * part
    if not (isinstance(one, int) and isinstance(other, int)):
        return blend
    # A limit that rounding made 0 would be none.
    return max(1, round(blend)) if is_ratio else round(blend)


def _elo(level: Level) -> int:
    assert level.elo is not None, "a rung was measured"
    return level.elo
