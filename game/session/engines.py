"""The game engines that the player has added, stored with the settings. No pygame here."""

from __future__ import annotations

import os
import secrets
import shlex
import shutil
from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from msgspec import Meta, Struct, ValidationError, convert, field, structs, to_builtins

from game.core.language import _, gettext_noop, join_sentences
from game.core.levels.blended import MIRROR_TITLE
from game.core.plain_text import drawable, one_line
from game.core.ruleset import Level
from game.core.tournament import Participant
from game.engine.client.engine_program import USUAL_DIALECT, EngineProgram
from game.engine.client.opponent_process import DIALECTS
from game.storage.database import Database

#: Prefix of a participant's level if it is an engine; no level of a ruleset has a colon in its id.
_LEVEL_PREFIX = "engine:"
ENGINES_SETTING = "engines"
#: The name of an engine before its program is known.
UNNAMED = gettext_noop("New engine")
#: The usual prefix of the file names of Gomocup engines.
_USUAL_PREFIX = "pbrain-"
#: Minimum and maximum of the values that the player can set.
SECONDS = (0.5, 60.0)
MEGABYTES = (50, 2000)
#: Most threads and megabytes of hash table that the player can set; 0 leaves both to the engine.
MOST_THREADS, MOST_HASH_MEGABYTES = 64, 8192
#: The names of these two settings in Yixin's extension of the Gomocup protocol; the second is in kilobytes.
_THREADS, _HASH_KILOBYTES = "thread_num", "hash_size"
#: Rule numbers of renju for engines; the first is the protocol's own.
RENJU, OTHER_RENJU = 4, 2
#: Separator between the settings for an engine.
_BETWEEN = ","
#: Maximum number of characters of a name in a sentence.
_LONGEST_SPOKEN = 12
#: Maximum number of characters in a sentence about stored settings that cannot be used.
_LONGEST_KEYS = 60


class EngineRecord(Struct, frozen=True):
    """A game engine with the settings that the player has entered for it.

    ``command``, ``arguments``, ``settings`` and ``info`` are stored as typed.

    The names of the fields in the database never change; the Python names may.
    """

    id: Annotated[str, Meta(min_length=1)] = field(name="id")
    name: Annotated[str, Meta(pattern=r"\S")] = field(name="name", default=UNNAMED)
    command: str = field(name="command", default="")
    seconds: Annotated[float, Meta(ge=SECONDS[0], le=SECONDS[1])] = field(name="seconds", default=5.0)
    """Seconds for one move."""
    memory_megabytes: Annotated[int, Meta(ge=MEGABYTES[0], le=MEGABYTES[1])] = field(
        name="memory_megabytes", default=350
    )
    renju_rule: Annotated[int, Meta(ge=OTHER_RENJU, le=RENJU, multiple_of=2)] = field(name="renju_rule", default=RENJU)
    """The engine's rule number for renju."""
    dialect: Annotated[str, Meta(pattern=rf"\A({'|'.join(DIALECTS)})\Z")] = field(name="dialect", default=USUAL_DIALECT)
    """The id of the protocol dialect of the engine."""
    rows_from_bottom: bool = field(name="rows_from_bottom", default=False)
    """True if row letters count from the bottom, in a dialect that names rows by letters."""
    settings: str = field(name="settings", default="")
    """Commands of an engine for Connect6, sent before each game: ``depth 4, vcf``."""
    arguments: str = field(name="arguments", default="")
    """Arguments for the command line, after those that ``command`` has."""
    threads: Annotated[int, Meta(ge=0, le=MOST_THREADS)] = field(name="threads", default=0)
    """Number of threads of a Gomocup engine, 0 for the engine's own choice."""
    hash_megabytes: Annotated[int, Meta(ge=0, le=MOST_HASH_MEGABYTES)] = field(name="hash_megabytes", default=0)
    """Size of the hash table of a Gomocup engine, 0 for the engine's own choice."""
    info: str = field(name="info", default="")
    """INFO lines for a Gomocup engine, with keys and values: ``max_depth 8, pondering 0``."""

    @property
    def level(self) -> str:
        """The level id that identifies this engine as a participant, also in files."""
        return _LEVEL_PREFIX + self.id

    @property
    def participant(self) -> Participant:
        """The engine as a participant of a series."""
        return Participant(self.name, self.level)

    def to_program(self) -> EngineProgram:
        """Return the description that is needed to start the engine's process."""
        rules = {} if self.renju_rule == RENJU else {RENJU: self.renju_rule}
        is_usual = self.dialect == USUAL_DIALECT
        return EngineProgram(
            name=self.name,
            command=self.words or ("",),
            memory_megabytes=self.memory_megabytes,
            rules=rules,
            settings=self._info_settings() if is_usual else split_settings(self.settings),
            dialect=self.dialect,
            rows_from_bottom=self.rows_from_bottom and not is_usual,
        )

    def _info_settings(self) -> dict[str, str]:
        """Return the settings that are sent to a Gomocup engine as INFO lines; typed ones replace the others."""
        sizes = {_THREADS: self.threads, _HASH_KILOBYTES: self.hash_megabytes * 1024}
        return {key: str(number) for key, number in sizes.items() if number} | split_settings(self.info)

    @property
    def words(self) -> tuple[str, ...]:
        """The parts of the command line: the program and all arguments."""
        return (*split_command(self.command), *split_command(self.arguments))

    def with_command(self, **fields: str) -> EngineRecord:
        """Return a copy of this engine with another command or other arguments. A default name changes with them."""
        follows = self.name in (UNNAMED, _(UNNAMED), program_name(self.words))
        changed = self.with_changes(**fields)
        return changed.with_changes(name=program_name(changed.words)) if follows else changed

    def with_changes(self, **fields: object) -> EngineRecord:
        """Return a copy of this engine with new values for the given fields."""
        return structs.replace(self, **fields)


