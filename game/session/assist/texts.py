"""Help mode in words: what each side threatens, how it is stopped, and what is known where nothing is seen.

Where one stone is a turn, a sentence names the rows; where a turn brings several, it counts the stones that stop them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from game.core.language import _, gettext_noop, join_sentences, plural
from game.core.lines.line_state import LineState
from game.core.lines.reasons import row_name
from game.core.model import EMPTY, Attack, AttackKind, Move, Place, State, Threats
from game.core.ruleset import Proof, RulesetInfo, WinMeans
from game.session.texts import colour_name, either, listed

#: A side's letter, and what is told of it.
Told = tuple[str, str]
#: What a prover says of each side that it was asked about: None while it looks.
Foreseen = Mapping[str, Proof[Move] | None]

#: The most cells that are named; more are marked on the board alone.
_MOST_NAMED = 4
#: The stones of a winning line where the ruleset does not say.
_USUAL_LENGTH = 5

_HAS: Mapping[AttackKind, str] = {
    AttackKind.FOUR: gettext_noop("{side} has a {four}."),
    AttackKind.OPEN_FOUR: gettext_noop("{side} has an open {four}."),
    AttackKind.DOUBLE_FOUR: gettext_noop("{side} has a double {four}."),
    AttackKind.FOUR_AND_THREE: gettext_noop("{side} has a {four} and an open {three}."),
    AttackKind.DOUBLE_THREE: gettext_noop("{side} has a double {three}."),
    AttackKind.OPEN_THREE: gettext_noop("{side} has an open {three}."),
}
_CAN_MAKE: Mapping[AttackKind, str] = {
    AttackKind.DOUBLE_FOUR: gettext_noop("{side} can make a double {four} at {cells}."),
    AttackKind.FOUR_AND_THREE: gettext_noop("{side} can make a {four} and an open {three} at {cells}."),
    AttackKind.DOUBLE_THREE: gettext_noop("{side} can make a double {three} at {cells}."),
}
_THREES = (AttackKind.OPEN_THREE, AttackKind.DOUBLE_THREE)
#: A forced win of the side that is not on turn, and of the side that is.
_THREATENS: Mapping[WinMeans, str] = {
    WinMeans.FOURS: gettext_noop("{side} threatens to win by force with {fours}, from {cells}."),
    WinMeans.THREES: gettext_noop("{side} threatens to win by force with {fours} and {threes}, from {cells}."),
    WinMeans.THREATS: gettext_noop("{side} threatens to win by force, from {cells}."),
}
_CAN_WIN: Mapping[WinMeans, str] = {
    WinMeans.FOURS: gettext_noop("{side} can win by force, with {fours} alone."),
    WinMeans.THREES: gettext_noop("{side} can win by force, with {fours} and {threes}."),
    WinMeans.THREATS: gettext_noop("{side} can win by force."),
}
#: Several rows of so many stones.
_ROWS: Mapping[int, str] = {
    3: gettext_noop("threes"),
    4: gettext_noop("fours"),
    5: gettext_noop("fives"),
}


@dataclass(frozen=True, slots=True)
class HelpView:
    """A position with all that help knows of it."""

    info: RulesetInfo
    state: State
    threats: tuple[Threats, ...]
    """An entry for each side."""
    attacks: tuple[Attack, ...] | None = None
    """The strongest attack of each side that has one; None where the game knows none."""
    foreseen: Foreseen = field(default_factory=dict)
    is_ahead: bool = False
    """Whether the position is the one after the ghosts are played."""

    def name(self, colour: str) -> str:
        """A side's name on screen."""
        return colour_name(self.info, colour)

    def other(self, colour: str) -> str:
        """The letter of the other side."""
        return next(letter for letter in self.info.colours if letter != colour)

    def attack_by(self, colour: str) -> Attack | None:
        """A side's attack."""
        return next((attack for attack in self.attacks or () if attack.colour == colour), None)

    def can_win(self, colour: str) -> bool:
        """Whether a side is seen to have an attack or a forced win."""
        proof = self.foreseen.get(colour)
        return self.attack_by(colour) is not None or (proof is not None and proof.means is not None)

    @property
    def unseen(self) -> tuple[str, ...]:
        """The sides of which nothing is seen that could win: what they could force is a prover's question.

        The side that waits comes first: what it threatens is more urgent than what the other one could do.
        """
        if not self.threats:
            return ()
        seen = {side.colour for side in self.attacks or ()} | {side.colour for side in self.threats if side.lines}
        return tuple(side for side in (self.other(self.state.colour), self.state.colour) if side not in seen)

    @property
    def rows(self) -> dict[str, str]:
        """The names of rows for the fields of a sentence."""
        length = self.state.rule.length if isinstance(self.state, LineState) else _USUAL_LENGTH
        return {name: _(row_name(length - fewer)) for fewer, name in enumerate(("five", "four", "three"))}

    @property
    def several_rows(self) -> dict[str, str]:
        """The names of several rows."""
        length = self.state.rule.length if isinstance(self.state, LineState) else _USUAL_LENGTH
        return {name: _(_ROWS.get(length - fewer, "")) for fewer, name in ((1, "fours"), (2, "threes"))}

    def cells(self, cells: Iterable[int]) -> list[str]:
        """The names of cells on screen."""
        return [self.state.geometry.names[cell].upper() for cell in cells]


