"""The language of sentences, the catalogues, and the script that finds what is missing in them."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from copy import deepcopy
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assets.make.catalogues import (
    CODES,
    Catalogue,
    entries,
    forms_of,
    mo_form,
    new_catalogue,
    po_file,
    po_form,
    read_po,
    template,
)
from assets.make.messages import Message, Place, Source, read_source
from game.core.character import PLAIN_DIALOGUE, Mood
from game.core.language import ENGLISH, _, join_sentences, plural, set_language, spoken, strip_period, translate_again
from game.core.model import ParseError, Reason
from game.core.ruleset import RulesetInfo
from game.plugins import registry
from game.plugins.guard import _displayable
from tools.locale_check import flaws, problems


@pytest.fixture(autouse=True)
def english_afterwards() -> Iterator[None]:
    yield
    set_language(ENGLISH)


def catalogue(*texts: tuple[str, str, tuple[str, ...]], code: str = "fi") -> Catalogue:
    made = new_catalogue(code)
    for one, many, forms in texts:
        made.add(Message(one, many).id, forms if many else forms[0])
    return made


def texts_of(*lines: str) -> Catalogue:
    return template([read_source("\n".join(lines), "a.py")])


def translations(made: Catalogue) -> dict[object, tuple[str, ...]]:
    return {entry.id: forms_of(entry) for entry in entries(made)}


def spoken_in(tmp_path: Path, made: Catalogue) -> None:
    code = str(made.locale_identifier)
    folder = tmp_path / code / "LC_MESSAGES"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "any.mo").write_bytes(mo_form(made))
    set_language(code, [tmp_path])


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
    known = mo_form(catalogue(("Saved games", "", ("Tallennukset",))))
    (folder / "odd.mo").write_bytes(known.replace(b"charset=utf-8", b"charset=weird"))
    set_language("fi", [tmp_path, tmp_path / "nowhere"])
    assert _("Saved games") == "Saved games"


def test_a_number_that_the_rule_of_a_translation_cannot_count_is_told_in_english(tmp_path: Path) -> None:
    odd = catalogue(("{count} stone", "{count} stones", ("{count} kivi", "{count} kiveä")))
    odd.mime_headers = [("Plural-Forms", "nplurals=2; plural=n/(n-11);")]
    spoken_in(tmp_path, odd)
    assert plural("{count} stone", "{count} stones", 11) == "11 stones"
    assert plural("{count} stone", "{count} stones", 0) == "0 kivi"


def test_sentences_follow_each_other_as_the_language_sets_them(tmp_path: Path) -> None:
    assert join_sentences(["One.", "", "Two.", "Three."]) == "One. Two. Three."
    spoken_in(tmp_path, catalogue(("{first} {then}", "", ("{first}{then}",)), code="zh_CN"))
    assert join_sentences(["一。", "二。"]) == "一。二。"
    assert join_sentences([]) == ""
    assert (strip_period("One."), strip_period("一。")) == ("One", "一")


def test_a_sentence_follows_the_language_also_inside_of_others(tmp_path: Path) -> None:
    known = [("{name} wins.", "", ("Voittaja: {name}.",)), ("line {number}", "", ("rivi {number}",))]
    known += [("not allowed: {why}", "", ("kielletty: {why}",))]
    known += [("{count} stone", "{count} stones", ("{count} kivi", "{count} kiveä"))]
    spoken_in(tmp_path, catalogue(*known))
    set_language(ENGLISH)
    wins, stones = _("{name} wins.", name="Ann"), plural("{count} stone", "{count} stones", 2)
    told = [
        Reason("over", wins).message,
        str(ParseError(_("not allowed: {why}", why=strip_period(wins)), line=3)),
        join_sentences([wins, stones]),
    ]
    assert told == ["Ann wins.", "line 3: not allowed: Ann wins", "Ann wins. 2 stones"]
    set_language("fi", [tmp_path])
    assert [translate_again(each) for each in told] == [
        "Voittaja: Ann.",
        "rivi 3: kielletty: Voittaja: Ann",
        "Voittaja: Ann. 2 kiveä",
    ]
    assert [translate_again(each) for each in ("Ann wins.", f"{wins}")] == ["Ann wins.", "Ann wins."]


def test_a_sentence_that_leaves_the_process_is_plain_text() -> None:
    wins = Reason("over", _("{name} wins.", name="Ann"))
    for copied in (pickle.loads(pickle.dumps(wins)), deepcopy(wins)):
        assert (copied, type(copied.message)) == (wins, str)


def test_a_sentence_of_a_plug_in_that_can_be_drawn_goes_on_following_the_language() -> None:
    said = Reason("over", _("{name} wins.", name="Ann"))
    assert _displayable(said) is said
    assert _displayable(Reason("over", "two\nlines")) == Reason("over", "two lines")


# Catalogues

texts = st.text(st.characters(codec="utf-8", exclude_characters="\0\r"), min_size=1)


@given(st.dictionaries(texts, st.tuples(texts, texts), max_size=8))
def test_what_a_catalogue_holds_is_read_again_from_both_of_its_forms(pairs: dict[str, tuple[str, str]]) -> None:
    made = catalogue(*((text, "many", forms) for text, forms in pairs.items()))
    with TemporaryDirectory() as folder:
        Path(folder, "made.po").write_bytes(po_form(made))
        assert translations(read_po(Path(folder, "made.po"), "fi")) == translations(made)
    read = GNUTranslations(BytesIO(mo_form(made)))
    for text, forms in pairs.items():
        assert (read.ngettext(text, "many", 1), read.ngettext(text, "many", 2)) == forms


def test_gettext_reads_the_binary_form() -> None:
    made = catalogue(("One\ntwo “three”", "", ("Yksi\nkaksi",)), ("a", "b", ("x", "y")), ("missing", "", ("",)))
    read = GNUTranslations(BytesIO(mo_form(made)))
    assert read.gettext("One\ntwo “three”") == "Yksi\nkaksi"
    assert (read.ngettext("a", "b", 1), read.ngettext("a", "b", 5)) == ("x", "y")
    assert read.gettext("missing") == "missing"


def test_a_text_that_is_new_waits_for_its_translation_and_one_that_is_gone_is_left_out(tmp_path: Path) -> None:
    file = tmp_path / "made.po"
    file.write_bytes(po_form(catalogue(("kept", "", ("pysyy",)), ("gone", "", ("poissa",)))))
    file.write_text(file.read_text("utf-8").replace('msgid "kept"', '# Say it shortly.\nmsgid "kept"'), "utf-8")
    after = read_po(file, "fi")
    after.update(texts_of('plural("new", "news", 2)', '_("kept")'), no_fuzzy_matching=True)
    assert translations(after) == {("new", "news"): ("", ""), "kept": ("pysyy",)}
    assert "# Say it shortly.\n#: a.py\n" in po_form(after).decode()
    assert "gone" not in po_form(after).decode()


@pytest.mark.parametrize(("before", "after"), [(("a", ""), ("a", "b")), (("a", "b"), ("a", ""))])
def test_a_translation_with_too_many_or_too_few_forms_waits_for_a_look(
    before: tuple[str, str], after: tuple[str, str]
) -> None:
    made = catalogue((*before, ("x", "y")))
    texts = template([Source(((Message(*after), Place("a.py", 1)),), ())])
    made.update(texts, no_fuzzy_matching=True)
    assert list(flaws(made, texts)) == ["fi: there is no translation of 'a'"]
    assert GNUTranslations(BytesIO(mo_form(made))).gettext("a") == "a"


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
    found = list(flaws(catalogue(("{name} wins.", "", translation)), texts_of('_("{name} wins.", name=x)')))
    assert flaw in found[0]


def test_a_text_without_an_entry_and_an_entry_without_a_text_are_told() -> None:
    found = list(flaws(catalogue(("old", "", ("vanha",))), texts_of('_("new")')))
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


def test_translators_read_what_stands_above_a_text() -> None:
    code = (
        "# Translators: what it is,\n# in two lines.\n"
        'A = _("one")\n# A remark.\nB = _("two")\n'
        '# Translators: of the third.\nC = gettext_noop("three")\n'
    )
    made = po_form(template([read_source(code, "game/ui/any.py")])).decode()
    assert made.count("#. Translators:") == 2
    assert '#. Translators: what it is, in two lines.\n#: game/ui/any.py\nmsgid "one"' in made
    assert '#. Translators: of the third.\n#: game/ui/any.py\nmsgid "three"' in made


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


@pytest.mark.parametrize("code", CODES)
def test_whatever_our_rulesets_hold_for_the_player_is_translated(code: str) -> None:
    known = read_po(po_file(code), code)
    rulesets = registry.discover().rulesets.values()
    assert [text for ruleset in rulesets for text in _spoken_by(ruleset.info) if text and text not in known] == []


def test_every_language_but_english_has_a_rule_for_plurals() -> None:
    assert {code: new_catalogue(code).num_plurals for code in ("fi", "zh_CN")} == {"fi": 2, "zh_CN": 1}
    assert all(new_catalogue(code).locale is not None for code in CODES)
