"""A reviewed game as a study: comments about its moves, and better moves as variations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

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


def annotated_study(tournament: Tournament, index: int, readings: Mapping[int, Evaluation]) -> Study:
    """Return a reviewed game as a study with comments. ``readings`` are its evaluations by ply count.

    Mistakes and only moves have a comment. A mistake also has the better line as a variation, and a mark on its first
    cell.
    """
    study, match = study_of_game(tournament, index), tournament.games[index].match
    review = judge(match, readings)
    line = [ROOT, *study.tree.continuation(ROOT)]
    summary = "\n".join(_summary(match, review))
    if summary:
        study.tree.comments[ROOT] = summary
    for judged in review.moves:
        if judged.kind in MISTAKES or judged.kind is MoveClass.ONLY:
            chance = (
                "" if judged.chance is None else _("Winning chance: {percent} %", percent=round(100 * judged.chance))
            )
            head = "  ·  ".join(filter(None, (_(CLASS_WORDS[judged.kind]), chance)))
            study.tree.comments[line[judged.ply]] = "\n".join(filter(None, (head, why(match, judged))))
        if judged.kind in MISTAKES:
            _add_better(study, line[judged.ply - 1], line[judged.ply], judged)
    return study


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

    The line's first cell is marked.
    """
    state, node = study.state(before), before
    if isinstance(state, Reason):
        return
    for move, _after in playable_moves(study.ruleset, state, judged.line[:_LONGEST]):
        following = study.play(node, move)
        if isinstance(following, Reason):
            return
        if node == before and isinstance(move, Place) and following != made:
            study.tree.marks[made] = (CellMark(move.cell, Sign.TRIANGLE),)
        node = following
