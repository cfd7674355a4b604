"""The selection of a list of items: it stays with its item when the items are read anew."""

from __future__ import annotations

from game.ui.widgets.item_list import ItemList


def list_of(*items: str) -> tuple[ItemList[str], list[str | None]]:
    """A list of words that are known by themselves, and what was selected one after the other."""
    selected: list[str | None] = []
    words: ItemList[str] = ItemList(
        (0, 0, 100, 100), lambda word: word, lambda *_: None, lambda: selected.append(words.selected)
    )
    words.read(items)
    return words, selected


def test_the_selection_stays_with_its_item_wherever_that_goes() -> None:
    words, selected = list_of("ann", "ben", "cid")
    words.choose(1)
    words.read(["zoe", "ann", "ben", "cid"])
    assert (words.selected, words.row) == ("ben", 2)
    assert selected == ["ben"], "reading anew selects nothing else"


def test_where_the_selected_item_is_gone_the_one_in_its_place_is_selected() -> None:
    words, _selected = list_of("ann", "ben", "cid")
    words.choose(1)
    words.read(["ann", "cid"])
    assert words.selected == "cid"
    words.read(["ann"])
    assert words.selected == "ann"
    words.read([])
    assert words.selected is None
    words.read(["ann"])
    assert words.selected == "ann"


def test_a_key_selects_an_item_that_is_read_next() -> None:
    words, _selected = list_of("ann", "ben")
    words.key = "cid"
    words.read(["ann", "ben", "cid"])
    assert words.selected == "cid"
    words.restart()
    words.read(["ann", "ben", "cid"])
    assert words.selected == "ann"


def test_walking_ends_at_both_ends_and_tells_every_change_once() -> None:
    words, selected = list_of("ann", "ben")
    for step in (1, 1, -1, -1):
        words.walk(step)
    assert selected == ["ben", "ann"]
