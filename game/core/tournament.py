"""A series of games of one ruleset between two participants."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from game.core.clock import UNTIMED, TimeControl
from game.core.levels.blended import is_mirror
from game.core.match import Match
from game.core.model import EMPTY, Options, OptionValue, State
from game.core.ruleset import Level, Ruleset

#: The lengths of a series that a player can choose. 0 is an open series, which continues until a player ends it.
SERIES_LENGTHS = (0, 3, 5, 7)
#: The length of a series of one game.
SINGLE_GAME = 1


class Practice(Enum):
    """The reason why a game is unrated; the value is its text in files."""

    HINT = "hint"
    ANALYSED = "analysed"
    """An engine's analysis was shown during the game: forced wins, evaluations or a review."""
    UNDO = "undo"
    TAKEN_OVER = "taken over"
    """The game begins with the moves of another game, or was read from a file of another program."""
    CHANGED = "changed by hand"
    """The position or the moves in the file differ from those that were played."""
    STAND_IN = "stand-in"
    """Another engine played a move for the opponent."""
    TEACHER = "teacher"
    """A teacher watched the game and took back mistakes."""
    PAUSED = "paused"
    """The player left the game screen while a clock was running."""
    TRIED = "tried"
    """The rules were being made in the workshop."""


class TeacherStrength(Enum):
    """The strength of a teacher, who takes back a player's mistakes; the value is its text in tournament files."""

    GENTLE = "gentle"
    """The teacher takes back blunders, and moves that miss a forced win or allow one."""
    ATTENTIVE = "attentive"
    """The teacher also takes back mistakes."""
    STRICT = "strict"
    """The teacher also takes back mistakes and inaccuracies."""


@dataclass(frozen=True, slots=True)
class Participant:
    """A participant of a series of games: a person, or a computer opponent that plays a level."""

    name: str
    level: str = ""
    """The id of the level that the opponent plays; "" for a person."""

    @property
    def is_person(self) -> bool:
        """True if a person at this machine makes the moves."""
        return not self.level


@dataclass(slots=True)
class Game:
    """A game of a series: the match, and the indices of the participants who are players 0 and 1."""

    seats: tuple[int, int]
    match: Match
    marked: Practice | None = None
    """The reason why the game became unrated while it was played; None if it did not."""
    hints: int = 0
    """The number of hints that the player was given during the game."""

    @property
    def practice(self) -> Practice | None:
        """The reason why the game is unrated, None if it is rated.

        A game that began from a set-up position is always unrated.
        """
        return self.marked or (Practice.CHANGED if self.match.start is not None else None)

    def participant_of(self, seat: int) -> int:
        """Return the index of the participant who is player ``seat`` (0 or 1) in the game."""
        return self.seats[seat]

    def seat_of(self, participant: int) -> int:
        """Return the player number (0 or 1) that this participant has in the game."""
        return self.seats.index(participant)

    def winner(self) -> int | None:
        """Return the index of the participant that won; None for a draw or while the game is in progress."""
        outcome = self.match.outcome
        return None if outcome is None or outcome.winner is None else self.seats[outcome.winner]


@dataclass(frozen=True, slots=True)
class ForeignOrigin:
    """The file of another program that a tournament was read from: the name of its format and its exact text."""

    format: str
    text: str


