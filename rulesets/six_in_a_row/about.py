"""The presentation of Six in a row in the window: its title, pictures and texts."""

from __future__ import annotations

from game.core.language import gettext_noop
from game.core.model import MarkKind
from game.core.rules_card import Diagram, Section
from game.core.ruleset import API_VERSION, RulesetInfo, Stone
from rulesets.line_boards import SIZE_OF_SIX, rows_beside

from .introduction import INTRODUCTION
from .levels import ACHIEVEMENTS, LEVELS

#: The rules on the rules card (F1).
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
_SAMPLE = "j10 i11 k11 i9 j12 j11 k9 k10 l10 m9 l12 h10 i10 h8 g7 l11 m13 k8"

INFO = RulesetInfo(
    id="six_in_a_row",
    api=API_VERSION,
    title=gettext_noop("Six in a row"),
    pitch=gettext_noop("Six in a row wins, not five. Build patiently."),
    stones=(Stone("b", gettext_noop("Black"), "black"), Stone("w", gettext_noop("White"), "white")),
    colours=("b", "w"),
    options=(SIZE_OF_SIX, rows_beside(SIZE_OF_SIX)),
    levels=LEVELS,
    hint_level="engine_full",
    # Measured with: python main.py review --fit six_in_a_row --games 80 --nodes 4000
    logit_scale=360,
    usual_turns=40,
    prover=".ai.prove",
    accent="#6F8CFF",
    accent2="#FFF4DC",
    win_banner=gettext_noop("Six in a row!"),
    rules_card=RULES_CARD,
    introduction=INTRODUCTION,
    sample=tuple(_SAMPLE.split()),
    ribbons=ACHIEVEMENTS,
)
