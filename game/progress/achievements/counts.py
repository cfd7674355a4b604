"""Counts for a player's achievements, computed from the database."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise

from game.core.levels.blended import is_mirror
from game.core.ruleset import Ruleset
from game.progress.decathlon.scoring import POINTS, Rosette, cards_of_weeks
from game.progress.statistics.player_games import PlayerGame, player_games
from game.storage.database import Database
from game.storage.finished_games import FinishedGame
from game.storage.players import Player
from game.storage.puzzles.tries import PuzzleTry
from game.training.daily_puzzle.puzzle_calendar import PuzzleCalendar, calendar_of

_BEST_THEMES = 1_500
#: Minimum difference between the ratings of a puzzle and of a player that counts as far above.
_TIPTOE = 300
#: Minimum number of the player's judged moves in a game without mistakes.
_CLEAN = 12


@dataclass(frozen=True, slots=True)
class AchievementCounts:
    """All counts that a player's achievements depend on."""

    wins: int
    """Rated games won against engines."""
    games_won_in: int
    """Number of rulesets in which a game was won."""
    mirror_wins: int
    full_wins: int
    """Wins against the strongest level of a ladder."""
    longest_attack: int
    """Most turns in a winning last attack, each of which had to be answered."""
    saved_wins: int
    """Wins in which the review found that the player made the only move that did not lose."""
    clean_wins: int
    """Wins in which the review found no mistake of the player."""
    ruled_wins: int
    """Wins in games with an opening rule."""
    hundredth: int
    """Rated games played to the end."""
    alone: int
    """Puzzles solved at the first attempt, without a hint."""
    alone_in_a_row: int
    solved: int
    hard_fours: int
    """Puzzles with fours only, rated 1500 or higher, solved at the first attempt without a hint."""
    on_tiptoe: int
    """Puzzles rated at least 300 above the player, solved at the first attempt without a hint."""
    themes: int
    """Number of themes with a puzzle solved at the first attempt without a hint."""
    caught: int
    """Puzzles solved at the first attempt in which Black was forced onto a forbidden point."""
    defences: int
    points: int
    """Puzzles about the most points solved at the first attempt without a hint."""
    best_run: int
    longest_streak: int
    full_days: int
    """Days on which the daily puzzle of every game was solved."""
    mended: int
    """Daily puzzles solved on a later day."""
    evenings: int
    """Decathlons played to the end."""
    golden: int
    swept: int
    """Decathlons in which every event was won."""
    mistakes_remembered: int
    """Practised mistakes that come back only after at least three weeks."""


def counts_of(
    database: Database, player: Player, rulesets: Mapping[str, Ruleset], with_puzzles: Sequence[str]
) -> AchievementCounts:
    """Compute the counts for a player's achievements in the given rulesets.

    The rulesets in ``with_puzzles`` have a daily puzzle.

    Counts that depend on the moves of games include only games whose figures have been computed.
    """
    games = database.games.against_computer(player)
    counted = [game for game in games if not game.practice]
    won = [game for game in counted if game.outcome == "won"]
    fine = [
        game
        for ruleset in rulesets.values()
        for game in player_games(database, player, ruleset)
        if game.game.outcome == "won" and not game.game.practice
    ]
    by_ruleset = [database.puzzles.tries(player, ruleset_id) for ruleset_id in rulesets]
    tries = [each for of_ruleset in by_ruleset for each in of_ruleset]
    kept = database.puzzles.daily_results(player)
    lanterns = calendar_of(kept)
    evenings = cards_of_weeks(player, rulesets, games)
    themes = Counter(each.theme for each in tries if each.score == 1)
    later = (date.today() + timedelta(days=20)).isoformat()
    return AchievementCounts(
        wins=len(won),
        games_won_in=len({game.key.ruleset_id for game in won} & set(rulesets)),
        mirror_wins=sum(is_mirror(game.level) for game in won),
        full_wins=sum(_is_strongest(game, rulesets) for game in won),
        longest_attack=max((game.facts.attack for game in fine if game.facts is not None), default=0),
        saved_wins=sum(game.side is not None and game.side.escapes > 0 for game in fine),
        clean_wins=sum(map(_is_clean, fine)),
        ruled_wins=sum(game.facts is not None and game.facts.had_opening_rule for game in fine),
        hundredth=len(counted),
        alone=sum(each.score == 1 for each in tries),
        alone_in_a_row=_longest(each.score == 1 for each in tries),
        solved=sum(each.score > 0 for each in tries),
        hard_fours=sum(each.theme == "vcf" and each.score == 1 and each.rating.elo >= _BEST_THEMES for each in tries),
        on_tiptoe=sum(map(_solved_on_tiptoe, by_ruleset)),
        themes=len(themes),
        caught=themes["forbidden point"],
        defences=themes["defend"],
        points=themes["most points"],
        best_run=max((database.puzzles.best_run(player, ruleset_id) for ruleset_id in rulesets), default=0),
        longest_streak=_longest_streak(lanterns),
        full_days=sum(lanterns.share(day, with_puzzles) == 1 for day in lanterns.days),
        mended=sum(bool(each.solved_on) and each.solved_on > each.day for each in kept),
        evenings=sum(card.is_over for card in evenings),
        golden=sum(card.rosette is Rosette.GOLD for card in evenings),
        swept=sum(card.is_over and card.points == POINTS["won"] * card.played for card in evenings),
        mistakes_remembered=sum(mistake.due > later for mistake in database.mistakes.all(player)),
    )


def _is_strongest(game: FinishedGame, rulesets: Mapping[str, Ruleset]) -> bool:
    ruleset = rulesets.get(game.key.ruleset_id)
    rated = [level for level in ruleset.info.levels if level.elo is not None] if ruleset is not None else []
    return bool(rated) and max(rated, key=lambda level: level.elo or 0).id == game.level


def _is_clean(game: PlayerGame) -> bool:
    return game.side is not None and not game.side.counted_mistakes and game.side.whole.moves >= _CLEAN


def _solved_on_tiptoe(tries: Sequence[PuzzleTry]) -> int:
    """Return the number of puzzles solved without help that were rated far above the player's rating."""
    return sum(made.score == 1 and made.rating.elo - before.player.elo >= _TIPTOE for before, made in pairwise(tries))


def _longest(good: Iterable[bool]) -> int:
    longest = run = 0
    for each in good:
        run = run + 1 if each else 0
        longest = max(longest, run)
    return longest


def _longest_streak(lanterns: PuzzleCalendar) -> int:
    days = sorted(lanterns.days)
    if not days:
        return 0
    span = ((days[0] + timedelta(days=number)) for number in range((days[-1] - days[0]).days + 1))
    return _longest(day in lanterns.days for day in span)
