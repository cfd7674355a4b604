"""What the arena's tests share: its command line as arguments, opponents in this process, and games by hand."""

from dataclasses import replace

import main
from game.core.ruleset import format_move, parse_move
from game.engine.client.opponent import Answer, Trouble
from game.plugins.registry import discover
from game.session.matches.game_record import GameRecord

RULESETS = discover().rulesets


def arguments(*words, out=None):
    """The arena's arguments, as the command line gives them."""
    parsed = main._parser().parse_args(["arena", *map(str, words), *(["--out", str(out)] if out else [])])
    parsed.plugins = None
    parsed.words = ("arena", *map(str, words))
    return parsed


class FirstFree:
    """An opponent in this process that takes the first legal moves of its turn, or says what it is told to."""

    def __init__(self, says=None):
        self.says = says
        self.question = None
        self.closed = False

    def ask(self, question):
        self.question = question

    def poll(self):
        if isinstance(self.says, Trouble):
            return [replace(self.says, revision=self.question.revision)]
        if isinstance(self.says, str):
            return [Trouble(self.question.revision, self.says)]
        return [Answer(self.question.revision, self.says or self.turn())]

    def turn(self):
        ruleset = RULESETS[self.question.ruleset_id]
        state = ruleset.load(self.question.position_text, self.question.options)
        seat, words = state.seat, []
        while state.seat == seat and ruleset.outcome(state) is None:
            move = next(ruleset.legal_moves(state))
            words.append(format_move(ruleset.info, state.geometry, move))
            state = ruleset.apply(state, parse_move(ruleset.info, state, words[-1])).state
        return tuple(words)

    def close(self):
        self.closed = True


def record(number, seats, winner, **more):
    """A game without moves, for tables."""
    fields = {"opening": 0, "seed": 1, "moves": (), "milliseconds": (), "termination": "line", **more}
    return GameRecord(number, seats, winner=winner, **fields)
