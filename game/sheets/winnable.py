"""Whether a game can be won at all: whether a line fits on its board, and whether there are stones for it."""

from __future__ import annotations

from game.core.language import _
from game.sheets.boards import geometry_of
from game.sheets.sheet import Full, SheetRules


def why_never_won(rules: SheetRules) -> str:
    """Return a sentence that says why nobody can ever make a line that counts, and what follows; "" if one can.

    A game that ends by a number of captured stones can always be won.
    """
    if rules.capture.wins:
        return ""
    lengths = [length for length in (rules.line.length, rules.line.loses) if length]
    fitting = [length for length in lengths if geometry_of(rules).windows(length)]
    if not fitting:
        reason = _("No row of {length} cells fits on the board.", length=min(lengths))
    elif _most_in_a_line(rules) < min(fitting):
        reason = _("There are too few stones for a row of {length}.", length=min(fitting))
    else:
        return ""
    ends = {
        Full.DRAW: _("So nobody can ever win this game."),
        Full.FIRST: _("So the first player always wins this game."),
        Full.SECOND: _("So the second player always wins this game."),
    }
    return f"{reason} {ends[rules.end.full]}"


def _most_in_a_line(rules: SheetRules) -> int:
    """Return an upper limit of the number of stones of one kind, with wild ones, that a game can have."""
    cells = len(geometry_of(rules))
    placed = cells if not rules.end.turns else rules.turn.first + (rules.end.turns - 1) * rules.turn.stones
    counts = {}
    for kind in rules.stones:
        sides = sum(kind.is_placed_by(seat) for seat in (0, 1))
        counts[kind] = sides * kind.hand if kind.hand else cells
    wild = sum(count for kind, count in counts.items() if kind.wild)
    most = max((count + wild for kind, count in counts.items() if not kind.wild), default=0)
    return min(most, placed)
