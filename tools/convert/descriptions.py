"""Description of a file of games as a JSON object.

It holds the format and encoding of the file, and the rules, players, result and main line of each game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from game.core.language import strip_period
from game.core.model import ParseError, Reason
from game.core.ruleset import PluginError, Ruleset, format_move
from game.library.formats.opened_file import LEFT_OUT, OpenedFile
from game.library.formats.reading import missing_text, open_file
from game.library.formats.results import RESULT, result_of
from game.library.formats.texts import ImportWarnings
from game.library.study.study import Study
from game.library.study.tree import ROOT
from game.session.matches.match_requests import JsonReply


def described(file: Path, rulesets: Mapping[str, Ruleset], encoding: str = "") -> JsonReply:
    """Return the description of a file as JSON data, or the reason why nothing in it can be read.

    ``encoding`` is that of its texts, "" if the file decides.
    """
    try:
        opened = opened_file(file, rulesets, encoding)
        warnings = ImportWarnings()
        for sentence in opened.problems:
            warnings.add_sentence(sentence)
        games = [_described_game(study, number, warnings) for number, study in enumerate(games_of(opened), start=1)]
    except (ParseError, PluginError) as error:
        return {"file": str(file), "ok": False, "reason": reason_of(error, file)}
    return {
        "file": str(file),
        "ok": True,
        "format": opened.format,
        "encoding": opened.encoding,
        "games": games,
        "warnings": list(warnings.sentences),
    }


def opened_file(file: Path, rulesets: Mapping[str, Ruleset], encoding: str = "") -> OpenedFile:
    """Read a file of games. Raises ParseError, with one sentence, if the file is missing or holds no games."""
    missing = missing_text(file)
    if missing:
        raise ParseError(missing)
    opened = open_file(file, rulesets, encoding)
    if not opened.studies:
        raise ParseError("there is no game in the file", file=file.name)
    return opened


def reason_of(error: Exception, file: Path) -> str:
    """Return the text of an error about a file without the name of the file in front."""
    return str(error).removeprefix(f"{file.name}: ")


def games_of(opened: OpenedFile) -> Sequence[Study]:
    """Return the games of a file. If its only game can be read in several ways, return only the likeliest one."""
    return opened.studies[:1] if opened.has_readings else opened.studies


def legal_line(study: Study) -> tuple[list[int], Reason | None]:
    """Return the nodes of the main line before the first illegal move, and the Reason why that one is illegal."""
    nodes: list[int] = []
    for node in study.tree.continuation(ROOT):
        state = study.state(node)
        if isinstance(state, Reason):
            return nodes, state
        nodes.append(node)
    return nodes, None


def problems_of(study: Study, refused: Reason | None, legal: int) -> Iterator[str]:
    """Yield a sentence for each part of a game that was left out: parts not read, and moves from an illegal one on.

    ``refused`` is the reason why the move after the first ``legal`` moves is illegal, or None.
    """
    if study.facts.get(LEFT_OUT):
        yield study.facts[LEFT_OUT]
    if refused is not None:
        yield f"Left out: move {legal + 1} is not allowed: {strip_period(refused.message)}."


def _described_game(study: Study, number: int, warnings: ImportWarnings) -> JsonReply:
    nodes, refused = legal_line(study)
    for problem in problems_of(study, refused, len(nodes)):
        warnings.add_sentence(f"Game {number}: {problem}")
    info, geometry = study.ruleset.info, study.first_state.geometry
    return {
        "ruleset": info.id,
        "options": dict(study.options),
        "players": list(study.players),
        "result": study.facts.get(RESULT) or _result(study, nodes),
        "moves": [format_move(info, geometry, study.tree.move(node)) for node in nodes],
        "nodes": len(study.tree),
        # Given only if the game does not begin with the usual first position of the ruleset.
        **({"position": study.ruleset.dump(study.start)} if study.start is not None else {}),
        **({"seed": study.seed} if study.seed else {}),
    }


def _result(study: Study, nodes: Sequence[int]) -> str:
    """Return the result of the game at the end of its main line, or "" if there is none."""
    match = study.match(nodes[-1] if nodes else ROOT)
    return "" if isinstance(match, Reason) else result_of(match)
