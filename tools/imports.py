"""Reader of the imports between the modules of a checkout. It parses the sources and does not run them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def modules(root: Path = ROOT) -> Iterator[tuple[str, Path]]:
    """Yield the name and the file of each module of the program in a root folder."""
    paths = [
        root / "main.py",
        *(root / "game").rglob("*.py"),
        *(root / "rulesets").rglob("*.py"),
        *(root / "tools").rglob("*.py"),
    ]
    for path in sorted(paths):
        parts = path.relative_to(root).with_suffix("").parts
        yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


def imported(module: str, path: Path) -> Iterator[str]:
    """Yield the full name of each import anywhere in a file: a module, or a module and a name in it, with dots."""
    package = module.split(".") if path.name == "__init__.py" else module.split(".")[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield from (f"{base}.{alias.name}" for alias in node.names)


def imports_of_ours(root: Path = ROOT) -> dict[str, set[str]]:
    """Return for each module of the program the other modules of the program that it imports, also for types only."""
    known = dict(modules(root))
    return {
        module: {name if name in known else name.rpartition(".")[0] for name in imported(module, path)} & {*known}
        for module, path in known.items()
    }
