"""Help mode denies no forced win that a prover finds; ``python -m tools.engine.assist`` tries 500 positions."""

from __future__ import annotations

import pytest

from tools.engine.assist.checks import GAMES, Game, judged, positions


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_no_forced_win_is_denied(game: Game) -> None:
    forced = 0
    for state in positions(game, 7):
        for side, verdict in judged(game, state).items():
            forced += verdict.truth.means is not None
            where = f"{side}: {verdict.truth}\n{game.ruleset.dump(state)}\n{verdict.told}"
            assert verdict.truth.means is None or not verdict.denies, where
    assert forced
