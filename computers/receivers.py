"""Hears what happens in games and challenges of computers, and gives the computers their work."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import Any

from django.db import transaction
from django.dispatch import receiver
from django.utils import timezone

from accounts.events import account_closed, account_exporting
from accounts.models import User
from accounts.safeguards import NEW
from computers import accepting, waking
from computers.models import Comparison, Review
from computers.review import ask, may_be_reviewed
from core.refusal import Refusal
from engine.contract import Side
from games import events
from games.models import Challenge, Game, Seat

MOST_OF_GUEST = 3
"""How many games of a guest are analysed when they sign up, the last ones first."""


@receiver(events.turn_started)
def on_turn_started(*, turn: events.StartedTurn, revision: int, **_: Any) -> None:
    if turn.by_computer:
        waking.ask(turn.game_id, revision=revision)


@receiver(events.offer_made)
def on_offer_made(*, game_id: int, revision: int, side: Side, **_: Any) -> None:
    if Seat.objects.filter(game=game_id, side=Side(side).other, user__kind=User.Kind.COMPUTER).exists():
        waking.ask(game_id, revision=revision)


@receiver(events.result_changed)
def on_result_changed(*, game_id: int, before: events.Result | None, **_: Any) -> None:
    """Deletes the analysis of a game that goes on again, or that counts for nobody any more. It is locked first, so
    that no position is stored meanwhile."""
    if before is None:
        return  # it was going on, and had none
    locked = Review.objects.select_for_update(no_key=True, of=("self",)).select_related("game")
    for review in locked.filter(game=game_id):
        if not may_be_reviewed(review.game):
            review.delete()


@receiver(events.guest_games_kept)
def on_guest_games_kept(*, user_id: int, game_ids: list[int], **_: Any) -> None:
    """Has the games analysed that somebody played as a guest just before they signed up: the page of such a game offers
    that with the sign-up. Whoever has had an account for long asks by themselves."""
    user = User.objects.get(pk=user_id)
    if timezone.now() - user.date_joined < NEW:
        for game in Game.objects.filter(pk__in=game_ids).ended().order_by("-ended_at", "-pk")[:MOST_OF_GUEST]:
            with suppress(Refusal):
                ask(user, game_id=game.pk)


@receiver(events.challenge_received)
def on_challenge_received(*, challenge_id: int, **_: Any) -> None:
    if Challenge.objects.filter(pk=challenge_id, opponent__kind=User.Kind.COMPUTER).exists():
        transaction.on_commit(partial(accepting.answer, challenge_id), robust=True)


@receiver(account_closed)
def on_account_closed(*, user_id: int, **_: Any) -> None:
    """The analyses that they asked for belong to everybody, but nobody needs to know any more who asked."""
    Review.objects.filter(asked_by=user_id).update(asked_by=None)
    Comparison.objects.filter(asked_by=user_id).update(asked_by=None)
    Comparison.objects.filter(person=user_id).delete()


@receiver(account_exporting)
def on_account_exporting(*, user_id: int, **_: Any) -> dict[str, Any]:
    """What was found of the person; not who asked, nor what waits."""
    done = Comparison.objects.filter(person=user_id, done_at__isnull=False).order_by("pk")
    return {"comparisons_with_the_computer": done.values("done_at", "games", "turns", "same")}
