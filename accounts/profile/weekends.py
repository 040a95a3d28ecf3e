"""Which days of a week a player keeps free, as ISO weekdays in digits: “67” is Saturday and Sunday."""

from itertools import combinations

from core.weekdays import describe_days

NONE = "none"
"""What a form sends for no day at all."""
USUAL = ("67", "56", "45", "17")


def offer_weekends() -> list[tuple[str, str | list[tuple[str, str]]]]:
    """Choices for a select: the usual pairs first, then no day, one day, and every other pair."""
    others = ["".join(pair) for pair in combinations("1234567", 2)]
    groups = {
        "Usual": USUAL,
        "One day": tuple("1234567"),
        "Other pairs": tuple(pair for pair in others if pair not in USUAL),
    }
    choices: list[tuple[str, str | list[tuple[str, str]]]] = [(NONE, "No day")]
    return choices + [(name, [(days, describe_days(days)) for days in group]) for name, group in groups.items()]
