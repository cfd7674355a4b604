"""The texts about the rules of Threestones on the rules card, which the key F1 shows during a game."""

from __future__ import annotations

from game.core.language import gettext_noop
from game.core.model import MarkKind
from game.core.rules_card import Diagram, Section

RULES_CARD = (
    Section(
        gettext_noop("The stones"),
        gettext_noop(
            "Ducks against penguins: each player has 15 duck stones, 15 penguin stones and 6 "
            "Millers, and may place any of them. A toss decides who begins."
        ),
    ),
    Section(
        gettext_noop("Same row or column"),
        gettext_noop(
            "Place your stone on a free cell in the row or column of your opponent's last stone. The lantern in "
            "the middle does not block the way. The first stone may go on any free cell, and so may yours if "
            "the row and column are full."
        ),
        Diagram(
            {"w": "e8 e6", "b": "g7"},
            (
                (MarkKind.LEGAL, "d7"),
                (MarkKind.LEGAL, "e7"),
                (MarkKind.LEGAL, "f7"),
                (MarkKind.LEGAL, "h7"),
                (MarkKind.LEGAL, "g8"),
                (MarkKind.LEGAL, "g6"),
                (MarkKind.LEGAL, "c7"),
                (MarkKind.LEGAL, "i7"),
            ),
            gettext_noop("Place in row 7 or column G"),
        ),
    ),
    Section(
        gettext_noop("Trios"),
        gettext_noop(
            "Three ducks or penguins side by side in a row, column or diagonal form a trio: a point for that "
            "team, also if the other player placed some. A trio cannot run across the lantern in the middle."
        ),
        Diagram(
            {"w": "d8 e8 f8 h8", "b": "d7 g8 h7 i6"},
            ((MarkKind.SCORED, "d8 e8 f8"), (MarkKind.SCORED, "g8 h7 i6")),
            gettext_noop("One point for each team"),
        ),
    ),
    Section(
        gettext_noop("The Miller"),
        gettext_noop("A Miller counts for both teams, but three Millers count for nobody."),
        Diagram(
            {"w": "d8 e8", "c": "f8", "b": "g7 h6 d7"},
            ((MarkKind.SCORED, "d8 e8 f8"), (MarkKind.SCORED, "h6 g7 f8")),
            gettext_noop("A Miller helps both teams"),
        ),
    ),
    Section(
        gettext_noop("End of the game"),
        gettext_noop("When the last stone is placed, the team with the most points wins; equal points are a draw."),
    ),
)