def is_engine(participant: Participant) -> bool:
    """Return True if a participant is an engine added by a player, on this machine or another one."""
    return participant.level.startswith(_LEVEL_PREFIX)


def shown_name(participant: Participant) -> str:
    """Return a participant's display name, which is translated if the participant is a built-in level."""
    return participant.name if participant.is_person or is_engine(participant) else _(participant.name)


def stored_name(levels: Iterable[Level], name: str) -> str:
    """Return the display name for a stored opponent name, translated if it is the name of one of the ``levels``.

    Games of earlier versions store the title of a level instead of its name.
    """
    is_level = name == MIRROR_TITLE or any(name in (level.name, level.title) for level in levels)
    return _(name) if name and is_level else name


def display_name_of_engine(participant: Participant, other: Participant) -> str:
    """Return a participant's short name for a sentence, made long enough to differ from the other's name."""
    name, others = shown_name(participant), shown_name(other)
    return _distinct_name(name, others) if _short_name(name) == _short_name(others) else _short_name(name)


def _distinct_name(name: str, other: str) -> str:
    """Return the first words of a name, up to the first word that differs from the other name."""
    words, others = name.split(), other.split()
    alike = list(takewhile(lambda pair: pair[0] == pair[1], zip(words, others, strict=False)))
    return " ".join(words[: len(alike) + 1])


def _short_name(name: str) -> str:
    """Return a short form of a long name, which is its first word or only its beginning."""
    if len(name) <= _LONGEST_SPOKEN:
        return name
    first = name.split(maxsplit=1)[0]
    return first if len(first) <= _LONGEST_SPOKEN else f"{name[: _LONGEST_SPOKEN - 1].rstrip()}…"


def split_command(text: str) -> tuple[str, ...]:
    """Split an engine's command line into its parts, respecting quotation marks.

    The path of an existing file is one part.
    """
    text = text.strip()
    if _is_file(text):
        return (text,)
    try:
        words = shlex.split(text, posix=os.name != "nt")
    except ValueError:
        words = text.split()
    return tuple(word.strip('"') for word in words)


def _is_file(text: str) -> bool:
    """Return True if a file has this path. Return False if the text cannot be a path."""
    try:
        return Path(text).is_file()
    except OSError:
        return False


def split_settings(text: str) -> dict[str, str]:
    """Parse an engine's settings, such as ``depth 4, vcf``, into names and values.

    A name without a value gets the value "".
    """
    settings = (setting.split(maxsplit=1) for setting in text.split(_BETWEEN) if setting.strip())
    return {words[0]: words[1].strip() if words[1:] else "" for words in settings}


def command_problem(engine: EngineRecord) -> str:
    """Return a message saying why an engine's program cannot be started, or "" if it can."""
    words = split_command(engine.command)
    if not words:
        return _("Choose the engine's program, or type its path.")
    if engine.command.count('"') % 2 or engine.arguments.count('"') % 2:
        return _("A quotation mark is missing.")
    if shutil.which(words[0]) is not None:
        return ""
    if _is_file(words[0]):
        return _("{program} is not marked as a program that can be started.", program=Path(words[0]).name)
    return _("No program found: {program}.", program=words[0])


