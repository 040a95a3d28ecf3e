"""Vacation of players: times during which their clocks are stopped, set ahead or used automatically. Nothing else
writes Vacation.

Every change locks the user first. Games hear of it within the transaction.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.db import connection, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from accounts import events
from accounts.limiting.spending import spend
from accounts.models import User, Vacation
from accounts.profile.balance import DAY, FIRST, Balance
from accounts.words import refusals
from core.prepared import PreparedQuery
from core.refusal import Refusal
from core.words import Said

Span = tuple[datetime, datetime]

SHORTEST = timedelta(hours=1)
FURTHEST = timedelta(days=366)
JUST_NOW = timedelta(minutes=10)
"""A start this recent means “at once”."""


def balance_of(user: User, *, now: datetime) -> timedelta:
    """How much vacation the user may still set at `now`, without what is set already."""
    return _balance(user).at(now)


def booked(user: User, *, now: datetime) -> QuerySet[Vacation]:
    """Present and future vacation that the user has set, the first to start first."""
    return _set_by_hand().filter(user=user, until_at__gt=now).order_by("from_at")


def list_booked(user_ids: Iterable[int], *, since: datetime) -> dict[int, list[Span]]:
    """Vacation that each of the users has set and that ends after `since`: one query for all of them."""
    spans: dict[int, list[Span]] = {user_id: [] for user_id in user_ids}
    ids = tuple(spans)
    rows = _find_of_two(ids[0], ids[-1], since) if 0 < len(ids) <= 2 else _find_spans(Q(user__in=ids), since)
    for user_id, from_at, until_at in rows:
        spans[user_id].append((from_at, until_at))
    return spans


def _find_spans(whose: Q, since: datetime) -> QuerySet[Vacation, tuple[Any, ...]]:
    rows = _set_by_hand().filter(whose, until_at__gt=since).order_by("from_at")
    return rows.values_list("user_id", "from_at", "until_at")


@PreparedQuery
def _find_of_two(one: int, other: int, since: datetime) -> QuerySet[Vacation, tuple[Any, ...]]:
    """Prepared, since every turn of a game with vacation asks it for the two players."""
    return _find_spans(Q(user=one) | Q(user=other), since)


# --- What a user does --------------------------------------------------------------------------------------------
def grant(user: User, *, now: datetime) -> bool:
    """Gives the first days, after which more are earned; once. Returns whether it did."""
    granted = User.objects.filter(pk=user.pk, vacation_counted_at=None).update(
        vacation_balance=FIRST, vacation_counted_at=now
    )
    if granted:
        user.vacation_balance, user.vacation_counted_at = FIRST, now
    return bool(granted)


@transaction.atomic
def book(user: User, *, from_at: datetime, until_at: datetime, now: datetime | None = None) -> Vacation:
    """Sets vacation and takes its whole length from the balance; a start just past means at once.

    Raises Refusal: past, too_short, too_far, overlap, balance, too_often.
    """
    user = lock(user.pk)
    now = now or timezone.now()
    if now - JUST_NOW <= from_at < now:
        from_at = now
    _check_span(from_at, until_at, now=now)
    _check_overlap(user, from_at, until_at)
    _check_balance(user, until_at - from_at, now=now)
    spend("vacation", now=now, sender=user.pk)
    _keep(user, _balance(user).take(until_at - from_at, now=now))
    vacation = Vacation.objects.create(user=user, from_at=from_at, until_at=until_at, booked_at=now)
    events.vacation_changed.send(sender=Vacation, user_id=user.pk, vacation_id=vacation.pk, was=None, now=now)
    return vacation


@transaction.atomic
def end(user: User, *, vacation_id: int, now: datetime | None = None) -> Vacation:
    """Ends vacation at once, or cancels it before it begins, and gives back what was not used.

    Raises Refusal: unknown, over.
    """
    user = lock(user.pk)
    now = now or timezone.now()
    vacation = Vacation.objects.filter(user=user, automatic=False, pk=vacation_id).first()
    if vacation is None:
        raise Refusal(refusals.UNKNOWN(), status=404)
    if vacation.until_at <= now or vacation.until_at == vacation.from_at:
        raise Refusal(refusals.OVER(), status=409)
    was = (vacation.from_at, vacation.until_at)
    vacation.until_at = max(now, vacation.from_at)
    vacation.save(update_fields=["until_at"])
    _keep(user, _balance(user).give(was[1] - vacation.until_at, now=now))
    events.vacation_changed.send(sender=Vacation, user_id=user.pk, vacation_id=vacation.pk, was=was, now=now)
    return vacation


@transaction.atomic
def give(user: User, *, days: int, now: datetime | None = None) -> timedelta:
    """Adds days, as staff do to correct something, up to the cap; returns what the user then has."""
    user = lock(user.pk)
    balance = _balance(user).give(days * DAY, now=now or timezone.now())
    _keep(user, balance)
    return balance.amount


def set_automatic(user: User, on: bool) -> None:
    """Sets whether a day is used automatically when the user's time in a game has run out."""
    user.vacation_automatic = on
    user.save(update_fields=["vacation_automatic"])


