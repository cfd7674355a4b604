"""A tour through puzzles for tests and pictures: one of every game, the daily puzzles, and a run against the clock."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from game.core.language import _
from game.core.rating import Rating
from game.core.ruleset import Ruleset
from game.session.services import Services
from game.storage.puzzles.tries import DailyPuzzleResult, PuzzleTry
from game.training.daily_puzzle.collection import PuzzleCollection
from game.training.daily_puzzle.visit import Run, Visit, VisitStore, VisitTerms
from game.ui.training.daily_puzzle.daily_puzzle_scene import DailyPuzzleScene
from game.ui.training.daily_puzzle.puzzle_scene import PuzzleScene
from tools.pilot.fair_life import ANN
from tools.pilot.pilot import Pilot
from tools.tours.table_tour import seen, wait

#: The date of the daily puzzles.
TODAY = date(2026, 3, 24)


def store_puzzle_results(services: Services, ruleset_id: str) -> None:
    """Store Ann's puzzle results of a ruleset: nine solved daily puzzles, a rating and a run against the clock."""
    player = services.database.players.find(ANN)
    for number in (0, 1, 2, 3, 5, 6, 9, 12, 13):
        day = (TODAY - timedelta(days=number)).isoformat()
        services.database.puzzles.save_day(player, DailyPuzzleResult(ruleset_id, day, 1.0 if number % 3 else 0.5, day))
    rating = Rating(1_234.0, 90.0)
    services.database.puzzles.save_try(
        player, PuzzleTry(ruleset_id, "kept", "vcf", 1.0, 0, 20.0, rating, Rating(1_200.0, 110.0))
    )
    services.database.puzzles.save_run(player, ruleset_id, 11)


def puzzle(pilot: Pilot, ruleset: Ruleset) -> Iterator[str]:
    """Show a puzzle with each hint, its solution, and the end of the session; yield the name of each state."""
    app, name = pilot.app, ruleset.info.id
    entries = PuzzleCollection(app.services.catalogue.folders()).of(name)
    drawn = iter(sorted(entries, key=lambda entry: entry.mark)[:3])
    keeper = VisitStore(app.services.database, app.services.database.players.find(ANN))
    rulesets = app.services.catalogue.rulesets
    visit = Visit(VisitTerms(lambda: next(drawn, None)), rulesets, app.services.prover, keeper)
    app.push(PuzzleScene(app, visit, _("Puzzles")))
    scene = pilot.scene
    wait(pilot)
    yield f"riddle {name}"
    for step in ("theme", "places", "first stone"):
        scene._hint()
        wait(pilot)
        yield f"riddle {name} {step}"
    scene._show_me()
    wait(pilot)
    yield f"riddle {name} shown"
    scene._proceed()
    wait(pilot)
    for _turn in range(scene.exercise.turns):
        scene._take(scene.exercise.play(*scene.exercise.first_stones()))
        wait(pilot)
        if scene.exercise.awaits_answer:
            scene._proceed()
            wait(pilot)
    yield f"riddle {name} solved"
    scene._close_visit()
    yield from seen(pilot, f"riddle {name} end")


def daily_puzzles(pilot: Pilot) -> Iterator[str]:
    """Show the daily puzzles on the first day and later, and a run of puzzles; yield the name of each state."""
    app, services = pilot.app, pilot.app.services
    player = services.database.players.find(ANN)
    app.push(DailyPuzzleScene(app, player, TODAY))
    yield from seen(pilot, "booth new")
    for name in ("gomoku", "threestones"):
        store_puzzle_results(services, name)
    app.push(DailyPuzzleScene(app, player, TODAY))
    pilot.scene._next_theme()
    yield from seen(pilot, "booth")
    entries = iter(PuzzleCollection(services.catalogue.folders()).of("gomoku"))
    terms = VisitTerms(lambda: next(entries, None), is_rated=False)
    visit = Visit(terms, services.catalogue.rulesets, services.prover, VisitStore(services.database, player))
    run = Run()
    run.left, run.solved = 95.0, 4
    app.push(PuzzleScene(app, visit, _("Three-minute run"), run))
    yield from seen(pilot, "riddles against the clock")
