"""How a search weighs its effort: plain numbers, so that an idea can be measured by switching it off."""

from __future__ import annotations

from dataclasses import dataclass, fields

#: Depths are counted in sixteenths of a ply.
PLY = 16


@dataclass(frozen=True)
class SearchSettings:
    """Depths and reductions in sixteenths of a ply, margins in points, budgets in nodes; 0 switches an idea off."""

    fours_at_root: int = 25
    """What a win by fours may take at the root before each depth, in percent of the nodes so far."""
    fours_at_leaf: int = 24
    """Nodes for a win by fours at the last ply."""
    threes_at_root: int = 8
    """What a win by fours and threes may take at the root before each depth, in percent of the nodes so far."""
    razoring: int = 22
    """Below the window by a little and by so much a ply, the last plies look for fours only."""
    futility: int = 60
    """Above the window by so much a ply is good enough."""
    unknown_reduction: int = 8
    """A position that is new is searched less, as it is probably not important."""
    singular: int = 6 * PLY
    """The depth from which a remembered move is tested for being the only good one."""
    singular_margin: int = 2
    stop_extension: int = 12
    """Stopping a four is forced and costs hardly any depth: so much is given back of the ply."""
    few: int = 6
    """How many moves are tried before quiet ones are left out: these and depth to the power of 1.3."""
    dull_depth: int = 4 * PLY
    """Below this depth moves that make and stop nothing are left out."""
    reduction_percent: int = 75
    """How steeply late moves are searched less."""
    cut_reduction: int = 26
    worse_reduction: int = PLY
    wide_reduction: int = PLY
    """By how much less where the position was ever part of the main line."""
    gap_reduction: int = 12
    """Moves far behind the first in the order are searched less."""
    follow_up_shift: int = 6
    """Continuation history counts a part of this power of two in the order of moves, 0 for not at all."""


#: Everything switched on.
FULL = SearchSettings()
#: The fields as the record of the tables holds them.
LAYOUT = [(field.name, "i8") for field in fields(SearchSettings)]
