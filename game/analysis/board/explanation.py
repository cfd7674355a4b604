"""The title of the card that explains a move: its class, the winning chance before and after it, and the best move."""

from __future__ import annotations

from collections.abc import Mapping

from game.analysis.board.board_analysis import BoardAnalysis
from game.analysis.board.study_table import StudyTable
from game.analysis.review.judgement import MISTAKES, MoveClass
from game.core.language import _, gettext_noop, join_sentences
from game.session.texts import describe, screen_move, turn_sentence

#: Maximum number of letters of an explanation, so that it fits on its card at the usual letter size.
_LONGEST = 150

_TITLES: Mapping[MoveClass, str] = {
    MoveClass.ONLY: gettext_noop("{move}: the only good move; winning chance from {before} % to {after} %."),
    MoveClass.GOOD: gettext_noop("{move}: a good move; winning chance from {before} % to {after} %."),
    MoveClass.INACCURACY: gettext_noop("{move}: an inaccuracy; winning chance from {before} % to {after} %."),
    MoveClass.MISTAKE: gettext_noop("{move}: a mistake; winning chance from {before} % to {after} %."),
    MoveClass.BLUNDER: gettext_noop("{move}: a blunder; winning chance from {before} % to {after} %."),
}


def kind_of(analysis: BoardAnalysis, node: int) -> MoveClass:
    """Return the class of the move that leads to a node; ``UNJUDGED`` if it is not known."""
    judged = analysis.judged(node)
    return MoveClass.UNJUDGED if judged is None else judged.kind


def title_of(table: StudyTable, analysis: BoardAnalysis) -> str:
    """Return the title for the move that leads to the position on the board; "" if it is not judged."""
    node = table.node
    judged, parent = analysis.judged(node), table.study.tree.parent(node)
    if judged is None or judged.kind is MoveClass.UNJUDGED or parent is None:
        return ""
    before, after = analysis.chance(parent), analysis.chance(node)
    if before is None or after is None:
        return ""
    title = _(
        _TITLES[judged.kind],
        move=screen_move(table, table.study.tree.move(node)),
        before=round(100 * before),
        after=round(100 * after),
    )
    if judged.kind in MISTAKES and judged.best:
        best = judged.best[0].partition("=")[0].upper()
        title += " " + _("{move} was the best move.", move=best)
    return title


def explanation_of(table: StudyTable, analysis: BoardAnalysis) -> str:
    """Return why the last move was good or bad, or else what it was and who is to move."""
    worker, ply = analysis.worker, analysis.ply_of(table.node)
    if worker is not None and ply:
        words = join_sentences((worker.moment(ply), worker.words(ply, _LONGEST)))
        if words:
            return words
    return join_sentences((describe(table, table.events), turn_sentence(table)))
