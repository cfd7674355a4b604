"""A round of practice: one mistake after the other as a question, and how well each was answered."""

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

#: Wrong tries after which a turn that does was not remembered.
_GUESSED = 3


def askable(mistakes: Iterable[Mistake], rulesets: Mapping[str, Ruleset], judge: Opponent) -> list[Mistake]:
    """Those mistakes that can be asked about by the rulesets as they are today."""
    return [mistake for mistake in mistakes if _can_ask(mistake, rulesets.get(mistake.ruleset_id), judge)]


def _can_ask(mistake: Mistake, ruleset: Ruleset | None, judge: Opponent) -> bool:
    try:
        return ruleset is not None and FindBetter(ruleset, mistake, judge).person_to_move
    except (ParseError, PluginError):
        return False


class PracticeRound:
    """The questions of a round; what was answered is kept with the player, if there is one."""

    def __init__(
        self,
        mistakes: Sequence[Mistake],
        rulesets: Mapping[str, Ruleset],
        judge: Opponent,
        keeper: tuple[Database, Player] | None = None,
    ) -> None:
        """There must be one mistake at least, and each ``askable``; ``judge`` is asked by nobody else."""
        self.mistakes = list(mistakes)
        self.answers: list[Recall | None] = [None] * len(self.mistakes)
        """How each question was answered; None for one that was not."""
        self.hints = 0
        """The steps of the hint that were taken in this question."""
        self.wrong_tries = 0
        """The turns that were tried in this question and did not do."""
        self.index = 0
        self._rulesets = rulesets
        self._judge = judge
        self._keeper = keeper
        self.question = self._asked()

    @property
    def is_kept(self) -> bool:
        """Whether the mistakes come back to a player."""
        return self._keeper is not None

    @property
    def is_last(self) -> bool:
        """Whether no other question follows."""
        return self.index == len(self.mistakes) - 1

    def _asked(self) -> FindBetter:
        mistake = self.mistakes[self.index]
        return FindBetter(self._rulesets[mistake.ruleset_id], mistake, self._judge)

    def go(self, index: int) -> None:
        """Ask another question, from 0."""
        self.question.stop()
        self.index, self.hints, self.wrong_tries = index, 0, 0
        self.question = self._asked()

    def hint(self) -> int:
        """Take the next step of the hint; returns how many were taken."""
        self.hints += 1
        return self.hints

    def failed(self) -> None:
        """A turn was tried that does not do."""
        self.wrong_tries += 1

    def passed(self) -> None:
        """The question was answered: alone, with a hint or after wrong tries, or by trying until something did."""
        if self.wrong_tries >= _GUESSED:
            self._rate(Recall.SHOWN)
        else:
            self._rate(Recall.HINTED if self.hints or self.wrong_tries else Recall.ALONE)

    def showed(self) -> None:
        """The solution was shown."""
        self._rate(Recall.SHOWN)

    def _rate(self, recall: Recall) -> None:
        """Keep how a question was answered, the first time only."""
        if self.answers[self.index] is not None:
            return
        self.answers[self.index] = recall
        if self._keeper is not None:
            database, player = self._keeper
            mistake = self.mistakes[self.index]
            database.practised(player, mistake, *after(mistake, recall))

    def remove(self) -> None:
        """Remove the mistake in question from the player's; it does not come back."""
        if self._keeper is not None:
            database, player = self._keeper
            database.remove_mistake(player, self.mistakes[self.index])
