from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.core.clock import UNTIMED, TimeControl
from game.core.language import join_sentences
from game.core.match import Match
from game.core.model import Move, Reason
from game.core.record.writer import write_tournament
from game.core.request import PlayerRequest
from game.core.ruleset import complete_options, format_move, parse_move
from game.core.tournament import Participant, Practice, Tournament
from game.plugins import registry
from game.plugins.sheet_files import SheetFolders
from game.session.foreign_opponents import ForeignOpponents
from game.session.game_session import GameSession, open_local_session
from game.session.hints import hint_reasons, hint_sentence
from game.session.match_plan import MatchPlan, rematch, start_session, start_trial
from game.session.play_on import TakeOver
from game.session.playable_game import GameChanged, HintGiven, MessageShown, MovesPlayed
from game.session.records.counting import Unrating, tickets_left
from game.session.records.entry import RecordEntry
from game.session.services import Services
from game.session.texts import describe, turn_sentence
from game.storage.autosave import Autosave
from game.storage.database import Database
from game.storage.files import StoreError
from game.storage.result_store import WAITING
from game.storage.saves import SaveFolder
from game.storage.unrated_games import UnratedGames
from tests.storage.unwritable import locked
from tools.pilot.scripted_opponent import ScriptedOpponent
from tools.pilot.tournaments import newest_to_go_on


@pytest.fixture
def services(home: Path) -> Iterator[Services]:
    catalogue = registry.discover()
    saves = SaveFolder(home / "saves", catalogue.rulesets)
    opened = Services(catalogue, Database(home / "records.sqlite3"), saves, Autosave(saves), ScriptedOpponent())
    opened.database.players.create("Ann")
    opened.preferences.opponents_take_time = False
    yield opened
    opened.close()


def sit_down(
    services: Services, *, friend: bool = False, first: int = 0, best_of: int = 0, game: str = "gomoku", level: str = ""
) -> GameSession:
    ruleset = services.catalogue.rulesets[game]
    chosen = ruleset.info.level(level or ruleset.info.levels[-1].id)
    other = Participant("Ben") if friend else Participant(chosen.title, chosen.id)
    options = complete_options(ruleset.info, {})
    people = (Participant("Ann"), other)
    tournament = Tournament(ruleset, options, people, seed=1, first=first, best_of=best_of, title="test")
    table = open_local_session(services, tournament, "test", saved=False)
    table.think()
    return table


def move(table: GameSession, text: str) -> Move:
    return parse_move(table.tournament.ruleset.info, table.match.state, text)


def play(table: GameSession, *texts: str) -> None:
    for text in texts:
        assert isinstance(table.play(move(table, text)), MovesPlayed), text


def reply(table: GameSession, *texts: str) -> list[object]:
    table.services.opponent.answer(*texts)
    return table.tick(0.0)


def test_a_persons_move_sets_the_opponent_thinking_and_its_answer_becomes_true(services: Services) -> None:
    table = sit_down(services)
    play(table, "h8")
    assert services.opponent.asked[-1].revision == table.match.revision
    assert isinstance(reply(table, "h9")[0], MovesPlayed)
    assert table.person_to_move


def test_a_person_cannot_move_for_the_opponent(services: Services) -> None:
    table = sit_down(services)
    play(table, "h8")
    assert isinstance(table.play(move(table, "h9")), Reason)
    assert len(table.match.plies) == 1


def test_undo_takes_back_the_reply_and_my_move_together(services: Services) -> None:
    table = sit_down(services)
    play(table, "h8")
    reply(table, "h9")
    assert table.ask(PlayerRequest.UNDO) is None
    assert table.match.plies == []
    assert table.redo() is None
    assert len(table.match.plies) == 2


def test_undo_while_the_opponent_thinks_takes_my_move_back_and_drops_the_late_answer(services: Services) -> None:
    table = sit_down(services)
    play(table, "h8")
    assert table.ask(PlayerRequest.UNDO) is None
    assert services.opponent.cancelled
    services.opponent.answer("h9")
    assert table.tick(0.0) == [GameChanged()]
    assert table.match.plies == []


def test_undo_keeps_the_opponents_first_move_and_says_that_there_is_nothing_of_mine(services: Services) -> None:
    table = sit_down(services, first=1)
    reply(table, "h8")
    assert isinstance(table.ask(PlayerRequest.UNDO), Reason)
    assert len(table.match.plies) == 1


