"""The texts about the rules of Gomoku and its variants on the rules card, which the key F1 shows during a game."""

from __future__ import annotations

from game.core.language import gettext_noop
from game.core.model import MarkKind
from game.core.rules_card import Diagram, Section

RULES_CARD = (
    Section(
        gettext_noop("The goal"),
        gettext_noop(
            "Black begins. Take turns placing one stone on an empty intersection; stones never move. "
            "Five of your stones in an unbroken line win: horizontally, vertically or diagonally. "
            "A full board is a draw."
        ),
        Diagram(
            {"b": "f8 g8 h8 i8 j8", "w": "f9 g7 i9 h10"},
            ((MarkKind.LINE, "f8 g8 h8 i8 j8"),),
            gettext_noop("Five in a row"),
        ),
    ),
    Section(
        gettext_noop("Fours and threes"),
        gettext_noop(
            "A four must be answered at once. A four with both ends open cannot be stopped, so block "
            "an open three before it becomes one."
        ),
        Diagram(
            {"w": "g8 h8 i8", "b": "g9 i7 f6"},
            ((MarkKind.LEGAL, "f8"), (MarkKind.LEGAL, "j8")),
            gettext_noop("Block at either end"),
        ),
    ),
    Section(
        gettext_noop("Variants"),
        gettext_noop(
            "Freestyle: longer lines win too. Standard: exactly five. Caro 5+ and Caro 5: the same, but a five "
            "blocked at both ends does not win."
        ),
    ),
    Section(
        gettext_noop("Renju"),
        gettext_noop(
            "Black may not make more than five, two fours or two open threes at once, unless it makes five. "
            "Forbidden points are crossed out; point at one to see why. You may pass; two passes in a row "
            "are a draw."
        ),
        Diagram(
            {"b": "f8 g8 h9 h10", "w": "i6 e10 j11"},
            ((MarkKind.FORBIDDEN, "h8"),),
            gettext_noop("Two open threes at once"),
            {"variant": "renju"},
        ),
    ),
    Section(
        gettext_noop("Swap2"),
        gettext_noop(
            "One player places two black stones and a white one. The other picks a colour, or adds "
            "one of each and lets the first player choose. Then White moves."
        ),
        Diagram({"b": "h8 j6", "w": "i9"}, (), gettext_noop("Black or White?"), {"opening": "swap2"}),
    ),
)
