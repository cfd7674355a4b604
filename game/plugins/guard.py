"""A wrapper for a plug-in's ruleset that turns every error into a message instead of a crash."""

from __future__ import annotations

import time
import traceback
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import dataclass, field, replace
from functools import partial
from opcode import opmap
from pathlib import Path
from typing import TypeVar

from game.core.geometry import Geometry
from game.core.language import _, strip_period
from game.core.lessons import Attempt, Lesson
from game.core.model import Attack, Mark, Move, Options, Outcome, ParseError, Pass, Reason, State, Step, Threats
from game.core.plain_text import one_line
from game.core.ruleset import (
    DeclaresPasses,
    ForeignFormat,
    PluginError,
    Ruleset,
    RulesetInfo,
    WireProtocol,
    attacks_of,
    has_passes,
    meant_cell,
    no_passes,
    protocols_of,
    reachable_position,
    reason_for,
    symmetries_of,
    threats_of,
    why_no_opponents,
    with_turn,
)
from game.core.symmetry import Symmetry
from game.core.tournament import Tournament
from game.plugins.answer_check import answer_flaw, symmetry_flaw
from game.plugins.shapes import misfit
from game.plugins.watchdog import PluginTimeout, Watch, patience

#: The most characters in a sentence of a plug-in.
_LONGEST_REASON = 500
#: The number of interrupted calls within this many seconds after which a plug-in is switched off. Each of them stopped
#: the window for a moment.
MOST_CARDS, STALLS_WITHIN = 3, 60.0

_Answer = TypeVar("_Answer")
_AnyReason = TypeVar("_AnyReason", Reason, Reason | None)


class PluginTimeouts:
    """A count of the plug-in calls that were interrupted because they took too long."""

    def __init__(self) -> None:
        self._latest: deque[float] = deque(maxlen=MOST_CARDS)
        self.are_too_many = False
        """True if the plug-in is switched off until the next start."""

    def add(self) -> None:
        """Count a plug-in call that was interrupted because it took too long."""
        self._latest.append(time.monotonic())
        is_full = len(self._latest) == MOST_CARDS
        self.are_too_many |= is_full and self._latest[-1] - self._latest[0] < STALLS_WITHIN


