"""The checks that the conformance test runs in some positions of a random game, because they take longer."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import FrozenInstanceError
from functools import partial
from itertools import chain

from game.core.model import EMPTY, Choose, Move, Options, ParseError, Pass, Place, Reason, State, Threats
from game.core.ruleset import (
    ChecksPositions,
    PluginError,
    Ruleset,
    has_passes,
    parse_move,
    reachable_position,
    reason_for,
    threats_of,
)
from game.plugins.guard import unguarded
from game.plugins.random_game import LEGAL_UNTIL_THE_END, RandomGame

#: The number of moves in a position whose reasons are checked.
_REASONS = 8


def look_closely(game: RandomGame, dice: random.Random) -> None:
    """Run all checks of the conformance test on the current position."""
    game.attempt(partial(_check_frozen, game))
    game.attempt(partial(_check_legal_moves, game))
    game.attempt(partial(_check_marks, game))
    game.attempt(partial(_check_threats, game))
    game.attempt(partial(_check_reasons, game, dice))
    game.attempt(partial(_check_text, game, dice))
    game.attempt(partial(_check_arrange, game))
    game.attempt(partial(_check_reachable, game))


def _check_frozen(game: RandomGame) -> None:
    try:
        game.state.seat = game.state.seat  # type: ignore[misc]
    except FrozenInstanceError:
        return
    game.require(False, "the state's class is a frozen dataclass")


def _check_legal_moves(game: RandomGame) -> None:
    ruleset, state = game.ruleset, game.state
    legal = list(ruleset.legal_moves(state))
    game.require(len(set(legal)) == len(legal), "legal_moves names no move twice")
    game.require(bool(legal) == (ruleset.outcome(state) is None), LEGAL_UNTIL_THE_END)
    cells = [move.cell for move in legal if isinstance(move, Place)]
    game.require(cells == sorted(cells), "legal_moves names cells in reading order")
    game.require(bool(state.colour) or not cells, "stones are placed by a colour that is on turn")
    for move in legal:
        game.require(ruleset.check(state, move) is None, "check allows {move}, which is listed", move=game.word(move))
        again = parse_move(ruleset.info, state, game.word(move))
        game.require(again == move, "{word!r} is read as the move that it was written for", word=game.word(move))
    _check_others_refused(game, set(legal))


def _check_others_refused(game: RandomGame, legal: set[Move]) -> None:
    for move in _all_moves(game.ruleset, game.options, game.state):
        if move not in legal:
            refusal = game.ruleset.check(game.state, move)
            if isinstance(move, Pass) and refusal is None:
                # legal_moves leaves a pass out.
                continue
            is_explained = isinstance(refusal, Reason) and bool(refusal.code) and bool(refusal.message)
            game.require(is_explained, "check says why {move}, which is not listed, is refused", move=move)


def _check_marks(game: RandomGame) -> None:
    for mark in game.ruleset.marks(game.state):
        inside = all(0 <= cell < len(game.state.geometry) for cell in mark.cells)
        game.require(inside, f"the mark {mark.kind.value!r} lies on the board")
        game.require(mark.colour in ("", *game.ruleset.info.colours), "a mark's colour is a side's or empty")
        if mark.why is not None:
            _check_reason(game, mark.why, f"the mark {mark.kind.value!r}")


def _check_reasons(game: RandomGame, dice: random.Random) -> None:
    legal = list(game.ruleset.legal_moves(game.state))
    for move in dice.sample(legal, min(_REASONS, len(legal))):
        reason = reason_for(game.ruleset, game.state, move)
        if reason is not None:
            _check_reason(game, reason, game.word(move))


def _check_reason(game: RandomGame, reason: Reason, what: str) -> None:
    is_told = bool(reason.code) and bool(reason.message)
    game.require(is_told, "the reason for {what} has a code and a sentence", what=what)
    inside = all(0 <= cell < len(game.state.board) for line in reason.lines for cell in line)
    is_inside = inside and all(reason.lines)
    game.require(is_inside, "the lines that are the reason for {what} lie on the board", what=what)


def _check_threats(game: RandomGame) -> None:
    found = threats_of(game.ruleset, game.state) or ()
    colours = [threats.colour for threats in found]
    game.require(tuple(colours) in ((), game.ruleset.info.colours), "threats are told for each side or for none")
    for threats in found:
        cells = {cell for line in threats.lines for cell in line}.union(threats.cells)
        inside = all(0 <= cell < len(game.state.board) for cell in cells)
        game.require(inside, f"the threats of {threats.colour} lie on the board")
        game.require((threats.needed == 0) == (not threats.lines), "a threat, and only a threat, needs an answer")
        for line in threats.lines:
            _check_line_wins(game, threats.colour, line)
        if threats.cells:
            _check_answer(game, threats, threats.cells[0])


def _check_line_wins(game: RandomGame, colour: str, line: tuple[int, ...]) -> None:
    """Check that a side wins within one turn if it fills a line that was reported as a threat."""
    ruleset, state = game.ruleset, game.ruleset.arrange(game.options, _stones(game), colour)
    winner = state.seat_of(colour)
    gaps, named = [cell for cell in line if state.board[cell] == EMPTY], _names(game, line)
    while gaps and ruleset.outcome(state) is None and state.colour == colour:
        # The order may matter: a stone that falls needs one below it.
        cell = next((each for each in gaps if ruleset.check(state, Place(each, colour)) is None), gaps[0])
        refusal = ruleset.check(state, Place(cell, colour))
        promise = "the threat of {colour} on {line} can be completed on {cell}: {why}"
        why = "" if refusal is None else refusal.message
        here = _names(game, [cell])
        if not game.require(refusal is None, promise, colour=colour, line=named, cell=here, why=why):
            return
        state = ruleset.apply(state, Place(cell, colour)).state
        gaps.remove(cell)
    outcome = ruleset.outcome(state)
    is_won = outcome is not None and outcome.winner == winner
    game.require(is_won, "one turn of {colour} wins on {line}", colour=colour, line=named)


def _check_answer(game: RandomGame, threats: Threats, cell: int) -> None:
    """Check that a stone on a reported defence cell lowers the number of stones needed for defence.

    It must be lower by one.
    """
    other = next(colour for colour in game.ruleset.info.colours if colour != threats.colour)
    named = _names(game, [cell])
    refusal = game.ruleset.check(game.ruleset.arrange(game.options, _stones(game), other), Place(cell, other))
    why = "" if refusal is None else refusal.message
    promise = "the stone of {other} on {cell}, which stops a threat, is legal: {why}"
    if not game.require(refusal is None, promise, other=other, cell=named, why=why):
        return
    state = game.ruleset.arrange(game.options, {**_stones(game), cell: other}, threats.colour)
    left = [after.needed for after in threats_of(game.ruleset, state) or () if after.colour == threats.colour]
    promise = "a stone of {other} on {cell} helps against {colour}'s threats"
    helps = not left or left[0] == threats.needed - 1
    game.require(helps, promise, other=other, cell=named, colour=threats.colour)


def _names(game: RandomGame, cells: Sequence[int]) -> str:
    return " ".join(game.state.geometry.names[cell] for cell in cells)


def _stones(game: RandomGame) -> dict[int, str]:
    return {cell: letter for cell, letter in enumerate(game.state.board) if letter != EMPTY}


def _check_text(game: RandomGame, dice: random.Random) -> None:
    text = game.ruleset.dump(game.state)
    game.require("DONE" not in text.split("\n"), "no line of the dump is DONE, which ends it on the wire")
    game.require(text == game.ruleset.dump(game.state), "dump gives the same text for the same state")
    game.require(game.ruleset.load(text, game.options) == game.state, "load gives the state that was dumped")
    for damage in _DAMAGES:
        damaged = damage(text, dice)
        try:
            game.ruleset.load(damaged, game.options)
        except ParseError:
            continue
        except (
            ArithmeticError, AssertionError, AttributeError, LookupError, PluginError, TypeError, ValueError
        ):  # fmt: skip
            game.require(False, "load raises ParseError for {text!r}", text=damaged)


def _check_arrange(game: RandomGame) -> None:
    for colour in game.ruleset.info.colours:
        state = game.ruleset.arrange(game.options, _stones(game), colour)
        game.require(state.board == game.state.board, "arrange puts the stones down as given")
        game.require(state.colour == colour, f"arrange has {colour} on turn")
        legal = next(game.ruleset.legal_moves(state), None)
        ended = game.ruleset.outcome(state) is not None
        game.require((legal is None) == ended, "an arranged position has legal moves or an outcome")


def _check_reachable(game: RandomGame) -> None:
    """Check that the ruleset accepts the current position as reachable, with the same turn and scores."""
    state, last = game.state, game.state.last[-1] if game.state.last else None
    own = unguarded(game.ruleset)
    if not isinstance(own, ChecksPositions) or state.is_opening or not state.colour:
        return
    found = reachable_position(game.ruleset, game.options, _stones(game), state.colour, last)
    if own.arisen(game.options, _stones(game), state.colour, last) is None:
        return
    if isinstance(found, Reason):
        game.require(False, "a position that play leads to can arise, but: {why}", why=found.message)
        return
    same = (found.board, found.colour, found.placements_left) == (state.board, state.colour, state.placements_left)
    game.require(same and found.scores == state.scores, "arisen finds turn and points as play left them")
    # Stones do not show that a game ended by passes.
    if game.moves and isinstance(game.moves[-1], Pass):
        return
    ended = game.ruleset.outcome(found) is not None
    game.require(ended == (game.ruleset.outcome(state) is not None), "arisen ends the game where play did")


def _all_moves(ruleset: Ruleset, options: Options, state: State) -> Iterator[Move]:
    """Yield the moves to try in a test, legal or not, including moves off the board and nonsense.

    They are each stone on each cell and off the board, each choice, nonsense, and a pass in a game with passes.
    """
    letters = [stone.letter for stone in ruleset.info.stones]
    cells = chain(range(len(state.geometry)), (-1, len(state.geometry)))
    yield from (Place(cell, letter) for cell in cells for letter in letters)
    yield from (Choose(choice.key) for choice in ruleset.info.choices)
    yield Choose("nonsense")
    if has_passes(ruleset, options):
        yield Pass()


def _without_a_line(text: str, dice: random.Random) -> str:
    lines = text.split("\n")
    del lines[dice.randrange(len(lines))]
    return "\n".join(lines)


def _with_a_line_twice(text: str, dice: random.Random) -> str:
    lines = text.split("\n")
    lines.insert(dice.randrange(len(lines)), dice.choice(lines))
    return "\n".join(lines)


def _with_another_character(text: str, dice: random.Random) -> str:
    place = dice.randrange(len(text)) if text else 0
    return text[:place] + dice.choice("?x0-.: \u00e9") + text[place + 1 :]


def _cut_short(text: str, dice: random.Random) -> str:
    return text[: dice.randrange(len(text) + 1)]


_DAMAGES: tuple[Callable[[str, random.Random], str], ...] = (
    _without_a_line,
    _with_a_line_twice,
    _with_another_character,
    _cut_short,
)
