"""A practice round: the player looks for a better turn in place of past mistakes and is graded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from game.core.model import ParseError
from game.core.ruleset import PluginError, Ruleset
from game.engine.client.opponent import Opponent
from game.storage.database import Database
from game.storage.learning.mistakes import Mistake
from game.storage.players import Player
from game.training.mistakes.question import FindBetter
from game.training.mistakes.scheduling import Recall, after

#: Number of wrong turns after which a right answer counts as guessed.
_GUESSED = 3


def askable(mistakes: Iterable[Mistake], rulesets: Mapping[str, Ruleset], judge: Opponent) -> list[Mistake]:
    """Return the mistakes that can still be practised with the current rulesets."""
    return [mistake for mistake in mistakes if _can_ask(mistake, rulesets.get(mistake.ruleset_id), judge)]


def _can_ask(mistake: Mistake, ruleset: Ruleset | None, judge: Opponent) -> bool:
    try:
        return ruleset is not None and FindBetter(ruleset, mistake, judge).person_to_move
    except (ParseError, PluginError):
        return False


class PracticeRound:
    """A round of practice with the player's mistakes; grades are stored only if a player is given."""

    def __init__(
        self,
        mistakes: Sequence[Mistake],
        rulesets: Mapping[str, Ruleset],
        judge: Opponent,
        store: tuple[Database, Player] | None = None,
    ) -> None:
        """Start a practice round; ``mistakes`` must not be empty, and all must be ``askable``.

        ``judge`` must not be used by anyone else.
        """
        self.mistakes = list(mistakes)
        self.answers: list[Recall | None] = [None] * len(self.mistakes)
        """Grade of each answer, None if there is none yet."""
        self.hints = 0
        """Number of hints taken for the current question."""
        self.wrong_tries = 0
        """Number of wrong turns tried for the current question."""
        self.index = 0
        self._rulesets = rulesets
        self._judge = judge
        self._store = store
        self.question = self._asked()

    @property
    def is_stored(self) -> bool:
        """True if grades are stored, so that the mistakes are repeated later."""
        return self._store is not None

    @property
    def is_last(self) -> bool:
        """True if the current mistake is the last one of the practice round."""
        return self.index == len(self.mistakes) - 1

    def _asked(self) -> FindBetter:
        mistake = self.mistakes[self.index]
        return FindBetter(self._rulesets[mistake.ruleset_id], mistake, self._judge)

    def go(self, index: int) -> None:
        """Go to a mistake of the practice round by its index, from 0."""
        self.question.stop()
        self.index, self.hints, self.wrong_tries = index, 0, 0
        self.question = self._asked()

    def hint(self) -> int:
        """Count another hint for the current mistake and return the number of hints taken."""
        self.hints += 1
        return self.hints

    def failed(self) -> None:
        """Record that the player tried a wrong turn in the practice round."""
        self.wrong_tries += 1

    def passed(self) -> None:
        """Record a right turn in the practice round; hints and wrong turns before it lower its grade."""
        if self.wrong_tries >= _GUESSED:
            self._rate(Recall.SHOWN)
        else:
            self._rate(Recall.HINTED if self.hints or self.wrong_tries else Recall.ALONE)

    def solution_shown(self) -> None:
        """Record that the player has seen the solution of the current mistake."""
        self._rate(Recall.SHOWN)

    def _rate(self, recall: Recall) -> None:
        """Set and store the grade for the current mistake, unless it already has one."""
        if self.answers[self.index] is not None:
            return
        self.answers[self.index] = recall
        if self._store is not None:
            database, player = self._store
            mistake = self.mistakes[self.index]
            database.mistakes.practised(player, mistake, *after(mistake, recall))

    def remove(self) -> None:
        """Delete the current mistake from the player's list, so that it does not come back."""
        if self._store is not None:
            database, player = self._store
            database.mistakes.remove(player, self.mistakes[self.index])
