"""Stress test with damaged game files of all formats: the program reads what it can, or says why it refuses a file."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from itertools import islice
from pathlib import Path

from game.core.model import ParseError, Reason
from game.core.ruleset import complete_options
from game.library.formats.clipboard.pasted import read_pasted, reading_text
from game.library.formats.reading import open_bytes, open_file
from game.library.formats.terms import PasteTarget, RuleBook
from game.library.formats.writing import FORMATS
from game.library.study.study import Study
from game.library.study.tree import ROOT, CellMark, Sign
from tools.stress.campaign import Campaign
from tools.stress.damage import damaged
from tools.stress.foreign_files import FOREIGN_FILES
from tools.stress.random_games import random_ruleset, rulesets

#: The number of damaged versions that a trial makes of one file, and of trials in one process.
_VERSIONS, _MANY = 25, 100
_TEXTS = ("Better?", "Musta voittaa (ääkköset)", "黑棋必胜，白棋只能防守", "a]b\\c:d\n\nthird line", "\U0001f427")
_TRIES_FOR_A_STUDY = 400


def _random_study(rng: random.Random) -> Study:
    """Create a study: a small tree of random legal moves with comments, marks and names."""
    ruleset = random_ruleset(rng)
    study = Study(ruleset, complete_options(ruleset.info, {}), rng.choice(_TEXTS), (rng.choice(_TEXTS), "Ben"))
    nodes = [ROOT]
    for _move in range(rng.randrange(1, 30)):
        parent = nodes[-1] if rng.random() < 0.7 else rng.choice(nodes)
        state = study.state(parent)
        moves = [] if isinstance(state, Reason) else list(islice(ruleset.legal_moves(state), 400))
        made = study.play(parent, rng.choice(moves)) if moves else parent
        nodes += [made] if isinstance(made, int) and made not in nodes else []
    cells = len(study.first_state.board)
    for node in rng.sample(nodes, min(3, len(nodes))):
        study.tree.comments[node] = rng.choice(_TEXTS)
        sign = rng.choice(list(Sign))
        study.tree.marks[node] = (CellMark(rng.randrange(cells), sign, "A" if sign is Sign.LABEL else ""),)
    study.facts["date"] = "2026-11-23"
    return study


def _written(name: str, rng: random.Random) -> bytes:
    """Return the contents of a file in the format ``name``, with a random study that the format can express.

    Raise ``LookupError`` if no such study is found.
    """
    write = next(form.write for form in FORMATS if form.name == name)
    for _try in range(_TRIES_FOR_A_STUDY):
        content = write(_random_study(rng))
        if isinstance(content, bytes):
            return content
    raise LookupError(f"no study can be written as {name}")


def _database(rng: random.Random) -> bytes:
    """Return random games as a database in the XML format of RenjuNet."""
    games = "".join(
        f'<game id="{number}" tournament="1" rule="1" black="1" white="2" bresult="{rng.choice(("0", "0.5", "1"))}" '
        f'opening="21"><move>{" ".join(_points(rng))}</move><info>{rng.choice(_TEXTS)}</info></game>\n'
        for number in range(rng.randrange(1, 9))
    )
    head = rng.choice(('<?xml version="1.0" encoding="UTF-8"?>\n', ""))
    text = (
        f'{head}<database version="1.0"><rules><rule id="1" name="RIF"/></rules><openings><opening id="21" name="D1"/>'
        f'</openings><players><player id="1" name="Ando" surname="Meritee"/><player id="2" name="黑"/></players>\n'
        f'<tournaments><tournament id="1" name="Cup" year="2005"/></tournaments><games>\n{games}</games></database>\n'
    )
    return text.encode()


def _points(rng: random.Random) -> list[str]:
    cells = rng.sample(range(225), rng.randrange(40))
    return [f"{'abcdefghijklmno'[cell % 15]}{cell // 15 + 1}" for cell in cells]


def _trial(make: Callable[[random.Random], bytes], name: str, seed: int, folder: Path) -> str:
    """Make a file, and open it whole and in damaged versions; return the first failure, "" if there is none."""
    rng = random.Random(seed)
    whole = make(rng)
    told = _look(folder / name, whole)
    if told:
        return f"the whole file: {told}"
    found = (_look(folder / name, damaged(whole, rng)) for _version in range(_VERSIONS))
    return next((told for told in found if told and told != _REFUSED), "")


_REFUSED = "refused"


def _look(path: Path, content: bytes) -> str:
    """Open a file; return what is wrong, ``_REFUSED`` if the program refuses it with a sentence, else "".

    A text is also pasted.
    """
    pasted = _paste(content) if path.suffix == ".txt" else ""
    if pasted:
        return pasted
    try:
        opened = open_bytes(content, path.name, rulesets())
    except ParseError as error:
        return _REFUSED if str(error).strip() else "the sentence is empty"
    if not all(isinstance(problem, str) and problem for problem in opened.problems):
        return "a problem is no sentence"
    for study in opened.studies:
        walked = sum(1 for _node in study.tree.walk())
        if walked != len(study.tree):
            return f"the tree has {len(study.tree)} moves, and {walked} of them are found"
        for form in FORMATS:
            form.write(study)
    return _unchanged(path, content)


def _paste(content: bytes) -> str:
    """Paste a text; return what is wrong, "" if it is read or refused with a sentence."""
    target = PasteTarget(RuleBook(rulesets()).on_board(15, 15)[0], rulesets())
    try:
        said = reading_text(read_pasted(content.decode("utf-8", "replace"), target))
    except ParseError as error:
        said = str(error)
    return "" if said.strip() else "the sentence is empty"


def _unchanged(path: Path, content: bytes) -> str:
    """Return a sentence if opening a file changes it, else ""."""
    path.write_bytes(content)
    open_file(path, rulesets())
    return "" if path.read_bytes() == content else "the file was changed by being opened"


def _campaign(name: str, suffix: str, about: str, make: Callable[[random.Random], bytes]) -> Campaign:
    trial = partial(_trial, make, f"game{suffix}")
    return Campaign(f"damaged {name}", about, trial, _MANY, patience=300.0, weight=_VERSIONS)


FORMATS_CAMPAIGNS = (
    *(
        _campaign(form.name, form.suffix, f"files of studies: {form.name}", partial(_written, form.name))
        for form in FORMATS
    ),
    _campaign("xml", ".rif", "databases of RenjuNet", _database),
    *(
        _campaign(name, suffix, f"files of other programs: {name}", make)
        for name, (suffix, make) in FOREIGN_FILES.items()
    ),
)