@dataclass(frozen=True, slots=True)
class GuardedRuleset:
    """A wrapper for a plug-in's ruleset that turns any exception except ParseError into a PluginError.

    It also raises PluginError if the plug-in's answer has the wrong type or names cells, seats or stones that do not
    exist. ``info`` is the plug-in's own, but errors in its file formats and in its lessons' goals are caught, too.
    """

    ruleset: Ruleset
    info: RulesetInfo
    stalls: PluginTimeouts = field(default_factory=PluginTimeouts, compare=False)

    def check_options(self, options: Options) -> Reason | None:
        """Return the plug-in's reason why these options cannot be combined, or None. Raises PluginError if it fails."""
        return _displayable(self._ask("check_options", Reason | None, lambda: self.ruleset.check_options(options)))

    def geometry(self, options: Options) -> Geometry:
        """Return the plug-in's board geometry for these options. Raises PluginError if the plug-in fails."""
        return self._ask("geometry", Geometry, lambda: self.ruleset.geometry(options))

    def gomocup_rule(self, options: Options) -> int | None:
        """Return the game's Gomocup rule number, None if it has none. Raises PluginError if the plug-in fails."""
        return self._ask("gomocup_rule", int | None, lambda: self.ruleset.gomocup_rule(options))

    def protocols(self, options: Options) -> Set[WireProtocol]:
        """Return the engine protocols, besides plain Gomocup, that can express the game; empty if none are declared."""
        return self._ask("protocols", Set[WireProtocol], lambda: protocols_of(self.ruleset, options))

    def has_passes(self, options: Options) -> bool:
        """Return True if a player may pass in a game with these options; False if the plug-in declares no passes."""
        return self._ask("has_passes", bool, lambda: has_passes(self.ruleset, options))

    def symmetries(self, geometry: Geometry) -> tuple[Symmetry, ...]:
        """Return the symmetries of a board under which the plug-in's rules stay the same, by default all."""
        found = self._ask("symmetries", tuple[Symmetry, ...], lambda: symmetries_of(self.ruleset, geometry))
        if symmetry_flaw(found, geometry):
            what_failed = _("{title} failed in {function}", title=_(self.info.title), function="symmetries")
            raise PluginError(f"{what_failed}: {symmetry_flaw(found, geometry)}.")  # no words
        return found

    def meant_cell(self, state: State, cell: int) -> int:
        """Return the cell to which a stone goes if the player points at this one; the same if the plug-in says none."""
        found = self._ask("meant_cell", int, lambda: meant_cell(self.ruleset, state, cell))
        if not 0 <= found < len(state.geometry):
            what_failed = _("{title} failed in {function}", title=_(self.info.title), function="meant_cell")
            raise PluginError(f"{what_failed}: it names cell {found} of {len(state.geometry)}.")  # no words
        return found

    def why_no_opponents(self, options: Options) -> Reason | None:
        """Return the result of the plug-in's ``why_no_opponents``, or None if it has no such function."""
        ask = partial(why_no_opponents, self.ruleset, options)
        return _displayable(self._ask("why_no_opponents", Reason | None, ask))

    def setup(self, options: Options, seed: int) -> Step:
        """Return the plug-in's first state of a game, with its events. Raises PluginError if the plug-in fails."""
        return self._ask("setup", Step, lambda: self.ruleset.setup(options, seed))

    def arrange(self, options: Options, stones: Mapping[int, str], colour: str) -> State:
        """Return the plug-in's position with these stones and ``colour`` to move. Raises PluginError if it fails."""
        return self._ask("arrange", State, lambda: self.ruleset.arrange(options, stones, colour))

    def with_turn(self, options: Options, state: State, colour: str) -> State:
        """Return the plug-in's position with ``colour`` to move. Raises PluginError if the plug-in fails."""
        return self._ask("with_turn", State, lambda: with_turn(self.ruleset, options, state, colour))

    def arisen(self, options: Options, stones: Mapping[int, str], colour: str, last: int | None) -> State | Reason:
        """Return the position with these stones, or the plug-in's reason why it cannot arise in a game.

        If the plug-in has no function ``arisen``, which checks this, its function ``arrange`` is called instead.
        """
        found = self._ask(
            "arisen", State | Reason, lambda: reachable_position(self.ruleset, options, stones, colour, last)
        )
        return _displayable(found) if isinstance(found, Reason) else found

    def legal_moves(self, state: State) -> Iterator[Move]:
        """Yield the legal moves in a position, as the plug-in gives them. Raises PluginError if the plug-in fails."""
        moves = self._ask("legal_moves", Iterator, lambda: iter(self.ruleset.legal_moves(state)))
        while (move := self._ask("legal_moves", Move | None, lambda: next(moves, None), state)) is not None:
            yield move

    def check(self, state: State, move: Move) -> Reason | None:
        """Return the reason why a move is illegal, None if it is legal. Raises PluginError if the plug-in fails.

        A plug-in that does not declare passes is not asked about one, as it may take every move for a stone or a
        choice.
        """
        if isinstance(move, Pass) and not isinstance(self.ruleset, DeclaresPasses):
            return no_passes()
        return _displayable(self._ask("check", Reason | None, lambda: self.ruleset.check(state, move), state))

    def apply(self, state: State, move: Move) -> Step:
        """Return the plug-in's state and events after a legal move. Raises PluginError if the plug-in fails."""
        return self._ask("apply", Step, lambda: self.ruleset.apply(state, move), state)

    def outcome(self, state: State) -> Outcome | None:
        """Return the result of the game, None while it is in progress. Raises PluginError if the plug-in fails."""
        return self._ask("outcome", Outcome | None, lambda: self.ruleset.outcome(state), state)

    def marks(self, state: State) -> tuple[Mark, ...]:
        """Return the marks to draw on the board in a position. Raises PluginError if the plug-in fails."""
        return self._ask("marks", tuple[Mark, ...], lambda: self.ruleset.marks(state), state)

    def threats(self, state: State) -> tuple[Threats, ...] | None:
        """Return the threats of each side in a position, None if the plug-in has no function ``threats``."""
        return self._ask("threats", tuple[Threats, ...] | None, lambda: threats_of(self.ruleset, state), state)

    def attacks(self, state: State) -> tuple[Attack, ...] | None:
        """Return the strongest attack of each side, None if the plug-in has no function ``attacks``."""
        return self._ask("attacks", tuple[Attack, ...] | None, lambda: attacks_of(self.ruleset, state), state)

    def reason(self, state: State, move: Move) -> Reason | None:
        """Return the plug-in's explanation of the purpose of a legal move, None if it has none."""
        return _displayable(self._ask("reason", Reason | None, lambda: reason_for(self.ruleset, state, move), state))

    def dump(self, state: State) -> str:
        """Return a state as the text that ``load`` can parse. Raises PluginError if the plug-in fails."""
        return self._ask("dump", str, lambda: self.ruleset.dump(state))

    def load(self, text: str, options: Options) -> State:
        """Return the state in a text of ``dump``. Raises ParseError for other text, PluginError if the plug-in errs."""
        return self._ask("load", State, lambda: self.ruleset.load(text, options))

    def _ask(self, function: str, kind: object, ask: Callable[[], _Answer], about: State | None = None) -> _Answer:
        """Call a function of the plug-in, check the result, and return it.

        The type of the result is checked, and its cells and seats against the state ``about``.
        """
        what_failed = _("{title} failed in {function}", title=_(self.info.title), function=function)
        answer = ask_plug_in(what_failed, kind, ask, self.stalls)
        flaw = answer_flaw(answer, self.info, about)
        if flaw:
            raise PluginError(f"{what_failed}: {flaw}.")  # no words
        return answer