def absence(participant: Participant, engine: EngineRecord | None) -> str:
    """Return a message saying why an engine in the game cannot be asked for moves, or "" if it can."""
    if engine is None:
        return _(
            "{name} is not among your engines. Add the engine in the settings to continue the game.",
            name=participant.name,
        )
    problem = command_problem(engine)
    if not problem:
        return ""
    waits = _("{name} cannot be started. Correct the engine in the settings to continue the game.", name=engine.name)
    return join_sentences((waits, problem))


def quoted(path: Path) -> str:
    """Return the path of a program as the text of a command, in quotation marks if it has spaces."""
    return f'"{path}"' if " " in str(path) else str(path)


def program_name(words: Sequence[str]) -> str:
    """Return a default name for an engine, taken from the program or script of its command line."""
    files = [word for word in words[1:] if _is_file(word)]
    stem = Path(files[0] if files else words[0]).stem.removeprefix(_USUAL_PREFIX) if words else ""
    return stem[:1].upper() + stem[1:] or _(UNNAMED)


class EngineList:
    """The list of engines that the player has added, oldest first. Every change is saved at once."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def engines(self) -> list[EngineRecord]:
        """Return all engines that the player has added, except invalid stored entries."""
        return [read.engine for entry in self._stored() if (read := _read(entry)) is not None]

    def warning(self) -> str:
        """Return a message about stored engines and engine settings that cannot be used; "" if there are none."""
        found = [_read(entry) for entry in self._stored()]
        unread = (
            [_("The settings of one of your engines cannot be read and are left unchanged.")] if None in found else []
        )
        ignored = [
            _(
                "{name} has settings that cannot be used: {keys}. The default values are used instead.",
                name=read.engine.name,
                keys=one_line(", ".join(read.ignored), _LONGEST_KEYS),
            )
            for read in found
            if read is not None and read.ignored
        ]
        return join_sentences([*unread, *ignored])

    def ready(self) -> list[EngineRecord]:
        """Return the player's engines that have a command and can be used."""
        return [engine for engine in self.engines() if engine.command.strip()]

    def add(self) -> EngineRecord:
        """Add a new engine, still without a command, and return it."""
        engine = EngineRecord(secrets.token_hex(4), _(UNNAMED))
        self._write([*self._stored(), to_builtins(engine, enc_hook=str)])
        return engine

    def change(self, engine: EngineRecord) -> None:
        """Replace the stored engine that has the same id, but keep its unknown stored fields."""
        changed = to_builtins(engine, enc_hook=str)
        self._write([{**entry, **changed} if _is_of(engine, entry) else entry for entry in self._stored()])

    def remove(self, engine: EngineRecord) -> None:
        """Remove an engine from the player's engines. Tournaments with the engine remain unchanged."""
        self._write([entry for entry in self._stored() if not _is_of(engine, entry)])

    def find(self, participant: Participant) -> EngineRecord | None:
        """Find a participant's engine by its id, or else by its name. Return None if there is neither.

        An engine has a new id if it was removed and added again.
        """
        ready = self.ready()
        same = [engine for engine in ready if engine.level == participant.level]
        namesakes = [engine for engine in ready if engine.name == participant.name]
        return next(iter([*same, *namesakes]), None)

    def _stored(self) -> list[Any]:
        """Return the stored entries of the engines. Entries that cannot be read are written back unchanged."""
        entries: list[Any] = self._database.settings.get(ENGINES_SETTING, [])
        return entries

    def _write(self, entries: list[Any]) -> None:
        self._database.settings.set(ENGINES_SETTING, entries)


class _ReadEngine(NamedTuple):
    """An engine read from its stored entry, with the keys of the entry that were ignored."""

    engine: EngineRecord
    ignored: list[str]
    """The keys that are unknown or have invalid values."""


def _is_of(engine: EngineRecord, entry: object) -> bool:
    return isinstance(entry, Mapping) and entry.get("id") == engine.id


def _read(entry: object) -> _ReadEngine | None:
    """Read an engine from its stored entry, with defaults for invalid values.

    Return None if the entry has no id.
    """
    if not isinstance(entry, Mapping) or not isinstance(entry.get("id"), str) or not entry["id"]:
        return None
    known = {each.encode_name: each for each in structs.fields(EngineRecord)}
    ignored = [key for key, value in entry.items() if not _fits(known.get(key), value)]
    fitting = {known[key].name: value for key, value in entry.items() if key not in ignored}
    return _ReadEngine(EngineRecord(entry["id"]).with_changes(**fitting), ignored)


def _fits(known: structs.FieldInfo | None, value: object) -> bool:
    """Return True if a value is valid for a field of an engine.

    ``known`` is None for an unknown field.
    """
    if known is None or (isinstance(value, str) and drawable(value) != value):
        return False
    try:
        convert(value, known.type)
    except ValidationError:
        return False
    return True
