"""Restrictions that staff impose on people and lift again, what each kind forbids, and the words in which it refuses.

Each action asks `refuse` within its own transaction, after it has locked its rows. `User.restricted` says whether there
is any row to ask for, so that people without restrictions cost no query.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum
from functools import partial

from django.contrib.auth.models import AnonymousUser
from django.core import signing
from django.db import transaction
from django.utils import timezone

from accounts import events
from accounts.models import Restriction, User
from accounts.words import refusals
from accounts.words import restrictions as words
from core.each import do_each
from core.refusal import Refusal
from core.words import LONG_MOMENT, Said, tell_moment

Kind = Restriction.Kind
Close = Restriction.Close
Games = Restriction.Games
Scope = Restriction.Scope


class Activity(StrEnum):
    """What a restriction may forbid."""

    SIGN_IN = "log in"
    PLAY = "play"
    CHAT = "write in chats"
    WRITE = "write to other players"
    CHALLENGE = "send or accept challenges"
    OPEN_CHALLENGE = "post or accept open challenges"
    RATED = "start rated games"
    REPORT = "report anybody"


@dataclass(frozen=True, slots=True)
class Terms:
    """What a kind of restriction means."""

    told: words.Told
    """What the person reads first."""
    forbids: frozenset[Activity] = frozenset()
    is_read: bool = False
    """Whether it is in force until the person has confirmed that they read it."""


CHALLENGES = frozenset({Activity.CHALLENGE, Activity.OPEN_CHALLENGE})
TERMS = {
    Kind.WARNED: Terms(words.WARNED, is_read=True),
    Kind.PROFILE_CLEARED: Terms(words.PROFILE_CLEARED, is_read=True),
    Kind.RENAMED: Terms(words.RENAMED),
    Kind.MUTED: Terms(words.MUTED, frozenset({Activity.CHAT, Activity.WRITE})),
    Kind.BARRED_RATED: Terms(words.BARRED_RATED, frozenset({Activity.RATED})),
    Kind.BARRED_OPEN: Terms(words.BARRED_OPEN, frozenset({Activity.OPEN_CHALLENGE})),
    Kind.BARRED: Terms(words.BARRED, CHALLENGES),
    Kind.BARRED_REPORTS: Terms(words.BARRED_REPORTS, frozenset({Activity.REPORT})),
    Kind.SUSPENDED: Terms(words.SUSPENDED, frozenset(Activity)),
}
OLDER_MUTE = Terms(words.MUTED_IN_CHATS, frozenset({Activity.CHAT}))
"""What a mute means that was laid while mutes were of chats: it keeps its scope until it ends."""
FOR_GOOD = datetime.max.replace(tzinfo=UTC)
MAY_STILL = {Games.GO_ON: frozenset({Activity.SIGN_IN, Activity.PLAY})}
"""What a suspension still allows, by what happens to running games."""


# --- Asking ------------------------------------------------------------------------------------------------------
def refuse(user: User, activity: Activity, *, now: datetime) -> None:
    """Raises Refusal (403, with the kind as its code) that says why and until when, if the user may not do that.

    `user` is as read within the transaction of the activity.
    """
    if user.restricted and (standing := find(user.pk, activity, now=now)):
        said = replace(tell(standing), sentence=replace(tell(standing).sentence, code=standing.kind))
        raise Refusal(said, status=403, again_at=standing.until_at)


def refuse_of_other(user: User, activity: Activity, *, now: datetime) -> None:
    """Raises Refusal (challenger_restricted) to the opponent of somebody who may not do that: why is between them and
    staff."""
    try:
        refuse(user, activity, now=now)
    except Refusal:
        raise Refusal(refusals.CHALLENGER_RESTRICTED(name=user.username)) from None


def find(user_id: int, activity: Activity, *, now: datetime) -> Restriction | None:
    """The restriction that forbids it, the longest first; None where it is allowed."""
    found = Restriction.objects.standing(now).filter(user=user_id, kind__in=KINDS_THAT_FORBID[activity])
    forbidding = [each for each in found if activity in list_forbidden(each)]
    return max(forbidding, key=lambda each: each.until_at or FOR_GOOD, default=None)


def find_restricted(user_ids: Collection[int], activities: Collection[Activity], *, now: datetime) -> set[int]:
    """Those of these players who may not do one of these at least. One query; none for nobody."""
    if not user_ids:
        return set()
    standing = Restriction.objects.standing(now).filter(user__in=user_ids)
    return {each.user_id for each in standing if list_forbidden(each).intersection(activities)}


def terms_of(restriction: Restriction) -> Terms:
    is_older = restriction.kind == Kind.MUTED and restriction.scope != Scope.ALL
    return OLDER_MUTE if is_older else TERMS[Kind(restriction.kind)]


def scope_of(kind: Kind) -> str:
    """What a restriction of this kind that is laid now has as its scope."""
    return Scope.ALL if kind == Kind.MUTED else ""


def list_forbidden(restriction: Restriction) -> frozenset[Activity]:
    terms = terms_of(restriction)
    return terms.forbids - MAY_STILL.get(Games(restriction.games), frozenset()) if restriction.games else terms.forbids


KINDS_THAT_FORBID = {
    activity: [kind for kind, terms in TERMS.items() if activity in terms.forbids] for activity in Activity
}


def list_standing(user: User | AnonymousUser, *, now: datetime | None = None) -> list[Restriction]:
    """The restrictions of a person that are in force, the gravest first. No query for people without any."""
    if not (isinstance(user, User) and user.restricted):
        return []
    found = Restriction.objects.standing(now or timezone.now()).filter(user=user).select_related("user")
    ordered = sorted(found, key=lambda each: (-list(TERMS).index(Kind(each.kind)), each.pk))
    for each in ordered:
        each.told, each.short = tell(each), tell_short(each)
    return ordered


def find_by_token(token: str) -> Restriction | None:
    """The restriction that the link of an email names, also if it is over."""
    try:
        return Restriction.objects.select_related("user").filter(pk=Restriction.read_token(token)).first()
    except (signing.BadSignature, ValueError):
        return None


def tell(restriction: Restriction) -> Said:
    """Such as “You can’t report anybody until 25 November 2026, 15:00 CET. Reason: … (Conduct §1: Be civil).”"""
    what, reason = tell_short(restriction), restriction.reason.rstrip(".")
    if restriction.rule:
        return words.BECAUSE_BY_RULE(what=what, reason=reason, rule=restriction.cited.rstrip("."))
    return words.BECAUSE(what=what, reason=reason)


def tell_short(restriction: Restriction) -> Said:
    """What it is and until when, to the person, in their time zone, without why."""
    return _choose(terms_of(restriction).told, restriction)()


def tell_staff(restriction: Restriction) -> Said:
    """The same to staff, such as “Muted for good”."""
    label = Kind(restriction.kind).label
    kind: object = f"{label[0].upper()}{label[1:]}"
    if terms_of(restriction) is OLDER_MUTE:
        kind = words.IN_CHATS(kind=kind)
    return _choose(words.STAFF, restriction)(kind=kind)


def _choose(told: words.Told, restriction: Restriction) -> Callable[..., Said]:
    """The sentence that fits its end, with that filled in."""
    if restriction.until_at is not None:
        return partial(told.until, until=tell_moment(restriction.until_at, form=LONG_MOMENT))
    return told.for_good if terms_of(restriction).forbids else told.says


# --- Laying on and taking off ------------------------------------------------------------------------------------
@transaction.atomic
def impose(
    user: User,
    kind: Kind,
    *,
    reason: str,
    by: User,
    rule: str = "",
    until: datetime | None = None,
    games: str = "",
    now: datetime | None = None,
) -> Restriction:
    """Imposes it on a person, and announces it. Raises Refusal: no_reason, bad_end, stands_already.

    The caller asks `accounts.conduct.rights` who may do that.
    """
    person, now = lock(user.pk), now or timezone.now()
    close_ended(person, now=now)
    if not reason.strip():
        raise Refusal(refusals.NO_REASON(), status=422)
    if until is not None and until <= now:
        raise Refusal(refusals.BAD_END(), status=422)
    if not TERMS[kind].is_read and Restriction.objects.filter(user=person, kind=kind, closed_at=None).exists():
        raise Refusal(refusals.STANDS_ALREADY(name=person.username))
    terms = {"until_at": until, "reason": reason.strip()[:1000], "rule": rule, "games": games, "scope": scope_of(kind)}
    made = Restriction.objects.create(user=person, kind=kind, from_at=now, by=by, **terms)
    User.objects.filter(pk=person.pk).update(restricted=True)
    user.restricted = True
    events.restriction_imposed.send(sender=Restriction, restriction_id=made.pk, now=now)
    return made


@transaction.atomic
def close(restriction_id: int, *, how: Close, now: datetime | None = None) -> bool:
    """Ends it, and announces that; returns whether it was in force."""
    user_id = Restriction.objects.values_list("user_id", flat=True).get(pk=restriction_id)
    lock(user_id)
    return _close(Restriction.objects.get(pk=restriction_id), how=how, now=now or timezone.now())


def close_ended(user: User, *, now: datetime) -> int:
    """Closes what is past its end for a locked person; returns how many."""
    return sum(_close(each, how=Close.ENDED, now=now) for each in Restriction.objects.ended(now).filter(user=user))


def end_due(*, now: datetime | None = None) -> int:
    """Closes what is past its end, each person in a transaction of their own; returns how many."""
    now = now or timezone.now()
    people = Restriction.objects.ended(now).order_by("user_id").values_list("user_id", flat=True).distinct()
    fault = "A restriction of person %s could not be ended"
    return do_each(list(people), lambda user_id: _end_of(user_id, now=now), fault=fault).done


@transaction.atomic
def _end_of(user_id: int, *, now: datetime) -> int:
    return close_ended(lock(user_id), now=now)


def _close(restriction: Restriction, *, how: Close, now: datetime) -> bool:
    if restriction.is_closed:
        if how == Close.LIFTED:  # it was wrong, though its time is over
            Restriction.objects.filter(pk=restriction.pk).update(close=how)
        return False
    restriction.closed_at, restriction.close = now, how
    restriction.save(update_fields=["closed_at", "close"])
    stands = Restriction.objects.filter(user=restriction.user_id, closed_at=None).exists()
    User.objects.filter(pk=restriction.user_id).update(restricted=stands)
    events.restriction_closed.send(sender=Restriction, restriction_id=restriction.pk, now=now)
    return True


def lock(user_id: int) -> User:
    """The person, locked as by everything they do themselves."""
    return User.objects.select_for_update(no_key=True).get(pk=user_id)


def note_games(restriction_id: int, *, column: str, now: datetime) -> None:
    """Notes in this column that the running games of a suspension have been settled, or restored."""
    Restriction.objects.filter(pk=restriction_id).update(**{column: now})


def note_read(restriction: Restriction) -> None:
    """Ends what is in force only until the person has read it; anything else stays."""
    if TERMS[Kind(restriction.kind)].is_read:
        close(restriction.pk, how=Close.SEEN)
