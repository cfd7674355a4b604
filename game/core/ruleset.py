"""The contract between a game and the app: a ruleset is an object with these members, exported as ``RULESET``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Generic, Literal, Protocol, TypeVar, runtime_checkable

from game.core.geometry import Geometry
from game.core.language import _, gettext_noop
from game.core.levels.blended import mirrored
from game.core.levels.level import Level as Level
from game.core.model import (
    Attack,
    Choose,
    Event,
    Mark,
    Move,
    Options,
    OptionValue,
    Outcome,
    ParseError,
    Place,
    Reason,
    State,
    Step,
    Threats,
)
from game.core.ribbon import Ribbon
from game.core.rules_card import Section
from game.core.thinker import LOGIT_SCALE as LOGIT_SCALE
from game.core.thinker import Info as Info
from game.core.thinker import Limits as Limits
from game.core.thinker import Proof as Proof
from game.core.thinker import Prove as Prove
from game.core.thinker import Report as Report
from game.core.thinker import Think as Think
from game.core.thinker import WinMeans as WinMeans
from game.core.thinker import certain_end as certain_end
from game.core.thinker import winning_chance as winning_chance

Series = TypeVar("Series")


class PluginError(RuntimeError):
    """A plug-in's own code failed; the message is a sentence that names the plug-in."""


#: The version of this contract. Plug-ins of version 1 are loaded, too, unless they use a name that is gone
#: (``game.plugins.renamed``); those of a later version are listed with a reason.
API_VERSION = 2


@dataclass(frozen=True, slots=True)
class Stone:
    """A kind of stone: its letter in files and moves, its name on screen and how it is drawn.

    ``art`` names a drawing: ``black`` and ``white`` are lens-shaped stones, any other is a picture of that name
    (``assets/stones/<art>.svg``, or an SVG file beside the plug-in). ``sound`` names the sound of its placement
    (``assets/sounds/<sound>-1.ogg``, or ``<sound>.ogg`` beside the plug-in); without one it knocks on wood.
    """

    letter: str
    name: str
    art: str
    sound: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """A word of an opening phase, with what the dialog says about it; ``stone`` is the letter of its picture."""

    key: str
    title: str
    about: str
    stone: str = ""


@dataclass(frozen=True, slots=True)
class OptionChoice:
    """One value of a choice option, with its title on screen and a sentence about it."""

    value: str
    title: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class Option:
    """A setting of a ruleset, as data that one form renders.

    ``kind``: ``choice`` (one of ``choices``), ``number`` (``low`` to ``high``, with ``presets``), ``flag``, or ``seat``
    (not in the form: match setup names the seat, ``"0"`` or ``"1"``, of the only person, else leaves the default).
    A ``hidden`` option is for referees and files, not for the form.
    """

    key: str
    title: str
    kind: Literal["choice", "number", "flag", "seat"]
    default: OptionValue
    choices: tuple[OptionChoice, ...] = ()
    low: int = 0
    high: int = 0
    presets: tuple[int, ...] = ()
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class ForeignFormat(Generic[Series]):
    """A file format for whole tournaments (``game.core.tournament.Tournament``) that is not our own.

    ``sniff`` recognises it by the text. ``read`` raises ParseError. ``write`` returns the text, or a Reason when the
    format cannot express the tournament.
    """

    name: str
    suffix: str
    sniff: Callable[[str], bool]
    read: Callable[[str], Series]
    write: Callable[[Series], str | Reason]


@dataclass(frozen=True, slots=True)
class Attempt:
    """A whole turn of a learner, or a word said in an opening."""

    ruleset: Ruleset
    before: State
    moves: tuple[Move, ...]
    after: State
    events: tuple[Event, ...]


#: Whether a turn does what a lesson asks for.
Goal = Callable[[Attempt], bool]


