"""Functions that open each scene of the window, for a player who has saved games already."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import partial

from game.analysis.board.subject import subject_of_game
from game.core.request import PlayerRequest
from game.core.ruleset import Ruleset, complete_options
from game.core.tournament import Participant, Tournament
from game.session.game_session import GameSession, open_local_session
from game.ui.analysis.board.analysis_scene import AnalysisScene
from game.ui.analysis.editor.editor_scene import EditorScene
from game.ui.board.opening_dialog import ChoiceScene
from game.ui.board.toss import TossScene
from game.ui.menu.demonstration import DemonstrationScene
from game.ui.menu.ladder import LadderScene
from game.ui.menu.match_setup import MatchSetupScene
from game.ui.menu.menu_scene import MenuScene
from game.ui.menu.saves import SavesScene
from game.ui.play.play_scene import PlayScene
from game.ui.play.results import ResultsScene, ResultWays
from game.ui.progress.players.faces import FaceScene
from game.ui.progress.players.leaderboard import LeaderboardScene
from game.ui.progress.players.players import PlayersScene
from game.ui.progress.players.records import RecordsScene
from game.ui.progress.statistics.statistics_scene import StatisticsScene
from game.ui.settings.engines_scene import EnginesScene
from game.ui.settings.settings_scene import SettingsScene
from game.ui.shell.app import App
from game.ui.shell.dialogs import DialogAnswer, NameScene, ask
from game.ui.training.lessons.learn_scene import LearnScene
from game.ui.training.lessons.lesson_scene import LessonScene
from game.ui.training.lessons.rules_card_scene import RulesCardScene
from tools.stress.random_games import play_at_random, random_ruleset, random_tournament

#: Opens a scene on top of the others.
Open = Callable[[App, random.Random], None]


def _ruleset(app: App, rng: random.Random) -> Ruleset:
    return app.services.catalogue.rulesets[random_ruleset(rng).info.id]


def _of_ruleset(scene: type, app: App, rng: random.Random) -> None:
    app.push(scene(app, _ruleset(app, rng)))


def _alone(scene: type, app: App, rng: random.Random) -> None:
    app.push(scene(app))


def _table(app: App, rng: random.Random, *, alone: bool) -> GameSession:
    """Create the session of an unfinished game, against a friend or, if ``alone``, a level without compiled code."""
    ruleset = _ruleset(app, rng)
    instant = [level for level in ruleset.info.levels if not level.compiled]
    level = rng.choice(instant) if alone and instant else None
    other = Participant("Ben") if level is None else Participant(level.name, level.id)
    tournament = Tournament(
        ruleset, complete_options(ruleset.info, {}), (Participant("Anna"), other), seed=1, best_of=3
    )
    play_at_random(tournament.start_game().match, rng.randrange(30), rng)
    return open_local_session(app.services, tournament, app.services.saves.free_name("Soak"), saved=False)


def _play(app: App, rng: random.Random, *, alone: bool) -> None:
    app.push(PlayScene(app, _table(app, rng, alone=alone)))


def _results(app: App, rng: random.Random) -> None:
    table = _table(app, rng, alone=rng.random() < 0.5)
    if table.match.outcome is None:
        table.ask(PlayerRequest.RESIGN)
    app.push(ResultsScene(app, table, ResultWays()))


def _analysis(app: App, dice: random.Random) -> None:
    """Open the analysis board with a random game, finished or not."""
    services = app.services
    subject = subject_of_game(random_tournament(dice), 0, services.catalogue.rulesets, services.autosave.do)
    app.push(AnalysisScene(app, subject))


def _records(app: App, rng: random.Random) -> None:
    player = app.services.database.players.current()
    if player is not None:
        app.push(RecordsScene(app, player))


def _statistics(app: App, rng: random.Random) -> None:
    """Open the statistics of the current player."""
    player = app.services.database.players.current()
    if player is not None:
        app.push(StatisticsScene(app, player, _ruleset(app, rng)))


def _learn(app: App, rng: random.Random) -> None:
    app.push(LearnScene(app, list(app.services.catalogue.rulesets.values()), None))


def _demonstration(app: App, rng: random.Random) -> None:
    app.push(DemonstrationScene(app, [_ruleset(app, rng)], rng.randrange(100)))


def _choice(app: App, rng: random.Random) -> None:
    info = next(each.info for each in app.services.catalogue.rulesets.values() if each.info.choices)
    app.push(ChoiceScene(app, "Anna", info, list(info.choices)))


def _name(app: App, rng: random.Random) -> None:
    app.push(NameScene(app, "A name", "For the soak.", "Anna", app.services.database.players.name_refusal))


def _question(app: App, rng: random.Random) -> None:
    ask(app, "A question", "Shall it be so?", DialogAnswer("No"), DialogAnswer("Yes"))


SCENES: Mapping[str, Open] = {
    "menu": partial(_alone, MenuScene),
    "table of two": partial(_play, alone=False),
    "table with an opponent": partial(_play, alone=True),
    "results": _results,
    "analysis": _analysis,
    "match setup": partial(_of_ruleset, MatchSetupScene),
    "ladder": partial(_of_ruleset, LadderScene),
    "lessons": partial(_of_ruleset, LessonScene),
    "rules": partial(_of_ruleset, RulesCardScene),
    "learn": _learn,
    "saved games": partial(_alone, SavesScene),
    "players": partial(_alone, PlayersScene),
    "faces": lambda app, dice: app.push(FaceScene(app, "Anna", "fox")),
    "records": _records,
    "statistics": _statistics,
    "leaderboard": partial(_alone, LeaderboardScene),
    "settings": partial(_alone, SettingsScene),
    "own engines": partial(_alone, EnginesScene),
    "demonstration": _demonstration,
    "toss": lambda app, dice: app.push(TossScene(app, "Anna", ("duck", "penguin"), "")),
    "choice": _choice,
    "name": _name,
    "question": _question,
    "position editor": partial(_alone, EditorScene),
}
