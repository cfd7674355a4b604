"""A player's summary in one ruleset: counts, streak, most frequent opponent, rating. No pygame here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from game.core.language import _, gettext_noop, plural
from game.core.levels.blended import MIRROR_TITLE, is_mirror, mirror_strength, opponent_id
from game.core.rating import Rating, curve
from game.core.ruleset import Ruleset
from game.core.tournament import Tournament
from game.storage.database import Database
from game.storage.finished_games import FinishedGame, Totals
from game.storage.players import Player
from game.storage.results import key_of_game

SCORES = {"won": 1.0, "drawn": 0.5, "lost": 0.0}
#: The outcome of a game for the player, as text.
OUTCOMES = {"won": gettext_noop("A win"), "drawn": gettext_noop("A draw"), "lost": gettext_noop("A loss")}


@dataclass(frozen=True, slots=True)
class Summary:
    """A player's games in one ruleset, oldest first, and the statistics of them."""

    games: tuple[FinishedGame, ...]
    ratings: tuple[Rating, ...]
    """The rating after each game against a level with a known Elo."""
    practised: int = 0
    """The number of unrated games, which ``games`` does not contain."""

    @classmethod
    def of(cls, games: Iterable[FinishedGame], ruleset: Ruleset | None) -> Summary:
        """Return the summary of a player's games in this ruleset.

        ``ruleset`` is None for one that is not installed. Unrated games are only counted.
        """
        all_games = tuple(games)
        counted = tuple(game for game in all_games if not game.practice)
        rated = [(elo, SCORES[game.outcome]) for game in counted if (elo := _elo(ruleset, game)) is not None]
        return cls(counted, tuple(curve(rated)), len(all_games) - len(counted))

    @property
    def totals(self) -> Totals:
        """The numbers of games that the player has played, won, drawn and lost.

        The ruleset id is "".
        """
        counts = Counter(game.outcome for game in self.games)
        return Totals("", len(self.games), counts["won"], counts["drawn"], counts["lost"])

    @property
    def rating(self) -> Rating | None:
        """The player's current rating; None before the first rated game."""
        return self.ratings[-1] if self.ratings else None

    @property
    def streak(self) -> tuple[str, int]:
        """The outcome of the latest game, and the length of the current streak of this outcome.

        They are "" and 0 if there are no games.
        """
        return _runs(self.games)[-1] if self.games else ("", 0)

    @property
    def longest_streak(self) -> int:
        """The number of games in the player's longest winning streak."""
        return max((length for outcome, length in _runs(self.games) if outcome == "won"), default=0)

    @property
    def favourite(self) -> tuple[str, str] | None:
        """The level and name of the most frequent opponent, or None if there are no games.

        The most recent opponent decides a tie.
        """
        if not self.games:
            return None
        counts = Counter(opponent_id(game.level) for game in self.games)
        most = max(counts.values())
        game = next(game for game in reversed(self.games) if counts[opponent_id(game.level)] == most)
        return opponent_id(game.level), game.opponent


@dataclass(frozen=True, slots=True)
class Prospect:
    """The current player's results and winning chances against an opponent."""

    totals: Totals | None
    """The counts of their games so far, None before the first."""
    elo: int | None
    """The opponent's Elo, None if it is not known."""
    own: int | None
    """The player's Elo, None before the first rated game."""
    expected: float | None
    """The expected score of a game, from 0 to 1; None if either Elo is unknown."""


def prospect(database: Database, ruleset: Ruleset, level_id: str) -> Prospect:
    """Return the current player's results and winning chances against a computer opponent."""
    player, level = database.players.current(), ruleset.info.level(level_id)
    elo = level.elo if level is not None else None
    if player is None:
        return Prospect(None, elo, None, None)
    games = [game for game in database.games.against_computer(player) if game.key.ruleset_id == ruleset.info.id]
    rating = Summary.of(games, ruleset).rating
    totals = database.games.totals_by_level(player, ruleset.info.id).get(level_id)
    expected = rating.expected(elo) if rating is not None and elo is not None else None
    return Prospect(totals, elo, None if rating is None else round(rating.elo), expected)


def rating_change(database: Database, tournament: Tournament) -> tuple[int | None, int] | None:
    """Return the current player's Elo before and after the latest game of a tournament; None if it was not rated.

    The Elo before the player's first rated game is None.
    """
    player, ruleset = database.players.current(), tournament.ruleset
    if player is None:
        return None
    key = key_of_game(tournament, len(tournament.games) - 1)
    games = [game for game in database.games.against_computer(player) if game.key.ruleset_id == ruleset.info.id]
    now = Summary.of(games, ruleset)
    before = Summary.of((game for game in games if game.key != key), ruleset)
    if now.rating is None or len(before.ratings) == len(now.ratings):
        return None
    return None if before.rating is None else round(before.rating.elo), round(now.rating.elo)


def opponent_name(ruleset: Ruleset | None, level_id: str, name: str) -> str:
    """Return an opponent's display name for a list of past games.

    It is ``name`` for an engine or for a level that no longer exists.
    """
    if is_mirror(level_id):
        strength = mirror_strength(level_id)
        return _(MIRROR_TITLE) if strength is None else _("The mirror (Elo {elo})", elo=strength)
    level = ruleset.info.level(level_id) if ruleset is not None else None
    return _(level.name) if level is not None else name


def met_name(player: Player) -> str:
    """Return the name of a person whom a player has met, marked if that person plays on another machine."""
    return _("{name} (online)", name=player.name) if player.is_remote else player.name


def against_text(totals: Totals | None) -> str:
    """Return a sentence with the numbers of games that the player won, drew and lost against an opponent."""
    if totals is None:
        return _("You have not played each other yet.")
    won, drawn, lost = totals.won, totals.drawn, totals.lost
    return _("Your games: {won} won, {drawn} drawn, {lost} lost.", won=won, drawn=drawn, lost=lost)


def _elo(ruleset: Ruleset | None, game: FinishedGame) -> int | None:
    level = ruleset.info.level(game.level) if ruleset is not None else None
    return level.elo if level is not None else None


def _runs(games: Sequence[FinishedGame]) -> list[tuple[str, int]]:
    """Return the streaks of games with equal outcomes, each as the outcome and the number of games."""
    runs: list[tuple[str, int]] = []
    for game in games:
        same = bool(runs) and runs[-1][0] == game.outcome
        length = runs.pop()[1] if same else 0
        runs.append((game.outcome, length + 1))
    return runs


def streak_text(outcome: str, length: int) -> str:
    """Return a streak of games with this outcome as text, such as ``3 wins in a row``."""
    match outcome:
        case "won":
            return plural("{count} win", "{count} wins in a row", length)
        case "drawn":
            return plural("{count} draw", "{count} draws in a row", length)
        case "lost":
            return plural("{count} loss", "{count} losses in a row", length)
    return "–"


def rating_text(rating: Rating | None) -> str:
    """Format a rating with its 95 % margin (twice the deviation) as text, or return a dash for None."""
    if rating is None:
        return "–"
    return _("{elo} ± {doubt}", elo=round(rating.elo), doubt=round(2 * rating.deviation))
