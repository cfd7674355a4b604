"""Stress test with damaged files: the program reads each file or refuses it with a sentence, and keeps the contents."""

from __future__ import annotations

import contextlib
import random
import sqlite3
from collections.abc import Callable
from datetime import date
from pathlib import Path

import assets
from game.core.language import ENGLISH, _, plural, set_language
from game.core.model import Outcome, ParseError, Reason, Termination
from game.core.record import journal
from game.core.record.writer import write_tournament
from game.core.ruleset import PluginError
from game.core.tournament import Participant, Tournament
from game.session.engines import EngineList
from game.session.preferences import Preferences
from game.storage.database import Database
from game.storage.finished_games import PlayedGame
from game.storage.players import Player
from game.storage.result_store import WAITING, ResultStore
from game.storage.saves import SaveFolder
from game.ui.painting.theme import Theme
from tools.stress.campaign import Campaign
from tools.stress.damage import damaged
from tools.stress.random_games import random_tournament, rulesets

_MANY = 200
#: The number of damaged versions that a trial makes of one file.
_VERSIONS = 25


def _versions(contents: bytes, rng: random.Random, look: Callable[[bytes], str]) -> str:
    """Check damaged versions of a file with ``look``; return the first failure, "" if there is none."""
    found = (look(damaged(contents, rng)) for _version in range(_VERSIONS))
    return next((told for told in found if told), "")


def _save(seed: int, folder: Path) -> str:
    rng = random.Random(seed)
    text = write_tournament(random_tournament(rng)).encode()
    return _versions(text, rng, lambda version: _looked_into(folder, version, b""))


def _journal(seed: int, folder: Path) -> str:
    rng = random.Random(seed)
    tournament = random_tournament(rng)
    text = write_tournament(tournament).encode()
    match = tournament.games[-1].match
    done = len(match.plies)
    moves = [next(match.ruleset.legal_moves(match.state), None)] if match.outcome is None else []
    lines = [f"game {len(tournament.games)}, ply {done + number}: {move}\n" for number, move in enumerate(moves, 1)]
    whole = (journal.journal_start(text) + "".join(lines)).encode()
    return _versions(whole, rng, lambda version: _looked_into(folder, text, version))


def _foreign(seed: int, folder: Path) -> str:
    """Damage a random game in a file format of another program."""
    rng = random.Random(seed)
    for _attempt in range(20):
        tournament = random_tournament(rng)
        written = [each.write(tournament) for each in tournament.ruleset.info.formats]
        texts = [text for text in written if not isinstance(text, Reason)]
        if texts:
            text = rng.choice(texts).encode()
            return _versions(text, rng, lambda version: _looked_into(folder, version, b""))
    return ""


def _looked_into(folder: Path, contents: bytes, beside: bytes) -> str:
    """List, load and, where necessary, restore a saved game; return what is wrong.

    Any exception except ``ParseError`` and ``PluginError`` counts as a failure. If ``beside`` is not empty, it is the
    contents of the journal next to the file.
    """
    path = folder / "Friday.txt"
    path.write_bytes(contents)
    if beside:
        path.with_name("Friday.txt.journal").write_bytes(beside)
    saves = SaveFolder(folder, rulesets())
    entries = saves.entries()
    try:
        write_tournament(saves.load("Friday"))
    except (ParseError, PluginError):
        with contextlib.suppress(ParseError, PluginError):
            saves.salvage("Friday")
    if path.read_bytes() != contents:
        return "the file was changed by being read"
    return "" if [entry.name for entry in entries] == ["Friday"] else "the file is not listed"


def _database(seed: int, folder: Path) -> str:
    rng, path = random.Random(seed), folder / "data.sqlite3"
    database = Database(path)
    anna = database.players.create("Anna")
    assert isinstance(anna, Player)
    for number in range(rng.randrange(20)):
        facts = PlayedGame(next(iter(rulesets())), "line", (None, None), 17, "Friday", 7, number)
        database.games.add(anna, Participant("Pip", "engine_newcomer"), "won", facts)
    database.file.backups.make(database.file._connection, date(2026, 1, 1))
    database.file.close()
    return _versions(path.read_bytes(), rng, lambda version: _opened(path, version))


