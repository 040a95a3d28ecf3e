"""Days of a week in words."""

from core.weekdays import describe_days
from tests.rows import each_row


@each_row(
    ("digits", "words"), [("", "none"), ("5", "Friday"), ("67", "Saturday and Sunday"), ("71", "Monday and Sunday")]
)
def test_days_are_told_in_words(digits, words):
    assert describe_days(digits) == words
