"""Whether anybody at a stall says how good a move is, which review and teacher need. No pygame here."""

from __future__ import annotations

from game.analysis.review.analysis_schedule import Effort
from game.analysis.review.reader import GameReader
from game.core.match import Match
from game.core.ruleset import PluginError, Ruleset, complete_options, parse_move
from game.session.services import Services

_LOOK = Effort(0.1)


class ScoreProbe:
    """Asks a ruleset's hint level about one position; nothing blocks.

    A compiled level is a search, which has scores; it is not asked.
    """

    def __init__(self, services: Services, ruleset: Ruleset) -> None:
        level = ruleset.info.level(ruleset.info.hint_level)
        self._reader: GameReader | None = None
        self.has_none = level is None
        """Whether it is known that there are no scores."""
        if level is not None and not level.compiled:
            try:
                match = _sample(ruleset)
            except PluginError:
                # A ruleset that fails is told of when it is played; here nobody has asked anything of it.
                self.has_none = True
                return
            self._reader = GameReader(match, services.prover, (_LOOK,), first=len(match.plies) + 1)

    def poll(self) -> bool:
        """Go on asking; returns whether it has turned out that there are no scores."""
        reader = self._reader
        if reader is None or reader.is_done:
            return False
        reader.poll()
        self.has_none = reader.is_done and not reader.readings and not reader.problem
        return self.has_none

    def stop(self) -> None:
        """Ask no more."""
        if self._reader is not None:
            self._reader.stop()


def _sample(ruleset: Ruleset) -> Match:
    """The position that the menu's stall shows: past any opening."""
    match = Match(ruleset, complete_options(ruleset.info, {}), seed=0)
    for word in ruleset.info.sample:
        match.play(parse_move(ruleset.info, match.state, word))
    return match
