"""The contract between a game and the app: the protocol ``Ruleset`` and the data types of a game.

A plug-in exports an object with the members of ``Ruleset`` as ``RULESET``. ``docs/rulesets.md`` explains it with a
whole game in one file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from game.core.geometry import Geometry
from game.core.language import _, gettext_noop
from game.core.levels.blended import mirrored
from game.core.levels.level import Level as Level
from game.core.levels.level import Ribbon
from game.core.model import (
    EMPTY,
    Attack,
    Choose,
    Event,
    Mark,
    Move,
    Options,
    OptionValue,
    Outcome,
    ParseError,
    Pass,
    Place,
    Reason,
    State,
    Step,
    Threats,
)
from game.core.model import WRONG_TURN as WRONG_TURN
from game.core.model import CarriesSheet as CarriesSheet
from game.core.model import ChangesTurn as ChangesTurn
from game.core.model import ChecksPositions as ChecksPositions
from game.core.model import DeclaresPasses as DeclaresPasses
from game.core.model import DeclaresProtocols as DeclaresProtocols
from game.core.model import KnowsAttacks as KnowsAttacks
from game.core.model import KnowsReasons as KnowsReasons
from game.core.model import KnowsThreats as KnowsThreats
from game.core.model import LimitsOpponents as LimitsOpponents
from game.core.model import NamesSymmetries as NamesSymmetries
from game.core.model import RedirectsStones as RedirectsStones
from game.core.model import WireProtocol as WireProtocol
from game.core.options import Option as Option
from game.core.options import OptionChoice as OptionChoice
from game.core.options import option_values
from game.core.rules_card import Section
from game.core.symmetry import Symmetry
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
    """An error in a plug-in's code. The message is a sentence for the player that names the plug-in."""


#: The version of this contract, compared with ``RulesetInfo.api``. A plug-in of version 1 is loaded unless it uses a
#: name that was removed (see ``game.plugins.renamed``); one of a later version is refused.
API_VERSION = 2


@dataclass(frozen=True, slots=True)
class Stone:
    """A kind of stone: its letter in files and moves, its name on screen, its picture and its sound.

    ``art`` names a drawing: ``black`` and ``white`` are lens-shaped stones, any other name is the picture
    ``assets/stones/<art>.svg`` or an SVG file in the plug-in's folder. ``sound`` names the sound of a placement:
    ``assets/sounds/<sound>-1.ogg``, or ``<sound>.ogg`` in the plug-in's folder; "" for the sound of a stone on wood.
    """

    letter: str
    name: str
    art: str
    sound: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """An answer to a question that an opening asks, with its title on screen and a sentence about it.

    ``key`` is its text in moves and files (see ``Choose``); ``stone`` is the letter of the stone whose picture it
    shows, "" for none.
    """

    key: str
    title: str
    about: str
    stone: str = ""


@dataclass(frozen=True, slots=True)
class ForeignFormat(Generic[Series]):
    """A file format of another program that holds whole tournaments (``game.core.tournament.Tournament``).

    ``name`` is its name on screen and ``suffix`` its file name extension. ``sniff`` returns True if a text is in this
    format. ``read`` returns the tournament or raises ParseError. ``write`` returns the text, or a Reason if the format
    cannot express the tournament.
    """

    name: str
    suffix: str
    sniff: Callable[[str], bool]
    read: Callable[[str], Series]
    write: Callable[[Series], str | Reason]


@dataclass(frozen=True, slots=True)
class Attempt:
    """A learner's whole turn in a lesson, or one answer in an opening, with the states before and after it."""

    ruleset: Ruleset
    before: State
    moves: tuple[Move, ...]
    after: State
    events: tuple[Event, ...]


#: A function that returns True if an attempt does what the lesson asks for; see ``game.core.lessons`` for ready-made
#: goals.
Goal = Callable[[Attempt], bool]


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson for beginners: a position, a task, and the turns that solve it.

    All moves are written in notation, separated by spaces. See ``game.core.lessons`` for an example.
    """

    title: str
    words: str
    """The task and the reason for it, in two or three short sentences."""
    solutions: tuple[str, ...]
    """Turns that reach the goal, the one to show the learner first.

    Other turns that reach the goal are accepted, too.
    """
    goal: Goal
    well: str
    """The message after a turn that reaches the goal."""
    again: str = ""
    """The message after any other turn, a friendly hint; "" if every turn reaches the goal."""
    moves: str = ""
    """The moves from the start of the game to the lesson's position; the learner plays the seat to move there."""
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    """The options that differ from their defaults."""


