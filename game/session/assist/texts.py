"""Texts of the help during a game: threats, ways to stop them, and results of the forced-win search.

If a turn is a single stone, a sentence names the rows; if a turn has several, it counts the stones needed to block.
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

#: A side's letter, and the text about it.
Told = tuple[str, str]
#: The result of the forced-win search by side; None while the search runs.
Foreseen = Mapping[str, Proof[Move] | None]

#: Maximum number of cells to name; more are only marked on the board.
_MAX_NAMED = 4
#: The number of stones in a winning line if the ruleset does not define it.
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
#: Texts for a forced win of the side that is not to move, and of the side that is.
_THREATENS: Mapping[WinMeans, str] = {
    WinMeans.FOURS: gettext_noop("{side} threatens to force a win with {fours}, starting at {cells}."),
    WinMeans.THREES: gettext_noop("{side} threatens to force a win with {fours} and {threes}, starting at {cells}."),
    WinMeans.THREATS: gettext_noop("{side} threatens to force a win, starting at {cells}."),
}
_CAN_WIN: Mapping[WinMeans, str] = {
    WinMeans.FOURS: gettext_noop("{side} can force a win with {fours} alone."),
    WinMeans.THREES: gettext_noop("{side} can force a win with {fours} and {threes}."),
    WinMeans.THREATS: gettext_noop("{side} can force a win."),
}
#: Names of several rows, by their number of stones.
_ROWS: Mapping[int, str] = {
    3: gettext_noop("threes"),
    4: gettext_noop("fours"),
    5: gettext_noop("fives"),
}


@dataclass(frozen=True, slots=True)
class HelpView:
    """A position with the threats, attacks and forced wins that the help during a game describes."""

    info: RulesetInfo
    state: State
    threats: tuple[Threats, ...]
    """The threats, with an entry for each side."""
    attacks: tuple[Attack, ...] | None = None
    """The strongest attack of each side that has one; None if the ruleset does not detect attacks."""
    foreseen: Foreseen = field(default_factory=dict)
    is_ahead: bool = False
    """True if this is the position after the preview stones have been played."""

    def name(self, colour: str) -> str:
        """Return the display name of a side (colour)."""
        return colour_name(self.info, colour)

    def other(self, colour: str) -> str:
        """Return the colour letter of the opposing side."""
        return next(letter for letter in self.info.colours if letter != colour)

    def attack_by(self, colour: str) -> Attack | None:
        """Return the attack of a side in this position; None if it has none."""
        return next((attack for attack in self.attacks or () if attack.colour == colour), None)

    def can_win(self, colour: str) -> bool:
        """Return True if a side has an attack or a known forced win in this position."""
        proof = self.foreseen.get(colour)
        return self.attack_by(colour) is not None or (proof is not None and proof.means is not None)

    @property
    def unseen(self) -> tuple[str, ...]:
        """The sides without a visible threat, for which a forced win should be searched.

        The side that is not to move comes first, since its threats are more urgent.
        """
        if not self.threats:
            return ()
        seen = {side.colour for side in self.attacks or ()} | {side.colour for side in self.threats if side.lines}
        return tuple(side for side in (self.other(self.state.colour), self.state.colour) if side not in seen)

    @property
    def rows(self) -> dict[str, str]:
        """The names of rows (``five``, ``four``, ``three``), to be filled into a help text."""
        length = self.state.rule.length if isinstance(self.state, LineState) else _USUAL_LENGTH
        return {name: _(row_name(length - fewer)) for fewer, name in enumerate(("five", "four", "three"))}

    @property
    def several_rows(self) -> dict[str, str]:
        """The plural names of rows (``fours``, ``threes``), to be filled into a help text."""
        length = self.state.rule.length if isinstance(self.state, LineState) else _USUAL_LENGTH
        return {name: _(_ROWS.get(length - fewer, "")) for fewer, name in ((1, "fours"), (2, "threes"))}

    def cells(self, cells: Iterable[int]) -> list[str]:
        """Return the names of these cells as shown on screen, such as ``H8``."""
        return [self.state.geometry.names[cell].upper() for cell in cells]


def sentences(view: HelpView, first: str) -> Iterator[Told]:
    """Yield a help text about the threats of each side, beginning with the side ``first``.

    Nothing is yielded if the threats are unknown.

    In games of one stone a turn, the other side is left out unless it has an attack or a forced win.
    """
    if not view.threats:
        return
    if view.attacks is None:
        yield from _counted(view)
        return
    second = view.other(first)
    text = _attack_text(view, first)
    yield first, _("Then {sentence}", sentence=text) if view.is_ahead else text
    if view.can_win(second):
        yield second, _attack_text(view, second)


# Turns of one stone: rows are named


def _attack_text(view: HelpView, colour: str) -> str:
    attack = view.attack_by(colour)
    if attack is None:
        seen = _("{side} has no {four} and no open {three}.", side=view.name(colour), **view.rows)
        return _foreseen_text(view, colour, seen, _("No threat from {side} in sight.", side=view.name(colour)))
    then = _goes_on(view, attack) if colour == view.state.colour else _stopped(view, attack)
    return join_sentences((attack_sentence(view, attack), then))


def attack_sentence(view: HelpView, attack: Attack) -> str:
    """Return the sentence about an attack that a side has or could make, such as an open four."""
    cells = either(view.cells(attack.goes_on[:_MAX_NAMED]))
    text = (_CAN_MAKE if attack.is_coming else _HAS)[attack.kind]
    return _(text, side=view.name(attack.colour), cells=cells, **view.rows)


def _goes_on(view: HelpView, attack: Attack) -> str:
    """Return a sentence that says where a side can carry out its attack, or "" if that is obvious."""
    if attack.is_coming:
        return ""
    cells = either(view.cells(attack.goes_on[:_MAX_NAMED]))
    if attack.kind in _THREES:
        return _("{cells} makes an open {four}.", cells=cells, **view.rows)
    return _("{cells} makes {five} in a row.", cells=cells, **view.rows)


def _stopped(view: HelpView, attack: Attack) -> str:
    """Return a sentence that says where the opponent can stop an attack."""
    side, stops = view.name(view.other(attack.colour)), attack.stops
    if not stops:
        return _("No single stone stops this threat.")
    if len(stops) > _MAX_NAMED:
        return _("{side} can stop the threat on any marked cell.", side=side)
    cells = either(view.cells(stops))
    if attack.kind is AttackKind.FOUR_AND_THREE and not attack.is_coming:
        return _(
            "{side} has to stop the {four} at {cells}, but the {three} remains.", side=side, cells=cells, **view.rows
        )
    return _("{side} can stop the threat at {cells}.", side=side, cells=cells)


# Turns of several stones: the stones needed to block are counted


def _counted(view: HelpView) -> Iterator[Told]:
    state, by = view.state, {side.colour: side for side in view.threats}
    if state.colour not in by:
        return
    other = view.other(state.colour)
    text = _on_turn(view.name(state.colour), state, by[state.colour], by[other])
    text = _("Then {sentence}", sentence=text) if view.is_ahead and text else text
    # A text is shown next to a stone of the side that it begins with.
    yield (state.colour, text) if text else (other, _nothing_counted(view, other))
    own = by[state.colour]
    waiting = waiting_text(view.name(other), own.needed, is_too_many=own.is_unstoppable)
    yield (other, waiting) if waiting else (state.colour, _nothing_counted(view, state.colour))


def _nothing_counted(view: HelpView, colour: str) -> str:
    """Return the help text about a side that cannot win with its next turn."""
    seen = _("{side} cannot win on the next turn.", side=view.name(colour))
    return _foreseen_text(view, colour, seen, _("No threat from {side} in sight.", side=view.name(colour)))


def _foreseen_text(view: HelpView, colour: str, seen: str, nothing: str) -> str:
    """Return the text about the result of the forced-win search for a side.

    ``seen`` is the text without a search, ``nothing`` the text if the search has found no win.
    """
    if colour not in view.foreseen:
        return seen
    proof = view.foreseen[colour]
    if proof is None:
        return join_sentences((seen, _("Looking further ahead…")))
    if not proof.is_known:
        return seen
    if proof.means is None:
        return nothing
    text = (_CAN_WIN if colour == view.state.colour else _THREATENS)[proof.means]
    cells = listed(view.cells(move.cell for move in proof.moves if isinstance(move, Place)))
    return _(text, side=view.name(colour), cells=cells, **view.several_rows)


def _on_turn(name: str, state: State, own: Threats, against: Threats) -> str:
    """Return a sentence that says if the side to move can win or must block, or "" if neither.

    ``own`` are the threats of that side, ``against`` those of the other side.
    """
    left, needed = state.placements_left, against.needed
    if any(sum(state.board[cell] == EMPTY for cell in line) <= left for line in own.lines):
        if not 0 < needed <= left:
            return _("{side} can win on this turn.", side=name)
        return plural(
            "{side} can win, or block with {count} stone.",
            "{side} can win, or block with {count} stones.",
            needed,
            side=name,
        )
    if against.is_unstoppable or not needed:
        return waiting_text(name, against.needed, is_too_many=against.is_unstoppable)
    if needed <= left:
        return plural(
            "{side} must block with {count} stone.", "{side} must block with {count} stones.", needed, side=name
        )
    return plural(
        "{side} needs {count} stone to block, but has only {left}.",
        "{side} needs {count} stones to block, but has only {left}.",
        needed,
        side=name,
        left=left,
    )


def waiting_text(name: str, needed: int, *, is_too_many: bool) -> str:
    """Return a sentence about the number of stones that a side needs to block threats, or "" if it needs none."""
    if not needed:
        return ""
    if is_too_many:
        return _("{side} needs {number} or more stones to block, which is too many.", side=name, number=needed)
    return plural("{side} needs {count} stone to block.", "{side} needs {count} stones to block.", needed, side=name)
