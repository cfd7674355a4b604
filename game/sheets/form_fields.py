"""The rows of the workshop's form: the keys of a rule sheet, with their captions, values and explanations."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import combinations

from game.core.geometry import Wrap
from game.core.language import _, gettext_noop
from game.sheets.contradictions import contradiction
from game.sheets.draft import value_of
from game.sheets.reading import (
    LARGEST_HEXAGON,
    MOST_CAPTURED,
    MOST_LENGTH,
    MOST_SIDE,
    MOST_STONES,
    MOST_TURNS,
)
from game.sheets.sheet import (
    BoardShape,
    Directions,
    Effect,
    Forbidden,
    Full,
    Look,
    SheetOpening,
    SheetRules,
    Where,
    Winner,
)


@dataclass(frozen=True, slots=True)
class RuleField:
    """A row of the form: a key of the rules with the values from which the player chooses."""

    section: str
    key: str
    caption: str
    about: str
    """What the key means, in English."""
    usual: tuple[object, ...]
    """The values in their order. A sheet may have another one, which is then kept as a choice."""
    word_of: Callable[[object], str]
    """Returns a value as text for the player."""
    applies: Callable[[SheetRules], bool] = lambda rules: True
    """Returns True if the key means something together with the other rules."""
    is_number: bool = False

    def value(self, rules: SheetRules) -> object:
        """Return the value of the key in these rules."""
        return value_of(rules, self.section, self.key)

    def values(self, rules: SheetRules) -> tuple[object, ...]:
        """Return the values from which the player chooses, with the present one."""
        value = self.value(rules)
        return self.usual if value in self.usual else (*self.usual, value)

    def step(self, rules: SheetRules, by: int) -> object:
        """Return the next value (``by`` 1) or the previous one (-1); a number stops at its ends."""
        values = self.values(rules)
        place = values.index(self.value(rules)) + by
        return values[max(0, min(len(values) - 1, place)) if self.is_number else place % len(values)]


def _choice(
    section: str, key: str, caption: str, about: str, words: Iterable[tuple[object, str]], **settings: object
) -> RuleField:
    table = tuple(words)
    texts = dict(table)

    def word_of(value: object) -> str:
        return _(texts[value]) if value in texts else _("Special")

    return RuleField(section, key, caption, about, tuple(texts), word_of, **settings)  # type: ignore[arg-type]


def _number(
    section: str, key: str, caption: str, about: str, numbers: Iterable[int], *, none: str = "", **settings: object
) -> RuleField:
    def word_of(value: object) -> str:
        return _(none) if none and not value else str(value)

    return RuleField(section, key, caption, about, tuple(numbers), word_of, is_number=True, **settings)  # type: ignore[arg-type]


_ON_OFF = ((False, gettext_noop("Off")), (True, gettext_noop("On")))
_NONE = gettext_noop("None")
_BANS = {
    Forbidden.DOUBLE_THREE: "3-3",
    Forbidden.DOUBLE_FOUR: "4-4",
    Forbidden.OVERLINE: gettext_noop("overline"),
}


def _has_shape(*shapes: BoardShape) -> Callable[[SheetRules], bool]:
    return lambda rules: rules.board.shape in shapes


def _longer_word(value: object) -> str:
    # Translators: what a row of stones does that is longer than needed.
    words = {Effect.WINS: _("Wins"), Effect.NOTHING: _("Nothing"), Effect.LOSES: _("Loses")}
    assert isinstance(value, tuple)
    first, second = value
    return words[first] if first is second else _("{first} / {second}", first=words[first], second=words[second])


def _runs_word(value: object) -> str:
    assert isinstance(value, tuple)
    return ", ".join(map(str, value)) or _(_NONE)


def _bans_word(value: object) -> str:
    assert isinstance(value, frozenset)
    return ", ".join(_(_BANS[each]) for each in Forbidden if each in value) or _(_NONE)


def _forbids(side: str, caption: str) -> RuleField:
    about = gettext_noop("Moves that this side may not make, as in renju. Only games of five in a row have them.")
    sets = [frozenset(each) for count in range(len(Forbidden) + 1) for each in combinations(Forbidden, count)]
    return RuleField("forbid", side, caption, about, tuple(sets), _bans_word)


_BOTH = tuple((effect, effect) for effect in Effect)
#: A longer line wins only for the second side, as in renju.
_AS_IN_RENJU = (Effect.NOTHING, Effect.WINS)

#: The rows of the form in two columns, by heading. Headings and captions are translated when they are shown.
COLUMNS: tuple[tuple[tuple[str, tuple[RuleField, ...]], ...], ...] = (
    (
        (
            gettext_noop("Board"),
            (
                _choice(
                    "board",
                    "shape",
                    gettext_noop("Shape"),
                    gettext_noop("The shape of the board. A hexagon has three directions instead of four."),
                    (
                        (BoardShape.SQUARE, gettext_noop("Rectangle")),
                        (BoardShape.HEXAGON, gettext_noop("Hexagon")),
                        (BoardShape.OCTAGON, gettext_noop("Octagon")),
                    ),
                ),
                _number(
                    "board",
                    "columns",
                    gettext_noop("Columns"),
                    gettext_noop("The number of columns. A square board stays square."),
                    range(2, MOST_SIDE + 1),
                    applies=_has_shape(BoardShape.SQUARE, BoardShape.OCTAGON),
                ),
                _number(
                    "board",
                    "rows",
                    gettext_noop("Rows"),
                    gettext_noop("The number of rows."),
                    range(2, MOST_SIDE + 1),
                    applies=_has_shape(BoardShape.SQUARE),
                ),
                _number(
                    "board",
                    "side",
                    gettext_noop("Cells per edge"),
                    gettext_noop("The number of cells on each edge of the hexagon."),
                    range(2, LARGEST_HEXAGON + 1),
                    applies=_has_shape(BoardShape.HEXAGON),
                ),
                _number(
                    "board",
                    "cut",
                    gettext_noop("Cut corners"),
                    gettext_noop("The number of cells that each corner of the octagon lacks on an edge."),
                    range(1, MOST_SIDE // 2 + 1),
                    applies=_has_shape(BoardShape.OCTAGON),
                ),
                _choice(
                    "board",
                    "wrap",
                    gettext_noop("Joined edges"),
                    gettext_noop("A line that leaves the board at a joined edge goes on at the opposite one."),
                    (
                        (Wrap.NONE, _NONE),
                        (Wrap.COLUMNS, gettext_noop("Left and right")),
                        (Wrap.ROWS, gettext_noop("Top and bottom")),
                        (Wrap.TORUS, gettext_noop("All (torus)")),
                    ),
                    applies=_has_shape(BoardShape.SQUARE, BoardShape.ROWS),
                ),
                _choice(
                    "board",
                    "look",
                    # Translators: the appearance of the board: wood or a pond.
                    gettext_noop("Look"),
                    gettext_noop("A wooden board with lines, or a pond with a pocket for each stone."),
                    ((Look.WOOD, gettext_noop("Wood")), (Look.POND, gettext_noop("Pond"))),
                ),
            ),
        ),
        (
            gettext_noop("Turns"),
            (
                _number(
                    "turn",
                    "stones",
                    gettext_noop("Stones a turn"),
                    gettext_noop("The number of stones in each turn but the first."),
                    range(1, MOST_STONES + 1),
                ),
                _number(
                    "turn",
                    "first",
                    gettext_noop("First turn"),
                    gettext_noop("The number of stones in the first turn of the game."),
                    range(1, MOST_STONES + 1),
                ),
                _choice(
                    "turn",
                    "opening",
                    gettext_noop("Opening"),
                    gettext_noop("Most games favour the first player. These openings make them fairer."),
                    (
                        # Translators: stones may be placed anywhere from the first turn; not about money.
                        (SheetOpening.FREE, gettext_noop("Free")),
                        (SheetOpening.PIE, gettext_noop("Pie rule")),
                        (SheetOpening.SWAP, "Swap"),
                        (SheetOpening.SWAP2, "Swap2"),
                        (SheetOpening.PRO, "Pro"),
                    ),
                ),
                _choice("turn", "passes", gettext_noop("Passing"), gettext_noop("Whether a player may pass."), _ON_OFF),
                _choice(
                    "place",
                    "where",
                    gettext_noop("Stones go"),
                    gettext_noop("The empty cells on which a stone may be placed."),
                    (
                        (Where.ANYWHERE, gettext_noop("Anywhere")),
                        (Where.DROP, gettext_noop("Down a column")),
                        (Where.BESIDE, gettext_noop("Beside a stone")),
                        (Where.CROSS, gettext_noop("Last row or column")),
                    ),
                ),
                _choice(
                    "place",
                    "middle",
                    gettext_noop("First in the middle"),
                    gettext_noop("Whether the first stone must be placed in the middle of the board."),
                    _ON_OFF,
                ),
            ),
        ),
        (
            gettext_noop("The end"),
            (
                _choice(
                    "end",
                    "full",
                    gettext_noop("Nobody has won"),
                    gettext_noop("The result when the board is full, or after the last turn."),
                    (
                        # Translators: the game ends in a draw.
                        (Full.DRAW, gettext_noop("Draw")),
                        (Full.FIRST, gettext_noop("First side wins")),
                        (Full.SECOND, gettext_noop("Second side wins")),
                    ),
                ),
                _number(
                    "end",
                    "turns",
                    gettext_noop("Last turn"),
                    gettext_noop("The number of turns after which the game ends."),
                    range(MOST_TURNS + 1),
                    none=gettext_noop("No limit"),
                ),
            ),
        ),
    ),
    (
        (
            gettext_noop("Lines"),
            (
                _number(
                    "line",
                    "length",
                    gettext_noop("Winning line"),
                    gettext_noop("The number of stones in a row that win."),
                    range(2, MOST_LENGTH + 1),
                ),
                RuleField(
                    "line",
                    "longer",
                    gettext_noop("Longer line"),
                    gettext_noop("The effect of a longer line, for both sides or for each of them."),
                    (*_BOTH, _AS_IN_RENJU),
                    _longer_word,
                ),
                _choice(
                    "line",
                    "directions",
                    gettext_noop("Directions"),
                    gettext_noop("The directions in which lines and captures count."),
                    (
                        (Directions.ALL, gettext_noop("All")),
                        (Directions.STRAIGHT, gettext_noop("Rows and columns")),
                        (Directions.DIAGONAL, gettext_noop("Diagonals")),
                    ),
                ),
                _choice(
                    "line",
                    "blocked",
                    gettext_noop("Must be open"),
                    gettext_noop("Whether a line between two stones of the other side does not win."),
                    _ON_OFF,
                ),
                _number(
                    "line",
                    "loses",
                    gettext_noop("Losing line"),
                    gettext_noop("A line of exactly so many stones loses."),
                    (0, *range(2, MOST_LENGTH + 1)),
                    none=_NONE,
                ),
                _choice(
                    "line",
                    "winner",
                    gettext_noop("Winner"),
                    gettext_noop("The side that wins by a line."),
                    (
                        (Winner.COLOUR, gettext_noop("Own colour")),
                        (Winner.MOVER, gettext_noop("Who completes it")),
                        (Winner.FIRST, gettext_noop("First side")),
                        (Winner.SECOND, gettext_noop("Second side")),
                    ),
                ),
                _choice(
                    "line",
                    "points",
                    gettext_noop("Points"),
                    gettext_noop("Whether lines score points, and the side with more of them wins at the end."),
                    _ON_OFF,
                ),
            ),
        ),
        (
            gettext_noop("Captures and bans"),
            (
                RuleField(
                    "capture",
                    "runs",
                    gettext_noop("Captured runs"),
                    gettext_noop("Runs of exactly so many stones between two of the opponent's are removed."),
                    ((), (1,), (2,), (3,), (1, 2), (2, 3)),
                    _runs_word,
                ),
                _number(
                    "capture",
                    "wins",
                    gettext_noop("Captures that win"),
                    gettext_noop("The number of captured stones that wins the game."),
                    range(MOST_CAPTURED + 1),
                    none=_NONE,
                    applies=lambda rules: bool(rules.capture.runs),
                ),
                _choice(
                    "capture",
                    "survive",
                    gettext_noop("Line must survive"),
                    gettext_noop("Whether a line wins only if the opponent's next turn does not break it."),
                    _ON_OFF,
                    applies=lambda rules: bool(rules.capture.runs),
                ),
                _forbids("first", gettext_noop("First may not")),
                _forbids("second", gettext_noop("Second may not")),
            ),
        ),
    ),
)


def shown_fields(rules: SheetRules) -> list[list[tuple[str, list[RuleField]]]]:
    """Return the rows of the form for these rules, in columns, by heading: those that mean something or are wrong."""
    found = contradiction(rules)
    wrong = found[:2] if found is not None else ("", "")

    def is_shown(field: RuleField) -> bool:
        return field.applies(rules) or (field.section, field.key) == wrong

    return [
        [(heading, [each for each in fields if is_shown(each)]) for heading, fields in column] for column in COLUMNS
    ]
