import random
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.model import Outcome, ParseError, Termination
from game.core.record.header import header_of, read_header
from game.core.record.reader import MissingRuleset, read_tournament
from game.core.record.writer import save_text, write_tournament
from game.core.ruleset import Ruleset
from game.core.tournament import Participant, Practice, TeacherStrength, Tournament
from game.plugins import registry
from tools.pilot.tiny_ruleset import TinyRuleset
from tools.pilot.tournaments import new_tournament, play, play_at_random, tournaments

TINY = TinyRuleset()
RULESETS: dict[str, Ruleset] = {
    **registry.discover().rulesets,
    "tiny": TINY,
    "tiny_mixed": TinyRuleset(mixed=True),
}
SAMPLE_2017 = Path(__file__).parents[1] / "data" / "threestones_sample_2017.txt"


def two_games(**options: int | str | bool) -> Tournament:
    """A finished game and one that goes on."""
    tournament = new_tournament(TINY, size=5, **options)
    play(tournament.start_game().match, "a1 a5 b1 b5 c1")
    play(tournament.start_game().match, "c3 d4")
    return tournament


def plain(tournament: Tournament) -> tuple[object, ...]:
    """Everything a file has to keep."""
    games = [
        (g.seats, g.match.seed, g.match.options, g.match.start, g.match.moves, g.match.outcome, g.match.state,
         g.match.time_control, g.match.clock, g.match.spent, [ply.spent for ply in g.match.plies])
        for g in tournament.games
    ]  # fmt: skip
    t = tournament
    return (
        t.ruleset.info.id, t.options, t.participants, t.seed, t.best_of, t.first, t.title, t.wins_before, t.ended,
        t.time_control, t.teacher, games,
    )  # fmt: skip


def error_of(text: str, rulesets: Mapping[str, Ruleset] = RULESETS) -> ParseError:
    with pytest.raises(ParseError) as caught:
        read_tournament(text, rulesets, "friday.txt")
    return caught.value


# Round trips


@settings(max_examples=120, deadline=None)
@given(tournaments(list(RULESETS.values())))
def test_a_tournament_of_any_ruleset_and_options_comes_back_as_it_was(tournament: Tournament) -> None:
    text = write_tournament(tournament)
    found = read_tournament(text, RULESETS)
    assert plain(found) == plain(tournament)
    assert write_tournament(found) == text


@pytest.mark.parametrize("ruleset_id", sorted(RULESETS))
def test_a_whole_game_played_to_its_end_comes_back(ruleset_id: str) -> None:
    tournament = new_tournament(RULESETS[ruleset_id])
    game = tournament.start_game()
    play_at_random(game.match, 100, random.Random(ruleset_id))
    if game.match.outcome is None:
        game.match.agree_draw()
    assert plain(read_tournament(write_tournament(tournament), RULESETS)) == plain(tournament)


@given(st.text(max_size=30), st.text(max_size=30))
def test_no_title_or_name_can_break_the_file(title: str, name: str) -> None:
    tournament = two_games()
    tournament.title = title
    tournament.participants = (Participant(name, "easy"), Participant(name))
    text = write_tournament(tournament)
    text.encode()
    assert write_tournament(read_tournament(text, RULESETS)) == text


@pytest.mark.parametrize("termination", [Termination.RESIGNATION, Termination.TIME, Termination.FORFEIT])
def test_an_end_that_the_moves_do_not_show_stands_as_a_line(termination: Termination) -> None:
    tournament = two_games(scored=True)
    tournament.games[1].match.end(Outcome(termination, 1, {"b": 1, "w": 5}))
    found = read_tournament(write_tournament(tournament), RULESETS)
    assert found.games[1].match.outcome == Outcome(termination, 1, {"b": 1, "w": 5})
    assert found.wins() == (2.0, 0.0)


def test_an_agreed_draw_stands_as_a_line() -> None:
    tournament = two_games()
    tournament.games[1].match.agree_draw()
    assert "\nResult: draw (agreed draw)\n" in write_tournament(tournament)
    assert read_tournament(write_tournament(tournament), RULESETS).wins() == (1.5, 0.5)


def test_options_of_one_game_that_differ_are_kept_with_it() -> None:
    tournament = two_games()
    tournament.games[1].match.options["picker"] = "1"
    found = read_tournament(write_tournament(tournament), RULESETS)
    assert [game.match.options["picker"] for game in found.games] == ["toss", "1"]


