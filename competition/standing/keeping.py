"""What a player does with their standing challenges: makes, changes, pauses, resumes and ends them.

Each function is one transaction. It locks the player, then all of their standing challenges.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from django.db import transaction
from django.forms import model_to_dict
from django.utils import timezone

from accounts import safeguards
from accounts.conduct.restrictions import Activity, refuse
from accounts.limiting.limits import MOST_STANDING
from accounts.limiting.spending import spend
from accounts.models import User
from competition.models import StandingChallenge
from competition.models.standing import MOST_KEPT
from competition.standing.pausing import Paused
from competition.standing.room import refresh
from competition.words import standing as words
from core.refusal import Refusal
from games import challenges
from games.challenges import Terms
from games.models import Challenge
from games.words import refusals


@transaction.atomic
def make(
    owner: User, *, terms: Terms, keep: int = 1, pairs: bool = True, now: datetime | None = None
) -> StandingChallenge:
    """Makes a standing challenge that keeps `keep` games running. The site pairs it if `pairs` is set.

    Raises Refusal: bad_keep, no_control and what is wrong with the terms (422); closed, closed_to_new and those of
    restrictions (403); most_standing, same (409); too_often (429).
    """
    owner, now = lock(owner.pk), now or timezone.now()
    _check_keep(keep)
    _check_owner(owner, terms, now=now)
    safeguards.refuse_new(owner, now=now)
    challenge = challenges.stand(owner, terms=terms, now=now)
    others = StandingChallenge.objects.standing().filter(owner=owner).select_related("challenge")
    if len(others) >= MOST_STANDING:
        raise Refusal(words.MOST_STANDING(most=MOST_STANDING))
    _refuse_same(challenge, (each.challenge for each in others))
    spend("standing_change", now=now, sender=owner.pk)
    made = StandingChallenge.objects.create(
        owner=owner, challenge=challenge, keep=keep, pairs=pairs, made_at=now, waiting_since=now, look_at=now
    )
    refresh([owner.pk], now=now, by_owner=True)
    made.refresh_from_db()
    return made


def change(
    standing_id: int,
    *,
    owner: User,
    terms: Terms,
    keep: int,
    pairs: bool,
    check: Callable[[StandingChallenge], None] = lambda standing: None,
    now: datetime | None = None,
) -> StandingChallenge:
    """Changes a standing challenge. Its games go on as they started. If it offers something new, its waiting time
    starts again. `check` gets the locked row, and may raise any exception.

    Raises Refusal: as `make`, and ended.
    """
    with _changing(standing_id, owner=owner, now=now) as (standing, now):
        check(standing)
        _check_keep(keep)
        _check_owner(standing.owner, terms, now=now)
        before = model_to_dict(standing.challenge)
        challenges.change_standing(standing.challenge, terms=terms)
        others = StandingChallenge.objects.standing().filter(owner=owner).exclude(pk=standing_id)
        _refuse_same(standing.challenge, (each.challenge for each in others.select_related("challenge")))
        StandingChallenge.objects.filter(pk=standing_id).update(keep=keep, pairs=pairs)
        if not standing.challenge.withheld:
            StandingChallenge.objects.filter(pk=standing_id).update(look_at=now)
            if (before, standing.pairs) != (model_to_dict(standing.challenge), pairs):
                StandingChallenge.objects.filter(pk=standing_id).update(waiting_since=now)
    return standing


def pause(standing_id: int, *, owner: User, now: datetime | None = None) -> StandingChallenge:
    """Pauses a standing challenge until its owner resumes it. Raises Refusal: ended, too_often."""
    with _changing(standing_id, owner=owner, now=now) as (standing, _):
        StandingChallenge.objects.filter(pk=standing_id).update(paused=Paused.HAND, check_at=None)
    return standing


def resume(standing_id: int, *, owner: User, now: datetime | None = None) -> StandingChallenge:
    """Resumes a standing challenge that was paused by hand. If its owner is away or barred, the site pauses it until
    they are not. Raises Refusal: ended, too_often."""
    with _changing(standing_id, owner=owner, now=now) as (standing, _):
        StandingChallenge.objects.filter(pk=standing_id, paused=Paused.HAND).update(paused="")
    return standing


def end(standing_id: int, *, owner: User, now: datetime | None = None) -> None:
    """Ends a standing challenge for good. Its games go on. Raises Refusal: ended. No limit applies, so that every owner
    can end it."""
    with transaction.atomic():
        _, now = lock(owner.pk), now or timezone.now()
        _end([find(standing_id, owner=owner)], now=now)


def end_all(user_id: int, *, now: datetime) -> None:
    """Ends all standing challenges of a locked player, who closes their account."""
    challenges.lock_standing(user_id)
    _end(list(StandingChallenge.objects.standing().filter(owner=user_id)), now=now)


def forget(user_id: int) -> None:
    """Deletes the standing challenges of a person who has closed their account."""
    StandingChallenge.objects.filter(owner=user_id).delete()


def on_challenge_withdrawn(*, challenge_id: int, now: datetime, **_: Any) -> None:
    """Ends a standing challenge that its owner has withdrawn on the page of its challenge. Makes one query."""
    StandingChallenge.objects.standing().filter(challenge=challenge_id).update(ended_at=now, **NOTHING_DUE)


# --- Helpers -----------------------------------------------------------------------------------------------------
NOTHING_DUE = {"check_at": None, "look_at": None}


def lock(user_id: int) -> User:
    """Locks the player and all of their standing challenges, and returns the player."""
    (user,) = challenges.lock_people(user_id)
    challenges.lock_standing(user_id)
    return user


def find(standing_id: int, *, owner: User) -> StandingChallenge:
    """Returns the player’s own standing challenge. Raises Refusal (ended), and StandingChallenge.DoesNotExist if it is
    not theirs."""
    found = StandingChallenge.objects.select_related("challenge", "owner").get(pk=standing_id, owner=owner)
    if found.ended_at is not None:
        raise Refusal(words.ENDED())
    return found


@contextmanager
def _changing(standing_id: int, *, owner: User, now: datetime | None) -> Iterator[tuple[StandingChallenge, datetime]]:
    """Yields the locked row, which the caller changes inside. Then counts the change against the limit, and updates
    pauses and lists."""
    with transaction.atomic():
        _, now = lock(owner.pk), now or timezone.now()
        standing = find(standing_id, owner=owner)
        yield standing, now
        spend("standing_change", now=now, sender=owner.pk)
        refresh([owner.pk], now=now, by_owner=True)
        standing.refresh_from_db()


def _end(found: list[StandingChallenge], *, now: datetime) -> None:
    challenges.withdraw_all([each.challenge_id for each in found], now=now)
    StandingChallenge.objects.filter(pk__in=[each.pk for each in found]).update(ended_at=now, **NOTHING_DUE)


def _check_keep(keep: int) -> None:
    if type(keep) is not int or not 1 <= keep <= MOST_KEPT:
        raise Refusal(words.BAD_KEEP(least=1, most=MOST_KEPT), status=422)


def _check_owner(owner: User, terms: Terms, *, now: datetime) -> None:
    """Raises Refusal: closed, and those of restrictions."""
    if not owner.is_active or owner.closing_at is not None:
        raise Refusal(refusals.CLOSED() if not owner.is_active else words.CLOSING(), status=403)
    refuse(owner, Activity.OPEN_CHALLENGE, now=now)
    if terms.rated:
        refuse(owner, Activity.RATED, now=now)


def _refuse_same(challenge: Challenge, others: Iterator[Challenge]) -> None:
    """Raises Refusal (same) if another one has the same ruleset and options, is equally rated or not, and shares a time
    control."""
    for other in others:
        is_alike = (challenge.ruleset_slug, challenge.rated) == (other.ruleset_slug, other.rated)
        has_common = any(each in other.controls for each in challenge.controls)
        if is_alike and has_common and challenge.options == other.options:
            raise Refusal(words.SAME())
