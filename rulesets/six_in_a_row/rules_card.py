"""The rules of Six in a row, for the card that F1 opens."""

from __future__ import annotations

from game.core.language import marked
from game.core.model import MarkKind
from game.core.rules_card import Diagram, Section

RULES_CARD = (
    Section(
        marked("A turn"),
        marked("Black begins. Take turns placing one stone on an empty crossing; stones never move."),
    ),
    Section(
        marked("The goal"),
        marked(
            "Six or more of your colour in an unbroken straight line, across, down or slanting, win. A full board is "
            "a draw."
        ),
        Diagram(
            {"b": "g10 h10 i10 j10 k10 l10", "w": "h11 k11 i9 l9 j8"},
            ((MarkKind.LINE, "g10 h10 i10 j10 k10 l10"),),
            marked("Six in a row"),
        ),
    ),
    Section(
        marked("What threatens"),
        marked(
            "A five wants an answer at once. A five with both ends open cannot be stopped, so a four with open ends "
            "is best blocked in time."
        ),
        Diagram(
            {"w": "h10 i10 j10 k10", "b": "i11 j9 l12"},
            ((MarkKind.LEGAL, "g10"), (MarkKind.LEGAL, "l10")),
            marked("Block at either end"),
        ),
    ),
)
