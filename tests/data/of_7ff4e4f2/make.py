"""Makes this folder with the code of commit 7ff4e4f2: ``PYTHONPATH=. python MAKE.PY FOLDER`` in a checkout of it.

It imports names as that commit has them, so no later renaming may change it.
"""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from itertools import islice
from pathlib import Path

from game.apart.club.evening import Claim, PairingSystem
from game.apart.far_table import FarTable, new_seat
from game.apart.journal.terms import offered_terms
from game.apart.phrases import Phrase
from game.apart.sealed.invitation import Invitation, MeetingPlace
from game.apart.sealed.keys import TableKeys
from game.apart.seat_file import open_seat_file
from game.apart.sides import FirstSeat, Side, Wish
from game.core.practice import Practice, TeacherStrength
from game.decathlon.week import Week, event_keys
from game.editing.draft import Draft
from game.editing.kept import to_setting
from game.engine.host.sau_dialect import SAU
from game.learning.memory import ReviewedGame, keep
from game.learning.scheduling import Recall, after
from game.library.added_files import add_file
from game.review.judgement import judge
from game.riddles.collection import Collection
from game.riddles.visit import Keeper, Visit, VisitTerms
from game.session.apart.far_game import FarGame
from game.session.apart.network_settings import NetworkSettings
from game.store import folders
from game.store.autosave import Autosave
from game.store.files import write_whole
from game.store.introductions import finish_introduction
from game.store.ledger import WAITING
from game.store.pictures import keep_file
from game.store.riddles.tries import LitDay
from game.study.study import Study, study_of_game
from game.study.study_file import write_study
from game.study.tree import ROOT, CellMark, Sign
from tests.apart.club.clubs import Club, Hub
from tests.statistics.recorded import READINGS, gathered, review
from tests.statistics.recorded import tournament as reviewed_tournament
from tests.ui.scripted_opponent import ScriptedOpponent

from game.core.clock import UNTIMED, TimeControl
from game.core.match import Command
from game.core.model import Choose, Place
from game.core.ruleset import Ruleset, complete_options, parse_move
from game.core.tournament import Participant, Tournament
from game.session.match_plan import MatchPlan, remember
from game.session.records.mirror import mirror_of
from game.session.services import Services, open_services
from tests.conftest import TOY

ANNA, BEN = Participant("Anna"), Participant("Ben")
#: A write that waits for a quiet moment never comes: the journals stay.
NEVER_IDLE = 1e6
#: The week of the decathlon in which this is run for the first time.
WEEK = Week(2026, 48)


# Tournaments


def series(ruleset: Ruleset, sides: tuple[Participant, Participant], title: str, **more: object) -> Tournament:
    options = {each.key: more.pop(each.key) for each in ruleset.info.options if each.key in more}
    return Tournament(ruleset, complete_options(ruleset.info, options), sides, title=title, **{"seed": 7, **more})


def level(ruleset: Ruleset, name: str) -> Participant:
    return Participant(ruleset.info.level(name).name, name)


def play(made: Tournament, moves: str, seconds: float = 0) -> None:
    match = made.current.match
    for number, word in enumerate(moves.split()):
        if seconds:
            match.spend(round(1000 * seconds * (1 + number)))
        found = match.play(parse_move(match.ruleset.info, match.state, word))
        assert isinstance(found, tuple), found


def play_by_dice(made: Tournament, plies: int, seed: int) -> None:
    match, dice = made.current.match, random.Random(seed)
    for _ply in range(plies):
        moves = list(islice(match.ruleset.legal_moves(match.state), 300))
        if not moves:
            return
        words = [move for move in moves if isinstance(move, Choose)]
        match.play(dice.choice(words or moves))


def resign(made: Tournament, participant: int) -> None:
    made.current.match.resign(made.current.seat_of(participant))


def put_on_record(services: Services, made: Tournament, index: int = 0, elsewhere: int | None = None) -> None:
    told = services.ledger.put_on_record(made, index, elsewhere)
    assert told == [], told


def saved(services: Services, made: Tournament, *then: Callable[[], object]) -> None:
    """Saves a tournament; what the last of ``then`` plays stands in the journal beside the file alone."""
    autosave = Autosave(services.saves, idle_seconds=NEVER_IDLE)
    autosave.follow(made, made.title)
    for number, go_on in enumerate(then, start=1):
        autosave.flush()
        go_on()
        if number == len(then):
            autosave.changed()
    while not autosave.settled():
        time.sleep(0.01)
    assert autosave.problem() == ""


