"""Comparison of help mode, which shows threats and forced wins to a player, with a complete search for forced wins.

The positions come from games between fast computer players.
"""

from __future__ import annotations

import random
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

from game.core.line_game import LineGame
from game.core.lines.line_state import LineState
from game.core.match import Match
from game.core.model import Move, OptionValue, Place
from game.core.ruleset import Limits, Proof, attacks_of, complete_options, threats_of, with_turn
from game.engine.client.opponent import Proven, Question, Reply
from game.engine.client.own_dialect import format_question
from game.engine.protocol.reading import read_commands
from game.engine.protocol.replies import read_reply
from game.engine.search.lines.thinker import Thinker
from game.engine.server.gomocup_session import GomocupSession
from game.plugins.registry import discover
from game.session.assist.forced_win_search import ForcedWinSearch
from game.session.assist.texts import HelpView, sentences
from game.storage import compiled_code
from rulesets.connect6 import RULESET as CONNECT6
from rulesets.connect6.ai import THINKER as CONNECT6_THINKER
from rulesets.gomoku import RULESET as GOMOKU
from rulesets.gomoku.ai import THINKER as GOMOKU_THINKER
from rulesets.gomoku.opponents import single_point, weight_table
from rulesets.six_in_a_row import RULESET as SIX
from rulesets.six_in_a_row.ai import THINKER as SIX_THINKER
from rulesets.six_tuples import six_tuples

#: Seconds for each search for a forced win; help mode allows a little more.
SECONDS = 0.1
#: The number of random moves at the start of a game, the most plies of a game, and the number of positions that are
#: taken from it.
_BY_DICE, _PLIES, _TAKEN = 3, 50, 4
#: The largest distance along each axis of these random stones from the middle.
_SPREAD = 2


@dataclass(frozen=True)
class Game:
    """A game with its options, and the engine that plays it."""

    name: str
    ruleset: LineGame
    thinker: Thinker
    share: int
    """The percentage of all positions that come from this game."""
    variant: str = ""

    @property
    def options(self) -> dict[str, OptionValue]:
        """The complete options of the game: those that are given, and the default for each other one."""
        return complete_options(self.ruleset.info, {"variant": self.variant} if self.variant else {})


GAMES = (
    Game("Gomoku, freestyle", GOMOKU, GOMOKU_THINKER, 28, "freestyle"),
    Game("Gomoku, standard", GOMOKU, GOMOKU_THINKER, 12, "standard"),
    Game("Gomoku, Caro 5+", GOMOKU, GOMOKU_THINKER, 6, "freestyle_caro"),
    Game("Gomoku, Caro 5", GOMOKU, GOMOKU_THINKER, 6, "caro"),
    Game("Gomoku, renju", GOMOKU, GOMOKU_THINKER, 16, "renju"),
    Game("Six in a row", SIX, SIX_THINKER, 16),
    Game("Connect6", CONNECT6, CONNECT6_THINKER, 16),
)


def positions(game: Game, number: int) -> Iterator[LineState]:
    """Yield ``number`` positions from games between fast computer players. They are the same in every run."""
    make_ready(game)
    seed = 0
    while number > 0:
        rng = random.Random(f"{game.name} {seed}")
        seen = list(_game(game, rng))
        for state in rng.sample(seen, min(_TAKEN, number, len(seen))):
            number -= 1
            yield state
        seed += 1


def make_ready(game: Game) -> None:
    """Compile the code that a game's search for forced wins needs, unless that is done."""
    if not compiled_code.is_ready(game.thinker.module):
        deque(game.thinker.warm(), maxlen=0)
        compiled_code.mark_ready(game.thinker.module)


def _game(game: Game, rng: random.Random) -> Iterator[LineState]:
    """Yield the positions of one game at the beginning of each turn, after a few random moves."""
    state = game.ruleset.setup(game.options, 0).state
    assert isinstance(state, LineState)
    for ply in range(_PLIES):
        move = _near_middle(state, rng) if ply < _BY_DICE else _quick_move(game, state, rng)
        if game.ruleset.check(state, move) is None:
            after = game.ruleset.apply(state, move).state
            assert isinstance(after, LineState)
            state = after
        if game.ruleset.outcome(state) is not None:
            return
        if ply > _BY_DICE and state.placements_left == state.rule.stones_a_turn:
            yield state


def _near_middle(state: LineState, rng: random.Random) -> Place:
    geometry, middle = state.geometry, state.geometry.columns // 2
    cell = geometry.at(*(middle + rng.randint(-_SPREAD, _SPREAD) for _ in range(2)))
    assert cell is not None
    return Place(cell, state.colour)


