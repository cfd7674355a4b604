"""The plan of an arena (a run of games between engines), read from the command line and checked."""

from __future__ import annotations

import os
import random
import re
import shlex
from argparse import Namespace
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from game.core.clock import UNTIMED, TimeControl, format_time_control
from game.core.match import Match
from game.core.model import Options, ParseError
from game.core.ruleset import Ruleset, complete_options, format_move
from game.engine.client.engine_program import USUAL_DIALECT, EngineProgram
from game.engine.client.opponent_process import ALL_DIALECTS, DIALECTS, dialect_of, expresses
from game.library.formats.lists.openings import Opening, read_openings
from game.plugins.sheet_files import ruleset_named
from game.session.matches.arena_game import Contestant, Terms, catalogue
from game.session.matches.elo import MOST_ELO, SequentialTest
from game.session.matches.schedule import Fixture, Pairing, gauntlet, near, round_robin, schedule
from game.session.matches.standings import Anchor

#: Maximum number of tries for each opening.
_THROWS = 20
#: Word after the name of a contestant that plays itself, for its second copy.
_SECOND = "(2)"
_CLOCK = re.compile(r"([1-9][0-9]{0,5})\+([0-9]{1,4}(?:\.[0-9]{1,3})?)")


def throw_openings(ruleset: Ruleset, options: Options, plies: int, count: int, seed: int) -> list[Opening]:
    """Return ``count`` random openings of ``plies`` plies, in which the game has not ended.

    In each position all legal moves are equally likely.

    Raises ParseError if too many random games end within the opening.
    """
    rng = random.Random(seed)
    openings: list[Opening] = []
    for _ in range(_THROWS * count):
        match = Match(ruleset, options, 0)
        while match.outcome is None and len(match.plies) < plies:
            move = rng.choice(list(ruleset.legal_moves(match.state)))
            match.play(move)
        if match.outcome is None:
            openings.append(tuple(format_move(ruleset.info, match.state.geometry, move) for move in match.moves))
        if len(openings) == count:
            return openings
    raise ParseError(f"games of {plies} plies by dice have mostly ended")


@dataclass(frozen=True, slots=True)
class Plan:
    """The plan of an arena (a run of games between engines): contestants, conditions and games in order."""

    ruleset: Ruleset
    terms: Terms
    contestants: tuple[Contestant, ...]
    openings: tuple[Opening, ...]
    fixtures: tuple[Fixture, ...]
    test: SequentialTest | None
    anchor: Anchor | None
    header: Mapping[str, Any]
    """The settings that a log must share to be continued. The number of games may differ."""

    @property
    def names(self) -> list[str]:
        """The names of the contestants, in their order."""
        return [contestant.name for contestant in self.contestants]

    def seats(self, fixture: Fixture) -> tuple[Contestant, Contestant]:
        """Return the contestants of a game in the order of their player numbers."""
        first, second = fixture.seats
        return self.contestants[first], self.contestants[second]


def read_plan(arguments: Namespace) -> Plan:
    """Build the plan of an arena from the command line. Raises ParseError if it is invalid."""
    ruleset = chosen_ruleset(arguments)
    options = chosen_options(ruleset, arguments.option)
    contestants = _contestants(arguments, ruleset, options)
    openings = _openings(arguments, ruleset, options)
    for contestant in contestants if any(openings) else ():
        if contestant.engine is not None and not dialect_of(contestant.engine).lays_stones:
            raise ParseError(f"{contestant.name} can be told a game from its beginning only, so not with --openings")
    pairings = _pairings(arguments, len(contestants))
    terms = Terms(
        ruleset=ruleset.info.id,
        options=options,
        seconds=arguments.seconds,
        grace=arguments.grace,
        clock=_clock(arguments.clock),
        nodes=arguments.nodes,
        most_plies=arguments.most_plies,
        plugins=arguments.plugins,
    )
    return Plan(
        ruleset=ruleset,
        terms=terms,
        contestants=contestants,
        openings=openings,
        fixtures=tuple(schedule(pairings, arguments.games, len(openings), arguments.seed)),
        test=chosen_test(arguments.sprt, len(contestants)),
        anchor=_anchor(arguments.anchor, contestants),
        header=_header(arguments, terms, contestants, openings),
    )


def _header(
    arguments: Namespace, terms: Terms, contestants: Sequence[Contestant], openings: Sequence[Opening]
) -> Mapping[str, Any]:
    return {
        "ruleset": terms.ruleset,
        "options": dict(terms.options),
        "contestants": [_describe_contestant(contestant) for contestant in contestants],
        "gauntlet": arguments.gauntlet,
        "near": arguments.near,
        # Random openings are not listed: their number follows from that of the games, and a longer run generates the
        # same first ones.
        **({"dice": arguments.dice} if arguments.dice else {"openings": [" ".join(opening) for opening in openings]}),
        "seconds": terms.seconds,
        "nodes": terms.nodes,
        "most_plies": terms.most_plies,
        "seed": arguments.seed,
        **({"clock": format_time_control(terms.clock)} if terms.clock.is_timed else {}),
    }


