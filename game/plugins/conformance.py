"""The conformance test for ruleset authors, which plays random games to check the plug-in contract.

    from game.conformance import check_ruleset

    check_ruleset(RULESET, package="my_game")

This raises ConformanceError for the first broken rule, with its place: options, seed and moves. ``find_faults``
finds all of them.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from game.core.model import Choose, OptionValue, ParseError, Place
from game.core.ruleset import Info, Level, Limits, Option, Ruleset, complete_options, parse_move, why_no_opponents
from game.plugins.guard import GuardedRuleset, PluginTimeouts, ask_plug_in, unguarded
from game.plugins.plugin_validation import flaw
from game.plugins.position_checks import look_closely
from game.plugins.random_game import ConformanceError as ConformanceError
from game.plugins.random_game import Findings, RandomGame
from game.plugins.registry import resolve_thinker
from game.plugins.teaching_check import teaching_flaws

#: The number of positions in which each level must find a move.
_POSITIONS_A_LEVEL = 4
#: The usual time limit of a level in the test, in seconds.
_THINKING_SECONDS = 0.02
#: The most seconds that a level may take to answer in ``find_faults``; its limit is far lower.
_THINKING_PATIENCE = 10.0


def check_ruleset(
    ruleset: Ruleset, *, package: str = "", games: int = 12, seed: int = 0, thinking_seconds: float = _THINKING_SECONDS
) -> None:
    """Play random games of a ruleset and raise ConformanceError if it breaks a rule of the contract.

    At least ``games`` games are played, and one for each set of options (see ``option_sets``); ``seed`` makes them
    repeatable. Each level is asked for a few moves of ``thinking_seconds`` seconds. ``package`` is the module that
    exports the ruleset, against which relative names of thinkers are resolved; the default is the module of its class.
    Exceptions of the ruleset itself are not caught.
    """
    ruleset = unguarded(ruleset)
    package = package or type(ruleset).__module__
    title = getattr(getattr(ruleset, "info", None), "id", type(ruleset).__name__)
    problem = flaw(ruleset)
    if problem is not None:
        raise ConformanceError(f"{title}: {problem}")
    _Test(ruleset, package, games, Limits(thinking_seconds, seed=seed), Findings()).run()


def find_faults(
    ruleset: Ruleset,
    package: str,
    on_fault: Callable[[str], None],
    *,
    games: int = 12,
    seed: int = 0,
    begins: Callable[[str], None] = lambda what: None,
) -> Findings:
    """Play random games of a ruleset and call ``on_fault`` with each fault that they show, each once.

    ``ruleset`` is guarded (see ``game.plugins.guard``), so that an exception or a call without an end is a fault like
    others. Its data must have no flaw. ``begins`` is called with what is about to be done. The other arguments are
    those of ``check_ruleset``.
    """
    findings = Findings(on_fault, begins)
    _Test(ruleset, package, games, Limits(_THINKING_SECONDS, seed=seed), findings).run()
    return findings


@dataclass(frozen=True, slots=True)
class _Test:
    """A run of the conformance test, with its settings."""

    ruleset: Ruleset
    package: str
    games: int
    limits: Limits
    findings: Findings

    def run(self) -> None:
        """Play the random games, then check everything else about the ruleset."""
        ruleset, seed, rng = self.ruleset, self.limits.seed, random.Random(self.limits.seed)
        start = RandomGame(ruleset, complete_options(ruleset.info, {}), seed, self.findings)
        sets = [start.options]
        start.attempt(lambda: sets.extend(list(option_sets(ruleset))[1:]))
        played: list[RandomGame] = []
        for number in range(max(self.games, len(sets))):
            game = RandomGame(ruleset, sets[number % len(sets)], seed + number, self.findings)
            self.findings.begins(f"a random game ({game.place()})")
            game.play(rng, partial(look_closely, game, rng))
            played.append(game)
        self.findings.begins("the sample, the introduction and the rules card")
        start.attempt(partial(_check_sample, start))
        start.attempt(self._check_teaching)
        self._check_levels(played, rng)

    def _check_teaching(self) -> None:
        for problem in teaching_flaws(self.ruleset):
            self.findings.add(problem, f"{self.ruleset.info.id}: {problem}")

    def _check_levels(self, played: list[RandomGame], rng: random.Random) -> None:
        """Ask each level for moves in positions of random games whose options allow opponents."""
        found = [game for game in played if game.attempt(partial(_allows_opponents, game))]
        for level in self.ruleset.info.levels:
            for game in rng.sample(found, min(_POSITIONS_A_LEVEL, len(found))):
                game.rewind(rng)
                self.findings.begins(f"level {level.id!r} ({game.place()})")
                if not game.attempt(partial(_check_level, game, level, self.package, self.limits)):
                    break


def _allows_opponents(game: RandomGame) -> bool:
    return bool(game.states) and why_no_opponents(game.ruleset, game.options) is None


def option_sets(ruleset: Ruleset) -> Iterator[dict[str, OptionValue]]:
    """Yield the sets of game options to test: the defaults, then the defaults with one option changed.

    Numbers are tested at their ends and presets. Values that do not go together with the other defaults are skipped.
    """
    defaults = complete_options(ruleset.info, {})
    yield defaults
    for option in ruleset.info.options:
        for value in _values(option):
            options = {**defaults, option.key: value}
            if value != option.default and ruleset.check_options(options) is None:
                yield options


def _values(option: Option) -> tuple[OptionValue, ...]:
    if option.kind == "flag":
        return (False, True)
    if option.follows:
        # One value that parts it from the number that it follows.
        return (option.low,)
    if option.kind == "number":
        return tuple(dict.fromkeys((option.low, option.high, *option.presets)))
    return tuple(choice.value for choice in option.choices)


def _check_sample(game: RandomGame) -> None:
    """Check that the ruleset's sample moves, which the menu shows, are legal. ``game`` is a game without moves."""
    ruleset, title = game.ruleset, game.ruleset.info.title
    game.states.append(ruleset.setup(game.options, 0).state)
    for word in ruleset.info.sample:
        try:
            move = parse_move(ruleset.info, game.state, word)
        except ParseError as error:
            game.findings.add("sample", f"{title}: sample: {error}")
            return
        if not game.require(ruleset.check(game.state, move) is None, "the sample's move {word} is legal", word=word):
            return
        game.moves.append(move)
        game.states.append(ruleset.apply(game.state, move).state)


