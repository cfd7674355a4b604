"""The services that all screens of the app use: rulesets, opponents, saved games and records."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from game.core.language import ENGLISH, _, join_sentences
from game.core.ruleset import Ruleset
from game.core.threads.worker import close_in_background
from game.core.tournament import Participant
from game.engine.client.opponent import Opponent, Question, Reply
from game.engine.client.opponent_process import OpponentProcess
from game.engine.client.own_dialect import own_engine
from game.engine.client.preparation import Preparation, Preparer
from game.plugins import registry
from game.plugins.sheet_list import SheetList
from game.session.engines import EngineList, EngineRecord
from game.session.fairness.level_ratings import LevelRatings
from game.session.foreign_opponents import ForeignOpponents
from game.session.playable_game import TaughtGame, TurnTeacher
from game.session.preferences import Preferences
from game.session.records.rated_games import RatedGames
from game.storage import compiled_code, folders
from game.storage.autosave import Autosave
from game.storage.database import Database
from game.storage.players import usual_face
from game.storage.private import make_data_folder_private
from game.storage.result_store import ResultStore
from game.storage.saves import SaveEntry, SaveFolder
from game.storage.sqlite.backup_keeper import BackupKeeper
from game.storage.sqlite.erased_secrets import OldPasswords
from game.storage.unrated_games import UnratedGames

if TYPE_CHECKING:
    from game.library.index.library import Library

#: Seconds that closing the program waits for a running backup.
_BACKUP_PATIENCE = 2.0


@dataclass(slots=True)
class Services:
    """The app's services (rulesets, database, saves, opponents), opened at the start and closed at the end."""

    catalogue: registry.Catalogue
    database: Database
    saves: SaveFolder
    autosave: Autosave
    opponent: Opponent
    """The opponent that plays the rulesets' levels and gives the hints."""
    plugins: Path | None = None
    """The folder of drop-in rulesets."""
    system_language: str = ENGLISH
    """The language code to use if the player has chosen none."""
    make_teacher: Callable[[TaughtGame], TurnTeacher | None] = lambda _game: None
    """Makes the teacher of a game, or returns None if the game has no teacher."""
    preferences: Preferences = field(init=False)
    """The player's preferences."""
    prover: Opponent = field(init=False)
    """Our engine in a second process, started when the help first searches for forced wins."""
    preparation: Preparation = field(init=False)
    """The compilation of the code that the stronger levels need."""
    foreign: ForeignOpponents = field(init=False)
    """The player's own engines that take part in a game."""
    backup_keeper: BackupKeeper = field(init=False)
    """The backup at the start of the program, and the search for backups with rows that the database lacks."""
    unsaved: str = field(default="", init=False)
    """A message about changes that could not be saved when the program ended, "" if there are none."""
    old_passwords: OldPasswords = field(init=False)
    """The erasing of passwords that earlier versions left in the database and its copies."""
    level_ratings: LevelRatings = field(init=False)
    """The measuring of the opponents of rule sheets, by games in another process."""
    rated_games: RatedGames = field(init=False)
    """The rated games in progress, and the markers of those that have become unrated."""
    _library: Library | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self.preferences = Preferences(self.database.settings)
        self.prover = OpponentProcess(own_engine(self.plugins, self.catalogue.tried))
        self.preparation = _preparation(self.catalogue, self.plugins)
        self.foreign = ForeignOpponents(self.catalogue.rulesets)
        self.level_ratings = LevelRatings(self.catalogue, self.plugins)
        self.backup_keeper = BackupKeeper(self.database.file)
        self.old_passwords = OldPasswords(self.database.file.path, self.database.file.identity)
        self.rated_games = RatedGames(self.saves, UnratedGames(folders.unrated_folder()))

    @property
    def result_store(self) -> ResultStore:
        """The store that records finished games."""
        return ResultStore(self.database)

    @property
    def engines(self) -> EngineList:
        """The engines that the player has added."""
        return EngineList(self.database)

    @property
    def sheets(self) -> SheetList:
        """The rule sheets of the program and of the player."""
        return SheetList(self.catalogue, self.plugins or folders.plugin_folder(), self.database.settings)

    @property
    def library(self) -> Library:
        """The searchable library of all games on this machine. Its code is imported on first use."""
        if self._library is None:
            from game.library.index.library import Library  # noqa: PLC0415
            from game.library.index.sources import usual_places  # noqa: PLC0415

            self._library = Library(usual_places(), self.catalogue.rulesets)
        return self._library

    def set_language(self) -> None:
        """Set the language of the app to the player's choice, or to the system's if there is none."""
        self.catalogue.set_language(self.preferences.language or self.system_language)

    def ask(self, question: Question, engine: EngineRecord | None = None) -> None:
        """Ask a player's engine for moves, or the built-in opponent if ``engine`` is None.

        A question that is still open is cancelled.
        """
        self.stop_thinking()
        if engine is None:
            self.opponent.ask(question)
        else:
            self.foreign.ask(engine, question)

    def stop_thinking(self) -> None:
        """Stop all opponents and engines that are thinking about a move."""
        self.opponent.cancel()
        self.foreign.cancel()

    def replies(self) -> list[Reply]:
        """Return the replies of all opponents since the last call."""
        return [*self.opponent.poll(), *self.foreign.poll()]

    def can_judge(self, ruleset: Ruleset) -> bool:
        """Return True if the engine that evaluates positions of this ruleset is compiled and ready."""
        info = ruleset.info
        level = info.level(info.hint_level)
        return level is None or self.preparation.can_answer(info.id, level)

    def player_name(self) -> str:
        """Return the name of the current player."""
        player = self.database.players.current()
        return player.name if player else _("Player")

    def person_face(self, participant: Participant) -> str:
        """Return the portrait of a person who plays on this machine; "" for a computer opponent."""
        if not participant.is_person:
            return ""
        player = self.database.players.find(participant.name)
        return player.shown_face if player else usual_face(participant.name)

    def is_own(self, save: SaveEntry) -> bool:
        """Return True if the current player takes part in a saved game, or if the file is damaged."""
        if save.header is None or self.database.players.current() is None:
            return True
        return any(self.is_own_name(each.name) for each in save.header.participants if each.is_person)

    def is_own_name(self, name: str) -> bool:
        """Return True if this is a present or former name of the current player."""
        player, found = self.database.players.current(), self.database.players.find(name)
        return player is not None and found is not None and found.id == player.id

    def close(self) -> None:
        """Write all waiting changes, then end the opponents' processes."""
        self.database.file.checkpoint()
        unsaved = self.autosave.close()
        self.preparation.close()
        self.level_ratings.stop()
        close_in_background((self.opponent.close, self.prover.close))
        self.foreign.dismiss()
        if self._library is not None:
            self._library.close()
        self.backup_keeper.wait(_BACKUP_PATIENCE)
        self.old_passwords.close()
        self.unsaved = join_sentences((unsaved, self.database.file.close()))


