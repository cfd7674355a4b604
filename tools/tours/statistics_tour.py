"""A tour through statistics for tests and pictures: before and after reviews of a player's games, and without games."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pygame

from game.analysis.review.accuracy import accuracy_of_move
from game.analysis.review.judgement import MoveClass
from game.analysis.review.phases import GamePhase, PlayedTurn
from game.core.ruleset import Ruleset
from game.progress.statistics.facts import FACTS_VERSION, GameFacts, SideTimes, write_facts
from game.progress.statistics.game_figures import (
    FIGURES_VERSION,
    CountedMistake,
    PhaseFigures,
    SideFigures,
    write_figures,
)
from game.progress.statistics.gathering import Gathering
from game.progress.statistics.missed_threats import MissedThreat
from game.progress.statistics.player_games import player_games
from game.storage.players import Player
from game.storage.statistics.figures import ReviewRecord
from game.ui.progress.statistics.statistics_scene import StatisticsScene
from tools.pilot.pilot import Pilot
from tools.tours.table_tour import seen, wait

#: What a player can overlook; the number of entries of each kind is its frequency.
_OVERLOOKED = (
    *(MissedThreat.THEIR_ATTACK,) * 5,
    *(MissedThreat.OWN_FORCED_WIN,) * 3,
    *(MissedThreat.THEIR_DOUBLE,) * 2,
    MissedThreat.QUIET,
)


def statistics(pilot: Pilot) -> Iterator[str]:
    """Show the statistics before and after reviews, and without games; yield the name of each state that is shown."""
    app = pilot.app
    player = app.services.database.players.current()
    rulesets = list(app.services.catalogue.rulesets.values())
    app.push(StatisticsScene(app, player, rulesets[0]))
    settle_figures(pilot)
    yield "statistics before any review"
    app.pop(pilot.scene, None)
    reviewed(pilot, player, rulesets[0])
    app.push(StatisticsScene(app, player, rulesets[0]))
    settle_figures(pilot)
    yield "statistics"
    pilot.key(pygame.K_DOWN)
    pilot.key(pygame.K_LEFT)
    wait(pilot)
    yield "statistics of a group"
    app.pop(pilot.scene, None)
    never = next(each for each in rulesets if not player_games(app.services.database, player, each))
    app.push(StatisticsScene(app, player, never))
    settle_figures(pilot)
    yield from seen(pilot, "statistics of no games")


def settle_figures(pilot: Pilot) -> None:
    """Run frames until the statistics have gone through all games."""
    pilot.until(lambda: pilot.scene._analysis.gathering.is_done and not pilot.scene._analysis.is_stale, "the games")
    pilot.frames(40)
    wait(pilot)


def reviewed(pilot: Pilot, player: Player, ruleset: Ruleset) -> None:
    """Store made-up figures for all games of a player, as if each had been reviewed and timed."""
    database, rng = pilot.app.services.database, random.Random(7)
    gathering = Gathering(database, pilot.app.services.catalogue.rulesets, player, ruleset)
    while not gathering.is_done:
        gathering.poll(1.0)
    games = player_games(database, player, ruleset)
    for number, game in enumerate(games):
        mark = f"reviewed {ruleset.info.id} {number}"
        if game.facts is not None and game.seat is not None:
            facts = _timed(game.facts, game.seat, rng)
            database.figures.save_facts(game.game.key, mark, FACTS_VERSION, write_facts(facts))
            side = _played(rng, 0.09 - 0.06 * number / len(games))
            sides = (side, SideFigures()) if game.seat == 0 else (SideFigures(), side)
            review = ReviewRecord(game.game.key, mark, ruleset.info.hint_level, "", "")
            database.figures.save(review, FIGURES_VERSION, write_figures(sides))


def _timed(facts: GameFacts, seat: int, rng: random.Random) -> GameFacts:
    turns = (
        PlayedTurn(seat, number, 2 * number - 1 + seat, 2 * number - 1 + seat, rng.randrange(1500, 4000 + 500 * number))
        for number in range(1, 19)
    )
    times = SideTimes.of(turns)
    return replace(facts, times=(times, SideTimes()) if seat == 0 else (SideTimes(), times))


def _played(rng: random.Random, weakness: float) -> SideFigures:
    """Return figures of a player; ``weakness`` sets how much of the winning chance bad moves lose on average."""
    phases, slips = {}, []
    for phase, first, last in ((GamePhase.OPENING, 1, 5), (GamePhase.MIDDLE, 6, 15), (GamePhase.LATE, 16, 18)):
        total = PhaseFigures()
        for number in range(first, last + 1):
            loss = min(0.6, rng.expovariate(1 / weakness)) if rng.random() < 0.5 else 0.0
            kind = MoveClass.BLUNDER if loss >= 0.15 else MoveClass.MISTAKE if loss >= 0.1 else MoveClass.GOOD
            if kind is not MoveClass.GOOD:
                slips.append(CountedMistake(2 * number, kind, loss, rng.choice(_OVERLOOKED)))
            total += PhaseFigures(1, loss, accuracy_of_move(loss), int(kind is not MoveClass.GOOD))
        phases[phase] = total
    whole = sum(phases.values(), PhaseFigures())
    classes = {kind: sum(slip.kind is kind for slip in slips) for kind in (MoveClass.MISTAKE, MoveClass.BLUNDER)}
    return SideFigures(whole.mean_accuracy, phases, classes, tuple(slips))