def test_two_people_take_back_one_move_at_a_time(services: Services) -> None:
    table = sit_down(services, friend=True)
    play(table, "h8", "h9", "g9")
    table.ask(PlayerRequest.UNDO)
    assert len(table.match.plies) == 2


def test_two_people_take_back_a_whole_turn_of_several_stones_and_play_it_again(services: Services) -> None:
    table = sit_down(services, friend=True, game="connect6")
    play(table, "j10")
    table.play(move(table, "j11"), move(table, "k11"))
    table.ask(PlayerRequest.UNDO)
    assert len(table.match.plies) == 1
    table.redo()
    assert len(table.match.plies) == 3
    table.ask(PlayerRequest.UNDO)
    table.ask(PlayerRequest.UNDO)
    assert table.match.plies == []


def test_two_people_take_back_an_opening_stone_by_stone(services: Services) -> None:
    ruleset = services.catalogue.rulesets["gomoku"]
    options = complete_options(ruleset.info, {"opening": "swap2"})
    people = (Participant("Ann"), Participant("Ben"))
    table = open_local_session(
        services, Tournament(ruleset, options, people, seed=1, title="test"), "test", saved=False
    )
    play(table, "h8", "h9", "g9")
    table.ask(PlayerRequest.UNDO)
    assert len(table.match.plies) == 2


def test_a_hint_for_a_turn_of_several_stones_names_all_of_them(services: Services) -> None:
    table = sit_down(services, friend=True, game="connect6")
    play(table, "j10")
    table.ask_hint()
    (hinted,) = reply(table, "j11", "k11")
    assert hinted == HintGiven((move(table, "j11"), move(table, "k11")), "")


def test_a_hint_names_a_move_and_the_reason_and_changes_nothing(services: Services) -> None:
    table = sit_down(services)
    assert table.ask_hint() is None
    services.opponent.remark("takes the middle")
    happened = reply(table, "h8")
    assert happened == [HintGiven((move(table, "h8"),), "takes the middle")]
    assert table.match.plies == []


def test_a_hint_that_comes_after_the_move_was_made_is_dropped(services: Services) -> None:
    table = sit_down(services, friend=True)
    table.ask_hint()
    services.opponent.answer("h8")
    play(table, "g7")
    assert table.tick(0.0) == []


@pytest.mark.parametrize("nonsense", ["zz", "h99", "h8", "swordfish"])
def test_an_opponent_that_answers_nonsense_twice_has_a_legal_move_made_for_it(
    services: Services, nonsense: str
) -> None:
    table = sit_down(services)
    play(table, "h8")
    first = reply(table, nonsense)
    assert isinstance(first[0], MessageShown)
    assert table.opponent_to_move
    moved, said = reply(table, nonsense)
    made = table.match.plies[-1]
    assert moved == MovesPlayed(made.step.events)
    cell = table.match.state.geometry.names[made.move.cell].upper()
    assert said.sentence.endswith(f" {cell} was played for the engine. This game is unrated now.")
    assert table.practice is Practice.STAND_IN
    assert table.person_to_move


def test_an_opponent_in_trouble_is_asked_again(services: Services) -> None:
    table = sit_down(services)
    play(table, "h8")
    services.opponent.fail("The opponent stopped.")
    assert table.tick(0.0) == [MessageShown("The opponent stopped.")]
    assert isinstance(reply(table, "h9")[0], MovesPlayed)


def test_an_opponent_that_was_started_again_is_told_and_not_counted_as_a_failure(services: Services) -> None:
    table = sit_down(services)
    play(table, "h8")
    asked = len(services.opponent.asked)
    for _ in range(3):
        services.opponent.restart()
        (said,) = table.tick(0.0)
        assert "was restarted" in said.sentence
    assert len(services.opponent.asked) == asked
    assert isinstance(reply(table, "h9")[0], MovesPlayed)


def test_a_hint_survives_an_opponent_that_was_started_again(services: Services) -> None:
    table = sit_down(services)
    table.ask_hint()
    services.opponent.restart()
    assert isinstance(table.tick(0.0)[0], MessageShown)
    assert reply(table, "h8") == [HintGiven((move(table, "h8"),), "")]


