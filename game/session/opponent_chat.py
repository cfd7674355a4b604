"""The sentences that an opponent's character says during a game, in reply to events. No pygame here."""

from __future__ import annotations

from dataclasses import dataclass

from game.core.character import Character, Mood
from game.core.model import Outcome
from game.core.ruleset import Level, threats_of
from game.session.game_session import GameSession

#: The change in its own winning chance, from 0 to 1, that an opponent comments on.
_JUMP = 0.15
#: Minimum number of stones placed between two lines, except for lines about the opening and the result.
_PAUSE = 5


@dataclass(frozen=True, slots=True)
class EvalSnapshot:
    """A rough evaluation of a position from the view of one side: result, lead, winning chance and threat.

    Values that a game does not have are 0 or None.
    """

    outcome: Outcome | None = None
    lead: int = 0
    """The side's points minus the opponent's."""
    chance: float | None = None
    """The side's winning chance, from 0 to 1, according to its own search."""
    threat: int = 0
    """1 if the side could win with its next turn, -1 if the opponent could, else 0."""


def mood_between(before: EvalSnapshot, after: EvalSnapshot, seat: int) -> Mood | None:
    """Return the mood in which a character comments on a changed evaluation, or None for a small change.

    ``seat`` is the player number of the character. Both evaluations are from the view of this player.
    """
    if after.outcome is not None:
        won = {seat: Mood.WIN, 1 - seat: Mood.LOSS}
        return None if after.outcome.winner is None else won[after.outcome.winner]
    change: float = after.lead - before.lead
    if not change and after.threat != before.threat:
        change = after.threat
    if not change and before.chance is not None and after.chance is not None:
        jump = after.chance - before.chance
        change = jump if abs(jump) >= _JUMP else 0
    return None if not change else Mood.GOOD_MOVE if change > 0 else Mood.BAD_MOVE


class Banter:
    """A chooser of an opponent's sentences, which never says the same sentence twice in a row.

    The number ``start`` selects the first sentences, so that two games need not begin with the same ones.
    """

    def __init__(self, character: Character, start: int) -> None:
        self._character = character
        self._turn = start
        self._last = ""

    def line_for(self, mood: Mood) -> str:
        """Return the character's next sentence in this mood, or "" if the sentence would only be repeated."""
        lines = [line for line in self._character.dialogue.lines(mood) if line != self._last]
        if not lines:
            return ""
        self._turn += 1
        self._last = lines[self._turn % len(lines)]
        return self._last


class OpponentChat:
    """The sentences that a computer opponent says in one game.

    ``line`` is the one to show in the speech bubble, "" for none.

    There are none between two people, and none for a foreign engine.
    """

    def __init__(self, table: GameSession) -> None:
        self._table = table
        self.line = ""
        person = table.only_person
        self._seat = 0 if person is None else 1 - person
        level = None if person is None else opposing_level(table)
        self._banter = Banter(character_of(level), table.match.seed) if level is not None else None
        self._waiting = (
            Banter(character_of(level), table.match.seed).line_for(Mood.GETTING_READY) if level is not None else ""
        )
        self._plies = len(table.match.plies)
        self._spoke_at = self._plies - _PAUSE
        self._seen = self._snapshot(EvalSnapshot())
        if self._banter is not None and not self._plies and table.match.outcome is None:
            self.line, self._spoke_at = self._banter.line_for(Mood.OPENING), self._plies

    @property
    def words(self) -> str:
        """The text in the opponent's speech bubble.

        It is a sentence about the game, or a message that the opponent is being prepared.
        """
        return self.line if self._table.computer.getting_ready is None else self._waiting

    def reset_for_position(self) -> None:
        """Choose the opponent's sentence about the plies played since the last call, possibly none."""
        if self._banter is None:
            return
        before, plies = self._plies, len(self._table.match.plies)
        self._plies = plies
        is_over = self._table.match.outcome is not None
        if plies < before or (self._seen.outcome is not None and not is_over):
            self.line, self._spoke_at = "", min(self._spoke_at, plies)
            self._seen = self._snapshot(EvalSnapshot())
            return
        if (plies == before and not is_over) or (is_over and self._seen.outcome is not None):
            return
        after = self._snapshot(self._seen)
        mood, self._seen = mood_between(self._seen, after, self._seat), after
        self._speak(mood, is_over)

    def _speak(self, mood: Mood | None, is_over: bool) -> None:
        assert self._banter is not None
        may_speak = is_over or self._plies - self._spoke_at >= _PAUSE
        line = self._banter.line_for(mood) if mood is not None and may_speak else ""
        if line:
            self.line, self._spoke_at = line, self._plies
        elif is_over or self._plies - self._spoke_at > 1:
            self.line = ""

    def _snapshot(self, before: EvalSnapshot) -> EvalSnapshot:
        table = self._table
        state, outcome = table.match.state, table.match.outcome
        colour, other = state.colours[self._seat], state.colours[1 - self._seat]
        lead = state.scores.get(colour, 0) - state.scores.get(other, 0)
        chance = self._chance(before.chance)
        is_asked = self._banter is not None and outcome is None and chance is None and bool(colour)
        return EvalSnapshot(outcome, lead, chance, self._threat(colour) if is_asked else 0)

    def _chance(self, before: float | None) -> float | None:
        thinking = self._table.computer.thinking
        if thinking is None or thinking.is_hint or not thinking.is_deep or thinking.state.seat != self._seat:
            return before
        return thinking.chance

    def _threat(self, colour: str) -> int:
        """Return 1 if this colour threatens to win, -1 if the other colour does, and 0 otherwise.

        Return 0 without a test if no sentence is due, because the test takes some milliseconds.
        """
        if self._plies - self._spoke_at < _PAUSE:
            return 0
        sides = threats_of(self._table.tournament.ruleset, self._table.match.state) or ()
        threatening = [side.colour for side in sides if side.lines]
        return 0 if not threatening else 1 if colour in threatening else -1


def opposing_level(table: GameSession) -> Level | None:
    """Return the level of the person's computer opponent, or None for an engine or another person."""
    levels = table.tournament.ruleset.info.levels
    ids = {participant.level for participant in table.tournament.participants if not participant.is_person}
    return next((level for level in levels if level.id in ids), None)


def character_of(level: Level) -> Character:
    """Return the character of a level (computer opponent), or a plain one named after the level."""
    return level.character or Character(level.title, "")
