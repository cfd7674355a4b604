"""The guard in front of a ruleset that is not our own: every error of it becomes one sentence, never a crash."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import dataclass, replace
from pathlib import Path
from types import NoneType
from typing import TypeVar

from game.core.geometry import Geometry
from game.core.language import _, strip_period
from game.core.lessons import Attempt, Lesson
from game.core.model import Choose, Mark, Move, Options, Outcome, ParseError, Place, Reason, State, Step, Threats
from game.core.ruleset import (
    ForeignFormat,
    PluginError,
    Ruleset,
    RulesetInfo,
    WireProtocol,
    protocols_of,
    reason_for,
    threats_of,
)
from game.core.tournament import Tournament

_Answer = TypeVar("_Answer")


@dataclass(frozen=True, slots=True)
class GuardedRuleset:
    """A ruleset that raises PluginError wherever the plug-in behind it raises anything but ParseError.

    A return value of the wrong type is an error too. ``info`` is that of the ruleset, with its file formats and the
    goals of its introduction guarded.
    """

    ruleset: Ruleset
    info: RulesetInfo

    def check_options(self, options: Options) -> Reason | None:
        """The plug-in's ``check_options``."""
        return self._ask("check_options", (Reason, NoneType), lambda: self.ruleset.check_options(options))

    def geometry(self, options: Options) -> Geometry:
        """The plug-in's ``geometry``."""
        return self._ask("geometry", (Geometry,), lambda: self.ruleset.geometry(options))

    def gomocup_rule(self, options: Options) -> int | None:
        """The plug-in's ``gomocup_rule``."""
        return self._ask("gomocup_rule", (int, NoneType), lambda: self.ruleset.gomocup_rule(options))

    def protocols(self, options: Options) -> Set[WireProtocol]:
        """The plug-in's ``protocols``, none where it declares none."""
        return self._ask("protocols", (Set,), lambda: protocols_of(self.ruleset, options))

    def setup(self, options: Options, seed: int) -> Step:
        """The plug-in's ``setup``."""
        return self._ask("setup", (Step,), lambda: self.ruleset.setup(options, seed))

    def arrange(self, options: Options, stones: Mapping[int, str], colour: str) -> State:
        """The plug-in's ``arrange``."""
        return self._ask("arrange", (State,), lambda: self.ruleset.arrange(options, stones, colour))

    def legal_moves(self, state: State) -> Iterator[Move]:
        """The plug-in's ``legal_moves``."""
        moves = self._ask("legal_moves", (Iterator,), lambda: iter(self.ruleset.legal_moves(state)))
        kinds = (Place, Choose, NoneType)
        while (move := self._ask("legal_moves", kinds, lambda: next(moves, None))) is not None:
            yield move

    def check(self, state: State, move: Move) -> Reason | None:
        """The plug-in's ``check``."""
        return self._ask("check", (Reason, NoneType), lambda: self.ruleset.check(state, move))

    def apply(self, state: State, move: Move) -> Step:
        """The plug-in's ``apply``."""
        return self._ask("apply", (Step,), lambda: self.ruleset.apply(state, move))

    def outcome(self, state: State) -> Outcome | None:
        """The plug-in's ``outcome``."""
        return self._ask("outcome", (Outcome, NoneType), lambda: self.ruleset.outcome(state))

    def marks(self, state: State) -> tuple[Mark, ...]:
        """The plug-in's ``marks``."""
        return self._ask("marks", (tuple,), lambda: self.ruleset.marks(state))

    def threats(self, state: State) -> tuple[Threats, ...] | None:
        """The plug-in's ``threats``, None where it has none."""
        return self._ask("threats", (tuple, NoneType), lambda: threats_of(self.ruleset, state))

    def reason(self, state: State, move: Move) -> Reason | None:
        """The plug-in's ``reason``, None where it has none."""
        return self._ask("reason", (Reason, NoneType), lambda: reason_for(self.ruleset, state, move))

    def dump(self, state: State) -> str:
        """The plug-in's ``dump``."""
        return self._ask("dump", (str,), lambda: self.ruleset.dump(state))

    def load(self, text: str, options: Options) -> State:
        """The plug-in's ``load``."""
        return self._ask("load", (State,), lambda: self.ruleset.load(text, options))

    def _ask(self, function: str, kinds: tuple[type, ...], ask: Callable[[], _Answer]) -> _Answer:
        return _ask(_("{title} failed in {function}", title=_(self.info.title), function=function), kinds, ask)