def test_what_an_opponent_says_comes_with_its_move_and_not_with_the_next(services: Services) -> None:
    table = sit_down(services)
    play(table, "h8")
    services.opponent.remark("Basic had no move to make, so the nearest one was made.")
    (moved,) = reply(table, "h9")
    assert moved.note == "Basic had no move to make, so the nearest one was made."
    play(table, "g8")
    (moved,) = reply(table, "g9")
    assert moved.note == ""


def test_what_a_search_knows_of_the_end_is_no_part_of_what_an_opponent_says_and_stands_in_its_thoughts(
    services: Services,
) -> None:
    table = sit_down(services)
    play(table, "h8")
    services.opponent.remark("Blocks an open three.", verdict="Forced loss in 2 stones.")
    (moved,) = reply(table, "h9")
    assert moved.note == "Blocks an open three."
    assert table.computer.thinking is not None
    assert table.computer.thinking.remark.verdict == "Forced loss in 2 stones."


def test_a_hint_tells_what_a_search_knows_of_the_end(services: Services) -> None:
    table = sit_down(services)
    table.ask_hint()
    services.opponent.remark("Blocks an open three.", verdict="Forced win in 2 stones.")
    (hinted,) = reply(table, "h8")
    assert hinted.note == "Blocks an open three. Forced win in 2 stones."


def test_a_whole_turn_of_several_stones_is_read_stone_by_stone(services: Services) -> None:
    table = sit_down(services, game="connect6")
    play(table, "j10")
    reply(table, "j11", "k11")
    assert len(table.match.plies) == 3
    assert table.person_to_move


def test_a_finished_game_is_on_record_once_and_the_next_swaps_the_seats(services: Services) -> None:
    table = sit_down(services)
    play(table, "h8")
    table.ask(PlayerRequest.RESIGN)
    table.record.save_result()
    table.ask(PlayerRequest.NEXT_GAME)
    assert table.game.seats == (1, 0)
    totals = services.database.games.totals(services.database.players.current())
    assert [(t.played, t.won) for t in totals] == [(1, 0)]


def test_nothing_is_saved_before_the_first_stone_and_everything_after_it(services: Services) -> None:
    table = sit_down(services)
    assert newest_to_go_on(services.saves) is None
    play(table, "h8")
    table.leave()
    restored = services.saves.load("test")
    assert restored.current.match.moves == table.match.moves


def test_a_tournament_keeps_its_new_name(services: Services) -> None:
    table = sit_down(services)
    play(table, "h8")
    table.record.file.rename("Rainy evening").take()
    table.record.file.renamed("Rainy evening")
    reply(table, "h9")
    table.leave()
    assert [entry.name for entry in services.saves.entries()] == ["Rainy evening"]
    assert len(services.saves.load("Rainy evening").current.match.plies) == 2


@pytest.fixture
def second_window(services: Services, home: Path) -> Iterator[Services]:
    """Another window on the same folder and records."""
    saves = SaveFolder(home / "saves", services.catalogue.rulesets)
    opened = Services(
        services.catalogue, Database(home / "records.sqlite3"), saves, Autosave(saves), ScriptedOpponent()
    )
    yield opened
    opened.close()


def reopened(services: Services, name: str = "test") -> GameSession:
    """The tournament as somebody restores it, once the first write of its file is done."""
    table = open_local_session(services, services.saves.load(name), name, saved=True)
    services.autosave.flush()
    return table


def plan(services: Services, friend: str = "Ben") -> MatchPlan:
    ruleset = services.catalogue.rulesets["gomoku"]
    return MatchPlan(ruleset, complete_options(ruleset.info, {}), level="", friend=friend)


def test_two_windows_that_begin_under_one_name_keep_both_tournaments(
    services: Services, second_window: Services
) -> None:
    one, two = start_session(services, plan(services)), start_session(second_window, plan(second_window))
    assert one.name == two.name
    play(one, "h8")
    services.autosave.flush()
    play(two, "a1", "b1")
    second_window.autosave.flush()
    assert two.tick(0.0) == [
        MessageShown(
            "'Gomoku - Ann and Ben' was saved by another window or program; this game is now saved as "
            "'Gomoku - Ann and Ben 2'."
        )
    ]
    assert (one.name, two.name) == ("Gomoku - Ann and Ben", "Gomoku - Ann and Ben 2")
    play(one, "h9")
    play(two, "c1")
    one.leave()
    two.leave()
    assert one.tick(0.0) == two.tick(0.0) == []
    loaded = [services.saves.load(table.name).current.match.moves for table in (one, two)]
    assert loaded == [one.match.moves, two.match.moves]


