"""Opening positions to be judged: kept, named, of own games, by dice; the same for the same seed."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import assets
from game.core.geometry import Geometry
from game.core.match import Match
from game.core.model import EMPTY, Choose, Move, Options, OptionValue, ParseError, Place, Reason, State
from game.core.notation import playable_moves
from game.core.ruleset import Option, Ruleset, complete_options
from game.library.formats.openings import begin_match, read_openings
from game.library.index.indexed_game import OpeningNames
from game.library.index.position_key import position_keys
from game.library.index.symmetry import turnings
from game.storage.finished_games import FinishedGame

#: How many stones dice put down, before the turn that they belong to is over.
_STONES = (3, 4, 5)
#: How far from the other stones, or from the middle, dice put the stones of a side, in columns and rows: a side whose
#: stones are apart is behind.
_SPREADS = (1, 2, 2, 3, 4)
#: How many positions dice put down for one of each list of openings.
_BY_DICE = 2
#: The share of positions that are taken from the player's own games, while there are any.
_OWN = 0.4
#: Tries to find a position by dice before giving up.
_TRIES = 40
#: The most plies of an opening by dice, words included.
_MOST_PLIES = 12


@dataclass(frozen=True, slots=True)
class OpeningPosition:
    """A position after a few stones, at the beginning of a turn."""

    match: Match
    """The moves that led there."""
    name: str = ""
    """The name of its first stones, in English; "" where they have none."""
    game: FinishedGame | None = None
    """The game of the player's in which it stood; None where it comes from elsewhere."""

    @property
    def state(self) -> State:
        """The position."""
        return self.match.state


#: Draws a position of the player's own games by dice; None where there is none left.
OwnDraw = Callable[[random.Random], OpeningPosition | None]


def opening_positions(
    ruleset: Ruleset, options: Options, seed: int, own: OwnDraw = lambda _dice: None
) -> Iterator[OpeningPosition]:
    """Opening positions without end, of all kinds in turn as dice will have it; none where dice find none."""
    dice = random.Random(seed)
    named = [tuple(opening.moves.split()) for opening in ruleset.info.openings]
    lists = [openings for openings in (_kept_openings(ruleset, options), named) if openings]
    names = OpeningNames()
    # Dice of their own draw among the player's games, so that the other positions are the same whoever plays.
    own_dice = random.Random(seed)
    while True:
        position = own(own_dice) if own_dice.random() < _OWN else None
        if position is None:
            source = dice.choice([*lists, *[()] * _BY_DICE])
            match = _played(ruleset, options, dice, dice.choice(source)) if source else None
            match = match or _by_dice(ruleset, options, dice)
            if match is None:
                return
            position = OpeningPosition(match)
        yield replace(position, name=opening_name(ruleset, position.state, names))


def opening_name(ruleset: Ruleset, state: State, names: OpeningNames | None = None) -> str:
    """The name of an opening, however its board is turned, in English; "" where it has none."""
    key = position_keys(ruleset.info.id, state.geometry).key(state.board, "")
    return (names or OpeningNames()).name(ruleset, key)


def _kept_openings(ruleset: Ruleset, options: Options) -> Sequence[tuple[str, ...]]:
    """The even openings that come with the program: files named after a ruleset or a value of one of its options."""
    for name in (ruleset.info.id, *(value for value in options.values() if isinstance(value, str))):
        file = assets.FOLDER / "openings" / f"{name}.txt"
        if file.is_file():
            try:
                return read_openings(file.read_text(encoding="utf-8"), ruleset, options)
            except ParseError:
                return ()
    return ()


def _played(ruleset: Ruleset, options: Options, dice: random.Random, words: Sequence[str]) -> Match | None:
    """An opening turned and mirrored by dice; as it is where the rules refuse that, None where they refuse it, too."""
    try:
        match = begin_match(ruleset, options, 0, tuple(words))
    except ParseError:
        return None
    turning = dice.choice(turnings(match.state.geometry))
    turned = Match(ruleset, options, 0)
    for move in match.moves:
        to = Place(turning[move.cell], move.stone) if isinstance(move, Place) else move
        if isinstance(turned.play(to), Reason):
            return match
    return turned


def _by_dice(ruleset: Ruleset, options: Options, dice: random.Random) -> Match | None:
    """A few random stones near each other, up to the end of a turn; None where the game never gets there."""
    for _try in range(_TRIES):
        match, wanted = Match(ruleset, options, dice.randrange(1 << 31)), dice.choice(_STONES)
        spreads = {colour: dice.choice(_SPREADS) for colour in ruleset.info.colours}
        while len(match.plies) < _MOST_PLIES and match.outcome is None:
            if stones_of(match.state) >= wanted and begins_turn(match):
                return match
            move = _thrown(match, dice, spreads.get(match.state.colour, max(_SPREADS)))
            if move is None:
                break
            match.play(move)
    return None


def _thrown(match: Match, dice: random.Random, spread: int) -> Move | None:
    moves = list(match.ruleset.legal_moves(match.state))
    near = [move for move in moves if isinstance(move, Choose) or _is_near(match.state, move.cell, spread)]
    return dice.choice(near or moves) if moves else None


def stones_of(state: State) -> int:
    """How many stones lie on the board."""
    return len(state.board) - state.board.count(EMPTY)


def begins_turn(match: Match) -> bool:
    """Whether a turn of the game proper begins with the position."""
    return not match.state.is_opening and match.state.seat != match.plies[-1].seat


def _is_near(state: State, cell: int, spread: int) -> bool:
    """Whether a cell is near a stone, or near the middle of an empty board."""
    cells = state.geometry.cells
    lying = [cells[at] for at, stone in enumerate(state.board) if stone != EMPTY] or [_middle(state.geometry)]
    x, y = cells[cell]
    return any(abs(x - column) <= spread and abs(y - row) <= spread for column, row in lying)


def _middle(geometry: Geometry) -> tuple[int, int]:
    return geometry.columns // 2, geometry.rows // 2


def rule_of(ruleset: Ruleset) -> Option | None:
    """The option that says by which rule a game is played, its first choice; None where there is no choice."""
    return next((each for each in ruleset.info.options if each.kind == "choice" and not each.hidden), None)


def rules_of(ruleset: Ruleset) -> Iterator[dict[str, OptionValue]]:
    """The complete options of each rule that a ruleset can be played by: each value of its first choice."""
    usual = complete_options(ruleset.info, {})
    first = rule_of(ruleset)
    for value in (choice.value for choice in first.choices) if first is not None else ("",):
        options = {**usual, first.key: value} if first is not None else usual
        if ruleset.check_options(options) is None:
            yield options


def line_places(ruleset: Ruleset, state: State, words: Sequence[str]) -> list[Place]:
    """The placements of a variation, as far as they can be played."""
    return [move for move, _after in playable_moves(ruleset, state, words) if isinstance(move, Place)]