@dataclass(frozen=True, slots=True)
class Lesson:
    """One step of an introduction. All moves are written in our notation, with spaces between them."""

    title: str
    words: str
    """What to do and why, in two or three short sentences."""
    solutions: tuple[str, ...]
    """Turns that do it, the one to be shown first; others that reach the goal do it as well."""
    goal: Goal
    well: str
    """What is said when it is done."""
    again: str = ""
    """A kind word for another try; none where every turn is right."""
    moves: str = ""
    """What was played before, from the first position on; the learner has the seat that is on turn then."""
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    """Options that are not the default."""


@dataclass(frozen=True, slots=True)
class NamedOpening:
    """An opening that has a name: its first moves in our notation, played from the first state with default options.

    It is known in whatever order its stones were placed, and however the board is turned or mirrored.
    """

    name: str
    moves: str


@dataclass(frozen=True, slots=True)
class RulesetInfo:
    """The data of a ruleset that the app needs before a game starts."""

    id: str
    title: str
    pitch: str
    stones: tuple[Stone, ...]
    colours: tuple[str, str]
    """The letters of the two sides; the stones of these letters show the sides."""
    options: tuple[Option, ...]
    levels: tuple[Level, ...]
    hint_level: str
    accent: str
    accent2: str
    choices: tuple[Choice, ...] = ()
    shows_score: bool = False
    tosses: bool = False
    """True when ``setup`` itself tosses who goes first, so that the player is not asked."""
    names_stone: bool = False
    """True when a player has several kinds of stone, so that a move names one: ``e7=w``."""
    win_banner: str = gettext_noop("A win!")
    rules_card: tuple[Section, ...] = ()
    """The rules in a few short sections, for the card that F1 opens."""
    introduction: tuple[Lesson, ...] = ()
    """The steps of a playable introduction; empty where there is none."""
    sample: tuple[str, ...] = ()
    """Moves of the little board on the menu's stall, played from the first state with default options."""
    openings: tuple[NamedOpening, ...] = ()
    """The openings of three stones that have names."""
    ribbons: tuple[Ribbon, ...] = ()
    """What can be earned on the ladder besides its lanterns: the first at the fifth stall, the second at the tenth."""
    formats: tuple[ForeignFormat[Any], ...] = ()
    logit_scale: float = LOGIT_SCALE
    """Points of its levels' scores at which the odds of winning are e to 1, fitted on games of the engine."""
    usual_turns: int = 12
    """How many turns of a side are usually still to come, early and late: what an engine divides a game's time by."""
    prover: str = ""
    """The dotted name of a Prove function, in the form of a level's ``thinker``; "" where the game has none."""
    api: int = 1
    """The version of the contract that the plug-in is written for."""

    def level(self, level_id: str) -> Level | None:
        """The level of that id; the mirror's, which names its strength, is worked out from the others."""
        return next((level for level in self.levels if level.id == level_id), None) or mirrored(self.levels, level_id)

    def stone(self, letter: str) -> Stone | None:
        """The stone of that letter."""
        return next((stone for stone in self.stones if stone.letter == letter), None)


class Ruleset(Protocol):
    """A game. Its functions are pure: no I/O, no clock, no randomness but the seed they are handed."""

    @property
    def info(self) -> RulesetInfo:
        """The data of the game."""

    def check_options(self, options: Options) -> Reason | None:
        """Why these complete options do not go together; None when they do. Kinds and ranges are checked before."""

    def geometry(self, options: Options) -> Geometry:
        """The board of these options."""

    def gomocup_rule(self, options: Options) -> int | None:
        """The Gomocup rule number, None when the plain protocol cannot express the game."""

    def setup(self, options: Options, seed: int) -> Step:
        """The first state; a toss is an event drawn from the seed."""

    def arrange(self, options: Options, stones: Mapping[int, str], colour: str) -> State:
        """A position put down without rule checks, opening phases skipped, ``colour`` starting a full turn."""

    def legal_moves(self, state: State) -> Iterator[Move]:
        """Every move for which ``check`` returns None, cells in reading order; none when the game is over."""

    def check(self, state: State, move: Move) -> Reason | None:
        """Why a move is refused, with a sentence for the player; None when it is legal."""

    def apply(self, state: State, move: Move) -> Step:
        """The new state and the events; asserts that ``check`` returned None."""

    def outcome(self, state: State) -> Outcome | None:
        """The end of the game, None while it goes on."""

    def marks(self, state: State) -> tuple[Mark, ...]:
        """The cells that the board should point out."""

    def dump(self, state: State) -> str:
        """Write the state as text lines: a picture of the board and everything else it holds."""

    def load(self, text: str, options: Options) -> State:
        """Read what ``dump`` wrote; raises ParseError."""


