"""An invitation to a person without an account. They get this single email."""

from datetime import datetime
from typing import Any

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.emails.mailboxes import list_domains, mailbox_of
from games import challenges
from games.models import Challenge
from notifications.contract import Kind
from notifications.faults import Dropped
from notifications.models import BlockedAddress, Notice
from notifications.routing.writing import make, write
from notifications.timing import Urgency
from notifications.wording import links
from notifications.wording.challenges import describe_offer, load_challenge, require_standing


class Invitation(Kind):
    label = _("An invitation to somebody without an account")
    urgency = Urgency.EXEMPT
    is_switchable = has_many_ways = False

    def describe(self, notice: Notice, *, now: datetime) -> dict[str, Any]:
        """Describes the challenge. The reader never asked for emails, so a link in it stops all of them.

        The other link has a secret that is stored nowhere: see `games.challenges.mailbox`.
        """
        challenge = load_challenge(notice)
        if is_blocked(notice.address):
            raise Dropped("The owner of the address wants no emails from us.")
        require_standing(challenge, now=now)
        page = links.absolute(reverse("invitation", args=[challenge.token]))
        link = f"{page}#m={challenges.make_secret(challenge)}"
        return {**describe_offer(challenge), "link": link, "never_url": links.never_url(notice.address)}


kind = Invitation()


def is_blocked(address: str) -> bool:
    """Whether the owner of this mailbox asked never to get emails, or could not be reached, however the address is
    spelt."""
    under = Q(*(("address__endswith", f"@{domain}") for domain in list_domains(address)), _connector=Q.OR)
    blocked = BlockedAddress.objects.filter(under).values_list("address", flat=True)
    return mailbox_of(address) in map(mailbox_of, blocked.iterator())


def invite(challenge: Challenge) -> None:
    """Writes to the address of a challenge. It is called when `events.challenge_received` finds no player for it."""
    payload = {"challenge": challenge.pk}
    write(make(kind.name, key=f"challenge:{challenge.pk}", address=challenge.address, payload=payload))
