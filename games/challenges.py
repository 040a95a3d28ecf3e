"""Challenges: send, accept (which starts a game), decline, withdraw, expire. Nothing else writes Challenge."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.urls import Resolver404, resolve
from django.utils import timezone

from accounts.blocks import find_tie, refuse_severed
from accounts.limits import MOST_PENDING
from accounts.models import User
from accounts.restrictions import Deed, refuse, refuse_of_other
from accounts.spending import hash_mailbox, spend
from core.refusal import Refusal
from games import clock, events, play
from games.engine.contract import Side
from games.models import Challenge, Game, Seat
from games.terms import check_control, check_length, check_member, check_options, check_side, check_vacation

LASTS = timedelta(days=30)
TOLD_BEFORE = timedelta(days=3)
"""So long before a challenge expires that is told, once."""

Audience = Challenge.Audience
Status = Challenge.Status


def send(
    challenger: User,
    *,
    audience: str,
    ruleset_slug: str,
    options: Mapping[str, Any],
    side: str,
    control: clock.Control | Mapping[str, Any],
    opponent: User | None = None,
    address: str = "",
    weekends: bool = False,
    vacation_days: int = 0,
    private: bool = False,
    note: str = "",
    origin: str | None = None,
    now: datetime | None = None,
) -> Challenge:
    """Offers a game; `origin` is the hash of the network address it was asked for from.

    Raises Refusal (422 for what is wrong with the offer, 409 and 429 for limits).
    """
    address = address.strip() if audience == Audience.ADDRESS else ""
    opponent = opponent if audience == Audience.PLAYER else None
    terms = {
        "ruleset_slug": ruleset_slug,
        "options": check_options(ruleset_slug, options),
        "control": clock.to_json(check_control(control)),
        "weekends": weekends,
        "vacation_days": check_vacation(vacation_days),
        "side": check_side(ruleset_slug, side),
        "audience": check_member(audience, of=Audience),
        "note": check_length(note),
    }
    with transaction.atomic():
        challenger, *_ = _lock_people(challenger.pk, *([opponent.pk] if opponent else []))
        now, unwelcome = now or timezone.now(), False
        refuse(challenger, _deed(audience), now=now)
        if audience == Audience.ADDRESS:
            opponent = _check_address(challenger, address)
            unwelcome = _is_unwelcome(challenger, opponent)
            opponent = None if unwelcome else opponent
        elif audience == Audience.PLAYER:
            opponent = _check_opponent(challenger, opponent)
        _check_pending_room(challenger, now=now)
        if address:  # counted by it, not by the player it may belong to: a refusal would tell whose it is
            spend("challenge", now=now, sender=challenger.pk)
            spend("invitation", now=now, sender=challenger.pk, recipient=hash_mailbox(address), origin=origin)
        else:
            _spend_challenge(challenger, opponent, now=now)
        challenge = Challenge.objects.create(
            challenger=challenger,
            opponent=opponent,
            address=address,
            private=private,
            token=secrets.token_urlsafe(32),
            created_at=now,
            expires_at=now + LASTS,
            **terms,
        )
        if audience in (Audience.PLAYER, Audience.ADDRESS) and not unwelcome:
            events.challenge_received.send(sender=Challenge, challenge_id=challenge.pk)
    return challenge


def accept(challenge_id: int, *, user: User, now: datetime | None = None) -> Game:
    """Starts the game that was offered; the same user again gets the same game.

    Raises Refusal: own, not_yours, gone, taken, declined, withdrawn, expired, challenger_restricted, barred,
    barred_open, suspended.
    """
    with transaction.atomic():
        challenge, (challenger, user) = _lock(challenge_id, user=user)
        now = now or timezone.now()
        if challenge.game is not None and challenge.opponent_id == user.pk:
            return challenge.game
        _check_may_accept(challenge, user=user)
        _check_pending(challenge, now=now)
        refuse(user, _deed(challenge.audience), now=now)
        refuse_of_other(challenger, _deed(challenge.audience), now=now)
        refuse_severed(user, challenge.challenger, what="play")
        challenge.opponent = user
        first, second = _seat(challenge)
        challenge.game = play.start_game(
            ruleset_slug=challenge.ruleset_slug,
            options=challenge.options,
            control=challenge.clock_control,
            first=first,
            second=second,
            weekends=challenge.weekends,
            vacation_days=challenge.vacation_days,
            private=challenge.private,
            now=now,
        )
        _close(challenge, status=Status.ACCEPTED, now=now)
        events.challenge_accepted.send(sender=Challenge, challenge_id=challenge.pk)
    return challenge.game


def decline(challenge_id: int, *, user: User, reason: str = "", now: datetime | None = None) -> None:
    """Says no to a challenge sent to oneself. Raises Refusal: not_yours, taken, declined, withdrawn, expired."""
    with transaction.atomic():
        challenge, _ = _lock(challenge_id, user=user)
        now = now or timezone.now()
        _check_may_decline(challenge, user=user)
        _check_pending(challenge, now=now)
        challenge.opponent = user
        challenge.reason = check_length(reason)
        _close(challenge, status=Status.DECLINED, now=now)
        events.challenge_declined.send(sender=Challenge, challenge_id=challenge.pk)


def withdraw(challenge_id: int, *, user: User, now: datetime | None = None) -> None:
    """Takes one's own challenge back. Raises Refusal: not_yours, taken, declined, withdrawn, expired."""
    with transaction.atomic():
        challenge, _ = _lock(challenge_id, user=user)
        now = now or timezone.now()
        if challenge.challenger_id != user.pk:
            raise Refusal("Only the player who made this challenge can withdraw it.", code="not_yours", status=403)
        _check_pending(challenge, now=now)
        _close(challenge, status=Status.WITHDRAWN, now=now)


