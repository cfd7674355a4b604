"""The conformance test for authors of rulesets, under the name that the contract guarantees."""

from game.plugins.conformance import ConformanceError, check_ruleset, option_sets

__all__ = ["ConformanceError", "check_ruleset", "option_sets"]
