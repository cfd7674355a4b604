"""Search for the ruleset and options that fit the board size and rule names in a foreign game file.

Most foreign files contain little more than a board and a list of points. All option combinations of all rulesets that
give a board of this size are considered. If the file names no rule, they are tried in the order of their Gomocup rule
numbers, freestyle first, and the first one in which all moves are legal is chosen.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product

from game.core.geometry import MOST_COLUMNS, MOST_ROWS, Geometry
from game.core.language import _
from game.core.model import Move, Options, OptionValue, ParseError, Pass, Place, Reason, State
from game.core.ruleset import Option, Ruleset, WireProtocol, complete_options, has_passes, protocols_of, with_passes

#: Maximum number of option combinations tried for a ruleset.
_MOST_WAYS = 256
#: The rows of a board of Connect6.
CONNECT6_ROWS = 19
#: Gomocup rule numbers of freestyle and of renju.
FREESTYLE, RENJU = 0, 4
#: Opening rules of the renju federation, which some files name instead of the rule.
_RENJU_OPENINGS = ("Renju International", "Yamaguchi", "Soosyrv", "Soosorv", "Taraguchi", "Tarannikov", "Sakata")
#: Programs for renju, by which some files can be told.
_RENJU_PROGRAMS = ("RenLib", "lib2sgf")
#: Sort key of games without a Gomocup number, larger than any number.
_NO_NUMBER = 1 << 16
#: A stone in a file: the side (0, 1, or None for the side to move), the column and the row from the top left.
StoneAt = tuple[int | None, int, int]
#: A pass in a list of stones.
PASS: StoneAt = (None, -1, -1)
#: The Renju International Federation as a word of its own, by which some files name the rule.
_FEDERATION = re.compile(r"(?<![A-Za-z])RIF(?![A-Za-z])", re.IGNORECASE)
_BETWEEN_WORDS = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class GameRules:
    """A ruleset with a value for each of its options."""

    ruleset: Ruleset
    options: Options

    @property
    def geometry(self) -> Geometry:
        """The board on which these rules are played."""
        return self.ruleset.geometry(self.options)

    @property
    def gomocup_number(self) -> int | None:
        """Rule number in the Gomocup protocol, or None if the protocol cannot express the game."""
        return self.ruleset.gomocup_rule(self.options)

    @property
    def is_connect6(self) -> bool:
        """True if these rules are those of the Connect6 world championships."""
        return WireProtocol.SAU in protocols_of(self.ruleset, self.options)

    @property
    def has_passes(self) -> bool:
        """True if a player may pass under these rules."""
        return has_passes(self.ruleset, self.options)

    @property
    def has_unusual_board(self) -> bool:
        """True if the board differs from the one that the game has always had."""
        optional = (option for option in self.ruleset.info.options if option.is_optional)
        return any(option.kind == "number" and option.key in self.options for option in optional)

    def with_passes(self) -> GameRules:
        """Return these rules, with passes if the ruleset can have them."""
        options = with_passes(self.ruleset, self.options)
        return self if options is None else GameRules(self.ruleset, options)

    def moves(self, stones: Sequence[StoneAt]) -> tuple[list[Move], Reason | None]:
        """Return the moves for these stones and passes before the first illegal one, and the Reason why it is illegal.

        The Reason is None if all stones are legal.
        """
        state, moves = self.ruleset.setup(self.options, 0).state, list[Move]()
        for stone in stones:
            move, refused = self._move(state, stone)
            if self.ruleset.outcome(state) is not None:
                refused = Reason("over", _("The game is over."))
            refused = refused or self.ruleset.check(state, move)
            if refused is not None:
                return moves, refused
            moves.append(move)
            state = self.ruleset.apply(state, move).state
        return moves, None

    def _move(self, state: State, stone: StoneAt) -> tuple[Move, Reason | None]:
        """Return the move for a stone or a pass in a position, and a Reason if its cell is not on the board."""
        if stone == PASS:
            return Pass(), None
        side, x, y = stone
        cell = state.geometry.at(x, y)
        colour = state.colour if side is None else self.ruleset.info.colours[side]
        refused = Reason("no cell", _("the cell is not on the board")) if cell is None else None
        return Place(cell or 0, colour), refused


@dataclass(frozen=True, slots=True)
class PasteTarget:
    """The board that a pasted text is read for: its rules apply where the text names none."""

    rules: GameRules
    rulesets: Mapping[str, Ruleset]
    """All installed rulesets by id."""
    seed: int = 0
    """Seed of the board's setup."""


