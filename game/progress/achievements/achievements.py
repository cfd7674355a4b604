"""The list of achievements: their titles and descriptions, and the counts that earn them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game.core.language import gettext_noop
from game.progress.achievements.counts import AchievementCounts


@dataclass(frozen=True, slots=True)
class Achievement:
    """An achievement that a player earns by reaching a goal count.

    ``title`` and ``about`` are translated with ``_``.
    """

    id: str
    title: str
    about: str
    goal: int
    """Count needed to earn the achievement."""
    count: Callable[[AchievementCounts], int]
    colour: str = "amber"
    """Name of a colour in the window's themes."""

    def done(self, counts: AchievementCounts) -> int:
        """Return the player's count towards the achievement, capped at its goal."""
        return min(self.goal, self.count(counts))

    def is_earned(self, counts: AchievementCounts) -> bool:
        """Return True if the player has earned the achievement."""
        return self.done(counts) == self.goal


FAIR_ACHIEVEMENTS: tuple[Achievement, ...] = (
    Achievement("first_win", gettext_noop("First win"), gettext_noop("Win a game."), 1, lambda counts: counts.wins),
    Achievement(
        "all_games", gettext_noop("All-rounder"), gettext_noop("Win at four different games."), 4,
        lambda counts: counts.games_won_in, "teal",
    ),
    Achievement(
        "hundred", gettext_noop("A hundred games"), gettext_noop("Play a hundred games to the end."), 100,
        lambda counts: counts.hundredth, "pink",
    ),
    Achievement(
        "mirror", gettext_noop("Stronger than yesterday"), gettext_noop(
            "Beat the mirror, an opponent as strong as you are."),
        1, lambda counts: counts.mirror_wins, "teal",
    ),
    Achievement(
        "full", gettext_noop("Top of the ladder"), gettext_noop("Beat the strongest opponent on a ladder."), 1,
        lambda counts: counts.full_wins, "coral",
    ),
    Achievement(
        "long_attack", gettext_noop("Seven threats in a row"),
        gettext_noop("Win by playing only fours, or only double threats, for seven turns in a row."), 7,
        lambda counts: counts.longest_attack, "pink",
    ),
    Achievement(
        "saved", gettext_noop("A narrow escape"),
        gettext_noop("Win a game in which you found the only move that did not lose, according to the analysis."), 1,
        lambda counts: counts.saved_wins, "teal",
    ),
    Achievement(
        "clean", gettext_noop("A flawless game"),
        gettext_noop("Win a game of at least twelve moves in which the analysis finds no mistake by you."), 1,
        lambda counts: counts.clean_wins, "amber",
    ),
    Achievement(
        "opening_rule", gettext_noop("A fair beginning"),
        gettext_noop("Win a game that begins with an opening rule, such as Swap."), 1,
        lambda counts: counts.ruled_wins, "coral",
    ),
    Achievement(
        "ten_alone", gettext_noop("No hints needed"), gettext_noop("Solve ten puzzles in a row without a hint."), 10,
        lambda counts: counts.alone_in_a_row, "amber",
    ),
    Achievement(
        "hundred_riddles", gettext_noop("A hundred puzzles"), gettext_noop("Solve a hundred puzzles."), 100,
        lambda counts: counts.solved, "pink",
    ),
    Achievement(
        "long_fours", gettext_noop("Four after four"),
        gettext_noop("Without a hint, solve a fours-only puzzle rated 1500 or higher."), 1,
        lambda counts: counts.hard_fours, "coral",
    ),
    Achievement(
        "tiptoe", gettext_noop("Aiming high"),
        gettext_noop("Without a hint, solve a puzzle rated 300 points above you."), 1,
        lambda counts: counts.on_tiptoe, "amber",
    ),
    Achievement(
        "themes", gettext_noop("Seven themes"), gettext_noop(
            "Solve puzzles on seven different themes without a hint."), 7,
        lambda counts: counts.themes, "teal",
    ),
    Achievement(
        "caught", gettext_noop("The forbidden point"),
        gettext_noop("Force Black onto a forbidden point in three puzzles."), 3, lambda counts: counts.caught, "pink",
    ),
    Achievement(
        "defender", gettext_noop("The last way out"), gettext_noop("Find the only defence ten times without a hint."),
        10, lambda counts: counts.defences, "teal",
    ),
    Achievement(
        "counter", gettext_noop("Calculated to the last stone"),
        gettext_noop(
            "Score as many points as possible with the last stones in ten puzzles."), 10,
        lambda counts: counts.points, "amber",
    ),
    Achievement(
        "quick", gettext_noop("Puzzle sprint"), gettext_noop("Solve ten puzzles in three minutes."), 10,
        lambda counts: counts.best_run, "coral",
    ),
    Achievement(
        "week", gettext_noop("A week of puzzles"), gettext_noop("Solve the daily puzzle seven days in a row."), 7,
        lambda counts: counts.longest_streak, "amber",
    ),
    Achievement(
        "month", gettext_noop("A month of puzzles"), gettext_noop("Solve the daily puzzle thirty days in a row."), 30,
        lambda counts: counts.longest_streak, "pink",
    ),
    Achievement(
        "every_lantern", gettext_noop("All daily puzzles"),
        gettext_noop("Solve the daily puzzles for all games on the same day."), 1, lambda counts: counts.full_days,
        "teal",
    ),
    Achievement(
        "mended", gettext_noop(
            "Better late than never"), gettext_noop("Solve the daily puzzle for a day that you missed."), 1,
        lambda counts: counts.mended, "amber",
    ),
    Achievement(
        "evening", gettext_noop("A full decathlon"), gettext_noop("Play every event in a decathlon."), 1,
        lambda counts: counts.evenings, "pink",
    ),
    Achievement(
        "golden", gettext_noop("A golden decathlon"), gettext_noop("Earn a golden rosette in a decathlon."), 1,
        lambda counts: counts.golden, "coral",
    ),
    Achievement(
        "swept", gettext_noop("Clean sweep"), gettext_noop("Win every event in a decathlon."), 1,
        lambda counts: counts.swept, "amber",
    ),
    Achievement(
        "learned", gettext_noop("Lessons learned"),
        gettext_noop("Practise ten of your own mistakes so well that they do not come up again for weeks."), 10,
        lambda counts: counts.mistakes_remembered, "teal",
    ),
)  # fmt: skip
