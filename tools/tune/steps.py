"""The steps of the tuning, such as playing games or training a net. Each reads the files that earlier steps wrote."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.model import ParseError
from game.engine.search import search_engine
from game.engine.search.lines import even_openings
from game.engine.search.lines.order_points import OrderPoints, order_for
from game.session.matches.game_log import GameLog
from game.storage.files import write_file
from tools.tune import ablation
from tools.tune import margins as spsa
from tools.tune import order as ordering
from tools.tune import plan as planning
from tools.tune.choices import Choices, choices
from tools.tune.contender import Contender, read_contender, ship, write_order
from tools.tune.gate import MEMORY_BITS, GateMatch, ScoredPair
from tools.tune.gate_run import play_gate
from tools.tune.headway import Headway
from tools.tune.net import learning
from tools.tune.openings import judge_openings
from tools.tune.work import GAMES, Work, games_log, games_to_learn
from tools.tune.workers import play_games

_ABLATION, _ARENA_OPENINGS, _MARGINS = "ablation.txt", "openings.txt", "margins.jsonl"
#: The number of even openings to find.
_OPENINGS = 12
#: The largest number of choices that the move order is fitted to and tested on.
_CHOICES = 150_000
#: The number of games, and of trials of margins, between two progress reports.
_TOLD_GAMES, _TOLD_TRIALS = 100, 100


def plan(work: Work) -> None:
    """Report how many hours tuning takes for the named game, or for every rule if none is named."""
    for line in planning.lines(work):
        work.report(line)


def play(work: Work) -> None:
    """Play self-play games until the folder has as many as asked for."""
    log = games_log(work)
    headway = Headway(work.games, len(log.games))
    told, seconds, of_kernels = len(log.games), 0.0, 0.0
    for played in play_games(work, len(log.games)):
        for game in played.games:
            log.add(game)
        seconds, of_kernels = seconds + played.seconds, of_kernels + played.of_kernels
        if len(log.games) - told >= _TOLD_GAMES or len(log.games) == work.games:
            told, outside = len(log.games), 100 * (1 - of_kernels / seconds)
            work.report(
                f"{told} of {work.games} games, {headway.told(told)}; "
                f"{outside:.0f} % of the processor's time outside machine code"
            )


def openings(work: Work) -> None:
    """Find even openings, ship them for these rules, and also write them as a file from which matches can start."""
    searcher = work.tuned.engine(search_engine.MEMORY_BITS)
    judged = judge_openings(searcher, _OPENINGS, work.seed, work.report)
    even_openings.keep(work.name, judged)
    lines = (", ".join(f"{x},{y}" for x, y in opening) for opening in judged)
    write_file(work.folder / _ARENA_OPENINGS, "".join(f"{line}\n" for line in lines).encode())


def learn(work: Work) -> None:
    """Train a net on the games of the folder and of ``--games-from``; report its log-loss beside the shipped net's."""
    learning.learn(work)


def gate(work: Work) -> None:
    """Play newly tuned numbers against the shipped ones until a test is decided or all games are played."""
    play_gate(work, _match(work), (read_contender(work), Contender()))


def keep(work: Work) -> None:
    """Replace the shipped numbers for these rules by the newly tuned ones in the folder of the run."""
    ship(work)


def ablate(work: Work) -> None:
    """Play the whole search against itself without each of its ideas in turn, and write the table of the gains."""
    match, lines = _match(work), list[str]()
    for line in ablation.heading(match, work.test):
        lines.append(line)
        work.report(line)
    for idea in ablation.ideas():
        work.report(f"without {idea}:")
        scores = play_gate(work, match, (Contender(), ablation.without(idea)))
        lines.append(ablation.row(idea, scores, work.test))
        work.report(lines[-1])
        write_file(work.folder / _ABLATION, ("\n".join(lines) + "\n").encode())


def _match(work: Work) -> GateMatch:
    if not any(work.openings):
        raise ParseError("matches begin with openings: --openings FILE names a file with one a line")
    return GateMatch(work.tuned, work.openings, work.gate_nodes, work.seed)


def margins(work: Work) -> None:
    """Tune the margins of the search, which limit how much is searched, and play the tuned against the shipped ones."""
    match, tuning = _match(work), spsa.MarginTuning(work.games // 2, work.seed)
    header = {**work.header, **match.terms, "trials": tuning.trials, "margins": spsa.begin()}
    log = GameLog(work.folder / _MARGINS, header, "tuning of margins", ScoredPair)
    searchers = (work.tuned.engine(MEMORY_BITS), work.tuned.engine(MEMORY_BITS))
    for trial in spsa.tuned(tuning, match, searchers, log.games):
        log.add(trial)
        if (trial.number + 1) % _TOLD_TRIALS == 0:
            _report_margins(work, tuning, log.games)
    found = spsa.settings_of(spsa.replayed(tuning, log.games))
    play_gate(work, match, (Contender(settings=found), Contender()))


def _report_margins(work: Work, tuning: spsa.MarginTuning, trials: Sequence[ScoredPair]) -> None:
    numbers = spsa.replayed(tuning, trials)
    text = ", ".join(f"{name} {value:.1f}" for name, value in numbers.items())
    work.report(f"{2 * len(trials)} of {2 * tuning.trials} games: {text}")


def order(work: Work) -> None:
    """Fit the order in which moves are tried to games, and report how much better it predicts the moves played."""
    _, games = games_to_learn(work, work.folder)
    training, validation = choices(work.tuned, games, _CHOICES, work.seed)
    _check_both_parts(work, len(training), len(validation))
    work.report(f"{len(training)} choices to fit to, {len(validation)} to predict")
    new = ordering.fit(training, work.tuned.rules)
    _report_order(work, "shipped", order_for(work.tuned.rules), validation)
    _report_order(work, "new", new, validation)
    write_order(work, new)


def _check_both_parts(work: Work, training: int, validation: int) -> None:
    if not (training and validation):
        raise ParseError(f"{work.folder / GAMES} holds too few games to fit anything to")


def _report_order(work: Work, name: str, numbers: OrderPoints, validation: Choices) -> None:
    found = ordering.quality(numbers, validation)
    work.report(
        f"{name:8} log-likelihood {found.likelihood:.4f}, first move chosen {100 * found.first:.1f} %, "
        f"mean rank {found.rank:.2f}"
    )