def _clock(words: str | None) -> TimeControl:
    """Parse a time control of the form SECONDS+INCREMENT. Raises ParseError if it is invalid."""
    if words is None:
        return UNTIMED
    found = _CLOCK.fullmatch(words)
    if found is None:
        raise ParseError(f"--clock {words!r} is not of the form SECONDS+INCREMENT (as in 180+2, 3+0.05, 60+0)")
    return TimeControl(int(found[1]), float(found[2]))


def _describe_contestant(contestant: Contestant) -> Mapping[str, Any]:
    engine = contestant.engine
    if engine is None:
        return {"level": contestant.level}
    # Defaults are left out, so that logs written before a setting existed can be continued.
    unusual = {} if engine.dialect == USUAL_DIALECT else {"protocol": engine.dialect}
    return {
        "name": engine.name,
        "command": list(engine.command),
        "rules": {str(rule): number for rule, number in engine.rules.items()},
        "settings": dict(engine.settings),
        **unusual,
        **({"rows_from_bottom": True} if engine.rows_from_bottom else {}),
    }


def chosen_ruleset(arguments: Namespace) -> Ruleset:
    """Return the ruleset named on the command line, or the first ruleset if none is named.

    Raises ParseError if the name is unknown.
    """
    if arguments.ruleset is None:
        return next(iter(catalogue(arguments.plugins).rulesets.values()))
    return named_ruleset(arguments.plugins, arguments.ruleset)


def named_ruleset(plugins: Path | None, name: str) -> Ruleset:
    """Return the ruleset with this id, or of the rule sheet with this key. Raises ParseError if it is unknown."""
    rulesets = catalogue(plugins).rulesets
    found = ruleset_named(rulesets, name)
    if found is None:
        raise ParseError(f"there is no ruleset {name!r} (there are: {', '.join(rulesets)})")
    return found


def chosen_options(ruleset: Ruleset, words: Sequence[str]) -> Options:
    """Parse game options of the form KEY=VALUE, with defaults for missing ones.

    Raises ParseError if the options are invalid.
    """
    options = complete_options(ruleset.info, dict(_split(word, "--option", "KEY=VALUE") for word in words))
    refusal = ruleset.check_options(options)
    if refusal is not None:
        raise ParseError(refusal.message.rstrip("."))
    return options


def _split(word: str, option: str, form: str) -> tuple[str, str]:
    key, equals, value = word.partition("=")
    if not (key and equals and value):
        raise ParseError(f"{option} {word!r} is not of the form {form}")
    return key, value


def _contestants(arguments: Namespace, ruleset: Ruleset, options: Options) -> tuple[Contestant, ...]:
    engines = _engines(arguments)
    known = [level.id for level in ruleset.info.levels]
    levels = arguments.levels or ([] if engines else known)
    for level in levels:
        if level not in known:
            raise ParseError(f"{ruleset.info.title} has no level {level!r} (it has: {', '.join(known)})")
    for engine in engines:
        if not expresses(engine, ruleset, options):
            refusal = DIALECTS[engine.dialect].refusal.format(ruleset=ruleset.info.title)
            raise ParseError(f"{engine.name}: {refusal}")
    found = (*(Contestant(level, level) for level in levels), *(Contestant(e.name, engine=e) for e in engines))
    names = [contestant.name for contestant in found]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise ParseError(f"two contestants are called {twice!r}")
    if len(found) > 1:
        return found
    (only,) = found
    if arguments.ladder is not None:
        raise ParseError(f"--ladder measures levels against others, and only {only.name!r} takes part")
    return only, replace(only, name=f"{only.name} {_SECOND}")


def _pairings(arguments: Namespace, contestants: int) -> list[Pairing]:
    if arguments.gauntlet and arguments.near:
        raise ParseError("--gauntlet and --near do not go together")
    if arguments.gauntlet:
        return gauntlet(contestants)
    return near(contestants, arguments.near) if arguments.near else round_robin(contestants)


def _anchor(words: str | None, contestants: Sequence[Contestant]) -> Anchor | None:
    if words is None:
        return None
    name, elo = _split(words, "--anchor", "NAME=ELO")
    names = [contestant.name for contestant in contestants]
    if name not in names:
        raise ParseError(f"--anchor names {name!r}, who does not take part")
    if not (elo.isdecimal() and len(elo) <= 5):
        raise ParseError(f"--anchor {words!r} is not of the form NAME=ELO")
    return Anchor(names.index(name), float(elo))


