"""The buttons of a remote game, chosen by the state of the game, with their positions and keys."""

from __future__ import annotations

from dataclasses import dataclass

from game.core.language import _
from game.core.request import PlayerRequest
from game.session.game_session import GameSession
from game.session.pending_turn import PendingTurn
from game.ui.board.board_buttons import Press, play_label
from game.ui.painting.stage import Stage
from game.ui.widgets import keys
from game.ui.widgets.buttons import Button

_LEFT, _WIDTH = 1016, 240
_HALF, _SECOND = 112, 1144


@dataclass(frozen=True, slots=True)
class RemoteGameActions:
    """The callbacks of the buttons of a remote game."""

    speak: Press
    play: Press
    yes: Press
    no: Press
    undo: Press
    draw: Press
    resign: Press
    pause: Press
    proceed: Press
    again: Press
    analyse: Press
    leave: Press


def remote_game_buttons(stage: Stage, table: GameSession, pending: PendingTurn, act: RemoteGameActions) -> list[Button]:
    """Return the buttons beside the board of a remote game; the answers to an open request come first."""
    if table.opponent.received is not None:
        yes = Button(stage.rect(_LEFT, 484, _HALF, 52), _("Yes"), act.yes, kind="primary", icon="check", size=18)
        yes.keys = keys.AGREE.keys
        first = [yes, Button(stage.rect(_SECOND, 484, _HALF, 52), _("No"), act.no, size=18)]
    elif table.match.outcome is None and pending.is_laid_out:
        first = _turn(stage, pending, act)
    elif table.match.outcome is None:
        first = [_speech(stage, 484, 52, act)]
    else:
        first = _another(stage, table, act)
    return [*first, *(_running(stage, table, act) if table.match.outcome is None else _ended(stage, act))]


def _speech(stage: Stage, top: float, height: float, act: RemoteGameActions) -> Button:
    speak = Button(stage.rect(_LEFT, top, _WIDTH, height), _("Say something"), act.speak, icon="person", size=18)
    speak.keys = keys.SPEAK.keys
    return speak


def _turn(stage: Stage, pending: PendingTurn, act: RemoteGameActions) -> list[Button]:
    ready = pending.is_complete
    speak = Button(stage.rect(_LEFT, 484, 96, 52), _("Chat"), act.speak, size=18, tip=_("Say something"))
    speak.keys = keys.SPEAK.keys
    place = stage.rect(1124, 484, 132, 52)
    play = Button(place, play_label(pending), act.play, kind="primary" if ready else "ghost", enabled=ready)
    play.why = _("This turn needs one more stone.")
    return [speak, play]


def _another(stage: Stage, table: GameSession, act: RemoteGameActions) -> list[Button]:
    again = Button(stage.rect(_LEFT, 484, _WIDTH, 56), _("Another game"), act.again, kind="primary", icon="play")
    again.keys, again.enabled = keys.GO_ON.keys, not table.tournament.is_over
    again.why = _("The series is over.")
    return [again]


def _running(stage: Stage, table: GameSession, act: RemoteGameActions) -> list[Button]:
    """Return the buttons of a remote game in progress; a request that waits for an answer is highlighted."""
    paused = table.opponent.is_paused
    rest = (_("Resume"), act.proceed, PlayerRequest.RESUME) if paused else (_("Pause"), act.pause, PlayerRequest.PAUSE)
    rows = (
        (_LEFT, 556, _("Undo"), act.undo, "undo", keys.UNDO.keys, PlayerRequest.UNDO),
        (_SECOND, 556, _("Draw"), act.draw, "draw", keys.OFFER_DRAW.keys, PlayerRequest.DRAW),
        (_LEFT, 624, _("Resign"), act.resign, "flag", keys.RESIGN.keys, PlayerRequest.RESIGN),
        (_SECOND, 624, rest[0], rest[1], "pause", keys.PAUSE.keys, rest[2]),
    )
    return [
        Button(stage.rect(x, y, _HALF, 48), label, press, icon=icon, size=18, keys=key,
               chosen=table.opponent.asked is request)
        for x, y, label, press, icon, key, request in rows
    ]  # fmt: skip


def _ended(stage: Stage, act: RemoteGameActions) -> list[Button]:
    speak = Button(stage.rect(_LEFT, 560, _HALF, 48), _("Chat"), act.speak, size=18, tip=_("Say something"))
    speak.keys = keys.SPEAK.keys
    analyse = Button(stage.rect(_SECOND, 560, _HALF, 48), _("Analyse"), act.analyse, size=18)
    analyse.keys = keys.ANALYSE.keys
    leave = Button(stage.rect(_LEFT, 628, _WIDTH, 48), _("Leave the game"), act.leave, icon="home", size=19)
    leave.keys = keys.LEAVE.keys
    return [speak, analyse, leave]