def save_games(services: Services) -> None:
    games = services.catalogue.rulesets
    gomoku, connect6, pond, six, toy = (
        games[each] for each in ("gomoku", "connect6", "threestones", "six_in_a_row", "four_in_a_row")
    )
    friday = series(
        gomoku, (ANNA, BEN), "Friday", variant="standard", best_of=3, time_control=TimeControl(600, 5), seed=11
    )
    friday.start_game()
    play(friday, "h8 a1 g8 a2 f8 a3 e8 a15 d8", 1.25)
    put_on_record(services, friday)
    friday.start_game()
    play(friday, "h8 i9", 2)
    saved(services, friday, lambda: play(friday, "g7 f6", 2), lambda: play(friday, "i7 h7 j6", 3))

    duck = series(pond, (ANNA, level(pond, "engine_newcomer")), "At the pond", seed=21)
    duck.start_game().marked = Practice.HINT
    duck.current.hints = 2
    play_by_dice(duck, 500, 3)
    put_on_record(services, duck)
    duck.start_game()
    play_by_dice(duck, 6, 4)
    saved(services, duck, lambda: play_by_dice(duck, 5, 5))

    school = series(gomoku, (ANNA, level(gomoku, "basic")), "Renju school", variant="renju", opening="taraguchi10",
                    teacher=TeacherStrength.ATTENTIVE, seed=31)  # fmt: skip
    school.start_game()
    play_by_dice(school, 9, 2)
    saved(services, school)

    climb = series(connect6, (ANNA, level(connect6, "casual")), "Ladder 阶梯", best_of=3, first=1, seed=41)
    for number in (0, 1):
        climb.start_game()
        play_by_dice(climb, 9, number)
        resign(climb, 1)
        put_on_record(services, climb, number)
    saved(services, climb)

    placed = series(six, (BEN, ANNA), "From a position", seed=51)
    cells = {six.geometry(placed.options).cell(name): letter for name, letter in (("k10", "b"), ("l10", "w"))}
    placed.start_game(six.arrange(placed.options, cells, "b"))
    play(placed, "k11 k9")
    placed.current.match.agree_draw()
    placed.ended = True
    put_on_record(services, placed)
    saved(services, placed)

    added = replace(services.engines.add(), name="Carbon", command='"/opt/pbrain carbon" --quick', seconds=2.5)
    services.engines.change(replace(added, memory_megabytes=200, renju_rule=2))
    other = replace(services.engines.add(), name="Slow Mover", command="mover", dialect=SAU.id)
    services.engines.change(replace(other, rows_from_bottom=True, settings="depth 4, vcf"))
    machine = series(gomoku, (services.engines.engines()[0].participant, ANNA), "Against my engine", seed=61)
    machine.start_game()
    play(machine, "h8 h9 i8")
    saved(services, machine)

    dropped = series(toy, (ANNA, level(toy, "any")), "Drop-in", best_of=5, seed=71)
    dropped.start_game()
    play(dropped, "d4 a1 d5 a2 d6 b1 d7")
    put_on_record(services, dropped)
    dropped.start_game()
    play(dropped, "c3 c4")
    saved(services, dropped, lambda: play(dropped, "d3 e3 b2"))

    mirror = mirror_of(services, gomoku, services.database.current_player())
    mirrored = series(gomoku, (ANNA, mirror.participant), "Mirror", seed=81)
    mirrored.start_game()
    play(mirrored, "h8 h9 i8 i9 j8 j9")
    resign(mirrored, 0)
    put_on_record(services, mirrored)

    ruleset, seed = next((games[name], seed) for name, seed in event_keys(WEEK, games) if name == "six_in_a_row")
    event = series(ruleset, (ANNA, level(ruleset, "casual")), "Decathlon", best_of=1, seed=seed)
    event.start_game()
    play(event, "k10 a1 k11 a2 k12 a3 k13 a4 k14 a5 k15")
    put_on_record(services, event)
    shutil.copy(TOY.with_name("threestones_sample_2017.txt"), services.saves.path / "Duck pond 2017.txt")


# Records


