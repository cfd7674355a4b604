"""Mutants, which are small changes of the source code, and the search for places where they can be made."""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from game.storage.compiled_code import sources

#: The folders in which mutants are made.
PACKAGES = ("game/core", "game/session", "game/storage", "game/network", "game/library", "rulesets")

_COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_SUMS: dict[type[ast.operator], type[ast.operator]] = {ast.Add: ast.Sub, ast.Sub: ast.Add}
#: Fields of a syntax tree node whose code never runs, or runs only when the module is imported.
_NOT_IN_THE_BODY = frozenset(("annotation", "returns", "decorator_list", "args"))
#: Parts of the names of decorators that mark compiled functions.
_KERNEL = ("kernel", "njit", "jit", "numba")


class Mutant(Struct, frozen=True):
    """A mutant: a small change of one place in one file."""

    number: int = field(name="number")
    file: str = field(name="file")
    """The path of the file relative to the root of the checkout."""
    line: int = field(name="line")
    column: int = field(name="column")
    kind: str = field(name="kind")
    statement: int = field(name="statement")
    """The first line of the statement with the change. A call inserted before it runs whenever the change runs."""
    start: int = field(name="start")
    end: int = field(name="end")
    """The change replaces the bytes of the file from ``start`` up to, but not including, ``end``."""
    before: str = field(name="before")
    after: str = field(name="after")

    def applied(self, source: bytes) -> bytes:
        """Return the source with the change.

        Raises ValueError if the text at its place is not ``before``, the text to replace.
        """
        if source[self.start : self.end].decode() != self.before:
            raise ValueError(f"{self.file}:{self.line} does not hold {self.before!r} any more; draw again")
        return source[: self.start] + self.after.encode() + source[self.end :]


def drawn(root: Path, count: int, seed: int) -> list[Mutant]:
    """Return up to ``count`` mutants of random places, at most one per line, sorted and numbered by file and place."""
    found = [mutant for file in _files(root) for mutant in places(file.read_bytes(), file.relative_to(root).as_posix())]
    random.Random(seed).shuffle(found)
    by_line: dict[tuple[str, int], Mutant] = {}
    for mutant in found:
        if len(by_line) < count:
            by_line.setdefault((mutant.file, mutant.line), mutant)
    ordered = sorted(by_line.values(), key=lambda mutant: (mutant.file, mutant.start))
    return [replace(mutant, number=number) for number, mutant in enumerate(ordered)]


def _files(root: Path) -> list[Path]:
    compiled = set(sources(root))
    return sorted(file for package in PACKAGES for file in (root / package).rglob("*.py") if file not in compiled)


def places(source: bytes, file: str) -> Iterator[Mutant]:
    """Yield all mutants of the functions in a source file. Their number is -1, as they are not numbered yet."""
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for node, statement in _in_functions(ast.parse(source)):
        for kind, place, after in _changes(node):
            start = starts[place.lineno - 1] + place.col_offset
            end = starts[(place.end_lineno or 0) - 1] + (place.end_col_offset or 0)
            before = source[start:end].decode()
            yield Mutant(-1, file, place.lineno, place.col_offset, kind, statement, start, end, before, after)


def _in_functions(node: ast.AST, statement: int | None = None) -> Iterator[tuple[ast.AST, int]]:
    """Yield the syntax tree nodes in the bodies of functions, each with the first line of its statement."""
    if statement is not None:
        yield node, statement
    for name, value in ast.iter_fields(node):
        if name in _NOT_IN_THE_BODY and not isinstance(node, ast.Call):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not _is_kernel(child) and not isinstance(child, ast.JoinedStr):
                yield from _in_functions(child, _statement_of(child, node, statement))


def _statement_of(child: ast.AST, parent: ast.AST, statement: int | None) -> int | None:
    in_a_body = statement is not None or isinstance(parent, ast.FunctionDef)
    # An ``elif`` has the same column as its ``if``. No call can be inserted before it.
    is_elif = isinstance(child, ast.If) and isinstance(parent, ast.If) and child.col_offset == parent.col_offset
    if not in_a_body or not isinstance(child, ast.stmt) or is_elif:
        return statement
    return first_line(child)


def first_line(statement: ast.stmt) -> int:
    """Return the line where a statement begins, including its decorators."""
    decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
    return min([statement.lineno, *(decorator.lineno for decorator in decorators)])


def _is_kernel(node: ast.AST) -> bool:
    return isinstance(node, ast.FunctionDef) and any(
        name in ast.unparse(decorator) for decorator in node.decorator_list for name in _KERNEL
    )


def _changes(node: ast.AST) -> Iterator[tuple[str, ast.expr | ast.stmt, str]]:
    """Yield each possible change of a node: its kind, the node to replace, and the new text."""
    match node:
        case ast.Compare():
            for index, operator in enumerate(node.ops):
                operators = [*node.ops[:index], _COMPARISONS[type(operator)](), *node.ops[index + 1 :]]
                yield "comparison", node, _text(ast.Compare(node.left, operators, node.comparators))
        case ast.BoolOp():
            other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            yield "and, or", node, _text(ast.BoolOp(other, node.values))
        case ast.UnaryOp(op=ast.Not()):
            yield "not", node, _text(node.operand)
        case ast.BinOp() if type(node.op) in _SUMS:
            yield "sum", node, _text(ast.BinOp(node.left, _SUMS[type(node.op)](), node.right))
        case ast.Constant(value=bool()):
            yield "true, false", node, str(not node.value)
        case ast.Constant(value=int() | float() as value):
            yield "number", node, f"({value + 1})"
        case ast.If() | ast.IfExp():
            yield "condition", node.test, _text(ast.UnaryOp(ast.Not(), node.test))
        case ast.Return(value=ast.expr() as value) if ast.unparse(value) != "None":
            yield "return", node, "return None"
        case ast.Expr(value=ast.Call()):
            yield "call", node, "pass"


def _text(node: ast.expr) -> str:
    return f"({ast.unparse(node)})"
