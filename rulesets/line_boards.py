"""The boards of games of rows: their options, and the limit of our opponents.

The rows of a board are an option that follows its columns, so a game that does not name them has a square board.
"""

from __future__ import annotations

from game.core.geometry import MOST_COLUMNS, Geometry, rectangle
from game.core.language import _, gettext_noop
from game.core.model import Options, Reason
from game.core.ruleset import Option

#: The smallest and the largest number of columns and of rows; every column has a letter.
LEAST_SIDE, MOST_SIDE = 5, MOST_COLUMNS
#: The largest board of our opponents, which is square: the compiled search has no other.
LARGEST_SEARCHED = 22
_ROWS = "rows"

#: The columns of the games of six in a row, which had a board of 19x19 only.
SIZE_OF_SIX = Option(
    "size",
    gettext_noop("Board size"),
    "number",
    19,
    low=LEAST_SIDE,
    high=MOST_SIDE,
    presets=(15, 19),
    is_optional=True,
)


def rows_beside(columns: Option) -> Option:
    """Return the option for the rows of a board whose columns are another option."""
    return Option(
        _ROWS,
        gettext_noop("Rows"),
        "number",
        columns.default,
        low=LEAST_SIDE,
        high=MOST_SIDE,
        is_optional=True,
        follows=columns.key,
    )


def board_of(columns: int, options: Options) -> Geometry:
    """Return the board with this number of columns, and as many rows unless the options name another number."""
    return rectangle(columns, int(options.get(_ROWS, columns)))


def board_of_six(options: Options) -> Geometry:
    """Return the board of a game of six in a row with these options."""
    return board_of(int(SIZE_OF_SIX.value(options)), options)


def board_refusal(board: Geometry) -> Reason | None:
    """Return why our opponents, hints and analysis cannot be used on a board; None if they can."""
    if board.columns == board.rows <= LARGEST_SEARCHED:
        return None
    text = _(
        "The computer plays and analyses on square boards up to {size}x{size} only, not on {columns}x{rows}.",
        size=LARGEST_SEARCHED,
        columns=board.columns,
        rows=board.rows,
    )
    return Reason("board", text)
