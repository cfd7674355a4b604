"""Reader of the sources that finds the texts to translate, and texts that should be marked for translation but are not.

Babel's own reader is not used: it would join both texts of a conditional expression to one, and it does not check which
values are given for the fields of a text.
"""

from __future__ import annotations

import ast
import json
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from string import Formatter

#: Who marks a text, and how many texts it takes: one, one and its plural, or as many as there are.
_MARKERS: dict[str, int | None] = {"_": 1, "gettext_noop": 1, "gettext_noop_lines": None, "plural": 2, "plural_noop": 2}
#: Who marks texts that are shown, and filled in, elsewhere.
_DATA_MARKERS = ("gettext_noop", "gettext_noop_lines", "plural_noop")
#: The field that ``plural`` fills in by itself.
_COUNT = "count"
#: Where players' sentences come from, and what in there is a command: commands stay English.
_SPOKEN = ("game", "rulesets", "box")
_COMMANDS = ("game/session/matches/",)
#: Whose message, the argument of that place, a player reads.
_COMPLAINTS = {
    "Reason": 1,
    "ParseError": 0,
    "StoreError": 0,
    "PluginError": 0,
    "Trouble": 1,
    "Restarted": 1,
    "MessageShown": 0,
    "GivesUp": 0,
}
#: Where not even a word may stand unmarked, and complaints where they are made.
_ALL_WORDS = ("game/ui/", "game/session/")
_ALL_COMPLAINTS = ("game/", "rulesets/")
#: Whose complaints no player reads: another program does, over the wire, or somebody at a command line.
_TOLD_TO_PROGRAMS = ("game/engine/server/", "game/engine/protocol/")
#: Whose titles players read, too.
_THEMES = "assets/themes"
#: Whose titles, pitches and names of stones they read as well.
_SHEETS = "rulesets/sheets"
#: What ends a line whose words no player reads.
_UNSHOWN = "# no words"
#: What begins a comment for translators, above the line of a text or of the call that marks it.
_FOR_TRANSLATORS = "# Translators:"
#: Two words, or one with a capital letter, or one beside a field.
_LIKE_WORDS = re.compile(r"[A-Za-z]['’,.:]? +[A-Za-z]|^\W*[A-Z][a-z]+\W*$|^ +[a-z]{2,}|[a-z]{2,}[,:]? +$")


@dataclass(frozen=True, slots=True)
class Message:
    """An English text to translate, and its plural if it has one."""

    text: str
    plural: str = ""
    comments: tuple[str, ...] = field(default=(), compare=False)
    """Explanation for translators: the comment above the text, from ``# Translators:`` on."""

    @property
    def id(self) -> str | tuple[str, str]:
        """The text or, if it has a plural, the pair of both: the key of this message in Babel's catalogues."""
        return (self.text, self.plural) if self.plural else self.text

    @property
    def fields(self) -> set[str]:
        """The names of the fields in braces that are filled in when the text is shown."""
        return fields_of(self.text) | fields_of(self.plural)


