"""The draft of a position in the position editor: stones, the side to move and the last stone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from game.core.geometry import Geometry
from game.core.model import EMPTY, MarkKind, Options, OptionValue, Reason, State
from game.core.ruleset import (
    WRONG_TURN,
    Option,
    PluginError,
    Ruleset,
    complete_options,
    reachable_position,
    symmetries_of,
)
from game.core.symmetry import LinearMap, Symmetry, cell_map
from game.library.study.study import Study

#: Rotations clockwise on screen: by 90 degrees, by 60 on a board of hexagons, and by 180.
_ROTATIONS: tuple[LinearMap, ...] = ((0, -1, 1, 0), (0, -1, 1, 1), (-1, 0, 0, -1))


@dataclass(frozen=True)
class Draft:
    """An immutable draft of a position in the position editor, valid or not; ``checked`` validates it."""

    ruleset: Ruleset
    options: Mapping[str, OptionValue]
    """Complete and valid options."""
    stones: Mapping[int, str] = field(default_factory=dict)
    """Letter of each stone by cell."""
    colour: str = ""
    """Colour to move, "" to derive it from the number of stones."""
    last: int | None = None
    """Cell of the stone marked as the last one placed, if any."""

    @property
    def geometry(self) -> Geometry:
        """Geometry of the board for the draft's ruleset and options."""
        return self.ruleset.geometry(self.options)

    # Validation

    def checked(self) -> State | Reason:
        """Return the drafted position if it can occur in a game or end one, otherwise the Reason why it cannot.

        If no side to move is set, the first side for which the position is possible is chosen.
        """
        return self._found

    @cached_property
    def _found(self) -> State | Reason:
        wanted = (self.colour,) if self.colour else self.ruleset.info.colours
        found = [reachable_position(self.ruleset, self.options, self.stones, colour, self.last) for colour in wanted]
        # A Reason about the side to move does not help if the other side was tried as well.
        return min(found, key=_trouble)

    def shown(self) -> State:
        """Return the drafted position for display, even if it is invalid."""
        found = self.checked()
        if not isinstance(found, Reason):
            return found
        return self.ruleset.arrange(self.options, self.stones, self.colour or self.ruleset.info.colours[0])

    def study(self, title: str = "") -> Study | Reason:
        """Return a study that begins with the drafted position, or the Reason why that position is invalid."""
        found = self.checked()
        if isinstance(found, Reason):
            return found
        return Study(self.ruleset, dict(self.options), title, start=found)

    def counts(self) -> dict[str, int]:
        """Return the number of stones of each kind in the drafted position."""
        lying = list(self.stones.values())
        return {stone.letter: lying.count(stone.letter) for stone in self.ruleset.info.stones}

    @property
    def follows(self) -> str:
        """Letter of the side to move in the draft, such as ``b``.

        In an invalid position it is the side with fewer stones.
        """
        found = self.checked()
        if not isinstance(found, Reason):
            return found.colour
        counts = self.counts()
        return min(self.ruleset.info.colours, key=lambda colour: counts[colour])

    # Edits; each returns a new draft

    def put(self, cell: int, letter: str) -> Draft:
        """Return a copy of the draft with a stone on a cell, in place of any stone that was there."""
        return replace(self, stones={**self.stones, cell: letter})

    def removed(self, cell: int) -> Draft:
        """Return a copy of the draft without the stone on a cell."""
        rest = {each: letter for each, letter in self.stones.items() if each != cell}
        return replace(self, stones=rest, last=None if self.last == cell else self.last)

    def cleared(self) -> Draft:
        """Return a draft of the empty board in the same game, with no side to move set."""
        return replace(self, stones={}, colour="", last=None)

    def with_colour(self, colour: str) -> Draft:
        """Return a copy of the draft with ``colour`` as the side to move; if "", the stones determine the side."""
        return replace(self, colour=colour)

    def with_last(self, cell: int) -> Draft:
        """Return a copy of the draft in which the stone on a cell is marked as the last one placed.

        If the stone has this mark already, the mark is removed.
        """
        if cell not in self.stones:
            return self
        return replace(self, last=None if self.last == cell else cell)

    def turned(self) -> Draft:
        """Return the draft rotated clockwise by the smallest angle that the board and the rules allow.

        That is 90 degrees on a square board, 60 on a hexagon, and 180 on an oblong one.
        """
        return self._moved(cell_map(self.geometry.cells, each) for each in _ROTATIONS)

    def mirrored(self) -> Draft:
        """Return the draft with left and right exchanged, or unchanged if the board is not symmetrical."""
        return self._moved(self.geometry.row_symmetries[1:])

    def _moved(self, candidates: Iterable[Symmetry | None]) -> Draft:
        """Return the draft with its stones moved by the first of these that is a symmetry of the game, if one is."""
        known = symmetries_of(self.ruleset, self.geometry)
        symmetry = next((each for each in candidates if each in known), None)
        if symmetry is None:
            return self
        last = None if self.last is None else symmetry[self.last]
        return replace(self, stones={symmetry[cell]: letter for cell, letter in self.stones.items()}, last=last)

    def with_options(self, options: Options) -> Draft | Reason:
        """Return the draft with other options of the same game, or the Reason why these options are invalid."""
        return self.on(self.ruleset, options)

    def on(self, ruleset: Ruleset, options: Options | None = None) -> Draft | Reason:
        """Return a copy of the draft for another game, with the given options or else the game's defaults.

        Stones keep their place relative to the centre of the board. Stones off the new board, or of a kind that the
        game does not have, are removed. Returns a Reason if the options are invalid.
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
        """Map the cells of this board to those of another board at the same offset from the centre."""
        # Computed from the centres, so that the result does not depend on the sizes chosen in between.
        across, down = other.columns // 2 - self.geometry.columns // 2, other.rows // 2 - self.geometry.rows // 2
        found = {cell: other.at(x + across, y + down) for cell, (x, y) in enumerate(self.geometry.cells)}
        return {cell: there for cell, there in found.items() if there is not None}


def _trouble(found: State | Reason) -> int:
    """Rate a checked position: 0 if it is valid, 2 if only the side to move is wrong, 1 for any other problem."""
    if not isinstance(found, Reason):
        return 0
    return 2 if found.code == WRONG_TURN else 1


def empty_draft(ruleset: Ruleset) -> Draft:
    """Return a draft of the empty board of a ruleset, with default options."""
    return Draft(ruleset, complete_options(ruleset.info, {}))


def draft_of(ruleset: Ruleset, options: Options, state: State) -> Draft:
    """Return a draft of a game's position; its side to move is set only if the stones do not imply it."""
    stones = {cell: letter for cell, letter in enumerate(state.board) if letter != EMPTY}
    draft = Draft(ruleset, dict(options), stones, "", state.last[-1] if state.last else None)
    found = draft.checked()
    follows = isinstance(found, State) and found.colour == state.colour
    return draft if follows or state.is_opening else draft.with_colour(state.colour)


