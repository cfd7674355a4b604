"""Facts about a finished game that need no engine: people, opening, thinking times and last attack."""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from game.analysis.review.phases import GamePhase, PlayedTurn, turns_of
from game.core.match import Match
from game.core.model import EMPTY, OptionValue
from game.core.tournament import Tournament
from game.library.index.indexed_game import opening_of
from game.library.index.position_key import position_keys
from game.progress.statistics.missed_threats import attack_turns

#: Version of the facts; increase it when their meaning changes, and stored ones are computed again.
FACTS_VERSION = 3


@dataclass(frozen=True, slots=True)
class PlayedOpening:
    """The first stones of a game, which identify its opening."""

    key: int
    """Key that is the same for all board orientations and orders of the stones."""
    stones: Mapping[str, str]
    """Letter of each stone by the name of its cell."""
    options: Mapping[str, OptionValue]
    """Options of the game, which determine the board."""


@dataclass(frozen=True, slots=True)
class SideTimes:
    """Thinking times of one side in a game, by turn and by phase."""

    phases: Mapping[GamePhase, tuple[int, int]] = field(default_factory=dict)
    """Number of turns and total thinking time in milliseconds, by phase."""
    ends: Sequence[int] = ()
    """Last ply of each turn, from 1."""
    spent: Sequence[int] = ()
    """Thinking time of each turn in milliseconds."""

    @classmethod
    def of(cls, turns: Iterable[PlayedTurn]) -> SideTimes:
        """Collect the thinking times of one side's turns."""
        played, sums = list(turns), dict[GamePhase, tuple[int, int]]()
        for turn in played:
            number, spent = sums.get(turn.phase, (0, 0))
            sums[turn.phase] = number + 1, spent + turn.spent
        return cls(sums, [turn.last for turn in played], [turn.spent for turn in played])

    @property
    def is_measured(self) -> bool:
        """True if the game had a clock."""
        return bool(self.ends)

    def turns_with(self, plies: Iterable[int]) -> set[int]:
        """Return the indices, from 0, of the side's turns that contain any of the given plies."""
        return {place for ply in plies if (place := bisect_left(self.ends, ply)) < len(self.ends)}


@dataclass(frozen=True, slots=True)
class GameFacts:
    """Facts about a finished game that are known without an engine's review."""

    people: tuple[str, str]
    """Names of the people in seat 0 and seat 1, "" for an engine."""
    opening: PlayedOpening | None
    """Opening, None if the game began with stones on the board or ended too early."""
    times: tuple[SideTimes, SideTimes]
    """Thinking times of seat 0 and seat 1, empty for a game without a clock."""
    had_opening_rule: bool = False
    """True if the game began with the phases of an opening rule."""
    attack: int = 0
    """Number of turns in the winner's last attack, see ``attack_turns``."""


def facts_of(tournament: Tournament, index: int) -> GameFacts:
    """Return the facts about a game of a tournament.

    ``index`` is the number of the game, from 0.
    """
    game = tournament.games[index]
    seats = [tournament.participants[game.participant_of(seat)] for seat in (0, 1)]
    first, second = (each.name if each.is_person else "" for each in seats)
    turns = list(turns_of(game.match)) if game.match.time_control.is_timed else []
    times = [SideTimes.of(turn for turn in turns if turn.seat == seat) for seat in (0, 1)]
    opening, has_rule = _opening(game.match), game.match.first_state.is_opening
    return GameFacts((first, second), opening, (times[0], times[1]), has_rule, attack_turns(game.match))


def _opening(match: Match) -> PlayedOpening | None:
    _cells, opened = opening_of(match.ruleset, match.first_state, ((ply.move, ply.step.state) for ply in match.plies))
    if opened is None:
        return None
    key = position_keys(match.ruleset, opened.geometry).key(opened.board, "")
    stones = {opened.geometry.names[cell]: letter for cell, letter in enumerate(opened.board) if letter != EMPTY}
    return PlayedOpening(key, stones, match.options)


# Storage


def write_facts(facts: GameFacts) -> str:
    """Convert the facts about a game to text that ``read_facts`` can parse."""
    opening = facts.opening
    told = {
        "people": facts.people,
        "opening": None if opening is None else [opening.key, dict(opening.stones), dict(opening.options)],
        "times": [_written(side) for side in facts.times],
        "opening rule": facts.had_opening_rule,
        "attack": facts.attack,
    }
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def _written(side: SideTimes) -> list[Any]:
    sums = {phase.value: [number, spent] for phase, (number, spent) in side.phases.items()}
    return [sums, list(side.ends), list(side.spent)]


@lru_cache(maxsize=4096)
def read_facts(text: str) -> GameFacts | None:
    """Parse the facts about a game from text. Return None if the text is invalid."""
    try:
        told = json.loads(text)
        first, second = told["people"]
        one, other = map(_read_times, told["times"])
        opening, has_rule = _read_opening(told["opening"]), bool(told["opening rule"])
        return GameFacts((str(first), str(second)), opening, (one, other), has_rule, int(told["attack"]))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None


def _read_opening(told: Sequence[Any] | None) -> PlayedOpening | None:
    if told is None:
        return None
    key, stones, options = told
    return PlayedOpening(int(key), {str(name): str(letter) for name, letter in stones.items()}, dict(options))


def _read_times(told: Sequence[Any]) -> SideTimes:
    sums, ends, spent = told
    if len(ends) != len(spent) or not set(map(type, (*ends, *spent))) <= {int}:
        raise ValueError
    return SideTimes(
        {GamePhase(phase): (int(number), int(time)) for phase, (number, time) in sums.items()}, ends, spent
    )
