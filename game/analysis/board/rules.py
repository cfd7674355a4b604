"""The rules under which the moves of a study can be read, and the first move that breaks the chosen rule.

Imports no pygame.
"""

from __future__ import annotations

from dataclasses import dataclass

from game.analysis.editor.draft import Draft, options_that_matter
from game.core.language import _
from game.core.model import Options, Pass, Reason
from game.core.ruleset import with_passes
from game.library.study.study import Study
from game.library.study.tree import ROOT


@dataclass(frozen=True, slots=True)
class RuleChoice:
    """A rule of a game, such as renju, with the complete options of a game under this rule."""

    title: str
    """The name of the rule in the player's language."""
    options: Options


def rule_choices(study: Study) -> list[RuleChoice]:
    """Return the rules of the study's game on the same board, in the order of the ruleset; [] if it has one rule."""
    ruleset, options = study.ruleset, study.options
    choices = []
    for option in options_that_matter(Draft(ruleset, options)):
        if option.kind != "choice":
            continue
        for choice in option.choices:
            changed: Options = {**options, option.key: choice.value}
            if study.tree.has_move(Pass()):
                changed = with_passes(ruleset, changed) or changed
            if ruleset.check_options(changed) is None and ruleset.geometry(changed) is ruleset.geometry(options):
                choices.append(RuleChoice(_(choice.title), changed))
    return choices if len(choices) > 1 else []


def first_break(study: Study) -> tuple[int, Reason] | None:
    """Return the first move of the main line that the rule of the study forbids, and why; None if it forbids none."""
    for node in study.tree.continuation(ROOT):
        state = study.state(node)
        if isinstance(state, Reason):
            return node, state
    return None


def last_legal(study: Study, node: int) -> int:
    """Return the last node on the path to a node that is reached by legal moves alone."""
    path = study.tree.path(node)
    return next((each for each in reversed(path) if not isinstance(study.state(each), Reason)), ROOT)
