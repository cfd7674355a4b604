"""``python -m tools.engine.escapes RULESET``: checks the last chance that the review of a lost game shows to the loser.

This chance is called an escape here: the last move that would not have lost, where the move played did. An escape is
correct if the loser was not yet lost before it, if its move keeps it so, and if the loser was lost from then on.

In Threestones, exhaustive search to the last stone checks all of this for the last stones of a game, about half of
which the engine plays and the others are random. In games of rows between weak players, a review with ten times the
nodes must find the same escape, and prove no win against its move. Slow reference code of ``tools.engine`` then looks
for a win by threats alone after the move played; the output counts these wins.
"""

import argparse
import random
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from game.analysis.review.evaluation import ProofStatus
from game.analysis.review.judgement import Escape, judge, states_of
from game.core.lines.shapes import padded
from game.core.match import Match
from game.core.model import Move, Place
from game.core.notation import parse_turn
from game.core.ruleset import complete_options
from rulesets.gomoku import RULESET as GOMOKU
from rulesets.threestones import RULESET as POND
from rulesets.threestones.ai.threads import PondEngine, PondSearchThread
from rulesets.threestones.pond import TEAMS, PondState
from rulesets.threestones.rules import placements
from tools.engine.pond.checks import exhaustive, played
from tools.engine.search.checks import Report
from tools.engine.search.slow_game import SlowGame
from tools.review.reading_engine import Bench, open_bench
from tools.review.weak_games import weak_game

#: The number of last stones of a Threestones game that exhaustive search covers, and the share of them that are random.
LAST_STONES, THROWN = 9, 0.5
#: The factor by which an escape is checked with more nodes, and the most seconds for slow reference code.
TIMES, SECONDS = 10, 20
_MORE = "wins by more than such threats, by the search alone"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.engine.escapes", description=__doc__)
    parser.add_argument("ruleset", choices=("threestones", "gomoku", "connect6", "six_in_a_row"))
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--nodes", type=int, default=20_000)
    arguments = parser.parse_args()
    with open_bench(None) as bench:
        report = Report()
        check = check_pond if arguments.ruleset == "threestones" else check_rows
        for one in check(bench, arguments.ruleset, arguments.games, arguments.nodes):
            report += one
    sys.stdout.write("".join(f"{number:>6} {kind}\n" for kind, number in sorted(report.seen.items())))
    sys.stdout.write("".join(f"{defect}\n" for defect in report.defects))
    return int(bool(report.defects))


def lost_game(make: Callable[[int], Match], seeds: Iterator[int]) -> tuple[int, Match]:
    """Make games from one seed after the other until one has a winner; return its seed and the game."""
    return next((seed, match) for seed in seeds if (match := make(seed)).outcome.winner is not None)


# Threestones, by exhaustive search


def check_pond(bench: Bench, ruleset: str, games: int, nodes: int) -> Iterator[Report]:
    """Compare the escape that a review finds with that of exhaustive search, in ``games`` lost games of Threestones.

    An escape is the loser's last move that would not have lost. The review searches each position with ``nodes`` nodes.
    Yield a report for each game.
    """
    engine, seeds = PondEngine(), iter(range(10**9))
    for _game in range(games):
        seed, match = lost_game(lambda seed: pond_end(engine, random.Random(seed)), seeds)
        review = judge(match, bench.readings(match, nodes))
        yield against_all_moves(f"{ruleset} {seed}", match, review.last_escape)


def pond_end(engine: PondEngine, rng: random.Random) -> Match:
    """Return a game of Threestones that has ended: the engine chose its first stones, the last ones are half random."""
    match = Match(POND, complete_options(POND.info, {}), 1, played(engine, 72 - LAST_STONES, rng))
    while match.outcome is None:
        match.play(pond_move(engine, match.state, rng))
    return match


def pond_move(engine: PondEngine, state: PondState, rng: random.Random) -> Move:
    if rng.random() < THROWN:
        return rng.choice(list(placements(state)))
    engine.set_state(state)
    *_, found = engine.think(TEAMS.index(state.colour), 60.0, nodes=300)
    return Place(*found.move)


def against_all_moves(name: str, match: Match, told: Escape | None) -> Report:
    report, loser = Report(), 1 - match.outcome.winner
    states = states_of(match)
    own = [number for number, state in enumerate(states[:-1]) if state.seat == loser]
    true = next((number + 1 for number in reversed(own) if not is_lost(states[number], match)), None)
    report.seen["ends"] += 1
    report.seen["ends with an escape" if true else "ends that were lost all along"] += 1
    if (told.ply if told else None) != true:
        report.defects.append(f"{name}: told {told}, by every move ply {true}")
    elif told is not None and is_lost(after_move(match, told), match):
        report.defects.append(f"{name}: {told} does not hold")
    return report


