import gzip
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.model import EMPTY, Choose, Chosen, MarkKind, Place, Placed, Scored, Termination, Tossed
from game.core.ruleset import complete_options, format_move, parse_move
from rulesets.threestones import RULESET
from rulesets.threestones.pond import FULL_HAND, LINES, POND, TEAMS, arrangements, points, stones_left
from tests.rulesets.threestones_table import DATA, arranged, played, random_states, refusal, start


def _games():
    with gzip.open(DATA / "threestones_games.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def _cases():
    return json.loads((DATA / "threestones_scoring_cases.json").read_text(encoding="utf-8"))


def _legal_words(state):
    return [format_move(RULESET.info, POND, move) for move in RULESET.legal_moves(state)]


def _marked(state, kind):
    return [mark for mark in RULESET.marks(state) if mark.kind is kind]


@pytest.mark.parametrize("game", _games(), ids=lambda game: game["moves"][0])
def test_recorded_games_have_the_same_legal_placements_and_points(game):
    state = start(**game["options"])
    for word, gains, (kinds, cells) in zip(game["moves"], game["points_w_b"], game["legal"], strict=True):
        assert sorted(_legal_words(state)) == sorted(f"{cell}={kind}" for cell in cells.split() for kind in kinds)
        before = state.scores
        state = played(state, word)
        assert [state.scores[team] - before[team] for team in TEAMS] == gains
    assert RULESET.outcome(state) is not None


@pytest.mark.parametrize("case", _cases(), ids=lambda case: case["name"])
def test_single_placements_earn_the_points_of_the_scoring_cases(case):
    state = arranged(case["to_move"], **{letter: " ".join(names) for letter, names in case["setup"].items()})
    for word, gains in zip(case["moves"], case["points"], strict=True):
        before = state.scores
        state = played(state, word)
        assert {team: state.scores[team] - before[team] for team in TEAMS} == gains


def test_the_pond_has_80_pockets_in_an_octagon_and_a_blocked_centre():
    assert [len(row) for row in POND.row_cells] == [3, 5, 7, 9, 11, 10, 11, 9, 7, 5, 3]
    assert POND.holes == ((5, 5),)
    assert POND.at(5, 5) is None


def test_the_toss_winner_chooses_and_then_places_first():
    step = RULESET.setup(complete_options(RULESET.info, {}), 0)
    (tossed,) = step.events
    assert isinstance(tossed, Tossed)
    assert step.state.seat == tossed.seat
    assert list(RULESET.legal_moves(step.state)) == [Choose("duck"), Choose("penguin")]
    after = RULESET.apply(step.state, Choose("penguin"))
    assert after.events == (Chosen(tossed.seat, "penguin"),)
    assert after.state.seat == tossed.seat
    assert after.state.colour == after.state.colours[tossed.seat] == "b"
    assert after.state.colours[1 - tossed.seat] == "w"


@pytest.mark.parametrize("picker", [0, 1])
def test_a_named_picker_chooses_though_the_other_may_have_won_the_toss(picker):
    winners = set()
    for seed in range(20):
        step = RULESET.setup(complete_options(RULESET.info, {"picker": str(picker)}), seed)
        assert step.state.seat == picker
        state = played(step.state, "duck")
        assert state.colours[picker] == "w"
        assert step.events == (Tossed(state.seat),)
        winners.add(state.seat)
    assert winners == {0, 1}


def test_the_same_seed_tosses_the_same_side():
    options = complete_options(RULESET.info, {})
    assert RULESET.setup(options, 7) == RULESET.setup(options, 7)


@pytest.mark.parametrize(("first", "other"), [("w", "b"), ("b", "w")])
def test_a_fixed_first_team_leaves_out_toss_and_choice(first, other):
    step = RULESET.setup(complete_options(RULESET.info, {"first": first}), 3)
    assert step.events == ()
    assert (step.state.seat, step.state.colour, step.state.colours) == (0, first, (first, other))


def test_the_first_stone_may_go_anywhere_and_be_of_any_kind():
    moves = _legal_words(start(first="b"))
    assert len(moves) == 80 * 3
    assert moves[:4] == ["e11=b", "e11=w", "e11=c", "f11=b"]


def test_row_and_column_run_on_behind_the_blocked_centre():
    state = played(start(first="w"), "c6=w")
    assert {word.split("=")[0] for word in _legal_words(state)} == {
        *("a6", "b6", "d6", "e6", "g6", "h6", "i6", "j6", "k6"),
        *("c9", "c8", "c7", "c5", "c4", "c3"),
    }


def test_a_full_row_and_column_free_the_choice():
    row = "a6 b6 c6 d6 e6 g6 h6 i6 j6"
    column = "k7 k5"
    state = played(arranged("w", b=f"{row} {column}"), "k6=w")
    assert len(list(RULESET.legal_moves(state))) == 68 * 3
    assert not _marked(state, MarkKind.LEGAL)


def test_only_the_kinds_still_in_hand_are_legal():
    state = next(s for s in random_states(1, first="w") if s.colour and not s.hands[s.colour]["c"] and s.last)
    assert {move.stone for move in RULESET.legal_moves(state)} == {
        kind for kind, left in state.hands[state.colour].items() if left
    }


def test_a_placement_scores_for_the_team_it_shows_whoever_placed_it():
    state = arranged("w", b="c7 d7", w="e8 e9")
    step = RULESET.apply(state, Place(POND.cell("e7"), "b"))
    line = tuple(POND.cell(name) for name in ("c7", "d7", "e7"))
    assert step.events == (Placed(0, POND.cell("e7"), "b"), Scored("b", (line,)))
    assert step.state.scores == {"w": 0, "b": 1}


def test_three_millers_count_for_nobody():
    assert played(arranged("w", c="c7 d7"), "e7=c").scores == {"w": 0, "b": 0}


def test_a_miller_between_two_pairs_gives_one_point_to_each_team():
    step = RULESET.apply(arranged("w", w="c7 d7", b="f7 g7"), Place(POND.cell("e7"), "c"))
    assert step.state.scores == {"w": 1, "b": 1}
    assert [event.colour for event in step.events if isinstance(event, Scored)] == ["w", "b"]


def test_no_arrangement_reaches_across_the_blocked_centre():
    assert played(arranged("w", w="d6 e6"), "g6=w").scores == {"w": 0, "b": 0}


def test_five_in_line_are_three_arrangements():
    assert played(arranged("w", w="c7 d7 f7 g7"), "e7=w").scores == {"w": 3, "b": 0}


@pytest.mark.parametrize(
    ("mover", "movers", "others"),
    [
        ("w", {"w": 13, "b": 15, "c": 5}, {"w": 14, "b": 14, "c": 5}),
        ("b", {"w": 14, "b": 14, "c": 5}, {"w": 13, "b": 15, "c": 5}),
    ],
)
def test_the_stones_of_an_edited_position_come_from_both_hands_and_an_odd_one_from_its_own_team(mover, movers, others):
    stones = {POND.cell(name): kind for name, kind in zip(["c7", "e8", "g9", "d5", "f4", "h6"], "wwwbcc", strict=True)}
    state = RULESET.arisen(complete_options(RULESET.info, {}), stones, mover, None)
    assert [state.hands[team] for team in (mover, *(team for team in TEAMS if team != mover))] == [movers, others]


def test_an_arranged_position_starts_at_nil_with_full_hands_and_a_free_choice():
    state = arranged("b", w="c7 d7 e7")
    assert (state.seat, state.colour, state.colours) == (0, "b", ("b", "w"))
    assert state.scores == {"w": 0, "b": 0}
    assert state.hands == dict.fromkeys(TEAMS, FULL_HAND)
    assert len(list(RULESET.legal_moves(state))) == 77 * 3
    assert not _marked(state, MarkKind.SCORED)
    assert played(state, "f7=w").scores == {"w": 1, "b": 0}


def test_a_board_filled_by_setting_it_up_ends_the_game():
    names = [name for name in POND.names if name != "e11"]
    state = played(arranged("w", b=" ".join(names)), "e11=w")
    assert list(RULESET.legal_moves(state)) == []
    assert RULESET.outcome(state) is not None


def test_the_game_ends_with_the_72nd_stone_and_most_points_win():
    states = list(random_states(5, first="b"))
    assert len(states) == 73
    assert all(RULESET.outcome(state) is None for state in states[:-1])
    last = states[-1]
    outcome = RULESET.outcome(last)
    assert outcome.termination is Termination.POINTS
    assert outcome.scores == last.scores
    best = max(last.scores.values())
    assert last.scores[last.colours[outcome.winner]] == best
    assert last.board.count(EMPTY) == 8
    assert RULESET.check(last, Place(last.board.index(EMPTY), "w")).message == "The game is over."


def test_equal_points_are_a_draw():
    ends = (list(random_states(seed, first="w"))[-1] for seed in range(200))
    level = next(state for state in ends if state.scores["w"] == state.scores["b"])
    assert RULESET.outcome(level).winner is None


def test_marks_show_scored_arrangements_the_last_stone_and_the_open_pockets():
    state = played(arranged("w", w="c7 d7", b="j8"), "e7=w")
    (scored,) = _marked(state, MarkKind.SCORED)
    assert (scored.colour, [POND.names[cell] for cell in scored.cells]) == ("w", ["c7", "d7", "e7"])
    (last,) = _marked(state, MarkKind.LAST)
    assert last.cells == (POND.cell("e7"),)
    (legal,) = _marked(state, MarkKind.LEGAL)
    assert legal.cells == tuple(sorted({move.cell for move in RULESET.legal_moves(state)}))


def test_a_free_choice_marks_no_pockets():
    assert RULESET.marks(start(first="w")) == ()


def test_refusals_speak_to_the_player():
    state = played(start(first="w"), "e7=c")
    assert refusal(state, "e7=b") == "E7 is already taken by a Miller stone."
    assert refusal(state, "d3=b") == (
        "D3 is not in row 7 or column E: your stone must be in the same row or column as the last stone, E7."
    )
    assert refusal(state, "duck") == "The mascots are chosen: now place a stone."
    assert refusal(start(), "e7=b") == "Choose your mascot first: the duck or the penguin."
    empty_handed = next(s for s in random_states(2, first="w") if s.colour and not s.hands[s.colour]["c"])
    cell = POND.names[next(iter(RULESET.legal_moves(empty_handed))).cell]
    assert refusal(empty_handed, f"{cell}=c") == "You have no Miller stones left."


def test_the_blocked_centre_has_no_name():
    with pytest.raises(ValueError, match="there is no cell 'f6' on this 11x11 board"):
        parse_move(RULESET.info, start(first="w"), "f6=w")


def test_the_sample_of_the_stall_can_be_played_from_the_first_state():
    info = RULESET.info
    state = start()
    for word in info.sample:
        state = played(state, word)
    assert state.scores == {"w": 3, "b": 2}


def test_players_read_of_the_miller_and_never_of_clear_stones():
    info = RULESET.info
    rules = " ".join(section.words for section in info.rules_card)
    shown = [rules, info.pitch, *(level.pitch for level in info.levels), *(s.name for s in info.stones)]
    assert "Miller" in rules
    assert not any("clear" in text.lower() for text in shown)


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32), first=st.sampled_from(["toss", "w", "b"]))
def test_scores_stones_and_turns_add_up_through_any_game(seed, first):
    for state in random_states(seed, first=first):
        assert points(arrangements(state.board, LINES)) == state.scores
        for kind, share in FULL_HAND.items():
            assert state.board.count(kind) + sum(hand[kind] for hand in state.hands.values()) == 2 * share
        if state.colour:
            assert stones_left(state.hands[state.colour]) == 36 - (72 - _left(state)) // 2
        for move in RULESET.legal_moves(state):
            assert RULESET.check(state, move) is None


def _left(state):
    return sum(stones_left(hand) for hand in state.hands.values())


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 2**32), ply=st.integers(0, 72))
def test_what_is_not_listed_as_legal_is_refused(seed, ply):
    state = list(random_states(seed))[ply]
    legal = set(RULESET.legal_moves(state))
    every = [Choose("duck"), *(Place(cell, kind) for cell in range(len(POND)) for kind in "wbc")]
    for move in every:
        assert (RULESET.check(state, move) is None) == (move in legal)
