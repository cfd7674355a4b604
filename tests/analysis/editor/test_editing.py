"""Setting a position up: edits that can all be taken back, and positions that the ruleset lets pass or refuses."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.analysis.editor.draft import (
    Draft,
    asks_for_last,
    draft_of,
    empty_draft,
    options_that_matter,
)
from game.analysis.editor.position_editor import PositionEditor
from game.analysis.editor.position_store import from_setting, to_setting
from game.analysis.editor.position_text import copied, pasted_draft
from game.analysis.editor.texts import draft_text
from game.core.model import ParseError, Reason
from game.core.ruleset import PluginError, complete_options
from game.library.formats.clipboard.pasted import read_pasted
from game.library.formats.reading import open_bytes
from game.library.formats.sgf.writer import write_sgf
from game.library.formats.terms import GameRules, PasteTarget
from game.library.study.study_file import salvage_study, write_study
from game.library.study.tree import ROOT
from game.plugins.guard import guarded
from tests.library.formats.studies import RULESETS, grown, studies
from tools.pilot.tiny_ruleset import TinyRuleset

GOMOKU, CONNECT6, POND = RULESETS["gomoku"], RULESETS["connect6"], RULESETS["threestones"]


def pasted(draft, text):
    """The draft of a text that is pasted over another draft."""
    return pasted_draft(read_pasted(text, PasteTarget(GameRules(draft.ruleset, draft.options), RULESETS)))


def set_up(ruleset, stones, colour="", last=None, **options):
    """A draft from the names of cells for each letter."""
    whole = complete_options(ruleset.info, options)
    geometry = ruleset.geometry(whole)
    lying = {geometry.cell(name): letter for letter, names in stones.items() for name in names.split()}
    return Draft(ruleset, whole, lying, colour, None if last is None else geometry.cell(last))


@st.composite
def drafts(draw):
    """Any stones on any board, whether they can lie so or not."""
    ruleset = RULESETS[draw(st.sampled_from(list(RULESETS)))]
    draft = empty_draft(ruleset)
    cells = st.integers(0, len(draft.geometry) - 1)
    letters = st.sampled_from([stone.letter for stone in ruleset.info.stones])
    stones = draw(st.dictionaries(cells, letters, max_size=14))
    return Draft(ruleset, draft.options, stones, draw(st.sampled_from(("", *ruleset.info.colours))))


EDITS = st.lists(st.tuples(st.integers(0, 8), st.integers(0, 79), st.integers(0, 2)), max_size=40)


def edited(draft, kind, cell, number):
    letters = [stone.letter for stone in draft.ruleset.info.stones]
    cell %= len(draft.geometry)
    rulesets = list(RULESETS.values())
    return (
        lambda: draft.put(cell, letters[number % len(letters)]),
        lambda: draft.removed(cell),
        draft.cleared,
        draft.turned,
        draft.mirrored,
        lambda: draft.with_colour(("", *draft.ruleset.info.colours)[number]),
        lambda: draft.with_last(cell),
        lambda: draft.on(rulesets[(cell + number) % len(rulesets)]),
        lambda: draft.with_options({**draft.options, **({"size": 9 + number} if "size" in draft.options else {})}),
    )[kind]()


@settings(deadline=None, max_examples=60)
@given(EDITS)
def test_taking_all_edits_back_leads_to_the_empty_board_and_making_them_again_to_the_last_one(edits):
    empty = empty_draft(GOMOKU)
    editor = PositionEditor(empty)
    for edit in edits:
        assert editor.change(edited(editor.draft, *edit)) is None
    last = editor.draft
    while editor.can_undo:
        editor.undo()
    assert editor.draft == empty
    while editor.can_redo:
        editor.redo()
    assert editor.draft == last


@settings(deadline=None, max_examples=80)
@given(drafts())
def test_a_position_is_one_that_can_be_played_or_has_ended_and_else_a_sentence_tells_why_not(draft):
    found = draft.checked()
    assert draft_text(draft)
    if isinstance(found, Reason):
        assert found.code
        assert found.message.endswith(".")
        assert isinstance(draft.study(), Reason)
        return
    ruleset, options = draft.ruleset, draft.options
    assert {cell: letter for cell, letter in enumerate(found.board) if letter != "."} == draft.stones
    assert draft.colour in ("", found.colour)
    assert ruleset.load(ruleset.dump(found), options) == found
    assert (next(ruleset.legal_moves(found), None) is None) == (ruleset.outcome(found) is not None)


@settings(deadline=None, max_examples=60)
@given(studies(starts=False), st.integers(0, 40), st.randoms(use_true_random=False))
def test_every_position_of_a_game_can_be_set_up_and_studied_from(study, moves, rng):
    state = study.state(grown(study, ROOT, moves, rng))
    if not all(state.colours):
        return
    draft = draft_of(study.ruleset, study.options, state)
    made = draft.study("From the editor")
    assert not isinstance(made, Reason)
    assert made.start.board == state.board
    assert made.start.placements_left == state.placements_left
    grown(made, ROOT, 3, rng)
    text = write_study(made)
    read, lost = salvage_study(text, RULESETS)
    assert (write_study(read), lost) == (text, ())
    again = open_bytes(write_sgf(made), "study.sgf", RULESETS).studies[0]
    assert again.start == made.start
    assert write_study(again) == text


def test_connect6_is_set_up_within_a_turn_too():
    full = set_up(CONNECT6, {"b": "j10", "w": "k10 k11"}).checked()
    within = set_up(CONNECT6, {"b": "j10", "w": "k10"}).checked()
    assert (full.colour, full.placements_left) == ("b", 2)
    assert (within.colour, within.placements_left) == ("w", 1)
    assert empty_draft(CONNECT6).checked().placements_left == 1


@pytest.mark.parametrize(
    ("draft", "code", "words"),
    [
        (set_up(GOMOKU, {"b": "h8 h9 h10", "w": "a1"}), "counts", "Black 3, White 1"),
        (set_up(GOMOKU, {"b": "h8", "w": "a1"}, "w"), "turn", "it is Black's turn"),
        (set_up(CONNECT6, {"b": "j10 j11", "w": "k10"}), "counts", "Black 1, White 2"),
        (
            set_up(GOMOKU, {"b": "a1 b1 c1 d1 e1", "w": "a3 b3 c3 d3 e3"}),
            "two winners",
            "Both sides have a winning row",
        ),
        (
            set_up(GOMOKU, {"b": "a1 b1 c1 d1 e1", "w": "a3 b3 c3 d3 f4"}),
            "won before",
            "Black already had a winning row before the last move",
        ),
        (
            set_up(
                GOMOKU,
                {"b": "a1 b1 c1 d1 e1 a5 b5 c5 d5 e5", "w": "a3 b3 c3 d3 g4 a8 c8 e8 g8"},
            ),
            "won before",
            "One stone cannot have completed",
        ),
        (
            set_up(GOMOKU, {"b": "a1 b1 c1 d1 e1 f1", "w": "a3 c3 e3 g3 i3 k3"}, variant="renju"),
            "overline",
            "Black has a line of more than five",
        ),
        (
            set_up(POND, {"c": "c3 c4 c5 c6 c7 c8 c9 d2 d4 d6 d8 d10 e1"}),
            "too many",
            "There are 13 Millers on the board; the players have only 12 in all.",
        ),
    ],
)
def test_a_position_that_no_game_leads_to_is_refused_with_a_sentence(draft, code, words):
    found = draft.checked()
    assert isinstance(found, Reason)
    assert found.code == code
    assert words in found.message
    assert draft_text(draft) == found.message


def test_a_line_of_nine_may_be_the_last_stone_of_two_fours_and_a_longer_one_may_not():
    nine, white = "a1 b1 c1 d1 e1 f1 g1 h1 i1", "a3 c3 e3 g3 i3 k3 m3 o3"
    won = set_up(GOMOKU, {"b": nine, "w": white})
    assert GOMOKU.outcome(won.checked()).winner == 0
    assert "Black has won" in draft_text(won)
    assert "You can study this position, but not play on from it." in draft_text(won)
    assert isinstance(set_up(GOMOKU, {"b": f"{nine} j1", "w": f"{white} b5"}).checked(), Reason)


def test_a_five_of_black_beside_an_overline_is_a_win_in_renju_and_an_overline_is_no_win_in_standard():
    crossing = {"b": "a1 b1 c1 d1 e1 f1 c2 c3 c4 c5", "w": "a8 c8 e8 g8 i8 k8 m8 o8 b10"}
    assert GOMOKU.outcome(set_up(GOMOKU, crossing, variant="renju").checked()) is not None
    overline = {"b": "a1 b1 c1 d1 e1 f1", "w": "a3 c3 e3 g3 i3 k3"}
    assert GOMOKU.outcome(set_up(GOMOKU, overline, variant="standard").checked()) is None


def test_on_the_pond_trios_have_scored_and_the_stones_are_out_of_the_hands():
    state = set_up(POND, {"w": "d8 e8", "b": "g7 h6 h5", "c": "f8"}, "b").checked()
    assert state.scores == {"w": 1, "b": 1}
    assert state.colour == "b"
    assert "The score is 1 to 1." in draft_text(draft_of(POND, complete_options(POND.info, {}), state))
    assert [sum(state.hands[team].values()) for team in "wb"] == [33, 33]
    assert sum(hand["b"] for hand in state.hands.values()) == 27


def test_the_last_stone_binds_the_next_one_only_where_the_rules_say_so():
    assert [name for name, ruleset in RULESETS.items() if asks_for_last(empty_draft(ruleset))] == ["threestones"]
    free = set_up(POND, {"w": "e8"})
    bound = free.with_last(POND.geometry({}).cell("e8"))
    assert "may go anywhere" in draft_text(free)
    assert "may go anywhere" not in draft_text(bound)
    cells = {POND.geometry({}).names[move.cell] for move in POND.legal_moves(bound.checked())}
    assert all(name.startswith("e") or name.endswith("8") for name in cells)


@settings(deadline=None, max_examples=60)
@given(drafts(), st.integers(0, 79))
def test_a_kept_draft_comes_back_as_it_was(draft, last):
    kept = json.loads(json.dumps(to_setting(draft.with_last(last))))
    assert from_setting(kept, RULESETS) == draft.with_last(last)


STORED = to_setting(set_up(GOMOKU, {"b": "h8"}))


@pytest.mark.parametrize(
    "value",
    [
        None,
        7,
        [],
        {},
        {**STORED, "ruleset": "chess"},
        {**STORED, "options": {"size": 99}},
        {**STORED, "options": {"variant": "renju", "ban_33": True}},
        {**STORED, "options": "all"},
        {**STORED, "stones": {"z99": "b"}},
        {**STORED, "stones": 3},
        {**STORED, "last": "nowhere"},
    ],
)
def test_a_kept_draft_that_fits_no_game_is_none(value):
    assert from_setting(value, RULESETS) is None


def test_a_kept_draft_with_which_a_drop_in_fails_is_none():
    class Failing(TinyRuleset):
        def arrange(self, options, stones, colour):
            raise ZeroDivisionError

    kept = to_setting(empty_draft(TinyRuleset()))
    assert from_setting(kept, {"tiny": guarded(TinyRuleset())}) is not None
    assert from_setting(kept, {"tiny": guarded(Failing())}) is None


@settings(deadline=None, max_examples=40)
@given(drafts())
def test_four_turns_or_two_mirrors_change_nothing(draft):
    assert draft.turned().turned().turned().turned() == draft
    assert draft.mirrored().mirrored() == draft


def test_a_position_keeps_its_middle_on_another_board_and_its_stones_as_far_as_the_game_has_them():
    small = set_up(GOMOKU, {"b": "h8 i9", "w": "g7"}).on(CONNECT6)
    assert {small.geometry.names[cell]: letter for cell, letter in small.stones.items()} == {
        "j10": "b",
        "k11": "b",
        "i9": "w",
    }
    assert set_up(POND, {"w": "e8", "c": "f8"}).on(GOMOKU).counts() == {"b": 0, "w": 1}


def test_options_that_do_not_go_together_are_refused():
    refused = set_up(GOMOKU, {}, ban_33=True).with_options(
        complete_options(GOMOKU.info, {"variant": "renju", "ban_33": True})
    )
    assert isinstance(refused, Reason)


def test_only_options_that_a_position_differs_by_are_asked():
    assert [option.key for option in options_that_matter(empty_draft(GOMOKU))] == [
        "size",
        "rows",
        "variant",
        "ban_33",
        "ban_44",
    ]
    assert [option.key for option in options_that_matter(empty_draft(CONNECT6))] == ["size", "rows"]
    assert options_that_matter(empty_draft(POND)) == ()


@settings(deadline=None, max_examples=60)
@given(drafts())
def test_a_copied_position_is_pasted_as_it_was(draft):
    again = pasted(empty_draft(draft.ruleset), copied(draft))
    assert again.stones == draft.stones


def test_a_picture_of_another_size_is_pasted_on_a_board_of_that_size():
    row = "\n".join(["." + " ." * 8] * 4 + [". . . b w . . . ."] + ["." + " ." * 8] * 4)
    found = pasted(empty_draft(GOMOKU), row)
    assert found.options["size"] == 9
    assert {found.geometry.names[cell] for cell in found.stones} == {"d5", "e5"}


@pytest.mark.parametrize("text", ["", "milk and bread", ". . b\n. x .", "b" * 50_000])
def test_a_text_that_is_no_position_gives_a_sentence(text):
    with pytest.raises(ParseError):
        pasted(empty_draft(GOMOKU), text)


def test_a_pasted_game_gives_the_position_at_its_end():
    found = pasted(empty_draft(CONNECT6), "j10 k10 k11")
    names = found.geometry.names
    assert {names[cell]: letter for cell, letter in found.stones.items()} == {"j10": "b", "k10": "w", "k11": "w"}


def test_a_drop_in_that_knows_no_positions_gets_what_it_can():
    tiny = empty_draft(TinyRuleset())
    state = tiny.put(5, "b").put(6, "b").checked()
    assert state.board[5:7] == ("b", "b")
    assert "is to move" in draft_text(tiny)


def test_a_last_stone_that_completed_no_row_is_refused_where_the_game_is_won():
    options = complete_options(GOMOKU.info, {})
    cell = GOMOKU.geometry(options).cell
    stones = {cell(name): "b" for name in ["h8", "i8", "j8", "k8", "l8", "c3"]} | {
        cell(n): "w" for n in ["a1", "c1", "e1", "g1", "i1"]
    }
    won = Draft(GOMOKU, options, stones)
    assert not isinstance(won.with_last(cell("j8")).checked(), Reason)
    refused = won.with_last(cell("c3")).checked()
    assert isinstance(refused, Reason)
    assert refused.message == "The last stone did not complete the winning row."


def test_a_ruleset_that_fails_costs_nothing(monkeypatch):
    draft = Draft(GOMOKU, complete_options(GOMOKU.info, {}))
    text = copied(draft)

    def fail(*_):
        raise PluginError("It fails.")

    monkeypatch.setattr(type(GOMOKU), "load", fail)
    with pytest.raises(ParseError, match="It fails"):
        pasted(draft, text)
