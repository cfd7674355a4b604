"""A cache of the built-in engine's evaluations of positions, in the database; it lasts across games and sessions."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b

from game.analysis.review.evaluation import ENGINE_VERSION, Evaluation, ProofStatus
from game.analysis.review.review_store import from_entry, to_entry
from game.core.geometry import Geometry
from game.core.language import spoken
from game.core.lines.line_state import LineState
from game.core.model import Options, ParseError, State
from game.core.notation import playable_moves
from game.core.ruleset import Ruleset, RulesetInfo
from game.core.symmetry import Symmetry
from game.library.index.position_key import keyed_position
from game.session.services import Services

#: Errors of a text that is damaged or was written by another program.
_DAMAGED = (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError)


@dataclass(frozen=True, slots=True)
class SearchedPosition:
    """The deepest evaluation of a position so far."""

    evaluation: Evaluation
    width: int
    """Number of best moves that the engine was asked for; it may have found fewer."""


class PositionCache:
    """The evaluations of positions by the built-in engine.

    A position is found again in other games, after other moves and, in games of rows, in all symmetries of the board.
    Evaluations by another version of the engine are not found. A look-up takes less than a millisecond.
    """

    def __init__(self, services: Services) -> None:
        self._services = services

    def look_up(self, ruleset: Ruleset, options: Options, state: State) -> SearchedPosition | None:
        """Return the deepest known evaluation of a position; None if there is none or its database row is damaged."""
        return self._known(ruleset, state, *_key_of(ruleset, options, state))

    def keep(self, ruleset: Ruleset, options: Options, state: State, found: SearchedPosition) -> None:
        """Store the evaluation ``found`` for a position, unless a better evaluation is stored."""
        if not found.evaluation.candidates:
            return
        key, symmetry = _key_of(ruleset, options, state)
        known = self._known(ruleset, state, key, symmetry)
        if known is None or not is_better(known, found):
            turned = replace(found, evaluation=_turned(found.evaluation, state.geometry, symmetry))
            self._services.database.positions.save(key, _written(turned))

    def _known(self, ruleset: Ruleset, state: State, key: bytes, symmetry: Symmetry | None) -> SearchedPosition | None:
        text = self._services.database.positions.stored(key)
        found = _read(text) if text else None
        if found is None:
            return None
        try:
            back = _inverse(symmetry) if symmetry else None
            found = replace(found, evaluation=_turned(found.evaluation, state.geometry, back))
        except ParseError:
            return None
        return found if _is_legal(ruleset, state, found.evaluation) else None


def is_better(one: SearchedPosition, other: SearchedPosition) -> bool:
    """Return True if an evaluation is better than another one: proved, or else from a longer or wider search."""
    return _quality(one) > _quality(other)


def _quality(found: SearchedPosition) -> tuple[bool, float, int]:
    return found.evaluation.proof_status is not ProofStatus.OPEN, found.evaluation.seconds, found.width


# The key of a position


def _key_of(ruleset: Ruleset, options: Options, state: State) -> tuple[bytes, Symmetry | None]:
    """Return the key of a position, and the board symmetry that turns it to the orientation of the stored moves.

    The symmetry is None if the position is stored as it is.
    """
    info, symmetry = ruleset.info, None
    if _is_symmetrical(info, state):
        symmetry = keyed_position(ruleset, state).symmetries[0]
        board = [""] * len(state.board)
        for cell, letter in zip(symmetry, state.board, strict=True):
            board[cell] = letter
        position = f"{' '.join(board)} {state.colour} {state.placements_left}"
    else:
        position = ruleset.dump(state)
    rules = " ".join(f"{key}={value}" for key, value in sorted(options.items()))
    text = "\n".join((str(ENGINE_VERSION), info.id, info.hint_level, repr(info.logit_scale), rules, position))
    return blake2b(text.encode(), digest_size=16).digest(), symmetry


def _is_symmetrical(info: RulesetInfo, state: State) -> bool:
    """Return True if only the stones and the side to move count, in all symmetries of the board.

    This holds after the opening of a game of rows.
    """
    is_of_rows = type(state) is LineState and state.phase is None
    return is_of_rows and not (info.names_stone or state.scores or state.hands)


def _inverse(symmetry: Symmetry) -> Symmetry:
    back = [0] * len(symmetry)
    for cell, turned in enumerate(symmetry):
        back[turned] = cell
    return tuple(back)


def _turned(evaluation: Evaluation, geometry: Geometry, symmetry: Symmetry | None) -> Evaluation:
    """Return an evaluation with the cells of its lines mapped by a board symmetry."""
    if symmetry is None:
        return evaluation
    lines = (replace(each, line=_turned_line(each.line, geometry, symmetry)) for each in evaluation.candidates)
    return replace(evaluation, candidates=tuple(lines))


def _turned_line(line: Sequence[str], geometry: Geometry, symmetry: Symmetry) -> tuple[str, ...]:
    """Return the moves of a line in notation, such as ``h8``, mapped by a board symmetry. Raises ParseError."""
    return tuple(geometry.names[symmetry[geometry.cell(word)]] for word in line)


# The text of a row


def _written(found: SearchedPosition) -> str:
    entry = to_entry(found.evaluation) | {"width": found.width}
    if found.evaluation.verdict:
        entry["language"] = spoken()
    return json.dumps(entry, ensure_ascii=False, separators=(",", ":"))


def _read(text: str) -> SearchedPosition | None:
    """Return the evaluation stored in a text, None if it is damaged; without its sentence in another language."""
    try:
        entry = json.loads(text)
        evaluation, width = from_entry(entry), int(entry["width"])
        is_spoken = entry.get("language") == spoken()
    except _DAMAGED:
        return None
    return SearchedPosition(evaluation if is_spoken else replace(evaluation, verdict=""), width)


def _is_legal(ruleset: Ruleset, state: State, evaluation: Evaluation) -> bool:
    """Return True if an evaluation has best moves and all of them are legal."""
    firsts = [next(playable_moves(ruleset, state, each.line[:1]), None) for each in evaluation.candidates]
    return bool(firsts) and None not in firsts