def _quick_move(game: Game, state: LineState, rng: random.Random) -> Place:
    limits = Limits(seed=rng.randrange(1 << 30))
    if game.ruleset is not GOMOKU:
        thinking = six_tuples(state, limits, worth=0.7)
    elif rng.random() < 0.5:
        thinking = single_point(state, limits)
    else:
        thinking = weight_table(state, limits, defence=0.6, worth=0.7)
    while True:
        try:
            next(thinking)
        except StopIteration as end:
            return end.value


@dataclass(frozen=True)
class Verdict:
    """What the search for forced wins finds for a side, and what help mode says of it."""

    truth: Proof[Move]
    has_attack: bool
    """Whether help mode names an attack that it sees on the board alone: a shape, or lines that one turn completes."""
    told: str
    """Everything that help mode says of the side; empty if it says nothing."""
    denies: bool
    """Whether help mode says that there is no forced win, or says nothing, and names no attack on the board either."""


def judged(game: Game, state: LineState, *, afresh: bool = False) -> dict[str, Verdict]:
    """Return for each side whether the search and help mode find a forced win in a position.

    The side that is not to move comes first.

    With ``afresh`` the engine forgets earlier searches before each search, and before help mode asks for its own.
    """
    waits = next(colour for colour in game.ruleset.info.colours if colour != state.colour)
    truths = {side: prove(game, state, side, afresh=afresh) for side in (waits, state.colour)}
    if afresh:
        _forget(game, state)
    view = _help(game, state)
    said = list(sentences(view, waits))
    seen = {attack.colour for attack in view.attacks or ()} | {side.colour for side in view.threats if side.lines}
    return {side: _verdict(view, side, truths[side], said, side in seen) for side in truths}


def _verdict(view: HelpView, side: str, truth: Proof[Move], said: list[tuple[str, str]], has_attack: bool) -> Verdict:
    name = view.name(side)
    text = " ".join(words for colour, words in said if colour == side or name in words)
    proof = view.foreseen.get(side)
    denies = not has_attack and (proof is None or proof.means is None or "force" not in text)
    return Verdict(truth, has_attack, text, denies)


def prove(game: Game, state: LineState, side: str, *, afresh: bool) -> Proof[Move]:
    """Search in this process for a forced win of a side, as if that side were to move; return the result."""
    if afresh:
        _forget(game, state)
    return game.thinker.prove(with_turn(game.ruleset, game.options, state, side), Limits(seconds=SECONDS))


def _forget(game: Game, state: LineState) -> None:
    game.thinker.engine_of(game.thinker.rules_of(state.rule), state.geometry.columns).forget()


@cache
def _catalogue() -> object:
    return discover()


def _help(game: Game, state: LineState) -> HelpView:
    """Return what help mode shows for a position after all its questions to the engine are answered."""
    match = Match(game.ruleset, game.options, 0, start=state)
    view = HelpView(game.ruleset.info, state, threats_of(game.ruleset, state) or (), attacks_of(game.ruleset, state))
    foresight = ForcedWinSearch(game.ruleset, _Prover(), lambda: True)
    foreseen = foresight.about(state, view.unseen)
    while None in foreseen.values():
        foresight.poll(match)
    return replace(view, foreseen=dict(foreseen))


class _Prover:
    """A stand-in for the engine program: it reads and answers the same lines of text, but runs in this process."""

    def __init__(self) -> None:
        self._answers: list[str] = []
        self._revision = 0
        self._session = GomocupSession(_catalogue(), self._answers.append, lambda: False)

    def ask(self, question: Question) -> None:
        self._revision = question.revision
        for command in read_commands(format_question(question)):
            self._session.obey(command)

    def cancel(self) -> None:
        pass

    def poll(self) -> list[Reply]:
        replies = [read_reply(line) for line in self._answers]
        self._answers.clear()
        return [Proven(self._revision, proof) for proof in replies if isinstance(proof, Proof)]

    def close(self) -> None:
        pass


def counted(game: Game, number: int) -> tuple[Counter[str], list[str]]:
    """Compare help mode with the search in ``number`` positions of a game.

    Return the numbers of forced wins of each side and of the ways in which help mode found them, and a text for each
    forced win that help mode denied.
    """
    found: Counter[str] = Counter()
    wrong = []
    for state in positions(game, number):
        for place, (side, verdict) in enumerate(judged(game, state, afresh=True).items()):
            whose = "own" if place else "threat"
            found[f"{whose} by row"] += verdict.has_attack
            if verdict.truth.means is None:
                continue
            found[f"{whose} forced"] += 1
            found[
                f"{whose} forced, by row" if verdict.has_attack else f"{whose} forced, by prover"
            ] += not verdict.denies
            if verdict.denies:
                wrong.append(f"{whose} of {side}: {verdict.truth}\n{game.ruleset.dump(state)}\n{verdict.told}")
    found["positions"] = number
    return found, wrong
