"""Sends a challenge: an open one, one to a player, or an invitation by link or email."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.utils import timezone

from accounts import safeguards
from accounts.conduct import blocks
from accounts.conduct.blocks import is_severed_from, refuse_severed
from accounts.conduct.restrictions import Activity, refuse
from accounts.conduct.writing import refuse_text
from accounts.emails.mailboxes import mailbox_of
from accounts.limiting.limits import MOST_PENDING
from accounts.limiting.spending import hash_mailbox, spend
from accounts.models import User
from core.refusal import Refusal
from games import clock, events
from games.challenges.locking import lock_people
from games.models import Challenge, Seat
from games.play.rated_pairs import refuse_many
from games.play.start import fix_days_off
from games.terms import (
    NO_LIMITS,
    Limits,
    all_house_draws,
    check_control,
    check_length,
    check_limits,
    check_member,
    check_options,
    check_rated,
    check_side,
    check_vacation,
)
from games.words import limits as limits_words
from games.words import refusals

LASTS = timedelta(days=30)

Audience = Challenge.Audience


def send(
    challenger: User,
    *,
    audience: str,
    opponent: User | None = None,
    address: str = "",
    limits: Limits = NO_LIMITS,
    note: str = "",
    origin: tuple[str, ...] = (),
    now: datetime | None = None,
    **terms: Any,
) -> Challenge:
    """Offers a game; `terms` are those of `draft`. Raises Refusal (422 for what is wrong with the offer, 409 and 429
    for limits)."""
    challenge = draft(**terms)
    challenge.audience = check_member(audience, of=Audience)
    challenge.address = address.strip() if audience == Audience.ADDRESS else ""
    challenge.note = check_length(note)
    for name, value in _check_limits(limits, audience=audience).items():
        setattr(challenge, name, value)
    with transaction.atomic():
        challenger, *_ = lock_people(challenger.pk, *([opponent.pk] if opponent else []))
        now = now or timezone.now()
        _check_sender(challenger, audience=audience, note=challenge.note, now=now)
        challenge.challenger, challenge.created_at, challenge.expires_at = challenger, now, now + LASTS
        reaches = _direct(challenge, opponent)
        _check_room(challenge, now=now)
        _spend(challenge, origin=origin, now=now)
        challenge.save(force_insert=True)
        if reaches:
            events.challenge_received.send(sender=Challenge, challenge_id=challenge.pk)
    return challenge


def draft(
    *,
    ruleset_slug: str,
    options: Mapping[str, Any],
    side: str,
    control: clock.Control | Mapping[str, Any],
    weekends: bool = False,
    vacation_days: int = 0,
    private: bool = False,
    rated: bool = False,
    pair: bool = False,
) -> Challenge:
    """A challenge with the terms of its game, not yet to anybody nor stored. Raises Refusal. A pair has no side."""
    side = Challenge.SideWanted.RANDOM if pair else side
    terms = check_terms(ruleset_slug, options, side, control, weekends=weekends, vacation_days=vacation_days)
    return Challenge(private=private, rated=rated, pair=pair, token=secrets.token_urlsafe(32), **terms)


def _check_limits(limits: Limits, *, audience: str) -> dict[str, Any]:
    """What a challenge stores of whom it is for. Raises Refusal (422)."""
    if limits != NO_LIMITS and audience != Audience.ANYONE:
        raise Refusal(limits_words.LIMITS_OPEN(), status=422)
    return check_limits(limits)


def check_terms(
    ruleset_slug: str,
    options: Mapping[str, Any],
    side: str,
    control: clock.Control | Mapping[str, Any],
    *,
    weekends: bool,
    vacation_days: int,
) -> dict[str, Any]:
    """What a challenge stores of the game that it offers. Raises Refusal."""
    control = check_control(control)
    weekends, vacation_days = fix_days_off(control, weekends=weekends, vacation_days=check_vacation(vacation_days))
    return {
        "ruleset_slug": ruleset_slug,
        "options": check_options(ruleset_slug, options),
        "control": clock.to_json(control),
        "weekends": weekends,
        "vacation_days": vacation_days,
        "side": check_side(ruleset_slug, side),
    }


def activity_of(audience: str) -> Activity:
    """The activity that a restriction may forbid: sending or accepting a challenge to this audience."""
    return Activity.OPEN_CHALLENGE if audience == Audience.ANYONE else Activity.CHALLENGE


# --- Whom it may be for --------------------------------------------------------------------------------------
def _direct(challenge: Challenge, opponent: User | None) -> bool:
    """Sets who the challenge is for; returns whether that player is to be told of it. Raises Refusal."""
    challenger = challenge.challenger
    if challenge.audience == Audience.ADDRESS:
        owner = _check_address(challenger, challenge.address)
        if _is_unwelcome(challenger, challenge.address):
            return False
        challenge.opponent = owner
        return True
    if challenge.audience == Audience.PLAYER:
        challenge.opponent = _check_opponent(challenger, opponent)
        if challenge.opponent.is_computer:
            challenge.options |= all_house_draws(challenge.ruleset_slug)
        return True
    return False


def _check_opponent(challenger: User, opponent: User | None) -> User:
    """Raises Refusal: no_opponent, self, former_level, blocked, closing."""
    if opponent is None or not opponent.is_active:
        raise Refusal(refusals.NO_OPPONENT(), status=422)
    if opponent == challenger:
        raise Refusal(refusals.SELF(), status=422)
    if opponent.is_retired:
        raise Refusal(refusals.FORMER_LEVEL(), status=422)
    refuse_severed(challenger, opponent, what=blocks.CHALLENGE)
    if opponent.closing_at is not None:
        raise Refusal(refusals.CLOSING(), status=422)
    return opponent


def _check_address(challenger: User, address: str) -> User | None:
    """The player who has confirmed this address, if there is one. The challenger does not learn who."""
    try:
        validate_email(address)
    except ValidationError:
        raise Refusal(refusals.BAD_ADDRESS(), status=422) from None
    own = EmailAddress.objects.filter(user=challenger, email__iexact=address).exists()
    if own or challenger.email.lower() == address.lower():
        raise Refusal(refusals.OWN_ADDRESS(), status=422)
    owners = User.objects.filter(is_active=True, emailaddress__email__iexact=address, emailaddress__verified=True)
    return owners.first()


def _is_unwelcome(challenger: User, address: str) -> bool:
    """Whether the owner of an address and the challenger have blocked each other, however the address is written.

    The challenge is then stored, since a refusal would tell whose address it is, but it reaches nobody.
    """
    known = EmailAddress.objects.filter(is_severed_from(challenger.pk, "user"), verified=True)
    severed = {mailbox_of(each) for each in known.values_list("email", flat=True)}
    return mailbox_of(address) in severed


def _spend(challenge: Challenge, *, origin: tuple[str, ...], now: datetime) -> None:
    """Counts it for the limits; `origin` are hashes of where it was sent from. Raises Refusal: too_often."""
    challenger, opponent = challenge.challenger, challenge.opponent
    if address := challenge.address:  # counted by it, not by its owner: a refusal would tell whose it is
        spend("challenge", now=now, sender=challenger.pk)
        spend("invitation", now=now, sender=challenger.pk, recipient=hash_mailbox(address), origin=origin)
        return
    spend("challenge", now=now, sender=challenger.pk, recipient=opponent.pk if opponent else None)
    if opponent and not opponent.is_computer and not _have_played(challenger, opponent):
        spend("challenge_from_stranger", now=now, recipient=opponent.pk)


def _have_played(one: User, other: User) -> bool:
    """Whether they have had a game together."""
    return Seat.objects.filter(user=one, game__seats__user=other).exists()


def _check_sender(challenger: User, *, audience: str, note: str, now: datetime) -> None:
    """Raises Refusal: closed, and those of restrictions."""
    if not challenger.is_active:
        raise Refusal(refusals.CLOSED(), status=403)
    refuse(challenger, activity_of(audience), now=now)
    refuse_text(challenger, note, now=now)


def _check_rated(challenge: Challenge, *, now: datetime) -> None:
    """Raises Refusal: pair_computer, rated_computer, rated_private, rated_without_limit, barred_rated, many_rated."""
    if challenge.pair and challenge.opponent is not None and challenge.opponent.is_computer:
        raise Refusal(refusals.PAIR_COMPUTER(), status=422)
    if not challenge.rated:
        return
    opponent = challenge.opponent if challenge.audience == Audience.PLAYER else None
    check_rated(private=challenge.private, control=challenge.clock_control, opponent=opponent)
    refuse(challenge.challenger, Activity.RATED, now=now)
    if opponent is not None:
        games = challenge.game_count
        refuse_many(challenge.challenger, opponent, slug=challenge.ruleset_slug, now=now, games=games)


def _check_room(challenge: Challenge, *, now: datetime) -> None:
    """Raises Refusal: too_many, those of `_check_rated`, and for new accounts that of the site's safeguards."""
    challenger = challenge.challenger
    _check_rated(challenge, now=now)
    if not (challenge.opponent and challenge.opponent.is_computer):
        safeguards.refuse_new(challenger, now=now)
    if Challenge.objects.filter(challenger=challenger, stands=False).pending(now).count() >= MOST_PENDING:
        raise Refusal(refusals.TOO_MANY(most=MOST_PENDING))