def _opened(path: Path, contents: bytes) -> str:
    """Open, read and close a damaged database; return what is wrong."""
    for beside in path.parent.glob("*.damaged-*"):
        beside.unlink()
    path.write_bytes(contents)
    again = Database(path)
    for player in again.players.all():
        again.games.against_computer(player)
        again.games.totals(player)
    EngineList(again).engines()
    Preferences(again.settings).theme  # noqa: B018 - the access itself is the test
    told = again.file.notice
    again.players.create("Ben")
    again.file.close()
    aside = list(path.parent.glob("*.damaged-*"))
    if aside and aside[0].read_bytes() != contents:
        return "the copy that was set aside is not the file"
    if "cannot be used" in told and path.read_bytes() != contents:
        return "a file that cannot be used was written"
    return ""


def _waiting_results(seed: int, folder: Path) -> str:
    """Damage the file of results that wait because another program has locked the database."""
    rng, path = random.Random(seed), folder / "data.sqlite3"
    database = Database(path)
    database.players.create("Anna")
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        for _game in range(rng.randrange(1, 4)):
            ResultStore(database).save_result(_finished(rng), 0)
    database.file.close()
    return _versions(path.with_name(WAITING).read_bytes(), rng, lambda version: _caught_up(path, version))


def _finished(rng: random.Random) -> Tournament:
    """Create a random finished game of Anna; if its moves do not end it, by resignation."""
    tournament = random_tournament(rng)
    tournament.participants = (Participant("Anna"), tournament.participants[1])
    if tournament.games[0].match.outcome is None:
        tournament.games[0].match.end(Outcome(Termination.RESIGNATION, rng.randrange(2)))
    return tournament


def _caught_up(path: Path, contents: bytes) -> str:
    """Store the waiting results of a damaged file in the database; return what is wrong.

    A line that is not a valid result has to stay in the file unchanged, and the program has to report it.
    """
    waiting = path.with_name(WAITING)
    waiting.write_bytes(contents)
    database = Database(path)
    told = ResultStore(database).catch_up()
    for player in database.players.all():
        database.games.against_computer(player)
    database.file.close()
    left = [line for line in waiting.read_bytes().split(b"\n") if line.strip()] if waiting.exists() else []
    if not set(left) <= set(contents.split(b"\n")):
        return "a line that was left is not as it was"
    return "" if len(told) >= len(left) else "a line that is left is not told"


def _theme(seed: int, folder: Path) -> str:
    rng = random.Random(seed)
    name = rng.choice(["day_fair", "high_contrast", "night_fair"])
    contents = (assets.FOLDER / "themes" / f"{name}.json").read_bytes()
    themes = folder / "themes"
    themes.mkdir()
    (themes / "night_fair.json").write_bytes((assets.FOLDER / "themes" / "night_fair.json").read_bytes())
    usual, assets.FOLDER = assets.FOLDER, folder
    try:
        return _versions(contents, rng, lambda version: _worn(themes / "mine.json", version))
    finally:
        assets.FOLDER = usual


def _worn(path: Path, contents: bytes) -> str:
    path.write_bytes(contents)
    with contextlib.suppress(ParseError):
        Theme.load(path.stem)
    return ""


def _catalogue(seed: int, folder: Path) -> str:
    rng, language = random.Random(seed), random.Random(seed).choice(["fi", "zh_CN"])
    inside = Path(language) / "LC_MESSAGES" / "stone_fair.mo"
    (folder / inside).parent.mkdir(parents=True)
    whole = (assets.FOLDER / "locale" / inside).read_bytes()
    told = _versions(whole, rng, lambda version: _spoken(folder / inside, version, language))
    set_language(ENGLISH)
    return told


def _spoken(path: Path, contents: bytes, language: str) -> str:
    path.write_bytes(contents)
    set_language(language, [path.parents[2]])
    one, many = "{side} can win, or block with {count} stone.", "{side} can win, or block with {count} stones."
    for number in range(5):
        plural(one, many, number, side="A")
    _("The name is too long: {letters} characters; the limit is {most}.", letters=1, most=2)
    return ""


def _campaign(name: str, about: str, trial: Callable[[int, Path], str], batch: int = _MANY) -> Campaign:
    return Campaign(name, about, trial, batch, patience=300.0, weight=_VERSIONS)


FILES = (
    _campaign("damaged saves", "tournament files", _save),
    _campaign("damaged journals", "journals beside a tournament file", _journal),
    _campaign("damaged foreign files", "files of other programs", _foreign),
    _campaign("damaged databases", "players, results and settings", _database, 50),
    _campaign("damaged waiting results", "finished games that are not on record yet", _waiting_results, 50),
    _campaign("damaged themes", "colours and measures", _theme),
    _campaign("damaged catalogues", "translations", _catalogue),
)
