"""Random opening positions: from opening lists, named openings and the player's games, fixed by a seed."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import assets
from game.core.geometry import Geometry
from game.core.match import Match
from game.core.model import EMPTY, Move, Options, OptionValue, ParseError, Place, Reason, State
from game.core.notation import playable_moves
from game.core.ruleset import Option, Ruleset, complete_options, symmetries_of
from game.library.formats.lists.openings import begin_match, read_openings
from game.library.index.indexed_game import OpeningNames
from game.library.index.position_key import position_keys
from game.storage.finished_games import FinishedGame

#: Numbers of random stones to place; more are added until the turn is complete.
_STONES = (3, 4, 5)
#: Distances of a side's random stones from other stones or the centre, in columns and rows. A side with scattered
#: stones is worse off.
_SPREADS = (1, 2, 2, 3, 4)
#: Weight of random positions relative to an opening list.
_BY_DICE = 2
#: Share of positions from the player's own games, as long as there are any.
_OWN = 0.4
#: Attempts to find a random position.
_TRIES = 40
#: Maximum number of plies in a random opening, including choices.
_MOST_PLIES = 12


@dataclass(frozen=True, slots=True)
class OpeningPosition:
    """A position after the first few stones of a game, at the beginning of a turn."""

    match: Match
    """Match up to the position."""
    name: str = ""
    """Name of the opening in English, "" if it has none."""
    game: FinishedGame | None = None
    """The player's game that the position is from, None for other sources."""

    @property
    def state(self) -> State:
        """State of the game at the opening position."""
        return self.match.state


#: Function that draws a position from the player's games with a random generator; None if none is left.
OwnDraw = Callable[[random.Random], OpeningPosition | None]


def opening_positions(
    ruleset: Ruleset, options: Options, seed: int, own: OwnDraw = lambda _rng: None
) -> Iterator[OpeningPosition]:
    """Yield random opening positions without end; stop only if no random position can be found.

    ``own`` draws some of the positions from the player's games, and returns None if no more can be drawn.
    """
    rng = random.Random(seed)
    named = [tuple(opening.moves.split()) for opening in ruleset.info.openings]
    lists = [openings for openings in (_stored_openings(ruleset, options), named) if openings]
    names = OpeningNames()
    # A separate random generator for the player's games, so that the other positions do not depend on them.
    own_rng = random.Random(seed)
    while True:
        position = own(own_rng) if own_rng.random() < _OWN else None
        if position is None:
            source = rng.choice([*lists, *[()] * _BY_DICE])
            match = _played(ruleset, options, rng, rng.choice(source)) if source else None
            match = match or _random_match(ruleset, options, rng)
            if match is None:
                return
            position = OpeningPosition(match)
        yield replace(position, name=opening_name(ruleset, position.state, names))


def opening_name(ruleset: Ruleset, state: State, names: OpeningNames | None = None) -> str:
    """Return the English name of an opening on the board, in any orientation, or "" if it has none."""
    key = position_keys(ruleset, state.geometry).key(state.board, "")
    return (names or OpeningNames()).name(ruleset, key)


def _stored_openings(ruleset: Ruleset, options: Options) -> Sequence[tuple[str, ...]]:
    """Return the list of balanced openings that comes with the program; empty if there is none.

    Their file is named after the ruleset or the value of one of its options.
    """
    for name in (ruleset.info.id, *(value for value in options.values() if isinstance(value, str))):
        file = assets.FOLDER / "openings" / f"{name}.txt"
        if file.is_file():
            try:
                return read_openings(file.read_text(encoding="utf-8"), ruleset, options)
            except ParseError:
                return ()
    return ()


def _played(ruleset: Ruleset, options: Options, rng: random.Random, words: Sequence[str]) -> Match | None:
    """Play an opening in a random board orientation, or unchanged if the rules refuse that orientation.

    Returns None if they refuse it unchanged, too.
    """
    try:
        match = begin_match(ruleset, options, 0, tuple(words))
    except ParseError:
        return None
    symmetry = rng.choice(symmetries_of(ruleset, match.state.geometry))
    turned = Match(ruleset, options, 0)
    for move in match.moves:
        to = Place(symmetry[move.cell], move.stone) if isinstance(move, Place) else move
        if isinstance(turned.play(to), Reason):
            return match
    return turned


def _random_match(ruleset: Ruleset, options: Options, rng: random.Random) -> Match | None:
    """Play random stones near each other until a turn is complete. Return None if all attempts fail."""
    for _try in range(_TRIES):
        match, wanted = Match(ruleset, options, rng.randrange(1 << 31)), rng.choice(_STONES)
        spreads = {colour: rng.choice(_SPREADS) for colour in ruleset.info.colours}
        while len(match.plies) < _MOST_PLIES and match.outcome is None:
            if stones_of(match.state) >= wanted and begins_turn(match):
                return match
            move = _thrown(match, rng, spreads.get(match.state.colour, max(_SPREADS)))
            if move is None:
                break
            match.play(move)
    return None


def _thrown(match: Match, rng: random.Random, spread: int) -> Move | None:
    moves = list(match.ruleset.legal_moves(match.state))
    near = [move for move in moves if not isinstance(move, Place) or _is_near(match.state, move.cell, spread)]
    return rng.choice(near or moves) if moves else None


def stones_of(state: State) -> int:
    """Return the number of stones on the board of a position."""
    return len(state.board) - state.board.count(EMPTY)


def begins_turn(match: Match) -> bool:
    """Return True if a match is past its opening phase and a turn has just begun."""
    return not match.state.is_opening and match.state.seat != match.plies[-1].seat


def _is_near(state: State, cell: int, spread: int) -> bool:
    """Return True if a cell is near a stone, or near the centre of an empty board."""
    cells = state.geometry.cells
    lying = [cells[at] for at, stone in enumerate(state.board) if stone != EMPTY] or [_middle(state.geometry)]
    x, y = cells[cell]
    return any(abs(x - column) <= spread and abs(y - row) <= spread for column, row in lying)


def _middle(geometry: Geometry) -> tuple[int, int]:
    return geometry.columns // 2, geometry.rows // 2


def rule_of(ruleset: Ruleset) -> Option | None:
    """Return the option that selects the rule of the game (the first visible choice option), or None."""
    return next((each for each in ruleset.info.options if each.kind == "choice" and not each.hidden), None)


def rules_of(ruleset: Ruleset) -> Iterator[dict[str, OptionValue]]:
    """Yield the complete options of the game for each rule that a player can select."""
    usual = complete_options(ruleset.info, {})
    first = rule_of(ruleset)
    for value in (choice.value for choice in first.choices) if first is not None else ("",):
        options = {**usual, first.key: value} if first is not None else usual
        if ruleset.check_options(options) is None:
            yield options


def line_places(ruleset: Ruleset, state: State, words: Sequence[str]) -> list[Place]:
    """Return the stones placed in a variation, up to the first illegal move."""
    return [move for move, _after in playable_moves(ruleset, state, words) if isinstance(move, Place)]