@runtime_checkable
class KnowsThreats(Protocol):
    """Optional part of a ruleset: it knows what a side threatens. All line games do."""

    def threats(self, state: State) -> tuple[Threats, ...] | None:
        """An entry for each side, or none while threats mean nothing, as in an opening or after the end.

        None says that the game knows no threats at all.
        """


@runtime_checkable
class KnowsAttacks(Protocol):
    """Optional part of a ruleset: it sees attacks before they can win. Line games of one stone a turn do."""

    def attacks(self, state: State) -> tuple[Attack, ...] | None:
        """The strongest attack of each side that has one; none in an opening and after the end.

        None says that the game, or the game with these options, knows no attacks at all.
        """


@runtime_checkable
class KnowsReasons(Protocol):
    """Optional part of a ruleset: it knows what a move is good for. All line games do."""

    def reason(self, state: State, move: Move) -> Reason | None:
        """The purpose of a legal move, in a sentence and with the lines concerned; None when nothing stands out."""


#: The code of a reason that says that with these stones it is the other side's turn.
WRONG_TURN = "turn"


@runtime_checkable
class ChecksPositions(Protocol):
    """Optional part of a ruleset: it knows which positions can arise in a game. All line games do."""

    def arisen(self, options: Options, stones: Mapping[int, str], colour: str, last: int | None) -> State | Reason:
        """The position that play leads to with these stones and ``colour`` on turn; a sentence why there is none.

        All that play brings along is counted: points, stones left in hands and in the turn. ``last`` is the cell of the
        stone that was placed last, None where nobody knows; a rule that asks for it then binds the next stone to
        nothing. A game that has ended is a position, too. Where the stones want the other side to be on turn, the code
        of the reason is ``WRONG_TURN``.
        """


class WireProtocol(Enum):
    """A protocol that a game may be played over besides plain Gomocup, whose rule number ``gomocup_rule`` tells."""

    SWAP2 = "swap2"
    """Gomocup's SWAP2BOARD: three stones are put down, then the other seat says white, black or put2."""
    SAU = "sau"
    """The lines of the Chinese Connect6 championship: Connect(19, 19, 6, 2, 1)."""


@runtime_checkable
class DeclaresProtocols(Protocol):
    """Optional part of a ruleset: it declares the protocols that its games can be played over. All line games do."""

    def protocols(self, options: Options) -> Set[WireProtocol]:
        """The protocols that can tell a game with these complete options."""


def protocols_of(ruleset: Ruleset, options: Options) -> Set[WireProtocol]:
    """The protocols besides plain Gomocup that can tell a game with these complete options, as far as declared."""
    return ruleset.protocols(options) if isinstance(ruleset, DeclaresProtocols) else frozenset()


def threats_of(ruleset: Ruleset, state: State) -> tuple[Threats, ...] | None:
    """The threats of the sides; None where the ruleset knows no threats."""
    return ruleset.threats(state) if isinstance(ruleset, KnowsThreats) else None


def attacks_of(ruleset: Ruleset, state: State) -> tuple[Attack, ...] | None:
    """The strongest attack of each side that has one; None where the ruleset knows no attacks."""
    return ruleset.attacks(state) if isinstance(ruleset, KnowsAttacks) else None


