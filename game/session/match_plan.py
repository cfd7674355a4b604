"""The choices that a player makes in match setup, and the series of games started from them. No pygame here."""

from __future__ import annotations

import contextlib
import random
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from game.core.clock import UNTIMED, TimeControl, format_time_control, parse_time_control
from game.core.language import _, gettext_noop
from game.core.levels.blended import is_mirror
from game.core.levels.level import Ribbon
from game.core.model import OptionValue, ParseError
from game.core.ruleset import Ruleset, complete_options
from game.core.tournament import SERIES_LENGTHS, SINGLE_GAME, Participant, TeacherStrength, Tournament
from game.engine.client.opponent_process import expresses
from game.session.engines import EngineRecord, shown_name
from game.session.game_session import GameSession, open_local_session
from game.session.records.mirror import mirror_of
from game.session.services import Services

#: The side that moves first in the first game: the player who sets up the match, the other side, or the winner of a
#: coin toss.
FIRST_CHOICES = ("me", "other", "toss")
#: The value of ``MatchPlan.level`` for an opponent on another machine.
ELSEWHERE = "elsewhere"


@dataclass(slots=True)
class MatchPlan:
    """The player's choices for a new match: ruleset, options, opponent, sides, clock and more.

    ``level`` is the opponent: a level of the ruleset, the adaptive opponent, one of the player's engines, "" for a
    friend at this machine, or ``ELSEWHERE`` for an opponent online.
    """

    ruleset: Ruleset
    options: dict[str, OptionValue] = field(default_factory=dict)
    level: str = ""
    friend: str = gettext_noop("Friend")
    best_of: int = 0
    first: str = "me"
    time_control: TimeControl = UNTIMED
    teacher: TeacherStrength | None = None
    """The strength of the teacher for the person who plays against an opponent; None for no teacher."""
    seed: int | None = None
    """The seed of the tournament; None for a random one."""
    name: str = ""
    """The name to save the tournament under if it is free; "" for the default name."""

    def to_setting(self) -> dict[str, object]:
        """Convert the choices to a stored setting, which is offered again before the next match."""
        return {
            "level": self.level,
            "friend": self.friend,
            "best_of": self.best_of,
            "first": self.first,
            "clock": format_time_control(self.time_control),
            "teacher": self.teacher.value if self.teacher is not None else "none",
            "options": dict(self.options),
        }


def plan_for(services: Services, ruleset: Ruleset) -> MatchPlan:
    """Return the choices of the last match with this ruleset, with defaults for invalid ones."""
    info = ruleset.info
    remembered: object = services.database.settings.get(f"setup.{info.id}", None)
    plan = MatchPlan(ruleset, complete_options(info, {}), info.levels[0].id if info.levels else "")
    if not isinstance(remembered, Mapping):
        return plan
    with contextlib.suppress(ParseError, TypeError):
        plan.options = complete_options(info, remembered.get("options", {}))
    level = str(remembered.get("level", plan.level))
    plan.level = level if level in ("", ELSEWHERE) or _opponent(services, ruleset, level) else plan.level
    plan.friend = str(remembered.get("friend", plan.friend))
    plan.best_of = next((length for length in SERIES_LENGTHS if length == remembered.get("best_of")), 0)
    plan.first = next((key for key in FIRST_CHOICES if key == remembered.get("first")), "me")
    plan.teacher = next((each for each in TeacherStrength if each.value == remembered.get("teacher")), None)
    with contextlib.suppress(ParseError):
        plan.time_control = parse_time_control(str(remembered.get("clock", "none")))
    return plan


def first_game(services: Services, ruleset: Ruleset) -> MatchPlan:
    """Return the plan of a match in which the player moves first against the weakest opponent.

    The other choices are those of the last match.
    """
    plan = plan_for(services, ruleset)
    levels = ruleset.info.levels
    rated = [level for level in levels if level.elo is not None]
    easiest = min(rated, key=lambda level: level.elo or 0, default=levels[0] if levels else None)
    plan.level = easiest.id if easiest else ""
    plan.first = "me"
    return plan


def _opponent(services: Services, ruleset: Ruleset, level_id: str) -> Participant | None:
    """Return the participant for an opponent's level id, or None for a friend or an unknown id."""
    level = ruleset.info.level(level_id)
    if level is not None:
        return Participant(level.name, level.id)
    if is_mirror(level_id):
        mirror = mirror_of(services, ruleset, services.database.players.current())
        return None if mirror is None else mirror.participant
    engines = engines_for(services, ruleset)
    return next((engine.participant for engine in engines if engine.level == level_id), None)


