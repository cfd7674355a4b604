"""Tests that repeat, in another language, size or game, what a test of the usual suite shows: they run in .ci/slow.

Each entry is the beginning of test ids, and which repeats of the test wait for the night.
"""

import re

NIGHT = {
    # One language with large letters shows that no text is cut; the other two are for the night.
    "tests/ui/test_languages.py::test_no_word_of_any_scene_is_cut": r"zh_CN",
    "tests/ui/test_focus.py::test_in_every_scene_tab_leads_once": r"",
    "tests/ui/test_story.py::test_a_game_is_played_saved_closed": r"threestones|six_in_a_row|connect6",
    "tests/ui/test_story.py::test_a_click_lands_on_the_cell": r"size[023]",
    "tests/ui/test_without_a_mouse.py::test_a_match_goes_from": r"six_in_a_row|connect6|threestones-Keyboard",
    "tests/ui/test_first_week.py": r"",
    # Closing the window by its button is enough each time; a signal or a kill is for the night.
    "tests/ui/test_real_window.py::test_real_clicks_play_a_game": r"kill|terminate",
    "tests/ui/board/test_game_clock.py::test_our_engine_does_not_lose_on_time": r"threestones",
    # The theme with the least contrast is looked at each time.
    "tests/ui/painting/test_themes.py::test_what_a_scene_says_stands_out": r"night_fair|high_contrast",
    "tests/ui/painting/test_font_scale.py::test_texts_of_a_kind_in_one_list": r"zh_CN",
    "tests/ui/scenes/test_match_setup.py::test_large_letters_enlarge": r"fi|zh_CN",
    "tests/ui/scenes/test_match_setup.py::test_titles_pitches_and_elo": r"size[01]",
    "tests/ui/scenes/test_menu.py::test_no_name_of_a_game_is_cut": r"size[13]|-1\.0|-1\.3",
    "tests/ui/scenes/test_learning.py::test_an_introduction_is_played": r"six_in_a_row|connect6",
    "tests/ui/scenes/test_engine_games.py::test_an_engine_that_never_answers": r"late|garbage|flood|spins|error|ref",
    "tests/ui/scenes/test_engine_games.py::test_an_engine_with_an_illegal_answer": r"outside",
    "tests/ui/scenes/test_engine_games.py::test_an_engine_that_misbehaves_once": r"garbage|flood|illegal",
    "tests/ui/effects/motion/test_motion.py::test_every_motion": r"scene change back|dialog|toss|hops|trio and point",
    "tests/ui/effects/motion/test_motion.py::test_reduced_motion": r"scene change back|dialog|toss|hops|trio and point",
    # The dialect of the championship is spoken by the same code; what is its own is tested beside it.
    "tests/engine/test_faults.py": r"-sau",
    "tests/engine/search/test_attack.py::test_stones_thrown_at_the_edge": r"black|-[123]",
    "tests/engine/search/test_thinker.py::test_it_makes_only_legal_moves": r"bans[12]",
    "tests/engine/test_suspended.py": r"True",
    "tests/engine/test_brain_process.py::test_the_rules_of_gomocup": r"\[[489]\]",
    "tests/rulesets/test_instant_levels.py::test_an_instant_player_plays_by_the_rules": r"patient|regular",
    "tests/training/daily_puzzle/test_two_installations.py": r"",
    "tests/training/daily_puzzle/test_visit.py::test_the_riddle_of_the_day_is_drawn": r"connect6|six_in_a_row",
    "tests/network/club/test_club_by_broker.py": r"",
    # Runs that were killed go on: one of the four programs is enough each time.
    "tests/tools/test_puzzles.py::test_a_run_that_is_continued": r"gomoku",
    "tests/tools/test_tune_workers.py::test_the_log_depends": r"2",
    "tests/tools/test_tune_workers.py::test_a_killed_run": r"",
    "tests/tools/test_tune_gate.py::test_a_gate_that_goes_on": r"2",
    "tests/tools/test_tune_learn.py::test_a_training_that_was_killed": r"",
    "tests/tools/test_referee.py::test_a_thousand_renju_positions": r"",
    # How time grows with a file is measured, and a measurement is worth little beside other tests.
    "tests/tools/stress/test_stress.py::test_every_campaign_holds": r"scaling",
    "tests/tools/stress/test_scaling.py::test_time_and_memory_grow": r"",
}


def is_for_night(test: str) -> bool:
    """Return True if the test with this id waits for the night."""
    return any(test.startswith(begin) and re.search(pattern, test[len(begin) :]) for begin, pattern in NIGHT.items())
