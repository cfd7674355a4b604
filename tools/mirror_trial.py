"""Measures whether the adaptive opponent, the mirror, wins half of its games against levels of fixed strengths.

``python -m tools.mirror_trial gomoku engine_newcomer engine_regular --out FOLDER`` lets each of these levels play 120
games against a mirror that at first knows nothing about the level. In the first 20 games the mirror adapts; only the
other 100 are counted. Each game begins with a balanced opening, and each opening is played with both sides (for
threestones, add ``--option first=w``). The same command continues a run that was stopped.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from msgspec import field

from game.core.levels.adaptive import fitted_strength
from game.core.levels.blended import mirror_id, mirror_range
from game.core.match import Command, Match
from game.core.model import Options, Reason
from game.core.ruleset import Level, Limits, Ruleset
from game.engine.server.session import ignore_remark
from game.engine.server.think_turn import ThinkingLevel
from game.library.formats.lists.openings import Opening, begin_match, read_openings
from game.plugins.registry import discover
from game.session.matches.arena_game import is_dead_draw
from game.session.matches.arena_plan import chosen_options
from game.session.matches.game_log import GameLog, LogRecord

#: The number of games in which the mirror adapts, and the number of games after them, which are counted.
SETTLING, COUNTED = 20, 100
#: The time limit of a move in seconds. A search with a node limit ends before, even on a busy machine.
_SECONDS = 120.0
#: The name of the file of openings for each ruleset that does not use the one for freestyle gomoku.
_OPENINGS = {"gomoku": "freestyle", "connect6": "connect6", "threestones": "threestones"}


class MirrorGame(LogRecord, frozen=True):
    """A game in the log, in which a level (the player) plays against the mirror, the adaptive opponent."""

    number: int = field(name="number")
    strength: int = field(name="strength")
    """The strength of the mirror, in Elo."""
    score: float = field(name="score")
    """The score of the player: 1, 0.5 or 0."""
    plies: int = field(name="plies")
    seconds: float = field(name="seconds")
    """CPU time that the player and the mirror used together."""


@dataclass(frozen=True, slots=True)
class Trial:
    """The settings that all games of a run share.

    ``package`` is the Python package of the ruleset, in which the functions that play its levels are found.
    """

    package: str
    ruleset: Ruleset
    options: Options
    most_plies: int
    """The ply after which a game is a draw; 0 if only the rules end it."""


def main() -> None:
    """Play the games of each level against the mirror, and print a line with the results of each level."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ruleset")
    parser.add_argument("levels", nargs="+")
    parser.add_argument("--out", type=Path, default=Path("arena-results/mirror"))
    parser.add_argument("--most-plies", type=int, default=0, help="a draw after so many; 0 for none")
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE", help="an option of the rules")
    asked = parser.parse_args()
    found = discover(None)
    ruleset = found.rulesets[asked.ruleset]
    for level_id in asked.levels:
        level = ruleset.info.level(level_id)
        assert level is not None, f"{asked.ruleset} has no level {level_id!r}"
        options = chosen_options(ruleset, asked.option)
        header = {"ruleset": asked.ruleset, "options": options, "player": level_id, "most plies": asked.most_plies}
        log = GameLog(asked.out / f"{asked.ruleset}-{level_id}.jsonl", header, "a trial of the mirror", MirrorGame)
        trial = Trial(found.package(asked.ruleset), ruleset, options, asked.most_plies)
        for game in _games(trial, level, log.games):
            log.add(game)
        sys.stdout.write(f"{_row(level, log.games)}\n")
        sys.stdout.flush()


def _openings(ruleset: Ruleset, options: Options) -> list[Opening]:
    file = Path("assets/openings") / f"{_OPENINGS.get(ruleset.info.id, 'freestyle')}.txt"
    return read_openings(file.read_text(encoding="utf-8"), ruleset, options, str(file))


def _games(trial: Trial, player: Level, done: list[MirrorGame]) -> Iterator[MirrorGame]:
    """Play and yield the games that are missing. The caller must add each yielded game to ``done``."""
    ruleset, options = trial.ruleset, trial.options
    span, openings = mirror_range(ruleset.info.levels), _openings(ruleset, options)
    assert span is not None, "there is no mirror"
    while len(done) < SETTLING + COUNTED:
        number, began = len(done), time.process_time()
        strength = fitted_strength([(game.strength, game.score) for game in done], span)
        mirror = ruleset.info.level(mirror_id(strength))
        assert mirror is not None
        levels = (player, mirror) if number % 2 == 0 else (mirror, player)
        opening = openings[number // 2 % len(openings)]
        match = begin_match(ruleset, options, number, opening)
        _play(trial, match, levels, random.Random(f"{player.id} {number}"))
        winner = match.outcome.winner if match.outcome else None
        score = 0.5 if winner is None else float(levels[winner] is player)
        yield MirrorGame(number, strength, score, len(match.plies), round(time.process_time() - began, 3))


def _play(trial: Trial, match: Match, levels: Sequence[Level], rng: random.Random) -> None:
    """Play a match until it ends by the rules, neither side can win any more, or it reaches the maximum of plies."""
    while match.outcome is None and not (0 < trial.most_plies <= len(match.plies)):
        state = match.state
        if len(match.plies) * 3 > len(state.geometry) and is_dead_draw(state):
            return
        level = ThinkingLevel(match.ruleset, trial.package, levels[state.seat], ignore_remark, lambda: False)
        turn = level.play_turn(state, Limits(_SECONDS, seed=rng.randrange(1 << 30)))
        made = match.submit(Command(match.revision, turn))
        assert not isinstance(made, Reason), made


def _row(level: Level, games: Sequence[MirrorGame]) -> str:
    counted = games[SETTLING:]
    scored = sum(1 - game.score for game in counted)
    drawn = sum(game.score == 0.5 for game in counted)
    strengths = [game.strength for game in counted]
    return (
        f"{level.id:20} Elo {level.elo}: the mirror scored {scored:g} of {len(counted)} ({drawn} drawn), "
        f"set to {games[SETTLING].strength} after {SETTLING} games, {min(strengths)} to {max(strengths)} later, "
        f"{sum(strengths) / len(strengths):.0f} on average; "
        f"{sum(game.seconds for game in games) / len(games):.2f} s of processor a game"
    )


if __name__ == "__main__":
    main()