# What a person may do to a file


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("\n", "\r\n"),
        ("    ", "\t"),
        ("    ", "  "),
        ("Stone Fair", "\ufeffStone Fair"),
        ("Stone Fair", "\n\nStone Fair"),
        (" c3 d4", "\n    c3\n\n    d4"),
        ("1. c3 d4", "c3 d4"),
        ("Moves:\n      1. c3 d4", "Moves: C3 D4"),
        ("\nSeed: 8", ""),
        ("\nSeries: open", ""),
        ("Option size: 5", "Option size:    5   "),
        ("(Tiny)", ""),
    ],
)
def test_a_file_may_be_mended_freely(before: str, after: str) -> None:
    tournament = two_games()
    text = write_tournament(tournament)
    assert before in text
    assert plain(read_tournament(text.replace(before, after), RULESETS)) == plain(tournament)


def test_a_move_can_be_added_when_the_picture_is_taken_out() -> None:
    text = write_tournament(two_games())
    text = text[: text.index("Board:")].replace("c3 d4", "c3 d4 e5")
    found = read_tournament(text, RULESETS)
    assert len(found.games[-1].match.moves) == 3


def test_a_result_that_the_moves_show_anyway_may_be_missing() -> None:
    text = write_tournament(two_games()).replace("Result: participant 1 wins (line)\n", "")
    assert read_tournament(text, RULESETS).wins() == (1.0, 0.0)


# Errors


@pytest.mark.parametrize(
    ("before", "after", "line", "words"),
    [
        ("Stone Fair tournament, version 1", "Stone Fare", 1, "the first line is 'Stone Fare' instead of"),
        ("version 1", "version 2", 1, "the file has format version 2, but this version of Stone Fair reads version 1"),
        ("Seed: 7\nPart", "Sead: 7\nPart", 11, "the file header: unknown key 'Sead'"),
        (
            "Ruleset: tiny (Tiny)",
            "Ruleset: tiny (Tiny)\nTitle: Twice",
            4,
            "the file header: 'Title' appears twice",
        ),
        ("Ruleset: tiny (Tiny)", "Ruleset: (", 3, "'(' is not a valid ruleset id"),
        ("Ruleset: tiny (Tiny)\n", "", 1, "the line 'Ruleset: …' is missing"),
        ("Option size: 5", "Option size: 99", 4, "option 'size' is '99'; it must be a number from 3 to 12"),
        ("Option size: 5", "Option size: " + "9" * 5000, 4, "it must be a number from 3 to 12"),
        ("Option size: 5", "Option width: 5", 4, "Tiny has no option 'width'"),
        ("Option size: 5\nOption per_turn: 1", "Option size: 12\nOption per_turn: 2", 1, "cannot be combined: Twelve"),
        ("Series: open", "Series: best of 4", 9, "'best of 4' is not a valid series length"),
        ("Seed: 7\nPart", "Seed: seven\nPart", 11, "'seven' is not a whole number"),
        ("Series: open", "Series: open\nEnded: perhaps", 10, "'perhaps' is neither 'yes' nor 'no'"),
        ("Series: open", "Series: open\nCarried over: many", 10, "'many' is not a valid number of wins"),
        (
            "Series: open",
            "Series: open\nTeacher: cruel",
            10,
            "'cruel' is not a valid teacher strength; it must be one of: gentle",
        ),
        ("Participant 1: person, Anna", "Participant 1: Anna", 12, "'Anna' is not a valid participant"),
        ("Participant 2: person, Ben\n", "", 1, "the line 'Participant 2: …' is missing"),
        ("Game 2", "Game 3", 23, "found game 3 where game 2 was expected"),
        ("Game 2", "Game two", 23, "'Game two' is not a valid line in a tournament file"),
        ("c3 d4", "c3 z9", 27, "move 2 in game 2: there is no cell 'z9' on this 5x5 board"),
        ("c3 d4", "c3 put2", 27, "move 2 in game 2: 'put2' is not a valid cell name"),
        ("c3 d4", "c3 c3", 27, "move 2 in game 2, 'c3', is not allowed: A stone lies there already"),
        ("b5 c1", "b5 c1 e1", 19, "move 6 in game 1, 'e1', is not allowed: The game is over"),
        ("participant 1 wins (line)", "participant 2 wins (line)", 20, "but the moves lead to 'participant 1"),
        ("participant 1 wins (line)", "participant 1 wins (time)", 20, "but the moves lead to"),
        ("participant 1 wins (line)", "Anna won", 20, "'Anna won' is not a valid result"),
        (
            "participant 1 wins (line)",
            "draw (resignation)",
            20,
            "a game cannot end with the result 'draw (resignation)'",
        ),
        (
            " b5 c1\nResult: participant 1 wins (line)",
            "",
            22,
            "game 2 begins, but game 1 has not ended and has no result",
        ),
        (
            "wins (line)",
            "wins (line)\nScores: b 2, w 1",
            21,
            "the file gives the scores 'b 2, w 1', but the moves lead to",
        ),
        ("c3 d4", "c3 d4\nResult: draw (full board)", 28, "'draw (full board)', but the moves lead to 'nothing yet'"),
        ("c3 d4", "c3 d4\nScores: b 1, w 1", 28, "game 2 has scores but no result"),
        ("c3 d4", "c3 d4\nResult: draw (agreed draw)\nScores: x 1", 29, "there is no colour 'x' in this game"),
        (". . b . .", ". b . . .", 31, "the diagram shows 'b' at b3, but the moves lead to '.' there"),
        (". . b . .", ". . q . .", 31, "'q' is not valid at c3"),
        ("    . . . w .\n", "", 32, "the board diagram has 4 rows instead of 5"),
        ("Game 1\n", "    a1 a2\nGame 1\n", 15, "'a1 a2' is indented, but it continues no line above"),
        ("participant 1\nSeed: 7\nMoves", "Anna\nSeed: 7\nMoves", 16, "'Anna' is neither 'participant 1' nor"),
    ],
)
def test_every_flaw_is_named_with_file_line_and_cause(before: str, after: str, line: int, words: str) -> None:
    text = write_tournament(two_games())
    assert before in text
    error = error_of(text.replace(before, after, 1))
    assert str(error).startswith(f"friday.txt, line {line}: ")
    assert words in str(error)
    assert not str(error).endswith("."), "whoever shows it adds the full stop"


