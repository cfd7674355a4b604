"""Converter that writes the games of files in another format, and reports each step on standard error."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from game.core.language import strip_period
from game.core.model import ParseError, Reason
from game.core.ruleset import PluginError, Ruleset
from game.library.formats.writing import WritableFormat
from game.library.study.study import Study
from game.library.study.tree import ROOT
from game.storage.files import cause, write_file
from tools.convert.descriptions import games_of, legal_line, opened_file, problems_of, reason_of


class Converter:
    """Writes the games of files in one format. It replaces existing files only if ``is_forced``."""

    def __init__(
        self, format_: WritableFormat, rulesets: Mapping[str, Ruleset], *, is_forced: bool, encoding: str = ""
    ) -> None:
        """``encoding`` is that of the texts in the files, "" if the files decide."""
        self._format = format_
        self._rulesets = rulesets
        self._is_forced, self._encoding = is_forced, encoding
        self._written: set[Path] = set()
        """The files that this command has written. Games from later input files must not replace them."""

    def convert(self, file: Path, target: Path) -> bool:
        """Write all games of a file to the target. Return False if anything failed.

        If the format does not allow so many games in one file, write numbered files beside the target instead.
        """
        try:
            opened = opened_file(file, self._rulesets, self._encoding)
            for problem in opened.problems:
                _tell(file, problem)
            games, most = games_of(opened), self._format.most_games
            parts = [range(first, min(first + most, len(games))) for first in range(0, len(games), most)]
            done = [
                self._write(file, [(number + 1, games[number]) for number in numbers], path)
                for numbers, path in zip(parts, self._paths(target, len(parts)), strict=True)
            ]
        except (ParseError, PluginError) as error:
            _tell(file, reason_of(error, file))
            return False
        return all(done)

    def _paths(self, target: Path, parts: int) -> Iterator[Path]:
        """Yield the path of the output file for each part: the target, or numbered paths if there are several."""
        if parts == 1:
            yield target
            return
        known = self._format.suffix
        suffix = target.name[-len(known) :] if target.name.lower().endswith(known) else target.suffix
        stem, digits = target.name.removesuffix(suffix), len(str(parts))
        for number in range(1, parts + 1):
            yield target.with_name(f"{stem}-{number:0{digits}}{suffix}")

    def _write(self, file: Path, games: Sequence[tuple[int, Study]], path: Path) -> bool:
        """Write games to one file. Return False if it cannot be written, or the format cannot express all games."""
        if path in self._written or (os.path.lexists(path) and not self._is_forced):
            _tell(file, f"not written, as {path} exists" + ("" if path in self._written else " (--force replaces it)"))
            return False
        contents = [self._content(file, number, study) for number, study in games]
        content = b"".join(each for each in contents if each is not None)
        if not content:
            return False
        try:
            write_file(path, content)
        except (OSError, ValueError) as error:
            _tell(file, f"{path} cannot be written: {cause(error) if isinstance(error, OSError) else error}")
            return False
        self._written.add(path)
        _tell(file, f"written to {path}")
        return None not in contents

    def _content(self, file: Path, number: int, study: Study) -> bytes | None:
        """Return a game in the output format. If the format cannot express it, print a message and return None."""
        nodes, refused = legal_line(study)
        for problem in problems_of(study, refused, len(nodes)):
            _tell(file, f"game {number}: {problem}")
        if self._format.is_line:
            if refused is not None:
                study.tree.remove(study.tree.continuation(ROOT)[len(nodes)])
            elif len(study.tree) > len(nodes):
                _tell(file, f"game {number}: only the main line is written, {self._format.suffix} has no variations")
        content = self._format.write(study)
        if isinstance(content, Reason):
            _tell(file, f"game {number}: {strip_period(content.message)}")
            return None
        return content


def _tell(file: Path, sentence: str) -> None:
    sys.stderr.write(f"{file}: {sentence}\n")
