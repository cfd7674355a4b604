"""The opening rules of the federations: every branch, what they refuse, and fifths that are not picked."""

from __future__ import annotations

import random

import pytest
import renju
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.lines.offered import same_offers
from game.core.lines.opening_steps import opening_sentence
from game.core.lines.phases import AskChoice, OfferStones, PickStone, phases_of
from game.core.match import Match
from game.core.model import EMPTY, Choose, Place, Reason
from game.core.record.reader import read_tournament
from game.core.record.writer import write_tournament
from game.core.ruleset import complete_options, format_move, parse_move
from game.core.tournament import Participant, Tournament
from game.library.formats.sgf.reader import read_sgf
from game.library.formats.sgf.writer import write_sgf
from game.library.study.study import Study
from game.session.shown_game import stone_numbers
from rulesets.gomoku.opening_rules import FOR_RENJU, OPENING_RULES
from rulesets.gomoku.rules import RULESET
from tools.engine.random_openings import OPENINGS, options_for, play_at_random

#: A game by each branch of each opening, up to the first stone of the game proper, and the colours of both seats then.
BRANCHES = {
    "swap white": ("swap", "h8 a1 o15 white c3", "bw"),
    "swap black": ("swap", "h8 a1 o15 black c3", "wb"),
    "pro": ("pro", "h8 a1 k8 c3", "bw"),
    "long pro": ("long_pro", "h8 i9 l8 c3", "bw"),
    "rif stay": ("rif", "h8 h9 i10 stay g7 i7 j6 i7 c3", "bw"),
    "rif swap": ("rif", "h8 i9 f6 swap a1 b1 c1 c1 c3", "wb"),
    "yamaguchi one": ("yamaguchi", "h8 h9 i10 fifths1 stay a1 b1 b1 c3", "bw"),
    "yamaguchi twelve": (
        "yamaguchi",
        "h8 h9 i10 fifths12 swap a2 a9 b9 c9 d9 e9 f9 l9 m9 n9 o9 a3 b3 d9 c3",
        "wb",
    ),
    "soosyrv stay stay": ("soosyrv8", "h8 h9 i10 stay a2 fifths2 stay c1 d1 d1 c3", "bw"),
    "soosyrv swap stay": ("soosyrv8", "h8 h9 i10 swap a2 fifths2 stay c1 d1 c1 c3", "wb"),
    "soosyrv swap swap": ("soosyrv8", "h8 h9 i10 swap a2 fifths1 swap c1 c1 c3", "bw"),
    "taraguchi swaps": ("taraguchi10", "h8 swap h9 swap i10 swap k8 swap d4 swap c3", "wb"),
    "taraguchi stays": ("taraguchi10", "h8 stay i9 stay f6 stay e11 stay l12 stay c3", "bw"),
    "taraguchi ten": (
        "taraguchi10",
        "h8 stay h9 stay i10 swap k8 ten a1 b1 c1 d1 e1 f1 g1 h1 i1 j1 e1 c3",
        "wb",
    ),
}


def play(match: Match, words: str) -> None:
    for word in words.split():
        refused = match.play(parse_move(match.ruleset.info, match.state, word))
        assert not isinstance(refused, Reason), f"{word}: {refused.message}"


def begun(opening: str) -> Match:
    return Match(RULESET, options_for(opening), 1)


@pytest.mark.parametrize("branch", BRANCHES)
def test_every_branch_of_every_opening_leads_to_the_game_proper(branch: str) -> None:
    opening, words, colours = BRANCHES[branch]
    match = begun(opening)
    play(match, words)
    state = match.state
    assert state.phase is None
    assert "".join(state.colours) == colours
    assert (state.board.count("b"), state.board.count("w")) in {(2, 2), (3, 3)}
    assert state.colour == "b"
    assert state.seat == state.colours.index("b")


def test_every_phase_of_every_opening_is_reached_by_games_at_random() -> None:
    seen = {(opening, state.phase.name) for opening in OPENINGS for state in play_at_random(opening, 60) if state.phase}
    known = {(opening, name) for opening, phase in OPENING_RULES.items() for name in phases_of(phase)}
    assert seen == known


