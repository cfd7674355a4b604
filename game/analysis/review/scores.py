"""Detection of rulesets whose engine gives no scores, so that review and teacher are unavailable."""

from __future__ import annotations

from game.analysis.review.analysis_schedule import Effort
from game.analysis.review.reader import GameReader
from game.core.match import Match
from game.core.ruleset import PluginError, Ruleset, complete_options, parse_move
from game.session.services import Services

_LOOK = Effort(0.1)


class ScoreProbe:
    """Finds out, by a search of one position, whether the engine level used for hints gives scores.

    A compiled level is not asked, because its search always has scores. No method blocks.
    """

    def __init__(self, services: Services, ruleset: Ruleset) -> None:
        level = ruleset.info.level(ruleset.info.hint_level)
        self._reader: GameReader | None = None
        self.has_none = level is None
        """True once it is known that there are no scores."""
        if level is not None and not level.compiled:
            try:
                match = _sample(ruleset)
            except PluginError:
                # A failing ruleset is reported when it is played; a probe in the background stays silent.
                self.has_none = True
                return
            self._reader = GameReader(match, services.prover, (_LOOK,), first=len(match.plies) + 1)

    def poll(self) -> bool:
        """Continue the search. Returns True once it is known that the engine gives no scores."""
        reader = self._reader
        if reader is None or reader.is_done:
            return False
        reader.poll()
        self.has_none = reader.is_done and not reader.readings and not reader.problem
        return self.has_none

    def stop(self) -> None:
        """Stop the search that finds out whether an engine gives scores."""
        if self._reader is not None:
            self._reader.stop()


def _sample(ruleset: Ruleset) -> Match:
    """Return a match in which the sample moves of a game have been played. Its opening is over.

    The menu shows these moves as a sample.
    """
    match = Match(ruleset, complete_options(ruleset.info, {}), seed=0)
    for word in ruleset.info.sample:
        match.play(parse_move(ruleset.info, match.state, word))
    return match
