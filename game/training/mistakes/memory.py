"""Storage of the mistakes in a reviewed game, for each local player who took part in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from game.analysis.review.evaluation import Evaluation
from game.analysis.review.judgement import GameReview
from game.analysis.review.review_store import mark_of_game
from game.core.tournament import Tournament
from game.storage.database import Database
from game.storage.learning.mistakes import Mistake
from game.storage.players import Player
from game.training.mistakes.finding import judged_turns, mistakes_of


@dataclass(frozen=True, slots=True)
class ReviewedGame:
    """A game of a tournament with the results of its review so far."""

    tournament: Tournament
    index: int
    """Index in ``tournament.games``, from 0."""
    review: GameReview
    readings: Mapping[int, Evaluation]

    def opponent_of(self, seat: int) -> str:
        """Return the name of the opponent of the given player (0 or 1)."""
        return self.tournament.participants[self.tournament.games[self.index].participant_of(1 - seat)].name

    def mistakes(self, seat: int) -> list[Mistake]:
        """Return the mistakes of one player in the game, oldest first."""
        match = self.tournament.games[self.index].match
        return mistakes_of(match, self.review, self.readings, seat, self.opponent_of(seat))


def people_at(database: Database, tournament: Tournament, index: int) -> dict[int, Player]:
    """Return the local players who took part in a finished game, by player number (0 or 1).

    The game must be in their records, because somebody with the same name may have played it elsewhere.
    """
    found, game = dict[int, Player](), tournament.games[index]
    known = tournament.ruleset.info.id, game.match.seed, len(game.match.moves)
    for seat in (0, 1):
        participant = tournament.participants[game.participant_of(seat)]
        player = database.players.find(participant.name) if participant.is_person else None
        if player is not None and database.games.has_played(player, *known):
            found[seat] = player
    return found


def keep(database: Database, game: ReviewedGame) -> None:
    """Store the mistakes of the local players of a game, once the game has ended."""
    match = game.tournament.games[game.index].match
    if match.outcome is None:
        return
    for seat, player in people_at(database, game.tournament, game.index).items():
        judged = {turn.ply for turn in judged_turns(match, game.review, seat)}
        database.mistakes.save(player, mark_of_game(match), game.mistakes(seat), judged)


def learner(database: Database, tournament: Tournament, index: int) -> tuple[tuple[int, ...], Player | None]:
    """Return whose mistakes are practised: the player numbers (0 or 1), and the local player, if known.

    The current player comes first, then other local players, then any human player, then both sides.
    """
    current = database.players.current()
    has_ended = tournament.games[index].match.outcome is not None
    known = people_at(database, tournament, index) if has_ended else {}
    for seat, player in sorted(known.items(), key=lambda each: current is None or each[1].id != current.id):
        return (seat,), player
    game = tournament.games[index]
    people = [seat for seat in (0, 1) if tournament.participants[game.participant_of(seat)].is_person]
    return tuple(people or (0, 1)), None


def questions(database: Database, game: ReviewedGame) -> tuple[list[Mistake], Player | None]:
    """Return a game's mistakes in the order played, and the local player who made them (None if unknown)."""
    seats, player = learner(database, game.tournament, game.index)
    found = [mistake for seat in seats for mistake in game.mistakes(seat)]
    if player is None:
        return sorted(found, key=lambda mistake: mistake.ply), None
    keep(database, game)
    # The stored list leaves out mistakes that the player removed, and has the progress of the others.
    mark = mark_of_game(game.tournament.games[game.index].match)
    return sorted(database.mistakes.all(player, mark), key=lambda mistake: mistake.ply), player
