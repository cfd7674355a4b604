"""The step ``learn``: trains a net on the games of one or more folders, and continues an interrupted training."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np

from game.core.model import ParseError
from game.session.matches.executors import open_executor, results_in_order
from tools.tune.contender import write_learned
from tools.tune.headway import Headway
from tools.tune.labels import Floats
from tools.tune.net.checkpoint import Checkpoint, mark_of
from tools.tune.net.loss import cross_entropy, scores
from tools.tune.net.net_samples import NetSamples, joined, net_samples
from tools.tune.net.parameters import whole_numbers
from tools.tune.net.training import Training, begin_training, train
from tools.tune.selfplay import SelfPlay
from tools.tune.tuned_game import GameName, open_tuned_game
from tools.tune.work import GAMES, Work, games_to_learn

#: The checkpoint file from which a training continues.
_STATE = "learning.npz"
#: The number of games in a worker's task, and the number of such blocks between two progress reports.
_BLOCK = 250
_TOLD_BLOCKS = 10


@dataclass(frozen=True, slots=True)
class _Block:
    """A task for a worker process: games from which to extract training samples."""

    game: GameName
    games: Sequence[SelfPlay]


def learn(work: Work) -> None:
    """Train a net on the games of the folders that the command line names, and write it to the folder of the run."""
    training, validation = _samples(work)
    if not (len(training) and len(validation)):
        raise ParseError(f"{_folders(work)} hold too few games to learn from")
    work.report(f"{len(training)} samples to learn, {len(validation)} to predict")
    work.report(_quality("shipped", validation.shipped, validation))
    checkpoint = Checkpoint(work.folder / _STATE, mark_of(training, work.passes, work.seed))
    state, done = begun, before = _begun(work, checkpoint)
    headway = Headway(work.passes * len(training), before * len(training))
    for state in train(begun, training, work.passes, work.seed, before):
        done += 1
        checkpoint.write(state, done)
        quality = _quality(f"pass {done} of {work.passes}", scores(state.parameters, validation), validation)
        work.report(f"{quality}; {headway.told(done * len(training))}")
    work.report(f"{work.passes} passes are done")
    write_learned(work, whole_numbers(state.parameters))


def _samples(work: Work) -> tuple[NetSamples, NetSamples]:
    """Extract the samples of every folder, block by block; return the training set and the validation set."""
    blocks = [block for folder in _folders(work) for block in _blocks(work, folder)]
    total, training, validation = sum(len(block.games) for block in blocks), list[NetSamples](), list[NetSamples]()
    headway, games = Headway(total), 0
    with open_executor(work.workers, work.scheduler, in_processes=True) as executor:
        for block, part in zip(blocks, results_in_order(executor, _taken, blocks, 2 * work.workers), strict=True):
            training.append(part.taken(np.flatnonzero(~part.is_validation)))
            validation.append(part.taken(np.flatnonzero(part.is_validation)))
            games += len(block.games)
            if len(training) % _TOLD_BLOCKS == 0 or games == total:
                work.report(f"{games} of {total} games read, {headway.told(games)}")
    if not training:
        raise ParseError(f"{_folders(work)[0] / GAMES} holds no games")
    return joined(training), joined(validation)


def _taken(block: _Block) -> NetSamples:
    return net_samples(open_tuned_game(block.game), block.games)


def _folders(work: Work) -> list[Path]:
    own = [work.folder] if (work.folder / GAMES).is_file() or not work.games_from else []
    return [*own, *work.games_from]


def _blocks(work: Work, folder: Path) -> Iterator[_Block]:
    """Yield the games of a folder in blocks; raise ParseError if they have other rules."""
    game, games = games_to_learn(work, folder)
    remaining = iter(games)
    while block := tuple(islice(remaining, _BLOCK)):
        yield _Block(game, block)


def _quality(name: str, odds: Floats, samples: NetSamples) -> str:
    """Return as text the log-loss of predictions in logits, for the targets and for the outcomes."""
    played = np.isfinite(samples.outcome)
    of_outcomes = cross_entropy(odds[played], samples.outcome[played])
    return f"{name}: log-loss {cross_entropy(odds, samples.target):.4f}, of outcomes {of_outcomes:.4f}"


def _begun(work: Work, checkpoint: Checkpoint) -> tuple[Training, int]:
    """Return the training to continue and its finished epochs; a new one if the folder has none with this mark."""
    if checkpoint.path.is_file():
        known = checkpoint.read()
        if known is not None:
            return known
        work.report(f"{checkpoint.path} is of other games, --passes or --seed: the training begins anew")
    rules = work.tuned.rules
    return begin_training(work.seed, 1 + (rules.first != rules.second)), 0