def sentences(sight: HelpView, first: str) -> Iterator[Told]:
    """The sentences for the sides, that of the colour ``first`` before the other; none where nothing can be told.

    Where rows are named, nothing is said of the other side without an attack or a forced win.
    """
    if not sight.threats:
        return
    if sight.attacks is None:
        yield from _counted(sight)
        return
    second = sight.other(first)
    words = _attack_words(sight, first)
    yield first, _("Then {sentence}", sentence=words) if sight.is_ahead else words
    if sight.can_win(second):
        yield second, _attack_words(sight, second)


# One stone a turn: rows by their names


def _attack_words(sight: HelpView, colour: str) -> str:
    attack = sight.attack_by(colour)
    if attack is None:
        return _unseen_words(sight, colour)
    then = _goes_on(sight, attack) if colour == sight.state.colour else _stopped(sight, attack)
    return join_sentences((attack_sentence(sight, attack), then))


def attack_sentence(sight: HelpView, attack: Attack) -> str:
    """The sentence that names an attack that a side has, or could make."""
    cells = either(sight.cells(attack.goes_on[:_MOST_NAMED]))
    text = (_CAN_MAKE if attack.is_coming else _HAS)[attack.kind]
    return _(text, side=sight.name(attack.colour), cells=cells, **sight.rows)


def _goes_on(sight: HelpView, attack: Attack) -> str:
    """How the side on turn carries its attack out; "" where the first sentence says it."""
    if attack.is_coming:
        return ""
    cells = either(sight.cells(attack.goes_on[:_MOST_NAMED]))
    if attack.kind in _THREES:
        return _("{cells} makes an open {four}.", cells=cells, **sight.rows)
    return _("{cells} makes {five} in a row.", cells=cells, **sight.rows)


def _stopped(sight: HelpView, attack: Attack) -> str:
    """How the side that does not attack stops it."""
    side, stops = sight.name(sight.other(attack.colour)), attack.stops
    if not stops:
        return _("No single stone stops it.")
    if len(stops) > _MOST_NAMED:
        return _("{side} stops it on any marked cell.", side=side)
    cells = either(sight.cells(stops))
    if attack.kind is AttackKind.FOUR_AND_THREE and not attack.is_coming:
        return _(
            "{side} has to stop the {four} at {cells}, and the {three} goes on.", side=side, cells=cells, **sight.rows
        )
    return _("{side} stops it at {cells}.", side=side, cells=cells)


def _unseen_words(sight: HelpView, colour: str) -> str:
    """What is known of a side without an attack."""
    seen = _("{side} has no {four} and no open {three}.", side=sight.name(colour), **sight.rows)
    return _foreseen_words(sight, colour, seen, _("No threat from {side} in sight.", side=sight.name(colour)))


# Several stones a turn: the stones that stop the lines, counted


def _counted(sight: HelpView) -> Iterator[Told]:
    state, by = sight.state, {side.colour: side for side in sight.threats}
    if state.colour not in by:
        return
    other = sight.other(state.colour)
    words = _on_turn(sight.name(state.colour), state, by[state.colour], by[other])
    words = _("Then {sentence}", sentence=words) if sight.is_ahead and words else words
    # A sentence stands beside a stone of the side that it begins with.
    yield (state.colour, words) if words else (other, _nothing_counted(sight, other))
    waiting = waiting_words(sight.name(other), by[state.colour])
    yield (other, waiting) if waiting else (state.colour, _nothing_counted(sight, state.colour))


def _nothing_counted(sight: HelpView, colour: str) -> str:
    """What is known of a side that cannot win with its next turn."""
    seen = _("{side} cannot win with the next turn.", side=sight.name(colour))
    return _foreseen_words(sight, colour, seen, _("No threat from {side} in sight.", side=sight.name(colour)))


def _foreseen_words(sight: HelpView, colour: str, seen: str, nothing: str) -> str:
    """What a prover says of a side; ``seen`` is known without it, ``nothing`` is its word that there is nothing."""
    if colour not in sight.foreseen:
        return seen
    proof = sight.foreseen[colour]
    if proof is None:
        return join_sentences((seen, _("Looking further…")))
    if not proof.is_known:
        return seen
    if proof.means is None:
        return nothing
    text = (_CAN_WIN if colour == sight.state.colour else _THREATENS)[proof.means]
    cells = listed(sight.cells(move.cell for move in proof.moves if isinstance(move, Place)))
    return _(text, side=sight.name(colour), cells=cells, **sight.several_rows)


def _on_turn(name: str, state: State, own: Threats, against: Threats) -> str:
    """The sentence for the side on turn; "" where there is nothing to say."""
    left, needed = state.placements_left, against.needed
    if any(sum(state.board[cell] == EMPTY for cell in line) <= left for line in own.lines):
        if not 0 < needed <= left:
            return _("{side} can win in this turn.", side=name)
        return plural(
            "{side} can win, or block with {count} stone.",
            "{side} can win, or block with {count} stones.",
            needed,
            side=name,
        )
    if against.is_unstoppable or not needed:
        return waiting_words(name, against)
    if needed <= left:
        return plural(
            "{side} must block with {count} stone.", "{side} must block with {count} stones.", needed, side=name
        )
    return plural(
        "{side} must block with {count} stone, and has {left}.",
        "{side} must block with {count} stones, and has {left}.",
        needed,
        side=name,
        left=left,
    )


def waiting_words(name: str, against: Threats) -> str:
    """The sentence for the side of this name, which answers the threats later; "" where there is nothing to answer."""
    if not against.needed:
        return ""
    if against.is_unstoppable:
        return _("{side} needs {number} or more stones: too many.", side=name, number=against.needed)
    return plural(
        "{side} needs {count} stone to block.", "{side} needs {count} stones to block.", against.needed, side=name
    )
