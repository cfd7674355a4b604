"""The workshop's draft of a rule sheet: changes by key, undo, problems, and the rows of the form."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.core.geometry import Wrap
from game.sheets.draft import SheetDraft, new_sheet, value_of, with_value
from game.sheets.form_fields import COLUMNS, RuleField, shown_fields
from game.sheets.reading import read_sheet
from game.sheets.sheet import DRAFT_KEY, USUAL_STONES, BoardShape, Effect, Forbidden, SheetRules, StoneKind, StoneSide
from game.sheets.writing import write_sheet

FIELDS = [field for column in COLUMNS for _heading, fields in column for field in fields]


def field_of(section: str, key: str) -> RuleField:
    return next(field for field in FIELDS if (field.section, field.key) == (section, key))


@pytest.fixture
def draft() -> SheetDraft:
    return SheetDraft(new_sheet())


def test_each_change_is_undone_and_made_again(draft: SheetDraft) -> None:
    draft.change("line", "length", 4)
    draft.change("board", "wrap", Wrap.TORUS)
    draft.history.undo()
    assert (draft.rules.line.length, draft.rules.board.wrap) == (4, Wrap.NONE)
    draft.history.undo()
    assert draft.sheet == SheetDraft(new_sheet()).sheet
    draft.history.redo()
    assert draft.rules.line.length == 4


def test_a_change_to_the_same_value_is_none(draft: SheetDraft) -> None:
    draft.change("line", "length", 5)
    assert not draft.history.can_undo


def test_the_rows_of_a_square_board_follow_its_columns(draft: SheetDraft) -> None:
    draft.change("board", "columns", 7)
    assert draft.rules.board.rows == 7
    draft.change("board", "rows", 9)
    draft.change("board", "columns", 8)
    assert (draft.rules.board.columns, draft.rules.board.rows) == (8, 9)


def test_a_problem_names_the_row_to_which_it_belongs(draft: SheetDraft) -> None:
    draft.change("line", "loses", 5)
    assert draft.problem is not None
    assert draft.problem[:2] == ("line", "loses")
    draft.change("line", "loses", 3)
    assert draft.problem is None


@pytest.mark.parametrize("shape", [BoardShape.HEXAGON, BoardShape.OCTAGON])
def test_a_value_that_has_become_impossible_stays_in_the_form(draft: SheetDraft, shape: BoardShape) -> None:
    draft.change("board", "wrap", Wrap.TORUS)
    draft.change("board", "shape", shape)
    assert draft.problem is not None
    assert draft.problem[:2] == ("board", "wrap")
    shown = [field for column in shown_fields(draft.rules) for _heading, fields in column for field in fields]
    assert field_of("board", "wrap") in shown


def test_a_board_that_cannot_be_drawn_is_no_error(draft: SheetDraft) -> None:
    draft.change("board", "columns", 2)
    draft.change("board", "wrap", Wrap.TORUS)
    assert not draft.has_board
    assert draft.problem is not None


def test_parts_that_the_form_does_not_show_stay_in_the_file() -> None:
    stones = (*USUAL_STONES, StoneKind("c", "Miller", "miller", StoneSide.BOTH, wild=True, hand=4))
    sheet = replace(new_sheet(), key="pond", card={"A tip": "Begin in the middle."}, rules=SheetRules(stones=stones))
    draft = SheetDraft(sheet, is_saved=True)
    draft.change("line", "length", 3)
    assert draft.unshown() == ["kinds of stones", "texts of the rules card"]
    read = read_sheet(write_sheet(draft.sheet), "pond", lambda _key: None)
    assert (read.rules.stones, read.card, read.rules.line.length) == (stones, sheet.card, 3)


def test_a_copy_of_a_game_of_the_program_has_no_file_of_its_own(draft: SheetDraft) -> None:
    copied = SheetDraft(replace(new_sheet(), key="torus_gomoku"))
    assert copied.sheet.key == DRAFT_KEY
    assert not copied.is_saved
    own = SheetDraft(replace(new_sheet(), key="mine"), is_saved=True)
    assert own.sheet.key == "mine"
    own.rename("Another name")
    assert (own.sheet.key, own.is_saved) == ("mine", False)


def test_every_value_of_every_row_is_written_and_read_again() -> None:
    for field in FIELDS:
        for value in field.usual[:12]:
            rules = with_value(SheetRules(), field.section, field.key, value)
            assert value_of(rules, field.section, field.key) == value
            assert field.word_of(value)
            draft = SheetDraft(replace(new_sheet(), rules=rules))
            if draft.problem is None and field.applies(rules):
                text = write_sheet(draft.sheet)
                assert read_sheet(text, DRAFT_KEY, lambda _key: None).rules == rules, (field.key, value)


def test_a_number_stops_at_its_ends_and_other_values_go_round() -> None:
    length, shape = field_of("line", "length"), field_of("board", "shape")
    shortest = with_value(SheetRules(), "line", "length", 2)
    assert length.step(shortest, -1) == 2
    assert length.step(SheetRules(), 1) == 6
    assert shape.step(SheetRules(), -1) is BoardShape.OCTAGON


def test_an_unusual_value_of_a_sheet_is_one_of_the_choices() -> None:
    odd = (Effect.LOSES, Effect.WINS)
    rules = with_value(SheetRules(), "line", "longer", odd)
    longer = field_of("line", "longer")
    assert odd in longer.values(rules)
    assert longer.word_of(odd) == "Loses / Wins"


def test_each_side_has_bans_of_its_own(draft: SheetDraft) -> None:
    draft.change("forbid", "second", frozenset({Forbidden.OVERLINE}))
    assert draft.rules.forbid == (frozenset(), frozenset({Forbidden.OVERLINE}))


def test_undoing_a_save_is_a_change_that_could_be_lost(draft: SheetDraft) -> None:
    draft.rename("Night four")
    draft.mark_saved(replace(draft.sheet, key="night_four"))
    assert not draft.has_changes
    draft.history.undo()
    assert draft.has_changes
