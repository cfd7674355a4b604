"""The titles, pictures and texts of Threestones in the app: stones, options, choices, rules card and sample game."""

from __future__ import annotations

from game.core.language import marked
from game.core.ruleset import Choice, Option, OptionChoice, RulesetInfo, Stone

from .introduction import INTRODUCTION
from .levels import FULL, LEVELS
from .pond import DUCK, MILLER, PENGUIN, TEAMS
from .rules_card import RULES_CARD

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
    rules_card=RULES_CARD,
    introduction=INTRODUCTION,
    sample=tuple(_SAMPLE.split()),
)