def test_two_windows_that_go_on_with_one_save_keep_both(services: Services, second_window: Services) -> None:
    begun = sit_down(services, friend=True)
    play(begun, "h8")
    begun.leave()
    one, two = reopened(services), reopened(second_window)
    play(one, "h9")
    services.autosave.flush()
    play(two, "a1")
    second_window.autosave.flush()
    assert "'test' was changed by another window" in two.tick(0.0)[0].sentence
    assert (one.name, two.name) == ("test", "test 2")
    loaded = [services.saves.load(table.name).current.match.moves for table in (one, two)]
    assert loaded == [one.match.moves, two.match.moves]


def test_a_name_is_given_to_our_tournament_and_not_to_the_one_that_took_its_file(
    services: Services, second_window: Services
) -> None:
    begun = sit_down(services, friend=True)
    play(begun, "h8")
    begun.leave()
    one, two = reopened(services), reopened(second_window)
    play(one, "h9")
    services.autosave.flush()
    two.record.file.rename("Friday").take()
    two.record.file.renamed("Friday")
    assert {entry.name for entry in services.saves.entries()} == {"test", "Friday"}
    assert services.saves.load("test").current.match.moves == one.match.moves
    assert services.saves.load("Friday").current.match.moves == two.match.moves


STANDS = Reason("stands", "The game is over, so its moves cannot be undone.")


@pytest.mark.parametrize("friend", [False, True])
def test_a_result_stands_from_the_moment_on_that_it_is_shown_and_after_a_restart(
    services: Services, friend: bool
) -> None:
    table = sit_down(services, friend=friend)
    play(table, "h8")
    table.ask(PlayerRequest.RESIGN)
    assert table.ask(PlayerRequest.UNDO) == STANDS
    table.leave()
    table = reopened(services)
    assert table.ask(PlayerRequest.UNDO) == STANDS
    assert table.match.outcome is not None


def test_a_result_is_on_record_as_soon_as_there_is_one(services: Services) -> None:
    """As after a kill between the last stone and the results page."""
    table = sit_down(services)
    play(table, "h8")
    table.ask(PlayerRequest.RESIGN)
    assert [(t.played, t.lost) for t in services.database.games.totals(services.database.players.current())] == [(1, 1)]


def test_a_finished_game_that_was_not_on_record_is_entered_when_it_is_opened_again(services: Services) -> None:
    table = sit_down(services)
    play(table, "h8")
    table.match.resign(0)
    table.record.file.changed()
    services.autosave.flush()
    reopened(services)
    assert [(t.played, t.lost) for t in services.database.games.totals(services.database.players.current())] == [(1, 1)]


def test_a_restored_tournament_that_is_over_stands_and_is_on_record(services: Services) -> None:
    """As after a kill between the last stone and the results page."""
    table = sit_down(services, best_of=3)
    table.ask(PlayerRequest.RESIGN)
    table.ask(PlayerRequest.NEXT_GAME)
    table.ask(PlayerRequest.RESIGN)
    services.autosave.flush()
    assert table.tournament.is_over
    table = reopened(services)
    assert isinstance(table.ask(PlayerRequest.UNDO), Reason)
    totals = services.database.games.totals(services.database.players.current())
    assert [(t.played, t.lost) for t in totals] == [(2, 2)]


def test_a_result_counts_once_whatever_name_the_tournament_is_given(services: Services) -> None:
    table = sit_down(services)
    table.ask(PlayerRequest.RESIGN)
    table.record.save_result()
    table.record.file.rename("Friday").take()
    table.record.file.renamed("Friday")
    table.leave()
    table = reopened(services, "Friday")
    assert table.tournament.title == "Friday"
    assert isinstance(table.ask(PlayerRequest.UNDO), Reason)
    table.leave()
    totals = services.database.games.totals(services.database.players.current())
    assert [(t.played, t.lost) for t in totals] == [(1, 1)]


@pytest.mark.parametrize(
    ("friend", "names"),
    [
        ("Bo", ["Gomoku - Ann and Bo", "Gomoku - Ann and Bo 2", "Gomoku - Ann and Bo 3"]),
        ("Bo 2", ["Gomoku - Ann and Bo 2", "Gomoku - Ann and Bo 2 2", "Gomoku - Ann and Bo 2 3"]),
    ],
)
def test_rematches_are_counted_and_their_numbers_do_not_pile_up(
    services: Services, friend: str, names: list[str]
) -> None:
    table = start_session(services, plan(services, friend))
    for name in names:
        assert (table.name, table.tournament.title) == (name, name)
        play(table, "h8")
        table.leave()
        table = rematch(services, table)


