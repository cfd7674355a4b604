"""Games between levels of low and medium strength, analysed with a node limit and stored in a log."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from msgspec import field

from game.analysis.review.judgement import judge
from game.analysis.review.reader import GameReader
from game.analysis.review.review_store import read_readings, write_readings
from game.core.match import Match
from game.core.model import OptionValue
from game.core.notation import parse_turn
from game.core.ruleset import Level, Ruleset, RulesetInfo, complete_options, format_move
from game.session.matches.game_log import GameLog, LogRecord
from tools.review.reading_engine import Bench, counted, read_all
from tools.review.weak_games import weak_game

#: The ply after which a game is stopped, because weak levels may fill the whole board.
_LONGEST = 100
#: The option that has the next of its values in each game, in rulesets that have this option.
_VARIANT = "variant"


class AnalysedGame(LogRecord, frozen=True):
    """A game in the log, with its evaluations as the text in which the program stores them."""

    number: int = field(name="number")
    """The number of the game in the run, which is also its seed."""
    options: dict[str, OptionValue] = field(name="options")
    moves: tuple[str, ...] = field(name="moves")
    readings: str = field(name="readings")
    changed: int = field(name="changed")
    """The number of judgements and chances that differ in a second review, made from the stored evaluations."""


def analysed_games(bench: Bench, ruleset: Ruleset, nodes: int, games: int, path: Path) -> Iterator[AnalysedGame]:
    """Yield ``games`` analysed games: first those in the log, then new ones, which are added to the log.

    ``nodes`` is the node limit for each position. Raises ParseError if the log was made with other settings or a level
    fails to move, and OSError if the log cannot be read or written.
    """
    header = {"measures": "reasons", "ruleset": ruleset.info.id, "nodes": nodes}
    log = GameLog(path, header, "check of reasons", AnalysedGame)
    yield from log.games[:games]
    for number in range(len(log.games), games):
        log.add(_analysed(bench, ruleset, number, nodes))
        yield log.games[-1]


def match_of_game(ruleset: Ruleset, game: AnalysedGame) -> Match:
    """Return the match of an analysed game."""
    match = Match(ruleset, game.options, game.number)
    for word in game.moves:
        match.play(*parse_turn(ruleset, match.state, (word,)))
    return match


def levels_up_to_middling(info: RulesetInfo) -> list[Level]:
    """Return the weaker two thirds of the levels of a ruleset, at least one level."""
    return list(info.levels[: max(1, 2 * len(info.levels) // 3)])


def _analysed(bench: Bench, ruleset: Ruleset, number: int, nodes: int) -> AnalysedGame:
    info = ruleset.info
    variants = next(([each.value for each in option.choices] for option in info.options if option.key == _VARIANT), [])
    given = {_VARIANT: variants[number % len(variants)]} if variants else {}
    match = weak_game(bench, ruleset, number, given, levels_up_to_middling(info), longest=_LONGEST)
    reader = GameReader(match, bench.engine, [counted(nodes)])
    read_all(reader)
    stored = write_readings(reader.readings, is_final=True)
    words = tuple(format_move(info, match.first_state.geometry, move) for move in match.moves)
    return AnalysedGame(number, complete_options(info, given), words, stored, _changed(match, reader, stored))


def _changed(match: Match, reader: GameReader, stored: str) -> int:
    """Return how many judgements and chances change if the review is made again from the stored evaluations."""
    first, second = reader.review, judge(match, read_readings(stored))
    pairs = [*zip(first.moves, second.moves, strict=True), *zip(first.chances, second.chances, strict=True)]
    return sum(one != other for one, other in pairs)
