"""What the fair shows of our rulesets fits the smallest window."""

import pytest

from game.plugins.registry import discover

INFOS = [pytest.param(ruleset.info, id=ruleset.info.id) for ruleset in discover().rulesets.values()]


@pytest.mark.parametrize("info", INFOS)
def test_the_pitch_of_a_level_fits_its_line_of_match_setup(info):
    assert {level.id: level.pitch for level in info.levels if len(level.pitch) > 56} == {}


@pytest.mark.parametrize("info", INFOS)
def test_what_is_said_about_a_choice_fits_its_line_of_the_dialog(info):
    assert {choice.key: choice.about for choice in info.choices if len(choice.about) > 60} == {}


@pytest.mark.parametrize("info", INFOS)
def test_the_rules_card_is_a_few_short_sections(info):
    assert 3 <= len(info.rules_card) <= 5
    assert sum(len(section.words) for section in info.rules_card) <= 800
    assert any(section.diagram for section in info.rules_card)


@pytest.mark.parametrize("info", INFOS)
def test_an_introduction_says_little_at_a_time(info):
    for lesson in info.introduction:
        assert len(lesson.title) <= 22
        assert len(lesson.words) <= 200
        assert max(len(lesson.well), len(lesson.again)) <= 112
