"""Random games and tournaments for the stress test."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache
from itertools import islice

from game.core.match import Match
from game.core.ruleset import Ruleset, WireProtocol, complete_options, protocols_of
from game.core.tournament import Participant, Tournament
from game.plugins.registry import discover


@cache
def rulesets() -> Mapping[str, Ruleset]:
    """Return the rulesets of the program by their ids."""
    return discover().rulesets


def ruleset_from(protocol: WireProtocol | None) -> Ruleset:
    """Return the first ruleset whose game with default options can be played through a protocol.

    None stands for the plain Gomocup protocol with rule 0. Raise ``LookupError`` if there is no such ruleset.
    """
    for ruleset in rulesets().values():
        options = complete_options(ruleset.info, {})
        told = protocols_of(ruleset, options)
        if (ruleset.gomocup_rule(options) == 0) if protocol is None else (protocol in told):
            return ruleset
    raise LookupError(f"no ruleset is told by {protocol}")


def random_ruleset(rng: random.Random) -> Ruleset:
    """Return a random ruleset of the program."""
    return rulesets()[rng.choice(sorted(rulesets()))]


def random_tournament(rng: random.Random, plies: int = 60) -> Tournament:
    """Create a random tournament of one to three games, between two people or a person and a level of the program.

    A game has fewer than ``plies`` plies; the last game may be unfinished.
    """
    ruleset = random_ruleset(rng)
    level = rng.choice(ruleset.info.levels)
    others = (Participant("Ben"), Participant(level.name, level.id))
    sides = (Participant("Anna"), rng.choice(others))
    tournament = Tournament(
        ruleset, complete_options(ruleset.info, {}), sides, seed=rng.randrange(1 << 31), best_of=rng.choice((0, 3, 7))
    )
    for game in range(rng.randrange(1, 4)):
        match = tournament.start_game().match
        play_at_random(match, rng.randrange(plies), rng)
        if match.outcome is None and game < 2:
            match.resign(rng.randrange(2))
        if match.outcome is None or tournament.is_over:
            break
    return tournament


def play_at_random(match: Match, plies: int, rng: random.Random) -> None:
    """Make up to ``plies`` random legal moves; stop when the game is over."""
    for _ply in range(plies):
        moves = list(islice(match.ruleset.legal_moves(match.state), 400))
        if not moves:
            return
        match.play(rng.choice(moves))
