"""Searches of positions for a command: by the level that gives hints, and by the prover, which finds forced wins.

Both run in this process, with limits on nodes, so that results do not depend on the speed of the machine.
"""

from __future__ import annotations

from dataclasses import dataclass

from game.core.model import Move, State
from game.core.ruleset import Level, Limits, PluginError, Ruleset, WinMeans, threats_of, winning_chance
from game.plugins.registry import Catalogue, resolve_prover, resolve_thinker
from game.training.puzzles.puzzle import first_turn

#: The time limit of a search in seconds, which no search reaches before its node limit.
_SECONDS = 600.0
#: The nodes of a search for a win with the turn itself, which every search finds first.
_AT_ONCE = 100
#: The time limit of the prover in seconds.
_PROVING = 2.0


@dataclass(frozen=True, slots=True)
class RankedMove:
    """One of the best moves of a position, with its evaluation by a search."""

    line: tuple[Move, ...]
    """The move, and the moves that are expected after it."""
    chance: float
    """The winning chance of the side to move, from 0 to 1."""
    score: float
    """The score for the side to move, in the points of the engine."""
    is_certain: bool
    """True if the result of the game after the move is known."""

    @property
    def wins(self) -> bool:
        """True if the move is known to win or, in games with points, to end with more points than the opponent has."""
        return self.is_certain and self.score > 0

    @property
    def loses(self) -> bool:
        """True if the move is known to lose."""
        return self.is_certain and self.score < 0


class Solver:
    """Searches positions of a ruleset with the level that gives hints. Equal searches with nodes have equal results."""

    def __init__(self, catalogue: Catalogue, ruleset: Ruleset) -> None:
        """Prepare to search positions.

        Raises PluginError if the level that gives hints does not use a compiled engine.
        """
        level = ruleset.info.level(ruleset.info.hint_level)
        if level is None or not level.compiled:
            raise PluginError(f"{ruleset.info.id} has no engine that could prove anything")
        self.ruleset = ruleset
        self.strongest: Level = level
        self._package = catalogue.package(ruleset.info.id)

    @property
    def counts_points(self) -> bool:
        """True if the game has no prover, a search for forced wins: points at its end decide it."""
        return not self.ruleset.info.prover

    def best(self, state: State, nodes: int, best: int = 1, *, forgets: bool = True) -> tuple[RankedMove, ...]:
        """Return up to ``best`` best moves from a search with ``nodes`` nodes, the best first.

        The result is empty if the search reports no legal move. With ``forgets`` the engine clears its tables first.
        """
        limits = Limits(seconds=_SECONDS, nodes=nodes, best=best, seed=1, forgets=forgets)
        think = resolve_thinker(self._package, self.strongest.thinker)
        found: dict[int, RankedMove] = {}
        for info in think(state, limits, **self.strongest.settings):
            # If all plausible cells are forbidden, a search may report an illegal move.
            if info.variation and self.ruleset.check(state, info.variation[0]) is None:
                chance = winning_chance(info.score, self.ruleset.info.logit_scale)
                found[info.rank] = RankedMove(info.variation, chance, info.score, bool(info.verdict))
        ranked = {candidate.line[0]: candidate for _rank, candidate in sorted(found.items(), reverse=True)}
        return tuple(sorted(ranked.values(), key=lambda candidate: -candidate.score))

    def worth(self, state: State, move: Move, nodes: int, *, forgets: bool = True) -> RankedMove:
        """Return the evaluation of one move, from a search with ``nodes`` nodes of the position after it.

        Without ``forgets`` the engine keeps its tables, which is faster after searches of similar positions. The result
        is then reproducible only if the same searches precede it.
        """
        after = self.ruleset.apply(state, move).state
        outcome = self.ruleset.outcome(after)
        if outcome is not None:
            score = float((outcome.winner == state.seat) - (outcome.winner not in (state.seat, None)))
            return RankedMove((move,), (1 + score) / 2, score, is_certain=True)
        answers = self.best(after, nodes, forgets=forgets)
        if not answers:
            return RankedMove((move,), 0.5, 0, is_certain=False)
        answer, line = answers[0], (move, *answers[0].line)
        if after.seat == state.seat:
            return RankedMove(line, answer.chance, answer.score, answer.is_certain)
        return RankedMove(line, 1 - answer.chance, -answer.score, answer.is_certain)

    def move_of(self, level: Level, state: State, limits: Limits) -> Move:
        """Return the move that a level plays."""
        level = level.at_turn(limits.seed)
        thinking = resolve_thinker(self._package, level.thinker)(state, limits, **level.settings)
        while True:
            try:
                next(thinking)
            except StopIteration as end:
                move: Move = end.value
                return move

    def turn_of(self, level: Level, state: State, limits: Limits) -> tuple[Move, ...]:
        """Return the moves that a level plays until it is the other seat's turn or the game ends."""
        seat, moves = state.seat, list[Move]()
        while state.seat == seat and self.ruleset.outcome(state) is None:
            moves.append(self.move_of(level, state, limits))
            state = self.ruleset.apply(state, moves[-1]).state
        return tuple(moves)

    def proof(self, state: State) -> WinMeans | None:
        """Return the kind of threats with which the side to move wins by force, or None if no win is found."""
        if self.ruleset.outcome(state) is not None:
            return None
        means: WinMeans | None = resolve_prover(self._package, self.ruleset.info.prover)(
            state, Limits(seconds=_PROVING)
        ).means
        return means

    def wins_at_once(self, state: State) -> bool:
        """Return True if the side to move can win with this turn, or has won."""
        outcome = self.ruleset.outcome(state)
        threats = threats_of(self.ruleset, state) if outcome is None else ()
        if threats is None:
            # The game knows no threats, but every search finds a win with the turn itself first.
            found = self.best(state, _AT_ONCE)
            turn = first_turn(self.ruleset, state, found[0].line) if found else ()
            outcome = self.ruleset.outcome(self.after(state, turn))
        if outcome is not None:
            return outcome.winner == state.seat
        return any(side.colour == state.colour and side.lines for side in threats or ())

    def after(self, state: State, moves: tuple[Move, ...]) -> State:
        """Return the position after the given moves."""
        for move in moves:
            state = self.ruleset.apply(state, move).state
        return state
