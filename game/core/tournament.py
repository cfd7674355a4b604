"""A series of games of one ruleset between two participants, with wins and standing."""

from __future__ import annotations

from dataclasses import dataclass, field

from game.core.clock import UNTIMED, TimeControl
from game.core.levels.blended import is_mirror
from game.core.match import Match
from game.core.model import EMPTY, Options, OptionValue, State
from game.core.practice import Practice, TeacherStrength
from game.core.ruleset import Level, Ruleset

#: The lengths of a series that can be chosen; 0 is an open series that goes on until a player ends it.
SERIES_LENGTHS = (0, 3, 5, 7)
#: The length of an event that is one game.
SINGLE_GAME = 1


@dataclass(frozen=True, slots=True)
class Participant:
    """A person, or an opponent that plays a level of the ruleset."""

    name: str
    level: str = ""
    """The id of its level; "" for a person."""

    @property
    def is_person(self) -> bool:
        """Whether moves come from a person at this machine."""
        return not self.level


@dataclass(slots=True)
class Game:
    """One game of the series: the participants on seat 0 and on seat 1, and the match that is played."""

    seats: tuple[int, int]
    match: Match
    marked: Practice | None = None
    """What made it practice while it was played."""
    hints: int = 0
    """How many hints were given in it."""

    @property
    def practice(self) -> Practice | None:
        """Why the game is practice, None for one that counts; a position that it began from was not played."""
        return self.marked or (Practice.CHANGED if self.match.start is not None else None)

    def participant_of(self, seat: int) -> int:
        """The index of the participant on this seat."""
        return self.seats[seat]

    def seat_of(self, participant: int) -> int:
        """The seat of this participant."""
        return self.seats.index(participant)

    def winner(self) -> int | None:
        """The participant that won, None for a draw or while the game goes on."""
        outcome = self.match.outcome
        return None if outcome is None or outcome.winner is None else self.seats[outcome.winner]


@dataclass(frozen=True, slots=True)
class ForeignOrigin:
    """The foreign file that a tournament was read from: its format's name and its text, byte for byte."""

    format: str
    text: str


@dataclass(slots=True)
class Tournament:
    """The series. ``first`` is the participant on seat 0 in the first game; seats swap from game to game."""

    ruleset: Ruleset
    options: Options
    participants: tuple[Participant, Participant]
    seed: int
    best_of: int = 0
    first: int = 0
    title: str = ""
    games: list[Game] = field(default_factory=list)
    wins_before: tuple[float, float] = (0.0, 0.0)
    """Wins carried over from a file that lists no games."""
    ended: bool = False
    """Whether an open series has been ended."""
    origin: ForeignOrigin | None = None
    time_control: TimeControl = UNTIMED
    teacher: TeacherStrength | None = None
    """The teacher who watches the only person's turns, None for nobody."""

    def practice_of(self, game: Game) -> Practice | None:
        """Why a game of the series is practice, None for one that counts.

        A file of another program cannot say what counts, so the games of a tournament from one are practice, and so
        are those that a teacher watches.
        """
        taught = Practice.TEACHER if self.teacher is not None else None
        return game.practice or taught or (Practice.TAKEN_OVER if self.origin is not None else None)

    @property
    def is_rated_now(self) -> bool:
        """Whether a rated game is in progress: one person plays an opponent, and nothing has made it practice yet."""
        game = self.current
        if game is None or self.person_index is None or game.match.outcome is not None:
            return False
        return self.practice_of(game) is None

    @property
    def current(self) -> Game | None:
        """The latest game, ended or not; None before the first."""
        return self.games[-1] if self.games else None

    def start_game(self, start: State | None = None) -> Game:
        """Start the next game; asserts that the one before has ended and the series has not."""
        assert not self.is_over
        assert all(game.match.outcome is not None for game in self.games)
        number = len(self.games)
        first = (self.first + number) % 2
        seats = (first, 1 - first)
        match = Match(self.ruleset, self.game_options(seats), self.seed + number, start, self.time_control)
        self.games.append(Game(seats, match))
        return self.games[-1]

    def game_options(self, seats: tuple[int, int]) -> dict[str, OptionValue]:
        """The options of a game; a ``seat`` option names the seat of the only person, if there is just one."""
        options = dict(self.options)
        persons = [seat for seat in (0, 1) if self.participants[seats[seat]].is_person]
        if len(persons) == 1:
            options.update({o.key: str(persons[0]) for o in self.ruleset.info.options if o.kind == "seat"})
        return options

    @property
    def person_index(self) -> int | None:
        """The index of the only person, None where two people play, or none."""
        persons = [number for number in (0, 1) if self.participants[number].is_person]
        return persons[0] if len(persons) == 1 else None

    def wins(self) -> tuple[float, float]:
        """Games won by each participant; a draw counts half for both."""
        wins = self.wins_before
        for game in self.games:
            if game.match.outcome is not None:
                wins = with_result(wins, game.winner())
        return wins

    @property
    def is_begun(self) -> bool:
        """Whether there is anything of the series to keep: a stone on a board, a result, or games only counted."""
        return any(self.wins_before) or any(
            game.match.outcome is not None or set(game.match.state.board) - {EMPTY} for game in self.games
        )

    @property
    def is_over(self) -> bool:
        """Whether the series is over."""
        return is_series_over(self.best_of, self.wins(), self.ended)

    def leader(self) -> int | None:
        """The participant with more wins, None when they are level."""
        first, second = self.wins()
        return None if first == second else int(second > first)


def with_result(wins: tuple[float, float], winner: int | None) -> tuple[float, float]:
    """The wins after one more game: one for its winner, half for both in a draw."""
    first, second = (0.5, 0.5) if winner is None else (float(winner == 0), float(winner == 1))
    return wins[0] + first, wins[1] + second


def is_series_over(best_of: int, wins: tuple[float, float], ended: bool) -> bool:
    """Whether a series is over at this standing; ``ended`` counts for an open series only."""
    if best_of == 0:
        return ended
    return max(wins) > best_of / 2 or sum(wins) >= best_of


def challenged_level(tournament: Tournament) -> Level | None:
    """The level that the only person beats by winning this series; None for a series that beats nobody.

    An open series beats nobody, nor does a single game, nor a series with a game that was practice, or with wins whose
    games nobody can see.
    The mirror is on no ladder.
    """
    person = tournament.person_index
    is_clean = not any(tournament.wins_before) and not any(map(tournament.practice_of, tournament.games))
    if person is None or tournament.best_of in (0, SINGLE_GAME) or not is_clean:
        return None
    level = tournament.participants[1 - person].level
    return None if is_mirror(level) else tournament.ruleset.info.level(level)


def beaten_level(tournament: Tournament) -> Level | None:
    """The level that the only person has beaten in this series; None while there is none."""
    has_won = tournament.is_over and tournament.leader() == tournament.person_index
    return challenged_level(tournament) if has_won else None
