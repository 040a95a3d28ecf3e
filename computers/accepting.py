"""Answers challenges to computers, each at once, by what their game allows."""

from __future__ import annotations

from accounts.models import User
from computers.models import Computer
from computers.starting import find_obstacle
from computers.words import refusals
from core.each import do_each
from core.refusal import Refusal
from games import challenges
from games.models import Challenge


def answer(challenge_id: int) -> None:
    """Accepts a challenge to a computer, or declines it and says why."""
    challenge = Challenge.objects.select_related("challenger", "opponent").get(pk=challenge_id)
    assert challenge.opponent is not None
    computer = Computer.objects.select_related("user").get(user=challenge.opponent)
    suits = computer.ruleset_slug == challenge.ruleset_slug
    reason = find_obstacle(challenge.challenger, computer=computer) if suits else refusals.OTHER_GAME()
    try:
        if reason:
            challenges.decline(challenge_id, user=computer.user, reason=str(reason))
        else:
            challenges.accept(challenge_id, user=computer.user)
    except Refusal:
        return  # withdrawn meanwhile, or answered by the sweep: there is nothing left to answer


def answer_waiting() -> int:
    """Answers challenges that are still open, as after a crash; returns how many."""
    waiting = Challenge.objects.filter(status=Challenge.Status.PENDING, opponent__kind=User.Kind.COMPUTER)
    found = list(waiting.order_by("pk").values_list("pk", flat=True))
    return do_each(found, answer, fault="Challenge %s to a computer could not be answered").done
