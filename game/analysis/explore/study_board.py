"""A table at which one person plays for both sides: every move becomes a node of a study. No pygame here."""

from __future__ import annotations

from game.core.language import _
from game.core.match import Command, Match
from game.core.model import Event, Move, Reason
from game.core.tournament import Game, Participant, Tournament
from game.library.study.study import Study
from game.library.study.tree import ROOT
from game.session.engines import kept_name
from game.session.playable_game import MovesPlayed
from game.session.texts import colour_name


class StudyTable:
    """A study with the position on the board; walks along its variations, and adds what is played.

    The line on the board is the way to the position and the moves that were seen after it last.
    """

    def __init__(self, study: Study, node: int = ROOT) -> None:
        """Begin at a node that can be reached by legal moves, else at the first position."""
        self.study = study
        self._main = frozenset(study.tree.continuation(ROOT))
        self.node = ROOT
        self.line: list[int] = study.tree.continuation(ROOT)
        """The nodes of the line on the board, from the first move to its end."""
        self._match = self._first_match()
        self.go(node)

    def _first_match(self) -> Match:
        return Match(self.study.ruleset, self.study.options, self.study.seed, self.study.start)

    # At a table

    @property
    def match(self) -> Match:
        """The game up to the position on the board."""
        return self._match

    @property
    def person_to_move(self) -> bool:
        """Whether a move can be made: one person moves for both sides until the game ends."""
        return self._match.outcome is None

    def play(self, *moves: Move) -> MovesPlayed | Reason:
        """Moves for the position as it stands."""
        return self.submit(Command(self._match.revision, moves))

    def submit(self, command: Command) -> MovesPlayed | Reason:
        """Moves that were chosen when the match stood at the command's revision; new ones are added to the tree."""
        made = self._match.submit(command)
        if isinstance(made, Reason):
            return made
        for move in command.moves:
            self.node = self.study.tree.add(self.node, move)
        self._keep_line()
        return MovesPlayed(made)

    # As a game that is shown

    @property
    def tournament(self) -> Tournament:
        """A series of this game alone, between the players of the study."""
        study = self.study
        sides = (Participant(self._name(0)), Participant(self._name(1)))
        return Tournament(study.ruleset, study.options, sides, study.seed, title=study.title, games=[self.game])

    def _name(self, seat: int) -> str:
        """The player of a seat, else the colour that it begins with, else its number."""
        study = self.study
        colour = colour_name(study.ruleset.info, self._match.first_state.colours[seat])
        name = kept_name(study.ruleset.info.levels, study.players[seat])
        return name or colour or _("Player {number}", number=seat + 1)

    @property
    def game(self) -> Game:
        """The game up to the position on the board."""
        return Game((0, 1), self._match)

    def participant(self, seat: int) -> Participant:
        """The player of a seat."""
        return self.tournament.participants[seat]

    def person_face(self, index: int) -> str:
        """No face: nobody plays here."""
        return ""

    # Walking

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of the move that led to the position on the board."""
        return self._match.plies[-1].step.events if self._match.plies else self._match.setup_events

    @property
    def step(self) -> int:
        """The moves before the position on the board."""
        return len(self._match.plies)

    def go(self, node: int) -> Reason | None:
        """Show a node; where a move on the way to it is not legal, stay and return the reason."""
        match = self.study.match(node)
        if isinstance(match, Reason):
            return match
        self.node, self._match = node, match
        self._keep_line()
        return None

    def go_to_step(self, step: int) -> Reason | None:
        """Show a position of the line on the board, or the nearest end of that."""
        step = max(0, min(len(self.line), step))
        return self.go(self.line[step - 1] if step else ROOT)

    def others(self) -> list[int]:
        """The nodes that could stand in place of the one on the board, itself among them."""
        parent = self.study.tree.parent(self.node)
        return [] if parent is None else self.study.tree.children(parent)

    def turn_to_other(self) -> Reason | None:
        """Show the next variation in place of the move on the board, the first again after the last."""
        others = self.others()
        if not others:
            return None
        return self.go(others[(others.index(self.node) + 1) % len(others)])

    @property
    def home(self) -> int:
        """The last node before the position that belongs to the line that the study came with."""
        return next((node for node in reversed(self.study.tree.path(self.node)) if node in self._main), ROOT)

    @property
    def is_home(self) -> bool:
        """Whether the position belongs to the line that the study came with."""
        return self.home == self.node

    def is_main(self, node: int) -> bool:
        """Whether a node belongs to the line that the study came with."""
        return node in self._main

    def cut(self) -> None:
        """Take the move on the board and all after it out of the tree."""
        if self.node == ROOT:
            return
        gone = {self.node, *(node for node, _depth in self.study.tree.walk(self.node))}
        self._main -= gone
        parent = self.study.tree.remove(self.node)
        self.line = []
        self.go(parent)

    def _keep_line(self) -> None:
        """Keep the line where the position lies on it; else it becomes the way to the position and its continuation."""
        tree = self.study.tree
        if self.node == ROOT or self.node in self.line:
            self.line = self.line or tree.continuation(ROOT)
            return
        self.line = [*tree.path(self.node), *tree.continuation(self.node)]

    def match_of_line(self) -> Match:
        """The game along the whole line, as far as its moves are legal."""
        match = self._match.copy()
        for node in self.line[self.step :]:
            if isinstance(match.play(self.study.tree.move(node)), Reason):
                break
        return match
