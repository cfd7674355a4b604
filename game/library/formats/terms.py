"""Which of our games a foreign file tells of: its board, and the words that it has for the rule.

Most files of other programs say little: a board and a list of points. The rulesets are asked which of their options
have such a board. Where a file names no rule, they are tried in the order of the Gomocup rule numbers, freestyle first,
and the first one that all moves are legal in is taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product

from game.core.geometry import MOST_COLUMNS, MOST_ROWS, Geometry
from game.core.language import _
from game.core.model import Move, Options, OptionValue, ParseError, Place, Reason
from game.core.ruleset import Option, Ruleset, WireProtocol, complete_options, protocols_of

#: How many ways to choose the options of a ruleset are looked at.
_MOST_WAYS = 256
#: The rule number of renju in the Gomocup protocol.
RENJU = 4
#: The opening rules of the renju federation, which files name in place of the rule.
_RENJU_OPENINGS = ("Renju International", "Yamaguchi", "Soosyrv", "Soosorv", "Taraguchi", "Tarannikov", "Sakata")
#: What stands for a game that the Gomocup protocol cannot express, behind all that it can.
_NO_NUMBER = 1 << 16
#: A stone as a file has it: the side, 0 or 1, None for whoever is on turn; its column and row from the top left.
StoneAt = tuple[int | None, int, int]
_BETWEEN_WORDS = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class GameRules:
    """A ruleset with complete options."""

    ruleset: Ruleset
    options: Options

    @property
    def geometry(self) -> Geometry:
        """The board."""
        return self.ruleset.geometry(self.options)

    @property
    def gomocup_number(self) -> int | None:
        """The number of the rule in the Gomocup protocol, None where that cannot express the game."""
        return self.ruleset.gomocup_rule(self.options)

    @property
    def is_connect6(self) -> bool:
        """Whether it is the game of the Connect6 championship."""
        return WireProtocol.SAU in protocols_of(self.ruleset, self.options)

    def moves(self, stones: Sequence[StoneAt]) -> tuple[list[Move], Reason | None]:
        """The moves that put these stones down, up to the first that is not legal, and the reason why that is not."""
        state, moves = self.ruleset.setup(self.options, 0).state, list[Move]()
        for side, x, y in stones:
            cell = state.geometry.at(x, y)
            colour = state.colour if side is None else self.ruleset.info.colours[side]
            refused = Reason("no cell", _("there is no such cell")) if cell is None else None
            move = Place(cell or 0, colour)
            if self.ruleset.outcome(state) is not None:
                refused = Reason("over", _("The game is over."))
            refused = refused or self.ruleset.check(state, move)
            if refused is not None:
                return moves, refused
            moves.append(move)
            state = self.ruleset.apply(state, move).state
        return moves, None


class RuleBook:
    """The rules that files may be about, looked up by board and words; what was found is kept."""

    def __init__(self, rulesets: Mapping[str, Ruleset]) -> None:
        self.rulesets = rulesets
        self._found: dict[tuple[int, int, str], list[GameRules]] = {}
        self._boards: dict[tuple[int, int], list[GameRules]] = {}

    def on_board(self, columns: int, rows: int, words: str = "") -> list[GameRules]:
        """The rules on such a board, those that the words name best first; raises ParseError where there are none."""
        key = (columns, rows, words)
        if key not in self._found:
            self._found[key] = self._ranked(columns, rows, words)
        if not self._found[key]:
            raise ParseError(_("no game here is played on a board of {columns}x{rows}", columns=columns, rows=rows))
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
        # Sorting keeps the order of what is named equally well.
        return sorted(found, key=lambda rules: -_named(rules, plain)) if plain else found

    def named(self, columns: int, rows: int, words: str) -> GameRules | None:
        """The rules on such a board that the words name, None where they name none."""
        best = self.on_board(columns, rows, words)[0]
        return best if _named(best, _plain(words)) else None

    def numbered(self, columns: int, rows: int, number: int) -> GameRules:
        """The rules on such a board with that number in the Gomocup protocol; others where there are none."""
        known = self.on_board(columns, rows)
        return next((rules for rules in known if rules.gomocup_number == number), known[0])

    def fitting(self, columns: int, rows: int, words: str, stones: Sequence[StoneAt]) -> tuple[GameRules, int]:
        """The rules that the words name, else the first that all stones are legal in, or most; and how many are.

        Raises ParseError when no game has such a board.
        """
        ranked = self.on_board(columns, rows, words)
        plain = _plain(words)
        if _named(ranked[0], plain):
            ranked = [rules for rules in ranked if _named(rules, plain) == _named(ranked[0], plain)]
        best, length, possible = ranked[0], -1, _without_repeats(stones)
        for rules in ranked:
            legal = len(rules.moves(possible)[0])
            if legal > length:
                best, length = rules, legal
            if length == len(possible):
                break
        return best, length


def _without_repeats(stones: Sequence[StoneAt]) -> Sequence[StoneAt]:
    """The stones before the first that lies where another does, which no rules allow."""
    seen = set[tuple[int, int]]()
    for number, (_side, x, y) in enumerate(stones):
        if (x, y) in seen:
            return stones[:number]
        seen.add((x, y))
    return stones


def _with_board(ruleset: Ruleset, columns: int, rows: int) -> Iterator[GameRules]:
    """The ways to choose options that give such a board and have no opening phase."""
    keys = [option.key for option in ruleset.info.options]
    values = [tuple(_values(option, columns)) for option in ruleset.info.options]
    for chosen in islice(product(*values), _MOST_WAYS):
        options = complete_options(ruleset.info, dict(zip(keys, chosen, strict=True)))
        if ruleset.check_options(options) is not None:
            continue
        geometry = ruleset.geometry(options)
        if (geometry.columns, geometry.rows) != (columns, rows):
            continue
        if not ruleset.setup(options, 0).state.is_opening:
            yield GameRules(ruleset, options)


def _values(option: Option, columns: int) -> Iterator[OptionValue]:
    """The values of an option to try: every choice, and for a number the one that a file may mean, its board's."""
    yield option.default
    if option.kind == "choice":
        yield from (choice.value for choice in option.choices if choice.value != option.default)
    elif option.kind == "number" and option.low <= columns <= option.high and columns != option.default:
        yield columns


def _named(rules: GameRules, plain: str) -> int:
    """How many letters of the words name these rules: the game, one of its chosen options, or an opening of renju."""
    if not plain:
        return 0
    names = {rules.ruleset.info.id, rules.ruleset.info.title}
    names |= set(_RENJU_OPENINGS) if rules.gomocup_number == RENJU else set()
    for option in rules.ruleset.info.options:
        for choice in option.choices:
            if rules.options[option.key] == choice.value:
                names |= {choice.value, choice.title}
    return sum(len(name) for name in {_plain(name) for name in names} if name and name in plain)


def _plain(words: str) -> str:
    return _BETWEEN_WORDS.sub("", words).lower()
