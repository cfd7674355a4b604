"""One whole turn of a level: its thinker is asked for each placement; a manager of others gets a move when it fails."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar

from game.core.language import _, gettext_noop, strip_period
from game.core.model import EMPTY, Choose, Move, Place, Reason, State
from game.core.notation import Remark, in_words
from game.core.ruleset import Level, Limits, PluginError, Proof, Ruleset, format_move
from game.engine.server.reports import Reports
from game.plugins.registry import resolve_prover, resolve_thinker

#: Seconds after its time limit when a thinker that still reports is stopped.
OVERTIME_SECONDS = 0.2
_FIRST_ANSWER = gettext_noop("{level} found no move and took the first answer instead ({cause}).")
_NEAREST = gettext_noop("{level} found no move and took the nearest free place instead ({cause}).")

_Answer = TypeVar("_Answer")


@dataclass(frozen=True, slots=True)
class ThinkingLevel:
    """A level at work: its reports go to ``say``; once ``interrupted`` it plays the best move so far."""

    ruleset: Ruleset
    package: str
    """The package that the thinkers' relative names start from."""
    level: Level
    say: Callable[[Remark], None]
    interrupted: Callable[[], bool]
    plays_always: bool = True
    """Whether the default move is made where the thinker has none; else that is an error, and nobody answers for it."""

    def play_turn(self, state: State, limits: Limits) -> tuple[Move, ...]:
        """The moves of the seat on turn, up to the other seat's turn or the end of the game; none when it is over.

        The seconds of the limits are for the whole turn, ``limits.nodes`` for each placement.
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
        """The best move of a position, which the reports are about; a first word that is taken has none."""
        return self._at_turn(state, limits)._choose(state, limits)

    def _at_turn(self, state: State, limits: Limits) -> ThinkingLevel:
        """The level as it plays this turn; the stones vary the dice where a manager tells the same seed every turn."""
        stones = sum(letter != EMPTY for letter in state.board)
        return replace(self, level=self.level.at_turn(limits.seed + stones))

    def _choose(self, state: State, limits: Limits) -> Move:
        first = next(self.ruleset.legal_moves(state), None)
        if first is None:
            raise PluginError(
                _("{title} gives no legal move in a game that is not over.", title=_(self.ruleset.info.title))
            )
        judge = None if self.level.chooses else weakest_level_that_plays_openings(self.ruleset)
        if state.is_opening and judge is not None:
            return replace(self, level=judge)._choose(state, limits)
        if isinstance(first, Choose) and not self.level.chooses:
            return first
        try:
            move, refusal = _asked(lambda: self._think_and_check(state, limits))
        except PluginError as error:
            return self._instead(state, str(error))
        if refusal is not None:
            return self._instead(state, refusal.message)
        if move is not None:
            return move
        return self._default(state) if self.interrupted() else self._instead(state, _("It ran out of time."))

    def _instead(self, state: State, problem: str) -> Move:
        """The default move, with a sentence to the player about the problem; raises PluginError if it is not wanted."""
        if not self.plays_always:
            raise PluginError(_("{level} found no move: {cause}", level=_(self.level.name), cause=problem))
        move = self._default(state)
        told = _FIRST_ANSWER if isinstance(move, Choose) else _NEAREST
        cause = strip_period(problem.rstrip(": "))
        self.say(Remark(note=_(told, level=_(self.level.name), cause=cause)))
        return move

    def _think_and_check(self, state: State, limits: Limits) -> tuple[Move | None, Reason | None]:
        move = self._think(state, limits)
        return move, None if move is None else self.ruleset.check(state, move)

    def _think(self, state: State, limits: Limits) -> Move | None:
        """The thinker's move, or the best it has named when it is interrupted; None when it has named none."""
        overtime = time.monotonic() + max(limits.seconds, limits.most_seconds) + OVERTIME_SECONDS
        best: Move | None = None
        thinking = resolve_thinker(self.package, self.level.thinker)(state, limits, **self.level.settings)
        reports = Reports(self.say)
        while True:
            try:
                info = next(thinking)
            except StopIteration as end:
                reports.finish()
                return _as_move(end.value)
            reports.take(in_words(self.ruleset.info, state.geometry, info))
            best = next(iter(info.variation), best) if info.rank == 1 else best
            if self.interrupted() or time.monotonic() > overtime:
                thinking.close()
                return best

    def _default(self, state: State) -> Move:
        """The default move: a choice's first word; else the legal cell nearest to the last stone, or to the middle."""
        first = next(self.ruleset.legal_moves(state))
        if isinstance(first, Choose):
            return first
        distance = distance_from_last(state)
        places = (move for move in self.ruleset.legal_moves(state) if isinstance(move, Place))
        return min(places, key=lambda move: distance(move.cell))


def weakest_level_that_plays_openings(ruleset: Ruleset) -> Level | None:
    """The weakest level that plays openings; it does so for those that cannot. None where there is none."""
    choosing = [level for level in ruleset.info.levels if level.chooses and level.elo is not None]
    return min(choosing, key=lambda level: level.elo or 0, default=None)


def prove(ruleset: Ruleset, package: str, state: State, limits: Limits) -> Proof[str]:
    """The answer of a ruleset's prover about the side on turn, in words; nothing is known where it has none or fails.

    ``package`` is where relative names start from.
    """
    unknown: Proof[str] = Proof(is_known=False)
    if not ruleset.info.prover or ruleset.outcome(state) is not None:
        return unknown
    try:
        return _asked(lambda: _proof(ruleset, package, state, limits))
    except PluginError:
        return unknown


def _proof(ruleset: Ruleset, package: str, state: State, limits: Limits) -> Proof[str]:
    proof = resolve_prover(package, ruleset.info.prover)(state, limits)
    words = tuple(format_move(ruleset.info, state.geometry, move) for move in proof.moves)
    return Proof(proof.means, words, proof.is_known)


def _asked(ask: Callable[[], _Answer]) -> _Answer:
    """What a thinker or a prover answers; raises PluginError with the cause where it raises anything."""
    try:
        return ask()
    # It may be a stranger's program, and the game goes on whatever it raises.
    except (Exception, SystemExit) as error:
        raise PluginError(f"{type(error).__name__}: {error}") from error


def distance_from_last(state: State) -> Callable[[int], int]:
    """The squared distance of a cell from the last stone, or from the middle when there is no stone."""
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
