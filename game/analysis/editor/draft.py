"""Stones put on a board of a ruleset, and who is to move: what a position is while it is being set up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from game.core.geometry import Geometry, Position
from game.core.model import EMPTY, MarkKind, Options, OptionValue, Reason, State
from game.core.ruleset import WRONG_TURN, Option, PluginError, Ruleset, arisen_position, complete_options
from game.library.index.symmetry import Turning, turnings
from game.library.study.study import Study


@dataclass(frozen=True)
class Draft:
    """A position as it is set up; nothing of it need be possible yet, see ``checked``. Never changes."""

    ruleset: Ruleset
    options: Mapping[str, OptionValue]
    """Complete, and going together."""
    stones: Mapping[int, str] = field(default_factory=dict)
    """The letter of each stone by its cell."""
    colour: str = ""
    """The colour to move; "" leaves it to the number of stones."""
    last: int | None = None
    """The cell of the stone that is said to have been placed last."""

    @property
    def geometry(self) -> Geometry:
        """The board."""
        return self.ruleset.geometry(self.options)

    # Judging

    def checked(self) -> State | Reason:
        """The position as play leads to it, which may be the end of a game; else a sentence why none leads there.

        Where nobody says who is to move, it is the first side for which there is such a position.
        """
        return self._found

    @cached_property
    def _found(self) -> State | Reason:
        wanted = (self.colour,) if self.colour else self.ruleset.info.colours
        found = [self._arisen(colour) for colour in wanted]
        # That it would be the other side's turn is no news where that one was tried as well.
        return min(found, key=_trouble)

    def _arisen(self, colour: str) -> State | Reason:
        return arisen_position(self.ruleset, self.options, self.stones, colour, self.last)

    def shown(self) -> State:
        """The position for the eye, also while it is none: its stones, put down without a question."""
        found = self.checked()
        if not isinstance(found, Reason):
            return found
        return self.ruleset.arrange(self.options, self.stones, self.colour or self.ruleset.info.colours[0])

    def study(self, title: str = "") -> Study | Reason:
        """A study that begins with the position, or why there is none."""
        found = self.checked()
        if isinstance(found, Reason):
            return found
        return Study(self.ruleset, dict(self.options), title, start=found)

    def counts(self) -> dict[str, int]:
        """The stones of each kind that lie there."""
        lying = list(self.stones.values())
        return {stone.letter: lying.count(stone.letter) for stone in self.ruleset.info.stones}

    @property
    def follows(self) -> str:
        """The letter of the stone that comes next by turns: of the side to move, else of the side with fewer stones."""
        found = self.checked()
        if not isinstance(found, Reason):
            return found.colour
        counts = self.counts()
        return min(self.ruleset.info.colours, key=lambda colour: counts[colour])

    # Changes; each gives another draft

    def put(self, cell: int, letter: str) -> Draft:
        """With a stone on a cell, in place of one that lies there."""
        return replace(self, stones={**self.stones, cell: letter})

    def removed(self, cell: int) -> Draft:
        """Without the stone on a cell, if there is one."""
        rest = {each: letter for each, letter in self.stones.items() if each != cell}
        return replace(self, stones=rest, last=None if self.last == cell else self.last)

    def cleared(self) -> Draft:
        """The empty board of the same game, with nothing said about whose turn it is."""
        return replace(self, stones={}, colour="", last=None)

    def with_colour(self, colour: str) -> Draft:
        """With a side to move, "" to leave that to the number of stones."""
        return replace(self, colour=colour)

    def with_last(self, cell: int) -> Draft:
        """With the stone on a cell as the one placed last, or no longer so where it was; without a stone, unchanged."""
        if cell not in self.stones:
            return self
        return replace(self, last=None if self.last == cell else cell)

    def turned(self) -> Draft:
        """Turned by a quarter clockwise; by a half where the board has no quarters, else unchanged."""
        columns, rows = self.geometry.columns - 1, self.geometry.rows - 1
        quarter = {(x, y): (rows - y, x) for x, y in self.geometry.cells}
        half = {(x, y): (columns - x, rows - y) for x, y in self.geometry.cells}
        return self._moved(quarter) or self._moved(half) or self

    def mirrored(self) -> Draft:
        """With left and right exchanged; unchanged where the board has no such mirror."""
        columns = self.geometry.columns - 1
        return self._moved({(x, y): (columns - x, y) for x, y in self.geometry.cells}) or self

    def _moved(self, way: Mapping[Position, Position]) -> Draft | None:
        """With every stone moved along; None where the way does not cover the board with itself."""
        cells = self.geometry.cells
        turning: Turning | None = next(
            (
                each
                for each in turnings(self.geometry)
                if all(cells[each[cell]] == way[position] for cell, position in enumerate(cells))
            ),
            None,
        )
        if turning is None:
            return None
        last = None if self.last is None else turning[self.last]
        return replace(self, stones={turning[cell]: letter for cell, letter in self.stones.items()}, last=last)

    def with_options(self, options: Options) -> Draft | Reason:
        """Under other options of the same game, or why these do not go together; see ``on``."""
        return self.on(self.ruleset, options)

    def on(self, ruleset: Ruleset, options: Options | None = None) -> Draft | Reason:
        """On the board of another game, by default with its usual options, or why the options do not go together.

        What lies around the middle of the board stays around it; stones off the new board, or of a kind that the game
        does not have, are gone.
        """
        whole = complete_options(ruleset.info, options or {})
        refused = ruleset.check_options(whole)
        if refused is not None:
            return refused
        moved = self._cells_on(ruleset.geometry(whole))
        stones = {
            moved[cell]: letter
            for cell, letter in self.stones.items()
            if cell in moved and ruleset.info.stone(letter) is not None
        }
        last = None if self.last is None else moved.get(self.last)
        colour = self.colour if self.colour in ruleset.info.colours else ""
        return Draft(ruleset, whole, stones, colour, last if last in stones else None)

    def _cells_on(self, other: Geometry) -> dict[int, int]:
        """For each cell the one of another board that lies as far from the middle, where there is one."""
        # So that it is the same by whatever sizes one comes to a board.
        across, down = other.columns // 2 - self.geometry.columns // 2, other.rows // 2 - self.geometry.rows // 2
        found = {cell: other.at(x + across, y + down) for cell, (x, y) in enumerate(self.geometry.cells)}
        return {cell: there for cell, there in found.items() if there is not None}


def _trouble(found: State | Reason) -> int:
    """How little an answer helps: a position most, a wrong turn least."""
    if not isinstance(found, Reason):
        return 0
    return 2 if found.code == WRONG_TURN else 1


def empty_draft(ruleset: Ruleset) -> Draft:
    """The empty board of a game with its usual options."""
    return Draft(ruleset, complete_options(ruleset.info, {}))


def draft_of(ruleset: Ruleset, options: Options, state: State) -> Draft:
    """A position of a game as something to be changed; whose turn it is is said where the stones do not say it."""
    stones = {cell: letter for cell, letter in enumerate(state.board) if letter != EMPTY}
    draft = Draft(ruleset, dict(options), stones, "", state.last[-1] if state.last else None)
    found = draft.checked()
    follows = isinstance(found, State) and found.colour == state.colour
    return draft if follows or state.is_opening else draft.with_colour(state.colour)


def options_that_matter(draft: Draft) -> tuple[Option, ...]:
    """The options of a game that a position differs by: not those of its opening."""
    ruleset, options = draft.ruleset, draft.options
    usual = ruleset.arrange(options, {}, ruleset.info.colours[0])

    def matters(option: Option) -> bool:
        others = ({**options, option.key: value} for value in _values(option))
        fitting = (each for each in others if ruleset.check_options(each) is None)
        return any(ruleset.arrange(each, {}, ruleset.info.colours[0]) != usual for each in fitting)

    return tuple(option for option in ruleset.info.options if not option.hidden and matters(option))


def _values(option: Option) -> tuple[OptionValue, ...]:
    """Values of an option that show whether it matters: all of a choice, the ends of a number."""
    if option.kind == "flag":
        return (False, True)
    if option.kind == "number":
        return (option.low, option.high)
    return tuple(choice.value for choice in option.choices)


def asks_for_last(draft: Draft) -> bool:
    """Whether the rules bind the next stone to the one placed last; not where a drop-in fails to say it."""
    info, middle = draft.ruleset.info, len(draft.geometry) // 2
    probe = Draft(draft.ruleset, draft.options, {middle: info.colours[0]}, info.colours[1], middle)
    try:
        state = probe.checked()
        marks = () if isinstance(state, Reason) else draft.ruleset.marks(state)
    except PluginError:
        return False
    return any(mark.kind is MarkKind.LEGAL for mark in marks)
