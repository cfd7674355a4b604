"""The layout of the proof table: positions without a VCF, and the proof numbers of VCT."""

from __future__ import annotations

#: The number of entries of the two parts; an entry is one integer in the first and two in the second.
FOURS = 1 << 17
THREES = 1 << 18
SIZE = FOURS + 2 * THREES
#: The proof number of something impossible.
NEVER = 1 << 20