class RuleBook:
    """A cached lookup of rulesets and options by the board size and rule names in a game file."""

    def __init__(self, rulesets: Mapping[str, Ruleset]) -> None:
        self.rulesets = rulesets
        self._found: dict[tuple[int, int, str], list[GameRules]] = {}
        self._boards: dict[tuple[int, int], list[GameRules]] = {}

    def on_board(self, columns: int, rows: int, words: str = "") -> list[GameRules]:
        """Return all rules for a board of this size, best matches with the rule text ``words`` first.

        Raises ParseError if no ruleset has such a board.
        """
        found = self._known(columns, rows, words)
        if not found:
            raise ParseError(_("no game in Stone Fair uses a {columns}x{rows} board", columns=columns, rows=rows))
        return found

    def has_board(self, columns: int, rows: int) -> bool:
        """Return True if a ruleset has a board of this size."""
        return bool(self._known(columns, rows))

    def _known(self, columns: int, rows: int, words: str = "") -> list[GameRules]:
        key = (columns, rows, words)
        if key not in self._found:
            self._found[key] = self._ranked(columns, rows, words)
        return self._found[key]

    def _of_board(self, columns: int, rows: int) -> list[GameRules]:
        found = [rules for ruleset in self.rulesets.values() for rules in _with_board(ruleset, columns, rows)]
        numbers = {id(rules): rules.gomocup_number for rules in found}
        found.sort(key=lambda rules: _NO_NUMBER if numbers[id(rules)] is None else numbers[id(rules)] or 0)
        return found

    def _ranked(self, columns: int, rows: int, words: str) -> list[GameRules]:
        if columns > MOST_COLUMNS or rows > MOST_ROWS:
            return []
        if (columns, rows) not in self._boards:
            self._boards[columns, rows] = self._of_board(columns, rows)
        found, plain = self._boards[columns, rows], _plain(words)
        # A stable sort: equally good matches keep their order.
        return sorted(found, key=lambda rules: -_named(rules, plain)) if plain else found

    def named(self, columns: int, rows: int, words: str) -> GameRules | None:
        """Return the rules for a board of this size that the rule text ``words`` names, or None if it names none."""
        best = self.on_board(columns, rows, words)[0]
        return best if _named(best, _plain(words)) else None

    def numbered(self, columns: int, rows: int, number: int) -> GameRules:
        """Return the rules for a board of this size with a rule number of the Gomocup protocol.

        If no rules have the number, return other rules for a board of this size.
        """
        known = self.on_board(columns, rows)
        return next((rules for rules in known if rules.gomocup_number == number), known[0])

    def title(self, rules: GameRules) -> str:
        """Return the name of rules in the player's language, with the rule if the game has several on this board."""
        info, board = rules.ruleset.info, rules.geometry
        known = [each for each in self.on_board(board.columns, board.rows) if each.ruleset is rules.ruleset]
        chosen = [
            _(choice.title)
            for option in info.options
            if len({each.options.get(option.key) for each in known}) > 1
            for choice in option.choices
            if choice.value == option.value(rules.options)
        ]
        return f"{_(info.title)} ({', '.join(chosen)})" if chosen else _(info.title)

    def fitting(self, columns: int, rows: int, words: str, stones: Sequence[StoneAt]) -> tuple[GameRules, int]:
        """Return the rules that fit a game best, and the number of its stones that are legal under them.

        Rules that the text ``words`` names come first; if it names none and a player passes, rules with passes do.
        Among equals, the rules with the most legal stones win. Raises ParseError if no ruleset has a board of this
        size.
        """
        ranked = self.on_board(columns, rows, words)
        plain = _plain(words)
        if _named(ranked[0], plain):
            ranked = [rules for rules in ranked if _named(rules, plain) == _named(ranked[0], plain)]
        else:
            # A game is only looked for on an unusual board if no other game has that board.
            ranked = [rules for rules in ranked if not rules.has_unusual_board] or ranked
        if PASS in stones[1:] and not _named(ranked[0], plain):
            # A first pass may only mean that White began, which happens in all games.
            ranked = sorted(ranked, key=lambda rules: not rules.has_passes)
        if PASS in stones:
            ranked = [rules.with_passes() for rules in ranked]
        best, length, possible = ranked[0], -1, _without_repeats(stones)
        for rules in ranked:
            legal = len(rules.moves(possible)[0])
            if legal > length:
                best, length = rules, legal
            if length == len(possible):
                break
        return best, length