def test_a_rematch_follows_the_name_that_the_tournament_was_given(services: Services) -> None:
    table = start_session(services, plan(services))
    play(table, "h8")
    table.record.file.rename("Friday").take()
    table.record.file.renamed("Friday")
    for name in ("Friday 2", "Friday 3"):
        table = rematch(services, table)
        assert (table.name, table.tournament.title) == (name, name)
        play(table, "h8")
        table.leave()


def test_a_tried_game_its_rematch_and_a_game_from_its_position_are_unrated(services: Services) -> None:
    sheet = SheetFolders(None).find("tic_tac_toe")
    assert sheet is not None
    table = start_trial(services, services.sheets.game(sheet.as_draft()))
    again = rematch(services, table)
    match = Match(table.tournament.ruleset, table.tournament.options, 1)
    here = TakeOver(table.tournament, match, table.tournament.participants).start_session(services)
    assert [each.practice for each in (table, again, here)] == [Practice.TRIED] * 3
    again.match.resign(0)
    again.leave()
    totals = services.database.games.totals(services.database.players.current())
    assert totals == []


def test_an_export_never_becomes_the_file_that_continue_goes_on_with(services: Services) -> None:
    table = sit_down(services, game="threestones", level="greedy")
    play(table, *(["duck"] if table.person_to_move else []))
    while not table.match.plies or not table.person_to_move:
        reply(table, next(iter(legal_words(table))))
    services.autosave.flush()
    form = table.tournament.ruleset.info.formats[0]
    assert table.record.file.export(form).take() == f"test ({form.name})"
    assert newest_to_go_on(services.saves).name == "test"


def legal_words(table: GameSession) -> list[str]:
    ruleset, state = table.tournament.ruleset, table.match.state
    return [format_move(ruleset.info, state.geometry, legal) for legal in ruleset.legal_moves(state)]


def test_leaving_a_table_that_could_not_be_saved_tells_why(services: Services, home: Path) -> None:
    table = sit_down(services, friend=True)
    (home / "saves").mkdir(parents=True, exist_ok=True)
    (home / "saves").rmdir()
    (home / "saves").write_text("not a folder")
    play(table, "h8")
    assert "could not be saved" in table.leave()


def test_a_save_that_was_deleted_after_a_failed_write_does_not_come_back(services: Services, home: Path) -> None:
    table = sit_down(services, friend=True)
    (home / "saves").parent.mkdir(parents=True, exist_ok=True)
    (home / "saves").write_text("not a folder")
    play(table, "h8")
    table.leave()
    services.autosave.release()
    services.autosave.forget(table.name)
    services.autosave.wait()
    (home / "saves").unlink()
    assert services.autosave._unfinished() is None


def test_an_engine_of_ones_own_thinks_as_long_as_it_is_set_to_but_never_longer_than_its_clock_allows(
    services: Services,
) -> None:
    puppet = ScriptedOpponent()
    services.foreign = ForeignOpponents(services.catalogue.rulesets, lambda engine, _transcript: puppet)
    engine = services.engines.add().with_changes(name="Puppet", command=f'"{sys.executable}"', seconds=5.0)
    services.engines.change(engine)
    gomoku = services.catalogue.rulesets["gomoku"]
    for control in (UNTIMED, TimeControl(3, is_per_turn=True)):
        people = (engine.participant, Participant("Ann"))
        tournament = Tournament(gomoku, complete_options(gomoku.info, {}), people, seed=1, time_control=control)
        open_local_session(services, tournament, "test", saved=False).think()
    untimed, by_the_clock = (question.seconds for question in puppet.asked)
    assert untimed == 5.0
    assert 0 < by_the_clock < 3


