"""The levels (computer opponents) of every rule sheet, from the weakest to the strongest.

They have no Elo ratings, because each sheet is another game, and no characters, which belong to the program's own
games.
"""

from __future__ import annotations

from game.core.language import gettext_noop
from game.core.ruleset import Level

_PLAYER, _ENGINE = "game.sheets.players.look_ahead", "rulesets.sheet_ai.think"

#: The function that looks for forced wins.
PROVER = "rulesets.sheet_ai.prove"
#: The last level also gives the hints.
LEVELS = (
    Level(
        "sheet_newcomer",
        gettext_noop("Newcomer"),
        gettext_noop("A newcomer who puts stones where they look nice."),
        _PLAYER,
        {"temperature": 60, "defence": 0.5, "attention": 0.5},
    ),
    Level(
        "sheet_regular",
        gettext_noop("Regular"),
        gettext_noop("A regular visitor who blocks the obvious threats."),
        _PLAYER,
        {"temperature": 15, "defence": 0.9},
    ),
    Level(
        "sheet_light",
        gettext_noop("Light engine"),
        gettext_noop("An engine that thinks only briefly."),
        _ENGINE,
        {"nodes": 300, "temperature": 20},
        chooses=True,
        compiled=True,
    ),
    Level(
        "sheet_solid",
        gettext_noop("Solid engine"),
        gettext_noop("An engine that thinks long enough to plan an attack."),
        _ENGINE,
        {"nodes": 3_000},
        chooses=True,
        compiled=True,
    ),
    Level(
        "sheet_strong",
        gettext_noop("Strong engine"),
        gettext_noop("An engine that prepares two attacks at once."),
        _ENGINE,
        {"nodes": 30_000},
        chooses=True,
        compiled=True,
    ),
    Level(
        "sheet_full",
        gettext_noop("Full engine"),
        gettext_noop("An engine that thinks as deeply as its time allows."),
        _ENGINE,
        chooses=True,
        ponders=True,
        compiled=True,
    ),
)