@dataclass(frozen=True, slots=True)
class Place:
    """The place of a text in the sources: the file's path relative to the root folder, with slashes, and the line."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


@dataclass(frozen=True, slots=True)
class Source:
    """The contents of a source file that concern translation, each with its place.

    These are messages to translate, and complaints about texts that cannot be translated as they are written.
    """

    messages: tuple[tuple[Message, Place], ...]
    complaints: tuple[tuple[str, Place], ...]


def fields_of(text: str) -> set[str]:
    """Return the names of the fields in braces in a text, or an empty set if the braces are not valid."""
    try:
        return {name for _, name, _, _ in Formatter().parse(text) if name is not None}
    except ValueError:
        return set()


def sources(root: Path) -> list[Source]:
    """Return the messages and complaints of every source file that may contain texts for players."""
    files = [file for folder in _SPOKEN for file in sorted((root / folder).rglob("*.py"))]
    named = [(file, file.relative_to(root).as_posix()) for file in files]
    python = [
        read_source(file.read_text(encoding="utf-8"), name) for file, name in named if not name.startswith(_COMMANDS)
    ]
    themes = (_theme_title(file, root) for file in sorted((root / _THEMES).glob("*.json")))
    return [*python, *themes, *(_sheet_texts(file, root) for file in sorted((root / _SHEETS).glob("*.toml")))]


def _theme_title(file: Path, root: Path) -> Source:
    title = json.loads(file.read_text(encoding="utf-8"))["title"]
    return Source(((Message(title), Place(file.relative_to(root).as_posix(), 1)),), ())


def _sheet_texts(file: Path, root: Path) -> Source:
    """Return the title, the pitch and the names of stones and sides of a rule sheet."""
    text, place = file.read_text(encoding="utf-8"), file.relative_to(root).as_posix()
    sheet = tomllib.loads(text)
    shown = [
        sheet["title"],
        sheet["pitch"],
        *(kind["name"] for kind in sheet.get("stones", ()) if "name" in kind),
        *sheet.get("sides", {}).values(),
    ]
    return Source(tuple((Message(each), Place(place, 1)) for each in dict.fromkeys(shown)), ())


def read_source(text: str, file: str) -> Source:
    """Return the messages and complaints in ``text``, the contents of the Python file with the path ``file``."""
    tree = ast.parse(text)
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and _name(node) in _MARKERS]
    lines = text.splitlines()
    messages = [
        (replace(message, comments=_comments(lines, call.lineno)), Place(file, call.lineno))
        for call in calls
        for message in _messages(call)
    ]
    complaints = [(words, Place(file, call.lineno)) for call in calls for words in _call_complaints(call)]
    unmarked = [
        node for node in _unmarked(tree, file) if _UNSHOWN not in lines[node.end_lineno - 1 if node.end_lineno else 0]
    ]
    complaints += [(f"{_quoted(node)} is not marked for translation", Place(file, node.lineno)) for node in unmarked]
    complaints += [
        (f"{name} has a variable _ and calls _()", Place(file, line)) for name, line in _hidden_markers(tree)
    ]
    by_line = sorted(messages, key=lambda found: found[1].line)
    return Source(tuple(by_line), tuple(sorted(complaints, key=lambda found: found[1].line)))


def _comments(lines: list[str], line: int) -> tuple[str, ...]:
    """Return the comment for translators that ends above a line, counted from 1, as a single paragraph."""
    above: list[str] = []
    for written in map(str.strip, reversed(lines[: line - 1])):
        if not written.startswith("#"):
            break
        above.insert(0, written.removeprefix("#").strip())
        if written.startswith(_FOR_TRANSLATORS):
            return (" ".join(above),)
    return ()


def _name(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else ""


def _texts(node: ast.expr) -> list[str]:
    """Return the texts that an argument of a translating function can have, such as both texts of a condition.

    The list is empty if the argument is not a literal: such texts are marked elsewhere.
    """
    if isinstance(node, ast.IfExp):
        return [*_texts(node.body), *_texts(node.orelse)]
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def _messages(call: ast.Call) -> Iterator[Message]:
    texts = [_texts(argument) for argument in call.args[: _MARKERS[_name(call)]]]
    if _MARKERS[_name(call)] != 2:
        yield from (Message(text) for alternatives in texts for text in alternatives if text)
    elif len(texts) == 2:
        yield from (Message(one, many) for one, many in zip(*texts, strict=False))


def _call_complaints(call: ast.Call) -> Iterator[str]:
    for argument in call.args[: _MARKERS[_name(call)]]:
        if isinstance(argument, ast.JoinedStr | ast.BinOp):
            yield f"{_quoted(argument)} is put together before it is translated"
    given = {keyword.arg for keyword in call.keywords} | ({_COUNT} if _name(call) == "plural" else set())
    for message in _messages(call):
        wanted = message.fields | ({_COUNT} if _name(call) == "plural" else set())
        if _name(call) not in _DATA_MARKERS and None not in given and given != wanted:
            yield f"{message.text!r} has the fields {sorted(wanted)}, and is given {sorted(map(str, given))}"


# What stands unmarked


def _unmarked(tree: ast.Module, file: str) -> Iterator[ast.expr]:
    if file.startswith(_ALL_WORDS):
        yield from _words(tree)
    if file.startswith(_ALL_COMPLAINTS) and not file.startswith(_TOLD_TO_PROGRAMS):
        yield from _unmarked_complaints(tree)


def _words(tree: ast.Module) -> Iterator[ast.expr]:
    """Yield the string literals that look like words for people but are not marked for translation.

    Docstrings, codes, markup and messages for programmers are left out.
    """
    known = {id(inner) for node in ast.walk(tree) if _is_no_text(node) for inner in _covered(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in known:
            is_markup = node.value.startswith("<")
            yield from [node] if _LIKE_WORDS.search(node.value) and not is_markup else []


def _is_no_text(node: ast.AST) -> bool:
    if isinstance(node, ast.Call):
        return _name(node) in {*_MARKERS, *_COMPLAINTS, "KeyError", "ModuleNotFoundError", "TypeVar", "Literal"}
    return isinstance(node, ast.Expr | ast.Assert | ast.AnnAssign) and _is_explanation(node)


def _is_explanation(node: ast.Expr | ast.Assert | ast.AnnAssign) -> bool:
    return isinstance(node, ast.Assert) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))


def _covered(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes inside a call or statement whose strings need no mark for translation.

    In a call that makes an error for players, these are only the arguments before its message, such as a code.
    """
    if isinstance(node, ast.Call) and _name(node) in _COMPLAINTS:
        for argument in node.args[: _COMPLAINTS[_name(node)]]:
            yield from ast.walk(argument)
    elif isinstance(node, ast.Call) and _name(node) in _MARKERS:
        for argument in node.args[: _MARKERS[_name(node)]]:
            yield from ast.walk(argument)
    else:
        yield from ast.walk(node)


def _unmarked_complaints(tree: ast.Module) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _name(node) in _COMPLAINTS:
            for argument in node.args[_COMPLAINTS[_name(node)] :][:1]:
                if isinstance(argument, ast.JoinedStr) or _texts(argument):
                    yield argument


def _hidden_markers(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Yield the name and line of each function that calls ``_`` to translate but also has a variable called ``_``."""
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            inside = list(ast.walk(function))
            inner = {id(node) for each in inside if isinstance(each, ast.comprehension) for node in ast.walk(each)}
            names = (node for node in inside if isinstance(node, ast.Name) and id(node) not in inner)
            hides = any(node.id == "_" and isinstance(node.ctx, ast.Store) for node in names)
            if hides and any(isinstance(node, ast.Call) and _name(node) == "_" for node in inside):
                yield function.name, function.lineno


def _quoted(node: ast.AST) -> str:
    text = ast.unparse(node)
    return text if len(text) <= 80 else f"{text[:79]}…"
