"""The list of achievements: their titles and descriptions, and the counts that earn them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game.core.language import gettext_noop
from game.progress.achievements.counts import AchievementCounts


@dataclass(frozen=True, slots=True)
class Achievement:
    """An achievement, earned by reaching a count; ``title`` and ``about`` are translated with ``_``."""

    id: str
    title: str
    about: str
    goal: int
    """Count needed to earn the achievement."""
    count: Callable[[AchievementCounts], int]
    colour: str = "amber"
    """Name of a colour in the window's themes."""

    def done(self, counts: AchievementCounts) -> int:
        """Return the player's count towards the achievement, at most its goal."""
        return min(self.goal, self.count(counts))

    def is_earned(self, counts: AchievementCounts) -> bool:
        """Return True if the player has earned the achievement."""
        return self.done(counts) == self.goal


FAIR_ACHIEVEMENTS: tuple[Achievement, ...] = (
    Achievement("first_win", gettext_noop("First bell"), gettext_noop("Win a game."), 1, lambda counts: counts.wins),
    Achievement(
        "all_games", gettext_noop("All around the fair"), gettext_noop("Win a game at four different games."), 4,
        lambda counts: counts.games_won_in, "teal",
    ),
    Achievement(
        "hundred", gettext_noop("A hundred evenings"), gettext_noop("Play a hundred games to their end."), 100,
        lambda counts: counts.hundredth, "pink",
    ),
    Achievement(
        "mirror", gettext_noop("Stronger than yesterday"), gettext_noop("Beat the mirror, which is as strong as you."),
        1, lambda counts: counts.mirror_wins, "teal",
    ),
    Achievement(
        "full", gettext_noop("The last lantern"), gettext_noop("Beat the strongest opponent of a ladder."), 1,
        lambda counts: counts.full_wins, "coral",
    ),
    Achievement(
        "long_attack", gettext_noop("Seven in one breath"),
        gettext_noop("Win by fours alone, or by double threats alone, seven turns in a row."), 7,
        lambda counts: counts.longest_attack, "pink",
    ),
    Achievement(
        "saved", gettext_noop("The last escape"),
        gettext_noop("Find the only move that does not lose, and win that game. Its review shows it."), 1,
        lambda counts: counts.saved_wins, "teal",
    ),
    Achievement(
        "clean", gettext_noop("Nothing to add"),
        gettext_noop("Win a game of twelve moves or more in which the review finds no mistake of yours."), 1,
        lambda counts: counts.clean_wins, "amber",
    ),
    Achievement(
        "opening_rule", gettext_noop("A fair beginning"),
        gettext_noop("Win a game that begins with an opening rule, such as Swap."), 1,
        lambda counts: counts.ruled_wins, "coral",
    ),
    Achievement(
        "ten_alone", gettext_noop("No whisper needed"), gettext_noop("Solve ten puzzles in a row without a hint."), 10,
        lambda counts: counts.alone_in_a_row, "amber",
    ),
    Achievement(
        "hundred_riddles", gettext_noop("Puzzles by lantern light"), gettext_noop("Solve a hundred puzzles."), 100,
        lambda counts: counts.solved, "pink",
    ),
    Achievement(
        "long_fours", gettext_noop("Four after four"),
        gettext_noop("Solve a puzzle of fours alone that is rated 1500 or higher, without a hint."), 1,
        lambda counts: counts.hard_fours, "coral",
    ),
    Achievement(
        "tiptoe", gettext_noop("On tiptoe"),
        gettext_noop("Solve a puzzle that is rated 300 above you, without a hint."), 1,
        lambda counts: counts.on_tiptoe, "amber",
    ),
    Achievement(
        "themes", gettext_noop("Many lights"), gettext_noop("Solve puzzles of seven themes without a hint."), 7,
        lambda counts: counts.themes, "teal",
    ),
    Achievement(
        "caught", gettext_noop("The forbidden point"),
        gettext_noop("Catch Black on a forbidden point in three puzzles."), 3, lambda counts: counts.caught, "pink",
    ),
    Achievement(
        "defender", gettext_noop("The last way out"), gettext_noop("Find the only defence ten times without a hint."),
        10, lambda counts: counts.defences, "teal",
    ),
    Achievement(
        "counter", gettext_noop("Counted to the last stone"),
        gettext_noop("Get the most out of the last stones in ten puzzles."), 10, lambda counts: counts.points, "amber",
    ),
    Achievement(
        "quick", gettext_noop("Three bright minutes"), gettext_noop("Solve ten puzzles in three minutes."), 10,
        lambda counts: counts.best_run, "coral",
    ),
    Achievement(
        "week", gettext_noop("A week of lanterns"), gettext_noop("Solve the daily puzzle seven days in a row."), 7,
        lambda counts: counts.longest_streak, "amber",
    ),
    Achievement(
        "month", gettext_noop("A month of lanterns"), gettext_noop("Solve the daily puzzle thirty days in a row."), 30,
        lambda counts: counts.longest_streak, "pink",
    ),
    Achievement(
        "every_lantern", gettext_noop("The whole string lit"),
        gettext_noop("Solve the daily puzzles of all games on the same day."), 1, lambda counts: counts.full_days,
        "teal",
    ),
    Achievement(
        "mended", gettext_noop("Mended"), gettext_noop("Solve the daily puzzle of a day that you missed."), 1,
        lambda counts: counts.mended, "amber",
    ),
    Achievement(
        "evening", gettext_noop("A whole evening"), gettext_noop("Play every event of a decathlon."), 1,
        lambda counts: counts.evenings, "pink",
    ),
    Achievement(
        "golden", gettext_noop("The golden evening"), gettext_noop("Earn a golden rosette in a decathlon."), 1,
        lambda counts: counts.golden, "coral",
    ),
    Achievement(
        "swept", gettext_noop("Every bell rung"), gettext_noop("Win every event of a decathlon."), 1,
        lambda counts: counts.swept, "amber",
    ),
    Achievement(
        "learned", gettext_noop("Never again"),
        gettext_noop("Learn ten of your own mistakes so well that they do not come back for weeks."), 10,
        lambda counts: counts.mistakes_remembered, "teal",
    ),
)  # fmt: skip
