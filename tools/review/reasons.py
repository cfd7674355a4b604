"""``python -m tools.review.reasons`` measures how often explanations of mistakes name a reason, and checks the reasons.

The command plays games between levels of low and medium strength, analyses them with a node limit, and checks each
claim of the explanations with the rules. Claimed wins are proved again by a separate search. The games are stored in a
folder, with a log for each ruleset, so the command can be stopped and continued.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from game.analysis.review.claims import Sentence
from game.analysis.review.judgement import MISTAKES, GameReview, JudgedMove, judge
from game.analysis.review.moments import moments
from game.analysis.review.review_store import read_readings
from game.analysis.review.texts import explain
from game.core.match import Match
from game.core.model import ParseError, State
from game.core.ruleset import Ruleset
from tools.review.analysed_games import AnalysedGame, analysed_games, match_of_game
from tools.review.claim_checks import ClaimChecker, ProvesWin
from tools.review.reading_engine import Bench, open_bench

#: The maximum number of characters of an explanation on the analysis board.
_LONGEST = 150
#: The nodes of a proof as a multiple of the nodes of the analysis.
_TIMES = 50


@dataclass(slots=True)
class ReasonCount:
    """The numbers of moves, explanations and checked claims in the games of one ruleset, and the false claims."""

    games: int = 0
    not_good: int = 0
    """The number of moves that are not good: inaccuracies, mistakes, blunders, missed wins and allowed losses."""
    with_value: int = 0
    """The number of them whose winning chances before and after the move are known."""
    naming: int = 0
    """The number of them whose explanation, as short as on the analysis board, names a cell or a line."""
    only_number: int = 0
    """The number of them without any sentence of explanation."""
    claims: int = 0
    """The number of claims that were checked."""
    changed: int = 0
    """The number of values that differ in a second review, made from the stored evaluations."""
    false: list[str] = field(default_factory=list)
    """A line of text for each claim that is false."""

    def add(self, game: AnalysedGame, match: Match, proves_win: ProvesWin) -> Iterator[str]:
        """Count a game and check its claims. Yield a line with the explanation of each move that is not good."""
        self.games += 1
        self.changed += game.changed
        review = judge(match, read_readings(game.readings))
        checker = ClaimChecker(match, review, proves_win)
        for judged in review.moves:
            sentences = list(moments(match, review, judged.ply))
            if is_not_good(judged):
                self._count(match, review, judged)
            if is_not_good(judged) or judged.kind.value != "unjudged":
                sentences = [*explain(match, judged), *sentences]
            place = f"game {game.number} ply {judged.ply} {judged.move} {judged.kind.value}"
            if is_not_good(judged):
                self._tell(place, "value", checker.value_problem(judged))
            self._check(checker, judged.ply, sentences, place)
            if is_not_good(judged):
                yield f"{place}: {' '.join(each.text for each in sentences)}"

    def _count(self, match: Match, review: GameReview, judged: JudgedMove) -> None:
        self.not_good += 1
        before, after = review.chances[judged.ply - 1 : judged.ply + 1]
        self.with_value += before is not None and after is not None
        shown = explain(match, judged, lambda text: len(text) <= _LONGEST)
        self.naming += any(each.names_cells for each in shown)
        self.only_number += not shown

    def _check(self, checker: ClaimChecker, ply: int, sentences: Iterable[Sentence], place: str) -> None:
        for sentence in sentences:
            for claim in sentence.claims:
                problem = checker.problem(claim, ply)
                self._tell(place, claim.kind.value, problem and f"{problem} ({sentence.text})")

    def _tell(self, place: str, what: str, problem: str) -> None:
        """Count a checked claim, and store its problem if there is one."""
        self.claims += 1
        if problem:
            self.false.append(f"{place}: {what}: {problem}")

    def rows(self) -> Iterator[tuple[str, str]]:
        """Yield the lines of the report, each as a pair of its label and its value."""
        total = max(1, self.not_good)
        yield "games", str(self.games)
        yield "moves that are not good", str(self.not_good)
        yield "with value", f"{100 * self.with_value / total:.1f} %"
        yield "reason names a cell or line", f"{100 * self.naming / total:.1f} %"
        yield "reason is only a number", f"{100 * self.only_number / total:.1f} %"
        yield "claims checked", str(self.claims)
        yield "claims that are false", str(len(self.false))
        yield "values changed after the final pass", str(self.changed)


def is_not_good(judged: JudgedMove) -> bool:
    """Return True if a move needs an explanation because it is a mistake, misses a win or allows a loss."""
    return judged.kind in MISTAKES or judged.missed_win or judged.allowed_loss


def main(arguments: list[str] | None = None) -> int:
    """Run the command ``tools.review.reasons``. Return the exit code, which is 1 if a claim is false."""
    parser = argparse.ArgumentParser(prog="python -m tools.review.reasons", description=__doc__)
    parser.add_argument("--ruleset", action="append", help="the rulesets to check, all if none is given")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--nodes", type=int, default=8_000, help="search nodes for a position")
    parser.add_argument("--out", type=Path, default=Path("reasons"), help="the folder of the logs")
    parser.add_argument("--words", action="store_true", help="also print the explanations")
    given = parser.parse_args(arguments)
    all_true = True
    with open_bench(None) as bench:
        for name in given.ruleset or list(bench.rulesets):
            try:
                count = _checked(bench, bench.ruleset(name), given)
            except (ParseError, OSError) as error:
                parser.error(str(error))
            sys.stdout.write("".join(f"{name:<14} {what:<38} {value:>10}\n" for what, value in count.rows()))
            sys.stdout.writelines(f"{line}\n" for line in count.false)
            sys.stdout.flush()
            all_true &= not count.false
    return 0 if all_true else 1


def _checked(bench: Bench, ruleset: Ruleset, given: argparse.Namespace) -> ReasonCount:
    count = ReasonCount()

    def proves_win(match: Match, state: State, seat: int) -> bool:
        start = Match(match.ruleset, match.options, 0, start=state)
        return bench.proves_win(start, seat, _TIMES * given.nodes)

    path = given.out / f"{ruleset.info.id}.jsonl"
    for game in analysed_games(bench, ruleset, given.nodes, given.games, path):
        for line in count.add(game, match_of_game(ruleset, game), proves_win):
            if given.words:
                sys.stdout.write(f"{line}\n")
    return count


if __name__ == "__main__":
    sys.exit(main())