def test_a_flaw_in_a_position_is_named_with_its_line_in_the_file() -> None:
    tournament = new_tournament(TINY, size=5)
    tournament.start_game(TINY.arrange(tournament.options, {3: "b", 12: "w"}, "w"))
    text = write_tournament(tournament)
    error = error_of(text.replace(". . . b .", ". . . k .", 1))
    assert "'k' is not valid at d5" in str(error)
    assert "k" in text.replace(". . . b .", ". . . k .", 1).splitlines()[error.line - 1]


@pytest.mark.parametrize("text", ["", "\n\n", "\x00\x01", "[Event]", "{}", "Board"])
def test_what_is_no_tournament_is_refused(text: str) -> None:
    assert "this is not a Stone Fair tournament file: the first line is" in str(error_of(text))


# Without the plug-in


def test_a_missing_plug_in_is_told_by_id_and_title() -> None:
    with pytest.raises(MissingRuleset) as caught:
        read_tournament(write_tournament(two_games()), {}, "friday.txt")
    assert (caught.value.ruleset_id, caught.value.title) == ("tiny", "Tiny")
    assert str(caught.value) == "friday.txt, line 3: the game needs Tiny, which is not installed"


@settings(max_examples=60, deadline=None)
@given(tournaments(list(RULESETS.values()), plies=12))
def test_the_header_is_the_same_without_the_plug_in(tournament: Tournament) -> None:
    assert read_header(write_tournament(tournament), {}) == header_of(tournament)


# Foreign files


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_a_foreign_file_that_was_not_played_on_is_kept_byte_for_byte(ending: str) -> None:
    text = "\ufeff" + SAMPLE_2017.read_text(encoding="utf-8").replace("\n", ending)
    tournament = read_tournament(text, RULESETS, "sample.txt")
    assert tournament.current is not None
    assert tournament.current.match.state.scores == {"w": 12, "b": 12}
    assert save_text(tournament) == text
    tournament.title = "Found in the attic"
    assert save_text(tournament) == text
    assert read_header(text, RULESETS).running


def test_a_foreign_file_that_was_played_on_is_written_in_its_format() -> None:
    text = SAMPLE_2017.read_text(encoding="utf-8")
    tournament = read_tournament(text, RULESETS)
    assert tournament.current is not None
    match = tournament.current.match
    play_at_random(match, 1, random.Random(1))
    written = save_text(tournament)
    assert written != text
    again = read_tournament(written, RULESETS)
    assert again.origin is not None
    assert again.current is not None
    assert again.current.match.state.board == match.state.board
    match.undo()
    assert save_text(tournament) == text