def part(user_id: int, *, other_id: int, now: datetime) -> int:
    """Closes what a player who blocks another, and that other, have sent each other; how many challenges that were.

    Nobody is told: the blocker's are withdrawn, the other's declined. Both players are locked.
    """
    pending = Challenge.objects.filter(status=Status.PENDING)
    withdrawn = pending.filter(challenger=user_id, opponent=other_id).update(status=Status.WITHDRAWN, closed_at=now)
    declined = pending.filter(challenger=other_id, opponent=user_id).update(status=Status.DECLINED, closed_at=now)
    return withdrawn + declined


def leave(user_id: int, *, now: datetime) -> int:
    """Closes all that waits of or for somebody who closes their account; how many challenges that were."""
    pending = Challenge.objects.filter(status=Status.PENDING)
    withdrawn = pending.filter(challenger=user_id).update(status=Status.WITHDRAWN, closed_at=now)
    return withdrawn + pending.filter(opponent=user_id).update(status=Status.DECLINED, closed_at=now)


def forget(user_id: int) -> None:
    """Deletes the email addresses that somebody invited."""
    Challenge.objects.filter(challenger=user_id).exclude(address="").update(address="")


def welcome(user: User, *, address: str) -> int:
    """Gives a player the invitations that were sent to the address they have just shown to be theirs; how many.

    So whoever signs up without following the link of the invitation still finds it.
    """
    return (
        Challenge.objects.pending(timezone.now())
        .filter(audience=Audience.ADDRESS, opponent=None, address__iexact=address)
        .exclude(challenger=user)
        .welcome_to(user.pk)
        .update(opponent=user)
    )


def is_invitation(page: str) -> bool:
    """Whether this path leads to an invitation by link or email that still waits."""
    try:
        match = resolve(urlsplit(page).path)
    except (Resolver404, ValueError):
        return False
    token = match.kwargs.get("token", "") if match.url_name == "invitation" else ""
    invitations = Challenge.objects.pending(timezone.now()).filter(audience__in=[Audience.LINK, Audience.ADDRESS])
    return bool(token) and invitations.filter(token=token).exists()


def announce_expiring(now: datetime | None = None, *, batch: int = 500) -> int:
    """Announces, once each, the challenges sent to somebody that soon expire unanswered; returns how many."""
    now = now or timezone.now()
    expiring = Challenge.objects.expiring(now, within=TOLD_BEFORE).order_by("expires_at", "pk")
    return sum(_announce_expiring(pk, now=now) for pk in list(expiring.values_list("pk", flat=True)[:batch]))


@transaction.atomic
def _announce_expiring(challenge_id: int, *, now: datetime) -> bool:
    """Whether it was announced: another may have been faster, or the challenge be answered by now."""
    mine = Challenge.objects.filter(pk=challenge_id, status=Status.PENDING, expiry_told_at=None)
    if not mine.update(expiry_told_at=now):
        return False
    events.challenge_expiring.send(sender=Challenge, challenge_id=challenge_id)
    return True


def expire_due(now: datetime | None = None) -> int:
    """Closes challenges that nobody answered in time or whose challenger is gone, and returns how many."""
    now = now or timezone.now()
    due = Challenge.objects.due(now).values("pk")
    return Challenge.objects.filter(pk__in=due, status=Status.PENDING).update(status=Status.EXPIRED, closed_at=now)


def delete_closed(*, before: datetime, batch: int) -> int:
    """Deletes some of the challenges that led to no game and were closed before; returns how many."""
    old = Challenge.objects.filter(game=None, closed_at__lt=before).order_by("closed_at").values("pk")[:batch]
    return Challenge.objects.filter(pk__in=list(old.values_list("pk", flat=True))).delete()[0]


# --- What is held still -----------------------------------------------------------------------------------------
def _lock_people(*ids: int) -> list[User]:
    """Locks users in the order of their ids, before any challenge or game; returns them as given, as they are now."""
    found = {user.pk: user for user in User.objects.select_for_update(no_key=True).filter(pk__in=ids).order_by("pk")}
    return [found[user_id] for user_id in ids]


def _lock(challenge_id: int, *, user: User) -> tuple[Challenge, list[User]]:
    """The challenge, whoever made it, and the user, all locked."""
    challenger_id = Challenge.objects.values_list("challenger_id", flat=True).get(pk=challenge_id)
    people = _lock_people(challenger_id, user.pk)
    return Challenge.objects.select_for_update().get(pk=challenge_id), people


