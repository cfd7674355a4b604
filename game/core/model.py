"""The data types that rulesets and the app share: moves, states, events, threats, and optional parts of a ruleset."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol, runtime_checkable

from game.core.errors import ParseError as ParseError
from game.core.geometry import Geometry
from game.core.symmetry import Symmetry

#: The entry in ``State.board`` of a cell without a stone.
EMPTY = "."

OptionValue = str | int | bool
Options = Mapping[str, OptionValue]


@dataclass(frozen=True, slots=True)
class Reason:
    """An explanation of a refusal or of the purpose of a move: a code for programs and a sentence for the player.

    ``code`` is a short English text that does not change with the language, such as ``occupied``. ``message`` is a
    translated sentence; one that was made by ``_`` is shown in the current language, a plug-in's plain text without a
    translation.
    """

    code: str
    message: str
    lines: tuple[tuple[int, ...], ...] = ()
    """Cells to highlight, as straight lines, each from its first cell to its last; empty if there is nothing to show.
    """
    quiet: bool = False
    """True if the refused cell needs no mark on the board, because the players see why; with gravity, most cells are
    refused.
    """


@dataclass(frozen=True, slots=True)
class Place:
    """A move that places a stone: the number of the cell and the letter of the kind of stone."""

    cell: int
    stone: str


@dataclass(frozen=True, slots=True)
class Choose:
    """A move that answers a question of the opening; ``key`` is the key of a Choice, such as ``put2`` or ``duck``."""

    key: str


@dataclass(frozen=True, slots=True)
class Pass:
    """A move that places no stone, so that the other player is to move. Only some games have it: ``DeclaresPasses``."""


Move = Place | Choose | Pass


class Termination(Enum):
    """The way in which a game ended. Rulesets use the first five members, the match itself the others."""

    LINE = "line"
    POINTS = "points"
    FULL_BOARD = "full board"
    PASSES = "passes"
    OWN_LINE = "own line"
    """A side lost by a line of its own stones, marked as ``MarkKind.OWN_LINE``."""
    RESIGNATION = "resignation"
    AGREED_DRAW = "agreed draw"
    TIME = "time"
    FORFEIT = "forfeit"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game: how it ended, the winner (player 0 or 1, or None), and the final scores.

    ``winner`` is seat 0 or 1, None for a draw. ``scores`` maps the letter of each colour to its points; it is empty in
    games without points.
    """

    termination: Termination
    winner: int | None
    scores: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class State:
    """An immutable position of a game. A ruleset adds its own fields in a frozen subclass.

    A seat is the number of a player, 0 or 1. ``colours`` holds the colour of each seat, as the letter of its stones
    (``b`` or ``w``), or "" while the opening has not assigned one. ``colour`` is the colour of the next stone to be
    placed, "" while the opening asks for a choice. ``scores`` maps colours to points.
    """

    geometry: Geometry
    board: tuple[str, ...]
    """The letter of the stone on each cell, or EMPTY; one entry for each cell of the geometry."""
    seat: int
    """The seat to move, 0 or 1."""
    colours: tuple[str, str]
    colour: str
    placements_left: int = 1
    """The number of stones that the seat to move still has to place in this turn, including the next one."""
    last: tuple[int, ...] = ()
    """The cells of the stones placed so far in this turn, newest last.

    Before its first stone they are those of the previous turn.
    """
    scores: Mapping[str, int] = field(default_factory=dict)
    hands: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """The stones that each colour still has to place: colour to kind to number.

    Empty if the ruleset does not limit them.
    """

    @property
    def is_opening(self) -> bool:
        """True during the opening. By default, the opening lasts until both players have a colour."""
        return not all(self.colours)

    def seat_of(self, colour: str) -> int | None:
        """Return the number (0 or 1) of the player with this colour, or None if neither player has the colour."""
        return self.colours.index(colour) if colour in self.colours else None


@dataclass(frozen=True, slots=True)
class Tossed:
    """An event: a player (0 or 1) won a coin toss."""

    seat: int


@dataclass(frozen=True, slots=True)
class Chosen:
    """An event: a player answered a question of the opening; ``key`` is the answer."""

    seat: int
    key: str


@dataclass(frozen=True, slots=True)
class Placed:
    """An event: a player placed a stone on a cell."""

    seat: int
    cell: int
    stone: str


