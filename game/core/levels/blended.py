"""The adaptive opponent (*The mirror* on screen): a level of any strength between the measured levels of a ladder.

Its level id contains its strength in Elo, as in ``mirror:1042``, so every place that stores the id also stores the
strength: files, records, requests to an engine. Levels that follow a document are not used for it, because most of them
play no random moves and would repeat the same game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from game.core.language import gettext_noop
from game.core.levels.level import BlendedLevel, Level

#: The id of the adaptive opponent without a strength; ids with a strength begin with it.
MIRROR = "mirror"
MIRROR_TITLE = gettext_noop("The mirror")
MIRROR_PITCH = gettext_noop("An opponent as strong as you. Unrated, not on the ladder.")
#: The distance, in Elo, that the adaptive opponent can go below the weakest measured level. Nothing was measured there,
#: and its moves are nearly random.
_BELOW = 1000
_SET = re.compile(rf"{MIRROR}:(-?[0-9]{{1,5}})")


def mirror_id(strength: float) -> str:
    """Return the level id of the adaptive opponent with this strength in Elo."""
    return f"{MIRROR}:{round(strength)}"


def mirror_strength(level_id: str) -> int | None:
    """Return the Elo in an adaptive opponent's id, such as ``mirror:1042``, or None for other ids."""
    found = _SET.fullmatch(level_id)
    return int(found[1]) if found else None


def is_mirror(level_id: str) -> bool:
    """Return True if this is the level id of the adaptive opponent, with or without a strength."""
    return opponent_id(level_id) == MIRROR


def opponent_id(level_id: str) -> str:
    """Return the id under which games against a level are counted.

    All strengths of the adaptive opponent have the same id.
    """
    return MIRROR if mirror_strength(level_id) is not None else level_id


def measured_levels(levels: Iterable[Level]) -> tuple[Level, ...]:
    """Return the measured levels between which the adaptive opponent's strength can lie, weakest first.

    The result is empty if there are fewer than two.
    """
    measured = [level for level in levels if level.elo is not None]
    characters = [level for level in measured if not level.source]
    chosen = characters if len(characters) > 1 else measured
    return tuple(sorted(chosen, key=_elo)) if len(chosen) > 1 else ()


def mirror_range(levels: Iterable[Level]) -> tuple[int, int] | None:
    """Return the lowest and the highest strength that the adaptive opponent can have, in Elo.

    Return None if fewer than two of these levels were measured.
    """
    found = measured_levels(levels)
    return (_elo(found[0]) - _BELOW, _elo(found[-1])) if found else None


def mirrored(levels: Sequence[Level], level_id: str) -> Level | None:
    """Return the adaptive opponent with the strength that its level id contains, such as ``mirror:1042``.

    It lies between the two neighbouring measured levels. If both have the same thinker, its settings are interpolated
    between theirs; below the weakest level they are extrapolated. If the thinkers differ, it is the stronger level, and
    the weaker one plays a share of the turns, chosen at random. Return None for other ids, or if fewer than two levels
    were measured.
    """
    strength, found = mirror_strength(level_id), measured_levels(levels)
    if strength is None or not found:
        return None
    pairs = list(pairwise(found))
    weaker, stronger = next((pair for pair in pairs if strength <= _elo(pair[1])), pairs[-1])
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
    return replace(made, blended=BlendedLevel(weaker, share), compiled=compiled)


def _is_alike(one: Level, other: Level) -> bool:
    same_keys = one.thinker == other.thinker and one.settings.keys() == other.settings.keys()
    return same_keys and all(_has_between(setting, other.settings[key]) for key, setting in one.settings.items())


def _has_between(one: object, other: object) -> bool:
    """Return True if there are values between these two settings of computer opponents.

    A limit of 0 nodes or plies means no limit, so there is nothing between 0 and another number.
    """
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
    """Return a number interpolated between two settings: ``one`` for part 0, ``other`` for part 1.

    Parts outside this range extrapolate.

    Positive numbers, such as temperatures and nodes, are interpolated geometrically, the others linearly.
    """
    is_ratio = one > 0 and other > 0
    blend = one * (other / one) ** part if is_ratio else one + (other - one) * part
    if not (isinstance(one, int) and isinstance(other, int)):
        return blend
    # Rounding must not turn a limit into 0, which means no limit.
    return max(1, round(blend)) if is_ratio else round(blend)


def _elo(level: Level) -> int:
    assert level.elo is not None, "a rung was measured"
    return level.elo
