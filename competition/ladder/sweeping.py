"""Takes players off ladders who have lost their place: they have neither played nor visited for long, are suspended, or
have closed their account. It also takes off players who were leaving, once no game waits for them."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from accounts.models import Restriction
from competition.events import Leaving
from competition.ladder.joining import drop_everywhere, forget
from competition.ladder.order import drop, is_awaited, lock_ladder, take_off
from competition.models import LadderGame, LadderMember
from core.each import do_each
from games.challenges import lock_people

UNPLAYED = timedelta(days=60)
UNSEEN = timedelta(days=30)
"""How long without a ladder game, and how long without a visit, before a place is lost. Both must be exceeded."""
FAULT = "Place %s of a ladder could not be looked after"


def sweep(*, now: datetime | None = None) -> int:
    """Takes off all players who have to go, each in a transaction of its own. Returns how many places these were."""
    now = now or timezone.now()
    why = {
        Leaving.CLOSED: Q(user__is_active=False) | Q(user__closing_at__isnull=False),
        Leaving.SUSPENDED: Q(user__restricted=True) & Q(Exists(_find_suspensions(now))),
        Leaving.UNSEEN: Q(Exists(_find_unseen(now))),
    }
    done = 0
    for each, condition in why.items():
        done += do_each(_find(condition), partial(_drop, why=each, condition=condition, now=now), fault=FAULT).done
    done += do_each(_find(Q(leaving_at__isnull=False)), _finish_leaving, fault=FAULT).done
    return done


def _find(condition: Q) -> list[int]:
    return list(_list_members().filter(condition).order_by("pk").values_list("pk", flat=True))


def _list_members() -> QuerySet[LadderMember]:
    return LadderMember.objects.exclude(rank=None)


def _find_suspensions(now: datetime) -> QuerySet[Restriction]:
    suspended = Restriction.objects.standing(now).filter(kind=Restriction.Kind.SUSPENDED)
    return suspended.filter(user=OuterRef("user"))


def _find_unseen(now: datetime) -> QuerySet[LadderMember]:
    """Returns the rows of unseen players. A player with a running ladder game is playing, and is not among them."""
    games = LadderGame.objects.filter(ruleset_slug=OuterRef("ruleset_slug"), running=True)
    playing = games.filter(Q(challenger=OuterRef("user")) | Q(challenged=OuterRef("user")))
    found = LadderMember.objects.annotate(
        last=Coalesce("played_at", "joined_at"), seen=Coalesce("user__last_visit_at", F("user__date_joined"))
    )
    found = found.filter(last__lte=now - UNPLAYED, seen__lte=now - UNSEEN)
    return found.exclude(Exists(playing)).filter(pk=OuterRef("pk"))


@transaction.atomic
def _drop(member_id: int, *, why: Leaving, condition: Q, now: datetime) -> bool:
    """Takes a player off if they still have to go once they and the ladder are locked. Returns whether they had to."""
    user_id, slug = LadderMember.objects.values_list("user_id", "ruleset_slug").get(pk=member_id)
    lock_people(user_id)
    lock_ladder(slug)
    member = _list_members().filter(condition, pk=member_id).first()
    if member is None:
        return False
    drop(member, why=why, now=now)
    return True


@transaction.atomic
def _finish_leaving(member_id: int) -> bool:
    """Takes off a player who was leaving. Usually the end of a game does this; here it is done if that was missed."""
    user_id, slug = LadderMember.objects.values_list("user_id", "ruleset_slug").get(pk=member_id)
    lock_people(user_id)
    lock_ladder(slug)
    member = _list_members().filter(pk=member_id, leaving_at__isnull=False).first()
    if member is None or is_awaited(member):
        return False
    take_off(member)
    return True


# --- Events of people --------------------------------------------------------------------------------------------
def on_restriction_imposed(*, restriction_id: int, now: datetime, **_: object) -> None:
    """Takes a suspended player off once the transaction is committed, since it may still lock their games."""
    restriction = Restriction.objects.get(pk=restriction_id)
    if restriction.kind == Restriction.Kind.SUSPENDED:
        transaction.on_commit(partial(drop_suspended, restriction.user_id, now=now), robust=True)


@transaction.atomic
def drop_suspended(user_id: int, *, now: datetime) -> None:
    lock_people(user_id)
    if Restriction.objects.standing(now).filter(user=user_id, kind=Restriction.Kind.SUSPENDED).exists():
        drop_everywhere(user_id, why=Leaving.SUSPENDED, now=now)


def on_account_closing(*, user_id: int, now: datetime, **_: object) -> None:
    """Takes a player who asks to close their account off every ladder."""
    drop_everywhere(user_id, why=Leaving.CLOSED, now=now)


def on_account_closed(*, user_id: int, now: datetime, **_: object) -> None:
    """Deletes what is stored about the places of a person who has closed their account."""
    drop_everywhere(user_id, why=Leaving.CLOSED, now=now)
    forget(user_id)
