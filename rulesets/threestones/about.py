"""What the fair shows of Threestones: stones, options, choices, rules card and the sample game of its stall."""

from __future__ import annotations

from game.core.ruleset import Choice, Option, OptionChoice, RulesetInfo, Stone

from .levels import FULL, LEVELS
from .pond import DUCK, MILLER, PENGUIN, TEAMS

_OPTIONS = (
    Option(
        "picker",
        "Who picks a mascot",
        "seat",
        "toss",
        choices=(
            OptionChoice("toss", "The winner of the toss"),
            OptionChoice("0", "The first player"),
            OptionChoice("1", "The second player"),
        ),
    ),
    Option(
        "first",
        "Who places first",
        "choice",
        "toss",
        choices=(
            OptionChoice("toss", "The winner of the toss"),
            OptionChoice(DUCK, "The duck", "No toss and no choice: the first player has the duck."),
            OptionChoice(PENGUIN, "The penguin", "No toss and no choice: the first player has the penguin."),
        ),
        hidden=True,
    ),
)

_RULES_CARD = """\
Ducks against penguins: each player has 15 duck stones, 15 penguin stones and 6 Millers, and may place any of them. \
A toss says who places first.

Your stone goes into a free pocket in the row or column of the stone just placed by your opponent, also behind the \
lantern. When both are full, and for the very first stone, any free pocket will do.

Three side by side in a row, a column or a diagonal are a trio: a point for the team they show, whoever placed them. \
A Miller counts for both teams, but three Millers for nobody, and no trio reaches across the lantern.

When the last stone is placed, the team with the most points wins; equal points are a draw."""

#: A short game around the lantern: three trios for the ducks, two for the penguins.
_SAMPLE = """
duck g4=w d4=b d8=w d7=b h7=w h6=b h4=w h5=b d5=w d6=b i6=w c6=b c8=w e8=c g8=w j8=b j5=c i5=c
"""

INFO = RulesetInfo(
    id="threestones",
    title="Threestones",
    pitch="Ducks against penguins on the pond.",
    stones=(
        Stone(DUCK, "Duck", "duck", sound="quack"),
        Stone(PENGUIN, "Penguin", "penguin", sound="squeak"),
        Stone(MILLER, "Miller", "miller", sound="star"),
    ),
    colours=(TEAMS[0], TEAMS[1]),
    options=_OPTIONS,
    levels=LEVELS,
    hint_level=FULL.id,
    accent="#FF6FB5",
    accent2="#FFF4DC",
    choices=(
        Choice("duck", "Duck", "Play for the ducks.", DUCK),
        Choice("penguin", "Penguin", "Play for the penguins.", PENGUIN),
    ),
    shows_score=True,
    tosses=True,
    names_stone=True,
    win_banner="Most trios on the pond!",
    rules_card=_RULES_CARD,
    sample=tuple(_SAMPLE.split()),
)
