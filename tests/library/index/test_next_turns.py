"""What was played next from a position: counted once in all turnings, for the side on turn, as the board stands."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.core.match import Match
from game.core.model import Move, Place
from game.core.ruleset import Ruleset, format_move
from game.core.tournament import Game, Participant, Tournament
from game.library.index import index_writing as writing
from game.library.index.index_file import open_index
from game.library.index.indexed_game import OpeningNames, Result, SideResult, indexed, side_result
from game.library.index.indexed_turn import turned_by
from game.library.index.library import Library
from game.library.index.next_turns import MOST_TURNS, NextTurn, NextTurns, find_next_turns, next_turns_query
from game.library.study.study import study_of_game
from game.library.study.study_file import write_study
from game.storage.database import Database
from game.storage.result_store import ResultStore
from tools.pilot.libraries import GAMES, GOMOKU, SHORT, library_in, next_turns, save, tournament, updated
from tools.pilot.tiny_ruleset import TinyRuleset
from tools.pilot.tournaments import new_tournament, play, play_at_random

CONNECT6, THREESTONES = GAMES["connect6"], GAMES["threestones"]


@pytest.fixture
def library(tmp_path: Path):
    made = library_in(tmp_path)
    yield made
    made.close()


def after(moves: str, ruleset: Ruleset = GOMOKU, **options: str) -> Match:
    match = new_tournament(ruleset, **options).start_game().match
    play(match, moves)
    return match


def told(found: NextTurns, ruleset: Ruleset = GOMOKU) -> list[tuple[str, int]]:
    """The turns in words, with the number of their games."""
    geometry = after("", ruleset).state.geometry
    return [(" ".join(format_move(ruleset.info, geometry, move) for move in turn.moves), turn.games)
            for turn in found.turns]  # fmt: skip


class Kept:
    """An index of games, to be asked about positions."""

    def __init__(self, folder: Path) -> None:
        self._connection = open_index(folder / "library.db")
        with writing.together(self._connection):
            self._source, _next = writing.begin_source(self._connection, "file", "kept", "1")
        self.games = 0

    def add(self, match: Match, day: int = 0) -> None:
        made = new_tournament(match.ruleset)
        made.options, made.games = match.options, [Game((0, 1), match)]
        with writing.together(self._connection):
            game = indexed(study_of_game(made, 0), OpeningNames(), day=day)
            writing.add_games(self._connection, self._source, {self.games: game})
        self.games += 1

    def play(self, *moves: str, ruleset: Ruleset = GOMOKU, **options: str) -> None:
        for each in moves:
            self.add(after(each, ruleset, **options))

    def next(self, match: Match) -> NextTurns:
        return find_next_turns(self._connection, next_turns_query(match))

    def close(self) -> None:
        self._connection.close()


@pytest.fixture
def kept(tmp_path: Path):
    with contextlib.closing(Kept(tmp_path)) as made:
        yield made


def test_mirrored_and_turned_games_count_together_at_the_cell_as_the_board_stands(kept: Kept) -> None:
    kept.play("h8 i8 j9", "h8 h9 i10", "h8 g8 f7", "h8 i8 a1", "a1 h8 i8")
    assert told(kept.next(after("h8 i8"))) == [("j9", 3), ("a15", 1)]
    assert told(kept.next(after("h8 h7"))) == [("g6", 3), ("a15", 1)]


def test_a_turn_that_is_the_same_in_the_symmetry_of_the_position_counts_once(kept: Kept) -> None:
    kept.play("h8 i9", "h8 g7", "h8 g9", "h8 i8", "a1 b2")
    assert told(kept.next(after("h8"))) == [("g9", 3), ("h9", 1)]
    assert told(kept.next(after(""))) == [("h8", 4), ("a15", 1)]


def test_results_are_those_of_the_side_that_played_the_turn(kept: Kept) -> None:
    kept.play(SHORT, SHORT, "h8 i8 j8")
    (black,) = kept.next(after("")).turns
    (white,) = kept.next(after("h8")).turns
    assert black.results == {SideResult.WON: 2, SideResult.UNKNOWN: 1}
    assert white.results == {SideResult.LOST: 2, SideResult.UNKNOWN: 1}
    assert (black.score, white.score) == (1.0, 0.0)


def test_the_score_counts_a_draw_as_half_and_leaves_out_what_nobody_knows() -> None:
    results = {SideResult.WON: 1, SideResult.DRAWN: 2, SideResult.LOST: 1, SideResult.UNKNOWN: 6}
    assert NextTurn((), results, None).score == 0.5
    assert NextTurn((), results, None).games == 10
    assert NextTurn((), {SideResult.UNKNOWN: 6}, None).score is None
    assert [side_result(result, 1) for result in Result] == [
        SideResult.UNKNOWN,
        SideResult.LOST,
        SideResult.WON,
        SideResult.DRAWN,
    ]


def test_a_game_that_came_to_the_next_position_on_another_way_was_not_played_on_from_here(kept: Kept) -> None:
    kept.play("h8 i8 j9", "j9 i8 h8")
    assert told(kept.next(after("h8 i8"))) == [("j9", 1)]


def test_a_position_that_no_game_had_or_that_every_game_ended_with_has_no_turn(kept: Kept) -> None:
    kept.play("h8 i8 j9")
    for moves in ("a1 b1", "h8 i8 j9"):
        found = kept.next(after(moves))
        assert (found.turns, found.games, found.more) == ((), 0, 0)


def test_two_stones_of_a_turn_count_together_in_either_order(kept: Kept) -> None:
    kept.play("j10 k11 l10", "j10 l10 k11", "j10 k11 a1", "j10 l10", ruleset=CONNECT6)
    found = kept.next(after("j10", CONNECT6))
    assert [turn.games for turn in found.turns] == [2, 1]
    assert all(len(turn.moves) == 2 for turn in found.turns), "half a turn at the end of a file is none"
    match = after("j10", CONNECT6)
    for move in found.turns[0].moves:
        assert isinstance(match.play(move), tuple)
    assert match.state.colour == "b"


def test_in_the_middle_of_a_turn_what_is_left_of_it_is_told_whichever_stone_came_first(kept: Kept) -> None:
    kept.play("j10 k11 l10", "j10 l10 k11", "j10 k11 a1", ruleset=CONNECT6)
    assert told(kept.next(after("j10 l10", CONNECT6)), CONNECT6) == [("k11", 2)]
    assert told(kept.next(after("j10 k11", CONNECT6)), CONNECT6) == [("j12", 2), ("a1", 1)], "l10 mirrored"


def test_the_words_of_an_opening_are_told_apart_though_the_board_stays_as_it_is(kept: Kept) -> None:
    kept.play(*(f"h8 h9 i9 {words}" for words in ("black", "black", "white", "put2 a1 b2")), opening="swap2")
    found = kept.next(after("h8 h9 i9", opening="swap2"))
    assert told(found) == [("black", 2), ("put2", 1), ("white", 1)]


def test_moves_that_name_their_stone_differ_by_it(kept: Kept) -> None:
    first = after("duck", THREESTONES)
    placed = [move for move in first.ruleset.legal_moves(first.state) if isinstance(move, Place)]
    stones = {move.stone for move in placed if move.cell == placed[0].cell}
    assert len(stones) > 1
    for stone in stones:
        match = first.copy()
        match.play(Place(placed[0].cell, stone))
        kept.add(match)
    assert {move.stone for turn in kept.next(first).turns for move in turn.moves} == stones


@pytest.mark.parametrize("ruleset", [*GAMES.values(), TinyRuleset()], ids=lambda ruleset: ruleset.info.id)
def test_every_turn_is_told_once_and_can_be_played_and_no_game_is_lost(ruleset: Ruleset, kept: Kept) -> None:
    """Random games, each in all turnings of the board as far as its rules let them pass."""
    rng, matches = random.Random(5), []
    for _game in range(5):
        match = new_tournament(ruleset).start_game().match
        play_at_random(match, 8, rng)
        matches.append(match)
        for other in _in_all_turnings(match):
            kept.add(other)
    for match in matches:
        standing = new_tournament(ruleset).start_game().match
        for move in match.moves[:-2]:
            found = kept.next(standing)
            assert found.games >= 1
            assert found.games == sum(turn.games for turn in found.turns)
            assert len({turn.moves for turn in found.turns}) == len(found.turns)
            for turn in found.turns:
                _play_all(standing.copy(), turn.moves)
            standing.play(move)


def _in_all_turnings(match: Match) -> Iterator[Match]:
    for symmetry in match.state.geometry.symmetries:
        other = new_tournament(match.ruleset).start_game().match
        for move in turned_by(symmetry, match.moves):
            other.play(move)
        yield other


def _play_all(match: Match, moves: tuple[Move, ...]) -> None:
    for move in moves:
        assert isinstance(match.play(move), tuple)


def test_only_the_turns_that_were_played_most_are_told_and_how_many_more_there_are(kept: Kept) -> None:
    cells = [cell for cell in after("").state.geometry.names if cell not in ("h8", "i8")]
    kept.play(*(f"h8 i8 {cell}" for cell in cells), "h8 i8 a1")
    found = kept.next(after("h8 i8"))
    assert len(found.turns) == MOST_TURNS
    assert told(found)[0] == ("a15", 3), "a1 is the same turn"
    assert found.games == kept.games
    # Seven rows lie mirrored on seven others, and that of the two stones on itself.
    assert found.more == 7 * 15 + 13 - MOST_TURNS


def test_the_game_that_was_played_last_is_told_of_each_turn(kept: Kept) -> None:
    for day in (20010000, 20190503, 0, 20180000):
        kept.add(after("h8 i8"), day)
    (turn,) = kept.next(after("h8")).turns
    assert (turn.newest.number, turn.newest.day, turn.newest.players) == (1, 20190503, ("Anna", "Ben"))


def test_a_position_that_was_set_up_is_told_like_any_other(kept: Kept) -> None:
    kept.play("h8 i8 j9")
    begun = after("h8 i8")
    match = Match(GOMOKU, begun.options, 7, begun.state)
    assert told(kept.next(match)) == [("j9", 1)]
    match.play(Place(begun.state.geometry.cell("a1"), "b"))
    kept.add(match)
    assert told(kept.next(begun)) == [("a15", 1), ("j9", 1)]


def test_a_study_is_no_game_that_was_played(library: Library, tmp_path: Path) -> None:
    save(tmp_path, "Kept", tournament("h8 i8"))
    folder = tmp_path / "studies"
    folder.mkdir()
    (folder / "mine.study.txt").write_text(write_study(study_of_game(tournament("h8 i9"), 0)), encoding="utf-8")
    assert told(next_turns(updated(library), after("h8"))) == [("h9", 1)]


def test_ones_own_games_are_told_alone_also_those_under_a_former_name(library: Library, tmp_path: Path) -> None:
    save(tmp_path, "Ann", tournament("h8 i8", names=("Ann", "Ben")))
    save(tmp_path, "Others", tournament("h8 i9", names=("Cid", "Ben")))
    files = tmp_path / "library"
    files.mkdir()
    (files / "strong.sgf").write_text("(;FF[4]GM[4]SZ[15]PB[Ann]PW[Vale];B[hh];W[hj])", encoding="utf-8")
    database = Database(tmp_path / "stone-fair.sqlite3")
    player = database.players.create("Ann")
    database.players.rename(player.id, "Annika")
    finished = Tournament(GOMOKU, new_tournament(GOMOKU).options, (Participant("ANNIKA"), Participant("Ben")), seed=3)
    play(finished.start_game().match, SHORT)
    assert ResultStore(database).save_result(finished, 0).messages == ()
    mine = database.players.names_of(player.id)
    database.file.close()
    updated(library)
    assert mine == {"ann", "annika"}
    assert told(next_turns(library, after("h8"), mine)) == [("h9", 2)]
    assert next_turns(library, after("h8")).games == 4
    assert next_turns(library, after("h8"), frozenset(("dora",))).turns == ()