def _preparation(catalogue: registry.Catalogue, plugins: Path | None) -> Preparation:
    def is_compiled(game: str) -> bool:
        return all(map(compiled_code.is_ready, _compiled_modules(catalogue, game)))

    return Preparation(
        [game for game in catalogue.rulesets if _compiled_modules(catalogue, game)],
        is_compiled,
        lambda game, idle: Preparer(game, plugins, idle=idle, tried=catalogue.tried),
    )


def _compiled_modules(catalogue: registry.Catalogue, game: str) -> set[str]:
    """Return the engine modules that must be compiled before a game's levels can play."""
    package, levels = catalogue.package(game), catalogue.rulesets[game].info.levels
    return {registry.thinker_module(package, level) for level in levels if level.compiled}


def open_services(
    plugins: Path | None,
    system_language: str = ENGLISH,
    make_teacher: Callable[[TaughtGame], TurnTeacher | None] = lambda _game: None,
) -> Services:
    """Open the app's services: find the rulesets, and open saved games and records in their default folders.

    ``system_language`` is the code of one of our languages. ``make_teacher`` makes the teachers of games.
    """
    # Messages about plug-ins and the database are needed before the preferred language is known.
    registry.Catalogue().set_language(system_language)
    catalogue = registry.discover(plugins)
    make_data_folder_private()
    catalogue.keep_sheets()
    saves = SaveFolder(folders.saves_folder(), catalogue.rulesets)
    services = Services(
        catalogue=catalogue,
        database=Database(folders.database_file()),
        saves=saves,
        autosave=Autosave(saves),
        opponent=OpponentProcess(own_engine(plugins, catalogue.tried)),
        plugins=plugins,
        system_language=system_language,
        make_teacher=make_teacher,
    )
    services.sheets.apply_choice()
    services.set_language()
    return services
