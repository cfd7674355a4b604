"""The language of sentences, the catalogues, and the script that finds what is missing in them."""

from __future__ import annotations

from collections.abc import Iterator
from gettext import GNUTranslations
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st
from polib import POFile

from assets.make.catalogues import (
    PLURALS,
    entries_by_text,
    forms_of,
    language_of,
    merge,
    message_of,
    new_catalogue,
    new_entry,
    po_file,
    read_po,
)
from assets.make.messages import Message, read_source
from game.core.character import PLAIN_DIALOGUE, Mood
from game.core.language import ENGLISH, _, join_sentences, plural, set_language, spoken, strip_period
from game.core.ruleset import RulesetInfo
from game.plugins import registry
from tools.locale_check import flaws, problems


@pytest.fixture(autouse=True)
def english_afterwards() -> Iterator[None]:
    yield
    set_language(ENGLISH)


def catalogue(*entries: tuple[str, str, tuple[str, ...]], code: str = "fi") -> POFile:
    made = new_catalogue(code)
    made.extend(new_entry(Message(one, many), forms) for one, many, forms in entries)
    return made


def translations(made: POFile) -> dict[Message, tuple[str, ...]]:
    return {message_of(entry): forms_of(entry) for entry in made}


def spoken_in(tmp_path: Path, made: POFile) -> None:
    folder = tmp_path / language_of(made) / "LC_MESSAGES"
    folder.mkdir(parents=True, exist_ok=True)
    made.save_as_mofile(str(folder / "any.mo"))
    set_language(language_of(made), [tmp_path])


# Speaking


def test_a_text_is_translated_with_its_fields_and_stays_english_where_nobody_knows_it(tmp_path: Path) -> None:
    spoken_in(tmp_path, catalogue(("{name} wins.", "", ("Voittaja: {name}.",))))
    assert _("{name} wins.", name="Ann") == "Voittaja: Ann."
    assert _("{name} loses.", name="Ann") == "Ann loses."
    assert _("") == ""


def test_a_number_takes_the_form_of_its_language(tmp_path: Path) -> None:
    spoken_in(tmp_path, catalogue(("{count} stone", "{count} stones", ("{count} kivi", "{count} kiveä"))))
    sentences = [plural("{count} stone", "{count} stones", number) for number in (0, 1, 2)]
    assert sentences == ["0 kiveä", "1 kivi", "2 kiveä"]
    spoken_in(tmp_path, catalogue(("{count} stone", "{count} stones", ("{count} 子",)), code="zh_CN"))
    assert plural("{count} stone", "{count} stones", 1) == "1 子"
    set_language(ENGLISH)
    assert plural("{count} stone", "{count} stones", 1) == "1 stone"


@pytest.mark.parametrize("translation", ["{wrong}", "{name", "{name.nothing}", "{}"])
def test_a_translation_with_other_fields_does_not_count(tmp_path: Path, translation: str) -> None:
    spoken_in(tmp_path, catalogue(("{name} wins.", "", (translation,))))
    assert _("{name} wins.", name="Ann") == "Ann wins."


def test_a_language_that_is_none_of_ours_and_a_broken_catalogue_leave_english(tmp_path: Path) -> None:
    set_language("xx", [tmp_path])
    assert spoken() == ENGLISH
    folder = tmp_path / "fi" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "broken.mo").write_bytes(b"\xde\x12\x04\x95 and no more")
    (folder / "folder.mo").mkdir()
    odd = new_catalogue("fi")
    odd.metadata = {"Content-Type": "text/plain; charset=klingon"}
    odd.append(new_entry(Message("Saved games", ""), ("Tallennukset",)))
    odd.save_as_mofile(str(folder / "odd.mo"))
    set_language("fi", [tmp_path, tmp_path / "nowhere"])
    assert _("Saved games") == "Saved games"


def test_a_number_that_the_rule_of_a_translation_cannot_count_is_told_in_english(tmp_path: Path) -> None:
    odd = catalogue(("{count} stone", "{count} stones", ("{count} kivi", "{count} kiveä")))
    odd.metadata["Plural-Forms"] = "nplurals=2; plural=n/(n-11);"
    spoken_in(tmp_path, odd)
    assert plural("{count} stone", "{count} stones", 11) == "11 stones"
    assert plural("{count} stone", "{count} stones", 0) == "0 kivi"


def test_sentences_follow_each_other_as_the_language_sets_them(tmp_path: Path) -> None:
    assert join_sentences(["One.", "", "Two.", "Three."]) == "One. Two. Three."
    spoken_in(tmp_path, catalogue(("{first} {then}", "", ("{first}{then}",)), code="zh_CN"))
    assert join_sentences(["一。", "二。"]) == "一。二。"
    assert join_sentences([]) == ""
    assert (strip_period("One."), strip_period("一。")) == ("One", "一")


# Catalogues

texts = st.text(st.characters(codec="utf-8", exclude_characters="\0\r"), min_size=1)


@given(st.dictionaries(texts, st.tuples(texts, texts), max_size=8))
def test_what_a_catalogue_holds_is_read_again_from_both_of_its_forms(pairs: dict[str, tuple[str, str]]) -> None:
    made = catalogue(*((text, "many", forms) for text, forms in pairs.items()))
    with TemporaryDirectory() as folder:
        made.save(f"{folder}/made.po", newline="\n")
        made.save_as_mofile(f"{folder}/made.mo")
        assert translations(read_po(Path(folder, "made.po"))) == translations(made)
        with Path(folder, "made.mo").open("rb") as file:
            read = GNUTranslations(file)
    for text, forms in pairs.items():
        assert (read.ngettext(text, "many", 1), read.ngettext(text, "many", 2)) == forms


