"""The weaknesses of a game that its measures show, and changes of the rules that may help.

A change is a function from rules to rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from game.core.language import _
from game.core.model import ParseError
from game.session.fairness.measures import GameMeasures
from game.sheets.boards import geometry_of
from game.sheets.contradictions import contradiction
from game.sheets.reading import LARGEST_HEXAGON, MOST_SIDE
from game.sheets.sheet import BoardShape, SheetOpening, SheetRules
from game.sheets.winnable import why_never_won

#: From how many games on a share is a reason for a warning.
_ENOUGH = 10
#: A side's share of won games from which on, with 95 % certainty, the game is called unfair.
_UNFAIR = 0.6
#: The share of draws, and of games that become too long, from which on there is a warning.
_MANY_DRAWS, _MANY_UNFINISHED = 0.6, 0.1
#: The decisiveness and the length, in lines, below which there is a warning.
_DRAGS_ON, _SHORT = 0.4, 2.2
#: The shortest row that is suggested; a row of two is made by the second stone.
_SHORTEST_ROW = 3


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A change of the rules, with an identifier and the text of its button."""

    id: str
    label: str
    apply: Callable[[SheetRules], SheetRules]


@dataclass(frozen=True, slots=True)
class Weakness:
    """A weakness of a game as a sentence, with the changes that may help."""

    id: str
    sentence: str
    suggestions: tuple[Suggestion, ...] = ()


def weaknesses_of(rules: SheetRules, measures: GameMeasures) -> tuple[Weakness, ...]:
    """Return all weaknesses of a game with these rules and measures; the changes that they suggest are possible."""
    never = why_never_won(rules)
    if never:
        return (Weakness("cannot_be_won", never, _possible(rules, _shorter, _larger)),)
    if measures.games < _ENOUGH:
        return ()
    return (*_of_results(rules, measures), *_of_course(rules, measures))


def _of_results(rules: SheetRules, measures: GameMeasures) -> Iterator[Weakness]:
    if not measures.decided and not measures.unfinished:
        sentence = _("Nobody ever won: a row of {length} is too easy to stop on this board.", length=rules.line.length)
        yield Weakness("nobody_won", sentence, _possible(rules, _shorter, _larger))
    elif measures.draw_share is not None and measures.draw_share.value >= _MANY_DRAWS:
        sentence = _("{percent} % of the games are draws.", percent=_percent(measures.draw_share.value))
        yield Weakness("many_draws", sentence, _possible(rules, _larger, _shorter))
    share = measures.first_share
    if share is not None and measures.decided >= _ENOUGH:
        if share.low > _UNFAIR:
            yield _unfair_to_second(rules, share.value)
        elif share.high < 1 - _UNFAIR:
            sentence = _("The second player wins {percent} %.", percent=_percent(1 - share.value))
            yield Weakness("second_wins", sentence, _possible(rules, _pie, _more_at_first))


def _unfair_to_second(rules: SheetRules, share: float) -> Weakness:
    found = _possible(rules, _pie, _swap2, _two_a_turn)
    ids = {each.id for each in found}
    percent = _percent(share)
    if {"pie", "swap2"} <= ids:
        sentence = _("The first player wins {percent} %: try swap2 or a pie rule.", percent=percent)
    elif "pie" in ids:
        sentence = _("The first player wins {percent} %: try a pie rule.", percent=percent)
    else:
        sentence = _("The first player wins {percent} %.", percent=percent)
    return Weakness("first_wins", sentence, found)


def _of_course(rules: SheetRules, measures: GameMeasures) -> Iterator[Weakness]:
    if measures.unfinished > _MANY_UNFINISHED * measures.games:
        percent = _percent(measures.unfinished / measures.games)
        sentence = _("{percent} % of the games did not end: set a number of turns.", percent=percent)
        yield Weakness("no_end", sentence, _possible(rules, _limited))
    if (
        measures.turns is not None
        and measures.decided
        and measures.turns < _SHORT * rules.line.length / rules.turn.stones
    ):
        sentence = _("The games are over after {turns} turns.", turns=f"{measures.turns:.0f}")
        yield Weakness("short", sentence, _possible(rules, _longer))
    if measures.decisiveness is not None and measures.decisiveness < _DRAGS_ON and measures.decided >= _ENOUGH:
        yield Weakness("drags_on", _("The games go on for long after they are decided."))


