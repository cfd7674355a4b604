"""The presentation of Threestones in the window: stones, options, texts, rules card and a sample game."""

from __future__ import annotations

from game.core.language import gettext_noop
from game.core.ruleset import API_VERSION, Choice, Option, OptionChoice, RulesetInfo, Stone

from .introduction import INTRODUCTION
from .levels import ACHIEVEMENTS, FULL, LEVELS
from .pond import DUCK, MILLER, PENGUIN, TEAMS
from .rules_card import RULES_CARD

_OPTIONS = (
    Option(
        "picker",
        gettext_noop("Who picks a mascot"),
        "seat",
        "toss",
        choices=(
            OptionChoice("toss", gettext_noop("The winner of the toss")),
            OptionChoice("0", gettext_noop("The first player")),
            OptionChoice("1", gettext_noop("The second player")),
        ),
    ),
    Option(
        "first",
        gettext_noop("Who plays first"),
        "choice",
        "toss",
        choices=(
            OptionChoice("toss", gettext_noop("The winner of the toss")),
            OptionChoice(
                DUCK, gettext_noop("The duck"), gettext_noop("No toss and no choice: the first player plays the ducks.")
            ),
            OptionChoice(
                PENGUIN,
                gettext_noop("The penguin"),
                gettext_noop("No toss and no choice: the first player plays the penguins."),
            ),
        ),
        hidden=True,
    ),
)


#: A short game around the blocked centre: three trios for the ducks, two for the penguins.
_SAMPLE = """
duck g4=w d4=b d8=w d7=b h7=w h6=b h4=w h5=b d5=w d6=b i6=w c6=b c8=w e8=c g8=w j8=b j5=c i5=c
"""

INFO = RulesetInfo(
    id="threestones",
    api=API_VERSION,
    title=gettext_noop("Threestones"),
    pitch=gettext_noop("Ducks against penguins on the pond."),
    stones=(
        Stone(DUCK, gettext_noop("Duck"), "duck", sound="quack"),
        Stone(PENGUIN, gettext_noop("Penguin"), "penguin", sound="squeak"),
        # Translators: the third kind of stone, who counts for both sides: somebody with a mill.
        Stone(MILLER, gettext_noop("Miller"), "miller", sound="star"),
    ),
    colours=(TEAMS[0], TEAMS[1]),
    options=_OPTIONS,
    levels=LEVELS,
    hint_level=FULL.id,
    # Measured with: python main.py review --fit threestones --games 120 --nodes 4000
    logit_scale=250,
    usual_turns=36,
    accent="#FF6FB5",
    accent2="#FFF4DC",
    choices=(
        Choice("duck", gettext_noop("Duck"), gettext_noop("Play for the ducks."), DUCK),
        Choice("penguin", gettext_noop("Penguin"), gettext_noop("Play for the penguins."), PENGUIN),
    ),
    shows_score=True,
    tosses=True,
    names_stone=True,
    win_banner=gettext_noop("Most trios on the pond!"),
    rules_card=RULES_CARD,
    introduction=INTRODUCTION,
    sample=tuple(_SAMPLE.split()),
    ribbons=ACHIEVEMENTS,
)
