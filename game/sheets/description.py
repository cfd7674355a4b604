"""The description of a rule sheet as a game: its texts, stones, levels and rules card."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.language import _, gettext_noop, join_sentences, make_translatable, plural_noop, spoken
from game.core.lines.usual_openings import FIRST_WORD, SECOND_WORD, TWO_MORE
from game.core.rules_card import Section
from game.core.ruleset import API_VERSION, Choice, Level, RulesetInfo, Stone
from game.sheets.contradictions import has_choice_of_stones
from game.sheets.levels import PROVER
from game.sheets.openings import STAY, SWAP
from game.sheets.sentences import board_sentences, goal_sentences, turn_sentences
from game.sheets.sheet import Look, Sheet

_CAPTURED = plural_noop("captured stone", "captured stones")
_ACCENTS = {Look.WOOD: ("#C98B4A", "#FFF1DC"), Look.POND: ("#4FA3C7", "#E4F4FA")}
#: The score in points that makes the odds of winning e to 1, for the engine of rule sheets.
LOGIT_SCALE = 300


def side_letters(sheet: Sheet) -> tuple[str, str]:
    """Return the letters of both sides: of the first kind of stone of each that is not wild."""
    first, second = (
        next(kind.letter for kind in sheet.rules.stones if kind.side.value == side and not kind.wild)
        for side in ("first", "second")
    )
    return first, second


def describe(sheet: Sheet, levels: Sequence[Level]) -> RulesetInfo:
    """Return the description of a sheet's game with these opponents, the weakest first."""
    rules = sheet.rules
    accent, accent2 = _ACCENTS[rules.board.look]
    return RulesetInfo(
        id=sheet.id,
        api=API_VERSION,
        title=_in_own_words(sheet, sheet.title),
        pitch=_in_own_words(sheet, sheet.pitch) if sheet.pitch else goal_sentences(rules)[0],
        stones=tuple(Stone(kind.letter, _in_own_words(sheet, kind.name), kind.look) for kind in rules.stones),
        colours=side_letters(sheet),
        side_names=(_in_own_words(sheet, rules.sides[0]), _in_own_words(sheet, rules.sides[1])),
        options=(),
        levels=tuple(levels),
        hint_level=levels[-1].id,
        accent=accent,
        accent2=accent2,
        choices=_choices(sheet),
        shows_score=rules.line.points or bool(rules.capture.runs),
        score_name=("point", "points") if rules.line.points else _CAPTURED,
        names_stone=has_choice_of_stones(rules),
        win_banner=gettext_noop("A win!"),
        rules_card=rules_card(sheet),
        sample=sheet.sample,
        logit_scale=LOGIT_SCALE,
        prover=PROVER,
        is_draft=sheet.is_draft,
    )


def _in_own_words(sheet: Sheet, text: str) -> str:
    """Return a text of the sheet, which is shown in the language of the window if the sheet has a translation."""
    if not any(text in words for words in sheet.translations.values()):
        return text
    return make_translatable(lambda: sheet.translations.get(spoken(), {}).get(text, text))


def _choices(sheet: Sheet) -> tuple[Choice, ...]:
    first, second = side_letters(sheet)
    return (
        Choice(SECOND_WORD, gettext_noop("Play White"), gettext_noop("White has the next move."), second),
        Choice(
            FIRST_WORD, gettext_noop("Play Black"), gettext_noop("The other player takes White and moves next."), first
        ),
        Choice(
            TWO_MORE,
            gettext_noop("Add two stones"),
            gettext_noop("Add a white and a black stone; your opponent picks a colour."),
        ),
        Choice(STAY, gettext_noop("No swap"), gettext_noop("Both players keep their colours.")),
        Choice(SWAP, gettext_noop("Swap colours"), gettext_noop("The players exchange colours.")),
    )


def rules_card(sheet: Sheet) -> tuple[Section, ...]:
    """Return the rules card: the board, a turn and the goal in plain sentences, then the sheet's own sections."""
    rules = sheet.rules
    sections = [
        Section(gettext_noop("The board"), join_sentences(board_sentences(rules))),
        Section(gettext_noop("A turn"), join_sentences(turn_sentences(rules))),
        Section(gettext_noop("The goal"), join_sentences(goal_sentences(rules))),
    ]
    sections += [
        Section(_in_own_words(sheet, heading), _in_own_words(sheet, words)) for heading, words in sheet.card.items()
    ]
    if sheet.known_as:
        sections.append(Section(gettext_noop("Other names"), _("This game is known as {name}.", name=sheet.known_as)))
    return tuple(sections)
