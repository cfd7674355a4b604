"""The settings of a search: plain numbers, so that each idea can be measured by switching it off."""

from __future__ import annotations

from dataclasses import dataclass, fields

#: Depths are counted in sixteenths of a ply.
PLY = 16


@dataclass(frozen=True)
class SearchSettings:
    """The settings: depths and reductions in 1/16 ply, margins in points, budgets in nodes; 0 switches an idea off."""

    fours_at_root: int = 12
    """Budget of the VCF search at the root before each depth, in percent of the nodes so far."""
    fours_at_leaf: int = 24
    """Nodes of the VCF search at a leaf."""
    threes_at_root: int = 4
    """Budget of the VCT search at the root before each depth, in percent of the nodes so far."""
    razoring: int = 33
    """Razoring: with a value below alpha by a small margin and this much a ply, only a VCF is searched for."""
    futility: int = 60
    """Futility pruning: with a value above beta by this much a ply the position is not searched."""
    unknown_reduction: int = 18
    """The reduction of a position without a hash move, which is probably not important."""
    singular: int = 109
    """Singular extension: the least depth at which the hash move is tested."""
    singular_margin: int = 2
    stop_extension: int = 12
    """The extension of a forced answer to a five: the part of its ply that is given back."""
    few: int = 9
    """Late move pruning: the number of moves before quiet ones are pruned is this plus depth to the power of 1.32."""
    dull_depth: int = 4 * PLY
    """Below this depth moves that neither make nor stop anything are pruned."""
    reduction_percent: int = 63
    """Late move reductions: their steepness in percent."""
    cut_reduction: int = 26
    worse_reduction: int = 3
    wide_reduction: int = PLY
    """Late move reductions: how much smaller they are where the position was ever in the principal variation."""
    gap_reduction: int = 20
    """Late move reductions: how much larger they are for a move far behind the first in the order."""
    follow_up_shift: int = 6
    """Continuation history counts divided by 2 to this power in the move order; 0 switches it off."""


#: The full search, every idea switched on.
FULL = SearchSettings()
#: The layout of the settings in the record of the tables.
LAYOUT = [(field.name, "i8") for field in fields(SearchSettings)]