def _check_level(game: RandomGame, level: Level, package: str, limits: Limits) -> None:
    """Check that a level (computer opponent) returns a legal move.

    Questions of an opening are skipped.
    """
    state = game.state
    if not state.colour:
        return
    answer = partial(_answer, game, level, package, limits)
    if isinstance(game.ruleset, GuardedRuleset):
        what = f"{game.ruleset.info.title}: level {level.id!r} failed"
        move = ask_plug_in(what, object, answer, PluginTimeouts(), _THINKING_PATIENCE)
    else:
        move = answer()
    is_move = isinstance(move, Place | Choose)
    game.require(is_move, f"level {level.id!r} returns a move, not {{move!r}}", move=move)
    if isinstance(move, Place | Choose):
        is_legal = game.ruleset.check(state, move) is None
        game.require(is_legal, f"level {level.id!r} returns a legal move, not {{move}}", move=move)


def _answer(game: RandomGame, level: Level, package: str, limits: Limits) -> object:
    """Return what a level answers in the current position of a test game, and check its reports on the way."""
    thinking = resolve_thinker(package, level.thinker)(game.state, limits, **level.settings)
    while True:
        try:
            info = next(thinking)
        except StopIteration as end:
            return end.value
        game.require(isinstance(info, Info), f"level {level.id!r} yields Info, not {{info!r}}", info=info)
        if isinstance(info, Info):
            game.require(all(isinstance(m, Place | Choose) for m in info.variation), "a variation is made of moves")
