"""Layout and drawing of the replay: top line, players' cards, speech bubble, moves, keys and buttons."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from game.analysis.review.review_worker import ReviewWorker
from game.core.language import _
from game.core.match import Ply
from game.session.replay_game import ReplayGame
from game.session.texts import stones_placed, variant_text
from game.ui.analysis.review.review_card import ReviewCard, draw_class
from game.ui.board.board_buttons import TOP, Press, draw_keys
from game.ui.board.board_view import BoardView
from game.ui.board.move_list import MoveList, Turn
from game.ui.board.player_card import PlayerCard
from game.ui.board.speech_bubble import draw_bubble
from game.ui.painting.canvas import Canvas
from game.ui.painting.stage import Stage
from game.ui.widgets import keys
from game.ui.widgets.buttons import Button
from game.ui.widgets.keys import key_name

_RIGHT = 1016.0
_SMALLEST_CHIP = 60
#: Size of a mark in the list of moves.
_MARK = 13.0
#: Place of the slider: x, y, width and height.
SLIDER = (_RIGHT, 412.0, 240.0, 44.0)


class ReplayMoves(MoveList):
    """The replay's list of all moves of the game; moves after the current step are paler."""

    def __init__(self, replay: ReplayGame) -> None:
        super().__init__(replay, _RIGHT, 80.0, 320.0)
        self._replay = replay
        self.desk: ReviewWorker | None = None
        """The review, or None while it is off."""

    @property
    def plies(self) -> list[Ply]:
        """Plies of the whole game."""
        return self._replay.whole.plies

    def _draw_mark(self, canvas: Canvas, turn: Turn, x: float, y: float) -> float:
        """Draw the quality of a turn's worst move beside it, during a review; return the width used."""
        if self.desk is None:
            return 0.0
        steps = [step for step, ply in enumerate(self.plies, start=1) if any(ply is each for each in turn.plies)]
        judged = [found for step in steps if (found := self.desk.judged(step)) is not None]
        if judged:
            worst = max(judged, key=lambda found: found.loss)
            is_chosen = self._replay.step in steps
            draw_class(canvas, worst.kind, x + self._turn_width - 14, y + 17, _MARK, is_chosen=is_chosen)
        return _MARK + 6


@dataclass(frozen=True, slots=True)
class ReplayActions:
    """Callbacks of the replay's buttons."""

    go: Callable[[int], None]
    """Goes to a step."""
    play: Press
    take_over: Press
    review: Press
    """Starts or ends the review."""
    next_mistake: Press
    explore: Press
    learn: Press
    """Opens exercises made from the mistakes."""
    copy: Press
    picture: Press
    export: Press
    """Opens the export to a file."""
    other_game: Callable[[int], None]
    """Goes forward or back by a number of games."""
    leave: Press


def transport_buttons(stage: Stage, replay: ReplayGame, act: ReplayActions, *, playing: bool) -> Iterator[Button]:
    """Yield the replay's buttons that move through the game: first, back, play, forward, last."""
    step, end = replay.step, replay.length
    first, last = _("The game begins here."), _("The game ends here.")
    space = keys.RUN.names()
    run = ("pause", _("Pause  ·  {key}", key=space)) if playing else ("play", _("Let it play  ·  {key}", key=space))
    home, last_key, left, right = (key_name(key) for key in (*keys.ENDS.keys, *keys.STEP.keys))
    tips = (
        _("To the first move  ·  {key}", key=home),
        _("A move back  ·  {key}", key=left),
        run[1],
        _("A move forward  ·  {key}", key=right),
        _("To the last move  ·  {key}", key=last_key),
    )
    places = (
        (0, 44, "to_start", lambda: act.go(0), step > 0, first),
        (48, 44, "step_back", lambda: act.go(step - 1), step > 0, first),
        (96, 48, run[0], act.play, end > 0, _("No move was made.")),
        (148, 44, "step_on", lambda: act.go(step + 1), step < end, last),
        (196, 44, "to_end", lambda: act.go(end), step < end, last),
    )
    for (x, width, icon, press, enabled, why), tip in zip(places, tips, strict=True):
        rect, chosen = stage.rect(_RIGHT + x, 464, width, 48), playing and icon == "pause"
        yield Button(rect, "", press, icon=icon, enabled=enabled, chosen=chosen, tip=tip, why=why)


