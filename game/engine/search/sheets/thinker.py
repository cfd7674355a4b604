"""Move chooser for the computer opponents of rule sheets, based on the compiled search."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

from game.core.model import EMPTY, Move, Place, State
from game.core.ruleset import Info, Limits, Proof, WinMeans, certain_end
from game.engine.search.lines.opening import OpeningPlay
from game.engine.search.strength import Strength, found_by, made_ready, set_up, tighter
from game.engine.search.task import UNMEASURED
from game.sheets.boards import middle_cells
from game.sheets.game import SheetGame, game_of
from game.sheets.sheet import SheetRules
from game.sheets.sheet_state import SheetState
from game.storage import compiled_code

# Functions import the compiled search modules, and with them numba, only when they need them: not while another process
# compiles them, and not for code that only imports this module.
if TYPE_CHECKING:
    from game.engine.search.lazy_smp import Found
    from game.engine.search.sheets.engine import CellAndStone, SheetEngine

#: Most nodes of a search for a forced win. The limit is needed because callers never cancel such a search.
_PROOF_NODES = 20_000
#: Planned cells of the stones in an opening, by the rules of the sheet.
_plans: dict[SheetRules, dict[tuple[str, ...], int]] = {}


def think(
    state: State, limits: Limits, *, nodes: int = 0, depth: int = 0, temperature: float = 0.0
) -> Generator[Info, None, Move]:
    """Search for the best move within the limits. Yield reports of the search, and return the move.

    ``nodes`` for each stone of a turn and ``depth`` are limits, 0 for none. With a ``temperature``, the engine chooses
    at random among nearly best moves: the probability of a move falls by a factor of e for each ``temperature`` points
    that it is worse than the best.
    """
    assert isinstance(state, SheetState)
    yield from made_ready(__name__, warm)
    began = time.monotonic()
    strength = Strength(nodes * state.rules.turn.stones, depth, temperature)
    game, engine = game_of(state.rules), _engine_of(state.rules)
    if state.phase is not None:
        return (yield from _opening(game, engine, limits, strength).move(state, limits))
    allowed = _allowed_cells(game, state)
    engine.set_state(state, allowed)
    set_up(engine, limits, strength)
    gambles = strength.temperature > 0 and not engine.is_tense()
    stones = len(state.board) - state.board.count(EMPTY)
    found: Found[CellAndStone] | None = None
    for found in found_by(engine, 0, limits, strength, began=began, number=stones, gambles=gambles):
        yield _info(game, state, found)
    move = None if found is None else Place(*found.move)
    if move is None or game.check(state, move) is not None:
        return next(game.legal_moves(state))
    return move


def prove(state: State, limits: Limits) -> Proof[Move]:
    """Search for a forced win of the side to move within ``limits``, with the usual search of a bounded length.

    A side without stones in line is not searched for. The proof has ``is_known`` False if the code is not compiled yet.
    """
    assert isinstance(state, SheetState)
    if not compiled_code.is_ready(__name__):
        return Proof(is_known=False)
    if state.phase is not None:
        return Proof()
    game, engine = game_of(state.rules), _engine_of(state.rules)
    engine.set_state(state, _allowed_cells(game, state))
    if not engine.has_prospects():
        return Proof()
    for found in engine.think(0, limits.seconds, tighter(limits.nodes, _PROOF_NODES)):
        if found.is_decided and found.score > 0 and found.is_whole:
            return Proof(WinMeans.THREATS, (Place(*found.move),))
    return Proof()


def warm() -> Iterator[tuple[int, int]]:
    """Compile all code, or load it from the cache. Yield (finished steps, total steps) after each step."""
    from game.engine.search.compiled import loading  # noqa: PLC0415

    with compiled_code.one_at_a_time():
        _engine_class()
        total = 1
        for done, kernels in loading():
            total = kernels + 1
            yield done, total
        compiled_code.mark_ready(__name__)
    yield total, total


def _engine_class() -> type[SheetEngine]:
    from game.engine.search.sheets.engine import SheetEngine  # noqa: PLC0415

    return SheetEngine


@lru_cache(maxsize=1)
def _engine_of(rules: SheetRules) -> SheetEngine:
    """Return the search engine of these rules; the latest one is kept with its tables."""
    return _engine_class()(rules, game_of(rules).board)


def _allowed_cells(game: SheetGame, state: SheetState) -> list[int]:
    """Return the cells where the next stone may be placed; on an empty board only those in the middle, if possible."""
    legal = [move.cell for move in game.legal_moves(state) if isinstance(move, Place)]
    if all(stone == EMPTY for stone in state.board):
        return [cell for cell in middle_cells(state.geometry) if cell in legal] or legal
    return legal


def _info(game: SheetGame, state: SheetState, found: Found[CellAndStone]) -> Info:
    moves = tuple(Place(*move) for move in found.variation)
    verdict = ""
    if found.is_decided:
        # With several stones a turn, a search does not count plies consistently.
        is_measured = found.plies < UNMEASURED and state.rules.turn.stones == 1
        verdict = certain_end(found.score > 0, found.plies if is_measured else None)
    reason = game.reason(state, moves[0])
    note = "" if reason is None else reason.message
    return Info(found.depth, float(found.score), found.nodes, moves, note, found.speed, found.rank, verdict)


def _opening(game: SheetGame, engine: SheetEngine, limits: Limits, strength: Strength) -> OpeningPlay:
    from game.engine.search.sheets.judging import SheetJudge  # noqa: PLC0415

    set_up(engine, limits, strength)
    # The judge of row games has the same methods; only its engine is another one.
    judge = SheetJudge(cast("Any", engine), game, *strength.bounds(limits), makes_way=limits.makes_way)
    return OpeningPlay(judge, (), _plans.setdefault(game.rules, {}))
