"""Days of the week in words, from ISO weekdays as digits: “67” is Saturday and Sunday."""

from django.utils.dates import WEEKDAYS

from core.words import Sentence, join

NONE = Sentence("none", "none")


def describe_days(digits: str) -> str:
    """“Saturday and Sunday”; “none” for none."""
    return join(WEEKDAYS[int(digit) - 1] for digit in sorted(digits)) or str(NONE())