def _percent(share: float) -> str:
    return f"{100 * share:.0f}"


# Changes of the rules

#: Returns a suggestion for these rules, or None if they have it already.
_Make = Callable[[SheetRules], Suggestion | None]


def _possible(rules: SheetRules, *makes: _Make) -> tuple[Suggestion, ...]:
    """Return the suggestions that change these rules and make a game that can be played and won."""
    found = (make(rules) for make in makes)
    return tuple(each for each in found if each is not None and _is_playable(rules, each.apply(rules)))


def _is_playable(before: SheetRules, after: SheetRules) -> bool:
    if after == before or contradiction(after) is not None:
        return False
    try:
        return bool(geometry_of(after).windows(after.line.length))
    except (ParseError, ValueError):
        return False


def _pie(rules: SheetRules) -> Suggestion | None:
    if rules.turn.opening is not SheetOpening.FREE:
        return None
    return Suggestion("pie", _("Add a pie rule"), lambda old: _with_opening(old, SheetOpening.PIE))


def _swap2(rules: SheetRules) -> Suggestion | None:
    if rules.turn.opening is SheetOpening.SWAP2:
        return None
    return Suggestion("swap2", _("Begin with swap2"), lambda old: _with_opening(old, SheetOpening.SWAP2))


def _with_opening(rules: SheetRules, opening: SheetOpening) -> SheetRules:
    return replace(rules, turn=replace(rules.turn, opening=opening))


def _two_a_turn(rules: SheetRules) -> Suggestion | None:
    if rules.turn.stones > 1:
        return None
    return Suggestion(
        "two_a_turn", _("Two stones a turn, one at first"), lambda old: replace(old, turn=replace(old.turn, stones=2))
    )


def _more_at_first(rules: SheetRules) -> Suggestion | None:
    if rules.turn.first >= rules.turn.stones:
        return None
    more = rules.turn.first + 1
    return Suggestion(
        "more_at_first",
        _("Begin with {number} stones", number=more),
        lambda old: replace(old, turn=replace(old.turn, first=more)),
    )


def _shorter(rules: SheetRules) -> Suggestion | None:
    length = _longest_fitting(rules)
    return None if length < _SHORTEST_ROW else _with_length(rules, "shorter_row", length)


def _longest_fitting(rules: SheetRules) -> int:
    """Return the length of the next shorter row that fits on the board, 0 if there is none."""
    geometry = geometry_of(rules)
    lengths = (length for length in range(rules.line.length - 1, 1, -1) if length != rules.line.loses)
    return next((length for length in lengths if geometry.windows(length)), 0)


def _longer(rules: SheetRules) -> Suggestion | None:
    return _with_length(rules, "longer_row", rules.line.length + 1)


def _with_length(rules: SheetRules, name: str, length: int) -> Suggestion:
    return Suggestion(
        name, _("{length} in a row", length=length), lambda old: replace(old, line=replace(old.line, length=length))
    )


def _larger(rules: SheetRules) -> Suggestion | None:
    board = rules.board
    if board.shape is BoardShape.HEXAGON:
        larger = replace(board, side=min(board.side + 1, LARGEST_HEXAGON))
    elif board.shape is BoardShape.ROWS or max(board.columns, board.rows) + 2 > MOST_SIDE:
        return None
    else:
        larger = replace(board, columns=board.columns + 2, rows=board.rows + 2)
    return Suggestion("larger_board", _("A larger board"), lambda old: replace(old, board=larger))


def _limited(rules: SheetRules) -> Suggestion | None:
    if rules.end.turns:
        return None
    turns = len(geometry_of(rules)) // rules.turn.stones
    return Suggestion(
        "turns", _("At most {turns} turns", turns=turns), lambda old: replace(old, end=replace(old.end, turns=turns))
    )
