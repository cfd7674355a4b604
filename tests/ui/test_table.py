from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from game import registry
from game.core.model import Move, Reason
from game.core.ruleset import complete_options, parse_move
from game.core.tournament import Participant, Tournament
from game.store.autosave import Autosave
from game.store.database import Database
from game.store.saves import SaveFolder
from game.ui.services import Services
from game.ui.table import Hinted, Moved, Said, Table
from tests.ui.scripted_opponent import ScriptedOpponent


@pytest.fixture
def services(home: Path) -> Iterator[Services]:
    catalogue = registry.discover()
    saves = SaveFolder(home / "saves", catalogue.rulesets)
    opened = Services(catalogue, Database(home / "records.sqlite3"), saves, Autosave(saves), ScriptedOpponent())
    opened.database.create_player("Ann")
    yield opened
    opened.close()


def sit_down(
    services: Services, *, friend: bool = False, first: int = 0, best_of: int = 0, game: str = "gomoku"
) -> Table:
    ruleset = services.catalogue.rulesets[game]
    level = ruleset.info.levels[0]
    other = Participant("Ben") if friend else Participant(level.title, level.id)
    options = complete_options(ruleset.info, {})
    tournament = Tournament(ruleset, options, (Participant("Ann"), other), seed=1, first=first, best_of=best_of)
    table = Table(services, tournament, "test", saved=False)
    table.think()
    return table


def move(table: Table, text: str) -> Move:
    return parse_move(table.tournament.ruleset.info, table.match.state, text)


def play(table: Table, *texts: str) -> None:
    for text in texts:
        assert isinstance(table.submit(move(table, text)), Moved), text


def reply(table: Table, *texts: str) -> list[object]:
    table.services.opponent.answer(*texts)
    return table.poll()


def test_a_persons_move_sets_the_opponent_thinking_and_its_answer_becomes_true(services: Services) -> None:
    table = sit_down(services)
    play(table, "h8")
    assert services.opponent.asked[-1].revision == table.match.revision
    assert isinstance(reply(table, "h9")[0], Moved)
    assert table.person_to_move


def test_a_person_cannot_move_for_the_opponent(services: Services) -> None:
    table = sit_down(services)
    play(table, "h8")
    assert isinstance(table.submit(move(table, "h9")), Reason)
    assert len(table.match.plies) == 1


def test_undo_takes_back_the_reply_and_my_move_together(services: Services) -> None:
    table = sit_down(services)
    play(table, "h8")
    reply(table, "h9")
    assert table.undo() is None
    assert table.match.plies == []
    assert table.redo() is None
    assert len(table.match.plies) == 2


def test_undo_while_the_opponent_thinks_takes_my_move_back_and_drops_the_late_answer(services: Services) -> None:
    table = sit_down(services)
    play(table, "h8")
    assert table.undo() is None
    assert services.opponent.cancelled
    services.opponent.answer("h9")
    assert table.poll() == []
    assert table.match.plies == []


def test_undo_keeps_the_opponents_first_move_and_says_that_there_is_nothing_of_mine(services: Services) -> None:
    table = sit_down(services, first=1)
    reply(table, "h8")
    assert isinstance(table.undo(), Reason)
    assert len(table.match.plies) == 1


def test_two_people_take_back_one_move_at_a_time(services: Services) -> None:
    table = sit_down(services, friend=True)
    play(table, "h8", "h9", "g9")
    table.undo()
    assert len(table.match.plies) == 2


def test_a_hint_names_a_move_and_the_reason_and_changes_nothing(services: Services) -> None:
    table = sit_down(services)
    assert table.ask_hint() is None
    services.opponent.remark("takes the middle")
    happened = reply(table, "h8")
    assert happened == [Hinted(move(table, "h8"), "takes the middle")]
    assert table.match.plies == []


def test_a_hint_that_comes_after_the_move_was_made_is_dropped(services: Services) -> None:
    table = sit_down(services, friend=True)
    table.ask_hint()
    services.opponent.answer("h8")
    play(table, "g7")
    assert table.poll() == []


@pytest.mark.parametrize("nonsense", ["zz", "h99", "h8", "swordfish"])
def test_an_opponent_that_answers_nonsense_twice_has_a_legal_move_made_for_it(
    services: Services, nonsense: str
) -> None:
    table = sit_down(services)
    play(table, "h8")
    first = reply(table, nonsense)
    assert isinstance(first[0], Said)
    assert table.opponent_to_move
    second = reply(table, nonsense)
    assert "in its place" in second[0].sentence
    assert table.person_to_move


def test_an_opponent_in_trouble_is_asked_again(services: Services) -> None:
    table = sit_down(services)
    play(table, "h8")
    services.opponent.fail("The opponent stopped.")
    assert table.poll() == [Said("The opponent stopped.")]
    assert isinstance(reply(table, "h9")[0], Moved)


def test_a_whole_turn_of_several_stones_is_read_stone_by_stone(services: Services) -> None:
    table = sit_down(services, game="connect6")
    play(table, "j10")
    reply(table, "j11", "k11")
    assert len(table.match.plies) == 3
    assert table.person_to_move


def test_a_finished_game_is_on_record_once_and_the_next_swaps_the_seats(services: Services) -> None:
    table = sit_down(services)
    play(table, "h8")
    table.resign()
    table.put_on_record()
    table.next_game()
    assert table.game.seats == (1, 0)
    totals = services.database.record(services.database.current_player())
    assert [(t.played, t.won) for t in totals] == [(1, 0)]


def test_nothing_is_saved_before_the_first_stone_and_everything_after_it(services: Services) -> None:
    table = sit_down(services)
    assert services.saves.newest() is None
    play(table, "h8")
    table.leave()
    restored = services.saves.load("test")
    assert restored.current.match.moves == table.match.moves


def test_a_tournament_keeps_its_new_name(services: Services) -> None:
    table = sit_down(services)
    play(table, "h8")
    table.rename("Rainy evening")
    reply(table, "h9")
    table.leave()
    assert [entry.name for entry in services.saves.entries()] == ["Rainy evening"]
    assert len(services.saves.load("Rainy evening").current.match.plies) == 2