@dataclass(frozen=True, slots=True)
class NamedOpening:
    """An opening with a name, and its first moves in notation from the start of a game with default options.

    It is recognised in any order of its stones, and in every rotation and reflection of the board.
    """

    name: str
    moves: str


@dataclass(frozen=True, slots=True)
class RulesetInfo:
    """The description of a ruleset: everything about it that can be known before a game starts.

    ``id`` is unique among rulesets: lower-case letters, digits and underscores. ``title`` (at most 60 letters) and
    ``pitch`` (one or two sentences, at most 300 letters) appear on the game card of the menu. ``accent`` and
    ``accent2`` are colours like ``#ff7a5c``. ``hint_level`` is the id of the level that gives hints. ``choices`` are
    all answers that its openings may ask for. ``formats`` are file formats of other programs that it can read and
    write. Set ``shows_score`` if the game has points.

        RulesetInfo(
            id="four_in_a_row",
            title="Four in a row",
            pitch="Small board, short game.",
            stones=(Stone("b", "Black", "black"), Stone("w", "White", "white")),
            colours=("b", "w"),
            options=(),
            levels=(Level("any", "Any cell", "Plays anywhere.", thinker=".any_cell"),),
            hint_level="any",
            accent="#ff7a5c",
            accent2="#fff4dc",
            api=2,
        )
    """

    id: str
    title: str
    pitch: str
    stones: tuple[Stone, ...]
    colours: tuple[str, str]
    """The letters of the two sides, the first to move first.

    Each is the letter of one of ``stones``, which represents it.
    """
    options: tuple[Option, ...]
    levels: tuple[Level, ...]
    hint_level: str
    accent: str
    accent2: str
    choices: tuple[Choice, ...] = ()
    side_names: tuple[str, str] = ("", "")
    """The names of the two sides, such as ``("Order", "Chaos")``; "" if a side is called like its stones."""
    shows_score: bool = False
    score_name: tuple[str, str] = ("point", "points")
    """What the score counts, for one and for several, such as ``("captured pair", "captured pairs")``."""
    tosses: bool = False
    """True if ``setup`` itself draws who moves first; then match setup does not ask."""
    names_stone: bool = False
    """True if a player has several kinds of stone; then a move names the kind, as in ``e7=w``."""
    win_banner: str = gettext_noop("A win!")
    rules_card: tuple[Section, ...] = ()
    """The rules in a few short sections, shown when the player presses F1."""
    introduction: tuple[Lesson, ...] = ()
    """The lessons of a playable introduction, four to six; empty if the game has none."""
    sample: tuple[str, ...] = ()
    """Moves that the game card of the menu shows, from the start of a game with default options."""
    openings: tuple[NamedOpening, ...] = ()
    """Named openings, each of three stones."""
    ribbons: tuple[Ribbon, ...] = ()
    """Ribbons that a player can earn on the ladder.

    The first is at the fifth level, the second at the tenth, and so on.
    """
    formats: tuple[ForeignFormat[Any], ...] = ()
    logit_scale: float = LOGIT_SCALE
    """The score in points that makes the odds of winning e to 1 (see ``winning_chance``), fitted on engine games."""
    usual_turns: int = 12
    """The number of turns that a side usually still has to play. An engine divides the time for a game by it."""
    prover: str = ""
    """The dotted name of a Prove function, written like ``Level.thinker``; "" if the game has none."""
    is_draft: bool = False
    """True if the rules are still being made; then no game is rated."""
    api: int = 1
    """The version of the contract that the plug-in was written for (see ``API_VERSION``); set it to 2."""

    def level(self, level_id: str) -> Level | None:
        """Return the level with this id, or None.

        The id of the adaptive opponent (``mirror:1042``) names its strength; that level is computed from the others.
        """
        return next((level for level in self.levels if level.id == level_id), None) or mirrored(self.levels, level_id)

    def side_name(self, colour: str) -> str:
        """Return the name of a side, not yet translated; "" for a letter that is no kind of stone."""
        stone = self.stone(colour)
        named = self.side_names[self.colours.index(colour)] if colour in self.colours else ""
        return named or (stone.name if stone is not None else "")

    def stone(self, letter: str) -> Stone | None:
        """Return the kind of stone with this letter, or None."""
        return next((stone for stone in self.stones if stone.letter == letter), None)


