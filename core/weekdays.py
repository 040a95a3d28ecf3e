"""Days of the week in words, from ISO weekdays as digits: “67” is Saturday and Sunday."""

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def describe_days(digits: str) -> str:
    """“Saturday and Sunday”; “none” for none."""
    return " and ".join(DAYS[int(digit) - 1] for digit in sorted(digits)) or "none"
