"""The bytes of a RenLib library.

Source: RenLib 3.4, LibraryFile.cpp, MoveNode.cpp and RenLibDoc.cpp. A library is a header of 20 bytes and nodes, a
parent before its children, each a byte for the cell and a byte of flags, then what the flags announce: two more bytes
of flags, a comment, a text on the board. All of it takes an even number of bytes. A cell is 16 times the row from the
top, from 0, and the column from 1; 0 is no cell: the root, or a pass.
"""

from __future__ import annotations

HEAD = b"\xffRenLib\xff"
HEAD_LENGTH = 20
#: The version that is written, and the newest one that is read.
VERSION = (3, 4)
SIZE = 15

#: There is another node beside this one, after all that is below it.
HAS_SIBLING = 0x80
#: There is no node below this one.
IS_LEAF = 0x40
OLD_COMMENT = 0x20
MARK = 0x10
COMMENT = 0x08
START = 0x04
#: It only bears a text on the board.
NO_MOVE = 0x02
#: Two more bytes of flags follow; the lowest bit of the second one announces a text on the board.
EXTENSION = 0x01
BOARD_TEXT = 0x01

#: What stands between the first line of a comment and the others.
LINE_END = b"\x08"
#: Letters that stood for others in the comments of the oldest libraries.
OLD_LETTERS = str.maketrans("}{|][\\", "åäöÅÄÖ")

#: What a study keeps of a node: its flags START and those that nobody knows, as numbers.
FLAGS = "RenLib flags"


def cell_of(code: int) -> int | None:
    """The cell of a byte, None for one that is none."""
    row, column = divmod(code, 16)
    return row * SIZE + column - 1 if column and row < SIZE else None


def code_of(cell: int) -> int:
    """The byte of a cell."""
    row, column = divmod(cell, SIZE)
    return 16 * row + column + 1