def guarded(ruleset: Ruleset) -> Ruleset:
    """Return a plug-in's ruleset inside a wrapper that catches its errors."""
    title, stalls = ruleset.info.title, PluginTimeouts()
    formats = tuple(_guarded_format(title, foreign, stalls) for foreign in ruleset.info.formats)
    lessons = tuple(_guarded_lesson(title, lesson, stalls) for lesson in ruleset.info.introduction)
    return GuardedRuleset(ruleset, replace(ruleset.info, formats=formats, introduction=lessons), stalls)


def unguarded(ruleset: Ruleset) -> Ruleset:
    """Return a ruleset without its error-catching wrapper, so that callers get its own exceptions."""
    return ruleset.ruleset if isinstance(ruleset, GuardedRuleset) else ruleset


def format_cause(error: BaseException, own_frames: int) -> str:
    """Format a plug-in's exception as one line that begins with the plug-in's file and line number.

    The first ``own_frames`` frames of its traceback belong to this program and are skipped.
    """
    cause = " ".join(f"{type(error).__name__}: {error}".split()).rstrip(":.")
    frames = traceback.extract_tb(error.__traceback__)[own_frames:]
    in_plug_in = [frame for frame in frames if "<frozen" not in frame.filename]
    if not in_plug_in:
        return cause
    where = _("{file}, line {number}", file=Path(in_plug_in[-1].filename).name, number=in_plug_in[-1].lineno)
    return f"{where}: {cause}"