def test_gettext_reads_the_binary_form(tmp_path: Path) -> None:
    made = catalogue(("One\ntwo “three”", "", ("Yksi\nkaksi",)), ("a", "b", ("x", "y")), ("missing", "", ("",)))
    made.save_as_mofile(str(tmp_path / "made.mo"))
    with (tmp_path / "made.mo").open("rb") as file:
        read = GNUTranslations(file)
    assert read.gettext("One\ntwo “three”") == "Yksi\nkaksi"
    assert (read.ngettext("a", "b", 1), read.ngettext("a", "b", 5)) == ("x", "y")
    assert read.gettext("missing") == "missing"


def test_a_text_that_is_new_waits_for_its_translation_and_one_that_is_gone_is_left_out() -> None:
    before = catalogue(("kept", "", ("pysyy",)), ("gone", "", ("poissa",)))
    after = merge(before, {Message("kept"): ["a.py"], Message("new", "news"): ["b.py"]})
    forms = {text: forms_of(entry) for text, entry in entries_by_text(after).items()}
    assert forms == {"kept": ("pysyy",), "new": ("", "")}


# The check


def test_nothing_is_unmarked_and_no_translation_is_missing_or_wrong() -> None:
    assert problems() == []


@pytest.mark.parametrize(
    ("translation", "flaw"),
    [
        (("",), "there is no translation of"),
        (("{nimi} voittaa.",), "its translation ['nimi']"),
        (("{name voittaa.",), "its translation []"),
        (("{name} voittaa. ",), "white space"),
        (("{name}\n\nvoittaa.",), "paragraphs"),
    ],
)
def test_a_wrong_translation_is_told(translation: tuple[str, ...], flaw: str) -> None:
    found = list(flaws(catalogue(("{name} wins.", "", translation)), [Message("{name} wins.")]))
    assert flaw in found[0]


def test_a_text_without_an_entry_and_an_entry_without_a_text_are_told() -> None:
    found = list(flaws(catalogue(("old", "", ("vanha",))), [Message("new")]))
    assert [line.partition(" ")[2] for line in found] == [
        "there is no translation of 'new'",
        "nobody says 'old' any more",
    ]


@pytest.mark.parametrize(
    ("code", "complaint"),
    [
        ('canvas.text("Not marked")', "'Not marked' is not marked"),
        ('canvas.text("Undo")', "'Undo' is not marked"),
        ('canvas.text(f"{name} won")', "' won' is not marked"),
        ('Said("Not marked.")', "'Not marked.' is not marked"),
        ('_(f"{name} won")', "is put together before it is translated"),
        ('_("one " + name)', "is put together before it is translated"),
        ('_("{name} won", nam=name)', "has the fields ['name'], and is given ['nam']"),
        ('plural("{count} of {all}", "{count} of {all}", 2)', "has the fields ['all', 'count']"),
        ('def f():\n    a, _ = b\n    return _("Marked")', "f has a variable _ and calls _()"),
    ],
)
def test_what_cannot_be_translated_is_told(code: str, complaint: str) -> None:
    (told, place), *_more = read_source(code, "game/ui/any.py").complaints
    assert complaint in told
    assert place.file == "game/ui/any.py"


@pytest.mark.parametrize(
    "code",
    [
        '_("Marked")',
        "_(info.title)",
        'plural("{count} of {all}", "{count} of {all}", 2, all=3)',
        'Reason("not your turn", _("Wait."))',
        '"""It says what it is."""',
        'assert found, "a programmer reads this"',
        'kind = "two words"  # no words',
        'canvas.text(words, family="display", colour="cream")',
    ],
)
def test_what_is_marked_or_no_text_for_people_is_let_pass(code: str) -> None:
    assert read_source(code, "game/ui/any.py").complaints == ()


def test_the_texts_of_a_source_are_found_wherever_they_are_marked() -> None:
    code = (
        'A = gettext_noop("one")\n'
        'def f():\n    return _("two" if x else "three"), plural("a", "b", 2), _("joined " "text")\n'
        'B = gettext_noop_lines("four", "five")\n'
    )
    found = [message for message, _place in read_source(code, "game/ui/any.py").messages]
    assert found[:5] == [Message("one"), Message("two"), Message("three"), Message("a", "b"), Message("joined text")]
    assert found[5:] == [Message("four"), Message("five")]


def _spoken_by(info: RulesetInfo) -> Iterator[str]:
    yield from (info.title, info.pitch, info.win_banner, *(stone.name for stone in info.stones))
    for level in info.levels:
        yield from (level.name, level.title, level.pitch)
        dialogue = PLAIN_DIALOGUE if level.character is None else level.character.dialogue
        yield from (line for mood in Mood for line in dialogue.lines(mood))
    for lesson in info.introduction:
        yield from (lesson.title, lesson.words, lesson.well, lesson.again)
    for section in info.rules_card:
        yield from (section.title, section.words, section.diagram.caption if section.diagram else "")


@pytest.mark.parametrize("code", PLURALS)
def test_whatever_our_rulesets_hold_for_the_player_is_translated(code: str) -> None:
    known = entries_by_text(read_po(po_file(code)))
    rulesets = registry.discover().rulesets.values()
    assert [text for ruleset in rulesets for text in _spoken_by(ruleset.info) if text and text not in known] == []


def test_every_language_but_english_has_a_rule_for_plurals() -> None:
    assert set(PLURALS) == {"fi", "zh_CN"}