def guarded(ruleset: Ruleset) -> Ruleset:
    """Put a ruleset behind a guard."""
    formats = tuple(_guarded_format(ruleset.info.title, foreign) for foreign in ruleset.info.formats)
    lessons = tuple(_guarded_lesson(ruleset.info.title, lesson) for lesson in ruleset.info.introduction)
    return GuardedRuleset(ruleset, replace(ruleset.info, formats=formats, introduction=lessons))


def unguarded(ruleset: Ruleset) -> Ruleset:
    """The ruleset behind the guard, for callers that want its own exceptions."""
    return ruleset.ruleset if isinstance(ruleset, GuardedRuleset) else ruleset


def told_cause(error: BaseException, own_frames: int) -> str:
    """The exception on one line, after the plug-in's file and line; ``own_frames`` of its traceback are ours."""
    cause = " ".join(f"{type(error).__name__}: {error}".split()).rstrip(":.")
    frames = traceback.extract_tb(error.__traceback__)[own_frames:]
    in_plug_in = [frame for frame in frames if "<frozen" not in frame.filename]
    if not in_plug_in:
        return cause
    where = _("{file}, line {number}", file=Path(in_plug_in[-1].filename).name, number=in_plug_in[-1].lineno)
    return f"{where}: {cause}"


def _ask(what_failed: str, kinds: tuple[type, ...], ask: Callable[[], _Answer]) -> _Answer:
    try:
        answer = ask()
    except ParseError:
        raise
    # A plug-in is somebody else's program: whatever it raises during play, the window, the referee and the opponent go
    # on without it. All its functions are called through this one place.
    except (Exception, SystemExit) as error:
        # The first two frames are this function and the lambda that it received.
        raise PluginError(_("{what}: {cause}.", what=what_failed, cause=told_cause(error, own_frames=2))) from error
    if not isinstance(answer, kinds):
        raise PluginError(
            _(
                "{what}: it answered with {kind}, which is not what was asked for.",
                what=what_failed,
                kind=type(answer).__name__,
            )
        )
    return answer


def _guarded_lesson(title: str, lesson: Lesson) -> Lesson:
    def goal(attempt: Attempt) -> bool:
        return _ask(f"{title} failed to judge a turn", (bool,), lambda: lesson.goal(attempt))

    return replace(lesson, goal=goal)


def _guarded_format(title: str, foreign: ForeignFormat[Tournament]) -> ForeignFormat[Tournament]:
    """A format that cannot do its work is one that cannot read or write the tournament: both have answers for that."""

    def sniff(text: str) -> bool:
        try:
            return _ask(_("{title} failed to look at a file", title=_(title)), (bool,), lambda: foreign.sniff(text))
        except (PluginError, ParseError):
            return False

    def read(text: str) -> Tournament:
        try:
            return _ask(_("{title} failed to read the file", title=_(title)), (Tournament,), lambda: foreign.read(text))
        except PluginError as error:
            raise ParseError(strip_period(str(error))) from error

    def write(tournament: Tournament) -> str | Reason:
        try:
            return _ask(
                _("{title} failed to write the file", title=_(title)), (str, Reason), lambda: foreign.write(tournament)
            )
        except (PluginError, ParseError) as error:
            return Reason("plug-in", str(error))

    return replace(foreign, sniff=sniff, read=read, write=write)
