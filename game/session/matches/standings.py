"""The standings of an arena: the results of each contestant and of each pairing."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from game.session.matches.elo import Estimate, difference, ratings
from game.session.matches.game_record import GameRecord
from game.session.matches.schedule import Pairing


@dataclass(slots=True)
class Tally:
    """The totals of all games of one contestant: results and thinking times."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    margin: int = 0
    """The sum of the leads in points, negative for lost games."""
    turns: int = 0
    """The number of turns whose time is known."""
    milliseconds: int = 0
    """The total time of the turns counted in ``turns``, in milliseconds."""
    worst: int = 0
    """The longest time of a turn, in milliseconds."""
    by_kind: Counter[str] = field(default_factory=Counter)
    """The losses by forfeit or on time, by kind. They are counted as losses, too."""
    least_left: int | None = None
    """The minimum time ever left on the clock, in milliseconds; None without a clock."""
    by_turn: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    """The times of the first turns of all games, of the second ones and so on, in milliseconds, without openings."""

    @property
    def games(self) -> int:
        """The number of games that the contestant has played."""
        return self.wins + self.draws + self.losses

    @property
    def forfeits(self) -> int:
        """The number of losses by forfeit or on time."""
        return self.by_kind.total()

    @property
    def score(self) -> float:
        """The contestant's share of points, from 0 to 1. A draw counts half."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @property
    def average(self) -> float:
        """The contestant's mean time for a turn, in milliseconds."""
        return self.milliseconds / self.turns if self.turns else 0.0

    def mean_of_turns(self, turns: range) -> float | None:
        """Return the contestant's mean time for the given turns in milliseconds, None if there are none.

        Turns are numbered from 1.
        """
        times = [time for turn in turns for time in self.by_turn.get(turn, ())]
        return sum(times) / len(times) if times else None

    def _add_times(self, game: GameRecord, seat: int) -> None:
        turns = game.turns(seat)
        self.turns += len(turns)
        self.milliseconds += sum(turns)
        self.worst = max(self.worst, *turns, 0)
        for turn, spent in enumerate(turns, start=1):
            self.by_turn[turn].append(spent)
        if game.least_left:
            left = game.least_left[seat]
            self.least_left = left if self.least_left is None else min(left, self.least_left)

    def add(self, game: GameRecord, seat: int) -> None:
        """Add a game to the totals of this contestant, who had player number ``seat`` in it."""
        self._add_times(game, seat)
        self.margin += game.margin if game.winner == seat else -game.margin
        if game.winner is None:
            self.draws += 1
        elif game.winner == seat:
            self.wins += 1
        else:
            self.losses += 1
            if game.forfeit_kind:
                self.by_kind[game.forfeit_kind] += 1


@dataclass(frozen=True, slots=True)
class Standing:
    """A contestant's rating and totals of games in an arena."""

    contestant: int
    tally: Tally
    rating: Estimate


@dataclass(frozen=True, slots=True)
class Anchor:
    """The anchor of a rating scale: a contestant whose Elo is fixed."""

    contestant: int
    elo: float


@dataclass(frozen=True, slots=True)
class Encounter:
    """The totals of the games between two contestants, seen from the first one."""

    pairing: Pairing
    tally: Tally
    pairs: tuple[float, ...]
    """The scores, from 0 to 1, of the finished pairs of games with sides changed."""
    forfeits: tuple[Mapping[str, int], Mapping[str, int]] = ({}, {})
    """The forfeits of both contestants, by kind."""

    @property
    def difference(self) -> Estimate:
        """The estimated Elo advantage of the first contestant over the second."""
        return difference(self.pairs)


def standings(games: Iterable[GameRecord], contestants: int, anchor: Anchor | None = None) -> list[Standing]:
    """Return the ratings and totals of the contestants that have played, strongest first.

    Without an anchor the mean of the scale is 0.
    """
    tallies = [Tally() for _ in range(contestants)]
    points: dict[Pairing, float] = defaultdict(float)
    met: Counter[Pairing] = Counter()
    for game in games:
        for seat, own_points in ((0, game.points), (1, 1 - game.points)):
            own, other = game.seats[seat], game.seats[1 - seat]
            tallies[own].add(game, seat)
            points[own, other] += own_points
            met[own, other] += 1
    rated = ratings(points, met)
    if anchor is not None and anchor.contestant < len(rated):
        rated = [rating.shifted(anchor.elo - rated[anchor.contestant].elo) for rating in rated]
    found = [Standing(number, tallies[number], rating) for number, rating in enumerate(rated) if tallies[number].games]
    return sorted(found, key=lambda standing: -standing.rating.elo)


def encounters(games: Sequence[GameRecord]) -> list[Encounter]:
    """Return the totals of each pairing that has played games, in the order of the contestants."""
    by_pairing: dict[Pairing, list[GameRecord]] = defaultdict(list)
    for game in sorted(games, key=lambda game: game.number):
        by_pairing[min(game.seats), max(game.seats)].append(game)
    return [_encounter(pairing, by_pairing[pairing]) for pairing in sorted(by_pairing)]


def _encounter(pairing: Pairing, games: Sequence[GameRecord]) -> Encounter:
    tally, other = Tally(), Tally()
    halves: dict[int, list[float]] = defaultdict(list)
    for game in games:
        seat = game.seats.index(pairing[0])
        tally.add(game, seat)
        other.add(game, 1 - seat)
        # The two games of a pair have consecutive numbers in the schedule.
        halves[(game.number - 1) // 2].append(game.points if seat == 0 else 1 - game.points)
    pairs = tuple(sum(scores) / 2 for scores in halves.values() if len(scores) == 2)
    return Encounter(pairing, tally, pairs, (tally.by_kind, other.by_kind))
