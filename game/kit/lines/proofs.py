"""How the table of proofs is divided: positions without a win by fours, and proof numbers of wins by threes."""

from __future__ import annotations

#: Entries of the two parts, one integer each in the first and two in the second.
FOURS = 1 << 17
THREES = 1 << 18
SIZE = FOURS + 2 * THREES
#: A number that says that something is impossible.
NEVER = 1 << 20
