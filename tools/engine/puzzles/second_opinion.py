"""``python -m tools.engine.puzzles.second_opinion "COMMAND"``: checks shipped puzzles with another Gomocup engine.

This works for games in which a turn is one stone. The engine is asked for its move, and after the first move of each
solution for the opponent's answer. A winning solution is confirmed if the engine then reports a proven loss for the
opponent, and a defence holds unless the engine reports a proven win. A puzzle is wrong if the engine reports a proven
win by another first move, or for the opponent after a solution's first move. ``--drop`` rewrites the files without the
wrong puzzles; the exit code is 1 if there were any.
"""

import argparse
import shlex
import sys
import time
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path

from game.core.model import Place
from game.core.notation import parse_turn
from game.engine.client.engine_program import EngineProgram
from game.engine.client.opponent import Answer, Question, Thought, Trouble
from game.engine.client.opponent_process import OpponentProcess
from game.plugins.registry import discover
from game.training.puzzles.puzzle import PuzzleTheme
from game.training.puzzles.puzzle_file import read_set, shipped_sets, write_puzzles

#: How many times a program that fails is started for the same question.
_TRIES = 3


@dataclass(frozen=True)
class Opinion:
    """The engine's move, and the result that it has proved for the side to move: 1 won, -1 lost, 0 none."""

    move: Place
    end: int


class Witness:
    """Another author's engine, which is asked about the positions of one set of puzzles."""

    def __init__(self, command, puzzles, catalogue, seconds):
        self._program = EngineProgram("the witness", tuple(shlex.split(command)), settings={"thread_num": "1"})
        self._puzzles, self._seconds, self._rulesets = puzzles, seconds, catalogue.rulesets
        self._process = OpponentProcess(self._program, self._rulesets)
        self._number = 0

    def asked(self, state, tries=_TRIES):
        """Return the engine's opinion on a position: its move and the result that it has proved, if any.

        A program that fails is started again, ``tries`` times in all.
        """
        self._number += 1
        puzzles, end = self._puzzles, 0
        text = puzzles.ruleset.dump(state)
        name = puzzles.ruleset.info.id
        self._process.ask(Question(self._number, name, puzzles.options, "", text, seconds=self._seconds))
        while True:
            for reply in self._process.poll():
                if isinstance(reply, Trouble):
                    if tries == 1:
                        raise SystemExit(reply.sentence)
                    self._process.close()
                    self._process = OpponentProcess(self._program, self._rulesets)
                    return self.asked(state, tries - 1)
                if isinstance(reply, Thought) and reply.remark.depth:
                    remark = reply.remark
                    end = (1 if remark.score > 0 else -1) if remark.verdict else 0
                if isinstance(reply, Answer):
                    return Opinion(parse_turn(puzzles.ruleset, state, reply.moves)[0], end)
            time.sleep(0.002)

    def close(self):
        """End the engine's process."""
        self._process.close()


def opinion_of(witness, puzzles, puzzle):
    """Compare a puzzle with the opinions of another engine.

    Return the number of opinions of each kind, such as a confirmed win, and the problem of the puzzle as text, or "".
    """
    said, state = Counter(), puzzle.state
    written = {line[0] for line in puzzle.solutions}
    names = state.geometry.names
    first, wins = witness.asked(state), puzzle.theme is not PuzzleTheme.DEFEND
    if first.move in written:
        said["plays a written move"] += 1
    elif first.end > 0 or (not wins and first.end == 0):
        said["plays another move" if first.end == 0 else "wins by another move"] += 1
    else:
        said["sees nothing"] += 1
    problem = f"{names[first.move.cell]} wins, too" if said["wins by another move"] else ""
    for move in written:
        after = puzzles.ruleset.apply(state, move).state
        if puzzles.ruleset.outcome(after) is not None:
            continue
        end = witness.asked(after).end
        if wins:
            said["written wins confirmed" if end < 0 else "written wins left open" if end == 0 else "refuted"] += 1
        else:
            said["written defences that hold" if end <= 0 else "refuted"] += 1
        if end > 0:
            problem = f"{names[move.cell]} loses"
    return said, problem


def check_file(path, catalogue, arguments):
    """Check every puzzle of a set, print a row of the table, and return the number of wrong puzzles."""
    puzzles = read_set(path, catalogue.rulesets)
    witness, said, right = Witness(arguments.command, puzzles, catalogue, arguments.seconds), Counter(), []
    for puzzle in puzzles.puzzles[:: arguments.part]:
        found, problem = opinion_of(witness, puzzles, puzzle)
        said += found
        if problem:
            sys.stdout.write(f"  {puzzle.theme.value} {puzzle.rating} ({puzzle.source}): {problem}\n")
        else:
            right.append(puzzle)
    witness.close()
    if arguments.drop and arguments.part == 1 and len(right) < len(puzzles.puzzles):
        path.write_text(write_puzzles(replace(puzzles, puzzles=tuple(right))), encoding="utf-8")
    asked = len(puzzles.puzzles[:: arguments.part])
    text = ", ".join(f"{kind} {count}" for kind, count in sorted(said.items()))
    sys.stdout.write(f"{path.stem:<12}{asked:>5} asked {asked - len(right):>4} wrong   {text}\n")
    sys.stdout.flush()
    return asked - len(right)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.engine.puzzles.second_opinion", description=__doc__)
    parser.add_argument("command", help="the command line of a Gomocup engine")
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="sets of puzzles (those of Gomoku)")
    parser.add_argument("--seconds", type=float, default=1.0, help="for each question (1)")
    parser.add_argument("--part", type=int, default=1, metavar="N", help="only every N-th puzzle (1)")
    parser.add_argument("--drop", action="store_true", help="take the wrong puzzles out of their files")
    arguments = parser.parse_args()
    catalogue = discover()
    files = arguments.files or shipped_sets("gomoku", catalogue.folder("gomoku"))
    return int(sum(check_file(path, catalogue, arguments) for path in files) > 0)


if __name__ == "__main__":
    sys.exit(main())
