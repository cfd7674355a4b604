"""Reader of Markdown pages: finds their fenced blocks, code spans, links, and the commands in their shell blocks."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
#: Every page of the documentation, beginning with the README.
PAGES = (
    *(ROOT / f"{name}.md" for name in ("README", "CONTRIBUTING", "CHANGELOG")),
    *sorted((ROOT / "docs").rglob("*.md")),
)

_FENCE = re.compile(r"^(?P<indent> *)```(?P<language>\w*)$")
_SPAN = re.compile(r"(?<!`)`([^`]+)`(?!`)")
_LINK = re.compile(r"!?\[(?:[^\[\]]|!?\[[^\]]*\]\([^)]*\))*\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
#: The words that separate two commands in one line.
_BETWEEN = {"&&", "|", ";"}
_VARIABLE = re.compile(r"[A-Z_]+=.*")


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block: its language, its text without the indentation, and the number of its first line, from 1."""

    language: str
    text: str
    line: int
    mark: str = ""
    """The text of the HTML comment above the block, such as "toy ruleset" for ``<!-- toy ruleset -->``; else ""."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command in a shell block or a code span: its words, the text piped into it, and its place in the page."""

    words: tuple[str, ...]
    piped: str
    place: str

    @property
    def text(self) -> str:
        """The command as it can be typed in a shell, without its input."""
        return shlex.join(self.words)

    def __str__(self) -> str:
        return f"{self.place}: {self.text}"


def read(page: Path) -> str:
    """Return the text of a Markdown page."""
    return page.read_text(encoding="utf-8")


def name_of(page: Path) -> str:
    """Return the path of a Markdown page relative to the root folder, with slashes."""
    return page.relative_to(ROOT).as_posix()


def blocks(text: str) -> Iterator[Block]:
    """Yield the fenced blocks of a Markdown page, given as text."""
    lines = text.split("\n")
    start: int | None = None
    language, indent = "", ""
    for number, line in enumerate(lines):
        fence = _FENCE.match(line)
        if fence is None:
            continue
        if start is None:
            start, language, indent = number, fence["language"], fence["indent"]
        else:
            inside = "\n".join(each.removeprefix(indent) for each in lines[start + 1 : number])
            above = re.fullmatch(r"<!-- (.+) -->", lines[start - 1])
            yield Block(language, f"{inside}\n", start + 1, above[1] if above else "")
            start = None


def prose(text: str) -> str:
    """Return the text of a Markdown page without its fenced and indented blocks."""
    kept, fenced = [], False
    for line in text.split("\n"):
        if _FENCE.match(line):
            fenced = not fenced
        elif not fenced and not line.startswith("    "):
            kept.append(line)
    return "\n".join(kept)


def code_spans(text: str) -> list[str]:
    """Return the texts of all code spans of a Markdown page outside of blocks, with line ends replaced by spaces."""
    return [" ".join(span.split()) for span in _SPAN.findall(prose(text))]


def links(text: str) -> list[str]:
    """Return the targets of all links and pictures of a Markdown page, including pictures that are links."""
    found = []
    for whole in _LINK.finditer(prose(text)):
        found.append(whole[1])
        found += re.findall(r"!\[[^\]]*\]\(([^)\s]+)\)", whole[0][:-1]) if whole[0].startswith("[![") else []
    return found


def anchors(text: str) -> set[str]:
    """Return the anchors of the headings of a Markdown page, to which links can lead."""
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in _HEADING.findall(prose(text))}


def commands(page: Path) -> Iterator[Command]:
    """Yield the commands in the ``sh`` blocks of a Markdown page, and its code spans that begin with a command."""
    text, name = read(page), name_of(page)
    for block in blocks(text):
        if block.language == "sh":
            yield from _block_commands(block, name)
    for span in code_spans(text):
        if span.startswith(("python ", "main.py ", "pip ", "pytest ")):
            words = tuple(shlex.split(span))
            yield Command(("python", *words) if words[0] == "main.py" else words, "", name)


def _block_commands(block: Block, name: str) -> Iterator[Command]:
    for number, line in enumerate(re.sub(r" *\\\n *", " ", block.text).split("\n")):
        lexer = shlex.shlex(line, posix=True, punctuation_chars="&|;")
        lexer.whitespace_split = True
        yield from _line_commands(list(lexer), f"{name}:{block.line + 1 + number}")


def _line_commands(words: list[str], place: str) -> Iterator[Command]:
    """Yield the commands of a line. The text of an ``echo`` before a pipe becomes the input of the next command."""
    command: list[str] = []
    piped = ""
    for word in (*words, ";"):
        if word not in _BETWEEN:
            command.append(word)
            continue
        while command and _VARIABLE.fullmatch(command[0]):
            command.pop(0)
        if word == "|" and command[:1] == ["echo"]:
            piped = " ".join(command[1:])
        elif command:
            yield Command(tuple(command), piped, place)
            piped = ""
        command = []


def broker_configuration(mark: str) -> str:
    """Return the text of the broker configuration in docs/play/broker.md that has the comment ``mark`` above it."""
    page = read(ROOT / "docs" / "play" / "broker.md")
    return next(block.text for block in blocks(page) if block.mark == mark)