def _engines(arguments: Namespace) -> list[EngineProgram]:
    commands = [_split(word, "--engine", "NAME=COMMAND") for word in arguments.engine]
    names = [name for name, _ in commands]
    rules = _of_engines(arguments.rule, "--rule", "NAME:RULE=NUMBER", names)
    settings = _of_engines(arguments.info, "--info", "NAME:KEY=VALUE", names, needs_value=False)
    dialects = dict(_split(word, "--protocol", "NAME=PROTOCOL") for word in arguments.protocol)
    _check_named([*dialects], "--protocol", names)
    _check_named(arguments.rows_from_bottom, "--rows-from-bottom", names)
    unknown = next((dialect for dialect in dialects.values() if dialect not in ALL_DIALECTS), None)
    if unknown is not None:
        raise ParseError(f"--protocol names {unknown!r} (there are: {', '.join(ALL_DIALECTS)})")
    programs = [
        EngineProgram(
            name,
            _words(command),
            rules=_numbers(name, rules.get(name, {})),
            settings=settings.get(name, {}),
            dialect=dialects.get(name, USUAL_DIALECT),
            rows_from_bottom=name in arguments.rows_from_bottom,
        )
        for name, command in commands
    ]
    for program in programs:
        _check_meant(program)
    return programs


def _check_meant(program: EngineProgram) -> None:
    """Raise ParseError for command-line options that the engine's protocol does not support."""
    dialect = dialect_of(program)
    if program.rules and not dialect.numbers_rules:
        raise ParseError(f"--rule names {program.name!r}, whose protocol {dialect.id!r} has no rule numbers")
    if program.rows_from_bottom and not dialect.letters_rows:
        text = f"--rows-from-bottom names {program.name!r}, whose protocol {dialect.id!r} names no rows by letters"
        raise ParseError(text)


def _check_named(told: Sequence[str], option: str, names: Sequence[str]) -> None:
    for name in told:
        if name not in names:
            raise ParseError(f"{option} names {name!r}, and no --engine is called so")


def _of_engines(
    words: Sequence[str], option: str, form: str, names: Sequence[str], *, needs_value: bool = True
) -> Mapping[str, Mapping[str, str]]:
    """Parse values of a command-line option that is given for single engines, as ``NAME:KEY=VALUE``.

    Return them by engine name and key. ``option`` is the name of the option, and ``form`` describes its form in the
    message of a ParseError. Unless ``needs_value``, ``NAME:KEY`` is valid, too.
    """
    found: dict[str, dict[str, str]] = {}
    for word in words:
        place, value = _split(word, option, form) if needs_value or "=" in word else (word, "")
        name, colon, key = place.rpartition(":")
        if not colon:
            raise ParseError(f"{option} {word!r} is not of the form {form}")
        _check_named([name], option, names)
        found.setdefault(name, {})[key] = value
    return found


def _numbers(name: str, rules: Mapping[str, str]) -> Mapping[int, int]:
    for rule, number in rules.items():
        if not (rule.isdecimal() and number.isdecimal()):
            raise ParseError(f"--rule '{name}:{rule}={number}' is not of the form NAME:RULE=NUMBER")
    return {int(rule): int(number) for rule, number in rules.items()}


def _words(command: str) -> tuple[str, ...]:
    """Split an engine's command line into its parts.

    A backslash is part of a Windows path; on other systems it escapes.
    """
    try:
        words = shlex.split(command, posix=os.name != "nt")
    except ValueError as error:
        raise ParseError(f"--engine: {command!r} cannot be read as a command ({error})") from error
    if not words or not words[0]:
        raise ParseError(f"--engine: {command!r} names no program")
    return tuple(word.strip('"') for word in words)


def _openings(arguments: Namespace, ruleset: Ruleset, options: Options) -> tuple[Opening, ...]:
    """Return an arena's openings, random or from a file. Raises ParseError if the file is unusable.

    There is one random opening for each pair of games.
    """
    if arguments.dice == 0:
        return chosen_openings(arguments.openings, ruleset, options)
    if arguments.openings is not None:
        raise ParseError("--dice and --openings say two things about how games begin")
    pairs = -(-arguments.games // 2)
    return tuple(throw_openings(ruleset, options, arguments.dice, pairs, arguments.seed))


def chosen_openings(file: Path | None, ruleset: Ruleset, options: Options) -> tuple[Opening, ...]:
    """Read openings from a file, or return a single empty opening if no file is given.

    Raises ParseError if the file cannot be used.
    """
    if file is None:
        return ((),)
    try:
        text = file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise ParseError(f"the openings in {file} cannot be read: {error}") from error
    return tuple(read_openings(text, ruleset, options, str(file)))


def chosen_test(words: str | None, contestants: int) -> SequentialTest | None:
    """Return the sequential test (SPRT) given on the command line, or None if there is none.

    Raises ParseError if it is invalid or there are not two contestants.
    """
    if words is None:
        return None
    if contestants != 2:
        raise ParseError("--sprt tests two contestants against each other, not more")
    try:
        elo0, elo1 = (float(word) for word in words.split(","))
    except ValueError as error:
        raise ParseError(f"--sprt {words!r} is not of the form ELO0,ELO1 (as in 0,20)") from error
    if not elo0 < elo1:
        raise ParseError(f"--sprt {words!r}: the second number must be the greater one")
    if max(-elo0, elo1) > MOST_ELO:
        raise ParseError(f"--sprt {words!r}: no difference is more than {MOST_ELO:.0f}")
    return SequentialTest(elo0, elo1)