@settings(max_examples=60, deadline=None)
@given(opening=st.sampled_from(OPENINGS), seed=st.integers(0, 10**6))
def test_every_position_survives_its_text_and_every_listed_move_is_legal(opening: str, seed: int) -> None:
    options, rng = options_for(opening), random.Random(seed)
    state = RULESET.setup(options, seed).state
    while RULESET.outcome(state) is None and state.board.count(".") > 15 * 15 - 9:
        assert RULESET.load(RULESET.dump(state), options) == state
        moves = list(RULESET.legal_moves(state))
        assert all(RULESET.check(state, move) is None for move in moves)
        state = RULESET.apply(state, rng.choice(moves)).state


@pytest.mark.parametrize(
    ("opening", "words", "refused", "sentence"),
    [
        ("pro", "", "h9", "The opening begins in the centre, on H8."),
        ("pro", "h8 i9", "j10", "In this opening, this stone must go outside the central 5x5 area."),
        ("long_pro", "h8 i9", "k11", "In this opening, this stone must go outside the central 7x7 area."),
        ("rif", "h8", "j10", "In this opening, this stone must go inside the central 3x3 area."),
        ("rif", "h8 h9", "k9", "In this opening, this stone must go inside the central 5x5 area."),
        ("rif", "h8 h9 h10", "h11", "First choose one of these: stay, swap."),
        ("rif", "h8 h9 h10 stay h11 g9", "i9", "I9 is symmetrical to G9"),
        ("rif", "h8 h9 i10 stay g7 i7 j6", "h7", "Pick one of the offered stones."),
        (
            "taraguchi10",
            "h8 stay h9 stay i10 stay",
            "l8",
            "In this opening, this stone must go inside the central 7x7 area.",
        ),
        ("taraguchi10", "h8 stay h9 stay i10 stay j9 stay", "m8", "inside the central 9x9 area."),
        ("yamaguchi", "h8 h9 i10", "fifths13", ""),
    ],
)
def test_what_an_opening_forbids_is_refused_in_a_sentence(
    opening: str, words: str, refused: str, sentence: str
) -> None:
    match = begun(opening)
    play(match, words)
    before = match.state
    move = Choose(refused) if refused.startswith("fifths") else Place(before.geometry.cell(refused), before.colour)
    reason = match.play(move)
    assert isinstance(reason, Reason)
    assert sentence in reason.message
    assert match.state is before


@pytest.mark.parametrize(
    ("opening", "words", "sentence"),
    [
        ("pro", "", "Anna places a stone in the centre."),
        ("pro", "h8", ""),
        ("pro", "h8 i9", "Anna places a stone outside the central 5x5 area."),
        ("rif", "h8", "Anna places a stone in the central 3x3 area."),
    ],
)
def test_the_sentence_of_an_opening_names_the_area_where_a_stone_may_go(
    opening: str, words: str, sentence: str
) -> None:
    match = begun(opening)
    play(match, words)
    assert opening_sentence(match.state, "Anna") == sentence


def test_the_place_that_makes_a_fifth_the_same_is_shown() -> None:
    match = begun("rif")
    play(match, "h8 h9 h10 stay h11 g9")
    reason = RULESET.check(match.state, Place(match.state.geometry.cell("i9"), "b"))
    assert reason is not None
    assert reason.lines == ((match.state.geometry.cell("g9"),),)


