"""The rules of Gomoku and its variants, for the card that F1 opens."""

from __future__ import annotations

from game.core.language import marked
from game.core.model import MarkKind
from game.core.rules_card import Diagram, Section

RULES_CARD = (
    Section(
        marked("The goal"),
        marked(
            "Black begins. Take turns placing one stone on an empty crossing; stones never move. Five of your colour "
            "in an unbroken line, across, down or slanting, win. When nobody can place a stone any more, it is a draw."
        ),
        Diagram(
            {"b": "f8 g8 h8 i8 j8", "w": "f9 g7 i9 h10"},
            ((MarkKind.LINE, "f8 g8 h8 i8 j8"),),
            marked("Five in a row"),
        ),
    ),
    Section(
        marked("Fours and threes"),
        marked(
            "A four wants an answer at once. A four with both ends open cannot be stopped, so an open three, which "
            "becomes one, is best blocked in time."
        ),
        Diagram(
            {"w": "g8 h8 i8", "b": "g9 i7 f6"},
            ((MarkKind.LEGAL, "f8"), (MarkKind.LEGAL, "j8")),
            marked("Block at either end"),
        ),
    ),
    Section(
        marked("Variants"),
        marked(
            "Freestyle: longer lines win too. Standard: exactly five. Caro: exactly five, and not with the other "
            "colour at both ends."
        ),
    ),
    Section(
        marked("Renju"),
        marked(
            "Black may not make more than five, two fours or two open threes at once. Such points are crossed out; "
            "point at one to see why. A five comes before any ban, and White is free."
        ),
        Diagram(
            {"b": "f8 g8 h9 h10", "w": "i6 e10 j11"},
            ((MarkKind.FORBIDDEN, "h8"),),
            marked("Two open threes at once"),
            {"variant": "renju"},
        ),
    ),
    Section(
        marked("Swap2"),
        marked(
            "One player puts down two black stones and a white one. The other takes a colour, or adds one stone of "
            "each and lets the first choose. Then White moves."
        ),
        Diagram({"b": "h8 j6", "w": "i9"}, (), marked("Black or White?"), {"opening": "swap2"}),
    ),
)
