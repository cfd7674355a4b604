"""Navigation from the menu to all other scenes, and from those scenes to games."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from game.analysis.board.subject import subject_of_study
from game.core.language import _
from game.core.model import ParseError, Reason
from game.core.ruleset import Ruleset, complete_options
from game.core.tournament import Tournament
from game.library.study.study import Study
from game.network.session.saved_remote_games import SavedRemoteGame
from game.session.engines import shown_name
from game.session.game_session import GameSession, open_local_session
from game.session.match_plan import MatchPlan, first_game, plan_for, remember, start_session
from game.storage.background import BackgroundTask, OnStep
from game.storage.players import LONGEST_NAME
from game.storage.saves import SaveEntry
from game.ui.analysis.board.analysis_scene import AnalysisScene
from game.ui.board.player_card import faces_of_toss
from game.ui.board.toss import TossScene
from game.ui.library.collection_scene import CollectionScene
from game.ui.menu.demonstration import DemonstrationScene
from game.ui.menu.ladder import LadderScene
from game.ui.menu.match_setup import MatchSetupScene
from game.ui.menu.saves import SavesScene
from game.ui.network.club.club_tournaments_scene import ClubTournamentsScene
from game.ui.network.online_scene import TablesScene
from game.ui.play.play_scene import PlayScene, play_on
from game.ui.progress.players.players import PlayersScene, free_player_name
from game.ui.settings.settings_scene import SettingsScene
from game.ui.shell.app import App
from game.ui.shell.dialogs import DialogAnswer, NameScene, ask, show_notice
from game.ui.shell.work_scene import read_in_background
from game.ui.training.daily_puzzle.daily_puzzle_scene import DailyPuzzleScene
from game.ui.training.lessons.learn_scene import LearnScene
from game.ui.training.lessons.lesson_scene import LessonScene
from game.ui.workshop.more_games_scene import MoreGamesScene


class MenuNavigation:
    """Navigation that opens the scenes to which the menu leads."""

    def __init__(self, app: App) -> None:
        self._app = app

    # First start

    def welcome(self, taught: Sequence[Ruleset], first: Ruleset | None) -> None:
        """Ask for the new player's name, then offer an introduction to a game, unless a file waits to be opened."""
        text = _("Your games and wins are saved under this name.")
        name = free_player_name(self._app.services.database)
        title, refuse = _("Welcome to Stone Fair"), self._create_player
        scene = NameScene(self._app, title, text, name, refuse, can_leave=False, longest=LONGEST_NAME)
        self._app.push(scene, lambda _name: self._offer_to_teach(taught, first))

    def _create_player(self, name: str) -> str | None:
        """Create the player. Return None, or the reason why the name is refused."""
        created = self._app.services.database.players.create(name)
        return created.message if isinstance(created, Reason) else None

    def _offer_to_teach(self, taught: Sequence[Ruleset], first: Ruleset | None) -> None:
        # A player who started with a file should see the file first.
        if not taught or self._app.tasks:
            return
        text = _("The owl can teach you a game in a few moves. You can also find her later under “Learn”.")
        learn = DialogAnswer(_("Teach me a game"), lambda: self.learn(taught, first))
        ask(self._app, _("New to Stone Fair?"), text, learn, DialogAnswer(_("I'll look around first")))

    # Learning

    def learn(self, taught: Sequence[Ruleset], first: Ruleset | None) -> None:
        """Open the list of game introductions; the introduction of the selected game comes first."""
        self._app.push(LearnScene(self._app, taught, first), self._teach)

    def _teach(self, ruleset: Ruleset | None) -> None:
        if ruleset is None:
            return

        def after(plays: bool) -> None:
            if plays:
                self._start_session(first_game(self._app.services, ruleset))

        self._app.push(LessonScene(self._app, ruleset), after)

    def puzzles(self) -> None:
        """Open the daily puzzles scene for the current player."""
        player = self._app.services.database.players.current()
        if player is not None:
            self._app.push(DailyPuzzleScene(self._app, player), partial(play_on, self._app))

    def analysis(self, ruleset: Ruleset) -> None:
        """Open the analysis board with an empty board of a ruleset."""
        title = _("{game} study", game=_(ruleset.info.title))
        subject = subject_of_study(
            Study(ruleset, complete_options(ruleset.info, {}), title), self._app.services.autosave.do
        )
        self._app.push(AnalysisScene(self._app, subject), partial(play_on, self._app))

    # Games

    def match_setup(self, ruleset: Ruleset) -> None:
        """Open match setup for a ruleset, and compile that ruleset's engine before the others."""
        self._app.services.preparation.favour(ruleset.info.id)
        self._app.push(MatchSetupScene(self._app, ruleset), self._start_session)

    def more_games(self) -> None:
        """Open the list of games that are rule sheets; a game that is chosen there goes to match setup."""

        def set_up(ruleset: Ruleset | None) -> None:
            if ruleset is not None:
                self.match_setup(ruleset)

        self._app.push(MoreGamesScene(self._app), set_up)

    def ladder(self, ruleset: Ruleset) -> None:
        """Open the ladder of a ruleset, and compile that ruleset's engine before the others."""
        self._app.services.preparation.favour(ruleset.info.id)
        self._app.push(LadderScene(self._app, ruleset))

    def demonstration(self, rulesets: Sequence[Ruleset], seed: int) -> None:
        """Start a demonstration in which engines play one ruleset after the other."""
        self._app.push(DemonstrationScene(self._app, rulesets, seed))

    def _start_session(self, plan: MatchPlan | None) -> None:
        if plan is None:
            return
        remember(self._app.services, plan)
        table = start_session(self._app.services, plan)
        self._play(table)
        if plan.first == "toss" and not plan.ruleset.info.tosses:
            name, faces = shown_name(table.participant(0)), faces_of_toss(table, 0)
            self._app.push(TossScene(self._app, name, faces, _("The winner of the toss goes first.")))

    def _play(self, table: GameSession) -> None:
        self._app.push(PlayScene(self._app, table))

    # Saved games, players and settings

    def saves(self) -> None:
        self._app.push(SavesScene(self._app), self.restore)

    def proceed(self, game: SaveEntry | SavedRemoteGame) -> None:
        """Continue a saved game; for an online game, open the scene of online games."""
        if isinstance(game, SaveEntry):
            self.restore(game.name)
            return
        rulesets = self._app.services.catalogue.rulesets
        self.online(rulesets.get(game.ruleset_id) or next(iter(rulesets.values()))).proceed(game)

    def online(self, ruleset: Ruleset) -> TablesScene:
        """Open the scene of online games, in which a new game is of this ruleset."""
        plan = plan_for(self._app.services, ruleset)
        tables = TablesScene(self._app, plan, lambda: self._app.push(ClubTournamentsScene(self._app, plan)))
        self._app.push(tables)
        return tables

    def restore(self, name: str | None) -> None:
        """Continue the saved game called ``name``, or show a message if that is not possible.

        Do nothing if ``name`` is None.
        """
        if name is None:
            return
        services = self._app.services

        def load(on_game: OnStep) -> Tournament:
            services.autosave.wait()
            return services.saves.load(name, on_game)

        read_in_background(self._app, _("Reading the file…"), name, load, lambda task: self._restored(name, task))

    def _restored(self, name: str, task: BackgroundTask[Tournament]) -> None:
        """Open the game screen for a saved game that has been read, or say why it could not be read."""
        try:
            tournament = task.take()
        except ParseError as error:
            saves = DialogAnswer(_("Saved games"), self.saves)
            ask(self._app, _("This game cannot be continued"), str(error), saves, DialogAnswer(_("Not now")))
            return
        self._play(open_local_session(self._app.services, tournament, name, saved=True))
        news = self._app.services.saves.take_message(name)
        if news:
            show_notice(self._app, _("Saved games"), news)

    def collection(self) -> None:
        """Open the library's start page."""
        self._app.push(CollectionScene(self._app))

    def players(self) -> None:
        self._app.push(PlayersScene(self._app))

    def settings(self) -> None:
        self._app.push(SettingsScene(self._app))
