"""What a player has done, counted from what the database keeps."""

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
from game.training.daily_puzzle.puzzle_calendar import PuzzleCalendar, lanterns_of

_BEST_THEMES = 1_500
#: So much higher than the player is rated what is solved on tiptoe.
_TIPTOE = 300
#: The moves of the player that have to be judged in a game before it is called clean.
_CLEAN = 12


@dataclass(frozen=True, slots=True)
class AchievementCounts:
    """The deeds of one player; each is a number."""

    wins: int
    """Games won against opponents, without those of practice."""
    games_won_in: int
    """Rulesets in which a game was won."""
    mirror_wins: int
    full_wins: int
    """Wins against the strongest level of a ladder."""
    longest_attack: int
    """The most turns of a last attack that won, each of which had to be answered."""
    saved_wins: int
    """Wins in which the review shows that the player found the only move that did not lose."""
    clean_wins: int
    """Wins in which the review finds no slip of the player's."""
    ruled_wins: int
    """Wins of games that began with an opening rule."""
    hundredth: int
    """Games played to their end."""
    alone: int
    """Riddles solved at the first try, without a hint."""
    alone_in_a_row: int
    solved: int
    hard_fours: int
    """Riddles of fours alone rated 1500 or higher that were solved alone."""
    on_tiptoe: int
    """Riddles solved alone that were rated 300 or more above the player."""
    themes: int
    """Themes of riddles that were solved alone."""
    caught: int
    """Riddles solved in which Black was caught on a forbidden point."""
    defences: int
    points: int
    """Riddles of the most points that were solved alone."""
    best_run: int
    longest_streak: int
    full_days: int
    """Days on which the riddle of every game was solved."""
    mended: int
    """Riddles of the day that were solved on a later day."""
    evenings: int
    """Decathlons that were played to their end."""
    golden: int
    swept: int
    """Decathlons of which every event was won."""
    mistakes_remembered: int
    """Mistakes that were practised and come back only after some weeks."""


def deeds_of(
    database: Database, player: Player, rulesets: Mapping[str, Ruleset], with_riddles: Sequence[str]
) -> AchievementCounts:
    """Count what a player did with these rulesets; those ``with_riddles`` have a riddle of the day.

    What stands in the games themselves is counted as far as it was gathered.
    """
    games = database.games(player)
    counted = [game for game in games if not game.practice]
    won = [game for game in counted if game.outcome == "won"]
    fine = [game for ruleset in rulesets.values() for game in player_games(database, player, ruleset) if _is_win(game)]
    by_ruleset = [database.riddle_tries(player, ruleset_id) for ruleset_id in rulesets]
    tries = [each for of_ruleset in by_ruleset for each in of_ruleset]
    kept = database.lit_days(player)
    lanterns = lanterns_of(kept)
    evenings = cards_of_weeks(player, rulesets, games)
    themes = Counter(each.theme for each in tries if each.score == 1)
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
        best_run=max((database.best_run(player, ruleset_id) for ruleset_id in rulesets), default=0),
        longest_streak=_longest_streak(lanterns),
        full_days=sum(lanterns.share(day, with_riddles) == 1 for day in lanterns.days),
        mended=sum(bool(each.lit) and each.lit > each.day for each in kept),
        evenings=sum(card.is_over for card in evenings),
        golden=sum(card.rosette is Rosette.GOLD for card in evenings),
        swept=sum(card.is_over and card.points == POINTS["won"] * card.played for card in evenings),
        mistakes_remembered=_remembered(database, player),
    )


def _is_strongest(game: FinishedGame, rulesets: Mapping[str, Ruleset]) -> bool:
    ruleset = rulesets.get(game.key.ruleset_id)
    rated = [level for level in ruleset.info.levels if level.elo is not None] if ruleset is not None else []
    return bool(rated) and max(rated, key=lambda level: level.elo or 0).id == game.level


def _is_win(game: PlayerGame) -> bool:
    return game.game.outcome == "won" and not game.game.practice


def _is_clean(game: PlayerGame) -> bool:
    return game.side is not None and not game.side.slips and game.side.whole.moves >= _CLEAN


def _solved_on_tiptoe(tries: Sequence[PuzzleTry]) -> int:
    """The riddles of one ruleset that were solved alone, far above the rating that the player had before."""
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


def _remembered(database: Database, player: Player) -> int:
    later = (date.today() + timedelta(days=20)).isoformat()
    return sum(mistake.due > later for mistake in database.mistakes(player))
