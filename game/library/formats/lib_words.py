"""Constants and cell numbering of RenLib's binary file format.

Source: RenLib 3.4, LibraryFile.cpp, MoveNode.cpp and RenLibDoc.cpp. A library is a header of 20 bytes, followed by the
nodes, parents before children. A node is a byte for the cell and a byte of flags, then the parts that the flags
announce: two more bytes of flags, a comment, a text on the board. Every part has an even number of bytes. A cell is 16
times the row (from 0 at the top) plus the column (from 1). A cell of 0 means no cell: the root or a pass.
"""

from __future__ import annotations

HEAD = b"\xffRenLib\xff"
HEAD_LENGTH = 20
#: Version to write, and the newest version that can be read.
VERSION = (3, 4)
SIZE = 15

#: Another child of the same parent follows after the descendants of this node.
HAS_SIBLING = 0x80
#: This node has no children.
IS_LEAF = 0x40
OLD_COMMENT = 0x20
MARK = 0x10
COMMENT = 0x08
START = 0x04
#: This node is not a move; it only holds a text on the board.
NO_MOVE = 0x02
#: Two more bytes of flags follow; the lowest bit of the second one announces a text on the board.
EXTENSION = 0x01
BOARD_TEXT = 0x01

#: Separator between the first line of a comment and the others.
LINE_END = "\x08"
#: Replacement characters in the comments of the oldest libraries.
OLD_LETTERS = str.maketrans("}{|][\\", "åäöÅÄÖ")

#: The cell byte of a pass.
PASS = 0

#: Key of a node property stored in a study: the flags START and unknown flags, as numbers.
FLAGS = "RenLib flags"


def cell_of(code: int) -> int | None:
    """Return the board cell that a byte of a RenLib file means, or None for the root and for passes."""
    row, column = divmod(code, 16)
    return row * SIZE + column - 1 if column and row < SIZE else None


def code_of(cell: int) -> int:
    """Return the byte that means a board cell in a RenLib file."""
    row, column = divmod(cell, SIZE)
    return 16 * row + column + 1
