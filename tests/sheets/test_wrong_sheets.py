"""Files that are no rule sheets: one clear sentence with the line, and neither time nor memory is lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.core.model import ParseError
from game.plugins.sheet_files import SheetFolders
from game.sheets.draft import SheetDraft, new_sheet
from game.sheets.reading import read_sheet
from game.sheets.toml_table import MOST_CHARACTERS
from game.sheets.writing import write_sheet

LINE = "\n[line]\nlength = 5\n"
TOML = "this is not valid TOML: "


def refusal(text: str) -> str:
    with pytest.raises(ParseError) as caught:
        read_sheet(text, "wrong", lambda _key: None)
    return str(caught.value)


def file_refusal(path: Path, contents: bytes) -> str:
    path.write_bytes(contents)
    with pytest.raises(ParseError) as caught:
        SheetFolders(None).read(path)
    return str(caught.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('title = "X"\n[line]\nlenght = 5\n', "line 3: line.lenght: 'lenght' is unknown; perhaps 'length' is meant"),
        ('title = "X"\n[lines]\nlength = 5\n', "line 2: lines: 'lines' is unknown; perhaps 'line' is meant"),
        ('title = "X"\n[[stones]]\nletter = "b"\n' + LINE, "line 2: stones: the second side has no stones of its own"),
        ('title = "X"\n[line]\nlength = true\n', "line 3: line.length: true is not a whole number"),
        ("title = 1979-05-27" + LINE, "line 1: title: 1979-05-27 is not a text"),
        ('title = "X"\n[line]\nlength = nan\n', "line 3: line.length: nan is not a whole number"),
        (f'title = "X"\n[line]\nlength = 0x{"f" * 5000}\n', "line 3: line.length: a number of thousands of digits"),
        (f'title = "X"\nsample = [0x{"f" * 5000}]' + LINE, "line 2: sample: a number of thousands of digits"),
        (f'title = "X"\n{"k" * 5000} = 1' + LINE, f"line 2: {'k' * 40}: "),
        ('title = "a\u2028b"\n[line]\nlength = 99\n', "line 3: line.length: 99"),
        (
            'title = "X"\n[line]\nlength = 5\nlength = 6\n',
            f"line 4: {TOML}the same key is given twice",
        ),
        (
            'title = "X"\n[line]\nlength = 5\n[line]\n',
            f"line 4: {TOML}the same section is given twice",
        ),
        ('title = "X' + LINE, "line 1: this is not valid TOML: a quotation mark is missing at the end of a text"),
        ("title = X" + LINE, "line 1: this is not valid TOML: the value is missing, or a text without quotation marks"),
        ("no sheet" + LINE, "line 1: this is not valid TOML: a line needs a key, an equals sign and a value"),
        ('title = "X" "Y"' + LINE, "line 1: this is not valid TOML: only one value may stand after the equals sign"),
        (f"title = {'[' * 20_000}", "this is not valid TOML: its values are too deep or too long"),
    ],
)
def test_a_mistake_is_told_in_one_sentence_with_its_line(text: str, said: str) -> None:
    assert refusal(text).startswith(said)


@pytest.mark.parametrize("line", ["{} = 1", "[{}]", "x = {{{} = 1}}", '"x" = {{ y = """ " """, {} = 1 }}'])
@pytest.mark.parametrize("part", ["a", '"a"', "'a' "])
def test_a_key_of_thousands_of_parts_is_refused_before_it_takes_time_and_memory(line: str, part: str) -> None:
    key = ".".join([part] * (MOST_CHARACTERS // 8))
    assert refusal("\n" + line.format(key)) == "line 2: this is not valid TOML: its values are too deep or too long"


def test_a_long_text_with_many_sentences_is_no_key() -> None:
    words = "It is. " * 142
    assert read_sheet(f'title = "X"{LINE}[card]\nMore = "{words}"\n', "right", lambda _key: None).card


@pytest.mark.parametrize("encoding", ["cp1252", "utf-16", "utf-16-le", "gb18030"])
def test_a_file_in_another_encoding_is_told(tmp_path: Path, encoding: str) -> None:
    author = "五子棋" if encoding == "gb18030" else "Käpy" if encoding == "cp1252" else "Ann"
    said = file_refusal(tmp_path / "other.toml", f'title = "X"\nauthor = "{author}"{LINE}'.encode(encoding))
    assert said.startswith("other.toml")
    assert said.endswith("the file is not text in UTF-8")
    assert ("line 2" in said) == (encoding in ("cp1252", "gb18030"))


@pytest.mark.parametrize("name", ["../secret", "/secret", "a/../secret"])
def test_a_sheet_is_not_like_a_file_outside_the_folders(tmp_path: Path, name: str) -> None:
    (tmp_path / "rulesets" / "a").mkdir(parents=True)
    (tmp_path / "secret.toml").write_text(f'title = "Secret"{LINE}', encoding="utf-8")
    path = tmp_path / "rulesets" / "own.toml"
    path.write_text(f'title = "X"\nlike = "{name}"\n', encoding="utf-8")
    with pytest.raises(ParseError, match="there is no rule sheet"):
        SheetFolders(tmp_path / "rulesets").read(path)


@pytest.mark.parametrize("words", ["a\x7fb", "a\ud800b", "a\u202eb", "a\x00\nb"])
def test_letters_that_cannot_be_drawn_do_not_get_into_the_file_of_a_draft(words: str) -> None:
    draft = SheetDraft(new_sheet())
    draft.rename(words)
    draft.describe(words)
    again = read_sheet(write_sheet(draft.sheet).encode().decode(), "draft", lambda _key: None)
    assert again == draft.sheet
    assert again.title.replace(" ", "") == "ab"
