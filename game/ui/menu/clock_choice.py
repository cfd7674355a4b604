"""Time controls that the match setup offers, with their names. Independent of pygame."""

from __future__ import annotations

from game.core.clock import UNTIMED, TimeControl
from game.core.language import _, gettext_noop, plural

_PER_TURN = tuple(TimeControl(seconds, is_per_turn=True) for seconds in (10, 20, 30, 60, 120))
_PER_GAME = tuple(
    TimeControl(60 * minutes, increment)
    for minutes, increment in ((1, 0), (3, 2), (5, 0), (5, 5), (10, 0), (10, 10), (15, 10))
)

#: The kinds of time control: name, and the one that is selected first.
KINDS = (
    (gettext_noop("None"), UNTIMED),
    (gettext_noop("Per turn"), _PER_TURN[1]),
    (gettext_noop("Per game"), _PER_GAME[3]),
)


def is_same_kind(one: TimeControl, other: TimeControl) -> bool:
    """Return True if both time controls limit the same thing: each turn, the whole game, or nothing."""
    return (one.is_timed, one.is_per_turn) == (other.is_timed, other.is_per_turn)


def stepped(control: TimeControl, by: int) -> TimeControl:
    """Return the next longer (1) or shorter (-1) time control of the same kind.

    Return ``control`` itself if there is no longer or shorter one.
    """
    offered = _PER_TURN if control.is_per_turn else _PER_GAME
    place = offered.index(control) if control in offered else 0
    return offered[max(0, min(len(offered) - 1, place + by))]


def time_control_text(control: TimeControl) -> str:
    """Return a time control as a short text, such as ``20 s``, ``5 min`` or ``3 + 2``."""
    if control.seconds % 60:
        return _("{seconds} s", seconds=control.seconds)
    minutes = control.seconds // 60
    return f"{minutes} + {control.increment:g}" if control.increment else _("{minutes} min", minutes=minutes)


def clock_sentence(control: TimeControl) -> str:
    """Return a sentence that explains a time control, or "" if the game is untimed."""
    if not control.is_timed:
        return ""
    time = time_control_text(TimeControl(control.seconds, is_per_turn=control.is_per_turn))
    if control.is_per_turn:
        return _("{time} for each turn.", time=time)
    if not control.increment:
        return _("{time} per player for the whole game.", time=time)
    return plural(
        "{time} per player, plus {count} second after each turn.",
        "{time} per player, plus {count} seconds after each turn.",
        round(control.increment),
        time=time,
    )
