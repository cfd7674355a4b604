"""A plan: how many hours self-play, training and the match take for each rule, from speeds measured on this machine."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from game.core.model import ParseError
from game.core.ruleset import complete_options
from game.session.matches.arena_game import catalogue
from tools.tune.net.net_samples import NetSamples, net_samples
from tools.tune.net.training import BATCH, begin_training, training_step
from tools.tune.tuned_game import GameName, TunedGame, open_tuned_game
from tools.tune.work import Work
from tools.tune.workers import play_games

#: The number of games that are played, and of training steps that are made, to measure the rates.
_GAMES, _STEPS = 8, 50
_HOUR = 3600.0


@dataclass(frozen=True, slots=True)
class Rates:
    """Measured speeds of one core for a rule: the seconds that each unit of work takes, unless said otherwise."""

    game: float
    reading: float
    """The time to extract the training samples of a game."""
    sample: float
    """The time to train on a sample once."""
    node: float
    samples: float
    """The number of samples of a game, not a time."""
    stones: float
    """The number of searched stones of a game, not a time."""


@dataclass(frozen=True, slots=True)
class RoundHours:
    """The hours that self-play, training and the match take for a rule."""

    play: float
    learn: float
    gate: float

    @property
    def total(self) -> float:
        """The hours of all three steps, one after the other."""
        return self.play + self.learn + self.gate


def games_to_plan(work: Work) -> Sequence[GameName]:
    """Return the game that the command line names or, if none, one for each set of rules that the engine plays."""
    if work.is_named:
        return [work.game]
    games: dict[str, GameName] = {}
    for game in _games_with_a_choice(work.game.plugins):
        tuned = _opened(game)
        if tuned is not None:
            games.setdefault(tuned.rules.name, game)
    return list(games.values())


def _games_with_a_choice(plugins: Path | None) -> Iterator[GameName]:
    """Yield every ruleset with its default options, then with each choice of each single option."""
    for name, ruleset in catalogue(plugins).rulesets.items():
        yield GameName(plugins, name, ())
        for option in ruleset.info.options:
            yield from (GameName(plugins, name, ((option.key, choice.value),)) for choice in option.choices)


def _opened(game: GameName) -> TunedGame | None:
    """Open a game; return None if the engine does not play it."""
    try:
        return open_tuned_game(game)
    except ParseError:
        return None


def rates(work: Work) -> Rates:
    """Play a few games, train on them, and return the measured speeds."""
    tuned = open_tuned_game(work.game)
    warming = replace(work, games=1, workers=1, scheduler=None)
    measured = [*play_games(warming, 0), *play_games(replace(warming, games=1 + _GAMES), 1)][1:]
    games = [game for played in measured for game in played.games]
    net_samples(tuned, games[:1])
    begin = time.thread_time()
    samples = net_samples(tuned, games)
    reading = (time.thread_time() - begin) / len(games)
    # In self-play, slips are searched as well; in matches there are none.
    searches = sum(len(game.scores) + len(game.slips) for game in games)
    seconds = sum(played.seconds for played in measured)
    return Rates(
        game=seconds / len(games),
        reading=reading,
        sample=_learning(samples),
        node=seconds / searches / work.nodes,
        samples=len(samples) / len(games),
        stones=sum(len(game.scores) for game in games) / len(games),
    )


def _learning(samples: NetSamples) -> float:
    """Measure the seconds of training for each sample."""
    training, rng = begin_training(1, int(samples.colour.max(initial=0)) + 1), np.random.default_rng(1)
    batches = rng.integers(0, len(samples), (1 + _STEPS, BATCH))
    training, begin = training_step(training, samples, batches[0], 0.0), time.thread_time()
    for batch in batches[1:]:
        training = training_step(training, samples, batch, 0.0)
    return (time.thread_time() - begin) / (_STEPS * BATCH)


def round_hours(work: Work, rates: Rates) -> RoundHours:
    """Estimate the hours of self-play, training and the match from measured speeds.

    All workers share self-play, the reading of games and the match; one core trains the net.
    """
    games = work.games / _HOUR
    return RoundHours(
        play=games * rates.game / work.workers,
        learn=games * (rates.reading / work.workers + work.passes * rates.samples * rates.sample),
        gate=work.gate_games / _HOUR * rates.stones * work.gate_nodes * rates.node / work.workers,
    )


def lines(work: Work) -> Iterator[str]:
    """Yield the plan as a table, line by line, as it is measured."""
    yield (
        f"Hours of a round: {work.games} games of {work.nodes} nodes a stone, {work.passes} passes, "
        f"at most {work.gate_games} games of {work.gate_nodes} nodes; {work.workers} workers, each with a core."
    )
    yield f"{'rule':40} {'size':>4} {'play':>7} {'learn':>7} {'gate':>7} {'all':>7}  games a second of a core"
    total = 0.0
    for game in games_to_plan(work):
        found = rates(replace(work, game=game))
        hours = round_hours(work, found)
        total += hours.total
        yield (
            f"{_title(game):40} {open_tuned_game(game).size:>4} {hours.play:7.2f} {hours.learn:7.2f} "
            f"{hours.gate:7.2f} {hours.total:7.2f}  {1 / found.game:.1f}"
        )
    yield f"{'all':40} {'':4} {'':7} {'':7} {'':7} {total:7.2f}"


def _title(game: GameName) -> str:
    """Return the name of the game and those options that differ from the default."""
    tuned = open_tuned_game(game)
    usual = complete_options(tuned.ruleset.info, {})
    unusual = [f"{key}={value}" for key, value in tuned.options.items() if value != usual[key]]
    return " ".join([game.ruleset, *unusual])
