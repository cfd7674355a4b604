import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.storage.files import StoreError
from game.storage.names import _RESERVED, check_name, folded, free_name, next_name


@pytest.mark.parametrize("name", ["Friday", "Anna & Ben, 3rd", "Ünïcødé ♥", "v1.2", "a", "connection", "x" * 80])
def test_a_usual_name_is_fine(name: str) -> None:
    check_name(name)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("", "is empty"),
        ("  ", "is empty"),
        ("a/b", "contains '/'"),
        ("a\\b", "contains '\\\\'"),
        ("../a", "contains '/'"),
        ("what?", "contains '?'"),
        ("a\nb", "contains '\\n'"),
        ("\ud800", "can't be used in a file name"),
        (" a", "a space or a dot"),
        (".hidden", "a space or a dot"),
        ("end.", "a space or a dot"),
        ("con", "reserved on Windows"),
        ("LPT1.saved", "reserved on Windows"),
        ("x" * 81, "too long"),
        ("\N{GRINNING FACE}" * 60, "too long"),
        ("friday", "is taken"),
    ],
)
def test_a_name_that_some_platform_refuses_is_refused_in_words(name: str, words: str) -> None:
    with pytest.raises(StoreError) as caught:
        check_name(name, {folded("Friday")})
    assert words in str(caught.value)


@given(st.text(), st.sets(st.text(max_size=5)))
def test_a_free_name_can_be_made_of_anything(base: str, others: set[str]) -> None:
    taken = {folded(name) for name in others} | {folded(base)}
    for _ in range(3):
        name = free_name(base, taken)
        check_name(name, taken)
        taken.add(folded(name))


@given(
    st.sampled_from(sorted(_RESERVED)),
    st.sampled_from(["", ".", ". ", " .", "."]),
    st.text(max_size=120) | st.sampled_from(["x" * 120, "\N{GRINNING FACE}" * 60]),
    st.booleans(),
)
def test_a_free_name_like_a_reserved_one_is_no_reserved_one(stem: str, between: str, rest: str, is_upper: bool) -> None:
    base = (stem.upper() if is_upper else stem) + between + rest
    taken: set[str] = set()
    for _ in range(3):
        name = free_name(base, taken)
        check_name(name, taken)
        taken.add(folded(name))
    check_name(next_name(base, taken), taken)


def test_a_free_name_counts_up() -> None:
    assert free_name("Friday", set()) == "Friday"
    assert free_name("Friday", {"friday"}) == "Friday 2"
    assert free_name("Friday", {"friday", "friday 2"}) == "Friday 3"


@pytest.mark.parametrize(
    ("name", "taken", "following"),
    [
        ("Friday", {"friday"}, "Friday 2"),
        ("Friday 2", {"friday", "friday 2"}, "Friday 3"),
        ("Friday 13", {"friday 13"}, "Friday 13 2"),
        ("Friday 13 2", {"friday 13", "friday 13 2"}, "Friday 13 3"),
    ],
)
def test_a_name_is_counted_on_and_numbers_do_not_pile_up(name: str, taken: set[str], following: str) -> None:
    assert next_name(name, taken) == following