def is_lost(state: PondState, match: Match) -> bool:
    """Return True if the side that lost the match is already lost in the position ``state``, by exhaustive search."""
    outcome = POND.outcome(state)
    if outcome is not None:
        return outcome.winner == match.outcome.winner
    worker, team = PondSearchThread(), TEAMS.index(state.colour)
    worker.set_state(state)
    score = int(exhaustive(worker.position[0], worker.tables[0], team, -1, 1))
    return (score < 0) if state.seat != match.outcome.winner else (score > 0)


def after_move(match: Match, escape: Escape) -> PondState:
    """Return the position after the move of an escape, which was not played in the match."""
    state = states_of(match)[escape.ply - 1]
    return match.ruleset.apply(state, parse_turn(match.ruleset, state, (escape.move,))[0]).state


# Games of rows, by more nodes and by slow reference code


def check_rows(bench: Bench, ruleset: str, games: int, nodes: int) -> Iterator[Report]:
    """Compare the escape that a review finds with that of a review with ten times the nodes, in ``games`` lost games.

    An escape is the loser's last move that would not have lost. Slow reference code also follows the win after the move
    that was played instead. Yield a report for each game.
    """
    seeds = iter(range(10**9))
    for _game in range(games):
        seed, match = lost_game(lambda seed: weak_game(bench, bench.rulesets[ruleset], seed), seeds)
        told = judge(match, bench.readings(match, nodes)).last_escape
        true = judge(match, bench.readings(match, TIMES * nodes)).last_escape
        yield against_more_nodes(bench, f"{ruleset} {seed}", match, (told, true), TIMES * nodes)


def against_more_nodes(
    bench: Bench, name: str, match: Match, escapes: tuple[Escape | None, Escape | None], nodes: int
) -> Report:
    report, (told, true) = Report(), escapes
    report.seen["games"] += 1
    if told is None or true is None or told.ply != true.ply:
        report.defects.append(f"{name}: told {told}, with more nodes {true}")
        return report
    if not holds(bench, match, told, nodes):
        report.defects.append(f"{name}: {told} does not hold")
        return report
    report.seen["escapes that hold"] += 1
    report.seen[reference_verdict(match, states_of(match)[told.ply])] += 1
    return report


def holds(bench: Bench, match: Match, escape: Escape, nodes: int) -> bool:
    """Return True if a search with ``nodes`` nodes proves no win for the opponent after the move of an escape."""
    branch = Match(match.ruleset, match.options, match.seed, after_move(match, escape))
    outcome, loser = branch.outcome, 1 - match.outcome.winner
    if outcome is not None:
        return outcome.winner != match.outcome.winner
    proof_status = bench.readings(branch, nodes)[0].proof_status
    return proof_status is not (ProofStatus.LOST if branch.state.seat == loser else ProofStatus.WON)


def reference_verdict(match: Match, state) -> str:
    """Return what slow reference code finds after the move that was played instead of the escape, as a text to count.

    It says whether the winner could win from there by threats alone, or that the time was not enough to find out.
    """
    if match.ruleset.outcome(state) is not None or state.seat != match.outcome.winner:
        return _MORE
    try:
        with within(SECONDS):
            return "wins by threats alone, slowly" if wins_by_threats(match, state) else _MORE
    except TimeoutError:
        return "wins that the slow definitions were not done with in time"


def wins_by_threats(match: Match, state) -> bool:
    if match.ruleset.info.id == GOMOKU.info.id:
        game = SlowGame(match.options["variant"], match.options["size"])
        return game.wins_by_fours(padded(state.board), state.colour)
    from tools.engine.connect6.checks import DEEPEST, RULES, SIZE, Connect6Engine, winning_turn, wins  # noqa: PLC0415

    engine = Connect6Engine(RULES, SIZE, 10)
    turn = winning_turn(engine, state, DEEPEST)
    return bool(turn) and wins(engine, state, turn, DEEPEST)


@contextmanager
def within(seconds: int) -> Iterator[None]:
    """Raise TimeoutError in the block of this context manager after ``seconds`` seconds."""

    def end(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, end)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


if __name__ == "__main__":
    sys.exit(main())