@dataclass(frozen=True, slots=True)
class Passed:
    """An event: a player passed."""

    seat: int


@dataclass(frozen=True, slots=True)
class Scored:
    """An event: a colour gained one point for each of these new lines."""

    colour: str
    lines: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class LineMade:
    """An event: a colour completed a winning line."""

    colour: str
    cells: tuple[int, ...]


Event = Tossed | Chosen | Placed | Passed | Scored | LineMade


@dataclass(frozen=True, slots=True)
class Step:
    """The result of a move: the new state, and the events in the order in which they happened."""

    state: State
    events: tuple[Event, ...] = ()


class MarkKind(Enum):
    """The meaning of a mark on the board, which determines how the mark is drawn."""

    LAST = "last"
    LINE = "line"
    FORBIDDEN = "forbidden"
    LEGAL = "legal"
    """The only cells that the next stone may go to, where a rule restricts it (for example to one row and column)."""
    OWN_LINE = "own line"
    """A line with which its own side has lost the game; it is not drawn as a win. Report no LineMade for it."""
    SCORED = "scored"
    """A line that earned a point; ``colour`` is the colour that earned it."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Cells that the board should highlight; ``colour`` is the letter of the colour concerned, or ""."""

    kind: MarkKind
    cells: tuple[int, ...]
    colour: str = ""
    why: Reason | None = None
    """The reason for the mark, shown when the player points at one of the cells; None if there is none."""


@dataclass(frozen=True, slots=True)
class Threats:
    """The winning lines that one side could complete with its next turn, and the cells that stop all of them."""

    colour: str
    """The letter of the side that threatens."""
    lines: tuple[tuple[int, ...], ...]
    """The cells of each winning line that one turn could complete, including its empty cells; empty without a threat.
    """
    needed: int
    """The number of stones that stop all lines.

    It is 0 without a threat, and one more than a turn has if nothing stops them.
    """
    cells: tuple[int, ...] = ()
    """The cells that belong to a smallest defence, in reading order; empty if one turn cannot stop all lines."""

    @property
    def is_unstoppable(self) -> bool:
        """True if the opponent cannot stop all of these threats with one turn."""
        return bool(self.lines) and not self.cells


class AttackKind(Enum):
    """The kind of an attack, in the terms of five in a row.

    If the winning line has more than five stones, a four, three and so on has as many more.
    """

    FOUR = "four"
    """One more stone wins, and a single stone of the opponent stops it."""
    OPEN_FOUR = "open four"
    DOUBLE_FOUR = "double four"
    FOUR_AND_THREE = "four and open three"
    DOUBLE_THREE = "double three"
    OPEN_THREE = "open three"


@dataclass(frozen=True, slots=True)
class Attack:
    """A formation of stones that wins unless it is stopped in time.

    A side has the formation on the board or can make it with its next stone.
    """

    colour: str
    """The letter of the side that attacks."""
    kind: AttackKind
    lines: tuple[tuple[int, ...], ...]
    """The rows that the attack consists of, each with its cells in order."""
    goes_on: tuple[int, ...]
    """The cells where the attacker's next stone carries out the attack, in reading order."""
    stops: tuple[int, ...]
    """The cells where one stone of the opponent stops the attack, in reading order; empty if none does.

    If the board has both a four and an open three, these are the cells that stop the four; the three remains. The
    opponent's own fours, with which it could gain time, are not considered.
    """
    is_coming: bool = False
    """True if the attacker must still place a stone on one of ``goes_on`` to make the attack."""


# The optional parts of a ruleset. Plug-ins import them from game.core.ruleset.


@runtime_checkable
class KnowsThreats(Protocol):
    """Protocol of rulesets that can find the threats of each side. All line games implement it."""

    def threats(self, state: State) -> tuple[Threats, ...] | None:
        """Return the threats of each side, in the order of ``info.colours``.

        Return an empty tuple if threats have no meaning now, as in an opening or after the end of the game, and None if
        the game never has threats.
        """


@runtime_checkable
class KnowsAttacks(Protocol):
    """Protocol of rulesets that can find attacks before they win. Games of one stone a turn implement it."""

    def attacks(self, state: State) -> tuple[Attack, ...] | None:
        """Return the strongest attack of each side that has one.

        Return an empty tuple in an opening and after the end of the game, and None if the game, or the game with these
        options, never has attacks.
        """


