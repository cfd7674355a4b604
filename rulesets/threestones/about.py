"""What the fair shows of Threestones: stones, options, choices, rules card and the sample game of its stall."""

from __future__ import annotations

from game.core.language import marked
from game.core.ruleset import Choice, Option, OptionChoice, RulesetInfo, Stone

from .levels import FULL, LEVELS
from .pond import DUCK, MILLER, PENGUIN, TEAMS

_OPTIONS = (
    Option(
        "picker",
        marked("Who picks a mascot"),
        "seat",
        "toss",
        choices=(
            OptionChoice("toss", marked("The winner of the toss")),
            OptionChoice("0", marked("The first player")),
            OptionChoice("1", marked("The second player")),
        ),
    ),
    Option(
        "first",
        marked("Who places first"),
        "choice",
        "toss",
        choices=(
            OptionChoice("toss", marked("The winner of the toss")),
            OptionChoice(DUCK, marked("The duck"), marked("No toss and no choice: the first player has the duck.")),
            OptionChoice(
                PENGUIN, marked("The penguin"), marked("No toss and no choice: the first player has the penguin.")
            ),
        ),
        hidden=True,
    ),
)

_RULES_CARD = marked(
    """\
Ducks against penguins: each player has 15 duck stones, 15 penguin stones and 6 Millers, and may place any of them. \
A toss says who places first.

Your stone goes into a free pocket in the row or column of the stone just placed by your opponent, also behind the \
lantern. When both are full, and for the very first stone, any free pocket will do.

Three side by side in a row, a column or a diagonal are a trio: a point for the team they show, whoever placed them. \
A Miller counts for both teams, but three Millers for nobody, and no trio reaches across the lantern.

When the last stone is placed, the team with the most points wins; equal points are a draw."""
)

#: A short game around the lantern: three trios for the ducks, two for the penguins.
_SAMPLE = """
duck g4=w d4=b d8=w d7=b h7=w h6=b h4=w h5=b d5=w d6=b i6=w c6=b c8=w e8=c g8=w j8=b j5=c i5=c
"""

INFO = RulesetInfo(
    id="threestones",
    title=marked("Threestones"),
    pitch=marked("Ducks against penguins on the pond."),
    stones=(
        Stone(DUCK, marked("Duck"), "duck", sound="quack"),
        Stone(PENGUIN, marked("Penguin"), "penguin", sound="squeak"),
        Stone(MILLER, marked("Miller"), "miller", sound="star"),
    ),
    colours=(TEAMS[0], TEAMS[1]),
    options=_OPTIONS,
    levels=LEVELS,
    hint_level=FULL.id,
    accent="#FF6FB5",
    accent2="#FFF4DC",
    choices=(
        Choice("duck", marked("Duck"), marked("Play for the ducks."), DUCK),
        Choice("penguin", marked("Penguin"), marked("Play for the penguins."), PENGUIN),
    ),
    shows_score=True,
    tosses=True,
    names_stone=True,
    win_banner=marked("Most trios on the pond!"),
    rules_card=_RULES_CARD,
    sample=tuple(_SAMPLE.split()),
)
