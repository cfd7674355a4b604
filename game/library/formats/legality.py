"""Removal of illegal moves from game files that were imported."""

from __future__ import annotations

from game.core.language import _, plural, strip_period
from game.core.model import Reason
from game.core.ruleset import format_move
from game.library.formats.texts import ImportWarnings
from game.library.study.study import Study
from game.library.study.tree import ROOT

#: Size of the largest tree that is checked completely; in larger ones ``Study.state`` checks positions on access.
MOST_CHECKED = 20_000


def take_out_illegal(study: Study, warnings: ImportWarnings) -> None:
    """Remove illegal moves and everything after them from an imported game tree; add a warning about the first one."""
    if len(study.tree) > MOST_CHECKED:
        return
    found = _illegal(study)
    before = len(study.tree)
    for node, _reason in found:
        study.tree.remove(node)
    gone = before - len(study.tree)
    for node, reason in found[:1]:
        text = _(
            "move {number}, {word}, is not allowed: {message}",
            number=len(study.tree.path(node)),
            word=format_move(study.ruleset.info, study.first_state.geometry, study.tree.move(node)),
            message=strip_period(reason.message),
        )
        warnings.add(text)
        if gone > 1:
            warnings.add_sentence(
                plural(
                    "Left out: {count} move, illegal or after an illegal one.",
                    "Left out: {count} moves, illegal or after an illegal one.",
                    gone,
                )
            )


def _illegal(study: Study) -> list[tuple[int, Reason]]:
    """Return the nodes of a game tree where a variation becomes illegal, each with the reason."""
    ruleset, tree = study.ruleset, study.tree
    found: list[tuple[int, Reason]] = []
    waiting = [(child, study.first_state) for child in reversed(tree.children(ROOT))]
    while waiting:
        node, before = waiting.pop()
        is_over = ruleset.outcome(before) is not None
        refused = Reason("over", _("The game is over.")) if is_over else ruleset.check(before, tree.move(node))
        if refused is not None:
            found.append((node, refused))
            continue
        after = ruleset.apply(before, tree.move(node)).state
        waiting += [(child, after) for child in reversed(tree.children(node))]
    return found