@settings(max_examples=150, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_fifths_are_the_same_where_another_library_says_so(seed: int) -> None:
    rng = random.Random(seed)
    geometry = RULESET.geometry(options_for("rif"))
    # Near each other, many fours have a symmetry.
    near = [geometry.at(x, y) for x in range(5, 10) for y in range(5, 10)]
    stones = [cell for cell in rng.sample(near, 4) if cell is not None]
    board = renju.RenjuBoard()
    board.moves = [geometry.cells[cell] for cell in stones]
    coloured = {cell: "bwbw"[number] for number, cell in enumerate(stones)}
    offered = rng.choice([cell for cell in range(len(geometry)) if cell not in stones])
    groups = board.find_symmetric_candidates([geometry.cells[cell] for cell in range(225) if cell not in stones])[1]
    (same,) = (group for group in groups if geometry.cells[offered] in group)
    lying = tuple("b" if cell == offered else coloured.get(cell, EMPTY) for cell in range(len(geometry)))
    ours = same_offers(geometry, lying, (offered,)).keys() - coloured.keys()
    assert {geometry.cells[cell] for cell in ours} == {tuple(point) for point in same} - {geometry.cells[offered]}


@pytest.mark.parametrize("opening", sorted(FOR_RENJU))
@pytest.mark.parametrize("given_options", [{"variant": "freestyle"}, {"variant": "renju", "size": 13}])
def test_the_federations_openings_are_for_renju_on_its_board(opening: str, given_options: dict[str, object]) -> None:
    reason = RULESET.check_options(complete_options(RULESET.info, {"opening": opening, **given_options}))
    assert reason is not None
    assert "renju on a 15x15 board" in reason.message


@pytest.mark.parametrize(("opening", "size"), [("pro", 14), ("pro", 5), ("long_pro", 20), ("long_pro", 7)])
def test_pro_needs_a_board_with_a_middle_and_room_outside_it(opening: str, size: int) -> None:
    reason = RULESET.check_options(complete_options(RULESET.info, {"opening": opening, "size": size}))
    assert reason is not None
    assert "the board size must be odd and at least" in reason.message


def test_fifths_that_are_not_picked_leave_the_board_and_have_no_number() -> None:
    match = begun("rif")
    play(match, "h8 h9 i10 stay g7 i7 j6 i7")
    names = match.state.geometry.names
    numbers = {names[cell]: number for cell, number in stone_numbers(match).items()}
    assert numbers == {"h8": 1, "h9": 2, "i10": 3, "g7": 4, "i7": 5}
    match.undo(match.state.colours.index("w"))
    assert isinstance(match.state.phase, PickStone)
    assert [names[cell] for cell in match.state.offered] == ["i7", "j6"]


def test_ten_fifths_in_a_row_win_nothing() -> None:
    match = begun("taraguchi10")
    play(match, "h8 stay h9 stay i10 stay k8 ten a1 b1 c1 d1 e1 f1")
    assert match.outcome is None
    assert isinstance(match.state.phase, OfferStones)
    # An engine that is asked which one stays reads the position as text.
    again = RULESET.load(RULESET.dump(match.state), match.options)
    assert again == match.state
    assert RULESET.outcome(again) is None


@pytest.mark.parametrize("branch", BRANCHES)
def test_a_tournament_is_restored_in_the_middle_of_every_phase(branch: str) -> None:
    opening, words, _colours = BRANCHES[branch]
    tournament = Tournament(RULESET, options_for(opening), (Participant("Ann"), Participant("Ben")), seed=1)
    match = tournament.start_game().match
    for word in words.split():
        play(match, word)
        again = read_tournament(write_tournament(tournament), {"gomoku": RULESET}).current
        assert again is not None
        assert again.match.state == match.state
        assert again.match.moves == match.moves


def test_a_game_with_fifths_survives_sgf_and_other_programs_see_the_stones_that_stand() -> None:
    match = begun("rif")
    play(match, "h8 h9 i10 stay g7 i7 j6 i7 k11")
    study = Study(RULESET, match.options)
    node = 0
    for move in match.moves:
        node = study.tree.append(node, move)
    text = write_sgf(study)
    assert text.count(b"B[") - text.count(b"PB[") == 3
    read = read_sgf(text, {"gomoku": RULESET}).studies[0]
    moves = [read.tree.move(each) for each in read.tree.continuation(0)]
    info, geometry = RULESET.info, match.state.geometry
    assert [format_move(info, geometry, move) for move in moves] == [
        format_move(info, geometry, move) for move in match.moves
    ]


def test_words_are_listed_with_the_usual_one_first() -> None:
    for opening, phase in OPENING_RULES.items():
        for asked in (each for each in phases_of(phase).values() if isinstance(each, AskChoice)):
            assert next(iter(asked.answers)) in {"stay", "white", "black", "fifths1"}, opening
