"""Games at random, for the stress test to damage, to kill and to play on."""

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
    """Our rulesets."""
    return discover().rulesets


def ruleset_from(protocol: WireProtocol | None) -> Ruleset:
    """The first ruleset whose usual game this protocol can tell; None stands for the plain Gomocup protocol."""
    for ruleset in rulesets().values():
        options = complete_options(ruleset.info, {})
        told = protocols_of(ruleset, options)
        if (ruleset.gomocup_rule(options) == 0) if protocol is None else (protocol in told):
            return ruleset
    raise LookupError(f"no ruleset is told by {protocol}")


def random_ruleset(rng: random.Random) -> Ruleset:
    """One of our rulesets."""
    return rulesets()[rng.choice(sorted(rulesets()))]


def random_tournament(rng: random.Random, plies: int = 60) -> Tournament:
    """A series of one to three games, the last one running or not, between people or with a level."""
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
    """Make up to so many legal moves."""
    for _ply in range(plies):
        moves = list(islice(match.ruleset.legal_moves(match.state), 400))
        if not moves:
            return
        match.play(rng.choice(moves))
