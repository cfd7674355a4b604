"""Openings of arena games: a file with one opening a line, in our notation or as Piskvork writes them.

Ours are moves separated by spaces: ``h8 i9 g7``. Piskvork's are offsets from the middle of the board, x to the right
and y downwards: ``0,0, 1,-1, 0,2``. Empty lines and lines that begin with # are ignored. Openings can be made by dice,
too.
"""

from __future__ import annotations

import random
import re

from game.core.clock import UNTIMED, TimeControl
from game.core.geometry import Geometry
from game.core.match import Match
from game.core.model import Options, ParseError, Reason
from game.core.ruleset import Ruleset, format_move, parse_move

Opening = tuple[str, ...]

#: The most throws of the dice for each opening.
_THROWS = 20
_NUMBER = re.compile(r"[+-]?\d{1,2}")


def read_openings(text: str, ruleset: Ruleset, options: Options, file: str = "") -> list[Opening]:
    """The openings as moves in our notation; those with a stone off the board are for larger boards and left out.

    Raises ParseError for one that cannot be played or ends the game, and when there is none.
    """
    geometry = ruleset.geometry(options)
    openings: list[Opening] = []
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.strip()
        if not words or words.startswith("#"):
            continue
        try:
            opening = _from_offsets(words, geometry) if "," in words else tuple(words.split())
            if opening is None:
                continue
            match = begin_match(ruleset, options, 0, opening)
        except ParseError as error:
            raise error.located(file=file, line=number) from error
        if match.outcome is not None:
            raise ParseError(f"the opening {words!r} ends the game", file=file, line=number)
        openings.append(opening)
    if not openings:
        raise ParseError("there is no opening in it for this board", file=file)
    return openings


def throw_openings(ruleset: Ruleset, options: Options, plies: int, count: int, seed: int) -> list[Opening]:
    """Make so many random openings of so many plies, every legal move equally likely; none ends the game.

    Raises ParseError where dice end the game too often to find them.
    """
    dice = random.Random(seed)
    openings: list[Opening] = []
    for _ in range(_THROWS * count):
        match = Match(ruleset, options, 0)
        while match.outcome is None and len(match.plies) < plies:
            move = dice.choice(list(ruleset.legal_moves(match.state)))
            match.play(move)
        if match.outcome is None:
            openings.append(tuple(format_move(ruleset.info, match.state.geometry, move) for move in match.moves))
        if len(openings) == count:
            return openings
    raise ParseError(f"games of {plies} plies by dice have mostly ended")


def begin_match(ruleset: Ruleset, options: Options, seed: int, opening: Opening, clock: TimeControl = UNTIMED) -> Match:
    """A match with the opening played, which takes no time; raises ParseError for an illegal move."""
    match = Match(ruleset, options, seed, time_control=clock)
    for word in opening:
        refusal = match.play(parse_move(ruleset.info, match.state, word))
        if isinstance(refusal, Reason):
            raise ParseError(f"the move {word!r} is refused: {refusal.message.rstrip('.')}")
    return match


def _from_offsets(words: str, geometry: Geometry) -> Opening | None:
    """The cells at these steps from the middle; None when one is off the board."""
    numbers = [word.strip() for word in words.strip(", ").split(",")]
    wrong = next((word for word in numbers if not _NUMBER.fullmatch(word)), None)
    if wrong is not None:
        raise ParseError(f"{wrong!r} is not a number of steps from the middle")
    if len(numbers) % 2:
        raise ParseError(f"an opening has two numbers for each stone, and {words!r} has {len(numbers)}")
    steps = [int(word) for word in numbers]
    middle = geometry.columns // 2, geometry.rows // 2
    cells = [geometry.at(middle[0] + x, middle[1] + y) for x, y in zip(steps[::2], steps[1::2], strict=True)]
    named = tuple(geometry.names[cell] for cell in cells if cell is not None)
    return named if len(named) == len(cells) else None
