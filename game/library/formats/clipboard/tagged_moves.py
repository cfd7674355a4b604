"""Games of PlayOK (kurnik.pl): lines such as ``[Black "Ann"]``, then numbered moves.

A ``--`` stands where a player has no move because the other one moves again. After three stones the second player says
``white`` or ``black``. In renju there is a ``--`` already after the first stone; there Black offers two fifth stones,
and White repeats the one that is played. The result counts the first player's points first. A game that is illegal
under the rules of the board is shown under those that fit best, as the games of a player may have several rules.
Source: RenLib, Game.cpp (ParseKurnik), which has games of all three kinds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from game.core.language import _, gettext_noop, join_sentences
from game.core.model import ParseError
from game.core.plain_text import one_line
from game.library.formats.clipboard.move_text import MoveWord, open_moves
from game.library.formats.lists.move_lists import CELLS
from game.library.formats.opened_file import LEFT_OUT, OpenedFile, joined
from game.library.formats.plain_games import study_of_stones
from game.library.formats.pos import cells_of
from game.library.formats.results import RESULT
from game.library.formats.terms import RENJU, GameRules, PasteTarget, RuleBook, StoneAt
from game.library.formats.texts import ImportWarnings

TITLE = gettext_noop("PlayOK game")
_SIZE = 15
_QUOTED = 24
_TAG = re.compile(r"\[([A-Za-z0-9]{1,30}) +\"([^\"\n]{0,200})\"\]")
_MOVE = re.compile(r"[A-Za-z][0-9]{1,2}")
_IGNORED = re.compile(r"[0-9]{1,3}\.+|\*|[0-9/]{1,3}-[0-9/]{1,3}")
_PASS, _CHOICES = "--", ("white", "black")
_RESULTS = {"1-0": 0, "0-1": 1}
_DRAWS = ("1/2-1/2", "0-0")
#: Facts of a study by tag.
_FACTS = {"Site": "source", "Event": "event", "Date": "date", "Round": "round"}
#: Values of a tag that is not known.
_UNKNOWN = ("", "?", "-", "????.??.??")


def has_tags(text: str) -> bool:
    """Return True if the first line of a text that is not empty is a tag."""
    return _TAG.fullmatch(text.strip().partition("\n")[0].strip()) is not None


def read_tagged(text: str, target: PasteTarget) -> OpenedFile:
    """Read the games of PlayOK in a text. Raises ParseError, which quotes what is not a move."""
    book, warnings = RuleBook(target.rulesets), ImportWarnings()
    files = [_read_game(tags, words, target, book) for tags, words in _games(text)]
    for number, each in enumerate(files, start=1):
        if problem := each.studies[0].facts.get(LEFT_OUT, ""):
            warnings.add_sentence(_("Game {number}: {problem}", number=number, problem=problem))
    opened = joined(TITLE, files)
    return replace(opened, problems=(*opened.problems, *warnings.sentences))


def _games(text: str) -> Iterator[tuple[dict[str, str], list[MoveWord]]]:
    """Yield the tags and the words of each game; a tag after words begins a game."""
    tags: dict[str, str] = {}
    words: list[MoveWord] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if tag := _TAG.fullmatch(line.strip()):
            if words:
                yield tags, words
                tags, words = {}, []
            tags[tag[1]] = one_line(tag[2])
        else:
            words += [MoveWord(word, number) for word in line.split()]
    yield tags, words


def _read_game(tags: Mapping[str, str], words: Sequence[MoveWord], target: PasteTarget, book: RuleBook) -> OpenedFile:
    words = [word for word in words if not _IGNORED.fullmatch(word.text)]
    choice = next((word.text.lower() for word in words if word.text.lower() in _CHOICES), "")
    is_renju = [word.text for word in words[1:2]] == [_PASS]
    moves = [word for word in words if word.text != _PASS and word.text.lower() not in _CHOICES]
    wrong = next((word for word in moves if not _MOVE.fullmatch(word.text)), None)
    if wrong is not None:
        raise ParseError(_("“{word}” is not a move", word=wrong.text[:_QUOTED]), line=wrong.line)
    fifth = ""
    if is_renju:
        moves, fifth = _without_offers(moves)
    rules = _renju(target, book) if is_renju else target.rules
    opened = _opened(moves, rules, target, book)
    study = opened.studies[0]
    names = tags.get("Black", ""), tags.get("White", "")
    study.players = names if choice != "black" else names[::-1]
    study.facts.update({fact: said for tag, fact in _FACTS.items() if (said := tags.get(tag, "")) not in _UNKNOWN})
    if fifth:
        study.facts["other fifth moves"] = fifth
    if result := _result(tags.get("Result", ""), is_swapped=choice == "black"):
        study.facts[RESULT] = result
    return OpenedFile(TITLE, opened.studies, None, opened.problems)


def _opened(moves: Sequence[MoveWord], rules: GameRules, target: PasteTarget, book: RuleBook) -> OpenedFile:
    """Return the game with these moves; if they are illegal under these rules, as far as it is legal under others.

    Raises ParseError if there is no move, or the first one is illegal.
    """
    try:
        return open_moves(moves, replace(target, rules=rules))
    except ParseError:
        board = rules.geometry
        raws = [raw for word in moves for raw in cells_of(word.text)]
        stones: list[StoneAt] = [(None, *CELLS.position(raw, board.rows)) for raw in raws]
        words = "renju" if rules.gomocup_number == RENJU else ""
        fitting, legal = book.fitting(board.columns, board.rows, words, stones)
        if not legal or len(raws) < len(moves):
            raise
    warnings = ImportWarnings()
    study = study_of_stones(fitting, stones, warnings)
    if warnings.sentences:
        study.facts[LEFT_OUT] = join_sentences(warnings.sentences)
    return OpenedFile(TITLE, (study,), None, ())


def _without_offers(moves: list[MoveWord]) -> tuple[list[MoveWord], str]:
    """Return the moves of a game of renju without the two offered fifth stones, and the one that was not taken."""
    if len(moves) < 6:
        return moves[:4], ""
    offered = [word.text.lower() for word in moves[4:6]]
    played = moves[6].text.lower() if len(moves) > 6 else ""
    if played not in offered:
        return moves, ""
    return [*moves[:4], *moves[6:]], offered[1 - offered.index(played)]


def _renju(target: PasteTarget, book: RuleBook) -> GameRules:
    """Return the rules of renju, or those of the board if they are renju already."""
    rules = target.rules
    return rules if rules.gomocup_number == RENJU else book.numbered(_SIZE, _SIZE, RENJU)


def _result(said: str, *, is_swapped: bool) -> str:
    """Return the result as in SGF, or "" if it is unknown; the first player has White if ``is_swapped``."""
    if said in _DRAWS:
        return "0"
    winner = _RESULTS.get(said)
    return "" if winner is None else "BW"[winner ^ is_swapped] + "+"
