"""Validation of a ruleset's data (title, options, levels) before the app offers the game.

How the ruleset plays is checked by the conformance test.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from game.core.language import _, gettext_noop, strip_period
from game.core.model import EMPTY, ParseError
from game.core.picture import NO_CELL
from game.core.plain_text import one_line
from game.core.ruleset import API_VERSION, Option, Ruleset, RulesetInfo, complete_options
from game.plugins.shapes import misfit

_MEMBERS = tuple(name for name in vars(Ruleset) if not name.startswith("_"))
_ID = re.compile(r"[a-z][a-z0-9_]*")
_LEVEL_ID = re.compile(r"[a-z][a-z0-9_-]*")
_SOUND = re.compile(r"[a-z][a-z0-9_]*")
_LETTER = re.compile(r"[a-z]")
_CHOICE = re.compile(r"[a-z][a-z0-9_]*")
_CELL = re.compile(r"[a-z][0-9]{1,2}")
#: The most characters that fit on a game card of the menu.
_LONGEST_TITLE, _LONGEST_PITCH = 60, 300
_ACCENT = re.compile(r"#[0-9a-fA-F]{6}")


def flaw(ruleset: Ruleset) -> str | None:
    """Return a sentence about the first flaw that makes a ruleset unusable, or None if it is usable.

    The sentence has no full stop.
    """
    return next(flaws(ruleset), None)


def flaws(ruleset: Ruleset) -> Iterator[str]:
    """Yield a sentence about each flaw that makes a ruleset unusable, as far as they can be found without playing.

    A ruleset of the wrong form is not looked at any further. The sentences have no full stop.
    """
    missing = [name for name in _MEMBERS if not hasattr(ruleset, name)]
    api = getattr(getattr(ruleset, "info", None), "api", 1)
    if api not in range(1, API_VERSION + 1):
        yield _(
            "the plug-in is made for version {api} of the plug-in interface; this Stone Fair has version {ours}",
            api=api,
            ours=API_VERSION,
        )
    if missing:
        yield _("the plug-in lacks {missing}", missing=", ".join(missing))
        return
    if not isinstance(ruleset.info, RulesetInfo):
        yield _("the plug-in's info is a {kind}, not a RulesetInfo", kind=type(ruleset.info).__name__)
        return
    where = misfit(ruleset.info, RulesetInfo)
    if where:
        yield _("the plug-in's info does not match the interface: info{where}", where=where)
        return
    yield from _info_flaws(ruleset.info)
    yield from _default_flaws(ruleset)
    yield from _ribbon_flaws(ruleset)


def _info_flaws(info: RulesetInfo) -> Iterator[str]:
    if not _ID.fullmatch(info.id):
        yield _("the ruleset id {id!r} may contain only lower-case letters, digits and _", id=info.id)
    if not one_line(info.title):
        yield _("the ruleset has no title")
    for words, most in ((info.title, _LONGEST_TITLE), (info.pitch, _LONGEST_PITCH)):
        if len(words) > most:
            yield _(
                "{words} has {count} characters; the limit is {most}",
                words=f"{words:.20}…",
                count=len(words),
                most=most,
            )
    for accent in (info.accent, info.accent2):
        if not _ACCENT.fullmatch(accent):
            yield _("the accent colour {accent!r} must be written like #ff7a5c", accent=accent)
    yield from _stone_flaws(info)
    yield from _level_flaws(info)
    yield from _choice_flaws(info)
    for option in info.options:
        yield from _option_flaws(option)
    yield from _repeated(gettext_noop("the option {name!r} appears twice"), (option.key for option in info.options))


def _stone_flaws(info: RulesetInfo) -> Iterator[str]:
    letters = [stone.letter for stone in info.stones]
    for letter in letters:
        if not _LETTER.fullmatch(letter) or letter in (EMPTY, NO_CELL):
            yield _(
                "the stone letter {letter!r} must be one lower-case letter other than {other}",
                letter=letter,
                other=NO_CELL,
            )
    yield from _repeated(gettext_noop("the stone letter {name!r} appears twice"), letters)
    for stone in info.stones:
        if stone.sound and not _SOUND.fullmatch(stone.sound):
            yield _(
                "the sound {sound!r} of stone {letter!r} may contain only lower-case letters, digits and _",
                sound=stone.sound,
                letter=stone.letter,
            )
    if len(info.colours) != 2 or info.colours[0] == info.colours[1]:
        yield _("the colours {colours!r} must be two different letters", colours=info.colours)
    for colour in info.colours:
        if colour not in letters:
            yield _("the colour {colour!r} is not the letter of any stone in the ruleset", colour=colour)


def _level_flaws(info: RulesetInfo) -> Iterator[str]:
    yield from _repeated(gettext_noop("the level {name!r} appears twice"), (level.id for level in info.levels))
    for level in info.levels:
        if not _LEVEL_ID.fullmatch(level.id):
            yield _("the level id {id!r} may contain only lower-case letters, digits, _ and -", id=level.id)
        if "." not in level.thinker:
            yield _(
                "the engine {thinker!r} of level {level!r} must be a dotted name, such as .opponents.greedy",
                thinker=level.thinker,
                level=level.id,
            )
    if info.level(info.hint_level) is None:
        known = ", ".join(level.id for level in info.levels) or "none"
        yield _("the hint level {level!r} is not one of the levels ({known})", level=info.hint_level, known=known)


def _choice_flaws(info: RulesetInfo) -> Iterator[str]:
    yield from _repeated(gettext_noop("the choice {name!r} appears twice"), (choice.key for choice in info.choices))
    for choice in info.choices:
        if not _CHOICE.fullmatch(choice.key) or _CELL.fullmatch(choice.key):
            yield _("the choice {key!r} must be a lower-case word that is not the name of a cell", key=choice.key)


def _option_flaws(option: Option) -> Iterator[str]:
    if option.kind not in ("choice", "number", "flag", "seat"):
        yield _("option {key!r} has an unknown type: {kind!r}", key=option.key, kind=option.kind)
    if option.kind in ("choice", "seat") and not option.choices:
        yield _("option {key!r} offers no choices", key=option.key)
    if option.kind == "number" and option.low > option.high:
        yield _(
            "the range of option {key!r} is reversed: {low} to {high}", key=option.key, low=option.low, high=option.high
        )
    for preset in option.presets:
        if not option.low <= preset <= option.high:
            yield _(
                "the preset {preset} of option {key!r} is not between {low} and {high}",
                preset=preset,
                key=option.key,
                low=option.low,
                high=option.high,
            )
    yield from _repeated(
        gettext_noop("the choice {name!r} of an option appears twice"), (choice.value for choice in option.choices)
    )


def _default_flaws(ruleset: Ruleset) -> Iterator[str]:
    try:
        defaults = complete_options(ruleset.info, {})
    except ParseError as error:
        yield _("the default options are not valid: {problem}", problem=error)
        return
    refusal = ruleset.check_options(defaults)
    if refusal is not None:
        yield _("the default options cannot be combined: {message}", message=strip_period(refusal.message))


def _ribbon_flaws(ruleset: Ruleset) -> Iterator[str]:
    ribbons = ruleset.info.ribbons
    yield from _repeated(gettext_noop("the ribbon {name!r} appears twice"), (ribbon.id for ribbon in ribbons))
    for ribbon in ribbons:
        try:
            refusal = ruleset.check_options(complete_options(ruleset.info, ribbon.options))
        except ParseError as error:
            yield _("the options of the ribbon {name!r} are not valid: {problem}", name=ribbon.id, problem=error)
            return
        if refusal is not None:
            yield _(
                "the options of the ribbon {name!r} cannot be combined: {message}",
                name=ribbon.id,
                message=strip_period(refusal.message),
            )


def _repeated(complaint: str, names: Iterable[str]) -> Iterator[str]:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            yield _(complaint, name=name)
        seen.add(name)
