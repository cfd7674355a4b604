"""The rules of Six in a row on the rules card (F1)."""

from __future__ import annotations

from game.core.language import gettext_noop
from game.core.model import MarkKind
from game.core.rules_card import Diagram, Section

RULES_CARD = (
    Section(
        gettext_noop("Turns"),
        gettext_noop("Black begins. Take turns placing one stone on an empty intersection; stones never move."),
    ),
    Section(
        gettext_noop("The goal"),
        gettext_noop(
            "Six or more of your stones in an unbroken line win: horizontally, vertically or "
            "diagonally. A full board is a draw."
        ),
        Diagram(
            {"b": "g10 h10 i10 j10 k10 l10", "w": "h11 k11 i9 l9 j8"},
            ((MarkKind.LINE, "g10 h10 i10 j10 k10 l10"),),
            gettext_noop("Six in a row"),
        ),
    ),
    Section(
        gettext_noop("Threats"),
        gettext_noop(
            "A five must be answered at once. A five with both ends open cannot be stopped, so block "
            "a four with open ends in time."
        ),
        Diagram(
            {"w": "h10 i10 j10 k10", "b": "i11 j9 l12"},
            ((MarkKind.LEGAL, "g10"), (MarkKind.LEGAL, "l10")),
            gettext_noop("Block at either end"),
        ),
    ),
)
