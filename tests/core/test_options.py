"""Values of options as words in files and commands give them."""

from __future__ import annotations

import pytest

from game.core.model import ParseError
from game.core.options import Option, option_values

NUMBER = Option("limit", "Limit", "number", 1, low=1, high=999_999_999)


def test_a_number_may_have_nine_digits() -> None:
    assert option_values("Toy", (NUMBER,), {"limit": "123456789"}) == {"limit": 123_456_789}


@pytest.mark.parametrize("text", ["1234567890", "-5", "5.0", "", "five"])
def test_what_is_no_number_within_the_range_is_refused(text: str) -> None:
    with pytest.raises(ParseError, match="it must be a number from 1 to 999999999"):
        option_values("Toy", (NUMBER,), {"limit": text})
