"""Whole games kept as tournament files: what the rules make of them must never change unnoticed.

``python -m tests.golden.test_playthroughs`` plays them anew; look at the difference before you keep it.
"""

from __future__ import annotations

import pytest

from game.core.record.reader import read_tournament
from game.core.record.writer import write_tournament
from game.core.ruleset import complete_options
from game.core.tournament import Participant, Tournament
from game.plugins import registry
from tools.pilot.recorded_games import FOLDER, next_move

#: File name: ruleset, options, and the choice to be said in an opening that has one.
GAMES = {
    "gomoku": ("gomoku", {}, ""),
    "gomoku-standard": ("gomoku", {"variant": "standard", "size": 13}, ""),
    "gomoku-caro": ("gomoku", {"variant": "caro", "size": 20}, ""),
    "gomoku-renju": ("gomoku", {"variant": "renju"}, ""),
    "gomoku-bans": ("gomoku", {"ban_33": True, "ban_44": True, "size": 19}, ""),
    "gomoku-swap2": ("gomoku", {"opening": "swap2"}, "put2"),
    "connect6": ("connect6", {}, ""),
    "six_in_a_row": ("six_in_a_row", {}, ""),
    "threestones": ("threestones", {}, "penguin"),
}


@pytest.mark.parametrize("name", GAMES)
def test_a_kept_game_is_read_and_written_back_unchanged(name: str) -> None:
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    tournament = read_tournament(text, registry.discover().rulesets, f"{name}.txt")
    assert tournament.current is not None
    assert tournament.current.match.outcome is not None
    assert write_tournament(tournament) == text
    assert final_position(tournament) == (FOLDER / f"{name}.position.txt").read_text(encoding="utf-8")


def test_every_ruleset_of_ours_has_a_kept_game() -> None:
    assert set(registry.discover().rulesets) <= {ruleset for ruleset, _, _ in GAMES.values()}


def final_position(tournament: Tournament) -> str:
    assert tournament.current is not None
    return tournament.ruleset.dump(tournament.current.match.state)


def play(name: str) -> Tournament:
    """Lets two different levels play the game out."""
    catalogue = registry.discover()
    ruleset_id, options, word = GAMES[name]
    ruleset = catalogue.rulesets[ruleset_id]
    hints = ruleset.info.level(ruleset.info.hint_level)
    levels = (next(level for level in reversed(ruleset.info.levels) if level is not hints), hints)
    sides = (Participant(levels[0].title, levels[0].id), Participant("Hints", levels[1].id))
    tournament = Tournament(ruleset, complete_options(ruleset.info, options), sides, seed=4, title=f"Kept: {name}")
    match = tournament.start_game().match
    while match.outcome is None:
        level = levels[match.state.seat]
        think = registry.resolve_thinker(catalogue.package(ruleset_id), level.thinker)
        match.play(next_move(match, think, level.settings, word))
    return tournament


def main() -> None:
    for name in GAMES:
        tournament = play(name)
        (FOLDER / f"{name}.txt").write_text(write_tournament(tournament), encoding="utf-8")
        (FOLDER / f"{name}.position.txt").write_text(final_position(tournament), encoding="utf-8")


if __name__ == "__main__":
    main()
