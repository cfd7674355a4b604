"""The game that is tuned: a ruleset with its options, and games in progress between engines."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from game.core.lines.line_state import LineRule
from game.core.model import Options, OptionValue, ParseError, Place
from game.core.ruleset import Ruleset, complete_options
from game.engine.search.lazy_smp import Found
from game.engine.search.lines.net.net import Net
from game.engine.search.lines.order_points import OrderPoints
from game.engine.search.lines.rules import Rules
from game.engine.search.lines.settings import FULL, SearchSettings
from game.engine.search.lines.stone_engine import ColumnRow, PlacedStone, StoneEngine
from game.engine.search.lines.thinker import Thinker
from game.session.matches.arena_game import catalogue
from game.session.matches.arena_plan import named_ruleset

#: The type of the engines that play and search here.
Searcher = StoneEngine[Any]
#: The name of a ruleset's subpackage with its compiled engine, and the name of the engine in it.
_COMPILED, _THINKER = "ai", "THINKER"
#: The value of ``winner`` for a draw.
DRAW = -1
#: The result of a search that has no move: a cell off the board.
_NOTHING: Found[ColumnRow] = Found((-1, -1))
#: The number of stones after which a game is a draw.
MOST_STONES = 140


@dataclass(frozen=True, slots=True)
class GameName:
    """The id of a ruleset, the options of a game, and the folder of plug-ins: enough for any process to open it."""

    plugins: Path | None
    """The folder of additional rulesets."""
    ruleset: str
    options: tuple[tuple[str, OptionValue], ...]


@dataclass(frozen=True, slots=True)
class TunedGame:
    """A game that the engine plays: a ruleset with its options, and its engine."""

    ruleset: Ruleset
    options: Options
    rule: LineRule
    thinker: Thinker
    size: int

    @property
    def rules(self) -> Rules:
        """The rules of the game in the form that the engine uses."""
        return self.thinker.rules_of(self.rule)

    def side(self, colour: str) -> int:
        """Return the number of a colour, given by its letter: 0 for the first colour, 1 for the second."""
        return self.ruleset.info.colours.index(colour)

    def turn(self, stones: int) -> tuple[int, int]:
        """Return the side to move after ``stones`` stones, and how many stones it may still place in its turn."""
        later = stones - self.rule.stones_first_turn
        if later < 0:
            return 0, -later
        turns, of_turn = divmod(later, self.rule.stones_a_turn)
        return 1 - turns % 2, self.rule.stones_a_turn - of_turn

    def engine(
        self,
        memory_bits: int,
        order: OrderPoints | None = None,
        settings: SearchSettings = FULL,
        net: Net | None = None,
    ) -> Searcher:
        """Return a new engine for this game, with a hash table of ``2 ** memory_bits`` entries.

        An ``order`` or ``net`` of None stands for the shipped one.
        """
        return self.thinker.engine_class()(self.rules, self.size, memory_bits, order, settings, net)


class GameInProgress:
    """A game in progress: its state by the rules, and its stones in the engine's form."""

    def __init__(self, tuned: TunedGame) -> None:
        self.tuned = tuned
        self.state = tuned.ruleset.setup(tuned.options, 0).state
        self.cells: list[int] = []
        self.stones: list[PlacedStone] = []

    @property
    def side(self) -> int:
        """The side to move: 0 for the first colour, 1 for the second."""
        return self.tuned.side(self.state.colour)

    def put(self, cell: int) -> bool:
        """Place a stone of the side to move; return False, with nothing changed, if the rules forbid it."""
        move = Place(cell, self.state.colour)
        if self.tuned.ruleset.check(self.state, move) is not None:
            return False
        self.cells.append(cell)
        self.stones.append((*self.state.geometry.cells[cell], self.side))
        self.state = self.tuned.ruleset.apply(self.state, move).state
        return True

    def winner(self) -> int | None:
        """Return the side that has won by the rules, DRAW for a draw, None while the game goes on."""
        outcome = self.tuned.ruleset.outcome(self.state)
        if outcome is None:
            return None
        return DRAW if outcome.winner is None else self.tuned.side(self.state.colours[outcome.winner])

    def search(self, searcher: Searcher, nodes: int) -> Found[ColumnRow]:
        """Search the position with ``nodes`` nodes, and return what is found.

        The engine keeps its hash table between searches.
        """
        searcher.set_stones(self.stones, self.state.placements_left)
        return searcher.find(self.side, nodes) or _NOTHING

    def put_found(self, found: Found[ColumnRow]) -> int | None:
        """Place the stone that a search found; return the side that wins, DRAW, or None while the game goes on.

        If the search has proved the result, place no stone and return the side that wins.
        """
        if found.is_decided:
            return self.side if found.score > 0 else 1 - self.side
        cell = self.state.geometry.at(*found.move)
        if cell is None or not self.put(cell) or len(self.cells) >= MOST_STONES:
            return DRAW
        return self.winner()


@cache
def open_tuned_game(name: GameName) -> TunedGame:
    """Open the game of this name; raise ParseError if it does not exist here or the engine does not play it."""
    ruleset = named_ruleset(name.plugins, name.ruleset)
    options = complete_options(ruleset.info, dict(name.options))
    package = catalogue(name.plugins).package(name.ruleset)
    try:
        thinker: Thinker = getattr(import_module(f"{package}.{_COMPILED}"), _THINKER)
    except (ImportError, AttributeError) as error:
        raise ParseError(f"{ruleset.info.title} has no engine whose numbers this command can fit") from error
    return TunedGame(ruleset, options, thinker.game.rule(options), thinker, ruleset.geometry(options).columns)
