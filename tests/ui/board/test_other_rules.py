"""Games of plug-ins in the window: stones that fall, and a row that loses."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from game.core.geometry import hexagon, rectangle
from game.core.line_game import LineGame, LineRule, LineState
from game.core.model import EMPTY, Mark, MarkKind, Outcome, Reason, Scored, State, Termination
from game.core.ruleset import PluginError, Ruleset, Stone, complete_options, meant_cell
from game.core.tournament import Participant, Tournament
from game.plugins.guard import guarded
from game.session.game_session import open_local_session
from game.session.texts import describe, outcome_sentence, score_text
from game.ui.play.play_scene import PlayScene
from tests.ui.board.test_previews import played
from tools.pilot.hand import A_WHILE, click
from tools.pilot.pilot import Peer, Pilot
from tools.pilot.tiny_ruleset import TinyRuleset

INFO = replace(
    TinyRuleset().info,
    options=(),
    choices=(),
    names_stone=False,
    stones=(Stone("b", "Black", "black"), Stone("w", "White", "white")),
    sample=(),
    openings=(),
    formats=(),
)


class Falling(LineGame):
    """Four in a row with gravity."""

    board = rectangle(7, 6)
    line_rule = LineRule(length=4)
    info = replace(INFO, id="falling", title="Falling")

    def forbids(self, state: LineState, cell: int) -> Reason | None:
        x, y = state.geometry.cells[cell]
        below = state.geometry.at(x, y + 1)
        is_floating = below is not None and state.board[below] == EMPTY
        return Reason("falls", "Stones fall to the lowest free cell.", quiet=True) if is_floating else None

    def meant_cell(self, state: State, cell: int) -> int:
        column = state.geometry.column_cells[state.geometry.cells[cell][0]]
        return next((each for each in reversed(column) if state.board[each] == EMPTY), cell)


class FourWinsThreeLoses(LineGame):
    """Four in a row win on a hexagon, and three lose."""

    board = hexagon(5)
    line_rule = LineRule(length=3)
    info = replace(INFO, id="yava", title="Yava", shows_score=True, score_name=("captured pair", "captured pairs"))

    def outcome(self, state: State) -> Outcome | None:
        found = super().outcome(state)
        assert isinstance(state, LineState)
        if found is None or found.winner is None or max(map(len, state.lines)) > 3:
            return found
        return Outcome(Termination.OWN_LINE, 1 - found.winner)

    def marks(self, state: State) -> tuple[Mark, ...]:
        found = self.outcome(state)
        has_lost = found is not None and found.termination is Termination.OWN_LINE
        return tuple(
            replace(mark, kind=MarkKind.OWN_LINE) if has_lost and mark.kind is MarkKind.LINE else mark
            for mark in super().marks(state)
        )

    def apply(self, state, move):
        step = super().apply(state, move)
        has_lost = any(mark.kind is MarkKind.OWN_LINE for mark in self.marks(step.state))
        return replace(step, events=step.events[:1]) if has_lost else step


def opened(seat: Peer, ruleset: Ruleset, moves: str = "") -> Pilot:
    """The window with a game between two people."""
    pilot = seat("", "gomoku")
    people = (Participant("Ann"), Participant("Ben"))
    tournament = Tournament(guarded(ruleset), complete_options(ruleset.info, {}), people, seed=1, title="test")
    session = open_local_session(pilot.app.services, tournament, "test", saved=False)
    pilot.open(PlayScene(pilot.app, session))
    for name in moves.split():
        click(pilot, name)
    return pilot


def test_a_stone_falls_to_the_lowest_free_cell_of_the_column_at_which_the_player_points(seat: Peer) -> None:
    pilot = opened(seat, Falling(), "d6 d5 d2")
    assert played(pilot) == "d1 d2 d3"
    marks = pilot.scene.match.ruleset.marks(pilot.scene.match.state)
    assert {mark.kind for mark in marks} == {MarkKind.LAST}
    names = pilot.scene.match.state.geometry.names
    assert names[pilot.scene.board.cursor] == "d4"
    pilot.key(pygame.K_RIGHT)
    assert names[pilot.scene.board.cursor] == "e1"
    pilot.key(pygame.K_RETURN)
    pilot.frames(A_WHILE)
    assert played(pilot) == "d1 d2 d3 e1"
    assert names[pilot.scene.board.cursor] == "e2"


def test_a_row_of_ones_own_that_loses_is_told_and_shown_without_a_win(seat: Peer) -> None:
    pilot = opened(seat, FourWinsThreeLoses(), "e5 a1 f5 b1 g5")
    pilot.frames(300)
    table = pilot.scene.table
    assert outcome_sentence(table, table.match.outcome) == "Ann made three in a row and loses."
    assert pilot.scene.celebration._words == "Ben wins!"
    assert not pilot.scene.board._win_marks
    assert [mark.kind for mark in table.match.ruleset.marks(table.match.state)] == [MarkKind.LAST, MarkKind.OWN_LINE]


def test_a_score_that_counts_something_else_is_not_called_points(seat: Peer) -> None:
    pilot = opened(seat, FourWinsThreeLoses(), "e5")
    table, info = pilot.scene.table, pilot.scene.subject.info
    assert describe(table, (Scored("b", ((0, 1, 2), (3, 4, 5))),)) == "Black gains 2 captured pairs."
    won = Outcome(Termination.POINTS, 0, {"b": 5, "w": 1})
    assert outcome_sentence(table, won) == "Ann wins with 5 captured pairs."
    assert score_text(info, 1) == "1 captured pair"


@pytest.mark.parametrize("answer", [42, -1])
def test_a_cell_off_the_board_to_which_a_stone_should_fall_is_a_plug_ins_fault(answer: int) -> None:
    class Astray(Falling):
        def meant_cell(self, state: State, cell: int) -> int:
            return answer

    ruleset = guarded(Astray())
    with pytest.raises(PluginError, match=f"it names cell {answer} of 42"):
        meant_cell(ruleset, ruleset.setup({}, 0).state, 0)
