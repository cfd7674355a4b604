"""A trial of a foreign engine: start it, ask for its name, and ask for one move."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from game.core.language import _
from game.core.ruleset import Ruleset, complete_options
from game.engine.client.engine_program import EngineProgram
from game.engine.client.opponent import Answer, Question, Trouble
from game.engine.client.opponent_process import ChildProcess, OpponentProcess
from game.engine.protocol.transcript import Transcript


def try_engine(
    engine: EngineProgram,
    ruleset: Ruleset,
    *,
    seconds: float = 1.0,
    transcript: Transcript | None = None,
    start: Callable[[Sequence[str]], ChildProcess] | None = None,
) -> str:
    """Start an engine, ask for its name and for one move, and return the result as a sentence for the player.

    Blocks until the engine answers or fails, so call it in a thread. ``seconds`` is the time for the move.
    ``transcript`` receives the lines exchanged. ``start`` starts the child process from its command line; by default,
    the engine's program is started.
    """
    options = complete_options(ruleset.info, {})
    position = ruleset.dump(ruleset.setup(options, 0).state)
    question = Question(0, ruleset.info.id, options, "", position, seconds)
    rulesets = {ruleset.info.id: ruleset}
    with OpponentProcess(engine, rulesets, asks_about=True, transcript=transcript, start=start) as opponent:
        opponent.ask(question)
        while True:
            for reply in opponent.poll():
                if isinstance(reply, Trouble):
                    return reply.sentence
                if isinstance(reply, Answer):
                    return _works(engine.name, opponent.introduction.name, reply.moves[0].upper())
            time.sleep(0.01)


def _works(name: str, calls_itself: str, move: str) -> str:
    if not calls_itself:
        return _("{name} works. The engine gives no name, and its first move is {move}.", name=name, move=move)
    return _(
        "{name} works. The engine calls itself {title}, and its first move is {move}.",
        name=name,
        title=calls_itself,
        move=move,
    )
