"""Recorded games between levels, for pictures in which boards look as in real games.

``python -m tools.pilot.sample_games`` plays and records them again, which takes some minutes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import assets
from game.core.record.reader import read_tournament
from game.core.record.writer import write_tournament
from game.core.ruleset import Level, Ruleset, complete_options, parse_move
from game.core.tournament import Participant, Tournament
from game.library.formats.lists.openings import Opening, read_openings
from game.plugins import registry
from tools.pilot.recorded_games import FOLDER as PLAYTHROUGHS
from tools.pilot.recorded_games import next_move

FOLDER = Path(__file__).parent / "sample_games"


@dataclass(frozen=True, slots=True)
class _Plan:
    """How to record a file of sample games: two levels play from a set of openings.

    ``count`` games are kept; games without a winner or with more than ``most_plies`` plies are not.
    """

    ruleset: str
    levels: tuple[str, str]
    openings: str
    most_plies: int
    count: int
    options: Mapping[str, str] = field(default_factory=dict)


_PLANS = {
    "gomoku": _Plan("gomoku", ("engine_strong", "engine_schemer"), "freestyle", 64, 7),
    "renju": _Plan("gomoku", ("engine_strong", "engine_schemer"), "renju", 70, 3, {"variant": "renju"}),
    "connect6": _Plan("connect6", ("engine_strong", "engine_regular"), "connect6", 60, 5),
    "threestones": _Plan("threestones", ("engine_light", "engine_keen"), "threestones", 90, 5, {"first": "w"}),
}
#: The node limit for levels without settings of their own, which are limited by time only.
_NODES = 20_000
#: The number of plies after which a game is abandoned.
_LONGEST = 90


@cache
def sample_games(name: str) -> Tournament:
    """Return the sample games called ``name``, or else the recorded game of the tests with this name.

    The result is cached and shared: callers must not change it.
    """
    folder = FOLDER if name in _PLANS else PLAYTHROUGHS
    text = (folder / f"{name}.txt").read_text(encoding="utf-8")
    return read_tournament(text, registry.discover().rulesets, f"{name}.txt")


def _play(name: str) -> Tournament:
    plan, catalogue = _PLANS[name], registry.discover()
    ruleset = catalogue.rulesets[plan.ruleset]
    options = complete_options(ruleset.info, plan.options)
    levels = [level for level in map(ruleset.info.level, plan.levels) if level is not None]
    one, two = (Participant(level.title, level.id) for level in levels)
    tournament = Tournament(ruleset, options, (one, two), seed=11, title=f"Sample games: {name}")
    for opening in _openings(ruleset, options, plan.openings) or [()] * plan.count:
        match = tournament.start_game().match
        _play_out(catalogue.package(plan.ruleset), tournament, levels, opening)
        if match.outcome is None or match.outcome.winner is None or len(match.plies) > plan.most_plies:
            tournament.games.pop()
        if len(tournament.games) == plan.count:
            break
    return tournament


def _openings(ruleset: Ruleset, options, name: str) -> list[Opening]:
    if not name:
        return []
    file = assets.FOLDER / "openings" / f"{name}.txt"
    return read_openings(file.read_text(encoding="utf-8"), ruleset, options, file.name)


def _play_out(package: str, tournament: Tournament, levels: list[Level], opening: Opening) -> None:
    game, ruleset = tournament.games[-1], tournament.ruleset
    match = game.match
    for word in opening:
        match.play(parse_move(ruleset.info, match.state, word))
    while match.outcome is None and len(match.plies) <= _LONGEST:
        level = levels[game.participant_of(match.state.seat)]
        settings = level.settings or {"nodes": _NODES}
        think = registry.resolve_thinker(package, level.thinker)
        match.play(next_move(match, think, settings, ""))


def main() -> None:
    for name in _PLANS:
        (FOLDER / f"{name}.txt").write_text(write_tournament(_play(name)), encoding="utf-8")


if __name__ == "__main__":
    main()
