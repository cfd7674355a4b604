"""A reviewed game as a study: comments about its moves, and better moves as variations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy

from game.analysis.review.evaluation import Evaluation
from game.analysis.review.judgement import MISTAKES, GameReview, JudgedMove, MoveClass, judge
from game.analysis.review.texts import why
from game.core.language import _, gettext_noop
from game.core.match import Match
from game.core.model import Place, Reason
from game.core.notation import playable_moves
from game.core.tournament import Tournament
from game.library.study.study import Study, study_of_game
from game.library.study.tree import ROOT, CellMark, Sign
from game.session.texts import colour_name, stones_placed

#: Titles of the classes, translated with ``_``.
CLASS_WORDS: Mapping[MoveClass, str] = {
    MoveClass.ONLY: gettext_noop("The only good move"),
    MoveClass.GOOD: gettext_noop("A good move"),
    MoveClass.INACCURACY: gettext_noop("Inaccuracy"),
    MoveClass.MISTAKE: gettext_noop("Mistake"),
    MoveClass.BLUNDER: gettext_noop("Blunder"),
}
#: Maximum number of moves of a better line.
_LONGEST = 8


def annotated_study(
    tournament: Tournament, index: int, readings: Mapping[int, Evaluation], own: Study | None = None
) -> Study:
    """Return a reviewed game as a study with comments. ``readings`` are its evaluations by ply count.

    Mistakes have a comment, and so have moves that were the only good ones. A mistake also has the better line as a
    variation, and a mark on its first cell. ``own`` is the player's study of the game, whose variations, comments and
    marks are included.
    """
    match = tournament.games[index].match
    study = study_of_game(tournament, index)
    if own is not None:
        study.title, study.facts, study.tree = own.title, dict(own.facts), deepcopy(own.tree)
    review = judge(match, readings)
    line = _line_of(study, match)
    _add_comment(study, ROOT, "\n".join(_summary(match, review)))
    for judged in review.moves:
        if judged.kind in MISTAKES or judged.kind is MoveClass.ONLY:
            chance = (
                "" if judged.chance is None else _("Winning chance: {percent} %", percent=round(100 * judged.chance))
            )
            head = "  ·  ".join(filter(None, (_(CLASS_WORDS[judged.kind]), chance)))
            _add_comment(study, line[judged.ply], "\n".join(filter(None, (head, why(match, judged)))))
        if judged.kind in MISTAKES:
            _add_better(study, line[judged.ply - 1], line[judged.ply], judged)
    return study


def _line_of(study: Study, match: Match) -> list[int]:
    """Return the nodes of a game in a study, the first position included, and make them its main line.

    Moves that the player deleted are added again.
    """
    line = [ROOT]
    for move in match.moves:
        node = study.tree.add(line[-1], move)
        study.tree.move_sibling(node, 0)
        line.append(node)
    return line


def _add_comment(study: Study, node: int, words: str) -> None:
    """Add words to the comment on a node, after those of the player."""
    if words:
        study.tree.comments[node] = "\n".join(filter(None, (study.tree.comments.get(node, ""), words)))


def _summary(match: Match, review: GameReview) -> Iterator[str]:
    """Yield sentences about the whole game: accuracy, turning point and the loser's last chance."""
    info, colours = match.ruleset.info, match.state.colours
    for seat, accuracy in sorted(review.accuracy.items()):
        if accuracy is not None:
            side = colour_name(info, colours[seat])
            yield _("{side}: accuracy {percent} %", side=side, percent=round(accuracy))
    if review.turning_point is not None:
        yield _("The turning point: move {number}.", number=stones_placed(match, review.turning_point))
    escape = review.last_escape
    if escape is not None:
        yield _(
            "The last chance to save the game: {move} instead of move {number}.",
            move=escape.move.partition("=")[0].upper(),
            number=stones_placed(match, escape.ply),
        )


def _add_better(study: Study, before: int, made: int, judged: JudgedMove) -> None:
    """Add the engine's better line to a study as a variation, up to its first illegal move.

    ``before`` is the node of the position before the mistake, and ``made`` the node after it, at which the first cell
    of the better line is marked.
    """
    state, node = study.state(before), before
    if isinstance(state, Reason):
        return
    for move, _after in playable_moves(study.ruleset, state, judged.line[:_LONGEST]):
        following = study.play(node, move)
        if isinstance(following, Reason):
            return
        if node == before and isinstance(move, Place) and following != made:
            own = [mark for mark in study.tree.marks.get(made, ()) if mark.cell != move.cell]
            study.tree.marks[made] = (*own, CellMark(move.cell, Sign.TRIANGLE))
        node = following