def options_that_matter(draft: Draft) -> tuple[Option, ...]:
    """Return the options of a game that affect its positions, without those that only affect the opening."""
    ruleset, options = draft.ruleset, draft.options
    usual = ruleset.arrange(options, {}, ruleset.info.colours[0])

    def matters(option: Option) -> bool:
        others = ({**options, option.key: value} for value in _values(option))
        fitting = (each for each in others if ruleset.check_options(each) is None)
        return any(ruleset.arrange(each, {}, ruleset.info.colours[0]) != usual for each in fitting)

    return tuple(option for option in ruleset.info.options if not option.hidden and matters(option))


def _values(option: Option) -> tuple[OptionValue, ...]:
    """Return the values of an option to try: every choice, or the smallest and the largest number."""
    if option.kind == "flag":
        return (False, True)
    if option.kind == "number":
        return (option.low, option.high)
    return tuple(choice.value for choice in option.choices)


def asks_for_last(draft: Draft) -> bool:
    """Return True if the legal moves of a game can depend on the last stone that was placed.

    Returns False if a plug-in fails to answer.
    """
    info, middle = draft.ruleset.info, len(draft.geometry) // 2
    probe = Draft(draft.ruleset, draft.options, {middle: info.colours[0]}, info.colours[1], middle)
    try:
        state = probe.checked()
        marks = () if isinstance(state, Reason) else draft.ruleset.marks(state)
    except PluginError:
        return False
    return any(mark.kind is MarkKind.LEGAL for mark in marks)
