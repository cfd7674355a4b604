"""Conversion between studies and lists of stones, for the game file formats without variations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.core.geometry import Position
from game.core.language import _, gettext_noop, plural, strip_period
from game.core.match import standing_moves
from game.core.model import Pass, Place, Reason
from game.library.formats.terms import GameRules, StoneAt
from game.library.formats.texts import ImportWarnings
from game.library.study.study import Study
from game.library.study.tree import ROOT

#: Sentence for a format that has no place for stones that were set up; translated with ``_``.
SET_UP = gettext_noop("The format “{format}” cannot store stones that were set up: games begin on an empty board.")


def study_of_stones(rules: GameRules, stones: Sequence[StoneAt], warnings: ImportWarnings) -> Study:
    """Return a study that plays the stones up to the first illegal one, and add a warning if there is one."""
    study = Study(rules.ruleset, rules.options)
    moves, refused = rules.moves(stones)
    node = ROOT
    for move in moves:
        node = study.tree.append(node, move)
    if refused is not None:
        text = _(
            "move {number} is not allowed: {message}", number=len(moves) + 1, message=strip_period(refused.message)
        )
        warnings.add(text)
        if len(stones) > len(moves) + 1:
            left = len(stones) - len(moves)
            warnings.add_sentence(
                plural(
                    "Left out, from the illegal move on: {count} stone.",
                    "Left out, from the illegal move on: {count} stones.",
                    left,
                )
            )
    return study


def unwritable(study: Study, title: str) -> Reason | None:
    """Return the Reason why a file format of plain moves, ``title``, cannot store a game; None if it can."""
    if study.start is not None:
        return Reason("set up", _(SET_UP, format=title))
    if study.ruleset.info.names_stone:
        return Reason("kinds", _("The format “{format}” supports only one kind of stone per player.", format=title))
    return None


def other_rules(title: str) -> Reason:
    """Return the Reason why a file format, ``title``, cannot store a game by other rules than those that it knows."""
    return Reason("rule", _("The format “{format}” does not support the rules of this game.", format=title))


def stones_of(study: Study, title: str) -> list[Position] | Reason:
    """Return the stones of the main line, or a Reason if the file format ``title``, a list of stones, cannot store it.

    A list of stones has no place for a pass.
    """
    refused = unwritable(study, title)
    if refused is not None:
        return refused
    if any(isinstance(study.tree.move(node), Pass) for node in study.tree.continuation(ROOT)):
        return Reason("pass", _("The format “{format}” cannot store a pass.", format=title))
    return list(_positions(study))


def _positions(study: Study) -> Iterator[Position]:
    """Yield the column and row of each stone of the main line."""
    for node in standing_nodes(study):
        move = study.tree.move(node)
        if isinstance(move, Place):
            yield study.first_state.geometry.cells[move.cell]


def standing_nodes(study: Study) -> list[int]:
    """Return the main line's nodes whose stones are still on the board at its end.

    Choices of an opening and offered stones that were declined are left out.
    """
    nodes = list(study.tree.continuation(ROOT))
    last = study.state(nodes[-1]) if nodes else study.first_state
    moves = [study.tree.move(node) for node in nodes]
    board = study.first_state.board if isinstance(last, Reason) else last.board
    return [nodes[number] for number in standing_moves(moves, board)]
