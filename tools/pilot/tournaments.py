"""Tournaments of any ruleset for tests, random or with given moves."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import islice

from hypothesis import assume
from hypothesis import strategies as st

from game.core.clock import UNTIMED, TimeControl
from game.core.match import Match
from game.core.model import EMPTY, OptionValue, Outcome, Termination
from game.core.plain_text import one_line
from game.core.ruleset import Option, Ruleset, complete_options, parse_move
from game.core.tournament import SERIES_LENGTHS, Participant, TeacherStrength, Tournament
from game.storage.saves import SaveEntry, SaveFolder

#: A strategy for time controls, with and without a clock.
TIME_CONTROLS = st.one_of(
    st.just(UNTIMED),
    st.builds(TimeControl, st.integers(1, 9999), is_per_turn=st.just(True)),
    st.builds(TimeControl, st.integers(1, 9999), st.sampled_from([0, 1, 2, 60, 0.05, 2.5])),
)
NAMES = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=12).filter(
    lambda name: one_line(name) == name
)


def new_tournament(ruleset: Ruleset, **options: OptionValue) -> Tournament:
    """Return a series of games between Anna and Ben that is not finished, without a game so far."""
    people = (Participant("Anna"), Participant("Ben"))
    return Tournament(ruleset, complete_options(ruleset.info, options), people, seed=7, title="Friday")


def play(match: Match, moves: str) -> None:
    """Play the moves of a text, which are separated by spaces. Raise AssertionError if one is illegal."""
    for word in moves.split():
        made = match.play(parse_move(match.ruleset.info, match.state, word))
        assert isinstance(made, tuple), made


def play_at_random(match: Match, plies: int, rng: random.Random) -> None:
    """Play up to ``plies`` random moves from the first 400 legal ones; with a clock each takes under 9 seconds."""
    for _ in range(plies):
        moves = list(islice(match.ruleset.legal_moves(match.state), 400))
        if not moves:
            return
        if match.time_control.is_timed:
            match.spend(rng.randrange(9000))
        match.play(rng.choice(moves))


def option_values(option: Option) -> st.SearchStrategy[OptionValue]:
    if option.kind == "number":
        return st.integers(option.low, option.high)
    if option.kind == "flag":
        return st.booleans()
    return st.sampled_from([choice.value for choice in option.choices])


@st.composite
def options_of(draw: st.DrawFn, ruleset: Ruleset) -> dict[str, OptionValue]:
    drawn = {option.key: draw(option_values(option)) for option in ruleset.info.options}
    options = complete_options(ruleset.info, drawn)
    assume(ruleset.check_options(options) is None)
    return options


@st.composite
def participants_of(draw: st.DrawFn, ruleset: Ruleset) -> tuple[Participant, Participant]:
    levels = st.sampled_from(["", *(level.id for level in ruleset.info.levels)])
    return (Participant(draw(NAMES), draw(levels)), Participant(draw(NAMES), draw(levels)))


def end_by_agreement(match: Match, rng: random.Random) -> None:
    """End a running game by resignation, agreed draw, time or forfeit, at random."""
    if match.outcome is not None:
        return
    way = rng.choice([Termination.RESIGNATION, Termination.AGREED_DRAW, Termination.TIME, Termination.FORFEIT])
    winner = None if way is Termination.AGREED_DRAW else rng.randrange(2)
    match.end(Outcome(way, winner, dict(match.state.scores)))


@st.composite
def tournaments(draw: st.DrawFn, rulesets: Sequence[Ruleset], plies: int = 30) -> Tournament:
    """Draw a tournament with up to three games, of which the last one may be unfinished."""
    ruleset = draw(st.sampled_from(rulesets))
    rng = draw(st.randoms(use_true_random=False))
    tournament = Tournament(
        ruleset=ruleset,
        options=draw(options_of(ruleset)),
        participants=draw(participants_of(ruleset)),
        seed=draw(st.integers(0, 2**31)),
        best_of=draw(st.sampled_from(SERIES_LENGTHS)),
        first=draw(st.integers(0, 1)),
        title=draw(NAMES),
        wins_before=draw(st.sampled_from([(0.0, 0.0), (1.0, 0.0), (0.5, 0.5)])),
        time_control=draw(TIME_CONTROLS),
        teacher=draw(st.sampled_from([None, *TeacherStrength])),
    )
    for _ in range(draw(st.integers(0, 3))):
        if tournament.is_over:
            break
        if tournament.current is not None:
            end_by_agreement(tournament.current.match, rng)
        if tournament.is_over:
            break
        start = draw(starts(tournament)) if draw(st.booleans()) else None
        play_at_random(tournament.start_game(start).match, draw(st.integers(0, plies)), rng)
        tournament.games[-1].match.spend(draw(st.sampled_from([0, 1, 2500])))
    tournament.ended = draw(st.booleans())
    return tournament


@st.composite
def starts(draw: st.DrawFn, tournament: Tournament):
    """Draw a start position with up to six stones, in which the game is not over."""
    ruleset, options = tournament.ruleset, tournament.options
    cells = range(len(ruleset.geometry(options)))
    letters = st.sampled_from([stone.letter for stone in ruleset.info.stones])
    stones = draw(st.dictionaries(st.sampled_from(cells), letters, max_size=6))
    state = ruleset.arrange(options, stones, draw(st.sampled_from(ruleset.info.colours)))
    assume(ruleset.outcome(state) is None)
    assume(EMPTY in state.board)
    return state


def newest_to_go_on(saves: SaveFolder) -> SaveEntry | None:
    """Return the newest saved game that can be continued, or None."""
    return next((entry for entry in saves.entries() if entry.can_resume), None)
