"""Choice of the moves of a whole turn by a level's search, with a default move if the search fails."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import islice
from typing import TypeVar

from game.core.language import _, gettext_noop, strip_period
from game.core.model import EMPTY, Choose, Move, Place, Reason, State
from game.core.notation import Remark, format_report, playable_moves
from game.core.ruleset import Info, Level, Limits, PluginError, Proof, Ruleset, format_move
from game.plugins.registry import resolve_prover, resolve_thinker

#: Seconds after which a remark is passed on although only its number of nodes has changed.
REPEAT_SECONDS = 0.5
#: Seconds after the time limit at which a thinker that still reports is stopped.
OVERTIME_SECONDS = 0.2
#: Seconds of processor time in which a level finds a first move, however late, where it may play no default move, as in
#: an arena: its code is loaded first, and on a busy machine or from a slow disk that takes long.
LOADING_SECONDS = 10.0
_FIRST_ANSWER = gettext_noop("{level} could not decide, so the first option was chosen instead ({cause}).")
_NEAREST = gettext_noop("{level} found no move and played a nearby free point instead ({cause}).")
_Answer = TypeVar("_Answer")
#: Longest pondering in seconds; after that, the opponent has probably left.
MOST_SECONDS = 120.0


@dataclass(slots=True)
class _LastRemark:
    """The latest search report that was passed on for a rank (1 is the best move), and its time."""

    remark: Remark
    at: float
    waiting: Remark | None = None
    """A later remark that differs only in its numbers, not passed on yet."""


class Reports:
    """A filter for search reports, which passes on new results at once and mere repeats at intervals.

    Reports go to ``on_remark``, and those without news every ``REPEAT_SECONDS``. A change of the numbers of nodes and
    speed alone is no news.
    """

    def __init__(self, on_remark: Callable[[Remark], None], clock: Callable[[], float] = time.monotonic) -> None:
        self._on_remark = on_remark
        self._clock = clock
        self._last: dict[int, _LastRemark] = {}

    def take(self, remark: Remark) -> None:
        """Pass on a search report, or store it if it has no news and the last one is recent."""
        last, now = self._last.get(remark.rank), self._clock()
        if (
            last is not None
            and _without_counts(last.remark) == _without_counts(remark)
            and now - last.at < REPEAT_SECONDS
        ):
            last.waiting = remark
            return
        self._last[remark.rank] = _LastRemark(remark, now)
        self._on_remark(remark)

    def finish(self) -> None:
        """Pass on the stored search reports, so that the final numbers are reported."""
        for last in self._last.values():
            if last.waiting is not None and last.waiting != last.remark:
                self._on_remark(last.waiting)
        self._last.clear()


def _without_counts(remark: Remark) -> Remark:
    """Return a copy of a search report without its numbers of nodes and speed, which always change."""
    return replace(remark, nodes=0, speed=0)


@dataclass(frozen=True, slots=True)
class ThinkingLevel:
    """A level (computer opponent) with all that it needs to choose moves.

    Search reports go to ``on_remark``. Once ``interrupted`` returns True, the level plays its best move so far. If its
    search finds no move, it plays a default move, or raises PluginError if ``plays_always`` is False.
    """

    ruleset: Ruleset
    package: str
    """Package from which the relative module names of thinkers are resolved."""
    level: Level
    on_remark: Callable[[Remark], None]
    interrupted: Callable[[], bool]
    plays_always: bool = True
    """True to play a default move if the thinker has none; False to raise PluginError instead."""
    excluded: frozenset[int] = frozenset()
    """Cells on which the turn must not place a stone, though the rules may allow it. They leave one at least."""

    def play_turn(self, state: State, limits: Limits) -> tuple[Move, ...]:
        """Return the moves of a whole turn, up to the other player's turn or the end of the game.

        Return an empty tuple if the game is over. ``limits.seconds`` are for the whole turn, ``limits.nodes`` for each
        placement. Raises PluginError if the ruleset has no legal move, or if the level's search finds no move and
        ``plays_always`` is False.
        """
        seat, began, playing = state.seat, time.monotonic(), self._at_turn(state, limits)
        moves: list[Move] = []
        while state.seat == seat and self.ruleset.outcome(state) is None:
            placements = max(1, state.placements_left)
            elapsed = time.monotonic() - began
            left = max(0.0, limits.seconds - elapsed) / placements
            most = max(0.0, limits.most_seconds - elapsed) / placements
            seed = limits.seed + len(moves)
            move = playing._choose(state, replace(limits, seconds=left, most_seconds=most, seed=seed))
            moves.append(move)
            state = self.ruleset.apply(state, move).state
        return tuple(moves)

    def judge(self, state: State, limits: Limits) -> Move:
        """Search a position and return the best move, with search reports to ``on_remark``.

        The first choice of an opening is returned without a search if the level does not play openings.
        """
        return self._at_turn(state, limits)._choose(state, limits)

    def _at_turn(self, state: State, limits: Limits) -> ThinkingLevel:
        """Return a copy of this object with the level's settings for this turn.

        The number of stones varies the random choices, because a manager may send the same seed every turn.
        """
        stones = sum(letter != EMPTY for letter in state.board)
        return replace(self, level=self.level.at_turn(limits.seed + stones))

    def _choose(self, state: State, limits: Limits) -> Move:
        first = next(self.ruleset.legal_moves(state), None)
        if first is None:
            raise PluginError(
                _(
                    "The ruleset “{title}” allows no move, although the game is not over.",
                    title=_(self.ruleset.info.title),
                )
            )
        judge = None if self.level.chooses else weakest_level_that_plays_openings(self.ruleset)
        if state.is_opening and judge is not None:
            return replace(self, level=judge)._choose(state, limits)
        if isinstance(first, Choose) and not self.level.chooses:
            return first
        try:
            move, refusal = _call_plugin(lambda: self._think_and_check(state, limits))
        except PluginError as error:
            return self._fall_back(state, str(error))
        if refusal is not None:
            return self._fall_back(state, refusal.message)
        if move is not None:
            return move
        return self._default(state) if self.interrupted() else self._fall_back(state, _("Time ran out."))

    def _fall_back(self, state: State, problem: str) -> Move:
        """Return a default move and report the level's problem to the player.

        Raises PluginError if ``plays_always`` is False.
        """
        if not self.plays_always:
            raise PluginError(_("{level} found no move: {cause}", level=_(self.level.name), cause=problem))
        move = self._default(state)
        told = _FIRST_ANSWER if isinstance(move, Choose) else _NEAREST
        cause = strip_period(problem.rstrip(": "))
        self.on_remark(Remark(note=_(told, level=_(self.level.name), cause=cause)))
        return move

    def _think_and_check(self, state: State, limits: Limits) -> tuple[Move | None, Reason | None]:
        move = self._think(state, limits)
        return move, None if move is None else self.ruleset.check(state, move)

    def _think(self, state: State, limits: Limits) -> Move | None:
        """Return the move that the level's search finds, or None if it finds none in time.

        If the thinker is interrupted or late, its best move reported so far is returned.
        """
        overtime = time.monotonic() + max(limits.seconds, limits.most_seconds) + OVERTIME_SECONDS
        loading_until = time.process_time() + LOADING_SECONDS
        best: Move | None = None
        limits = replace(limits, best=limits.best + len(self.excluded))
        thinking: Generator[Info, None, Move | None]
        thinking = resolve_thinker(self.package, self.level.thinker)(state, limits, **self.level.settings)
        if self.excluded:
            thinking = without_cells(thinking, self.excluded)
        reports = Reports(self.on_remark)
        while True:
            try:
                info = next(thinking)
            except StopIteration as end:
                reports.finish()
                return None if self.excluded and end.value is None else _as_move(end.value)
            reports.take(format_report(self.ruleset.info, state.geometry, info))
            best = next(iter(info.variation), best) if info.rank == 1 else best
            is_loading = best is None and not self.plays_always and time.process_time() <= loading_until
            if self.interrupted() or (time.monotonic() > overtime and not is_loading):
                thinking.close()
                return best

    def _default(self, state: State) -> Move:
        """Return the first choice in an opening, else the legal cell nearest to the last stone or the centre."""
        first = next(self.ruleset.legal_moves(state))
        if isinstance(first, Choose):
            return first
        distance = distance_from_last(state)
        places = (move for move in self.ruleset.legal_moves(state) if isinstance(move, Place))
        return min((move for move in places if move.cell not in self.excluded), key=lambda move: distance(move.cell))


def without_cells(
    thinking: Generator[Info, None, Move], excluded: frozenset[int]
) -> Generator[Info, None, Move | None]:
    """Yield the reports of a thinker without those about moves to excluded cells, and return its best other move.

    The thinker reports several best moves, the best one last; the ranks of the others move up. The result is None if
    every reported move goes to an excluded cell.
    """
    ranking: list[Info] = []
    best: Move | None = None
    with closing(thinking):
        while True:
            try:
                ranking.append(next(thinking))
            except StopIteration as end:
                return best if _is_to(end.value, excluded) else _as_move(end.value)
            if ranking[-1].rank > 1:
                continue
            allowed = [info for info in ranking if not _is_to(next(iter(info.variation), None), excluded)]
            ranking.clear()
            for rank, info in zip(range(len(allowed), 0, -1), allowed, strict=True):
                best = next(iter(info.variation), best)
                yield replace(info, rank=rank)
            if not allowed:
                # The caller checks after each report whether to go on.
                yield Info()


def _is_to(move: object, cells: frozenset[int]) -> bool:
    return isinstance(move, Place) and move.cell in cells


def weakest_level_that_plays_openings(ruleset: Ruleset) -> Level | None:
    """Return the weakest level that can play openings, or None if no level can.

    This level plays the openings for levels that cannot.
    """
    choosing = [level for level in ruleset.info.levels if level.chooses and level.elo is not None]
    return min(choosing, key=lambda level: level.elo or 0, default=None)


def prove(ruleset: Ruleset, package: str, state: State, limits: Limits) -> Proof[str]:
    """Search for a forced win of the side to move, using the ruleset's own prover.

    The moves of the win are in the program's notation. The result has ``is_known`` False if the ruleset has no prover,
    the game is over or the prover fails. ``package`` is the package from which the prover's relative module name is
    resolved.
    """
    unknown: Proof[str] = Proof(is_known=False)
    if not ruleset.info.prover or ruleset.outcome(state) is not None:
        return unknown
    try:
        return _call_plugin(lambda: _proof(ruleset, package, state, limits))
    except PluginError:
        return unknown


def _proof(ruleset: Ruleset, package: str, state: State, limits: Limits) -> Proof[str]:
    proof = resolve_prover(package, ruleset.info.prover)(state, limits)
    words = tuple(format_move(ruleset.info, state.geometry, move) for move in proof.moves)
    return Proof(proof.means, words, proof.is_known)


def _call_plugin(ask: Callable[[], _Answer]) -> _Answer:
    """Call a plug-in function and return its result; turn any exception into a PluginError."""
    try:
        return ask()
    # A plug-in may raise anything, and the game must continue.
    except (Exception, SystemExit) as error:
        raise PluginError(f"{type(error).__name__}: {error}") from error


def distance_from_last(state: State) -> Callable[[int], int]:
    """Return a function that gives a cell's squared distance from the last stone, or from an empty board's centre."""
    geometry = state.geometry
    x, y = geometry.cells[state.last[-1]] if state.last else (geometry.columns // 2, geometry.rows // 2)

    def distance(cell: int) -> int:
        column, row = geometry.cells[cell]
        return (column - x) ** 2 + (row - y) ** 2

    return distance


def _as_move(value: object) -> Move:
    if not isinstance(value, Place | Choose):
        raise TypeError(f"the thinker returned {value!r}, which is no move")
    return value


@dataclass(frozen=True, slots=True)
class Expectation:
    """A position that the engine expects to search next, and the level for that search."""

    ruleset: Ruleset
    level: Level
    state: State


def expectation(
    ruleset: Ruleset, level: Level, state: State, moves: Sequence[Move], remark: Remark | None
) -> Expectation | None:
    """Return the position after our turn and the opponent's expected reply; None if none is expected.

    ``moves`` is our turn, and the remark's principal variation has the reply. Return None if the level does not ponder,
    no reply is known, or the game is over then. Exceptions of the ruleset are passed on.
    """
    if not level.ponders or remark is None or not moves:
        return None
    *before, last = moves
    for move in before:
        state = ruleset.apply(state, move).state
    line = list(islice(playable_moves(ruleset, state, remark.variation), 2))
    if len(line) < 2 or line[0][0] != last:
        return None
    expected = line[1][1]
    return None if ruleset.outcome(expected) is not None else Expectation(ruleset, level, expected)
