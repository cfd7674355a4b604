"""A game as stored in the library index: facts, moves, and the turn played in each position of its main line."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from itertools import islice

from game.core.model import EMPTY, Move, Outcome, Place, State
from game.core.notation import playable_moves
from game.core.plain_text import one_line
from game.core.ruleset import Ruleset, complete_options, format_move, symmetries_of
from game.library.index.indexed_turn import IndexedTurn, turns_along
from game.library.index.position_key import canonical, position_keys
from game.library.study.study import Study
from game.library.study.tree import ROOT

#: Number of stones in an opening.
OPENING_STONES = 3
_WORD = re.compile(r"\w+")
_DAY = re.compile(r"(?<![0-9])([12][0-9]{3})(?:[-./]([01]?[0-9]))?(?:[-./]([0-3]?[0-9]))?(?![0-9])")


class Result(IntEnum):
    """Result of a game: unknown, drawn, or a win of the first or the second player."""

    UNKNOWN = 0
    FIRST = 1
    """The player in seat 0 won."""
    SECOND = 2
    DRAWN = 3


class SideResult(IntEnum):
    """The result of a game as seen by one side: won, lost, drawn or unknown."""

    UNKNOWN = 0
    WON = 1
    LOST = 2
    DRAWN = 3


_RESULTS_OF_SEATS = {
    Result.FIRST: (SideResult.WON, SideResult.LOST),
    Result.SECOND: (SideResult.LOST, SideResult.WON),
    Result.DRAWN: (SideResult.DRAWN, SideResult.DRAWN),
}


def side_result(result: Result, seat: int) -> SideResult:
    """Return the result of a game as seen by one player, given by player number (0 or 1)."""
    return _RESULTS_OF_SEATS.get(result, (SideResult.UNKNOWN, SideResult.UNKNOWN))[seat]


@dataclass(frozen=True, slots=True)
class IndexedGame:
    """A complete game in the library index, which can be shown without its source file."""

    ruleset_id: str
    options: str
    """Options of the match as JSON."""
    players: tuple[str, str]
    """Names of seat 0 and seat 1, "" if unknown."""
    event: str
    """Title of the tournament or study."""
    result: Result
    day: int
    """Date of the game: year * 10000 + month * 100 + day, with 0 for an unknown part."""
    opening: str
    """Cells of the first stones, in the board symmetry that gives the lowest cells."""
    opening_name: str
    """Name of the opening in the ruleset, "" if it has none."""
    moves: str
    """Moves of the main line in the program's notation, separated by spaces."""
    plies: int
    start: str
    """Starting position as text, "" for the usual setup of the ruleset."""
    seed: int
    has_more: bool
    """True if the source file contains more than the main line: variations, comments or marks."""
    positions: Mapping[int, IndexedTurn]
    """The turn played in each position, by position key (see ``position_key``)."""
    own_key: str = ""
    """Key of a game from the player's records (see ``own_key_of``), "" for other games."""

    @property
    def words(self) -> set[str]:
        """The words under which the library index finds this game: players, event, opening and year."""
        year = self.day // 10000
        told = search_words(" ".join((*self.players, self.event, self.opening_name, str(year or ""))))
        return {*told, opening_word(self.opening)} if self.opening else set(told)