@pytest.mark.parametrize(("stones", "said"), [(5, "Five in a row. Ann wins."), (6, "Six in a row. Ann wins.")])
def test_the_end_of_a_game_is_told_in_words_by_the_length_of_the_line(
    services: Services, stones: int, said: str
) -> None:
    table = sit_down(services, friend=True, game="gomoku")
    cells = ["a8", "b8", "c8", "f8", "e8", "d8"] if stones == 6 else ["a8", "b8", "c8", "d8", "e8"]
    for number, cell in enumerate(cells[:-1]):
        play(table, cell, f"{'acegik'[number]}1")
    moved = table.play(move(table, cells[-1]))
    assert isinstance(moved, MovesPlayed)
    text = join_sentences((describe(table, moved.events), turn_sentence(table)))
    assert text.endswith(said)


# What counts, and what is practice


def hinted(table: GameSession, text: str = "h8") -> None:
    assert table.ask_hint() is None
    assert isinstance(reply(table, text)[0], HintGiven)


def challenge(services: Services) -> GameSession:
    return sit_down(services, best_of=3, level="engine_newcomer")


def asked(table: GameSession, doing: Unrating) -> str:
    """The text of the question before that, "" for none."""
    question = table.question_before(doing)
    return question.text if question is not None else ""


def test_a_hint_makes_a_game_practice_and_the_player_is_asked_before(services: Services) -> None:
    table = sit_down(services)
    assert asked(table, Unrating.HINT) == "The game will be unrated."
    assert (table.practice, tickets_left(table.tournament)) == (None, None)
    table.ask_hint()
    assert table.practice is None
    reply(table, "h8")
    assert table.practice is Practice.HINT
    assert asked(table, Unrating.HINT) == ""


def test_a_hint_is_marked_on_the_disk_before_it_is_shown(services: Services) -> None:
    """Before, a crash right after the hint left a rated game."""
    table = sit_down(services)
    table.ask_hint()
    services.opponent.answer("h8")
    assert isinstance(table.tick(0.0)[0], HintGiven)
    assert services.rated_games.is_unrated(table.tournament)


def test_a_hint_that_cannot_be_marked_is_not_shown(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_games: object, _match: object) -> None:
        raise StoreError("The disk is full.")

    monkeypatch.setattr(UnratedGames, "add", full)
    table = sit_down(services)
    table.ask_hint()
    services.opponent.answer("h8")
    assert table.tick(0.0) == [MessageShown("The disk is full.")]
    assert table.practice is None


def test_a_game_that_another_window_made_unrated_is_recorded_as_practice(services: Services) -> None:
    table = sit_down(services)
    play(table, "h8")
    services.rated_games.make_unrated(table.tournament)
    table.ask(PlayerRequest.RESIGN)
    player = services.database.players.current()
    assert [game.practice for game in services.database.games.against_computer(player)] == ["analysed"]


def test_a_hint_has_the_reason_that_help_knows(services: Services) -> None:
    """Before, it had none where the stone itself makes and blocks nothing yet."""
    table = sit_down(services, friend=True)
    play(table, *["a1", "h8", "o1", "i8", "a15", "k10", "o15", "k11"])
    moves = (move(table, "k8"),)
    reasons = hint_reasons(table, moves)
    assert hint_sentence(table, moves, reasons, "") == "Try K8. White can make a double three at K8."
    assert reasons[0].lines


def test_a_hint_that_never_came_costs_nothing(services: Services) -> None:
    table = sit_down(services)
    table.ask_hint()
    services.opponent.fail("The opponent stopped.")
    table.tick(0.0)
    assert table.practice is None


def test_taking_back_an_answered_turn_makes_a_game_practice_and_an_unanswered_one_does_not(services: Services) -> None:
    table = sit_down(services)
    play(table, "h8")
    assert asked(table, Unrating.UNDO) == ""
    table.ask(PlayerRequest.UNDO)
    assert table.practice is None
    play(table, "h8")
    reply(table, "h9")
    assert asked(table, Unrating.UNDO) == "The game will be unrated."
    table.ask(PlayerRequest.UNDO)
    assert table.practice is Practice.UNDO
    play(table, "h8")
    reply(table, "h9")
    assert asked(table, Unrating.UNDO) == "", "it is asked once a game"


def test_between_two_people_hints_and_undo_are_free(services: Services) -> None:
    table = sit_down(services, friend=True)
    play(table, "h8", "h9")
    hinted(table, "g8")
    assert [doing for doing in Unrating if table.question_before(doing) is not None] == []
    table.ask(PlayerRequest.UNDO)
    assert table.practice is None


