"""A tour through the practice of mistakes for tests and pictures: questions from a player's games, and their list."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from game.core.language import _
from game.core.ruleset import Ruleset
from game.core.tournament import Participant
from game.session.services import Services
from game.storage.results import enter, entry_of
from game.training.mistakes.memory import keep
from game.training.mistakes.practice import PracticeRound
from game.ui.analysis.board.opening import analyse_study
from game.ui.analysis.mistakes.mistakes_scene import MistakesScene
from game.ui.analysis.mistakes.practice_scene import PracticeScene
from tools.pilot.fair_life import ANN, ended
from tools.pilot.pilot import Pilot
from tools.pilot.reviewed import reviewed
from tools.tours.table_tour import seen, wait

#: The name of a player without mistakes.
NEWCOMER = "Pia"


def keep_mistakes(services: Services, ruleset: Ruleset, number: int = 0) -> None:
    """Store a lost game of Ann with a made-up review that contains up to four mistakes; ``number`` selects the game."""
    level = ruleset.info.levels[2]
    sides = (Participant(ANN), Participant(level.name, level.id))
    tournament = ended(services, ruleset.info.id, sides, "l", number)
    seat, match = tournament.games[0].seat_of(0), tournament.games[0].match
    own = [ply for ply in range(7, len(match.plies)) if match.plies[ply - 1].seat == seat != match.plies[ply - 2].seat]
    slips = dict(zip(own[:: max(1, len(own) // 4)], (0.1, 0.2, 0.08, 0.09), strict=False))
    entry = entry_of(services.database, tournament, 0)
    if entry is not None:
        enter(services.database, entry)
    keep(services.database, reviewed(tournament, slips))


def practice(pilot: Pilot, ruleset: Ruleset) -> Iterator[str]:
    """Show a practice of mistakes, from a question to the end of the round; yield the name of each state."""
    app, name = pilot.app, ruleset.info.id
    database, player = app.services.database, app.services.database.players.current()
    keep_mistakes(app.services, ruleset)
    mistakes = [mistake for mistake in database.mistakes.all(player) if mistake.ruleset_id == name]
    questions = PracticeRound(mistakes, app.services.catalogue.rulesets, app.services.prover, (database, player))
    app.push(PracticeScene(app, questions, _("My mistakes"), partial(analyse_study, app)))
    scene = pilot.scene
    wait(pilot)
    yield f"practice {name}"
    scene._hint()
    wait(pilot)
    yield f"practice {name} hint"
    scene._hint()
    scene._show_me()
    wait(pilot)
    yield f"practice {name} shown"
    scene._take(scene.exercise.play(*scene.exercise.solution()))
    wait(pilot)
    yield f"practice {name} done"
    scene.practice.go(len(mistakes) - 1)
    scene._begin()
    scene.arrange()
    scene._close_round()
    yield from seen(pilot, f"practice {name} end")


def mistakes(pilot: Pilot) -> Iterator[str]:
    """Show the list of mistakes, empty, filled, and limited to one game; yield the name of each state that is shown."""
    app, services = pilot.app, pilot.app.services
    app.push(MistakesScene(app, services.database.players.create(NEWCOMER)))
    yield from seen(pilot, "mistakes none")
    for number, ruleset in enumerate(services.catalogue.rulesets.values()):
        keep_mistakes(services, ruleset, number + 20)
    app.push(MistakesScene(app, services.database.players.find(ANN)))
    wait(pilot)
    yield "mistakes"
    pilot.scene._next_game()
    yield from seen(pilot, "mistakes of one game")
