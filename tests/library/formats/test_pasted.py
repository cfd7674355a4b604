"""Pasted text: what this program copies is read again in every form, and what is not understood is quoted."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.model import Choose, ParseError, Place
from game.core.record.writer import write_tournament
from game.core.ruleset import complete_options
from game.core.tournament import Participant, Tournament
from game.library.formats.clipboard.copied import COPY_FORMS
from game.library.formats.clipboard.pasted import MOST_PASTED, read_pasted
from game.library.formats.clipboard.position_text import PastedPosition
from game.library.formats.terms import GameRules, PasteTarget
from game.library.study.tree import ROOT
from tests.library.formats.studies import RULESETS, picture, studies

FORMS = {form.name: form for form in COPY_FORMS}


def target(ruleset_id="gomoku", seed=0, **options):
    ruleset = RULESETS[ruleset_id]
    return PasteTarget(GameRules(ruleset, complete_options(ruleset.info, options)), RULESETS, seed)


def read(text, ruleset_id="gomoku", **options):
    """The first game of a pasted text."""
    return read_pasted(text, target(ruleset_id, **options)).studies[0]


def cells(study):
    names = study.first_state.geometry.names
    moves = map(study.tree.move, study.tree.continuation(ROOT))
    return [names[move.cell] for move in moves if isinstance(move, Place)]


@settings(deadline=None, max_examples=150)
@given(studies(), st.sampled_from(sorted(FORMS)))
def test_what_is_copied_in_any_form_is_read_again(study, name):
    node = (study.tree.continuation(ROOT) or [ROOT])[-1]
    match = study.match(node)
    written = FORMS[name].write(study, match)
    if not isinstance(written, str):
        assert name in ("moves", "points")
        return
    board = PasteTarget(GameRules(study.ruleset, study.options), RULESETS, study.seed)
    found = read_pasted(written, board)
    if name == "position":
        assert isinstance(found, PastedPosition)
        assert (found.rules.ruleset, found.state) == (study.ruleset, match.state)
        return
    (again,) = found.studies
    if name in ("sgf", "study"):
        assert picture(again) == picture(study)
    elif name == "moves" or not any(isinstance(move, Choose) for move in match.moves):
        assert again.tree.moves_to(again.tree.continuation(ROOT)[-1]) == match.moves
        assert again.options == study.options
    else:
        # Choices have no place in this form; the stones keep theirs.
        assert sorted(cells(again)) == sorted(cells(study))[: len(cells(again))]


@pytest.mark.parametrize(
    "text",
    [
        "h8i9g7",
        "H8I9G7",
        "h8 i9 g7",
        "h8,i9,g7",
        "h8_i9_g7",
        "h8-i9-g7",
        "1. h8 i9 2. g7",
        "1.H8 2.I9 3.G7",
        "1) h8\r\n2) i9\r\n3) g7\r\n",
        "1 h8\n2 i9\n3 g7",
        "\ufeff[h8] (i9) “g7”".replace("“", '"').replace("”", '"'),
        "(;GM[4]SZ[15];B[hh];W[ig];B[gi])",
    ],
)
def test_a_game_is_read_in_every_usual_notation(text):
    assert cells(read(text)) == ["h8", "i9", "g7"]


def test_moves_are_read_under_the_rule_of_the_board():
    assert read("h8 i9", variant="renju").options["variant"] == "renju"
    assert read("j10 k10 k11 a1", "connect6").ruleset.info.id == "connect6"
    assert cells(read("d4 e5", size=7)) == ["d4", "e5"]


def test_moves_without_the_choices_of_an_opening_are_read_under_the_rule_without_it():
    found = read("h8 i9 g7 h7 i8", opening="swap2", variant="renju")
    assert (cells(found), found.options["opening"]) == (["h8", "i9", "g7", "h7", "i8"], "free")
    assert found.options["variant"] == "renju"


def test_a_tournament_is_read_as_one():
    ruleset = RULESETS["gomoku"]
    people = (Participant("Ann"), Participant("Ben"))
    tournament = Tournament(ruleset, complete_options(ruleset.info, {}), people, seed=3, title="Friday")
    match, dice = tournament.start_game().match, random.Random(2)
    for _ in range(5):
        match.play(dice.choice(list(ruleset.legal_moves(match.state))))
    found = read_pasted(write_tournament(tournament), target("connect6"))
    assert found.tournament.title == "Friday"
    assert found.tournament.games[0].match.moves == match.moves


def test_the_rows_of_a_board_alone_leave_the_side_to_move_open():
    rows = "\n".join(["." + " ." * 8] * 4 + [". . . b w . . . ."] + ["." + " ." * 8] * 4)
    found = read_pasted("\n" + rows + "\n", target())
    assert (found.state, sorted(found.stones.values())) == (None, ["b", "w"])
    assert found.rules.options["size"] == 9


def test_a_position_of_another_game_is_found_by_its_board():
    pond = RULESETS["threestones"]
    state = pond.setup(complete_options(pond.info, {"first": "w"}), 0).state
    assert read_pasted(pond.dump(state), target()).rules.ruleset is pond


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "the clipboard contains no text"),
        (" \n\t", "the clipboard contains no text"),
        ("milk and bread", "line 1: “milk” is not a move"),
        ("h8 i9\ng7 what?", "line 2: “what?” is not a move"),
        ("h8 i9 h8", "line 1: move 3, h8, is not allowed"),
        ("h8\n\ni27", "line 3: there is no cell 'i27'"),
        ("1. 2. 3.", "the text contains no moves"),
        (". . b\n. x .", "this is not a valid Gomoku position"),
        ("x" * (MOST_PASTED + 1), "the text is too long: 1,000,001 characters"),
        ("(;GM[1]SZ[15", ""),
        ("Stone Fair study, version 99", ""),
        ("h" * 99, "…” is not a move"),
    ],
)
def test_what_is_not_understood_is_quoted_with_its_place(text, words):
    with pytest.raises(ParseError) as caught:
        read_pasted(text, target())
    assert words in str(caught.value)


@settings(deadline=None, max_examples=200)
@given(st.text(max_size=60) | st.text("abcxyz189 .;()[]\n=-BW", max_size=80), st.sampled_from(sorted(RULESETS)))
def test_any_text_is_read_or_refused_with_a_sentence(text, name):
    try:
        found = read_pasted(text, target(name))
    except ParseError as error:
        found = str(error)
    assert isinstance(found, PastedPosition | str) or found.studies
    assert found