def replay_buttons(
    stage: Stage, replay: ReplayGame, act: ReplayActions, *, playing: bool, reviewed: bool
) -> list[Button]:
    """Return all buttons of the replay.

    During a review, the review's buttons take the place of those for the current position.
    """
    leave = Button(stage.rect(24, TOP, 48, 44), "", act.leave, icon="arrow_left", keys=keys.BACK.keys, tip=_("Back"))
    words, x, width = ("", _RIGHT + 192, 48) if reviewed else (_("Review"), _RIGHT, 116)
    review = Button(stage.rect(x, 644, width, 40), words, act.review, icon="hint", size=16, chosen=reviewed)
    review.tip = _("End the review") if reviewed else ""
    review.keys, review.enabled, review.why = keys.REVIEW.keys, replay.length > 0, _("No move was made.")
    x = _RIGHT + 56 if reviewed else _RIGHT + 124
    explore = Button(
        stage.rect(x, 644, 128 if reviewed else 116, 40), _("Explore"), act.explore, icon="search", size=16
    )
    explore.keys, explore.tip = keys.EXPLORE.keys, _("Try moves from here, with the engine beside them")
    below = _review_buttons(stage, replay, act) if reviewed else _position_buttons(stage, replay, act)
    buttons = [leave, *_game_buttons(stage, replay, act)]
    return [*buttons, *transport_buttons(stage, replay, act, playing=playing), *below, explore, review]


def _take_over_button(stage: Stage, replay: ReplayGame, act: ReplayActions, *, is_first: bool) -> Button:
    place, words = ((532, 240, 52), _("Play from here")) if is_first else ((644, 48, 40), "")
    y, width, height = place
    button = Button(stage.rect(_RIGHT, y, width, height), words, act.take_over, icon="play")
    button.kind = "primary" if is_first else button.kind
    button.tip = "" if is_first else _("Play from here")
    button.enabled = replay.match.ruleset.outcome(replay.match.state) is None
    button.why = _("The game is over here. Step back to play on from an earlier move.")
    return button


def _position_buttons(stage: Stage, replay: ReplayGame, act: ReplayActions) -> list[Button]:
    """Return the replay's buttons for actions on the current position."""
    copy = Button(stage.rect(_RIGHT, 596, 48, 40), "", act.copy, icon="copy", size=16)
    picture = Button(stage.rect(_RIGHT + 56, 596, 48, 40), "", act.picture, icon="camera", size=16)
    copy.keys, picture.keys = keys.COPY.keys, keys.KEEP_PICTURE.keys
    copy.tip, picture.tip = _("Copy position"), _("Save picture")
    export = _export_button(stage, act)
    return [_take_over_button(stage, replay, act, is_first=True), copy, picture, export]


def _export_button(stage: Stage, act: ReplayActions, *, is_small: bool = False) -> Button:
    x, width, words = (192, 48, "") if is_small else (112, 128, _("Save as"))
    button = Button(stage.rect(_RIGHT + x, 596, width, 40), words, act.export, icon="save", size=16)
    button.keys, button.tip = keys.EXPORT.keys, _("Save as a file  ·  {key}", key=key_name(keys.EXPORT.key))
    return button


def _review_buttons(stage: Stage, replay: ReplayGame, act: ReplayActions) -> list[Button]:
    """Return the replay's buttons for the review of the game."""
    slip = Button(stage.rect(_RIGHT, 532, 240, 52), _("Next mistake"), act.next_mistake, kind="primary", icon="step_on")
    slip.tip = _("The next mistake  ·  {key}", key=key_name(keys.MISTAKE.key))
    learn = Button(stage.rect(_RIGHT, 596, 184, 40), _("My mistakes"), act.learn, icon="learn", size=16)
    learn.keys, learn.tip = keys.LEARN.keys, _("Learn from this game  ·  {key}", key=key_name(keys.LEARN.key))
    return [
        slip,
        learn,
        _export_button(stage, act, is_small=True),
        _take_over_button(stage, replay, act, is_first=False),
    ]


def _game_buttons(stage: Stage, replay: ReplayGame, act: ReplayActions) -> list[Button]:
    """Return the buttons to the previous and the next game of the tournament, if there are several."""
    if replay.games < 2:
        return []
    before, after = replay.index > 0, replay.index < replay.games - 1
    back = Button(stage.rect(1152, TOP, 48, 44), "", lambda: act.other_game(-1), icon="step_back", enabled=before)
    on = Button(stage.rect(1208, TOP, 48, 44), "", lambda: act.other_game(1), icon="step_on", enabled=after)
    back.tip = _("The previous game  ·  {key}", key=key_name(keys.GAMES.keys[0]))
    on.tip = _("The next game  ·  {key}", key=key_name(keys.GAMES.keys[1]))
    back.why, on.why = _("This is the first game."), _("This is the last game.")
    return [back, on]


