"""What accounts do when somebody logs in or out, or confirms an email address."""

from __future__ import annotations

from typing import Any

from allauth.account.signals import email_confirmed
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.utils import timezone

from accounts import events
from accounts.conduct import sightings
from accounts.faces import keeping
from accounts.own_data import closing
from accounts.people import activity
from accounts.signing_in import known_devices, sessions, staff_factor  # noqa: F401  the last connects itself
from accounts.time_off import vacation


def on_email_confirmed(*, email_address: Any, **_: Any) -> None:
    """Grants the first vacation when somebody first confirms an email address; from then on more is earned."""
    vacation.grant(email_address.user, now=timezone.now())


activity.connect()
for changed in (events.restriction_imposed, events.restriction_closed):
    changed.connect(keeping.on_restriction, dispatch_uid="accounts.faces")
user_logged_in.connect(sessions.on_user_logged_in, dispatch_uid="accounts.set_end")
user_logged_in.connect(closing.on_user_logged_in, dispatch_uid="accounts.keep_open")
user_logged_in.connect(sightings.on_user_logged_in, dispatch_uid="accounts.conduct.sightings")
user_logged_out.connect(known_devices.on_user_logged_out, dispatch_uid="accounts.signing_in.known_devices")
email_confirmed.connect(on_email_confirmed, dispatch_uid="accounts.grant_vacation")
