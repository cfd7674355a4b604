"""The presentation of Connect6 in the window: its title and pictures, the texts of its rules card, and its levels."""

from __future__ import annotations

from game.core.language import gettext_noop
from game.core.model import MarkKind
from game.core.rules_card import Diagram, Section
from game.core.ruleset import API_VERSION, RulesetInfo, Stone
from rulesets.line_boards import SIZE_OF_SIX, rows_beside

from .introduction import INTRODUCTION
from .levels import ACHIEVEMENTS, FULL, LEVELS

#: The rules on the rules card (F1).
RULES_CARD = (
    Section(
        gettext_noop("Two stones a turn"),
        gettext_noop(
            "Black begins with a single stone. After that, each turn is two stones of your colour on "
            "empty intersections; stones never move."
        ),
        Diagram(
            {"b": "j10", "w": "k11 i11"},
            ((MarkKind.LAST, "k11"), (MarkKind.LAST, "i11")),
            gettext_noop("One stone, then two a turn"),
        ),
    ),
    Section(
        gettext_noop("The goal"),
        gettext_noop(
            "Six or more of your stones in an unbroken line win: horizontally, vertically or "
            "diagonally. A full board is a draw."
        ),
        Diagram(
            {"b": "g10 h10 i10 j10 k10 l10", "w": "h11 k11 i9 l9"},
            ((MarkKind.LINE, "g10 h10 i10 j10 k10 l10"),),
            gettext_noop("Six in a row"),
        ),
    ),
    Section(
        gettext_noop("Threats"),
        gettext_noop(
            "Four in a row with open ends is already a threat: two more stones make six, and two are "
            "needed to stop it. A player who needs three stones to stop everything has lost."
        ),
        Diagram(
            {"w": "h10 i10 j10 k10", "b": "i11 j9 l12"},
            ((MarkKind.LEGAL, "g10"), (MarkKind.LEGAL, "l10")),
            gettext_noop("One stone at each end"),
        ),
    ),
)
_SAMPLE = "j10 k11 i9 j11 j9 j12 j8 i10 k10 h10 l10 k9 i11 h12 l8 l12 h8"

INFO = RulesetInfo(
    id="connect6",
    api=API_VERSION,
    title=gettext_noop("Connect6"),
    pitch=gettext_noop("Two stones a turn, six to win."),
    stones=(Stone("b", gettext_noop("Black"), "black"), Stone("w", gettext_noop("White"), "white")),
    colours=("b", "w"),
    options=(SIZE_OF_SIX, rows_beside(SIZE_OF_SIX)),
    levels=LEVELS,
    hint_level=FULL.id,
    # Measured with: python main.py review --fit connect6 --games 200 --nodes 4000
    logit_scale=780,
    prover=".ai.prove",
    accent="#4FD6C0",
    accent2="#FFF4DC",
    win_banner=gettext_noop("Six in a row!"),
    rules_card=RULES_CARD,
    introduction=INTRODUCTION,
    sample=tuple(_SAMPLE.split()),
    ribbons=ACHIEVEMENTS,
)
