"""What a page in Markdown holds: fenced blocks, code spans, links, and the commands of its shell blocks."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
#: Every page of the project, the README first.
PAGES = (
    *(ROOT / f"{name}.md" for name in ("README", "CONTRIBUTING", "CHANGELOG")),
    *sorted((ROOT / "docs").rglob("*.md")),
)

_FENCE = re.compile(r"^(?P<indent> *)```(?P<language>\w*)$")
_SPAN = re.compile(r"(?<!`)`([^`]+)`(?!`)")
_LINK = re.compile(r"!?\[(?:[^\[\]]|!?\[[^\]]*\]\([^)]*\))*\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
#: What stands between two commands of one line.
_BETWEEN = {"&&", "|", ";"}
_VARIABLE = re.compile(r"[A-Z_]+=.*")


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block: its language, its text without the indentation, its line from 1, and the comment above it."""

    language: str
    text: str
    line: int
    mark: str = ""
    """Of ``<!-- toy ruleset -->`` the words."""


@dataclass(frozen=True, slots=True)
class Command:
    """One command of a shell block or a code span: its words, what is piped into it, and where it stands."""

    words: tuple[str, ...]
    piped: str
    place: str

    @property
    def text(self) -> str:
        """The command as it may be typed."""
        return shlex.join(self.words)

    def __str__(self) -> str:
        return f"{self.place}: {self.text}"


def read(page: Path) -> str:
    """The text of a page."""
    return page.read_text(encoding="utf-8")


def name_of(page: Path) -> str:
    """The page's path from the root, with slashes."""
    return page.relative_to(ROOT).as_posix()


def blocks(text: str) -> Iterator[Block]:
    """The fenced blocks of a page."""
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
    """The page without its fenced blocks and the drawings that are indented as code."""
    kept, fenced = [], False
    for line in text.split("\n"):
        if _FENCE.match(line):
            fenced = not fenced
        elif not fenced and not line.startswith("    "):
            kept.append(line)
    return "\n".join(kept)


def code_spans(text: str) -> list[str]:
    """Everything in code font outside of blocks, one span a line or over a line's end."""
    return [" ".join(span.split()) for span in _SPAN.findall(prose(text))]


def links(text: str) -> list[str]:
    """The targets of links and pictures, those of linked pictures as well."""
    found = []
    for whole in _LINK.finditer(prose(text)):
        found.append(whole[1])
        found += re.findall(r"!\[[^\]]*\]\(([^)\s]+)\)", whole[0][:-1]) if whole[0].startswith("[![") else []
    return found


def anchors(text: str) -> set[str]:
    """The names by which links reach the headings of a page."""
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in _HEADING.findall(prose(text))}


def commands(page: Path) -> Iterator[Command]:
    """The commands of a page: of its ``sh`` blocks, and code spans that begin as one."""
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
    """The commands of a line; what ``echo`` says is piped into the next one."""
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
    """The block of the page for clubs that configures a broker, by the comment above the block."""
    page = read(ROOT / "docs" / "play" / "broker.md")
    return next(block.text for block in blocks(page) if block.mark == mark)
