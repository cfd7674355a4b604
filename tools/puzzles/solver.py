"""The solver of a ruleset: its strongest level and its prover, asked in this process by nodes."""

from __future__ import annotations

from dataclasses import dataclass

from game.core.model import Move, State
from game.core.ruleset import KnowsThreats, Level, Limits, PluginError, Ruleset, WinMeans, winning_chance
from game.plugins.registry import Catalogue, resolve_prover, resolve_thinker

#: Seconds that one question may take; the nodes end it long before.
_SECONDS = 600.0
#: Seconds that the prover may take.
_PROVING = 2.0


@dataclass(frozen=True, slots=True)
class RankedMove:
    """One of the best moves of a position."""

    line: tuple[Move, ...]
    """The move, and those that are expected after it."""
    chance: float
    """The winning chance of the side on turn, 0 to 1."""
    score: float
    """In the thinker's points for the side on turn."""
    is_certain: bool
    """Whether the end of the game is known with it."""

    @property
    def wins(self) -> bool:
        """Whether it is known to win, or, where points are counted, to end with more of them."""
        return self.is_certain and self.score > 0

    @property
    def loses(self) -> bool:
        """Whether it is known to lose."""
        return self.is_certain and self.score < 0


class Solver:
    """Asks the hint level of a ruleset; the same question has the same answer, however busy the machine is."""

    def __init__(self, catalogue: Catalogue, ruleset: Ruleset) -> None:
        """Raises PluginError where the ruleset has no engine."""
        level = ruleset.info.level(ruleset.info.hint_level)
        if level is None or not level.compiled:
            raise PluginError(f"{ruleset.info.id} has no engine that could prove anything")
        self.ruleset = ruleset
        self.strongest: Level = level
        self._package = catalogue.package(ruleset.info.id)

    @property
    def counts_points(self) -> bool:
        """Whether a game is decided by points at its end, and no win can be forced before."""
        return not self.ruleset.info.prover

    def best(self, state: State, nodes: int, best: int = 1, *, forgets: bool = True) -> tuple[RankedMove, ...]:
        """The best moves that so many nodes find, the best one first; none where the search has nothing to say."""
        limits = Limits(seconds=_SECONDS, nodes=nodes, best=best, seed=1, forgets=forgets)
        think = resolve_thinker(self._package, self.strongest.thinker)
        found: dict[int, RankedMove] = {}
        for info in think(state, limits, **self.strongest.settings):
            # Where every cell that makes sense is forbidden, a search tells of one nevertheless.
            if info.variation and self.ruleset.check(state, info.variation[0]) is None:
                chance = winning_chance(info.score, self.ruleset.info.logit_scale)
                found[info.rank] = RankedMove(info.variation, chance, info.score, bool(info.verdict))
        ranked = {candidate.line[0]: candidate for _rank, candidate in sorted(found.items(), reverse=True)}
        return tuple(sorted(ranked.values(), key=lambda candidate: -candidate.score))

    def worth(self, state: State, move: Move, nodes: int, *, forgets: bool = True) -> RankedMove:
        """What a move is worth, looked at by itself: so many nodes are spent on the position after it.

        A search that does not forget is quicker where the questions before it were about the same stones; the answer is
        the same as long as all of these were.
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
        """The move that a level makes."""
        level = level.at_turn(limits.seed)
        thinking = resolve_thinker(self._package, level.thinker)(state, limits, **level.settings)
        while True:
            try:
                next(thinking)
            except StopIteration as end:
                move: Move = end.value
                return move

    def turn_of(self, level: Level, state: State, limits: Limits) -> tuple[Move, ...]:
        """The moves that a level makes until the other seat is on turn."""
        seat, moves = state.seat, list[Move]()
        while state.seat == seat and self.ruleset.outcome(state) is None:
            moves.append(self.move_of(level, state, limits))
            state = self.ruleset.apply(state, moves[-1]).state
        return tuple(moves)

    def proof(self, state: State) -> WinMeans | None:
        """The means of a forced win of the side on turn, None where the prover finds none."""
        means: WinMeans | None = resolve_prover(self._package, self.ruleset.info.prover)(
            state, Limits(seconds=_PROVING)
        ).means
        return means

    def wins_at_once(self, state: State) -> bool:
        """Whether the side on turn can end the game with this turn."""
        if not isinstance(self.ruleset, KnowsThreats):
            return False
        return any(side.colour == state.colour and side.lines for side in self.ruleset.threats(state) or ())

    def after(self, state: State, moves: tuple[Move, ...]) -> State:
        """The position after these moves."""
        for move in moves:
            state = self.ruleset.apply(state, move).state
        return state