class ReplayPicture:
    """Draws the replay of a game: the board and the cards around it."""

    def __init__(self, replay: ReplayGame, board: BoardView) -> None:
        self._replay = replay
        self.board = board
        self.moves = ReplayMoves(replay)
        self.curve: ReviewCard | None = None

    def review(self, desk: ReviewWorker | None) -> None:
        """Show the results of a game's review, or hide them if None."""
        self.moves.desk = desk
        self.curve = None if desk is None else ReviewCard(desk, self._replay.tournament.ruleset.info)

    def paint(self, canvas: Canvas, note: str) -> None:
        canvas.backdrop(dimmed=True)
        canvas.lights()
        self._paint_top(canvas)
        self.board.paint(canvas)
        for card in self._cards():
            card.draw(canvas)
        if self.curve is None:
            draw_bubble(canvas, "", note)
        else:
            draw_bubble(canvas, "", note, is_short=True)
            self.curve.draw(canvas, self._replay.step)
            self._paint_class(canvas)
        self.moves.draw(canvas)
        draw_keys(canvas, self._keys())

    def _paint_class(self, canvas: Canvas) -> None:
        """Draw the mark of the last move's quality beside its stone."""
        judged = self.moves.desk.judged(self._replay.step) if self.moves.desk is not None else None
        state, layout = self._replay.match.state, self.board.layout
        if judged is not None and state.last:
            x, y = layout.centre(state.last[-1])
            away = layout.stone_diameter * 0.36
            size = max(13.0, layout.stone_diameter * 0.42 / canvas.paintbox.scale)
            draw_class(canvas.in_pixels, judged.kind, x + away, y - away, size * canvas.paintbox.scale)

    def _keys(self) -> Sequence[str]:
        last = _("Page Up, Page Down: game") if self._replay.games > 1 else _("C copies  ·  P picture")
        second = _("M next mistake  ·  R ends") if self.curve is not None else _("Space plays  ·  Enter goes on")
        return (_("Arrows step  ·  Home, End"), second, last)

    def _paint_top(self, canvas: Canvas) -> None:
        replay = self._replay
        right = 1136 if replay.games > 1 else 1256
        stones, all_stones = stones_placed(replay.match), stones_placed(replay.whole)
        place = _("Move {number} of {all}", number=stones, all=all_stones)
        chip = canvas.chip(place, right, 38, colour="cream", anchor="midright", size=15, height=32, width=240)
        end = right - 8 - chip.width
        name = _(replay.tournament.ruleset.info.title)
        title = canvas.heading(name, 292, 39, 360, grows=False)
        x = 292 + title.width + 16
        for words, colour in self._chips():
            room = end - x - 36
            if words and room > _SMALLEST_CHIP:
                chip = canvas.chip(words, x, 40, colour=colour, size=15, height=32, width=room + 28)
                x += chip.width + 8

    def _chips(self) -> list[tuple[str, str]]:
        replay = self._replay
        chips = [
            (_("Review") if self.curve is not None else _("Replay"), "mist"),
            (variant_text(replay.tournament), "amber"),
        ]
        if replay.games > 1:
            chips.append((_("Game {number} of {all}", number=replay.index + 1, all=replay.games), "mist"))
        return chips

    def _cards(self) -> tuple[PlayerCard, PlayerCard]:
        """Return the upper and the lower player's card.

        The lower card shows the only person, else the player of the first colour.
        """
        replay = self._replay
        persons = [seat for seat in (0, 1) if replay.participant(seat).is_person]
        lower = persons[0] if len(persons) == 1 else replay.game.seat_of(0)
        return self._card(1 - lower, 80), self._card(lower, 564)

    def _card(self, seat: int, y: float) -> PlayerCard:
        accuracy = self.moves.desk.review.accuracy[seat] if self.moves.desk is not None else None
        return PlayerCard(self._replay, seat, 24, y, is_replayed=True, accuracy=accuracy)

    def paint_live(self, canvas: Canvas) -> None:
        """Draw the animated parts of the board, and the lamp of the side to move, which does not blink."""
        self.board.paint_live(canvas, ghost=False)
        for card in self._cards():
            card.draw_bulbs(canvas, 0)
