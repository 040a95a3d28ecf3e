"""Invitations by link or email, and the people who follow them before they have an account."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.urls import Resolver404, resolve
from django.utils import timezone

from accounts.models import User
from games.models import Challenge

Audience = Challenge.Audience


def welcome(user: User, *, address: str) -> int:
    """Assigns a player the invitations that were sent to the address they have just confirmed; returns how many.

    So a person who signs up without following the link of the invitation still finds it.
    """
    sent = (
        Challenge.objects.pending(timezone.now())
        .filter(audience=Audience.ADDRESS, opponent=None, address__iexact=address)
        .exclude(challenger=user)
        .welcome_to(user.pk)
    )
    # A database may take `ı` for `i`, whose mailbox is another's.
    theirs = [pk for pk, to in sent.values_list("pk", "address") if to.encode().lower() == address.encode().lower()]
    return Challenge.objects.pending(timezone.now()).filter(pk__in=theirs, opponent=None).update(opponent=user)


def is_invitation(page: str) -> bool:
    """Whether this path is that of an open invitation by link or email."""
    return find_inviting(page) is not None


def find_inviting(page: str) -> Challenge | None:
    """The open invitation by link or email whose page has this path, with its challenger."""
    try:
        match = resolve(urlsplit(page).path)
    except (Resolver404, ValueError):
        return None
    token = match.kwargs.get("token", "") if match.url_name == "invitation" else ""
    invitations = Challenge.objects.pending(timezone.now()).filter(audience__in=[Audience.LINK, Audience.ADDRESS])
    return invitations.filter(token=token).select_related("challenger").first() if token else None
