"""`python -m tools.engine.replaced_levels`: plays levels without compiled code against the engines that they replaced.

These levels used to be played by the compiled engine with weaker settings. The games of each pair start from fixed
openings, each played from both sides, in this process. The score and the Elo difference are printed.
"""

import argparse
import random
import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path

from game.core.model import Move, OptionValue, State
from game.core.ruleset import Limits, Ruleset, Think, complete_options
from game.library.formats.lists.openings import Opening, begin_match, read_openings
from game.plugins.registry import resolve_thinker
from game.session.matches.elo import difference
from rulesets.connect6 import RULESET as CONNECT6
from rulesets.gomoku import RULESET as GOMOKU
from rulesets.six_in_a_row import RULESET as SIX
from rulesets.threestones import RULESET as POND

OPENINGS = Path(__file__).parents[2] / "assets" / "openings"
#: The plies after which a game is a draw, and a time limit in seconds that no search of so few plies reaches.
MOST_PLIES, SECONDS = 300, 60.0

#: The settings with which the compiled engine used to play these levels, by game and level.
REPLACED: Mapping[str, Mapping[str, Mapping[str, float]]] = {
    "gomoku": {
        "engine_newcomer": {"depth": 2, "temperature": 800, "foresight": False},
        "engine_stroller": {"depth": 2, "temperature": 470, "foresight": False},
        "engine_regular": {"depth": 2, "temperature": 250, "foresight": False},
        "engine_careful": {"depth": 2, "temperature": 150, "foresight": False},
        "engine_patient": {"depth": 2, "temperature": 80, "foresight": False},
    },
    "six_in_a_row": {
        "engine_newcomer": {"depth": 2, "temperature": 700, "foresight": False},
        "engine_regular": {"depth": 2, "temperature": 270, "foresight": False},
        "engine_careful": {"depth": 2, "temperature": 160, "foresight": False},
        "engine_patient": {"depth": 2, "temperature": 90, "foresight": False},
    },
    "connect6": {
        "engine_newcomer": {"depth": 1, "temperature": 1500, "foresight": False},
        "engine_regular": {"depth": 1, "temperature": 150, "foresight": False},
    },
    "threestones": {
        "engine_newcomer": {"depth": 1, "temperature": 520},
        "engine_stroller": {"depth": 1, "temperature": 255},
        "engine_regular": {"depth": 1, "temperature": 122},
        "engine_careful": {"depth": 1, "temperature": 52},
        "engine_patient": {"depth": 1, "temperature": 44},
        "engine_schemer": {"depth": 1, "temperature": 33},
        "engine_keen": {"depth": 1, "temperature": 24},
        "engine_light": {"depth": 2, "temperature": 20},
    },
}
RULESETS: Mapping[str, tuple[Ruleset, str, Mapping[str, OptionValue]]] = {
    "gomoku": (GOMOKU, "freestyle", {}),
    "six_in_a_row": (SIX, "freestyle", {}),
    "connect6": (CONNECT6, "connect6", {}),
    "threestones": (POND, "threestones", {"first": "w"}),
}

Player = Callable[[State, int], Move]


def player(package: str, thinker: str, settings: Mapping[str, float]) -> Player:
    """Return a function that chooses a move of a computer player in a position; a seed determines its random choices.

    ``thinker`` names the player's function within the ruleset's ``package``, such as ``.ai.engine``; ``settings`` are
    its arguments.
    """
    think: Think = partial(resolve_thinker(package, thinker), **settings)

    def move(state: State, seed: int) -> Move:
        thinking = think(state, Limits(seconds=SECONDS, seed=seed))
        while True:
            try:
                next(thinking)
            except StopIteration as end:
                return end.value

    return move


class Duel:
    """Games of the player of a level that needs no compiled code against the engine that played the level before."""

    def __init__(self, game: str, level_id: str) -> None:
        self._game, openings, given = RULESETS[game]
        self._options = complete_options(self._game.info, given)
        text = (OPENINGS / f"{openings}.txt").read_text(encoding="utf-8")
        self._openings = read_openings(text, self._game, self._options)
        level, package = self._game.info.level(level_id), f"rulesets.{game}"
        self._instant = player(package, level.thinker, level.settings)
        self._engine = player(package, ".ai.engine", REPLACED[game][level_id])
        self.turns, self.seconds = 0, 0.0
        """The number of placements of the instant player, and the seconds that they took."""

    def pairs(self, count: int) -> Iterator[float]:
        """Play ``count`` pairs of games, in which both players begin once; yield the new player's score of each pair.

        The score is the mean of both games, with 1 for a win, 0.5 for a draw and 0 for a loss.
        """
        for number in range(count):
            opening = self._openings[number % len(self._openings)]
            yield sum(self._score(opening, seat, seed=2 * number + seat) for seat in (0, 1)) / 2

    def _score(self, opening: Opening, seat: int, seed: int) -> float:
        match, rng = begin_match(self._game, self._options, 0, opening), random.Random(seed)
        while match.outcome is None and len(match.plies) < MOST_PLIES:
            turn, began = match.state.seat, time.perf_counter()
            move = (self._instant if turn == seat else self._engine)(match.state, rng.randrange(1 << 30))
            if turn == seat:
                self.turns, self.seconds = self.turns + 1, self.seconds + time.perf_counter() - began
            match.play(move)
        winner = None if match.outcome is None else match.outcome.winner
        return 0.5 if winner is None else float(winner == seat)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=150, help="games of each pair, two from every opening")
    parser.add_argument("--ruleset", choices=list(REPLACED), help="only this game's levels")
    asked = parser.parse_args()
    for game in [asked.ruleset] if asked.ruleset else REPLACED:
        for level in REPLACED[game]:
            duel = Duel(game, level)
            scores = list(duel.pairs(asked.games // 2))
            found, each = difference(scores), 1000 * duel.seconds / duel.turns
            text = f"{sum(scores) / len(scores):6.1%}, Elo {found.elo:+.0f} ({found.low:+.0f} to {found.high:+.0f})"
            print(f"{game} {level}: {text}, {each:.1f} ms a placement", flush=True)


if __name__ == "__main__":
    main()
