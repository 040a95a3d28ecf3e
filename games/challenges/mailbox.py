"""The proof that somebody has read the email of an invitation: a secret that stands in that email alone.

Who signs up with the address of an invitation, unchanged, need not confirm it once more; but the link of an invitation
can be passed on, and then it must not open an account on somebody else's address. So the email carries a second secret,
behind the “#” of its link, where browsers send it to no server: it comes by POST alone. It is made from the site's key
and stored nowhere, also not as a hash. It works once, for that address alone, while the invitation waits for its
answer, and never for an address that has an account.
"""

from __future__ import annotations

from datetime import datetime

from allauth.account.models import EmailAddress
from django.core.signing import BadSignature, Signer
from django.db.models import QuerySet

from accounts.models import User
from games.models import Challenge


def make_secret(challenge: Challenge) -> str:
    """The secret for the email of this invitation: each email of it has the same one."""
    return _signer().signature(_bound_to(challenge))


def is_secret(challenge: Challenge, secret: str) -> bool:
    """Whether this is the secret of that invitation, by the present key or by one that was used before it."""
    try:
        _signer().unsign(f"{_bound_to(challenge)}{_signer().sep}{secret}")
    except BadSignature:
        return False
    return True


def find_proven(token: str, *, now: datetime) -> Challenge | None:
    """The invitation of this token, if its secret may still be spent."""
    waiting = _unspent(token, now=now).first()
    return None if waiting is None or _has_account(waiting.address) else waiting


def spend_proof(token: str, *, user: User, now: datetime) -> bool:
    """Spends the secret for a user who was just made, in the caller's transaction; returns whether it was good for the
    address of theirs."""
    waiting = _unspent(token, now=now)
    found = waiting.first()
    if found is None or not _are_same(found.address, user.email) or _has_account(user.email, but=user):
        return False
    return bool(waiting.update(mailbox_proven_at=now))


def _are_same(one: str, other: str) -> bool:
    """Whether two addresses are the same but for the case of Latin letters.

    A database, or Python, would also take a dotless “ı” for an “i”, and so the domain of a swindler for another.
    """
    return one == other or (one.isascii() and other.isascii() and one.lower() == other.lower())


def _unspent(token: str, *, now: datetime) -> QuerySet[Challenge]:
    """The invitation by email that waits for its answer and has no player yet, and whose secret is not spent."""
    by_email = Challenge.objects.pending(now).filter(audience=Challenge.Audience.ADDRESS, opponent=None)
    return by_email.filter(token=token, mailbox_proven_at=None, challenger__is_active=True).exclude(address="")


def _has_account(address: str, *, but: User | None = None) -> bool:
    """Whether somebody else has this address, or has asked to have it."""
    mine = but.pk if but else None
    users, addresses = User.objects.exclude(pk=mine), EmailAddress.objects.exclude(user=mine)
    return users.filter(email__iexact=address).exists() or addresses.filter(email__iexact=address).exists()


def _bound_to(challenge: Challenge) -> str:
    return f"{challenge.token} {challenge.address.lower()}"


def _signer() -> Signer:
    return Signer(salt="games.challenges.mailbox")
