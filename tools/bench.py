"""The command `main.py bench engine`: prints tables of the engine's speed and results in search, and of its start.

Among them is a signature for each ruleset. This is a hash of the search results with a fixed number of nodes, so it
changes when the search does.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from game.plugins.registry import Catalogue, discover, warm_up
from game.storage.files import write_file
from tools.bench_positions import BenchPosition, read_positions
from tools.bench_process import process_measures
from tools.bench_search import engine_level, search, search_table, signatures
from tools.command_line.parser import SECONDS
from tools.measure import as_table

_KIT = Path(__file__).parents[1] / "game" / "engine" / "search"
POSITIONS = _KIT / "bench_positions.jsonl"
RECORDED = _KIT / "signature.txt"
#: The maximum number of nodes that the search of one bench position may visit.
NODES = 300_000


def run(arguments: argparse.Namespace) -> int:
    """Run the measurements that the arguments select, and print them as tables. Return the exit code.

    The exit code is 2 if a file of positions cannot be read or no position belongs to the requested ruleset.
    """
    catalogue = discover(arguments.plugins)
    try:
        wins = [(Path(name), SECONDS(seconds)) for name, seconds in arguments.forced_wins]
        known = {
            path: list(read_positions(path, catalogue.rulesets)) for path in (POSITIONS, *(path for path, _ in wins))
        }
        if arguments.ruleset:
            known[POSITIONS] = [each for each in known[POSITIONS] if each.ruleset.info.id == arguments.ruleset]
        if not known[POSITIONS]:
            raise ValueError(f"there is no engine of {arguments.ruleset!r} to measure")
    except (OSError, ValueError, argparse.ArgumentTypeError) as error:
        print(f"bench engine: {error}", file=sys.stderr)  # noqa: T201 - reports the error
        return 2
    first_of_each = tuple({each.ruleset.info.id: each for each in known[POSITIONS]}.values())
    if not arguments.signature:
        _say(as_table([measure for each in first_of_each for measure in process_measures(each)]), "")
    for each in first_of_each:
        warm_up(catalogue.package(each.ruleset.info.id), engine_level(each.ruleset))
    _search(catalogue, known[POSITIONS], record=arguments.record)
    for path, seconds in wins:
        _say(_solved(catalogue, path.name, known[path], seconds))
    return 0


def _search(catalogue: Catalogue, positions: Sequence[BenchPosition], *, record: bool) -> None:
    found = [search(catalogue, position, nodes=NODES) for position in positions]
    current = signatures(found)
    if record:
        whole = {**read_signatures(RECORDED), **current}
        lines = (f"{ruleset_id} {signature}\n" for ruleset_id, signature in whole.items())
        write_file(RECORDED, "".join(lines).encode())
    _say(search_table(found), "", *verdicts(current, read_signatures(RECORDED)))


def read_signatures(path: Path) -> dict[str, str]:
    """Return the recorded signature of each ruleset by its id, or an empty dictionary if the file does not exist."""
    words = path.read_text(encoding="utf-8").split() if path.is_file() else []
    return dict(zip(words[::2], words[1::2], strict=True))


def verdicts(current: Mapping[str, str], recorded: Mapping[str, str]) -> list[str]:
    """Return for each ruleset a line with its signature, which says whether it equals the recorded one."""

    def verdict(ruleset_id: str, signature: str) -> str:
        if recorded.get(ruleset_id) == signature:
            return f"signature of {ruleset_id}: {signature}, as recorded"
        was = recorded.get(ruleset_id, "none")
        return f"signature of {ruleset_id}: {signature}, recorded was {was}: THE SEARCH BEHAVES DIFFERENTLY NOW"

    return [verdict(*each) for each in current.items()]


def _solved(catalogue: Catalogue, name: str, positions: Sequence[BenchPosition], seconds: float) -> str:
    """Search each position for some seconds, and return a report of how many known wins are found.

    The positions without a known winning move as result are listed. A different move that the engine claims to win may
    also be a win.
    """
    others, claimed = [], 0
    for number, position in enumerate(positions, start=1):
        found = search(catalogue, position, seconds=seconds)
        if found.move not in position.winning:
            claimed += found.claims_win
            others.append(f"  line {number}: {found.move} ({found.info.verdict or f'{found.info.score:+g}'})")
    solved = f"{len(positions) - len(others)} of {len(positions)} solved"
    return "\n".join([f"{name} at {seconds:g} s: {solved}, {claimed} more said to be won by another move", *others])


def _say(*lines: str) -> None:
    print(*lines, sep="\n", flush=True)  # noqa: T201 - this command exists to print the tables