def keep_settings(services: Services) -> None:
    database, preferences = services.database, services.preferences
    preferences.language, preferences.font_scale, preferences.music_volume = "fi", 1.3, 20.0
    preferences.coordinates, preferences.help_shown, preferences.thinking_seconds = False, True, 4.0
    preferences.theme = next(iter(sorted(type(preferences).theme.words)))
    finish_introduction(database, "gomoku")
    finish_introduction(database, "connect6")
    gomoku = services.catalogue.rulesets["gomoku"]
    options = complete_options(gomoku.info, {"size": 19, "variant": "caro"})
    plan = MatchPlan(gomoku, options, "engine_regular", "Cleo", 5, "toss", TimeControl(30, is_per_turn=True),
                     TeacherStrength.STRICT)  # fmt: skip
    remember(services, plan)
    cell = gomoku.geometry(options).cell
    database.set_setting("editor", to_setting(Draft(gomoku, options, {cell("c3"): "b", cell("d4"): "w"}, "b")))
    database.set_setting("window.place", {"size": (1440, 900), "corner": (12, 34), "desktops": [(2560, 1440)]})
    database.set_setting("library folder", "/home/anna/games")
    database.set_setting("library files", ["/home/anna/games/one.sgf", "/home/anna/games/two.lib"])
    network = NetworkSettings(database)
    network.broker, network.broker_user, network.broker_password = "broker.example.org:8883", "anna", "a pass word"
    network.port = 4567


def review_a_game(services: Services) -> None:
    """A lost game with its review, the figures made of it, and its slips as questions."""
    database, made = services.database, reviewed_tournament(seed=91, clock=TimeControl(300), seconds=(2, 9, 4, 8, 5, 7))
    made.title = "Overlooked"
    put_on_record(services, made)
    match = made.games[0].match
    review(database, match)
    keep(database, ReviewedGame(made, 0, judge(match, READINGS), READINGS))
    anna = database.current_player()
    assert gathered(database, anna)
    (mistake,) = database.mistakes(anna)
    database.practised(anna, mistake, *after(mistake, Recall.HINTED))
    removed = replace(mistake, ply=mistake.ply - 2)
    database.keep_mistakes(anna, removed.mark, [removed], ())
    database.remove_mistake(anna, removed)


def solve_riddles(services: Services) -> None:
    database, catalogue = services.database, services.catalogue
    anna, collection = (
        database.current_player(),
        Collection({each: catalogue.folder(each) for each in catalogue.rulesets}),
    )
    keeper, entries = Keeper(database, anna), collection.of("gomoku")
    seconds = iter(range(0, 1000, 7))
    visit = Visit(VisitTerms(iter(entries[:3]).__next__), catalogue.rulesets, ScriptedOpponent(), keeper,
                  lambda: float(next(seconds)))  # fmt: skip
    visit.solved()
    visit.go_on()
    visit.hint()
    visit.solved()
    visit.go_on()
    visit.failed()
    drawn = iter(collection.of("connect6")[:1])
    terms = VisitTerms(lambda: next(drawn, None), day=date(2026, 11, 24))
    day = Visit(terms, catalogue.rulesets, ScriptedOpponent(), keeper, lambda: 0.0)
    day.solved()
    database.keep_day(anna, LitDay("gomoku", "2026-11-25", 0.5, "2026-11-26"))
    database.keep_day(anna, LitDay("gomoku", "2026-11-26", 0.0, ""))
    database.keep_run(anna, "gomoku", 9)
    database.keep_run(anna, "gomoku", 4)
    database.earn_ribbon(anna, "gomoku", catalogue.rulesets["gomoku"].info.ribbons[0].id)


def write_after_the_checkpoint(services: Services) -> None:
    """What stands in the write-ahead log alone."""
    database, games = services.database, services.catalogue.rulesets
    database.create_player("Eva")
    meeting = series(games["gomoku"], (BEN, Participant("Eva")), "In the log", seed=101)
    meeting.start_game()
    play(meeting, "h8 h9 i8 i9 j8 j9 k8 k9 l8")
    put_on_record(services, meeting)
    database.set_face(database.find_player("Ben").id, "duck")
    services.preferences.effects_volume = 35.0


def let_a_result_wait(services: Services) -> None:
    """Results while another program has the database."""
    gomoku = services.catalogue.rulesets["gomoku"]
    blocking = sqlite3.connect(services.database.path, isolation_level=None)
    blocking.execute("BEGIN IMMEDIATE")
    alone = series(gomoku, (ANNA, level(gomoku, "basic")), "Waits", seed=111, time_control=TimeControl(60))
    alone.start_game()
    play(alone, "h8 h9 i8 i9 j8 j9 k8 k9 l8", 0.5)
    far = series(gomoku, (ANNA, Participant("Zoë")), "Waits far away", seed=112)
    far.start_game().marked = Practice.UNDO
    play(far, "h8 h9 i8")
    resign(far, 0)
    for made, elsewhere in ((alone, None), (far, 1)):
        (told,) = services.ledger.put_on_record(made, 0, elsewhere)
        assert WAITING in told, told
    blocking.execute("ROLLBACK")
    blocking.close()


