"""The test kit for ruleset authors, under the name that the contract gives it."""

from game.plugins.conformance import ConformanceError, check_ruleset, option_sets

__all__ = ["ConformanceError", "check_ruleset", "option_sets"]
