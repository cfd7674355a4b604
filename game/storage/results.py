"""Recording of a tournament's finished games in the database, and reading of recorded games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from msgspec import Struct, field, structs

from game.core.language import _
from game.core.levels.ladder import earned_ribbon
from game.core.model import ParseError, Reason
from game.core.record.checksum import digest, moves_as_text
from game.core.record.format import format_outcome
from game.core.record.reader import read_tournament
from game.core.record.writer import write_tournament
from game.core.ruleset import Ruleset
from game.core.tournament import Game, Participant, Tournament, beaten_level
from game.storage.background import OnStep
from game.storage.database import Database
from game.storage.files import StoreError
from game.storage.finished_games import GameKey, PlayedGame
from game.storage.players import Player
from game.storage.saves import SaveFolder
from game.storage.sqlite.sql_file import now
from game.storage.sqlite.write_queue import Write

_MARK_LETTERS = 32


class Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """A finished game with all data needed to record it, so that it can be saved and recorded later.

    The names of the fields in the file of waiting results never change; the Python names may.
    """

    participants: tuple[Participant, Participant] = field(name="participants")
    winner: int | None = field(name="winner")
    """The index of the participant that won, None for a draw."""
    game: PlayedGame = field(name="game")
    """The facts of the game; the scores are in the order of the participants."""
    text: str = field(name="text")
    """The text of the whole game, as a tournament of one game."""
    player: str = field(name="player", default="")
    """The name of the current player, "" for none.

    A game against the computer by a person who is not a player counts for this player.
    """
    beaten: str = field(name="beaten", default="")
    """The level that was beaten by winning the series with this game, "" for none."""
    ribbon: str = field(name="ribbon", default="")
    """The ribbon that was earned with that win, "" for none."""
    elsewhere: int | None = field(name="elsewhere", default=None)
    """The index of the participant on another machine, None for none."""

    @property
    def key(self) -> GameKey:
        """The key of the finished game in the database."""
        return GameKey(self.game.ruleset_id, self.game.tournament, self.game.seed, self.game.number)


def entry_of(database: Database, tournament: Tournament, index: int, elsewhere: int | None = None) -> Entry | None:
    """Return the data to record for a finished game, or None if no person has played in it.

    ``index`` counts from 0 in ``tournament.games``. ``elsewhere`` is the participant on another machine, None if both
    were on this one.
    """
    assert tournament.games[index].match.outcome is not None, "only a finished game goes into the records"
    if not any(participant.is_person for participant in tournament.participants):
        return None
    beaten, ribbon = beaten_level(tournament), earned_ribbon(tournament)
    at_machine = database.players.current()
    return Entry(
        participants=tournament.participants,
        winner=tournament.games[index].winner(),
        game=_played(tournament, index),
        text=write_tournament(single_game(tournament, index)),
        player=at_machine.name if at_machine else "",
        beaten=beaten.id if beaten else "",
        ribbon=ribbon.id if ribbon else "",
        elsewhere=elsewhere,
    )


def enter(database: Database, entry: Entry) -> Write:
    """Record a finished game in the database, unless it is recorded already.

    The returned write shows if the game was not recorded before, and if it is on the disk.

    Raises StoreError if the game is refused; then nothing is recorded.

    A game against the computer counts for the player of that name, else for the current player, who is created if
    necessary. A game that wins a whole match against a level also counts on the ladder, but only for the player of that
    name. A game between two people counts only between them.
    """
    people = sum(participant.is_person for participant in entry.participants)
    with database.file.together() as unit:
        is_new = (_enter_meeting if people == 2 else _enter_game)(database, entry)
        if is_new:
            database.games.save_text(entry.key, entry.text)
    return Write(is_new, unit)


def single_game(tournament: Tournament, index: int) -> Tournament:
    """Return a copy of a tournament that has only one of its games, to store the game alone.

    ``index`` is the number of the game, from 0. The copy is an open series.
    """
    game = tournament.games[index]
    return replace(
        tournament, best_of=0, first=game.seats[0], games=[game], wins_before=(0.0, 0.0), ended=False, origin=None
    )


def open_finished(database: Database, rulesets: Mapping[str, Ruleset], key: GameKey) -> Tournament | Reason | None:
    """Open a recorded game as a tournament that has only this game.

    Return the reason if the game cannot be shown, or None if its text is not stored.
    """
    text = database.games.text(key)
    if text is None:
        return None
    try:
        return read_tournament(text, rulesets)
    except ParseError as error:
        return Reason("unreadable", _("This game cannot be shown: {problem}", problem=error))


def find_in_saves(saves: SaveFolder, key: GameKey, on_step: OnStep) -> Tournament | Reason:
    """Find the saved tournament that contains a finished game, or return a reason for failure.

    The search reads many files, so call this function in the background.

    ``on_step`` gets the number of files that were read, and of all.
    """
    entries = sorted(saves.entries(), key=lambda entry: entry.name != key.tournament)
    for done, entry in enumerate(entries):
        if entry.header is None or entry.header.ruleset_id != key.ruleset_id:
            continue

        def on_game(_done: int, _of: int, done: int = done) -> None:
            on_step(done, len(entries))

        try:
            tournament = saves.peek(entry.name, on_game)
        except ParseError:
            continue
        index = index_of(tournament, key)
        if index is not None:
            return single_game(tournament, index)
    return Reason(
        "gone",
        _(
            "The moves of this game were only in the file “{file}”, which no longer exists. The "
            "result is still in your records.",
            file=key.tournament,
        ),
    )


def index_of(tournament: Tournament, key: GameKey) -> int | None:
    """Return the index, from 0, of the game with this key in a tournament, or None if there is none."""
    keys = [key_of_game(tournament, index) for index in range(len(tournament.games))]
    return keys.index(key) if key in keys else None


def is_on_record(database: Database, tournament: Tournament, index: int) -> bool:
    """Return True if a game (``index`` from 0 in ``tournament.games``) is recorded in the database."""
    return database.games.is_on_record(key_of_game(tournament, index), mark_of(tournament, index))


def retitle(database: Database, tournament: Tournament, title: str) -> None:
    """Rename a tournament, also in the database entries of its finished games."""
    for index in range(len(tournament.games)):
        database.games.retitle(key_of_game(tournament, index), title)
    tournament.title = title


def _enter_game(database: Database, entry: Entry) -> bool:
    person = next(number for number in (0, 1) if entry.participants[number].is_person)
    name, find = entry.participants[person].name, database.players.find
    player = find(name) or find(entry.player) or _needed(database, entry.player or name)
    if find(name) == player:
        _progress(database, player, entry)
    outcome = "drawn" if entry.winner is None else "won" if entry.winner == person else "lost"
    one, other = entry.game.scores
    game = structs.replace(entry.game, scores=(other, one) if person else (one, other))
    return database.games.add(player, entry.participants[1 - person], outcome, game)


def _progress(database: Database, player: Player, entry: Entry) -> None:
    """Record the level that the player has beaten with a game, and the ribbon (award) earned, if any."""
    if entry.beaten:
        database.games.set_beaten(player, entry.game.ruleset_id, entry.beaten)
    if entry.ribbon:
        database.games.earn_ribbon(player, entry.game.ruleset_id, entry.ribbon)


def _needed(database: Database, name: str) -> Player:
    """Create a player with this name and return the player. Raises StoreError if the name is refused."""
    created = database.players.create(name)
    if isinstance(created, Reason):
        raise StoreError(created.message)
    return created


def _enter_meeting(database: Database, entry: Entry) -> bool:
    one, two = (_who_met(database, entry, number) for number in (0, 1))
    if one is None or two is None or one.id == two.id:
        return False
    winner = None if entry.winner is None else (one, two)[entry.winner]
    return database.games.add_meeting((one, two), winner, entry.game)


def _who_met(database: Database, entry: Entry, number: int) -> Player | None:
    """Return the player for participant ``number`` (0 or 1) of a game, created if new.

    Return None if the name is refused.
    """
    name = entry.participants[number].name
    if number == entry.elsewhere:
        return database.players.remote_person(name)
    return database.players.find(name) or _created(database, name)


def _created(database: Database, name: str) -> Player | None:
    """Create a player with this name. Return the player, or None if the name is refused."""
    created = database.players.create(name)
    return created if isinstance(created, Player) else None


def _played(tournament: Tournament, index: int) -> PlayedGame:
    """Return the facts of a finished game that are stored in the database."""
    game = tournament.games[index]
    assert game.match.outcome is not None
    key, practice = key_of_game(tournament, index), tournament.practice_of(game)
    return PlayedGame(
        ruleset_id=key.ruleset_id,
        termination=game.match.outcome.termination.value,
        scores=(_score(game, 0), _score(game, 1)),
        moves=len(game.match.moves),
        tournament=key.tournament,
        seed=key.seed,
        number=key.number,
        mark=mark_of(tournament, index),
        practice=practice.value if practice else "",
        played=now(),
    )


def mark_of(tournament: Tournament, index: int) -> str:
    """Return a finished game's identifying mark, which stays the same when its tournament is renamed."""
    game, key = tournament.games[index], key_of_game(tournament, index)
    counted = [key.ruleset_id, str(key.seed), str(key.number), format_outcome(game.match.outcome, game.seats)]
    return digest([*counted, *moves_as_text(game)], _MARK_LETTERS)


def key_of_game(tournament: Tournament, index: int) -> GameKey:
    """Return the database key of a tournament's game (``index`` from 0), even if it is not recorded."""
    # Earlier games that the file counts without their text are included, so that the numbers stay the same.
    number = int(sum(tournament.wins_before)) + index + 1
    return GameKey(tournament.ruleset.info.id, tournament.title, tournament.games[index].match.seed, number)


def _score(game: Game, participant: int) -> int | None:
    assert game.match.outcome is not None
    return game.match.outcome.scores.get(game.match.state.colours[game.seat_of(participant)])