def search_words(text: str) -> list[str]:
    """Return the words of a text in the form of the library index: lower case, without accents."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    return _WORD.findall("".join(letter for letter in parts if not unicodedata.combining(letter)))


def opening_word(opening: str) -> str:
    """Return the index word for an opening; it begins with ``=`` to differ from typed search words."""
    return f"={opening}"


def indexed(study: Study, names: OpeningNames, *, result: Result = Result.UNKNOWN, day: int = 0) -> IndexedGame:
    """Return the index entry for a study's main line up to its first illegal move.

    ``result`` and ``day`` override the facts of the study.
    """
    ruleset, first = study.ruleset, study.first_state
    steps = list(_main_line(study))
    states = [first, *(state for _move, state in steps)]
    keys = position_keys(ruleset, first.geometry)
    moves = [move for move, _state in steps]
    opening, opened = opening_of(ruleset, first, steps)
    return IndexedGame(
        ruleset_id=ruleset.info.id,
        options=json.dumps(dict(study.options), sort_keys=True),
        players=(one_line(study.players[0]), one_line(study.players[1])),
        event=one_line(study.title or study.facts.get("event", "")),
        result=result or result_of(ruleset.outcome(states[-1])) or recorded_result(study, states[-1]),
        day=day or parse_day(study.facts.get("date", "")),
        opening=opening,
        opening_name="" if opened is None else names.name(ruleset, keys.key(opened.board, "")),
        moves=" ".join(format_move(ruleset.info, first.geometry, move) for move in moves),
        plies=len(moves),
        start="" if study.start is None else ruleset.dump(study.start),
        seed=study.seed,
        has_more=len(study.tree) > len(moves) or bool(study.tree.comments) or bool(study.tree.marks),
        positions=turns_along(ruleset, first, steps),
    )


def _main_line(study: Study) -> Iterator[tuple[Move, State]]:
    """Yield the moves of a study's main line, each with the position after it, up to the first illegal move."""
    ruleset, state = study.ruleset, study.first_state
    for node in study.tree.continuation(ROOT):
        move = study.tree.move(node)
        if ruleset.outcome(state) is not None or ruleset.check(state, move) is not None:
            return
        state = ruleset.apply(state, move).state
        yield move, state


# Results and days


def result_of(outcome: Outcome | None) -> Result:
    """Return the ``Result`` for the outcome of a match; UNKNOWN if the match has no outcome."""
    if outcome is None:
        return Result.UNKNOWN
    return Result.DRAWN if outcome.winner is None else (Result.FIRST, Result.SECOND)[outcome.winner]


#: Letters of the SGF property RE for the first and second colour of a ruleset.
_SIDES = "bw"


def recorded_result(study: Study, state: State) -> Result:
    """Return the result recorded in a study: ``B+`` or ``W+`` with details, or ``0`` for a draw."""
    told = study.facts.get("result", "").strip().casefold()
    if told in ("0", "draw"):
        return Result.DRAWN
    if told[1:2] != "+" or told[0] not in _SIDES:
        return Result.UNKNOWN
    side = _SIDES.index(told[0])
    seat = state.seat_of(study.ruleset.info.colours[side])
    return (Result.FIRST, Result.SECOND)[side if seat is None else seat]


def parse_day(text: str) -> int:
    """Return the date in a text as the number year * 10000 + month * 100 + day, or 0 if there is none."""
    found = _DAY.search(text)
    if found is None:
        return 0
    year, month, day = (int(part or 0) for part in found.groups())
    if month > 12:
        month = day = 0
    return year * 10000 + month * 100 + (day if month and day <= 31 else 0)


# Openings


class OpeningNames:
    """A lookup of the names of openings by position key, which ignores the side to move."""

    def __init__(self) -> None:
        self._known: dict[str, Mapping[int, str]] = {}

    def name(self, ruleset: Ruleset, key: int) -> str:
        """Return the name of the ruleset's opening with this position key, or "" if there is none."""
        ruleset_id = ruleset.info.id
        if ruleset_id not in self._known:
            self._known[ruleset_id] = dict(_named_positions(ruleset))
        return self._known[ruleset_id].get(key, "")


def _named_positions(ruleset: Ruleset) -> Iterator[tuple[int, str]]:
    for named in ruleset.info.openings:
        state = ruleset.setup(complete_options(ruleset.info, {}), 0).state
        for _move, after in playable_moves(ruleset, state, named.moves.split()):
            state = after
        yield position_keys(ruleset, state.geometry).key(state.board, ""), named.name


def opening_of(ruleset: Ruleset, first: State, steps: Iterable[tuple[Move, State]]) -> tuple[str, State | None]:
    """Return a game's opening stones as text, and the position after them; "" and None if too few.

    ``first`` is the position before the first move, and ``steps`` are the moves, each with the position after it.
    """
    stones = ((move.cell, state) for move, state in steps if isinstance(move, Place))
    placed = list(islice(stones, OPENING_STONES))
    if len(placed) < OPENING_STONES or any(letter != EMPTY for letter in first.board):
        return "", None
    cells = canonical(symmetries_of(ruleset, first.geometry), tuple(cell for cell, _state in placed))
    return " ".join(first.geometry.names[cell] for cell in cells), placed[-1][1]