def note_explained(user: User, *, now: datetime) -> None:
    """Notes that the user has been told what vacation is, the first time."""
    if user.vacation_explained_at is None:
        user.vacation_explained_at = now
        user.save(update_fields=["vacation_explained_at"])


# --- What play does, with the user locked ------------------------------------------------------------------------
def lock(user_id: int, *, skip_locked: bool = False) -> User:
    """The user, locked until the transaction ends. Raises User.DoesNotExist (with `skip_locked` also if taken)."""
    skip = skip_locked and connection.features.has_select_for_update_skip_locked
    return User.objects.select_for_update(skip_locked=skip, no_key=True).get(pk=user_id)


def may_take_day(user: User, *, at: datetime) -> bool:
    """Whether a day would be used automatically if the user's time ran out at an instant."""
    return user.vacation_automatic and balance_of(user, now=at) >= DAY


def take_day(user: User, *, at: datetime, now: datetime) -> Vacation | None:
    """Uses a day automatically from `at` on, for a locked user whose time ran out then; None where none may be used."""
    if not may_take_day(user, at=at):
        return None
    _keep(user, _balance(user).take(DAY, now=at))
    return Vacation.objects.create(user=user, from_at=at, until_at=at + DAY, automatic=True, booked_at=now)


# --- Within ------------------------------------------------------------------------------------------------------
def _set_by_hand() -> QuerySet[Vacation]:
    """Vacation that a user set and did not cancel before it started."""
    return Vacation.objects.filter(automatic=False, from_at__lt=F("until_at"))


def _balance(user: User) -> Balance:
    return Balance(user.vacation_balance, user.vacation_counted_at)


def _keep(user: User, balance: Balance) -> None:
    user.vacation_balance, user.vacation_counted_at = balance.amount, balance.counted_at
    user.save(update_fields=["vacation_balance", "vacation_counted_at"])


def _check_span(from_at: datetime, until_at: datetime, *, now: datetime) -> None:
    if from_at < now:
        raise Refusal(refusals.PAST(), status=422)
    if until_at - from_at < SHORTEST:
        raise Refusal(refusals.TOO_SHORT(), status=422)
    if until_at > now + FURTHEST:
        raise Refusal(refusals.TOO_FAR(), status=422)


def _check_overlap(user: User, from_at: datetime, until_at: datetime) -> None:
    if _set_by_hand().filter(user=user, from_at__lt=until_at, until_at__gt=from_at).exists():
        raise Refusal(refusals.OVERLAP(), status=422)


def _check_balance(user: User, length: timedelta, *, now: datetime) -> None:
    has = balance_of(user, now=now)
    if length > has:
        tenths_up, tenths_down = -(-length // (DAY / 10)), has // (DAY / 10)
        raise Refusal(refusals.BALANCE(asked=_tell(tenths_up), has=_tell(tenths_down)), status=422)


def _tell(tenths: int) -> Said:
    """“3.5 days”."""
    return refusals.TENTHS_OF_DAYS(n=tenths / 10)
