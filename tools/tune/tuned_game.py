"""The game that is tuned: a ruleset with its options, and games of the kit under them."""

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

#: The type of an engine of stones.
Searcher = StoneEngine[Any]
#: The name of a ruleset's compiled engine, and of its module.
_COMPILED, _THINKER = "ai", "THINKER"
#: The winner of a draw.
DRAW = -1
#: The cell of a search that has no move: one off the board.
_NOTHING: Found[ColumnRow] = Found((-1, -1))
#: The number of stones after which a game is a draw.
MOST_STONES = 140


@dataclass(frozen=True, slots=True)
class GameName:
    """What a game that is tuned is called, by which any process can open it."""

    plugins: Path | None
    """The folder of drop-in rulesets."""
    ruleset: str
    options: tuple[tuple[str, OptionValue], ...]


@dataclass(frozen=True, slots=True)
class TunedGame:
    """A game that the kit plays."""

    ruleset: Ruleset
    options: Options
    rule: LineRule
    thinker: Thinker
    size: int

    @property
    def rules(self) -> Rules:
        """The rules as the kit knows them."""
        return self.thinker.rules_of(self.rule)

    def side(self, colour: str) -> int:
        """The side of a colour: 0 for the first, 1 for the second."""
        return self.ruleset.info.colours.index(colour)

    def turn(self, stones: int) -> tuple[int, int]:
        """The side on turn after so many stones, and how many stones are left of its turn."""
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
        """A new engine, with the move order and the net that are shipped or others."""
        return self.thinker.engine_class()(self.rules, self.size, memory_bits, order, settings, net)


class GameInProgress:
    """A game in progress, kept by the rules, with the stones in the kit's form."""

    def __init__(self, tuned: TunedGame) -> None:
        self.tuned = tuned
        self.state = tuned.ruleset.setup(tuned.options, 0).state
        self.cells: list[int] = []
        self.stones: list[PlacedStone] = []

    @property
    def side(self) -> int:
        """The colour on turn."""
        return self.tuned.side(self.state.colour)

    def put(self, cell: int) -> bool:
        """Put a stone of the colour on turn; returns whether the rules allow it."""
        move = Place(cell, self.state.colour)
        if self.tuned.ruleset.check(self.state, move) is not None:
            return False
        self.cells.append(cell)
        self.stones.append((*self.state.geometry.cells[cell], self.side))
        self.state = self.tuned.ruleset.apply(self.state, move).state
        return True

    def winner(self) -> int | None:
        """The colour that has won by the rules, DRAW for nobody, None while the game goes on."""
        outcome = self.tuned.ruleset.outcome(self.state)
        if outcome is None:
            return None
        return DRAW if outcome.winner is None else self.tuned.side(self.state.colours[outcome.winner])

    def search(self, searcher: Searcher, nodes: int) -> Found[ColumnRow]:
        """Search the position with so many nodes; the transposition table is kept from search to search."""
        searcher.set_stones(self.stones, self.state.placements_left)
        return searcher.find(self.side, nodes) or _NOTHING

    def put_found(self, found: Found[ColumnRow]) -> int | None:
        """Put the stone that was found; returns the side that has won, or is certain to."""
        if found.is_decided:
            return self.side if found.score > 0 else 1 - self.side
        cell = self.state.geometry.at(*found.move)
        if cell is None or not self.put(cell) or len(self.cells) >= MOST_STONES:
            return DRAW
        return self.winner()


@cache
def open_tuned_game(name: GameName) -> TunedGame:
    """The game of this name; raises ParseError for one that does not exist here, or that the kit does not play."""
    ruleset = named_ruleset(name.plugins, name.ruleset)
    options = complete_options(ruleset.info, dict(name.options))
    package = catalogue(name.plugins).package(name.ruleset)
    try:
        thinker: Thinker = getattr(import_module(f"{package}.{_COMPILED}"), _THINKER)
    except (ImportError, AttributeError) as error:
        raise ParseError(f"{ruleset.info.title} has no engine whose numbers this command can fit") from error
    return TunedGame(ruleset, options, thinker.game.rule(options), thinker, ruleset.geometry(options).columns)
