"""The contents of a rule sheet: a game of stones in a row as data.

``docs/rule-sheets.md`` explains every key. ``game.sheets.reading`` reads a sheet from its file, ``game.sheets.game``
plays it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from enum import Enum

from game.core.geometry import Wrap


class BoardShape(Enum):
    """The shape of a board."""

    SQUARE = "square"
    HEXAGON = "hexagon"
    OCTAGON = "octagon"
    ROWS = "rows"
    """Rows of cells and holes, drawn as text."""


class Look(Enum):
    """The look of a board: a wooden grid, or a pond with a pocket for each stone."""

    WOOD = "wood"
    POND = "pond"


class StoneSide(Enum):
    """The side to which a kind of stone belongs. Only a wild kind can belong to both."""

    FIRST = "first"
    SECOND = "second"
    BOTH = "both"


class SheetOpening(Enum):
    """The opening of a game."""

    FREE = "free"
    PIE = "pie"
    """After the first turn, the second player may swap sides."""
    SWAP = "swap"
    SWAP2 = "swap2"
    PRO = "pro"


class Where(Enum):
    """The cells where a stone may be placed."""

    ANYWHERE = "anywhere"
    DROP = "drop"
    """On the lowest empty cell of a column, as if it fell down."""
    BESIDE = "beside"
    """On a cell next to a stone; the first stone of the game anywhere."""
    CROSS = "cross"
    """In the row or the column of the last stone, while one of their cells is empty; otherwise anywhere."""


class Directions(Enum):
    """The directions of lines that count. A hexagonal board has three, which are all straight."""

    ALL = "all"
    STRAIGHT = "straight"
    DIAGONAL = "diagonal"


class Effect(Enum):
    """The effect of a line on the side that makes it."""

    WINS = "wins"
    NOTHING = "nothing"
    LOSES = "loses"


class Winner(Enum):
    """The side that wins by a line."""

    COLOUR = "colour"
    """The side to which the kind of the line's stones belongs."""
    MOVER = "mover"
    """The side that placed the last stone of the line."""
    FIRST = "first"
    SECOND = "second"


class Full(Enum):
    """The end of a game that nobody has won, when the side to move cannot place a stone or the turns are over."""

    DRAW = "draw"
    FIRST = "first"
    SECOND = "second"


class Forbidden(Enum):
    """A kind of move that is forbidden to a side, as renju defines it."""

    DOUBLE_THREE = "double three"
    DOUBLE_FOUR = "double four"
    OVERLINE = "overline"


@dataclass(frozen=True)
class BoardSection:
    """The section ``board``: shape, size, edges and look.

    ``columns`` and ``rows`` are the size of a square or rectangular board. ``side`` is the number of cells on each edge
    of a hexagon. An octagon is a square of ``columns`` cells without ``cut`` cells at each end of its edges.
    """

    shape: BoardShape = BoardShape.SQUARE
    columns: int = 15
    rows: int = 15
    side: int = 6
    cut: int = 4
    drawing: tuple[str, ...] = ()
    """The rows of a board of shape ROWS, from the top: ``.`` is a cell, any other character a hole."""
    wrap: Wrap = Wrap.NONE
    look: Look = Look.WOOD


#: The key of a sheet that is being made and has no file; its id is used while the game is tried.
DRAFT_KEY = "draft"
#: The keys of a board that say nothing about a board of each shape.
SILENT_KEYS = {
    BoardShape.SQUARE: ("side", "cut", "drawing"),
    BoardShape.HEXAGON: ("columns", "rows", "cut", "drawing"),
    BoardShape.OCTAGON: ("side", "drawing"),
    BoardShape.ROWS: ("columns", "rows", "side", "cut"),
}


@dataclass(frozen=True)
class StoneKind:
    """An entry of the section ``stones``: a kind of stone.

    ``look`` names its drawing, as in ``game.core.ruleset.Stone``.
    """

    letter: str
    name: str
    look: str
    side: StoneSide
    shared: bool = False
    """True if the other side may place it, too."""
    wild: bool = False
    """True if the stone counts as every kind in a line."""
    hand: int = 0
    """The number of these stones that each side which may place them has; 0 for no limit."""

    def is_placed_by(self, seat: int) -> bool:
        """Return True if the first side (0) or the second side (1) may place this kind."""
        return self.shared or self.side is StoneSide.BOTH or self.side is (StoneSide.FIRST, StoneSide.SECOND)[seat]


#: The stones of a sheet that names none: black ones for the first side, white ones for the second.
USUAL_STONES = (
    StoneKind("b", "Black", "black", StoneSide.FIRST),
    StoneKind("w", "White", "white", StoneSide.SECOND),
)