def is_keyboard_interrupt(error: BaseException) -> bool:
    """Return True for a real Ctrl-C, False if the plug-in itself raised KeyboardInterrupt."""
    at = error.__traceback__
    if not isinstance(error, KeyboardInterrupt) or at is None:
        return False
    while at.tb_next is not None:
        at = at.tb_next
    return at.tb_frame.f_code.co_code[at.tb_lasti] != opmap["RAISE_VARARGS"]


def ask_plug_in(
    what_failed: str, kind: object, ask: Callable[[], _Answer], stalls: PluginTimeouts, limit: float | None = None
) -> _Answer:
    """Call a function of a plug-in by ``ask`` and return its result, which must be of the type ``kind``.

    ``what_failed`` begins the message of an error, and ``stalls`` counts the calls that took too long. ``limit`` is the
    most seconds that the call may take; None for the usual limit of this thread.

    Raises PluginError if the plug-in raises an exception, takes too long or answers with the wrong type, or if it is
    switched off because it took too long too often.
    """
    if stalls.are_too_many:
        raise PluginError(
            _(
                "{what}: Stone Fair had to stop the plug-in too often and has switched it off until the next start.",
                what=what_failed,
            )
        )
    try:
        with Watch(limit):
            answer = ask()
    except ParseError:
        raise
    except PluginTimeout as error:
        stalls.add()
        seconds = f"{limit or patience():g}"
        message = _("{what}: no response within {seconds} seconds.", what=what_failed, seconds=seconds)
        raise PluginError(message) from error
    # A plug-in is third-party code. Whatever it raises during a game, the window, the referee and the opponents must
    # keep running. All functions of a plug-in's ruleset are called here.
    except BaseException as error:
        if is_keyboard_interrupt(error):
            raise
        # The first two frames are this function and the lambda in ``ask``.
        raise PluginError(_("{what}: {cause}.", what=what_failed, cause=format_cause(error, own_frames=2))) from error
    where = misfit(answer, kind)
    if not where:
        return answer
    if where.startswith((".", "[")):
        raise PluginError(_("{what}: invalid answer: {where}.", what=what_failed, where=where))
    raise PluginError(
        _(
            "{what}: the answer has the wrong type, {kind}.",
            what=what_failed,
            kind=type(answer).__name__,
        )
    )


def _displayable(reason: _AnyReason) -> _AnyReason:
    """Return a plug-in's Reason with its sentence cleaned and shortened for the screen."""
    words = "" if reason is None else one_line(reason.message, _LONGEST_REASON)
    return reason if reason is None or words == reason.message else replace(reason, message=words)


def _guarded_lesson(title: str, lesson: Lesson, stalls: PluginTimeouts) -> Lesson:
    def goal(attempt: Attempt) -> bool:
        return ask_plug_in(f"{title} failed to judge a turn", bool, lambda: lesson.goal(attempt), stalls)

    return replace(lesson, goal=goal)


def _guarded_format(
    title: str, foreign: ForeignFormat[Tournament], stalls: PluginTimeouts
) -> ForeignFormat[Tournament]:
    """Wrap a plug-in's file format, so that its failures become a ParseError or a Reason."""

    def sniff(text: str) -> bool:
        try:
            what_failed = _("{title} failed while checking if it can open a file", title=_(title))
            return ask_plug_in(what_failed, bool, lambda: foreign.sniff(text), stalls)
        except (PluginError, ParseError):
            return False

    def read(text: str) -> Tournament:
        try:
            what_failed = _("{title} failed to read the file", title=_(title))
            return ask_plug_in(what_failed, Tournament, lambda: foreign.read(text), stalls)
        except PluginError as error:
            raise ParseError(strip_period(str(error))) from error

    def write(tournament: Tournament) -> str | Reason:
        try:
            what_failed = _("{title} failed to write the file", title=_(title))
            return ask_plug_in(what_failed, str | Reason, lambda: foreign.write(tournament), stalls)
        except (PluginError, ParseError) as error:
            return Reason("plug-in", str(error))

    return replace(foreign, sniff=sniff, read=read, write=write)
