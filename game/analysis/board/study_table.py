"""A session of the analysis board. One person plays both sides, and every move becomes a node of a study.

Imports no pygame.
"""

from __future__ import annotations

from game.analysis.board.rules import last_legal
from game.analysis.board.study_editor import StudyEditor
from game.core.language import _
from game.core.match import Command, Match
from game.core.model import Event, Move, Reason
from game.core.tournament import Game, Participant, Tournament
from game.library.study.edits import RemoveBranch, RestoreBranch, SetOptions, SetTitle, node_at
from game.library.study.study import Study
from game.library.study.tree import ROOT
from game.session.engines import stored_name
from game.session.playable_game import MovesPlayed
from game.session.texts import colour_name


class StudyTable:
    """A study on the analysis board: it shows one position of the tree and adds each move that is played.

    The current line leads through the current position to the end of the variation that was shown last.
    """

    def __init__(self, study: Study, node: int = ROOT, editor: StudyEditor | None = None) -> None:
        """Start at a node of the study, or at its first position if an illegal move leads to the node.

        ``editor`` saves the edits of the study; without one they are not saved.
        """
        self.study = study
        self.editor = StudyEditor(study) if editor is None else editor
        self._main_moves = tuple(map(study.tree.move, study.tree.continuation(ROOT)))
        self._main: tuple[int, dict[int, int]] | None = None
        """The main line's nodes with their numbers from 1, after this number of edits."""
        self.node = ROOT
        self.line: list[int] = study.tree.continuation(ROOT)
        """Nodes of the current line from its first move to its end."""
        self._match = self._new_match()
        self.go(node)

    def _new_match(self) -> Match:
        return Match(self.study.ruleset, self.study.options, self.study.seed, self.study.start)

    # Session interface

    @property
    def match(self) -> Match:
        """Match from the first position of the study to the current one."""
        return self._match

    @property
    def person_to_move(self) -> bool:
        """True if the game is not over in the current position. The same person plays both sides."""
        return self._match.outcome is None

    def play(self, *moves: Move) -> MovesPlayed | Reason:
        """Play moves in the current position of the study. Returns a Reason if one is illegal."""
        return self.carry_out(Command(self._match.revision, moves))

    def carry_out(self, command: Command) -> MovesPlayed | Reason:
        """Play the moves that the player entered on the board, and add new ones to the tree of the study.

        Returns a Reason if a move is illegal or the match has changed since the command's revision.
        """
        made = self._match.submit(command)
        if isinstance(made, Reason):
            return made
        for move in command.moves:
            self.node = self.editor.add(self.node, move)
        self._keep_line()
        return MovesPlayed(made)

    # Game interface

    @property
    def tournament(self) -> Tournament:
        """A tournament that consists of this study's game, between the players of the study."""
        study = self.study
        sides = (Participant(self._name(0)), Participant(self._name(1)))
        return Tournament(study.ruleset, study.options, sides, study.seed, title=study.title, games=[self.game])

    def _name(self, seat: int) -> str:
        """Return the name of a player (0 or 1) of the study. If it is unknown, return a colour or number."""
        study = self.study
        colour = colour_name(study.ruleset.info, self._match.first_state.colours[seat])
        name = stored_name(study.ruleset.info.levels, study.players[seat])
        return name or colour or _("Player {number}", number=seat + 1)

    @property
    def game(self) -> Game:
        """The game from the first position of the study to the current one."""
        return Game((0, 1), self._match)

    def participant(self, seat: int) -> Participant:
        """Return a player of the study by number, 0 or 1."""
        return self.tournament.participants[seat]

    def person_face(self, index: int) -> str:
        """Return the name of a player's portrait, which is always "", as the analysis board shows none."""
        return ""

    # Navigation

    @property
    def events(self) -> tuple[Event, ...]:
        """Events of the move that led to the current position of the study."""
        return self._match.plies[-1].step.events if self._match.plies else self._match.setup_events

    @property
    def step(self) -> int:
        """Number of moves from the first position of the study to the current one."""
        return len(self._match.plies)

    def go(self, node: int) -> Reason | None:
        """Go to a node of the study. If a move on the path to it is illegal, stay and return the Reason."""
        # The positions that the way there shares with the way to the current node are known.
        moves, played = self.study.tree.moves_to(node), self._match.moves
        pairs = zip(moves, played, strict=False)
        same = next((number for number, (one, other) in enumerate(pairs) if one != other), min(len(moves), len(played)))
        match = self._match.at(same)
        refused = match.play(*moves[same:])
        if isinstance(refused, Reason):
            return refused
        self.node, self._match = node, match
        self._keep_line()
        return None

    def go_to_step(self, step: int) -> Reason | None:
        """Go to a position of the current variation by its number. Returns a Reason if a move is illegal."""
        step = max(0, min(len(self.line), step))
        return self.go(self.line[step - 1] if step else ROOT)

    def others(self) -> list[int]:
        """Return the nodes of all moves from the position before the current one, including the current node."""
        parent = self.study.tree.parent(self.node)
        return [] if parent is None else self.study.tree.children(parent)

    def turn_to_other(self, step: int = 1) -> Reason | None:
        """Go to the alternative to the current move ``step`` places further on, wrapping around at the ends."""
        others = self.others()
        if not others:
            return None
        return self.go(others[(others.index(self.node) + step) % len(others)])

    @property
    def main_line(self) -> list[int]:
        """The nodes of the line that was the study's main line when it was opened, as far as they are still there."""
        return list(self._main_numbers)

    def number_in_main_line(self, node: int) -> int | None:
        """Return the number of moves up to a node of the main line, or None for a node of a variation."""
        return 0 if node == ROOT else self._main_numbers.get(node)

    @property
    def _main_numbers(self) -> dict[int, int]:
        if self._main is None or self._main[0] != self.editor.count:
            tree, node, numbers = self.study.tree, ROOT, dict[int, int]()
            for number, move in enumerate(self._main_moves, start=1):
                child = tree.child(node, move)
                if child is None:
                    break
                node = child
                numbers[node] = number
            self._main = self.editor.count, numbers
        return self._main[1]

    @property
    def home(self) -> int:
        """Last node on the path to the current position that belongs to the study's original main line."""
        path = reversed(self.study.tree.path(self.node))
        return next((node for node in path if node in self._main_numbers), ROOT)

    @property
    def is_home(self) -> bool:
        """True if the current position is on the study's original main line."""
        return self.home == self.node

    def cut(self) -> None:
        """Delete the current node of the study and everything after it."""
        if self.node == ROOT:
            return
        parent = self.study.tree.parent(self.node)
        assert parent is not None
        self.editor.remove(self.node)
        self.line = []
        self.go(parent)

    def undo(self) -> bool:
        """Undo the latest edit of the study, and show the edited position. Return False if there is no edit to undo."""
        edit = self.editor.undo()
        match edit:
            case None:
                return False
            case SetTitle():
                return True
            case SetOptions():
                self._match = self._new_match()
                shown = self.study.tree.moves_to(last_legal(self.study, self.node))
            case RemoveBranch(path):
                shown = path[:-1]
            case RestoreBranch(path, _place, nodes):
                shown = (*path, nodes[0].move)
            case _:
                shown = edit.path
        self.line = []
        self.go(node_at(self.study, shown))
        return True

    def _keep_line(self) -> None:
        """Rebuild the current variation if it does not contain the current node."""
        tree = self.study.tree
        if self.node == ROOT or self.node in self.line:
            self.line = self.line or tree.continuation(ROOT)
            return
        self.line = [*tree.path(self.node), *tree.continuation(self.node)]
