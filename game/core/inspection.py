"""What a plug-in's data must hold before the app can offer it; how it plays is for the conformance kit."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from game.core.model import EMPTY, ParseError
from game.core.picture import NO_CELL
from game.core.ruleset import API_VERSION, Option, Ruleset, RulesetInfo, complete_options

_MEMBERS = tuple(name for name in vars(Ruleset) if not name.startswith("_"))
_ID = re.compile(r"[a-z][a-z0-9_]*")
_LEVEL_ID = re.compile(r"[a-z][a-z0-9_-]*")
_SOUND = re.compile(r"[a-z][a-z0-9_]*")
_LETTER = re.compile(r"[a-z]")
_CHOICE = re.compile(r"[a-z][a-z0-9_]*")
_CELL = re.compile(r"[a-z][0-9]{1,2}")
_ACCENT = re.compile(r"#[0-9a-fA-F]{6}")


def flaw(ruleset: Ruleset) -> str | None:
    """The first thing that keeps a ruleset from being used, as a sentence without a full stop; None when it is fit."""
    return next(_flaws(ruleset), None)


def _flaws(ruleset: Ruleset) -> Iterator[str]:
    missing = [name for name in _MEMBERS if not hasattr(ruleset, name)]
    api = getattr(getattr(ruleset, "info", None), "api", API_VERSION)
    if api != API_VERSION:
        yield f"it is made for version {api} of the plug-in contract; this is version {API_VERSION}"
    if missing:
        yield f"it lacks {', '.join(missing)}"
    if not isinstance(ruleset.info, RulesetInfo):
        yield f"its info is a {type(ruleset.info).__name__}, not a RulesetInfo"
    yield from _info_flaws(ruleset.info)
    yield from _default_flaws(ruleset)


def _info_flaws(info: RulesetInfo) -> Iterator[str]:
    if not _ID.fullmatch(info.id):
        yield f"its id {info.id!r} must be lower-case letters, digits and _"
    if not info.title.strip():
        yield "it has no title"
    for accent in (info.accent, info.accent2):
        if not _ACCENT.fullmatch(accent):
            yield f"its accent colour {accent!r} must be written like #ff7a5c"
    yield from _stone_flaws(info)
    yield from _level_flaws(info)
    yield from _choice_flaws(info)
    for option in info.options:
        yield from _option_flaws(option)
    yield from _repeated("option", (option.key for option in info.options))


def _stone_flaws(info: RulesetInfo) -> Iterator[str]:
    letters = [stone.letter for stone in info.stones]
    for letter in letters:
        if not _LETTER.fullmatch(letter) or letter in (EMPTY, NO_CELL):
            yield f"the stone letter {letter!r} must be one lower-case letter other than {NO_CELL}"
    yield from _repeated("stone letter", letters)
    for stone in info.stones:
        if stone.sound and not _SOUND.fullmatch(stone.sound):
            yield f"the sound {stone.sound!r} of stone {stone.letter!r} must be lower-case letters, digits and _"
    if len(info.colours) != 2 or info.colours[0] == info.colours[1]:
        yield f"its colours {info.colours!r} must be two different letters"
    for colour in info.colours:
        if colour not in letters:
            yield f"its colour {colour!r} is not the letter of one of its stones"


def _level_flaws(info: RulesetInfo) -> Iterator[str]:
    yield from _repeated("level", (level.id for level in info.levels))
    for level in info.levels:
        if not _LEVEL_ID.fullmatch(level.id):
            yield f"the level id {level.id!r} must be lower-case letters, digits, _ and -"
        if "." not in level.thinker:
            yield f"the thinker {level.thinker!r} of level {level.id!r} must be a dotted name, as in .opponents.greedy"
    if info.level(info.hint_level) is None:
        known = ", ".join(level.id for level in info.levels) or "none"
        yield f"its hint level {info.hint_level!r} is not among its levels ({known})"


def _choice_flaws(info: RulesetInfo) -> Iterator[str]:
    yield from _repeated("choice", (choice.key for choice in info.choices))
    for choice in info.choices:
        if not _CHOICE.fullmatch(choice.key) or _CELL.fullmatch(choice.key):
            yield f"the choice {choice.key!r} must be a lower-case word that is not a cell's name"


def _option_flaws(option: Option) -> Iterator[str]:
    if option.kind not in ("choice", "number", "flag", "seat"):
        yield f"option {option.key!r} is of the unknown kind {option.kind!r}"
    if option.kind in ("choice", "seat") and not option.choices:
        yield f"option {option.key!r} offers no choices"
    if option.kind == "number" and option.low > option.high:
        yield f"option {option.key!r} goes from {option.low} to {option.high}"
    for preset in option.presets:
        if not option.low <= preset <= option.high:
            yield f"the preset {preset} of option {option.key!r} is not from {option.low} to {option.high}"
    yield from _repeated(f"choice of option {option.key!r}", (choice.value for choice in option.choices))


def _default_flaws(ruleset: Ruleset) -> Iterator[str]:
    try:
        defaults = complete_options(ruleset.info, {})
    except ParseError as error:
        yield f"its default {error}"
        return
    refusal = ruleset.check_options(defaults)
    if refusal is not None:
        yield f"its default options do not go together: {refusal.message.rstrip('.')}"


def _repeated(what: str, names: Iterable[str]) -> Iterator[str]:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            yield f"the {what} {name!r} stands twice"
        seen.add(name)