class Ruleset(Protocol):
    """Protocol of the rules of a game. Its functions have no side effects.

    They read no files, no clock and no random numbers except the seed that they receive. Where the text says "options",
    every option of ``info`` has a value, except those that are optional.
    """

    @property
    def info(self) -> RulesetInfo:
        """The description of the game: title, colours, options, opponents and more."""

    def check_options(self, options: Options) -> Reason | None:
        """Return None if these options of the game can be combined, else the reason why not.

        The kind and the range of each value have been checked before.
        """

    def geometry(self, options: Options) -> Geometry:
        """Return the board geometry for these options. The same options must give the same Geometry object."""

    def gomocup_rule(self, options: Options) -> int | None:
        """Return the Gomocup rule number of the game, or None if the plain Gomocup protocol cannot express it."""

    def setup(self, options: Options, seed: int) -> Step:
        """Return the first state of a game, and the events that precede it, such as a coin toss.

        If the game begins with a toss, draw it from ``seed`` and report it as a Tossed event.
        """

    def arrange(self, options: Options, stones: Mapping[int, str], colour: str) -> State:
        """Return the position with these stones and this colour to move, without checking it.

        ``stones`` maps cells to letters. All stones of the turn are left to place. An opening, if the game has one,
        counts as finished.
        """

    def legal_moves(self, state: State) -> Iterator[Move]:
        """Yield every legal move except a pass, with cells in reading order, or nothing after the end of the game.

        A move is legal if ``check`` accepts it. Only ``check`` says whether a player may pass: most callers of
        ``legal_moves`` look for a cell for a stone, and would have to skip the pass.
        """

    def check(self, state: State, move: Move) -> Reason | None:
        """Return None if the move is legal, else the reason for the refusal with a sentence for the player."""

    def apply(self, state: State, move: Move) -> Step:
        """Return the state and the events after a legal move. Asserts that ``check`` accepts the move."""

    def outcome(self, state: State) -> Outcome | None:
        """Return the end of the game: how it ended and who won. Return None while it is in progress."""

    def marks(self, state: State) -> tuple[Mark, ...]:
        """Return the cells that the board should highlight, such as the last stones and winning lines."""

    def dump(self, state: State) -> str:
        """Return the state of a game as text: a picture of the board, then everything else that the state holds."""

    def load(self, text: str, options: Options) -> State:
        """Parse the text of a state written by ``dump``. Raises ParseError for any other text."""


def protocols_of(ruleset: Ruleset, options: Options) -> Set[WireProtocol]:
    """Return the engine protocols, besides plain Gomocup, that can express a game with these options.

    The result is empty if the ruleset does not declare protocols.
    """
    return ruleset.protocols(options) if isinstance(ruleset, DeclaresProtocols) else frozenset()


def has_passes(ruleset: Ruleset, options: Options) -> bool:
    """Return True if a player may pass in a game with these options; False if the ruleset does not declare passes."""
    return ruleset.has_passes(options) if isinstance(ruleset, DeclaresPasses) else False


def with_passes(ruleset: Ruleset, options: Options) -> Options | None:
    """Return these options of a game, if necessary with a flag that adds passes; None if no flag does."""
    flags = (option.key for option in ruleset.info.options if option.kind == "flag")
    tried = (options, *({**options, key: True} for key in flags))
    return next((each for each in tried if ruleset.check_options(each) is None and has_passes(ruleset, each)), None)


def symmetries_of(ruleset: Ruleset, geometry: Geometry) -> tuple[Symmetry, ...]:
    """Return the symmetries of a board under which the rules stay the same (see ``NamesSymmetries``)."""
    return ruleset.symmetries(geometry) if isinstance(ruleset, NamesSymmetries) else geometry.symmetries