@dataclass(frozen=True)
class TurnSection:
    """The section ``turn``: the number of stones in a turn, passes and the opening."""

    first: int = 1
    """The number of stones in the first turn of the game."""
    stones: int = 1
    """The number of stones in every other turn."""
    passes: bool = False
    """True if a player may pass; two passes in a row end the game as if the board were full."""
    opening: SheetOpening = SheetOpening.FREE


@dataclass(frozen=True)
class PlaceSection:
    """The section ``place``: the cells where a stone may be placed."""

    where: Where = Where.ANYWHERE
    middle: bool = False
    """True if the first stone of the game must be placed in the middle of the board."""


@dataclass(frozen=True)
class LineSection:
    """The section ``line``: the lines that win, lose or score.

    A line is a longest unbroken run of stones of one kind, with the wild stones among them.
    """

    length: int = 5
    longer: tuple[Effect, Effect] = (Effect.WINS, Effect.WINS)
    """The effect of a line of more than ``length`` stones, for the first and the second side."""
    blocked: bool = False
    """True if a line of exactly ``length`` stones between two stones of the opponent has no effect."""
    directions: Directions = Directions.ALL
    loses: int = 0
    """The number of stones in a line that loses unless the same stone wins; 0 for none."""
    points: bool = False
    """True if each row of ``length`` stones scores a point, and the side with more points wins at the end."""
    winner: Winner = Winner.COLOUR


@dataclass(frozen=True)
class CaptureSection:
    """The section ``capture``: runs of the opponent's stones between two of one's own are removed."""

    runs: tuple[int, ...] = ()
    """The lengths of runs that can be captured; empty if the game has no captures."""
    wins: int = 0
    """The number of captured stones that wins the game; 0 if captures do not win."""
    survive: bool = False
    """True if a line wins only if it is still on the board after the opponent's next turn."""


@dataclass(frozen=True)
class EndSection:
    """The section ``end``: the result if nobody has won before."""

    full: Full = Full.DRAW
    turns: int = 0
    """The number of turns after which the game ends; 0 for no limit."""


@dataclass(frozen=True)
class SheetRules:
    """The part of a sheet that determines how its game is played."""

    board: BoardSection = BoardSection()
    stones: tuple[StoneKind, ...] = USUAL_STONES
    sides: tuple[str, str] = ("", "")
    """The names of the first and the second side; "" if a side is called like its stones."""
    turn: TurnSection = TurnSection()
    place: PlaceSection = PlaceSection()
    line: LineSection = LineSection()
    capture: CaptureSection = CaptureSection()
    forbid: tuple[frozenset[Forbidden], frozenset[Forbidden]] = (frozenset(), frozenset())
    """The moves that are forbidden to the first and to the second side."""
    end: EndSection = EndSection()


@dataclass(frozen=True)
class Sheet:
    """A rule sheet: a game of stones in a row, with its texts.

    ``key`` is the name of its file without the suffix: lower-case letters, digits and underscores.
    """

    key: str
    title: str
    pitch: str
    rules: SheetRules
    author: str = ""
    version: str = ""
    known_as: str = ""
    """The trade name of the game, which the rules card mentions; "" if it has none."""
    card: Mapping[str, str] = field(default_factory=dict)
    """Sections of the rules card by heading, in addition to those made from the rules."""
    sample: tuple[str, ...] = ()
    """Moves in notation that the game card of the menu shows."""
    translations: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Texts of the sheet in other languages: language code to English text to translated text."""

    @property
    def is_draft(self) -> bool:
        """True if the game is still being made, so that its games are only tries."""
        return self.key == DRAFT_KEY

    def as_draft(self) -> Sheet:
        """Return the sheet under the key of drafts, so that its game is another one than that of its file."""
        return replace(self, key=DRAFT_KEY)

    @property
    def id(self) -> str:
        """The id of the ruleset: the key and a hash of the rules.

        A sheet with other rules is another game, so that an edited sheet never breaks a game that was played before.
        """
        return f"{self.key}_{rules_hash(self.rules)}"


def rules_hash(rules: SheetRules) -> str:
    """Return the first eight hexadecimal digits of a hash of the rules, without names and the looks of stones.

    Keys at their defaults are left out, so that a key which a later version adds does not change the hash.
    """
    plain = replace(
        rules,
        board=replace(rules.board, look=Look.WOOD),
        sides=SheetRules().sides,
        stones=tuple(replace(kind, name="", look="") for kind in rules.stones),
    )
    text = json.dumps(_changed(plain, SheetRules()), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def _changed(value: object, usual: object) -> object:
    """Return a value as JSON can write it; of a section, only the fields that differ from ``usual``."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        return [_changed(part, None) for part in value]
    if isinstance(value, frozenset):
        return sorted(str(part.value) for part in value)
    if not is_dataclass(value):
        return value
    pairs = ((each.name, getattr(value, each.name), getattr(usual, each.name, None)) for each in fields(value))
    return {name: _changed(part, other) for name, part, other in pairs if part != other}
