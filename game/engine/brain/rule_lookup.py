"""The meaning of the plain Gomocup protocol: finds the ruleset and options for a rule number and a board size."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass

from game.core.geometry import Geometry, Position
from game.core.model import Choose, Options, ParseError, Place, State
from game.core.ruleset import Ruleset, complete_options

#: Bit of ``INFO rule`` for the continuous game, which changes nothing about a single move.
CONTINUOUS = 2
#: The most stones that an opening has before its first choice.
_MOST_OPENING_STONES = 5


@dataclass(frozen=True, slots=True)
class Game:
    """A ruleset with complete options."""

    ruleset: Ruleset
    options: Options

    @property
    def geometry(self) -> Geometry:
        """The board."""
        return self.ruleset.geometry(self.options)

    def cell(self, point: Position) -> int:
        """The cell at x,y; raises ParseError for one off the board."""
        cell = self.geometry.at(*point)
        if cell is None:
            raise ParseError(f"{point[0]},{point[1]} is not on this board")
        return cell

    def other(self, colour: str) -> str:
        """The other side's colour."""
        first, second = self.ruleset.info.colours
        return first if colour == second else second

    def position(self, stones: Mapping[int, str], colour: str) -> State:
        """The position with these stones, oldest first; where the rules allow it, the newest one is the last move."""
        if stones:
            *before, newest = stones.items()
            state = self.ruleset.arrange(self.options, dict(before), newest[1])
            if newest[1] != colour and self.ruleset.check(state, Place(*newest)) is None:
                return self.ruleset.apply(state, Place(*newest)).state
        return self.ruleset.arrange(self.options, stones, colour)


def with_opening(game: Game, words: Set[str]) -> Game:
    """The game with the opening in which stones are put down and then one of these words is chosen.

    Raises ParseError when the game has none.
    """
    for option in game.ruleset.info.options:
        for choice in option.choices:
            options = {**game.options, option.key: choice.value}
            if game.ruleset.check_options(options) is None and _first_words(game.ruleset, options) == words:
                return Game(game.ruleset, options)
    raise ParseError(f"{game.ruleset.info.title} has no opening that ends in a choice of {', '.join(sorted(words))}")


def _first_words(ruleset: Ruleset, options: Options) -> set[str]:
    """The words of the first choice that follows the stones of the opening; empty when there is none."""
    state = ruleset.setup(options, 0).state
    for _ in range(_MOST_OPENING_STONES):
        move = next(ruleset.legal_moves(state), None)
        if not isinstance(move, Place):
            break
        state = ruleset.apply(state, move).state
    return {move.key for move in ruleset.legal_moves(state) if isinstance(move, Choose)}


def find_game(rulesets: Iterable[Ruleset], given: Options, size: int, rule: int | None) -> Game:
    """The first of these rulesets that plays this Gomocup rule (None: any) on a square board of this size.

    An option that is given stays as it is; others are varied one by one. Raises ParseError when there is none.
    """
    for ruleset in rulesets:
        for options in _varied(ruleset, complete_options(ruleset.info, given), given, size):
            expressed = ruleset.gomocup_rule(options)
            if expressed is not None and (rule is None or expressed == rule & ~CONTINUOUS):
                return Game(ruleset, options)
    meant = "the plain protocol" if rule is None else f"Gomocup rule {rule}"
    raise ParseError(f"there is no game here for {meant} on a board of {size}x{size}")


def has_board(ruleset: Ruleset, given: Options, size: int) -> bool:
    """Whether the ruleset has a board of this size."""
    return next(_sized(ruleset, complete_options(ruleset.info, given), size), None) is not None


def _varied(ruleset: Ruleset, base: Options, given: Options, size: int) -> Iterator[Options]:
    """The options that make a board of this size: first unchanged, then with each choice that was not given varied."""
    for sized in _sized(ruleset, base, size):
        yield sized
        for option in ruleset.info.options:
            if option.kind == "choice" and option.key not in given:
                for choice in option.choices:
                    varied = {**sized, option.key: choice.value}
                    if ruleset.check_options(varied) is None:
                        yield varied


def _sized(ruleset: Ruleset, base: Options, size: int) -> Iterator[Options]:
    numbers = [
        option for option in ruleset.info.options if option.kind == "number" and option.low <= size <= option.high
    ]
    for options in (base, *({**base, option.key: size} for option in numbers)):
        if ruleset.check_options(options) is None:
            geometry = ruleset.geometry(options)
            if geometry.columns == geometry.rows == size:
                yield options
