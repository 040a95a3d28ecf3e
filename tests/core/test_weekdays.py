"""Days of a week in words."""

import pytest

from core.weekdays import describe_days


@pytest.mark.parametrize(
    ("digits", "words"), [("", "none"), ("5", "Friday"), ("67", "Saturday and Sunday"), ("71", "Monday and Sunday")]
)
def test_days_are_told_in_words(digits, words):
    assert describe_days(digits) == words
