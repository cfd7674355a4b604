"""The settings of a search as plain numbers, so that each technique can be switched off and measured."""

from __future__ import annotations

from dataclasses import dataclass, fields

#: Depths are counted in sixteenths of a ply.
PLY = 16


@dataclass(frozen=True)
class SearchSettings:
    """The settings of a search: depths and reductions in 1/16 ply, margins in points, budgets in nodes; 0 is off."""

    fours_at_root: int = 12
    """Budget of the search for a win by continuous fours (VCF) at the root before each depth.

    It is a percentage of the nodes so far.
    """
    fours_at_leaf: int = 24
    """Nodes of the search for a win by continuous fours (VCF) at a leaf."""
    threes_at_root: int = 4
    """Budget of the search for a win by continuous threats (VCT) at the root before each depth.

    It is a percentage of the nodes so far.
    """
    four_threes: int = 1
    """Wins by a four that also makes an open three are seen at once, and only moves that may stop one are searched."""
    razoring: int = 33
    """Razoring: if the value is far below alpha, only a win by continuous fours (VCF) is searched.

    Far means a small margin plus this many points per ply of depth.
    """
    futility: int = 60
    """Futility pruning: if the value is above beta by this many points per ply, the position is not searched."""
    unknown_reduction: int = 18
    """Reduction of a position without a hash move, which is probably unimportant."""
    singular: int = 109
    """Singular extension: least depth at which the hash move is tested."""
    singular_margin: int = 2
    stop_extension: int = 12
    """Extension of a forced answer to a five: the part of its ply that is given back."""
    few: int = 9
    """Late move pruning: later moves are pruned after this number of moves plus depth to the power of 1.32."""
    dull_depth: int = 4 * PLY
    """Depth below which moves that neither make nor stop a pattern are pruned."""
    reduction_percent: int = 63
    """Late move reductions: their steepness in percent."""
    cut_reduction: int = 26
    worse_reduction: int = 3
    wide_reduction: int = PLY
    """Late move reductions: decrease in positions that were once in the principal variation."""
    gap_reduction: int = 20
    """Late move reductions: increase for a move far behind the first in the move order."""
    follow_up_shift: int = 6
    """The continuation history is divided by 2 to this power in the move order; 0 switches it off."""


#: The full search, with every technique switched on.
FULL = SearchSettings()
#: Layout of the settings in the record of the tables.
LAYOUT = [(field.name, "i8") for field in fields(SearchSettings)]