def engines_for(services: Services, ruleset: Ruleset) -> list[EngineRecord]:
    """Return the engines added by the player that can play this game, at least with its default options."""
    options = complete_options(ruleset.info, {})
    return [engine for engine in services.engines.ready() if expresses(engine.to_program(), ruleset, options)]


def remember(services: Services, plan: MatchPlan) -> None:
    """Store the choices of match setup, to be offered again before the next match."""
    services.database.settings.set(f"setup.{plan.ruleset.info.id}", plan.to_setting())


def challenge_to(ruleset: Ruleset, level_id: str) -> MatchPlan:
    """Return the plan of a ladder match, which is best of three games with default options.

    The challenger moves first.
    """
    return MatchPlan(ruleset, complete_options(ruleset.info, {}), level_id, best_of=3)


def ribbon_challenge(ruleset: Ruleset, level_id: str, ribbon: Ribbon) -> MatchPlan:
    """Return the plan of a match for a ribbon (award), which is best of three games by a special rule.

    The challenger moves first.
    """
    options = complete_options(ruleset.info, ribbon.options)
    return MatchPlan(ruleset, options, level_id, best_of=3, time_control=ribbon.time_control)


def next_challenge(services: Services, table: GameSession) -> GameSession:
    """Start a ladder match against the next opponent, after a ladder match was won.

    Asserts that there is a next opponent.
    """
    assert table.record.next_level is not None, "nothing was won, or nobody is left to be challenged"
    return start_session(services, challenge_to(table.tournament.ruleset, table.record.next_level.id))


def start_session(services: Services, plan: MatchPlan) -> GameSession:
    """Start the match that the player has set up, with the current player as the first participant."""
    other = _opponent(services, plan.ruleset, plan.level) or Participant(plan.friend)
    seed = random.SystemRandom().randrange(1 << 31) if plan.seed is None else plan.seed
    first = {"me": 0, "other": 1, "toss": random.Random(seed).randrange(2)}[plan.first]
    participants = (Participant(services.player_name()), other)
    name = services.saves.free_name(plan.name or usual_name(plan.ruleset, participants))
    tournament = Tournament(
        ruleset=plan.ruleset,
        options=plan.options,
        participants=participants,
        seed=seed,
        best_of=plan.best_of,
        first=first,
        title=name,
        time_control=plan.time_control,
        teacher=None if other.is_person else plan.teacher,
    )
    return open_local_session(services, tournament, name, saved=False)


def start_trial(services: Services, ruleset: Ruleset) -> GameSession:
    """Start a single game of a ruleset that is being made, which is unrated. The player moves first.

    The opponent is the strongest level that needs no compiled code, so that the game begins at once.
    """
    levels = ruleset.info.levels
    level = next((each for each in reversed(levels) if not each.compiled), levels[-1])
    participants = (Participant(services.player_name()), Participant(level.name, level.id))
    options = complete_options(ruleset.info, {})
    seed = random.SystemRandom().randrange(1 << 31)
    name = services.saves.free_name(usual_name(ruleset, participants))
    tournament = Tournament(ruleset, options, participants, seed, best_of=SINGLE_GAME, title=name)
    return open_local_session(services, tournament, name, saved=False)


def rematch(services: Services, table: GameSession) -> GameSession:
    """Start a new match with the same participants, options, clock and series length.

    It is saved under the next free name. The participant who moved first moves second.
    """
    old = table.tournament
    usual = usual_name(old.ruleset, old.participants)
    has_usual = re.fullmatch(rf"{re.escape(usual)}( [0-9]+)?", table.name) is not None
    name = services.saves.free_name(usual) if has_usual else services.saves.next_name(table.name)
    tournament = Tournament(
        ruleset=old.ruleset,
        options=old.options,
        participants=old.participants,
        seed=random.SystemRandom().randrange(1 << 31),
        best_of=old.best_of,
        first=1 - old.first,
        title=name,
        time_control=old.time_control,
        teacher=old.teacher,
    )
    return open_local_session(services, tournament, name, saved=False)


def usual_name(ruleset: Ruleset, participants: tuple[Participant, Participant]) -> str:
    """Return the default name for saving a series between these participants."""
    one, two = participants
    return _("{game} - {one} and {two}", game=_(ruleset.info.title), one=shown_name(one), two=shown_name(two))
