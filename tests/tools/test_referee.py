"""The referee: answers about the rules, and one sentence for every request that cannot be answered."""

import gzip
import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core.match import Match
from game.core.model import Choose
from game.core.record.writer import write_tournament
from game.core.ruleset import complete_options, parse_move
from game.core.tournament import Participant, Tournament
from game.plugins.registry import discover
from game.session.matches.match_requests import LONGEST_REQUEST
from game.session.matches.referee import answer
from tests.rulesets.test_opening_rules import BRANCHES
from tools.engine.random_openings import options_for

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "tests" / "data"
RULESETS = discover().rulesets
NO_MARKS = {"last": [], "line": [], "forbidden": [], "legal": [], "own line": [], "scored": []}


def ask(**request):
    return answer(json.dumps(request).encode(), RULESETS)


def refused(**request):
    """The reason and the place of a refusal."""
    told = ask(**request)
    assert told.keys() == {"ok", "reason", "at"}
    assert told["ok"] is False
    return told["reason"], told["at"]


def referee(lines: bytes, *arguments: str) -> list[dict]:
    """What the program answers to these lines."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "main.py"), "referee", *arguments], input=lines, capture_output=True, check=True
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def referee_answers(requests: list[dict]) -> list[dict]:
    return referee("".join(json.dumps(request) + "\n" for request in requests).encode())


# What is told of a position


def test_an_empty_board():
    told = ask(ruleset="gomoku", options={"size": 5})
    assert told == {
        "ok": True,
        "to_move": "b",
        "legal": [f"{column}{row}" for row in (5, 4, 3, 2, 1) for column in "abcde"],
        "scores": {"b": 0, "w": 0},
        "points": [],
        "outcome": None,
        "marks": NO_MARKS,
    }


def test_a_won_game_has_an_outcome_its_line_and_nobody_on_turn():
    told = ask(ruleset="gomoku", moves=["a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2", "e1"])
    assert told["outcome"] == {"termination": "line", "winner": "b", "scores": {"b": 0, "w": 0}}
    assert told["to_move"] is None
    assert told["legal"] == []
    assert told["points"] == [{"b": 0, "w": 0}] * 9
    assert told["marks"]["line"] == ["a1", "b1", "c1", "d1", "e1"]
    assert told["marks"]["last"] == ["e1"]


def test_moves_are_played_from_a_setup():
    told = ask(ruleset="six_in_a_row", setup={"b": ["a1"], "w": ["B1"]}, to_move="w", moves=["h8"])
    assert told["to_move"] == "b"
    assert {"a1", "b1", "h8"}.isdisjoint(told["legal"])


def test_forbidden_points_are_marked_and_not_legal():
    setup = {"b": ["f8", "g8", "h9", "h10"], "w": ["a1", "a3", "a5", "a7"]}
    told = ask(ruleset="gomoku", options={"variant": "renju"}, setup=setup, to_move="b")
    assert told["marks"]["forbidden"] == ["h8"]
    assert "h8" not in told["legal"]
    assert "h8" in ask(ruleset="gomoku", options={"variant": "renju"}, setup=setup, to_move="w")["legal"]


def test_connect6_keeps_the_colour_on_turn_for_its_second_stone():
    turns = [ask(ruleset="connect6", moves=["a1", "b1", "c1", "d1"][:count])["to_move"] for count in range(5)]
    assert turns == ["b", "w", "w", "b", "b"]


def test_a_choice_phase_lists_its_words_and_nobody_is_on_turn():
    told = ask(ruleset="gomoku", options={"opening": "swap2"}, moves=["h8", "h9", "i8"])
    assert told["to_move"] is None
    assert told["legal"] == ["white", "black", "put2"]
    assert ask(ruleset="threestones")["legal"] == ["duck", "penguin"]


@pytest.mark.parametrize("branch", BRANCHES)
def test_every_branch_of_every_opening_is_legal_word_by_word(branch):
    opening, words, _colours = BRANCHES[branch]
    moves = words.split()
    options = {key: value for key, value in options_for(opening).items() if key in {"opening", "variant"}}
    for number, word in enumerate(moves):
        assert word in ask(ruleset="gomoku", options=options, moves=moves[:number])["legal"]


def test_an_option_names_the_team_that_moves_first():
    for team in ("w", "b"):
        assert ask(ruleset="threestones", options={"first": team})["to_move"] == team


def test_the_seed_decides_the_toss():
    request = {"ruleset": "threestones", "options": {"picker": "0"}, "moves": ["duck"]}
    first, again = ([ask(**request, seed=seed)["to_move"] for seed in range(20)] for _ in range(2))
    assert set(first) == {"w", "b"}
    assert first == again


def test_threestones_names_cell_and_stone_and_counts_points_of_both():
    setup = {"w": ["c7", "d7"], "b": ["f7", "g7"], "c": []}
    told = ask(ruleset="threestones", setup=setup, to_move="w", moves=["e7=c"])
    assert told["points"] == [{"w": 1, "b": 1}]
    assert told["scores"] == {"w": 1, "b": 1}
    assert "e9=w" in told["legal"]
    assert set(told["marks"]["legal"]) == {move[:-2] for move in told["legal"]}


# Saves


def saved(ruleset_id: str, *moves: str, **options) -> tuple[Tournament, Match]:
    ruleset = RULESETS[ruleset_id]
    participants = (Participant("Ann"), Participant("Bob"))
    tournament = Tournament(ruleset, complete_options(ruleset.info, options), participants, seed=3)
    match = tournament.start_game().match
    for word in moves:
        match.play(parse_move(ruleset.info, match.state, word))
    return tournament, match


def test_a_save_is_judged_and_played_on():
    tournament, _ = saved("gomoku", "h8", "h9", size=13)
    told = ask(ruleset="gomoku", options={"size": 13}, position=write_tournament(tournament), moves=["g8"])
    assert told["to_move"] == "w"
    assert told["marks"]["last"] == ["g8"]
    assert ask(position=write_tournament(tournament))["to_move"] == "b"


def test_the_outcome_of_a_save_counts():
    tournament, match = saved("gomoku", "h8")
    match.resign(0)
    text = write_tournament(tournament)
    assert ask(position=text)["outcome"] == {"termination": "resignation", "winner": "w", "scores": {"b": 0, "w": 0}}
    assert refused(position=text, moves=["h9"]) == ("The game is over.", 0)


def test_the_documents_sample_save_is_recomputed():
    text = (DATA / "threestones_sample_2017.txt").read_text(encoding="utf-8")
    assert ask(ruleset="threestones", position=text)["scores"] == {"w": 12, "b": 12}


@pytest.mark.parametrize(
    ("request_", "reason"),
    [
        (
            {"position": "hello"},
            "position, line 1: this is not a Stone Fair tournament file: the first line is 'hello'",
        ),
        ({"position": 3}, "'position' must be a text, not 3"),
        ({"position": "SAVE", "setup": {}}, "a request has a 'setup' or a 'position', not both"),
        ({"position": "SAVE", "ruleset": "connect6"}, "the save in 'position' is of 'gomoku', not 'connect6'"),
        ({"position": "SAVE", "options": {"size": 19}}, "option 'size' is 15 in the save, not 19"),
    ],
)
def test_a_save_that_cannot_be_judged_is_refused(request_, reason):
    tournament, _ = saved("gomoku", "h8")
    if request_["position"] == "SAVE":
        request_ = {**request_, "position": write_tournament(tournament)}
    told, at = refused(**request_)
    assert told.startswith(reason)
    assert at is None


def test_a_save_without_a_game_is_refused():
    tournament, _ = saved("gomoku")
    tournament.games.clear()
    assert refused(position=write_tournament(tournament))[0] == "the save in 'position' holds no game"


# Refusals


@pytest.mark.parametrize(
    ("moves", "reason", "at"),
    [
        (["h8", "h8"], "There is already a stone on H8.", 1),
        (["z9"], "there is no cell 'z9' on this 15x15 board", 0),
        (["h8", "nonsense"], "'nonsense' is not a valid cell name", 1),
        (["h8", "h9=w"], "'h9=w' names a stone", 1),
        (["h8", 7], "'moves' must be a list of texts, not of 7", 1),
        (["a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2", "e1", "e2"], "The game is over.", 9),
    ],
)
def test_a_refused_move_is_named_by_its_index(moves, reason, at):
    told = refused(ruleset="gomoku", moves=moves)
    assert told[0].startswith(reason)
    assert told[1] == at


def test_choices_are_refused_out_of_their_phase():
    assert refused(ruleset="gomoku", moves=["white"])[1] == 0
    assert refused(ruleset="threestones", moves=["e7=w"])[1] == 0
    assert refused(ruleset="threestones", options={"first": "w"}, moves=["e7"])[1] == 0


@pytest.mark.parametrize(
    ("request_", "reason"),
    [
        ({}, "'ruleset' is missing"),
        ({"ruleset": "chess"}, "there is no ruleset 'chess' (there are: gomoku,"),
        ({"ruleset": ["gomoku"]}, "'ruleset' must be a text, not a list"),
        ({"ruleset": "gomoku", "options": {"speed": 3}}, "Gomoku has no option 'speed'"),
        ({"ruleset": "gomoku", "options": {"size": 99}}, "option 'size' is 99; it must be a number from 5 to 26"),
        ({"ruleset": "gomoku", "options": {"size": 15.5}}, "option 'size' must be a text, a whole number or a flag"),
        ({"ruleset": "gomoku", "options": {"size": None}}, "option 'size' must be a text, a whole number or a flag"),
        ({"ruleset": "gomoku", "options": {"variant": "pente"}}, "option 'variant' is 'pente'; it must be one of:"),
        (
            {"ruleset": "gomoku", "options": {"variant": "renju", "ban_33": True}},
            "Renju already bans double threes and double fours for Black",
        ),
        ({"ruleset": "gomoku", "options": []}, "'options' must be an object, not a list"),
        ({"ruleset": "gomoku", "seed": "1"}, "'seed' must be a whole number, not '1'"),
        ({"ruleset": "gomoku", "seed": True}, "'seed' must be a whole number, not true"),
        ({"ruleset": "gomoku", "moves": "h8"}, "'moves' must be a list, not 'h8'"),
        ({"ruleset": "gomoku", "setup": {}}, "'to_move' is missing"),
        ({"ruleset": "gomoku", "to_move": "b"}, "'to_move' says who is on turn in a 'setup', and there is none"),
        ({"ruleset": "gomoku", "setup": {}, "to_move": "c"}, "'to_move' is 'c'; it must be one of: b, w"),
        ({"ruleset": "gomoku", "setup": [], "to_move": "b"}, "'setup' must be an object, not a list"),
        ({"ruleset": "gomoku", "setup": {"c": []}, "to_move": "b"}, "'setup' has stones 'c'; Gomoku has: b, w"),
        ({"ruleset": "gomoku", "setup": {"b": "h8"}, "to_move": "b"}, "'b' must be a list, not 'h8'"),
        ({"ruleset": "gomoku", "setup": {"b": [8]}, "to_move": "b"}, "'b' must be a list of texts, not of 8"),
        ({"ruleset": "gomoku", "setup": {"b": ["q1"]}, "to_move": "b"}, "there is no cell 'q1'"),
        ({"ruleset": "gomoku", "setup": {"b": ["h8"], "w": ["H8"]}, "to_move": "b"}, "'setup' puts two stones on h8"),
    ],
)
def test_a_request_that_cannot_be_understood_is_refused_with_one_sentence(request_, reason):
    told, at = refused(**request_)
    assert told.startswith(reason)
    assert "\n" not in told
    assert at is None


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"{", "the request is not JSON: "),
        (b"[1, 2]", "a request is a JSON object, not a list"),
        (b"null", "a request is a JSON object, not null"),
        (b'"' + b"x" * 100 + b'"', "a request is a JSON object, not 'xxx"),
        (b'{"ruleset": "\xff"}', "the request is not UTF-8 text (byte 14)"),
        (b"[" * 100_000, "the request is nested too deeply"),
        (b'{"options":' + b"[" * 100_000 + b"]" * 100_000 + b"}", "the request is nested too deeply"),
        (b'{"seed": ' + b"9" * 5000 + b"}", "the request is not JSON that can be read: "),
        (b" " * LONGEST_REQUEST + b"{}", f"the request is longer than {LONGEST_REQUEST} bytes"),
    ],
)
def test_a_line_that_is_no_request_is_refused(line, reason):
    told = answer(line, RULESETS)
    assert told["ok"] is False
    assert told["reason"].startswith(reason)


@pytest.mark.parametrize("depth", [50, 500, 900, 960, 990])
def test_deep_nesting_within_reach_is_refused_as_the_wrong_kind_of_value(depth):
    value = b"[" * depth + b"]" * depth
    for line in (b'{"ruleset":' + value + b"}", b'{"ruleset":"gomoku","options":{"size":' + value + b"}}"):
        assert answer(line, RULESETS)["ok"] is False


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
fields = st.sampled_from(["ruleset", "options", "seed", "setup", "to_move", "position", "moves"])


@given(st.dictionaries(fields, json_values), st.booleans())
def test_any_request_is_answered(request_, is_named):
    named = {"ruleset": "threestones"} if is_named else {}
    told = answer(json.dumps({**request_, **named}).encode(), RULESETS)
    assert told["ok"] or told["reason"]
    json.dumps(told)


# The program


def test_the_program_answers_line_by_line_and_goes_on_after_refusals():
    lines = b'{"ruleset": "gomoku"}\n\nnonsense\r\n' + b"x" * (3 * LONGEST_REQUEST) + b'\n{"ruleset": "connect6"}'
    assert [told["ok"] for told in referee(lines)] == [True, False, False, True]


def test_nothing_but_answers_is_printed_whatever_a_plug_in_prints(plugin_folder):
    path = plugin_folder / "four_in_a_row.py"
    path.write_text("print('hello')\n" + path.read_text(encoding="utf-8"), encoding="utf-8")
    (told,) = referee(b'{"ruleset": "four_in_a_row", "moves": ["d4"]}\n', "--plugins", str(plugin_folder))
    assert told["to_move"] == "w"


def test_what_the_asker_notes_beside_a_request_is_left_alone():
    noted = {"ruleset": "gomoku", "moves": ["h8"], "name": "my test", "forbidden": [], "legal": {"any": [1]}}
    assert referee_answers([noted])[0]["ok"] is True


@pytest.mark.slow
def test_a_thousand_renju_positions_have_the_forbidden_points_of_the_data():
    with gzip.open(DATA / "renju_forbidden_1000.jsonl.gz", "rt", encoding="utf-8") as file:
        cases = [json.loads(line) for line in file]
    forbidden = [case["forbidden"] for case in cases]
    told = [answer["marks"]["forbidden"] for answer in referee_answers(cases)]
    assert len(cases) == 1000
    assert sum(found == wanted for found, wanted in zip(told, forbidden, strict=True)) == len(cases)


def test_the_scoring_cases_of_the_data():
    cases = json.loads((DATA / "threestones_scoring_cases.json").read_text(encoding="utf-8"))
    names, points = [case.pop("name") for case in cases], [case.pop("points") for case in cases]
    told = [answer["points"] for answer in referee_answers(cases)]
    assert dict(zip(names, told, strict=True)) == dict(zip(names, points, strict=True))


@pytest.mark.slow
def test_the_recorded_games_have_the_legal_sets_and_points_of_the_data():
    with gzip.open(DATA / "threestones_games_60.jsonl.gz", "rt", encoding="utf-8") as file:
        games = [json.loads(line) for line in file]
    assert len(games) == 60
    whole = referee_answers([{key: game[key] for key in ("ruleset", "options", "moves")} for game in games])
    for game, told in zip(games, whole, strict=True):
        assert [[points["w"], points["b"]] for points in told["points"]] == game["points_w_b"]
        assert told["outcome"]["termination"] == "points"
    requests, wanted = [], []
    for game in games:
        for index, (stones, cells) in enumerate(game["legal"]):
            requests.append({"ruleset": game["ruleset"], "options": game["options"], "moves": game["moves"][:index]})
            wanted.append({f"{cell}={stone}" for cell in cells.split() for stone in stones})
    told = [set(answer["legal"]) for answer in referee_answers(requests)]
    assert sum(found == want for found, want in zip(told, wanted, strict=True)) == len(requests)


def test_words_of_the_referee_are_moves_of_the_ruleset():
    """What ``legal`` lists can be sent back as a move."""
    for ruleset_id, ruleset in RULESETS.items():
        told = ask(ruleset=ruleset_id)
        state = ruleset.setup(complete_options(ruleset.info, {}), 0).state
        assert [parse_move(ruleset.info, state, word) for word in told["legal"]] == list(ruleset.legal_moves(state))
        assert all(isinstance(m, Choose) == (told["to_move"] is None) for m in ruleset.legal_moves(state))


# Plug-ins that fail

FAULTY = """


def forbids(self, state, cell):
    if cell == 10:
        raise ValueError("eleven is unlucky")


FourInARow.forbids = forbids
"""


def test_a_plug_in_that_fails_is_a_refusal_in_one_sentence_and_the_referee_goes_on(plugin_folder):
    path = plugin_folder / "four_in_a_row.py"
    path.write_text(path.read_text(encoding="utf-8") + FAULTY, encoding="utf-8")
    requests = [
        {"ruleset": "four_in_a_row", "moves": ["d4", "d6"]},
        {"ruleset": "four_in_a_row"},
        {"ruleset": "gomoku", "options": {"size": 5}},
    ]
    lines = "".join(json.dumps(request) + "\n" for request in requests).encode()
    played, listed, ours = referee(lines, "--plugins", str(plugin_folder))
    assert (played["ok"], played["at"]) == (False, 1)
    assert played["reason"].startswith("Four in a row failed in check: four_in_a_row.py, line ")
    assert played["reason"].endswith("ValueError: eleven is unlucky.")
    assert (listed["ok"], listed["at"]) == (False, None)
    assert listed["reason"].startswith("Four in a row failed in legal_moves: ")
    assert ours["ok"]
