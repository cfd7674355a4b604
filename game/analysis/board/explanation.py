"""The card that explains a move: its class, the winning chance before and after it, the best move, and the reasons."""

from __future__ import annotations

from collections.abc import Mapping

from game.analysis.board.board_analysis import BoardAnalysis, chance_of_first
from game.analysis.board.study_table import StudyTable
from game.analysis.review.judgement import MISTAKES, JudgedMove, MoveClass, states_of
from game.core.language import _, count_columns, gettext_noop, join_sentences
from game.core.match import Match
from game.session.texts import describe, screen_move, turn_sentence

#: Maximum number of columns of an explanation, so that it fits on its card at the usual letter size.
_LONGEST = 150

_TITLES: Mapping[MoveClass, str] = {
    MoveClass.ONLY: gettext_noop("{move}: the only good move, {before} % → {after} %."),
    MoveClass.GOOD: gettext_noop("{move}: a good move, {before} % → {after} %."),
    MoveClass.INACCURACY: gettext_noop("{move}: an inaccuracy, {before} % → {after} %."),
    MoveClass.MISTAKE: gettext_noop("{move}: a mistake, {before} % → {after} %."),
    MoveClass.BLUNDER: gettext_noop("{move}: a blunder, {before} % → {after} %."),
}


def kind_of(analysis: BoardAnalysis, node: int) -> MoveClass:
    """Return the class of the move that leads to a node; ``UNJUDGED`` if it is not known."""
    judged = analysis.judged(node)
    return MoveClass.UNJUDGED if judged is None else judged.kind


def title_kind(table: StudyTable, analysis: BoardAnalysis) -> MoveClass:
    """Return the class of the move that ``title_of`` describes."""
    tried = analysis.analyst.tried
    return kind_of(analysis, table.node) if tried is None else tried[1].kind


def title_of(table: StudyTable, analysis: BoardAnalysis) -> str:
    """Return the title for the move that was asked about, else for the last move on the board; "" if not judged."""
    tried = analysis.analyst.tried
    if tried is not None:
        return _title_of_tried(table, *tried)
    node = table.node
    judged, parent = analysis.judged(node), table.study.tree.parent(node)
    if judged is None or judged.kind is MoveClass.UNJUDGED or parent is None:
        return ""
    before, after = analysis.chance(parent), analysis.chance(node)
    if before is None or after is None:
        return ""
    title = _titled(judged.kind, screen_move(table, table.study.tree.move(node)), before, after)
    if judged.kind in MISTAKES and judged.best:
        best = judged.best[0].partition("=")[0].upper()
        title += " " + _("{move} was best.", move=best)
    return title


def _title_of_tried(table: StudyTable, match: Match, judged: JudgedMove) -> str:
    if judged.kind is MoveClass.UNJUDGED or judged.chance is None:
        return ""
    info, state = table.study.ruleset.info, states_of(match)[-2]
    before, after = (chance_of_first(info, state, chance) for chance in (judged.chance + judged.loss, judged.chance))
    return _titled(judged.kind, screen_move(table, match.plies[-1].move), before, after)


def _titled(kind: MoveClass, move: str, before: float, after: float) -> str:
    return _(_TITLES[kind], move=move, before=round(100 * before), after=round(100 * after))


def explanation_of(table: StudyTable, analysis: BoardAnalysis) -> str:
    """Return why the last move was good or bad, or else what it was and who is to move.

    If the player has asked about a move, the text is about that move instead.
    """
    if analysis.analyst.tried is not None:
        return analysis.analyst.why_not(lambda text: count_columns(text) <= _LONGEST)
    worker, ply = analysis.worker, analysis.ply_of(table.node)
    if worker is not None and ply:
        moment = worker.moment(ply)
        words = join_sentences((worker.words(ply, _LONGEST - count_columns(moment)), moment))
        if words:
            return words
    return join_sentences((describe(table, table.events), turn_sentence(table)))