# Elsewhere


class Sides:
    """Anna at this machine and Ben at another one, over a channel in memory."""

    def __init__(self, services: Services, folders: dict[Side, Path]) -> None:
        self.services, self.hub, self.now, self.folders = services, Hub(), 0, folders
        place = Invitation(("lantern", "penguin", "marble", "tulip", "orchard", "comet"), "4821", MeetingPlace())
        names = {Side.HOST: "Anna", Side.GUEST: "Ben"}
        self.tables = {side: self.opened(side, new_seat(folders[side], side, names[side], TableKeys(b"k" * 32), place))
                       for side in Side}  # fmt: skip

    def opened(self, side: Side, path: Path) -> FarTable:
        channel = self.hub.open(side)
        return FarTable(open_seat_file(path), path, self.services.catalogue.rulesets, channel, clock=lambda: self.now)

    def until(self, is_done: Callable[[], bool]) -> None:
        while not is_done():
            self.now += 50
            for table in self.tables.values():
                table.poll()
            time.sleep(0.001)

    def are_alike(self) -> bool:
        return all(table.seat.is_alike for table in self.tables.values())

    def play(self, moves: str) -> None:
        for word in moves.split():
            self.until(lambda: self.are_alike() and any(each.seat.is_own_turn for each in self.tables.values()))
            self.until(lambda until=self.now + 1500: self.now >= until)
            seat = next(each.seat for each in self.tables.values() if each.seat.is_own_turn)
            move = parse_move(seat.match.ruleset.info, seat.match.state, word)
            assert isinstance(seat.submit(Command(seat.match.revision, (move,))), tuple), word
        self.until(self.are_alike)


def play_far_away(services: Services, other: Path) -> None:
    gomoku = services.catalogue.rulesets["gomoku"]
    sides = Sides(services, {Side.HOST: folders.data_folder() / "tables", Side.GUEST: other})
    host, guest = sides.tables[Side.HOST].seat, sides.tables[Side.GUEST].seat
    terms = offered_terms(gomoku, complete_options(gomoku.info, {"size": 15, "opening": "swap2"}), best_of=3,
                          time_control=TimeControl(900, 10), first=FirstSeat.TOSS)  # fmt: skip
    assert host.offer(terms) is None
    sides.until(lambda: host.tournament is not None and guest.tournament is not None and sides.are_alike())
    game = FarGame(services, sides.tables[Side.HOST])
    sides.play("h8 i9 h9 black")
    guest.say(Phrase.GOOD_LUCK)
    assert guest.ask(Wish.RESIGN) is None
    sides.until(lambda: host.match.outcome is not None and guest.match.outcome is not None and sides.are_alike())
    game.attend()
    assert host.ask(Wish.NEXT_GAME) is None
    sides.until(lambda: guest.wish_heard is not None)
    assert guest.answer(is_yes=True) is None
    sides.until(lambda: len(guest.tournament.games) == 2 and sides.are_alike())
    sides.play("g7 h8 i9 white")
    sides.tables[Side.HOST].keep_watched("watch lantern penguin marble tulip orchard comet 12345")
    sides.until(lambda until=sides.now + 30_000: sides.now >= until)
    game.leave()
    sides.tables[Side.GUEST].close()


def hold_an_evening(services: Services, folder: Path) -> None:
    """A round that was played, and one of two tables of the next, of which one has told."""
    six = services.catalogue.rulesets["six_in_a_row"]
    terms = offered_terms(six, complete_options(six.info, {}), best_of=1, time_control=UNTIMED, first=FirstSeat.HOST)
    club = Club(folder, PairingSystem.SWISS, rounds=3, terms=terms)
    club.all_come("Anna", "Ben", "Cleo", "Dora")
    club.next_round()
    club.tell_all(lambda number: Claim.WON if number < 2 else Claim.DREW)
    club.next_round()
    number = club.members["Anna"].own_number
    club.members["Anna"].claim(2, Claim.LOST)
    club.until(lambda: Claim.LOST in (club.evening.table_of(number).said_one, club.evening.table_of(number).said_two))
    club.close()
    target = folders.data_folder() / "evenings"
    target.mkdir(parents=True)
    for name in ("Kim", "Anna"):
        for path in (folder / name).iterdir():
            shutil.copy(path, target)


