import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.model import ParseError
from game.core.record.checked_lines import checked_line
from game.core.record.journal import complete_lines, continues, count_plies, journal_start, new_plies, replay
from game.core.record.reader import read_tournament
from game.core.record.writer import write_tournament
from game.core.tournament import Tournament
from tools.pilot.tiny_ruleset import TinyRuleset
from tools.pilot.tournaments import new_tournament, play

TINY = TinyRuleset()
CONTENTS = b"the file"


def running(moves: str = "") -> Tournament:
    tournament = new_tournament(TINY, size=5)
    play(tournament.start_game().match, moves)
    return tournament


def copied(tournament: Tournament) -> Tournament:
    twin = running()
    twin.games[-1].match = tournament.games[-1].match.copy()
    twin.games[-1].match.options = tournament.games[-1].match.options
    return twin


def test_new_plies_are_journalled_with_game_and_ply() -> None:
    tournament = running("a1")
    before = copied(tournament)
    play(tournament.games[-1].match, "a5 b1")
    assert new_plies(before, tournament) == ["game 1, ply 2: a5\n", "game 1, ply 3: b1\n"]


def test_nothing_new_is_no_line() -> None:
    tournament = running("a1")
    assert new_plies(copied(tournament), tournament) == []
    tournament.games[-1].match.resign(0)
    assert new_plies(copied(tournament), tournament) == []


def test_what_a_line_cannot_say_asks_for_the_whole_file() -> None:
    tournament = running("a1 a5")
    for change in (
        lambda t: t.games[-1].match.undo(),
        lambda t: (t.games[-1].match.undo(), play(t.games[-1].match, "c5")),
        lambda t: t.games[-1].match.resign(0),
        lambda t: (t.games[-1].match.resign(0), t.start_game()),
        lambda t: setattr(t, "ended", True),
        lambda t: setattr(t, "title", "Other"),
    ):
        changed = copied(tournament)
        change(changed)
        assert new_plies(tournament, changed) is None


def test_an_undone_ply_that_was_played_again_is_nothing_new() -> None:
    tournament = running("a1 a5")
    before = copied(tournament)
    tournament.games[-1].match.undo()
    tournament.games[-1].match.redo()
    assert new_plies(before, tournament) == []


def written(*lines: str) -> bytes:
    """A journal as it is on the disk."""
    return b"".join(checked_line(line) for line in (journal_start(CONTENTS).rstrip("\n"), *lines))


@pytest.mark.parametrize(
    "text", [written("game 1, ply 1: a1"), (journal_start(CONTENTS) + "game 1, ply 1: a1\n").encode()]
)
def test_a_journal_names_the_version_of_the_file_that_it_continues(text: bytes) -> None:
    assert complete_lines(text) == ["game 1, ply 1: a1"]
    assert continues(text, CONTENTS)
    assert continues(text.replace(b"\n", b"\r\n"), CONTENTS)
    assert not continues(text, CONTENTS + b" ")
    assert not continues(b"", CONTENTS)
    assert complete_lines(b"game 1, ply 1: a1\n") == []


def test_a_ply_whose_line_was_damaged_is_not_made_and_its_line_is_named() -> None:
    lines = ["game 1, ply 1: a1", "game 1, ply 2: a5", "game 1, ply 3: b1"]
    damaged = written(*lines).replace(b"ply 2: a5", b"ply 2: a4")
    tournament = running()
    with pytest.raises(ParseError, match=r"^journal, line 3: this line is damaged: its checksum does not match$"):
        replay(complete_lines(damaged), tournament, "journal")
    assert len(tournament.games[-1].match.plies) == 1


@settings(deadline=None)
@given(st.data())
def test_a_journal_torn_anywhere_gives_the_plies_before(data: st.DataObject) -> None:
    moves = ["a1", "a5", "b1", "b5", "d4"]
    whole = journal_start(CONTENTS) + "".join(f"game 1, ply {n}: {move}\n" for n, move in enumerate(moves, start=1))
    contents = data.draw(st.sampled_from([whole.encode(), written(*whole.splitlines()[1:])]))
    torn = contents[: data.draw(st.integers(0, len(contents)))]
    tournament = running()
    replay(complete_lines(torn), tournament)
    complete = max(0, torn.count(b"\n") - 1)
    assert len(tournament.games[-1].match.plies) == complete


def test_replaying_twice_changes_nothing() -> None:
    tournament = running("a1")
    lines = ["game 1, ply 1: a1", "game 1, ply 2: a5", "game 1, ply 3: b1"]
    replay(lines, tournament)
    once = write_tournament(tournament)
    replay(lines, tournament)
    assert write_tournament(tournament) == once
    assert read_tournament(once, {"tiny": TINY}).games[-1].match.moves == tournament.games[-1].match.moves


def test_plies_of_an_earlier_game_are_passed_over() -> None:
    tournament = running("a1")
    tournament.games[-1].match.resign(0)
    tournament.start_game()
    replay(["game 1, ply 2: a5", "game 2, ply 1: c3"], tournament)
    assert [len(game.match.plies) for game in tournament.games] == [1, 1]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("game 2, ply 1: a1", "the file contains no game 2 (number of games in the file: 1)"),
        ("game 0, ply 1: a1", "the file contains no game 0"),
        ("game 1, ply 3: a1", "move 3 comes right after move 1: the moves between are missing"),
        ("game 1, ply 2: a1", "move 2, 'a1', is not allowed: A stone lies there already"),
        ("game 1, ply 2: z1", "there is no cell 'z1'"),
        ("ply 2", "'ply 2' is not a valid line in an autosave file"),
    ],
)
def test_a_flaw_is_named_with_file_line_and_cause(line: str, words: str) -> None:
    with pytest.raises(ParseError) as caught:
        replay(["game 1, ply 1: a1", line], running("a1"), "friday.txt.journal")
    assert str(caught.value).startswith("friday.txt.journal, line 3: ")
    assert words in str(caught.value)


def test_the_last_ply_of_a_game_can_be_told_without_its_ruleset() -> None:
    assert count_plies(["game 1, ply 8: a1", "game 2, ply 1: a1", "game 2, ply 2: a2"], 2) == 2
    assert count_plies([], 1) == 0