@runtime_checkable
class KnowsReasons(Protocol):
    """Protocol of rulesets that can explain the purpose of a move. All line games implement it."""

    def reason(self, state: State, move: Move) -> Reason | None:
        """Return the purpose of a legal move, with the lines concerned; None if it has no special purpose."""


#: The code of a Reason which says that the side to move never places this kind of stone.
WRONG_STONE = "wrong stone"
#: The code of a Reason which says that, with these stones, it must be the other side's turn.
WRONG_TURN = "turn"


@runtime_checkable
class ChecksPositions(Protocol):
    """Protocol of rulesets that can decide whether a position can occur in a game, as all line games do."""

    def arisen(
        self, options: Options, stones: Mapping[int, str], colour: str, last: int | None
    ) -> State | Reason | None:
        """Return the position with these stones if a game can reach it, else the reason why it cannot.

        Return None if the game cannot decide it: the position is then accepted as ``arrange`` makes it.

        ``stones`` maps cells to letters; ``colour`` is to move. The state must be complete: points, stones in hand,
        stones left in the turn. ``last`` is the cell of the newest stone, or None if unknown; a rule that depends on it
        then restricts nothing. A position after the end of a game is reachable, too. If only the other side can be to
        move, the code of the reason is ``WRONG_TURN``.
        """


@runtime_checkable
class RedirectsStones(Protocol):
    """Protocol of rulesets in which a player points at one cell and the stone goes to another, as with gravity."""

    def meant_cell(self, state: State, cell: int) -> int:
        """Return the cell to which a stone goes if the player points at this one: itself, or another one.

        In four in a row with gravity it is the lowest free cell of the column. The window shows the preview stone
        there, for the mouse, touch and the keyboard.
        """


@runtime_checkable
class NamesSymmetries(Protocol):
    """Protocol of rulesets whose rules do not hold in every symmetry of the board, such as those with gravity.

    All others have the symmetries of the board (``Geometry.symmetries``).
    """

    def symmetries(self, geometry: Geometry) -> tuple[Symmetry, ...]:
        """Return the symmetries of the board under which the rules stay the same, the identity among them.

        For example, four in a row with gravity returns ``geometry.row_symmetries``.
        """


@runtime_checkable
class ChangesTurn(Protocol):
    """Protocol of rulesets whose positions have more than stones, such as captured stones.

    Of all others, ``arrange`` makes the position with another side to move.
    """

    def with_turn(self, options: Options, state: State, colour: str) -> State:
        """Return the position with this side to move: the same, or as if the other side had passed."""


@runtime_checkable
class LimitsOpponents(Protocol):
    """Protocol of rulesets whose levels and hints cannot play with all options, such as on very large boards."""

    def why_no_opponents(self, options: Options) -> Reason | None:
        """Return why no level of the ruleset can play with these options; None if they can."""


class WireProtocol(Enum):
    """A protocol in which an engine can play a game, besides plain Gomocup (for which see ``gomocup_rule``)."""

    SWAP2 = "swap2"
    """Gomocup's SWAP2BOARD: one seat places three stones, then the other chooses white, black or put2."""
    SOOSORV = "soosorv"
    """Yixin's YXSOOSORVSTEP: three stones, swap, fourth stone, number of fifth stones, swap, the fifth stones."""
    SAU = "sau"
    """The protocol of the Chinese Connect6 championship, for the game Connect(19, 19, 6, 2, 1)."""


@runtime_checkable
class DeclaresProtocols(Protocol):
    """Protocol of rulesets that list the engine protocols for their games, as all line games do."""

    def protocols(self, options: Options) -> Set[WireProtocol]:
        """Return the engine protocols that can express a game with these options."""


@runtime_checkable
class CarriesSheet(Protocol):
    """Protocol of rulesets that are made of a text, such as a rule sheet; a file of their games carries this text."""

    def sheet_text(self) -> str:
        """Return the text of which the ruleset is made, without code. It has no empty lines at its start or end."""


@runtime_checkable
class DeclaresPasses(Protocol):
    """Protocol of rulesets in which a player may pass. All line games implement it; others are never asked to pass.

    Their ``check`` and ``apply`` take a Pass, too. ``apply`` reports it as a Passed event.
    """

    def has_passes(self, options: Options) -> bool:
        """Return True if a player may pass in a game with these options; ``check`` says whether it is allowed now."""