def reason_for(ruleset: Ruleset, state: State, move: Move) -> Reason | None:
    """The purpose of a legal move; None where nothing stands out, or the ruleset knows no reasons."""
    return ruleset.reason(state, move) if isinstance(ruleset, KnowsReasons) else None


def arisen_position(
    ruleset: Ruleset, options: Options, stones: Mapping[int, str], colour: str, last: int | None = None
) -> State | Reason:
    """The position that play leads to with these stones, or why none does; unjudged where the ruleset cannot tell."""
    if isinstance(ruleset, ChecksPositions):
        return ruleset.arisen(options, stones, colour, last)
    return ruleset.arrange(options, stones, colour)


def complete_options(info: RulesetInfo, given: Options) -> dict[str, OptionValue]:
    """The given options with defaults for the missing ones; raises ParseError for an unknown one or a bad value.

    Text is read as the option's kind (``"15"`` is a number), since files and command lines hold text.
    """
    known = {option.key: option for option in info.options}
    for key in given:
        if key not in known:
            raise ParseError(
                _(
                    "{title} has no option {key!r} (it has: {known})",
                    title=_(info.title),
                    key=key,
                    known=", ".join(known) or _("none"),
                )
            )
    return {key: _option_value(option, given.get(key, option.default)) for key, option in known.items()}


def _option_value(option: Option, value: OptionValue) -> OptionValue:
    if option.kind == "flag":
        return _flag_value(option, value)
    if option.kind == "number":
        return _number_value(option, value)
    allowed = [choice.value for choice in option.choices]
    if value not in allowed:
        raise ParseError(
            _(
                "option {key!r} is {value!r}; it must be one of: {allowed}",
                key=option.key,
                value=value,
                allowed=", ".join(allowed),
            )
        )
    return value


def _flag_value(option: Option, value: OptionValue) -> bool:
    words = {"true": True, "yes": True, "false": False, "no": False}
    read = value if isinstance(value, bool) else words.get(str(value).lower())
    if read is None:
        raise ParseError(_("option {key!r} is {value!r}; it must be yes or no", key=option.key, value=value))
    return read


def _number_value(option: Option, value: OptionValue) -> int:
    text = str(value)
    is_number = not isinstance(value, bool) and len(text) <= 9 and text.isascii() and text.isdigit()
    if not (is_number and option.low <= int(text) <= option.high):
        raise ParseError(
            _(
                "option {key!r} is {value!r}; it must be a number from {low} to {high}",
                key=option.key,
                value=value,
                low=option.low,
                high=option.high,
            )
        )
    return int(text)


def format_move(info: RulesetInfo, geometry: Geometry, move: Move) -> str:
    """Write a move in our notation: ``h8``, ``e7=w`` where a move names its stone, or a choice's word."""
    if isinstance(move, Choose):
        return move.key
    name = geometry.names[move.cell]
    return f"{name}={move.stone}" if info.names_stone else name


def parse_move(info: RulesetInfo, state: State, text: str) -> Move:
    """Read a move in our notation for the side on turn; raises ParseError. Its legality is not checked."""
    word = text.strip().lower()
    if any(word == choice.key for choice in info.choices):
        return Choose(word)
    name, equals, letter = word.partition("=")
    if not info.names_stone:
        if equals:
            raise ParseError(
                _(
                    "{text!r} names a stone, but in {title} a move is a cell, as in h8",
                    text=text.strip(),
                    title=_(info.title),
                )
            )
        return Place(state.geometry.cell(name), state.colour)
    cell = state.geometry.cell(name)
    if info.stone(letter) is None:
        letters = ", ".join(stone.letter for stone in info.stones)
        raise ParseError(
            _(
                "{text!r} names no kind of stone; write {name}= and one of: {letters}",
                text=text.strip(),
                name=name,
                letters=letters,
            )
        )
    return Place(cell, letter)