@dataclass(slots=True)
class Tournament:
    """A series of games between two participants, who change seats after each game.

    ``best_of`` is the length of the series (see SERIES_LENGTHS), ``first`` the index of the participant on seat 0 in
    the first game, and ``seed`` the seed of the first game; each later game adds 1.
    """

    ruleset: Ruleset
    options: Options
    participants: tuple[Participant, Participant]
    seed: int
    best_of: int = 0
    first: int = 0
    title: str = ""
    games: list[Game] = field(default_factory=list)
    wins_before: tuple[float, float] = (0.0, 0.0)
    """Wins of both participants in earlier games, carried over from a file that does not list these games."""
    ended: bool = False
    """True once a player has ended an open series."""
    origin: ForeignOrigin | None = None
    time_control: TimeControl = UNTIMED
    teacher: TeacherStrength | None = None
    """The strength of the teacher who watches the only person's turns; None without a teacher."""

    def practice_of(self, game: Game) -> Practice | None:
        """Return the reason why a game of the series is unrated, or None if it is rated.

        Games with a teacher are unrated. So are all games whose rules are still being made, and those of a file of
        another program, because it cannot say which are rated.
        """
        if self.ruleset.info.is_draft:
            return Practice.TRIED
        taught = Practice.TEACHER if self.teacher is not None else None
        return game.practice or taught or (Practice.TAKEN_OVER if self.origin is not None else None)

    @property
    def is_rated_now(self) -> bool:
        """True while a rated game is in progress: one person plays an opponent and nothing has made it unrated."""
        game = self.current
        if game is None or self.person_index is None or game.match.outcome is not None:
            return False
        return self.practice_of(game) is None

    @property
    def current(self) -> Game | None:
        """The latest game of the series, in progress or ended; None before the first."""
        return self.games[-1] if self.games else None

    def start_game(self, start: State | None = None) -> Game:
        """Start the next game of the series and return it; ``start`` is a set-up position to begin from.

        Asserts that the previous game has ended and the series has not.
        """
        assert not self.is_over
        assert all(game.match.outcome is not None for game in self.games)
        number = len(self.games)
        first = (self.first + number) % 2
        seats = (first, 1 - first)
        match = Match(self.ruleset, self.game_options(seats), self.seed + number, start, self.time_control)
        self.games.append(Game(seats, match))
        return self.games[-1]

    def game_options(self, seats: tuple[int, int]) -> dict[str, OptionValue]:
        """Return the options of a game. ``seats`` are the indices of the participants as players 0 and 1.

        If there is exactly one person, options of kind ``seat`` are set to that person's seat.
        """
        options = dict(self.options)
        persons = [seat for seat in (0, 1) if self.participants[seats[seat]].is_person]
        if len(persons) == 1:
            options.update({o.key: str(persons[0]) for o in self.ruleset.info.options if o.kind == "seat"})
        return options

    @property
    def person_index(self) -> int | None:
        """The index of the person who plays an opponent; None if both participants are persons or neither is."""
        persons = [number for number in (0, 1) if self.participants[number].is_person]
        return persons[0] if len(persons) == 1 else None

    def wins(self) -> tuple[float, float]:
        """Return the games won by each participant; a draw is half a win for both."""
        wins = self.wins_before
        for game in self.games:
            if game.match.outcome is not None:
                wins = with_result(wins, game.winner())
        return wins

    @property
    def is_begun(self) -> bool:
        """True if the series is worth saving: it has a stone on a board, a result, or wins from earlier games."""
        return any(self.wins_before) or any(
            game.match.outcome is not None or set(game.match.state.board) - {EMPTY} for game in self.games
        )

    @property
    def is_over(self) -> bool:
        """True if no more games are played in the series."""
        return is_series_over(self.best_of, self.wins(), self.ended)

    def leader(self) -> int | None:
        """Return the index of the participant with more wins in the series; None if both have the same number."""
        first, second = self.wins()
        return None if first == second else int(second > first)


def with_result(wins: tuple[float, float], winner: int | None) -> tuple[float, float]:
    """Return the wins in a series after one more game: one for its winner, a half for both after a draw."""
    first, second = (0.5, 0.5) if winner is None else (float(winner == 0), float(winner == 1))
    return wins[0] + first, wins[1] + second


def is_series_over(best_of: int, wins: tuple[float, float], ended: bool) -> bool:
    """Return True if a series is over with these wins.

    An open series, whose ``best_of`` is 0, is over if ``ended`` is True.
    """
    if best_of == 0:
        return ended
    return max(wins) > best_of / 2 or sum(wins) >= best_of


def challenged_level(tournament: Tournament) -> Level | None:
    """Return the level that a person beats on the ladder by winning this series; None if the series does not count.

    An open series and a single game do not count, nor does a series with an unrated game or with wins carried over from
    games that are not listed. The adaptive opponent is not on the ladder.
    """
    person = tournament.person_index
    is_clean = not any(tournament.wins_before) and not any(map(tournament.practice_of, tournament.games))
    if person is None or tournament.best_of in (0, SINGLE_GAME) or not is_clean:
        return None
    level = tournament.participants[1 - person].level
    return None if is_mirror(level) else tournament.ruleset.info.level(level)


def beaten_level(tournament: Tournament) -> Level | None:
    """Return the level that a person has beaten on the ladder by winning this series; None if no level was beaten."""
    has_won = tournament.is_over and tournament.leader() == tournament.person_index
    return challenged_level(tournament) if has_won else None
