"""The match that newly tuned numbers must win before they are shipped.

Worker processes play pairs of games until a sequential test is decided. Each pair is logged, so a match that was
interrupted continues.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count

from game.library.formats.lists.openings import Opening
from game.session.matches.elo import Verdict, difference
from game.session.matches.executors import open_executor, results_in_order
from game.session.matches.game_log import GameLog
from tools.tune.contender import Contender
from tools.tune.gate import GateMatch, ScoredPair, pair
from tools.tune.headway import Headway
from tools.tune.tuned_game import GameName, open_tuned_game
from tools.tune.work import Work

#: The number of pairs in a worker's task, and the number of pairs between two progress reports.
_TASK_PAIRS, _TOLD_PAIRS = 2, 50

#: Two opponents; scores are those of the first.
Players = tuple[Contender, Contender]


@dataclass(frozen=True, slots=True)
class _GateTask:
    """A task for a worker process: to play the pairs of a match with these numbers."""

    game: GameName
    players: Players
    openings: Sequence[Opening]
    nodes: int
    seed: int
    numbers: range


def play_gate(work: Work, match: GateMatch, players: Players) -> list[float]:
    """Play a match until its test is decided or all games are played; return the first player's score of each pair."""
    log = _log(work, match, players)
    found = [played.score for played in log.games]
    headway = Headway(work.gate_games, 2 * len(found))
    if not _is_over(work, found):
        for played in _pairs(work, match, players, len(found)):
            log.add(played)
            found.append(played.score)
            if _is_over(work, found):
                break
            if len(found) % _TOLD_PAIRS == 0:
                work.report(f"{_standing_text(work, match, found)}; {headway.told(2 * len(found))} at most")
    work.report(_standing_text(work, match, found))
    return found


def _is_over(work: Work, found: Sequence[float]) -> bool:
    return 2 * len(found) >= work.gate_games or work.test.verdict(found) is not Verdict.GOES_ON


def _pairs(work: Work, match: GateMatch, players: Players, first: int) -> Iterator[ScoredPair]:
    """Yield the pairs from number ``first`` on, in order and without end."""
    tasks = (
        _GateTask(work.game, players, match.openings, match.nodes, match.seed, range(number, number + _TASK_PAIRS))
        for number in count(first, _TASK_PAIRS)
    )
    with open_executor(work.workers, work.scheduler, in_processes=True) as executor:
        for played in results_in_order(executor, _play, tasks, 2 * work.workers):
            yield from played


def _play(task: _GateTask) -> list[ScoredPair]:
    tuned = open_tuned_game(task.game)
    match = GateMatch(tuned, task.openings, task.nodes, task.seed)
    searchers = [player.engine(tuned) for player in task.players]
    return [pair(match, searchers, number) for number in task.numbers]


def _log(work: Work, match: GateMatch, players: Players) -> GameLog[ScoredPair]:
    """Return the log of this match. Its name has a hash of the terms and of both players' tables, so it is unique."""
    terms = {**work.header, **match.terms}
    mark = hashlib.sha256(repr(sorted(terms.items())).encode())
    for player in players:
        mark.update(player.engine(match.tuned).tables.tobytes())
    name = f"gate-{mark.hexdigest()[:12]}.jsonl"
    return GameLog(work.folder / name, terms, "gate", ScoredPair)


def _standing_text(work: Work, match: GateMatch, found: Sequence[float]) -> str:
    elo, ratio = difference(found), work.test.log_likelihood_ratio(found)
    low, high = work.test.bounds
    return (
        f"{2 * len(found)} games at {match.nodes} nodes: {100 * sum(found) / len(found):.1f} %, "
        f"Elo {elo.elo:+.0f} ({elo.low:+.0f} to {elo.high:+.0f}), "
        f"LLR {ratio:.2f} ({low:.2f} to {high:.2f}): {work.test.verdict(found).value}"
    )