# Files


def write_a_study(services: Services) -> Study:
    gomoku = services.catalogue.rulesets["gomoku"]
    options = complete_options(gomoku.info, {"variant": "renju"})
    made = Study(gomoku, options, "Kansei", ("Anna", "Ben"), facts={"date": "2026-11-26", "event": "Club evening"})
    cell = gomoku.geometry(options).cell
    node = ROOT
    for number, name in enumerate(["h8", "i8", "j8", "a1"]):
        node = made.tree.add(node, Place(cell(name), "bw"[number % 2]))
    third = made.tree.parent(node)
    other = made.tree.add(third, Place(cell("i9"), "w"))
    made.tree.add(made.tree.parent(third), Place(cell("g10"), "b"))
    made.tree.comments[third] = "Kansei.\nBlack has the better side."
    made.tree.marks[third] = [CellMark(cell("h9"), Sign.CROSS), CellMark(cell("i7"), Sign.LABEL, "A")]
    made.tree.properties[other] = {"SGF BM": ("1",)}
    keep_file(folders.studies_folder(), made.title, ".study.txt", write_study(made).encode())
    return made


def add_files(services: Services, study: Study, folder: Path) -> None:
    """Files of other programs in the library."""
    from game.formats.psq import write_psq  # noqa: PLC0415
    from game.formats.sgf_writer import write_sgf  # noqa: PLC0415

    made = series(services.catalogue.rulesets["gomoku"], (Participant("Cleo"), Participant("Dora")), "Old game")
    made.start_game()
    play(made, "h8 i8 j8 h9 h10 i9 i10 g8")
    for name, contents in (("old game.psq", write_psq(study_of_game(made, 0))), ("Kansei.sgf", write_sgf(study))):
        write_whole(folder / name, contents)
        add_file(folder / name, folders.library_folder())


def run_commands(folder: Path) -> None:
    """An arena and a tuning, as the commands write them; ``commands.txt`` says which."""
    six = "--ruleset six_in_a_row --games 12 --nodes 60 --passes 1 --out tune"
    commands = [
        "arena engine_newcomer engine_stroller basic --games 4 --clock 60+1 --option size=11 --option variant=renju"
        " --dice 4 --anchor basic=800 --seed 5 --out arena",
        f"tune play learn {six}",
        f"tune order {six}",
    ]
    for command in commands:
        program = [sys.executable, str(Path.cwd() / "main.py"), *command.split()]
        subprocess.run(program, cwd=folder, check=True, stdout=subprocess.DEVNULL)
    (folder / "commands.txt").write_text("".join(f"{command}\n" for command in commands))
    for name in ("sgf", "psq"):
        shutil.rmtree(folder / "arena" / name)


def make(folder: Path, work: Path) -> None:
    home = work / "home"
    os.environ[folders.HOME_VARIABLE] = str(home)
    folders.plugin_folder().mkdir(parents=True)
    shutil.copy(TOY, folders.plugin_folder() / "four_in_a_row.py")
    services = open_services(folders.plugin_folder())
    database = services.database
    for name in ("Anna", "Ben", "Klara", "Dora"):
        database.create_player(name)
    database.rename_player(database.find_player("Klara").id, "Cleo")
    database.remove_player(database.find_player("Dora").id)
    database.switch_player(database.find_player("Anna").id)
    database.set_face(database.current_player().id, "penguin")
    keep_settings(services)
    save_games(services)
    review_a_game(services)
    solve_riddles(services)
    play_far_away(services, work / "other_side")
    hold_an_evening(services, work / "club")
    add_files(services, write_a_study(services), work)
    services.close()

    services = open_services(folders.plugin_folder())
    write_after_the_checkpoint(services)
    let_a_result_wait(services)
    # While the connection is open: nothing of the log is in the database yet.
    shutil.copytree(home, folder / "home", ignore=shutil.ignore_patterns("*-shm", "cache", "*.lock", "__pycache__"))
    shutil.copytree(work / "other_side", folder / "other_side")
    run_commands(folder)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as work:
        make(Path(sys.argv[1]).resolve(), Path(work))
