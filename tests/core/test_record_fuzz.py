"""Files that were damaged at random: every complaint is a ParseError, and looking in or saving never fails."""

from contextlib import suppress

from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.model import ParseError
from game.core.record.header import read_header
from game.core.record.reader import read_tournament, salvage
from game.core.record.writer import save_text, write_tournament
from tests.core.test_record import RULESETS, SAMPLE_2017
from tools.pilot.tournaments import tournaments

SCRAPS = st.sampled_from(
    [
        *("", " ", "    ", "\t", "Game 1", "Game 2", "Game 0", "Moves:", "Board:", "Position:"),
        *("Result: draw (agreed draw)", "Result: participant 1 wins (line)"),
        *("Seed: 9", "Seed: -", "Option size: 9", "Option x: y", "Option : 1", "Ended: yes", "Series: best of 3"),
        *("First seat: participant 2", "Scores: b 1, w 2", "    1. a1 b2", "    h8=w", "Participant 1: person, Eve"),
        *("human stone: b", "next player: computer", "last placement row: 3", "x x x x b w b x x x x"),
        *("\x00", "\x85\u2028"),
    ]
)  # fmt: skip
GOOD_TEXTS = st.one_of(
    tournaments(list(RULESETS.values()), plies=8).map(write_tournament),
    st.just(SAMPLE_2017.read_text(encoding="utf-8")),
)


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """A good file with a few lines left out, doubled, swapped, mixed up or replaced."""
    lines = draw(GOOD_TEXTS).split("\n")
    for _ in range(draw(st.integers(1, 4))):
        number = draw(st.integers(0, len(lines) - 1))
        other = draw(st.integers(0, len(lines) - 1))
        lines[number : number + 1] = draw(
            st.one_of(
                st.just([]),
                st.just([lines[number], lines[number]]),
                st.just([lines[other]]),
                SCRAPS.map(lambda scrap: [scrap]),
                SCRAPS.map(lambda scrap, line=lines[number]: [line, scrap]),
                spoiled(lines[number]).map(lambda line: [line]),
            )
        )
        lines = lines or [""]
    return "\n".join(lines)


def spoiled(line: str) -> st.SearchStrategy[str]:
    """The line with some of its characters replaced by a short text."""
    place = st.integers(0, len(line))
    return st.builds(lambda start, end, text: line[:start] + text + line[end:], place, place, st.text(max_size=3))


@settings(max_examples=400, deadline=None)
@given(damaged())
def test_a_damaged_file_is_read_or_refused_with_a_parse_error(text: str) -> None:
    with suppress(ParseError):
        save_text(read_tournament(text, RULESETS, "damaged.txt"))
    with suppress(ParseError):
        read_header(text, {}, "damaged.txt")


@settings(max_examples=200, deadline=None)
@given(damaged())
def test_what_is_saved_of_a_damaged_file_is_a_tournament_that_can_be_written_and_read(text: str) -> None:
    found = salvage(text, RULESETS, "damaged.txt")
    if found is None:
        return
    tournament, lost = found
    assert lost
    again = read_tournament(write_tournament(tournament), RULESETS)
    assert write_tournament(again) == write_tournament(tournament)


@given(st.text())
def test_any_text_at_all_is_refused_with_a_parse_error(text: str) -> None:
    with suppress(ParseError):
        read_tournament(text, RULESETS)
    with suppress(ParseError):
        read_tournament("Stone Fair tournament, version 1\n" + text, RULESETS)
    with suppress(ParseError):
        read_header(text, RULESETS)
