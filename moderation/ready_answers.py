"""What a message of the site is, and those of them that answer reporters."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ready:
    """A message. `key` names it forever, so that it is never added twice."""

    key: str
    action: str
    """The name of an action, or another occasion from `staff_forms.list_occasions`."""
    reason: str
    """The name of a reason, or nothing for all reasons."""
    title: str
    text: str


ANSWERS = (
    Ready(
        "answer_right",
        "answer",
        "",
        "Report: you were right",
        "Thank you for telling us. You were right, and we have done something about it. What it was stays between us "
        "and them. If it goes on, please report it again.",
    ),
    Ready(
        "answer_wrong",
        "answer",
        "",
        "Report: nothing against the rules",
        "Thank you for telling us. We looked at what you reported and found nothing against our rules. If somebody "
        "merely annoys you, you can mute or block them on their profile: that works at once.",
    ),
    Ready(
        "answer_unclear",
        "answer",
        "",
        "Report: we couldn’t find out",
        "Thank you for telling us. We couldn’t find out for sure what happened, so we did nothing about it this time. "
        "We have noted it, and it helps us if it happens again.",
    ),
)