def test_what_the_foreign_format_cannot_express_is_written_in_ours() -> None:
    tournament = read_tournament(SAMPLE_2017.read_text(encoding="utf-8"), RULESETS)
    assert tournament.current is not None
    tournament.current.match.agree_draw()
    tournament.start_game()
    written = save_text(tournament)
    assert read_tournament(written, RULESETS).wins() == tournament.wins()


def test_a_flaw_in_a_foreign_file_is_named_with_file_and_line() -> None:
    text = SAMPLE_2017.read_text(encoding="utf-8").replace("human stone: w", "human stone: q")
    error = error_of(text)
    assert error.file == "friday.txt"
    assert error.line > 0


# What counts, and what is practice


def practised(text: str) -> list[Practice | None]:
    found = read_tournament(text, RULESETS)
    return [found.practice_of(game) for game in found.games]


@pytest.mark.parametrize("practice", list(Practice))
def test_a_game_that_became_practice_says_so_in_a_line_that_comes_back(practice: Practice) -> None:
    tournament = two_games()
    tournament.games[1].marked, tournament.games[1].hints = practice, 2
    text = write_tournament(tournament)
    assert f"\nPractice: {practice.value}\nHints: 2\n" in text
    assert practised(text) == [None, practice]
    assert read_tournament(text, RULESETS).games[1].hints == 2


def test_a_teacher_stands_in_the_head_and_its_games_say_what_that_makes_of_them() -> None:
    tournament = two_games()
    tournament.teacher = TeacherStrength.ATTENTIVE
    text = write_tournament(tournament)
    assert "\nTeacher: attentive\n" in text
    assert text.count("\nPractice: teacher\n") == 2
    found = read_tournament(text, RULESETS)
    assert found.teacher is TeacherStrength.ATTENTIVE
    assert practised(text) == [Practice.TEACHER, Practice.TEACHER]
    assert read_header(text, RULESETS).is_practice


def test_a_teacher_who_is_struck_from_a_file_leaves_practice_behind() -> None:
    tournament = two_games()
    tournament.teacher = TeacherStrength.GENTLE
    text = write_tournament(tournament).replace("Teacher: gentle\n", "")
    assert practised(text) == [Practice.TEACHER, Practice.TEACHER]
    assert practised(text.replace("Practice: teacher\n", "")) == [Practice.CHANGED, Practice.CHANGED]


def test_a_file_from_before_there_were_teachers_counts_as_it_did() -> None:
    text = write_tournament(two_games())
    assert "Teacher" not in text
    assert practised(text) == [None, None]
    assert read_tournament(text, RULESETS).teacher is None


def test_a_game_without_a_seal_can_be_played_on_and_is_practice() -> None:
    lines = write_tournament(two_games()).splitlines(keepends=True)
    found = read_tournament("".join(line for line in lines if not line.startswith("Seal: ")), RULESETS)
    assert [found.practice_of(game) for game in found.games] == [Practice.CHANGED, Practice.CHANGED]
    assert [len(game.match.plies) for game in found.games] == [len(game.match.plies) for game in two_games().games]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("c3 d4", "c3 e5"),
        ("Practice: hint\n", ""),
        ("Hints: 2\n", ""),
        ("Participant 2: person, Ben", "Participant 2: computer easy, Ben"),
        ("Series: open", "Series: best of 3"),
    ],
)
def test_a_game_that_was_changed_by_hand_is_practice(before: str, after: str) -> None:
    tournament = two_games()
    tournament.games[1].marked, tournament.games[1].hints = Practice.HINT, 2
    text = write_tournament(tournament)
    picture = text[text.index("Board:") : text.index("Seal:", text.index("Board:"))]
    assert before in text
    changed = practised(text.replace(picture, "").replace(before, after))
    assert changed[1] in (Practice.CHANGED, Practice.HINT)


def test_another_title_or_name_leaves_a_game_as_it_was() -> None:
    text = write_tournament(two_games())
    assert practised(text.replace("Friday", "Saturday").replace("Anna", "Anne")) == [None, None]


def test_a_game_that_begins_from_a_position_is_practice() -> None:
    tournament = two_games()
    tournament.games.pop()
    tournament.start_game(tournament.games[0].match.at(2).state)
    assert practised(write_tournament(tournament)) == [None, Practice.CHANGED]