def test_a_ladder_match_gives_three_hints_free_and_the_fourth_makes_practice(services: Services) -> None:
    table = challenge(services)
    left = [tickets_left(table.tournament)]
    for mine, its in (("h8", "a1"), ("h9", "a2"), ("h10", "a3")):
        assert asked(table, Unrating.HINT) == ""
        hinted(table, mine)
        hinted(table, mine)
        left.append(tickets_left(table.tournament))
        play(table, mine)
        reply(table, its)
    assert left == [3, 2, 1, 0]
    assert table.practice is None
    assert "You have used all three free hints" in asked(table, Unrating.HINT)
    hinted(table, "h11")
    assert (table.practice, tickets_left(table.tournament)) == (Practice.HINT, None)


def test_tickets_are_for_the_whole_match_and_survive_a_restart(services: Services) -> None:
    table = challenge(services)
    play(table, "h8")
    reply(table, "a1")
    hinted(table, "h9")
    table.leave()
    table = reopened(services)
    assert tickets_left(table.tournament) == 2
    table.ask(PlayerRequest.RESIGN)
    table.ask(PlayerRequest.NEXT_GAME)
    assert tickets_left(table.tournament) == 2


def test_taking_back_makes_a_game_of_a_ladder_match_practice_and_the_match_lights_no_stall(services: Services) -> None:
    table = challenge(services)
    play(table, "h8")
    reply(table, "a1")
    assert "The match will not count towards the ladder." in asked(table, Unrating.UNDO)
    table.ask(PlayerRequest.UNDO)
    win(table)
    table.ask(PlayerRequest.NEXT_GAME)
    win(table)
    assert table.tournament.is_over
    assert table.record.reward is None
    player = services.database.players.current()
    assert services.database.games.beaten(player, "gomoku") == frozenset()
    assert [game.practice for game in services.database.games.against_computer(player)] == ["undo", ""]


def win(table: GameSession) -> None:
    """The only person makes five in a row on the upper edge, the opponent answers on the lower one."""
    mine, its = list("abcde"), list("acegi")
    while table.match.outcome is None:
        if table.person_to_move:
            play(table, f"{mine.pop()}15")
        else:
            reply(table, f"{its.pop()}1")


def test_a_won_ladder_match_brings_its_reward_with_the_last_stone(services: Services) -> None:
    table = challenge(services)
    win(table)
    assert table.record.reward is None
    table.ask(PlayerRequest.NEXT_GAME)
    win(table)
    levels = services.catalogue.rulesets["gomoku"].info.levels
    assert (table.record.reward.beaten, table.record.reward.next_level) == levels[:2]
    assert table.record.reward.lights_card
    assert services.database.games.beaten(services.database.players.current(), "gomoku") == {levels[0].id}


def test_a_reward_is_told_when_it_is_saved_and_leads_on_before(services: Services) -> None:
    table = challenge(services)
    win(table)
    table.ask(PlayerRequest.NEXT_GAME)
    with locked(services.database):
        win(table)
        assert table.record.reward is None
        assert table.record.next_level == services.catalogue.rulesets["gomoku"].info.levels[1]
        (told,) = [each.sentence for each in table.tick(0.0) if isinstance(each, MessageShown)]
        assert "is not recorded yet: another program is using the file. It is stored in" in told
    services.database.file.finish_writing(5.0)
    assert table.record.reward is not None
    assert services.result_store.enter_saved() == [
        f"The result of “{table.tournament.title}”, game 2, has now been recorded."
    ]
    assert services.result_store.enter_saved() == []


def test_a_second_look_at_a_result_that_waits_does_not_take_it_for_saved(services: Services) -> None:
    """Before, the mark of an unrated game was removed while its result could still be lost."""
    table = sit_down(services)
    play(table, "h8")
    with locked(services.database):
        table.ask(PlayerRequest.RESIGN)
        table.record.save_result()
        (services.database.file.path.parent / WAITING).unlink()
        again = RecordEntry(services, table.tournament)
        assert not again.put()
        assert again.is_made
        assert not again.is_saved
    services.database.file.finish_writing(5.0)
    assert again.is_saved


def test_a_second_look_at_a_result_that_waits_in_the_file_does_not_take_it_for_saved(services: Services) -> None:
    table = sit_down(services)
    play(table, "h8")
    with locked(services.database):
        table.ask(PlayerRequest.RESIGN)
        table.record.save_result()
        waiting = (services.database.file.path.parent / WAITING).read_bytes()
    services.database.file.finish_writing(5.0)
    again = RecordEntry(services, table.tournament)
    again.put()
    assert (services.database.file.path.parent / WAITING).read_bytes() == waiting
    assert not again.is_saved
    services.result_store.enter_saved()
    assert again.is_saved