def is_connect6(book: RuleBook, words: str) -> bool:
    """Return True if words name the game of Connect6."""
    try:
        named = book.named(CONNECT6_ROWS, CONNECT6_ROWS, words)
    except ParseError:
        return False
    return named is not None and named.is_connect6


def _without_repeats(stones: Sequence[StoneAt]) -> Sequence[StoneAt]:
    """Return the stones before the first one on an occupied cell, which is illegal under all rules."""
    seen = set[tuple[int, int]]()
    for number, stone in enumerate(stones):
        if stone[1:] in seen:
            return stones[:number]
        seen |= {stone[1:]} - {PASS[1:]}
    return stones


def _with_board(ruleset: Ruleset, columns: int, rows: int) -> Iterator[GameRules]:
    """Yield a ruleset's option combinations that give a board of this size and no opening phase."""
    keys = [option.key for option in ruleset.info.options]
    values = [tuple(_values(option, columns, rows)) for option in ruleset.info.options]
    for chosen in islice(product(*values), _MOST_WAYS):
        options = complete_options(ruleset.info, dict(zip(keys, chosen, strict=True)))
        if ruleset.check_options(options) is not None:
            continue
        geometry = ruleset.geometry(options)
        if (geometry.columns, geometry.rows) != (columns, rows):
            continue
        if not ruleset.setup(options, 0).state.is_opening:
            yield GameRules(ruleset, options)


def _values(option: Option, columns: int, rows: int) -> Iterator[OptionValue]:
    """Yield the values to try for an option: its default, all choices, or the board's number of columns or rows."""
    if option.follows:
        yield rows if option.low <= rows <= option.high else option.low
        return
    yield option.default
    if option.kind == "choice":
        yield from (choice.value for choice in option.choices if choice.value != option.default)
    elif option.kind == "number" and option.low <= columns <= option.high and columns != option.default:
        yield columns


def _named(rules: GameRules, plain: str) -> int:
    """Return how well a rule text names these rules: the number of its letters that match their names.

    Names are the ruleset, its chosen options and, for renju, the opening rules and programs. A number alone is that of
    the Gomocup, as in the SGF files of c-gomoku-cli (``RU[%i]`` in src/game.cpp).
    """
    if not plain:
        return 0
    if plain.isdecimal():
        return int(plain == str(rules.gomocup_number))
    names = {rules.ruleset.info.id, rules.ruleset.info.title}
    names |= {*_RENJU_OPENINGS, *_RENJU_PROGRAMS} if rules.gomocup_number == RENJU else set()
    for option in rules.ruleset.info.options:
        for choice in option.choices:
            if option.value(rules.options) == choice.value:
                names |= {choice.value, choice.title}
    return sum(len(name) for name in {_plain(name) for name in names} if name and name in plain)


def _plain(words: str) -> str:
    return _BETWEEN_WORDS.sub("", _FEDERATION.sub("Renju", words)).lower()
