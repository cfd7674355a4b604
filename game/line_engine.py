"""Our compiled engine of games of rows for plug-ins, under the name that the contract guarantees.

At the end of a plug-in that exports a LineGame as RULESET:

    ENGINE = LineEngine(__name__, RULESET)
    engine, prove, warm = ENGINE.think, ENGINE.prove, ENGINE.warm

Then ``Level("engine", "Engine", "Plans ahead.", thinker=".engine", compiled=True)`` is a level.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from functools import partial

from game.core.geometry import Geometry, square
from game.core.language import _
from game.core.line_game import LineGame, LineRule, LineState
from game.core.model import Move, Options, Reason, State
from game.core.ruleset import Info, Limits, PluginError, Proof, complete_options
from game.engine.search.lines.rules import FARTHEST
from game.engine.search.lines.thinker import Thinker, plain_rules

#: The most columns and rows of a board that the engine knows.
LARGEST = 22


class LineEngine:
    """The compiled engine of a LineGame: one stone a turn on a square board, rows of three to six.

    It knows the numbers of ``LineRule``. Of forbidden points it knows only that its own move must be legal, and of
    captures nothing.
    """

    def __init__(self, module: str, game: LineGame, rules: Sequence[LineRule] = ()) -> None:
        """Make the engine of a game. Nothing is compiled yet.

        ``module`` is the name of the module with ``warm``. ``rules`` are the rules that ``warm`` prepares, by default
        the one of the default options. Raises PluginError if the engine does not know the game with these options.
        """
        options = complete_options(game.info, {})
        refusal = _why_not(game.geometry(options), game.rule(options))
        if refusal is not None:
            raise PluginError(refusal.message)
        self._game = game
        known = partial(plain_rules, colours=game.info.colours)
        self._thinker = Thinker(module, game, known, tuple(rules) or (game.rule(options),))

    def why_not(self, options: Options) -> Reason | None:
        """Return why the engine does not know the game with these options; None if it does.

        A game whose levels all use the engine returns it from ``why_no_opponents``.
        """
        return _why_not(self._game.geometry(options), self._game.rule(options))

    def think(
        self, state: State, limits: Limits, *, nodes: int = 0, depth: int = 0, temperature: float = 0.0
    ) -> Generator[Info, None, Move]:
        """Search for the best move; a thinker for ``Level.thinker``.

        ``nodes`` and ``depth`` limit each search (0: no limit). With a ``temperature`` in points of the score the
        engine plays worse moves now and then. Raises PluginError if the engine does not know the game.
        """
        self._require(state)
        return (yield from self._thinker.think(state, limits, nodes=nodes, depth=depth, temperature=temperature))

    def prove(self, state: State, limits: Limits) -> Proof[Move]:
        """Search for a forced win of the side to move; for ``RulesetInfo.prover``.

        Raises PluginError if the engine does not know the game.
        """
        self._require(state)
        return self._thinker.prove(state, limits)

    def warm(self) -> Iterator[tuple[int, int]]:
        """Compile the engine, or load it if it is compiled, and yield steps done and all steps after each step."""
        return self._thinker.warm()

    def _require(self, state: State) -> None:
        rule = state.rule if isinstance(state, LineState) else None
        refusal = _why_not(state.geometry, rule)
        if refusal is not None:
            raise PluginError(refusal.message)


def _why_not(geometry: Geometry, rule: LineRule | None) -> Reason | None:
    """Return why the engine does not know a board or rule; None if it does. ``rule`` is None for no game of rows."""
    if geometry.columns > LARGEST or not _is_square(geometry):
        text = _("The engine knows only square boards of up to {size}x{size} without holes.", size=LARGEST)
        return Reason("board", text)
    if rule is None or rule.stones_a_turn != 1 or rule.stones_first_turn != 1:
        return Reason("turn", _("The engine knows only games of rows with one stone a turn."))
    if rule.length < 3 or plain_rules(rule, "bw").reach > FARTHEST:
        text = _("The engine knows rows of three to five stones, and of six if a longer row wins, too.")
        return Reason("length", text)
    return None


def _is_square(geometry: Geometry) -> bool:
    """Return True if a board has the cells and the straight rows of a plain square board."""
    plain = square(geometry.columns)
    return geometry.cells == plain.cells and geometry.windows(3) == plain.windows(3)
