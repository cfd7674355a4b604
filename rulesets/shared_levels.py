"""Levels (computer opponents) that several games share: those with characters, and two after a player in a paper.

The weaker levels with characters are players without compiled code that choose less and less randomly. The stronger
ones are the engine with a deeper and deeper search; the strongest is the whole engine without limits.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from game.core.character import Character
from game.core.language import gettext_noop
from game.core.levels.ladder import played_by, rated
from game.core.ruleset import Level

#: Default title and pitch of the levels that are not from documents.
_WORDS = {
    "newcomer": (gettext_noop("Newcomer"), gettext_noop("A newcomer who puts stones where they look nice.")),
    "stroller": (gettext_noop("Stroller"), gettext_noop("A guest who plays while admiring the view.")),
    "regular": (gettext_noop("Regular"), gettext_noop("A regular visitor who blocks the obvious threats.")),
    "careful": (gettext_noop("Careful"), gettext_noop("A careful player who checks your threats before moving.")),
    "patient": (gettext_noop("Patient"), gettext_noop("A player who rarely slips, and waits for you to slip.")),
    "schemer": (gettext_noop("Schemer"), gettext_noop("A schemer who makes four after four if you leave room.")),
    "keen": (gettext_noop("Keen"), gettext_noop("A player who looks one move further than you expect.")),
    "light": (gettext_noop("Light engine"), gettext_noop("An engine that thinks only briefly.")),
    "solid": (gettext_noop("Solid engine"), gettext_noop("An engine that thinks long enough to plan an attack.")),
    "sharp": (
        gettext_noop("Sharp engine"),
        gettext_noop("An engine that looks far ahead and forgets no threat."),
    ),
    "strong": (
        gettext_noop("Strong engine"),
        gettext_noop("An engine that prepares two attacks at once."),
    ),
    "master": (gettext_noop("Master engine"), gettext_noop("An engine that sees your trap before you set it.")),
    "grandmaster": (
        gettext_noop("Grandmaster engine"),
        gettext_noop("An engine that knows how the game ends before it begins."),
    ),
    "champion": (
        gettext_noop("Champion engine"),
        gettext_noop("An engine that leaves you one way out, then blocks it."),
    ),
    "full": (gettext_noop("Full engine"), gettext_noop("An engine that thinks as deeply as its time allows.")),
}


def engine_level(name: str, *, title: str = "", pitch: str = "", chooses: bool = False, **settings: float) -> Level:
    """Return the level ``engine_<name>``, which is played by the compiled engine with the given settings.

    ``title`` and ``pitch`` replace the usual title and description. If ``chooses``, the level also makes opening
    decisions. Only the level named "full" also thinks in the opponent's time.
    """
    level = instant_level(name, ".ai.engine", title=title, pitch=pitch, chooses=chooses, **settings)
    return replace(level, ponders=name == "full", compiled=True)


def instant_level(
    name: str, thinker: str, *, title: str = "", pitch: str = "", chooses: bool = False, **settings: float
) -> Level:
    """Return the level ``engine_<name>``, which is played by a function that needs no compiled code.

    ``thinker`` names this function within the ruleset's package, such as ``.opponents.row_weigher``, and ``settings``
    are its arguments. ``title`` and ``pitch`` replace the usual title and description. If ``chooses``, the level also
    makes opening decisions.
    """
    usual_title, usual_pitch = _WORDS[name]
    words = (title or usual_title, pitch or usual_pitch)
    return Level(f"engine_{name}", *words, thinker, settings, chooses=chooses)


def six_tuple_levels(source: str, pitch: str) -> tuple[Level, Level]:
    """Return two levels of the player who scores runs of six cells: a casual one, and the one described in a paper.

    ``source`` names the paper, and ``pitch`` is the description of the second level. The ruleset must provide the
    player as ``six_tuples`` in its module ``opponents``.
    """
    thinker = ".opponents.six_tuples"
    casual = Level(
        id="casual",
        title=gettext_noop("Casual"),
        pitch=gettext_noop("A player who sees each line of six, but is careless."),
        thinker=thinker,
        settings={"worth": 0.5},
        source=f"{source}; with dice among the cells worth at least half of the best",
    )
    return (casual, Level("six_tuples", gettext_noop("Six-tuples"), pitch, thinker, source=source))


def measured(levels: Iterable[Level], cast: Mapping[str, Character], levels_file: str) -> tuple[Level, ...]:
    """Return the levels with their characters and Elo ratings, the weakest first.

    ``cast`` maps level ids to characters. The ratings come from the file ``ladder.json`` beside ``levels_file``; it
    holds the results of games between the levels, and the command that played them.
    """
    ladder = Path(levels_file).with_name("ladder.json").read_text(encoding="utf-8")
    return rated(played_by(levels, cast), ladder)
