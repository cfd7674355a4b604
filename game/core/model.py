"""The vocabulary that every ruleset and the app share: moves, states, events, outcomes, reasons."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from game.core.errors import ParseError as ParseError
from game.core.geometry import Geometry

#: A cell without a stone, in ``State.board``.
EMPTY = "."

OptionValue = str | int | bool
Options = Mapping[str, OptionValue]


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is refused, or what a move is good for: a code for programs and a sentence for the player."""

    code: str
    message: str
    lines: tuple[tuple[int, ...], ...] = ()
    """The cells concerned, as straight lines from the first cell to the last; none where nothing can be shown."""


@dataclass(frozen=True, slots=True)
class Place:
    """One stone of a kind (its letter) put on a cell."""

    cell: int
    stone: str


@dataclass(frozen=True, slots=True)
class Choose:
    """A word said in an opening phase, such as ``put2`` or ``duck``."""

    key: str


Move = Place | Choose


class Termination(Enum):
    """How a game ended. The first three members come from rulesets, the others from the match."""

    LINE = "line"
    POINTS = "points"
    FULL_BOARD = "full board"
    RESIGNATION = "resignation"
    AGREED_DRAW = "agreed draw"
    TIME = "time"
    FORFEIT = "forfeit"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game: how, which seat won (None for a draw), and the scores by colour where there are any."""

    termination: Termination
    winner: int | None
    scores: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class State:
    """A position, immutable. Rulesets add what they need in a subclass.

    Seats are 0 and 1. A seat's colour is the letter of its stones, ``b`` or ``w``, or "" while the opening has
    not given it one. ``colour`` is the colour on turn: the owner of the stone to be placed next, "" in a choice.
    """

    geometry: Geometry
    board: tuple[str, ...]
    """A stone's letter or EMPTY for each cell of the geometry."""
    seat: int
    """The seat on turn."""
    colours: tuple[str, str]
    colour: str
    placements_left: int = 1
    """The stones that the seat on turn still places in this turn, the next one included."""
    last: tuple[int, ...] = ()
    """The cells of the running turn's placements, or of the turn before while it has none; newest last."""
    scores: Mapping[str, int] = field(default_factory=dict)
    hands: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """Stones left by colour and kind, where a ruleset counts them."""

    @property
    def is_opening(self) -> bool:
        """Whether an opening runs, which has rules of its own; it does while a seat has no colour."""
        return not all(self.colours)

    def seat_of(self, colour: str) -> int | None:
        """The seat that plays this colour, None while nobody does."""
        return self.colours.index(colour) if colour in self.colours else None


@dataclass(frozen=True, slots=True)
class Tossed:
    """A coin toss and the seat that won it."""

    seat: int


@dataclass(frozen=True, slots=True)
class Chosen:
    """A seat said a word in an opening phase."""

    seat: int
    key: str


@dataclass(frozen=True, slots=True)
class Placed:
    """A seat put a stone on a cell."""

    seat: int
    cell: int
    stone: str


@dataclass(frozen=True, slots=True)
class Scored:
    """A colour gained one point for each of these new arrangements."""

    colour: str
    lines: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class LineMade:
    """A colour completed its winning line."""

    colour: str
    cells: tuple[int, ...]


Event = Tossed | Chosen | Placed | Scored | LineMade


@dataclass(frozen=True, slots=True)
class Step:
    """The result of a move: the new state and the events on the way, in order."""

    state: State
    events: tuple[Event, ...] = ()


class MarkKind(Enum):
    """The meaning of a mark."""

    LAST = "last"
    LINE = "line"
    FORBIDDEN = "forbidden"
    LEGAL = "legal"
    """The cells that the next stone is limited to, when the rule narrows them (such as a row and a column)."""
    SCORED = "scored"
    """An arrangement that earned a point; ``colour`` says whose."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Cells that the board should point out."""

    kind: MarkKind
    cells: tuple[int, ...]
    colour: str = ""
    why: Reason | None = None
    """Why the cells are marked, where that can be told: shown when the player points at them."""


@dataclass(frozen=True, slots=True)
class Threats:
    """The lines that one side could win with by its next whole turn, and the stones that stop all of them."""

    colour: str
    """The side that threatens."""
    lines: tuple[tuple[int, ...], ...]
    """The cells of each winning line that one turn could complete, its empty cells included; none without a threat."""
    needed: int
    """The number of stones that stop all lines: 0 without a line, more than a turn brings when nothing stops them."""
    cells: tuple[int, ...] = ()
    """The cells of the smallest answers, in reading order; none when a turn's stones are not enough."""

    @property
    def is_unstoppable(self) -> bool:
        """Whether even all stones of a turn do not stop it."""
        return bool(self.lines) and not self.cells


class AttackKind(Enum):
    """The kind of an attack, in the terms of five in a row: where the winning line is longer, so are the rows."""

    FOUR = "four"
    """One stone more wins, and one stone stops that."""
    OPEN_FOUR = "open four"
    DOUBLE_FOUR = "double four"
    FOUR_AND_THREE = "four and open three"
    DOUBLE_THREE = "double three"
    OPEN_THREE = "open three"


@dataclass(frozen=True, slots=True)
class Attack:
    """What one side has on the board, or could make with one stone, that wins unless it is stopped in time."""

    colour: str
    """The side that attacks."""
    kind: AttackKind
    lines: tuple[tuple[int, ...], ...]
    """The rows that it consists of, each as its cells in order."""
    goes_on: tuple[int, ...]
    """The cells on which a stone of its own carries it out, in reading order."""
    stops: tuple[int, ...]
    """The cells on which a single stone of the other side stops it, in reading order; none where nothing does. Of a
    four and an open three on the board they stop the four, and the three goes on. That the other side may gain time
    with fours of its own is not counted."""
    is_coming: bool = False
    """Whether its own stone on one of ``goes_on`` has yet to make it; the side has it already otherwise."""