def meant_cell(ruleset: Ruleset, state: State, cell: int) -> int:
    """Return the cell to which a stone goes if the player points at a cell (see ``RedirectsStones``)."""
    return ruleset.meant_cell(state, cell) if isinstance(ruleset, RedirectsStones) else cell


def with_turn(ruleset: Ruleset, options: Options, state: State, colour: str) -> State:
    """Return a position with this side to move, to look for its threats (see ``ChangesTurn``)."""
    if isinstance(ruleset, ChangesTurn):
        return ruleset.with_turn(options, state, colour)
    stones = {cell: stone for cell, stone in enumerate(state.board) if stone != EMPTY}
    return state if colour == state.colour else ruleset.arrange(options, stones, colour)


def why_no_opponents(ruleset: Ruleset, options: Options) -> Reason | None:
    """Return why no level of the ruleset can play with these options; None if they can."""
    return ruleset.why_no_opponents(options) if isinstance(ruleset, LimitsOpponents) else None


def sheet_text_of(ruleset: Ruleset) -> str:
    """Return the text of which a ruleset is made (see ``CarriesSheet``); "" if it is code."""
    return ruleset.sheet_text() if isinstance(ruleset, CarriesSheet) else ""


def no_passes() -> Reason:
    """Return the reason for refusing a pass in a game that has none."""
    return Reason("no passes", _("There are no passes in this game."))


def threats_of(ruleset: Ruleset, state: State) -> tuple[Threats, ...] | None:
    """Return the threats of both sides, or None if the ruleset never has threats (see ``KnowsThreats``)."""
    return ruleset.threats(state) if isinstance(ruleset, KnowsThreats) else None


def attacks_of(ruleset: Ruleset, state: State) -> tuple[Attack, ...] | None:
    """Return the strongest attack of each side, or None if the ruleset never has attacks (see ``KnowsAttacks``)."""
    return ruleset.attacks(state) if isinstance(ruleset, KnowsAttacks) else None


def reason_for(ruleset: Ruleset, state: State, move: Move) -> Reason | None:
    """Return the purpose of a legal move; None if it has no special purpose or the ruleset explains no moves."""
    return ruleset.reason(state, move) if isinstance(ruleset, KnowsReasons) else None


def reachable_position(
    ruleset: Ruleset, options: Options, stones: Mapping[int, str], colour: str, last: int | None = None
) -> State | Reason:
    """Return the position with these stones if a game can reach it, else the reason why it cannot.

    A ruleset that does not check positions accepts every one; see ``ChecksPositions.arisen`` for the arguments.
    """
    found = ruleset.arisen(options, stones, colour, last) if isinstance(ruleset, ChecksPositions) else None
    return ruleset.arrange(options, stones, colour) if found is None else found


def complete_options(info: RulesetInfo, given: Options) -> dict[str, OptionValue]:
    """Return all options of a game: the given ones, and the defaults of the others; see ``option_values``.

    Raises ParseError for an unknown option or a value out of range.
    """
    return option_values(_(info.title), info.options, given)


#: The notation of a pass.
PASS_WORD = "pass"


def format_move(info: RulesetInfo, geometry: Geometry, move: Move) -> str:
    """Return a move in notation: ``h8``, ``e7=w`` in a game whose moves name the stone, a choice's key, or ``pass``."""
    if isinstance(move, Choose):
        return move.key
    if isinstance(move, Pass):
        return PASS_WORD
    name = geometry.names[move.cell]
    return f"{name}={move.stone}" if info.names_stone else name


def parse_move(info: RulesetInfo, state: State, text: str) -> Move:
    """Return the move that this notation describes for the side to move, without checking whether it is legal.

    Raises ParseError if the text is not a move.
    """
    word = text.strip().lower()
    if any(word == choice.key for choice in info.choices):
        return Choose(word)
    if word == PASS_WORD:
        return Pass()
    name, equals, letter = word.partition("=")
    if not info.names_stone:
        if equals:
            raise ParseError(
                _(
                    "{text!r} names a stone, but a move in {title} is only a cell, such as h8",
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
                "{text!r} does not name a stone; write {name}= followed by one of: {letters}",
                text=text.strip(),
                name=name,
                letters=letters,
            )
        )
    return Place(cell, letter)