def test_the_match_of_somebody_who_left_brings_whoever_goes_on_with_it_no_reward(services: Services) -> None:
    table, database = challenge(services), services.database
    win(table)
    ann, bob = database.players.current(), database.players.create("Bob")
    database.players.switch(bob.id)
    database.players.remove(ann.id)
    table.ask(PlayerRequest.NEXT_GAME)
    win(table)
    assert table.record.reward is None
    assert database.games.beaten(bob, "gomoku") == frozenset()


def test_a_won_game_that_somebody_wrote_down_without_a_seal_is_not_rated_when_it_is_opened(services: Services) -> None:
    table = challenge(services)
    win(table)
    written = write_tournament(table.tournament).replace("Seed: ", "Seed: 1")
    unsealed = "".join(line for line in written.splitlines(keepends=True) if not line.startswith("Seal: "))
    services.autosave.flush()
    (services.saves.path / "Easy win.txt").write_text(unsealed, "utf-8")
    opened = reopened(services, "Easy win")
    opened.record.save_result()
    player = services.database.players.current()
    assert [game.practice for game in services.database.games.against_computer(player)] == ["", "changed by hand"]
    opened.ask(PlayerRequest.NEXT_GAME)
    win(opened)
    assert opened.record.reward is None


def test_a_game_from_a_position_that_was_set_up_counts_as_continued_and_not_as_a_changed_file(
    services: Services,
) -> None:
    old = sit_down(services, friend=True).tournament
    start = old.ruleset.arrange(old.options, {0: "b"}, "w")
    taken = TakeOver(old, Match(old.ruleset, old.options, 1, start), old.participants)
    assert taken.start_session(services).practice is Practice.TAKEN_OVER


def test_practice_survives_a_restart_and_stands_in_the_records_apart(services: Services) -> None:
    table = sit_down(services)
    play(table, "h8")
    reply(table, "h9")
    hinted(table, "g8")
    table.leave()
    assert services.saves.entries()[0].header.is_practice
    table = reopened(services)
    assert table.practice is Practice.HINT
    table.ask(PlayerRequest.RESIGN)
    player = services.database.players.current()
    assert services.database.games.totals(player) == []
    assert [game.practice for game in services.database.games.against_computer(player)] == ["hint"]
    table.ask(PlayerRequest.NEXT_GAME)
    assert table.practice is None


def test_a_game_that_is_played_on_from_another_is_practice(services: Services) -> None:
    table = sit_down(services)
    play(table, "h8")
    reply(table, "h9")
    for plies, practice in ((2, Practice.TAKEN_OVER), (0, None)):
        seats = table.tournament.participants
        taken = TakeOver(table.tournament, table.match.at(plies), seats).start_session(services)
        assert taken.practice is practice


def test_a_result_that_cannot_be_written_waits_and_is_told(services: Services, home: Path) -> None:
    table = sit_down(services)
    play(table, "h8")
    other = sqlite3.connect(home / "records.sqlite3", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    table.ask(PlayerRequest.RESIGN)
    (said,) = (event for event in table.tick(0.0) if isinstance(event, MessageShown))
    assert "“test”, game 1, is not recorded yet" in said.sentence
    assert (home / WAITING).read_text("utf-8").count("\n") == 1
    table.leave()
    table = reopened(services)
    assert table.tick(0.0) == []
    other.rollback()
    other.close()
    table.ask(PlayerRequest.NEXT_GAME)
    table.ask(PlayerRequest.RESIGN)
    player = services.database.players.current()
    assert [game.key.number for game in services.database.games.against_computer(player)] == [1, 2]
    assert not (home / WAITING).exists()


def test_nobodys_time_counts_before_the_first_stone(services: Services) -> None:
    gomoku = services.catalogue.rulesets["gomoku"]
    people, control = (Participant("Ann"), Participant("Ben")), TimeControl(10, is_per_turn=True)
    tournament = Tournament(gomoku, complete_options(gomoku.info, {}), people, seed=1, time_control=control)
    table = open_local_session(services, tournament, "test", saved=False)
    assert not table.is_thinking_time
    play(table, "h8")
    assert table.is_thinking_time
