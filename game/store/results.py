"""The finished games of a tournament: enters them into the records, and opens those that are kept there again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from game.core.language import _
from game.core.model import ParseError, Reason
from game.core.record.reader import read_tournament
from game.core.record.writer import write_tournament
from game.core.ruleset import Ruleset
from game.core.tournament import Game, Tournament, beaten_level
from game.store.database import Database, GameKey, PlayedGame, Player
from game.store.saves import SaveFolder


def record_result(database: Database, tournament: Tournament, index: int) -> bool:
    """Enter a finished game (``index`` from 0 in ``tournament.games``), once; returns whether it is new.

    Person against computer goes into the person's record: the player of that name, else whoever is at the machine now;
    a game that wins a whole match against a level also counts on the ladder. A game of two people counts between them
    only; one who is not a player yet becomes one. A game of two computers is not recorded.
    """
    game = tournament.games[index]
    assert game.match.outcome is not None, "only a finished game goes into the records"
    persons = [number for number in (0, 1) if tournament.participants[number].is_person]
    enter = {1: _record_game, 2: _record_meeting}.get(len(persons))
    is_new = enter is not None and enter(database, tournament, index)
    if is_new:
        database.keep_game(_key(tournament, index), write_tournament(single_game(tournament, index)))
    return is_new


def single_game(tournament: Tournament, index: int) -> Tournament:
    """A game (``index`` from 0) as an open series of its own, so that it can be kept alone."""
    game = tournament.games[index]
    return replace(
        tournament, best_of=0, first=game.seats[0], games=[game], wins_before=(0.0, 0.0), ended=False, origin=None
    )


def open_finished(
    database: Database, saves: SaveFolder, rulesets: Mapping[str, Ruleset], key: GameKey
) -> Tournament | Reason:
    """A tournament with this one game, or the reason why it cannot be shown, in a sentence."""
    text = database.kept_game(key)
    if text is None:
        return _from_file(saves, key)
    try:
        return read_tournament(text, rulesets)
    except ParseError as error:
        return Reason("unreadable", _("This game cannot be shown: {problem}", problem=error))


def _from_file(saves: SaveFolder, key: GameKey) -> Tournament | Reason:
    """Find a game from before whole games were kept in its tournament's file, under the title or another name."""
    entries = sorted(saves.entries(), key=lambda entry: entry.name != key.tournament)
    for entry in entries:
        if entry.header is None or entry.header.ruleset_id != key.ruleset_id:
            continue
        try:
            tournament = saves.load(entry.name)
        except ParseError:
            continue
        index = index_of(tournament, key)
        if index is not None:
            return single_game(tournament, index)
    return Reason(
        "gone",
        _(
            "This game was kept in the file “{file}” only, and that is gone. Its result stays in the records.",
            file=key.tournament,
        ),
    )


def index_of(tournament: Tournament, key: GameKey) -> int | None:
    """The index, from 0, of the game with this key in a tournament, None when it is not there."""
    keys = [_key(tournament, index) for index in range(len(tournament.games))]
    return keys.index(key) if key in keys else None


def is_on_record(database: Database, tournament: Tournament, index: int) -> bool:
    """Whether a game (``index`` from 0 in ``tournament.games``) is in the records already."""
    return database.is_on_record(_key(tournament, index))


def retitle(database: Database, tournament: Tournament, title: str) -> None:
    """Rename the tournament, and the records of its games with it."""
    for index in range(len(tournament.games)):
        database.retitle(_key(tournament, index), title)
    tournament.title = title


def recorded_player(database: Database, name: str) -> Player | None:
    """The player to whose record a person's games against the computer belong, None while there is no player."""
    return database.find_player(name) or database.current_player()


def _record_game(database: Database, tournament: Tournament, index: int) -> bool:
    person = next(number for number in (0, 1) if tournament.participants[number].is_person)
    name = tournament.participants[person].name
    player = recorded_player(database, name) or _created(database, name)
    if player is None:
        return False
    beaten = beaten_level(tournament)
    if beaten is not None:
        database.set_beaten(player, tournament.ruleset.info.id, beaten.id)
    winner = tournament.games[index].winner()
    outcome = "drawn" if winner is None else "won" if winner == person else "lost"
    played = _played(tournament, index, (person, 1 - person))
    return database.record_game(player, tournament.participants[1 - person], outcome, played)


def _record_meeting(database: Database, tournament: Tournament, index: int) -> bool:
    names = [participant.name for participant in tournament.participants]
    one, two = (database.find_player(name) or _created(database, name) for name in names)
    if one is None or two is None or one.id == two.id:
        return False
    winner = tournament.games[index].winner()
    return database.record_meeting(
        (one, two), None if winner is None else (one, two)[winner], _played(tournament, index, (0, 1))
    )


def _created(database: Database, name: str) -> Player | None:
    """A new player of this name; None when the name is refused."""
    created = database.create_player(name)
    return created if isinstance(created, Player) else None


def _played(tournament: Tournament, index: int, order: tuple[int, int]) -> PlayedGame:
    """The facts of a game for the records, its scores in this order of participants."""
    game = tournament.games[index]
    assert game.match.outcome is not None
    key = _key(tournament, index)
    return PlayedGame(
        ruleset_id=key.ruleset_id,
        termination=game.match.outcome.termination.value,
        scores=(_score(game, order[0]), _score(game, order[1])),
        moves=len(game.match.moves),
        tournament=key.tournament,
        seed=key.seed,
        number=key.number,
    )


def _key(tournament: Tournament, index: int) -> GameKey:
    # Games that a file only counts are included, so that the number stays the same after they were left out.
    number = int(sum(tournament.wins_before)) + index + 1
    return GameKey(tournament.ruleset.info.id, tournament.title, tournament.games[index].match.seed, number)


def _score(game: Game, participant: int) -> int | None:
    assert game.match.outcome is not None
    return game.match.outcome.scores.get(game.match.state.colours[game.seat_of(participant)])