def _close(challenge: Challenge, *, status: Challenge.Status, now: datetime) -> None:
    challenge.status = status
    challenge.closed_at = now
    challenge.save()


def _seat(challenge: Challenge) -> tuple[User, User]:
    """Who plays first and who second."""
    assert challenge.opponent is not None
    players = (challenge.challenger, challenge.opponent)
    side = challenge.side_offered
    if side is None:
        side = secrets.choice(list(Side))
    return players if side == Side.FIRST else players[::-1]


# --- Who may not -------------------------------------------------------------------------------------------------
def _deed(audience: str) -> Deed:
    return Deed.OPEN_CHALLENGE if audience == Audience.ANYONE else Deed.CHALLENGE


# --- Whom it may be for --------------------------------------------------------------------------------------
def _check_opponent(challenger: User, opponent: User | None) -> User:
    """Raises Refusal: no_opponent, self, blocked."""
    if opponent is None or not opponent.is_active:
        raise Refusal("We couldn’t find that player.", code="no_opponent", status=422)
    if opponent == challenger:
        raise Refusal("You can’t challenge yourself.", code="self", status=422)
    refuse_severed(challenger, opponent, what="challenge")
    if opponent.closing_at is not None:
        raise Refusal("This player can’t be challenged right now.", code="closing", status=422)
    return opponent


def _check_address(challenger: User, address: str) -> User | None:
    """The player whose verified address it is, if there is one. The challenger is not told which."""
    try:
        validate_email(address)
    except ValidationError:
        raise Refusal("Enter a valid email address.", code="bad_address", status=422) from None
    own = EmailAddress.objects.filter(user=challenger, email__iexact=address).exists()
    if own or challenger.email.lower() == address.lower():
        raise Refusal("You can’t challenge yourself: that address is yours.", code="self", status=422)
    owners = User.objects.filter(is_active=True, emailaddress__email__iexact=address, emailaddress__verified=True)
    return owners.first()


def _is_unwelcome(challenger: User, opponent: User | None) -> bool:
    """Whether the owner of an address and the challenger have blocked each other.

    The challenge then stands, for a refusal would tell whose the address is; but it reaches nobody.
    """
    return opponent is not None and find_tie(challenger.pk, opponent.pk).is_severed


def _spend_challenge(challenger: User, opponent: User | None, *, now: datetime) -> None:
    """Raises Refusal: too_often."""
    spend("challenge", now=now, sender=challenger.pk, recipient=opponent.pk if opponent else None)
    if opponent and not _have_played(challenger, opponent):
        spend("challenge_from_stranger", now=now, recipient=opponent.pk)


def _have_played(one: User, other: User) -> bool:
    """Whether they have a game together, or had one."""
    return Seat.objects.filter(user=one, game__seats__user=other).exists()


def _check_pending_room(challenger: User, *, now: datetime) -> None:
    if Challenge.objects.filter(challenger=challenger).pending(now).count() >= MOST_PENDING:
        sentence = f"You already have {MOST_PENDING} challenges waiting for an answer. Withdraw one first."
        raise Refusal(sentence, code="too_many")


# --- Who may answer, and when -----------------------------------------------------------------------------------
def _check_may_accept(challenge: Challenge, *, user: User) -> None:
    """Whoever has the secret token of an invitation may accept it, under any account; views ask for the token."""
    if challenge.challenger_id == user.pk:
        raise Refusal("This is your own challenge; somebody else has to accept it.", code="own")
    if challenge.audience == Audience.PLAYER and challenge.opponent_id != user.pk:
        raise Refusal("This challenge is for another player.", code="not_yours", status=403)
    if not User.objects.filter(pk=user.pk, is_active=True).exists():
        raise Refusal("Your account is closed.", code="not_yours", status=403)
    if not challenge.challenger.is_active:
        raise Refusal("The player who made this challenge is no longer here.", code="gone")


def may_decline(challenge: Challenge, *, user: User) -> bool:
    """Whoever it was sent to; of an invitation to an address nobody is known to own, whoever holds its link."""
    mine = challenge.opponent_id == user.pk
    invited = challenge.audience == Audience.ADDRESS and challenge.opponent_id is None
    return challenge.challenger_id != user.pk and (mine or invited)


def _check_may_decline(challenge: Challenge, *, user: User) -> None:
    if not may_decline(challenge, user=user):
        raise Refusal("Only the player it was sent to can decline this challenge.", code="not_yours", status=403)


def _check_pending(challenge: Challenge, *, now: datetime) -> None:
    refusals = {
        Status.ACCEPTED: ("Another player has already accepted this challenge.", "taken"),
        Status.DECLINED: ("This challenge was declined.", "declined"),
        Status.WITHDRAWN: ("This challenge was withdrawn.", "withdrawn"),
        Status.EXPIRED: ("This challenge has expired.", "expired"),
    }
    status = Status(challenge.status)
    if status == Status.PENDING and challenge.expires_at <= now:
        status = Status.EXPIRED
    if status in refusals:
        sentence, code = refusals[status]
        raise Refusal(sentence, code=code)
