"""Copying a drafted position as text, and drafts of positions and games that were pasted."""

from __future__ import annotations

from game.analysis.editor.draft import Draft, draft_of
from game.core.model import Reason
from game.library.formats.clipboard.dialects import Pasted
from game.library.formats.clipboard.position_text import PastedPosition
from game.library.study.tree import ROOT


def copied(draft: Draft) -> str:
    """Return a drafted position, valid or not, as text for the clipboard."""
    return draft.ruleset.dump(draft.shown())


def pasted_draft(found: Pasted) -> Draft | Reason:
    """Return a draft of a pasted position, or of the position at the end of a pasted game.

    A text with only the rows of the board leaves the side to move open. Returns a Reason if a move of the game is
    illegal.
    """
    if isinstance(found, PastedPosition):
        ruleset, options = found.rules.ruleset, found.rules.options
        if found.state is None:
            return Draft(ruleset, options, found.stones)
        return draft_of(ruleset, options, found.state)
    study = found.studies[0]
    state = study.state((study.tree.continuation(ROOT) or [ROOT])[-1])
    return state if isinstance(state, Reason) else draft_of(study.ruleset, study.options, state)
